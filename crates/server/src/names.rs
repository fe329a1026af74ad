//! Names that people go by: what can be shown and typed, and which look alike.

use unicode_normalization::UnicodeNormalization;
use unicode_security::{
    GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, confusable_detection::skeleton,
};

use crate::error::{Error, Result};

/// The longest name, in characters.
const LONGEST: usize = 24;

/// Whether anybody could go by this name, as far as its length tells: nothing longer is remembered or looked for.
pub(crate) fn fits(name: &str) -> bool {
    name.chars().nth(LONGEST).is_none()
}

/// A name that can be shown and typed: letters of one script, or of those that are written together, without
/// characters that nobody sees.
pub(crate) fn checked(name: &str) -> Result<String> {
    let name: String = name.trim().nfkc().collect();
    let shown = |c: char| {
        matches!(c, ' ' | '.' | '-' | '_') || (c.is_alphanumeric() || is_mark(c)) && c.identifier_allowed()
    };
    let fits = (2..=LONGEST).contains(&name.chars().count())
        && name.chars().all(shown)
        && name.chars().any(char::is_alphanumeric)
        && !name.contains("  ")
        // A space is no letter of any script.
        && name.replace(' ', "").detect_restriction_level() <= RestrictionLevel::HighlyRestrictive;
    if fits { Ok(name) } else { Err(Error::BadName) }
}

/// Whether a character is written onto the one before it.
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// What makes two names the same to whoever types them.
pub(crate) fn handle(name: &str) -> String {
    name.to_lowercase()
}

/// What makes two names the same to whoever reads them: they look alike if one of the two is the same. One alone would
/// tell `Ian` from `lan`.
pub(crate) fn looks(name: &str) -> [String; 2] {
    let lower = handle(name);
    [skeleton(&lower).collect(), skeleton(name).collect::<String>().to_lowercase()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_and_typed() {
        for name in ["Ada", "Jürgen", "Zoë", "田中さん", "Bo-B_o.2", "Ada Lovelace", "Наташа"] {
            assert_eq!(checked(name).ok().as_deref(), Some(name));
        }
        assert_eq!(checked(" Ａｄａ ").ok().as_deref(), Some("Ada"), "wide letters are letters");
        for name in [
            "a",
            "",
            "  ",
            "a  b",
            "--",
            "Ada\u{200b}",
            "A\u{ad}da",
            "Ada\u{202e}",
            "\u{3164}\u{3164}",
            "Ad\u{430}",
            "ada@home",
            "a\nb",
            "Ada\u{feff}",
            "x".repeat(25).as_str(),
        ] {
            assert!(checked(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        let alike = |a: &str, b: &str| looks(a).iter().zip(looks(b)).any(|(a, b)| *a == b);
        for (a, b) in
            [("Ada", "ada"), ("Ian", "lan"), ("Bob", "B0b"), ("rn", "m"), ("Paul", "Pаul"), ("o0", "O0")]
        {
            assert!(alike(a, b), "{a} and {b}");
        }
        for (a, b) in [("Ada", "Bo"), ("Zoe", "Zoë"), ("Bob", "Bobo")] {
            assert!(!alike(a, b), "{a} and {b}");
        }
    }
}
