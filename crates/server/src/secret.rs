//! Ids, secrets, and proofs that they are ours.

use hmac::{Hmac, KeyInit, Mac};
use rand::Rng;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Digits that no one mistakes for each other.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Random digits of five bits each.
pub(crate) fn digits(count: usize) -> String {
    let mut bytes = vec![0; count];
    rand::rng().fill_bytes(&mut bytes);
    written(&bytes)
}

fn written(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(DIGITS[usize::from(byte & 31)])).collect()
}

/// How many digits an id has.
const ID: usize = 16;

/// An id that is not to be guessed, such as `t_9f2k…`.
pub(crate) fn id(prefix: &str) -> String {
    format!("{prefix}_{}", digits(ID))
}

/// A secret of 160 bits.
pub(crate) fn secret() -> String {
    digits(32)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// Whether two texts are the same, in a time that tells nothing.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

/// Signs what a cookie says, and makes ids that only we can make.
#[derive(Clone)]
pub(crate) struct Key(Hmac<Sha256>);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

impl Key {
    pub(crate) fn new(secret: &str) -> Self {
        Key(Hmac::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length"))
    }

    fn mac(&self, text: &str) -> [u8; 32] {
        let mut mac = self.0.clone();
        mac.update(text.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// The text with its signature.
    pub(crate) fn sign(&self, text: &str) -> String {
        format!("{text}.{}", hex(&self.mac(text)))
    }

    /// An id that follows from a text, and tells nothing of it.
    pub(crate) fn id(&self, prefix: &str, text: &str) -> String {
        // No cookie says anything that begins like this, so no signature tells of an id.
        let mac = self.mac(&format!("id {prefix} {text}"));
        format!("{prefix}_{}", written(&mac[..ID]))
    }

    /// The text, if the signature is ours.
    pub(crate) fn open<'a>(&self, signed: &'a str) -> Option<&'a str> {
        let (text, _) = signed.rsplit_once('.')?;
        same(&self.sign(text), signed).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signed_text_opens_only_unchanged() {
        let key = Key::new("k");
        let signed = key.sign("g.p_1");
        assert_eq!(key.open(&signed), Some("g.p_1"));
        assert_eq!(key.open(&signed.replace("p_1", "p_2")), None);
        assert_eq!(Key::new("other").open(&signed), None);
        assert_eq!(key.open("nonsense"), None);
    }

    #[test]
    fn an_id_follows_from_a_text_and_from_our_key() {
        let key = Key::new("k");
        assert_eq!(key.id("p", "browser"), key.id("p", "browser"));
        assert_eq!(key.id("p", "browser").len(), id("p").len());
        for other in [key.id("p", "another"), key.id("t", "browser"), Key::new("other").id("p", "browser")] {
            assert_ne!(other[2..], key.id("p", "browser")[2..]);
        }
    }
}
