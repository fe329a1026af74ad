//! Text from outside, looked at before anything else looks at it: no control characters anywhere, and ids by their
//! alphabet. Databases and terminals give such characters meanings of their own.

use crate::error::{Error, Result};

/// The longest id.
const ID: usize = 40;

/// Whether a text may be an id of ours, such as `t_9f2k…`.
pub(crate) fn is_id(prefix: &str, text: &str) -> bool {
    let digits = text.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('_'));
    text.len() <= ID
        && digits.is_some_and(|digits| {
            !digits.is_empty()
                && digits.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase())
        })
}

/// Refuses JSON that says a control character, in whichever way.
pub(crate) fn check_json(json: &str) -> Result<()> {
    if table::study::says_control(json) { Err(Error::BadText) } else { Ok(()) }
}

/// Refuses the path or the query of an address that says a control character.
pub(crate) fn check_address(text: &str) -> Result<()> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| byte == b'%').and_then(|pair| std::str::from_utf8(pair).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(said) => {
                bytes.push(said);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    if String::from_utf8_lossy(&bytes).chars().any(char::is_control) { Err(Error::BadText) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_an_alphabet() {
        for id in ["t_9f2k0c7m1x3v5b8n", "t_0"] {
            assert!(is_id("t", id), "{id}");
        }
        for text in
            ["", "t", "t_", "p_9f2k", "t_9F", "t_9 ", "t_\0", "t_9/", "t_é", &format!("t_{}", "0".repeat(39))]
        {
            assert!(!is_id("t", text), "{text:?}");
        }
    }

    #[test]
    fn json_says_no_control_characters() {
        for json in
            [r#"{"a": "b\nc\td"}"#, "{\n\t\"a\": 1}\r\n", r#""\\u0000""#, r#""\ud83e\udd84""#, "\"é🦄\""]
        {
            assert!(check_json(json).is_ok(), "{json}");
        }
        for json in
            [r#""\u0000""#, r#""\u0007""#, r#""\u001B""#, r#""\b""#, r#""\f""#, r#""\u007f""#, r#""\u0085""#]
        {
            assert!(check_json(json).is_err(), "{json}");
        }
        assert!(check_json("\"\u{85}\"").is_err() && check_json("\"\u{7f}\"").is_err());
    }

    #[test]
    fn addresses_say_none_either() {
        for text in ["/api/tables/t_9f", "/api/players/ada%20l?x=%C3%A9", "/%", "/%zz", "/%2"] {
            assert!(check_address(text).is_ok(), "{text}");
        }
        for text in ["/api/tables/t_%00", "/a?b=%0a", "/%7F", "/%C2%85"] {
            assert!(check_address(text).is_err(), "{text}");
        }
    }
}
