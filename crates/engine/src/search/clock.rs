use std::time::Duration;

use crate::{BySeat, Seat};

/// What is left on the clocks, and what each move adds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clocks {
    pub left: BySeat<Option<Duration>>,
    pub increment: BySeat<Duration>,
}

/// Held back for the way to the clock and back.
const OVERHEAD: Duration = Duration::from_millis(15);
/// A game is taken to last this many more moves.
const MOVES_TO_GO: u32 = 25;

impl Clocks {
    /// How long the seat should think about one move; `None` if it has no clock.
    pub fn budget(&self, seat: Seat) -> Option<Duration> {
        let left = self.left[seat]?;
        let usable = left.saturating_sub(OVERHEAD);
        let wanted = usable / MOVES_TO_GO + self.increment[seat].mul_f64(0.8);
        Some(wanted.min(usable / 2).max(Duration::from_millis(1)))
    }
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
}
