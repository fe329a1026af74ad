use std::{error::Error, fmt};

use crate::phrase::fill;

/// One reason for which the rules refuse something. Games declare theirs as constants.
#[derive(Debug, PartialEq, Eq)]
pub struct Reason {
    /// The page and clause it stands on, e.g. `Axiom 4.2`; empty if not the rules but the form of a file refuses.
    pub clause: &'static str,
    /// What clients translate it by, e.g. `axiom.under-cube`.
    pub key: &'static str,
    /// English, lowercase, no final dot, with `{names}` of arguments.
    pub text: &'static str,
}

impl Reason {
    pub const fn new(clause: &'static str, key: &'static str, text: &'static str) -> Self {
        Reason { clause, key, text }
    }

    /// Something wrong with the form of a file: no clause of the rules says so.
    pub const fn form(key: &'static str, text: &'static str) -> Self {
        Reason::new("", key, text)
    }

    /// Refuses, with the arguments that the text names.
    pub fn with<const N: usize>(&'static self, args: [(&'static str, String); N]) -> Refusal {
        Refusal { reason: self, args: args.into() }
    }

    pub fn refuse(&'static self) -> Refusal {
        self.with([])
    }
}

/// Why an action, a set-up or a text is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub reason: &'static Reason,
    pub args: Vec<(&'static str, String)>,
}

impl Refusal {
    /// The sentence alone, without the clause.
    pub fn sentence(&self) -> String {
        fill(self.reason.text, &self.args)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.reason.clause.is_empty() {
            write!(f, "{}: ", self.reason.clause)?;
        }
        f.write_str(&self.sentence())
    }
}

impl Error for Refusal {}

/// Declares the reasons of one page of rules, each as `NAME = "Axiom 4.2" "axiom.under-cube" "text with {names}";`, and
/// `ALL` of them.
#[macro_export]
macro_rules! reasons {
    ($($name:ident = $clause:literal $key:literal $text:literal;)*) => {
        $(pub(super) static $name: $crate::Reason = $crate::Reason::new($clause, $key, $text);)*
        pub(super) const ALL: &[&$crate::Reason] = &[$(&$name),*];
    };
}
