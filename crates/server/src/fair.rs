//! The deal of games that have one: it follows from a secret of the server, pledged when the table is made, and
//! from a nonce of each seat, so that nobody can choose it and everybody can check it afterwards.

use engine::{AnyGame, Entry, Info};
use games::ascension::fair;
use rand::Rng;

use crate::{
    error::{Error, Result},
    secret::hex,
};

/// The server's secret and what is published of it, where the deal is left to chance.
pub(crate) fn pledge(info: &Info, options: &str) -> Option<(String, String)> {
    let has_deal = info.options.iter().any(|option| option.key == "deal");
    let given = options.split(';').any(|part| part.starts_with("deal=") || part.starts_with("from="));
    (has_deal && !given).then(|| {
        let mut secret = [0; 32];
        rand::rng().fill_bytes(&mut secret);
        (hex(&secret), fair::commit(&secret))
    })
}

/// A fresh game. With a secret and a nonce of each seat, the deal follows from both.
pub(crate) fn start(
    entry: &Entry,
    options: &str,
    seed: Option<(&str, &[String])>,
) -> Result<Box<dyn AnyGame>> {
    let Some((secret, nonces)) = seed else { return Ok(entry.start(options, &mut rand::rng())?) };
    let secret = bytes(secret)?.try_into().map_err(|_| unreadable())?;
    let nonces = nonces.iter().map(|nonce| bytes(nonce)).collect::<Result<Vec<_>>>()?;
    let deal = fair::deal(&secret, &nonces).map_err(|error| Error::Internal(error.to_string()))?;
    let separator = if options.is_empty() { "" } else { ";" };
    Ok(entry.start(&format!("{options}{separator}deal={deal}"), &mut rand::rng())?)
}

fn bytes(hex: &str) -> Result<Vec<u8>> {
    let digits = |index| hex.get(index..index + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    (0..hex.len()).step_by(2).map(|index| digits(index).ok_or_else(unreadable)).collect()
}

fn unreadable() -> Error {
    Error::Internal("a secret or nonce is not hexadecimal".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deal_follows_from_the_secret_and_the_nonces() {
        let Some(entry) = games::GAMES.iter().find(|entry| entry.info().hidden) else {
            panic!("one game hides something")
        };
        let (secret, commit) = pledge(entry.info(), "seats=2").expect("the deal is left to chance");
        let nonces = ["0a".to_owned(), String::new()];
        let game = start(entry, "seats=2", Some((&secret, &nonces))).unwrap();
        let setup = game.setup();
        let deal = setup.split(';').find_map(|part| part.strip_prefix("deal=")).unwrap();
        let secret = bytes(&secret).unwrap().try_into().unwrap();
        assert_eq!(fair::verify(&commit, &secret, &[vec![10], vec![]], deal), Ok(()));
        assert!(fair::verify(&commit, &secret, &[vec![11], vec![]], deal).is_err());
        assert!(pledge(entry.info(), &setup).is_none(), "a given deal is no chance");
    }
}
