//! Passwords: argon2id, which takes a while, so not on the async threads; and never in a log.

use argon2::{Argon2, PasswordHasher, PasswordVerifier, password_hash::phc::PasswordHash};

use crate::error::{Error, Result};

/// What is kept of a password.
pub(crate) fn hash(password: &str) -> Result<String> {
    if !(8..=200).contains(&password.chars().count()) {
        return Err(Error::BadPassword);
    }
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| Error::Internal(format!("argon2: {error}")))
}

/// Fails unless the password is the one that was kept, after the same work whether there was one or not.
pub(crate) fn verify(password: &str, kept: Option<&str>) -> Result<()> {
    if password.len() > 1000 {
        return Err(Error::WrongPassword);
    }
    let Some(kept) = kept else {
        let _as_long = Argon2::default().hash_password(password.as_bytes());
        return Err(Error::WrongPassword);
    };
    let hash = PasswordHash::new(kept).map_err(|error| Error::Internal(format!("argon2: {error}")))?;
    Argon2::default().verify_password(password.as_bytes(), &hash).map_err(|_| Error::WrongPassword)
}
