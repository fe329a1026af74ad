//! Deals that nobody can choose: a secret fixed before anyone sits down, and a nonce from each seat.
//!
//! docs/notation.md, "Fair deals", gives the exact bytes and an independent check.

use std::{error::Error, fmt};

use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use sha2::{Digest, Sha256};

use super::deal::Deal;

/// The longest nonce of a seat in bytes; its length is written in one byte.
pub const LONGEST_NONCE: usize = 64;

/// Why a deal is not the one that was promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfair {
    /// The secret is not the one committed to.
    Secret,
    /// The nonce of the seat with this number is too long.
    Nonce(usize),
    /// The deal does not follow from secret and nonces.
    Deal,
}

impl fmt::Display for Unfair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfair::Secret => f.write_str("the secret is not the one that was committed to"),
            Unfair::Nonce(seat) => write!(f, "the nonce of seat {seat} has more than {LONGEST_NONCE} bytes"),
            Unfair::Deal => f.write_str("the deal does not follow from the secret and the nonces"),
        }
    }
}

impl Error for Unfair {}

/// What is published before anyone sits down: the SHA-256 of the secret in lowercase hexadecimal.
pub fn commit(secret: &[u8; 32]) -> String {
    Sha256::digest(secret).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The deal that follows from the secret and the nonces of the seats in order; a seat that gave none has an
/// empty one.
pub fn deal(secret: &[u8; 32], nonces: &[Vec<u8>]) -> Result<Deal, Unfair> {
    let mut hash = Sha256::new().chain_update(secret);
    for (index, nonce) in nonces.iter().enumerate() {
        let length = u8::try_from(nonce.len()).ok().filter(|&length| usize::from(length) <= LONGEST_NONCE);
        hash.update([length.ok_or(Unfair::Nonce(index + 1))?]);
        hash.update(nonce);
    }
    Ok(Deal::shuffled(&mut ChaCha20Rng::from_seed(hash.finalize().into())))
}

/// Checks a finished game: that the secret is the one committed to, and that the deal follows from it.
pub fn verify(
    commitment: &str,
    secret: &[u8; 32],
    nonces: &[Vec<u8>],
    deal_text: &str,
) -> Result<(), Unfair> {
    if commit(secret) != commitment {
        return Err(Unfair::Secret);
    }
    if deal(secret, nonces)?.to_string() != deal_text {
        return Err(Unfair::Deal);
    }
    Ok(())
}
