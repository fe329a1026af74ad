use std::{borrow::Cow, fmt};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeStruct};

/// Something that can be said of a game, with its English. Games declare theirs as constants.
#[derive(Debug, PartialEq, Eq)]
pub struct Phrase {
    /// What clients translate it by, e.g. `axiom.cube`.
    pub key: &'static str,
    /// English, lowercase, no final dot, with `{names}` of arguments.
    pub text: &'static str,
}

impl Phrase {
    pub const fn new(key: &'static str, text: &'static str) -> Self {
        Phrase { key, text }
    }

    /// The phrase with the arguments that its text names.
    pub fn with<const N: usize>(&'static self, args: [(&'static str, String); N]) -> Description {
        let args = args.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect();
        Description { key: Cow::Borrowed(self.key), text: Some(self.text), args }
    }

    pub fn alone(&'static self) -> Description {
        self.with([])
    }
}

/// A phrase and its arguments: what an action does, or what it brings.
///
/// Arguments are names as the notation has them (`0,0,2:z+`, `NE`, `x+y-`): whoever translates the phrase translates
/// those too. As JSON `{"key": "axiom.cube", "args": {"from": "0,0,2"}}`; as text English.
#[derive(Clone, Debug)]
pub struct Description {
    /// That of its [`Phrase`].
    pub key: Cow<'static, str>,
    /// The English of its phrase; `None` if it was read from JSON, which has none.
    text: Option<&'static str>,
    pub args: Vec<(Cow<'static, str>, String)>,
}

impl PartialEq for Description {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.args == other.args
    }
}

impl Eq for Description {}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fill(self.text.unwrap_or(&self.key), &self.args))
    }
}

impl Serialize for Description {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Args<'a>(&'a [(Cow<'static, str>, String)]);

        impl Serialize for Args<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
            }
        }

        let mut fields = serializer.serialize_struct("Description", 2)?;
        fields.serialize_field("key", &self.key)?;
        match &self.args[..] {
            [] => fields.skip_field("args")?,
            args => fields.serialize_field("args", &Args(args))?,
        }
        fields.end()
    }
}

impl<'de> Deserialize<'de> for Description {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Read {
            key: String,
            #[serde(default)]
            args: Args,
        }

        /// In the order in which they are written.
        #[derive(Default)]
        struct Args(Vec<(Cow<'static, str>, String)>);

        impl<'de> Deserialize<'de> for Args {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Entries;

                impl<'de> de::Visitor<'de> for Entries {
                    type Value = Args;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("arguments by name")
                    }

                    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Args, A::Error> {
                        let mut args = Vec::new();
                        while let Some((name, value)) = map.next_entry::<String, String>()? {
                            args.push((Cow::Owned(name), value));
                        }
                        Ok(Args(args))
                    }
                }

                deserializer.deserialize_map(Entries)
            }
        }

        let Read { key, args } = Read::deserialize(deserializer)?;
        Ok(Description { key: Cow::Owned(key), text: None, args: args.0 })
    }
}

/// Declares the phrases of a game, each as `NAME = "axiom.cube" "text with {names}";`, and `ALL` of them.
#[macro_export]
macro_rules! phrases {
    ($($name:ident = $key:literal $text:literal;)*) => {
        $(static $name: $crate::Phrase = $crate::Phrase::new($key, $text);)*
        pub(super) const ALL: &[&$crate::Phrase] = &[$(&$name),*];
    };
}

/// A text with its arguments in place of their names.
pub(crate) fn fill(text: &str, args: &[(impl fmt::Display, String)]) -> String {
    args.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// What clients read where a [`Description`] stands.
#[cfg(feature = "ts")]
mod shape {
    /// A phrase and its arguments: what an action does, or what it brings.
    #[derive(Debug, ts_rs::TS)]
    #[ts(export, rename = "Description")]
    #[expect(dead_code, reason = "only its shape is written")]
    pub struct Shape {
        /// The catalogues of the client have a sentence for it.
        key: String,
        /// Names as the notation has them.
        #[ts(optional, type = "Record<string, string>")]
        args: Option<()>,
    }
}
#[cfg(feature = "ts")]
pub use shape::Shape;
