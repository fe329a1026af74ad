//! What time it is.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
    time::{Instant, SystemTime, UNIX_EPOCH},
};

/// When this process first looked at a clock of either kind.
static START: LazyLock<(i64, Instant)> = LazyLock::new(|| {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    (since.map_or(0, |since| since.as_millis() as i64), Instant::now())
});
/// How much later it is than the wall clock said then.
static LATER: AtomicI64 = AtomicI64::new(0);
/// The most that is believed of a database that comes from the future.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Milliseconds since 1970, as the wall clock had it when the process began: a wall clock that is set meanwhile
/// charges nobody and gives nobody time.
pub fn now() -> i64 {
    START.0 + START.1.elapsed().as_millis() as i64 + LATER.load(Relaxed)
}

/// Time does not go back between two processes on one database either: it is no earlier than this.
pub(crate) fn not_before(at: i64) {
    let behind = at - now();
    if (1..=DAY).contains(&behind) {
        LATER.fetch_add(behind, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_no_earlier_than_it_was() {
        let later = now() + 5_000;
        not_before(later);
        assert!((later..later + 1_000).contains(&now()));
        not_before(later - 3_000);
        not_before(later + 400 * DAY);
        assert!((later..later + 2_000).contains(&now()));
    }
}
