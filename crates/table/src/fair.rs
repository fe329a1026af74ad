//! What chance decides at a table follows from a secret of the host, committed to when the table is made, and from a nonce
//! of each seat, so that nobody can choose it and everybody can check it afterwards.

use engine::{AnyGame, Entry, Seat, fair};
use rand::Rng;

use crate::error::{Result, TableError};

/// A secret and the commitment to it that is published, both in hexadecimal; nothing where the options leave nothing to
/// chance.
pub fn commit(
    entry: &Entry,
    options: &str,
    rng: &mut dyn Rng,
) -> Result<Option<(String, String)>, TableError> {
    let committed = fair::leaves_to_chance(entry, options)?.then(|| {
        let mut secret = [0; 32];
        rng.fill_bytes(&mut secret);
        (secret.iter().map(|byte| format!("{byte:02x}")).collect(), fair::commit(&secret))
    });
    Ok(committed)
}

/// How long the seats that are taken from the beginning have for their nonces, in milliseconds: they know the commitment
/// only when the table is there.
pub(crate) const NONCE_TIME: i64 = 5_000;

/// The nonce of a seat that gives none, such as an engine's: its number, which nobody chooses.
pub fn own_nonce(seat: Seat) -> String {
    format!("{:02x}", seat.number())
}

/// Refuses a nonce that is not whole bytes in lowercase hexadecimal, or too many of them.
pub(crate) fn check_nonce(nonce: &str) -> Result<()> {
    let digits = nonce.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if digits && nonce.len().is_multiple_of(2) && nonce.len() <= 2 * fair::LONGEST_NONCE {
        Ok(())
    } else {
        Err(TableError::Nonce)
    }
}

/// A fresh game. With a secret and a nonce of each seat, what chance decides follows from both.
pub(crate) fn start(
    entry: &Entry,
    options: &str,
    seed: Option<(&str, &[String])>,
    rng: &mut dyn Rng,
) -> Result<Box<dyn AnyGame>> {
    let Some((secret, nonces)) = seed else { return Ok(entry.start(options, rng)?) };
    let secret = bytes(secret)?.try_into().map_err(|_| unreadable())?;
    let nonces = nonces.iter().map(|nonce| bytes(nonce)).collect::<Result<Vec<_>>>()?;
    let generator = fair::generator(&secret, &nonces);
    Ok(entry.start(options, &mut generator.map_err(|error| TableError::Corrupt(error.to_string()))?)?)
}

fn bytes(hex: &str) -> Result<Vec<u8>> {
    let digits = |index| hex.get(index..index + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    (0..hex.len()).step_by(2).map(|index| digits(index).ok_or_else(unreadable)).collect()
}

fn unreadable() -> TableError {
    TableError::Corrupt("a secret or nonce is not hexadecimal".to_owned())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn the_deal_follows_from_the_secret_and_the_nonces() {
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        let entry = games::GAMES.iter().find(|entry| entry.info().hidden).expect("one game hides something");
        let (secret, commitment) =
            commit(entry, "seats=2", rng).unwrap().expect("the deal is left to chance");
        let nonces = ["0a".to_owned(), String::new()];
        let setup = start(entry, "seats=2", Some((&secret, &nonces)), rng).unwrap().setup();
        let secret = bytes(&secret).unwrap().try_into().unwrap();
        assert_eq!(fair::verify(entry, &commitment, &secret, &[vec![10], vec![]], &setup), Ok(()));
        assert!(fair::verify(entry, &commitment, &secret, &[vec![11], vec![]], &setup).is_err());
        assert_eq!(commit(entry, &setup, rng), Ok(None), "a given deal is no chance");
    }
}
