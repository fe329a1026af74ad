//! Passwords: argon2id, off the async threads, never in a log.

use argon2::{Argon2, PasswordHasher, PasswordVerifier, password_hash::phc::PasswordHash};

use tokio::sync::Semaphore;

use crate::error::{Error, Result};

/// Hashing is slow and large on purpose: no more than this at a time.
static AT_A_TIME: Semaphore = Semaphore::const_new(2);

/// What is kept of a password.
pub(crate) async fn hash(password: String) -> Result<String> {
    if !(8..=200).contains(&password.chars().count()) {
        return Err(Error::BadPassword);
    }
    blocking(move || {
        Argon2::default()
            .hash_password(password.as_bytes())
            .map(|hash| hash.to_string())
            .map_err(|error| Error::Internal(format!("argon2: {error}")))
    })
    .await
}

/// Fails unless the password is the one that was kept, after the same work whether there was one or not.
pub(crate) async fn verify(password: String, kept: Option<String>) -> Result<()> {
    if password.len() > 1000 {
        return Err(Error::WrongPassword);
    }
    blocking(move || {
        let Some(kept) = kept else {
            let _as_long = Argon2::default().hash_password(password.as_bytes());
            return Err(Error::WrongPassword);
        };
        let hash = PasswordHash::new(&kept).map_err(|error| Error::Internal(format!("argon2: {error}")))?;
        Argon2::default().verify_password(password.as_bytes(), &hash).map_err(|_| Error::WrongPassword)
    })
    .await
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let _turn = AT_A_TIME.acquire().await.map_err(|_| Error::Stopping)?;
    tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))?
}
