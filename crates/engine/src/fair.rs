//! Set-ups that nobody can choose: what chance decides follows from a secret that is fixed before anyone sits down, and
//! from a nonce of each seat.
//!
//! docs/notation.md, "Fair deals", gives the exact bytes and an independent check.

use std::{convert::Infallible, error::Error, fmt};

use rand::{Rng, SeedableRng, TryRng};
use rand_chacha::ChaCha20Rng;
use sha2::{Digest, Sha256};

use crate::{Entry, Refusal, mix};

/// The longest nonce of a seat in bytes; its length is written in one byte.
pub const LONGEST_NONCE: usize = 64;

/// Why a set-up is not the one that was promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfair {
    /// The secret is not the one committed to.
    Secret,
    /// The nonce of the seat with this number is too long.
    Nonce(usize),
    /// The set-up does not follow from secret and nonces.
    Setup,
}

impl fmt::Display for Unfair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfair::Secret => f.write_str("the secret is not the one that was committed to"),
            Unfair::Nonce(seat) => write!(f, "the nonce of seat {seat} has more than {LONGEST_NONCE} bytes"),
            Unfair::Setup => f.write_str("the set-up does not follow from the secret and the nonces"),
        }
    }
}

impl Error for Unfair {}

/// What is published before anyone sits down: the SHA-256 of the secret in lowercase hexadecimal.
pub fn commit(secret: &[u8; 32]) -> String {
    Sha256::digest(secret).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The generator that draws a set-up, keyed by the secret and the nonces of the seats in order; a seat that gave none has
/// an empty one.
pub fn generator(secret: &[u8; 32], nonces: &[Vec<u8>]) -> Result<impl Rng + use<>, Unfair> {
    let mut hash = Sha256::new().chain_update(secret);
    for (index, nonce) in nonces.iter().enumerate() {
        let length = u8::try_from(nonce.len()).ok().filter(|&length| usize::from(length) <= LONGEST_NONCE);
        hash.update([length.ok_or(Unfair::Nonce(index + 1))?]);
        hash.update(nonce);
    }
    Ok(ChaCha20Rng::from_seed(hash.finalize().into()))
}

/// Whether a set-up text leaves something to chance.
pub fn leaves_to_chance(entry: &Entry, setup: &str) -> Result<bool, Refusal> {
    let mut chance = Asked(0);
    entry.start(setup, &mut chance)?;
    Ok(chance.0 > 0)
}

/// Checks a finished game: that the secret is the one committed to, and that the complete set-up follows from it.
pub fn verify(
    entry: &Entry,
    commitment: &str,
    secret: &[u8; 32],
    nonces: &[Vec<u8>],
    setup: &str,
) -> Result<(), Unfair> {
    if commit(secret) != commitment {
        return Err(Unfair::Secret);
    }
    let drawn = |key: &str| entry.info().options.iter().any(|option| option.drawn && option.key == key);
    let agreed: Vec<&str> =
        setup.split(';').filter(|part| !part.split_once('=').is_some_and(|(key, _)| drawn(key))).collect();
    let again = entry.start(&agreed.join(";"), &mut generator(secret, nonces)?);
    if again.is_ok_and(|game| game.setup() == setup) { Ok(()) } else { Err(Unfair::Setup) }
}

/// A generator that counts how often it was asked.
pub(crate) struct Asked(pub(crate) u64);

impl TryRng for Asked {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| word as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        // Words that differ: whoever rejects some of them must come to an end.
        self.0 += 1;
        Ok(mix::zobrist(self.0))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for byte in bytes {
            *byte = self.try_next_u64()? as u8;
        }
        Ok(())
    }
}
