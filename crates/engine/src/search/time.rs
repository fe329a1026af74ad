//! The time manager: how long to think about one move. Everything that thinks by a clock asks here.

use std::time::Duration;

use crate::{BySeat, Seat};

/// What is left on the clocks, and what each move adds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clocks {
    pub left: BySeat<Option<Duration>>,
    pub increment: BySeat<Duration>,
}

/// Held back for the way to the clock and back, and for a machine that is busy with something else: a player that
/// has no more than this left moves at sight and lives on its increment.
const OVERHEAD: Duration = Duration::from_millis(60);
/// Laid by against a machine that stands still for a while: only what is left beyond it is planned with, so a player
/// with less lays by what it does not use of its increment.
const RESERVE: Duration = Duration::from_millis(300);
/// What moving at sight takes.
const LEAST: Duration = Duration::from_millis(1);
/// A game is taken to last this many more moves.
const MOVES_TO_GO: u32 = 30;
/// How much of the increment it uses in any case.
const USED: f64 = 0.6;

impl Clocks {
    /// How long the seat should think about one move; `None` if it has no clock.
    pub fn budget(&self, seat: Seat) -> Option<Duration> {
        Some(time_for_move(self.left[seat]?, self.increment[seat]))
    }
}

/// How long to think about one move with this much left on the clock, to which each move adds the increment.
pub fn time_for_move(left: Duration, increment: Duration) -> Duration {
    let wanted = left.saturating_sub(RESERVE) / MOVES_TO_GO + increment.mul_f64(USED);
    let most = left.saturating_sub(OVERHEAD) / 2;
    wanted.min(most).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_never_exceeds_the_clock() {
        for left in [0, 1, 16, 40, 100, 1_000, 60_000] {
            let left = Duration::from_millis(left);
            let clocks = Clocks {
                left: BySeat::from_fn(|_| Some(left)),
                increment: BySeat::from_fn(|_| Duration::from_secs(10)),
            };
            let budget = clocks.budget(Seat::new(0)).unwrap();
            assert!(budget <= (left / 2).max(Duration::from_millis(1)), "{budget:?} of {left:?}");
        }
        assert_eq!(Clocks::default().budget(Seat::new(1)), None);
    }

    /// Plays a thousand moves on 0.1 s + 0.01 s, each delayed by this many milliseconds.
    fn survives(late: impl Fn(usize) -> u64) {
        let seat = Seat::new(0);
        let increment = Duration::from_millis(10);
        let mut left = Duration::from_millis(100);
        for number in 0..1_000 {
            let clocks =
                Clocks { left: BySeat::from_fn(|_| Some(left)), increment: BySeat::from_fn(|_| increment) };
            let spent = clocks.budget(seat).expect("there is a clock") + Duration::from_millis(late(number));
            left =
                left.checked_sub(spent).unwrap_or_else(|| panic!("out of time at move {number}")) + increment;
        }
    }

    #[test]
    fn a_player_on_a_tenth_of_a_second_survives_a_busy_machine() {
        survives(|number| if number % 10 == 9 { 50 } else { 0 });
    }

    #[test]
    fn and_one_that_now_and_then_stands_still() {
        survives(|number| if number % 100 == 99 { 350 } else { 0 });
    }
}
