//! What the results of a match say.

/// Results of one player against the field, from 0 (lost) to 1 (won).
#[derive(Clone, Debug, Default)]
pub(crate) struct Scores {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    sum: f64,
    squares: f64,
}

impl Scores {
    pub(crate) fn add(&mut self, share: f64) {
        match share {
            _ if share >= 1.0 => self.wins += 1,
            _ if share <= 0.0 => self.losses += 1,
            _ => self.draws += 1,
        }
        self.sum += share;
        self.squares += share * share;
    }

    pub(crate) fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum / f64::from(self.games().max(1))
    }

    /// The standard error of the mean.
    pub(crate) fn error(&self) -> f64 {
        let games = f64::from(self.games().max(1));
        let mean = self.mean();
        // A clean sweep has no spread of its own: act as if half a game had gone the other way.
        let spread = (self.squares / games - mean * mean).max(0.25 / games);
        (spread / games).sqrt()
    }

    /// The difference in Elo to this many rivals of equal strength, with its 95 % interval.
    pub(crate) fn elo(&self, rivals: usize) -> (f64, f64, f64) {
        let (mean, error) = (self.mean(), 1.96 * self.error());
        (elo(mean, rivals), elo(mean - error, rivals), elo(mean + error, rivals))
    }

    /// The log-likelihood ratio of "stronger by `elo1`" against "stronger by `elo0`", by the normal
    /// approximation of the generalised test.
    pub(crate) fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        let variance = self.error().powi(2);
        let (s0, s1) = (share(elo0), share(elo1));
        (s1 - s0) * (2.0 * self.mean() - s0 - s1) / (2.0 * variance)
    }
}

/// The share that goes with a difference in Elo.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A player who is better by 400 takes ten times the share of each rival.
fn elo(share: f64, rivals: usize) -> f64 {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    400.0 * (share * rivals as f64 / (1.0 - share)).log10()
}

/// A sequential test of two hypotheses about the difference in Elo.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sprt {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
    /// How often it may be wrong in either direction.
    pub(crate) risk: f64,
}

impl Sprt {
    /// `Some(true)`: stronger by `elo1`; `Some(false)`: not stronger than by `elo0`; `None`: play on.
    pub(crate) fn verdict(&self, scores: &Scores) -> Option<bool> {
        let bound = ((1.0 - self.risk) / self.risk).ln();
        let ratio = scores.log_likelihood_ratio(self.elo0, self.elo1);
        (ratio.abs() >= bound && scores.games() >= 10).then_some(ratio > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(wins: u32, draws: u32, losses: u32) -> Scores {
        let mut scores = Scores::default();
        (0..wins).for_each(|_| scores.add(1.0));
        (0..draws).for_each(|_| scores.add(0.5));
        (0..losses).for_each(|_| scores.add(0.0));
        scores
    }

    #[test]
    fn elo_of_known_shares() {
        let (mid, low, high) = scores(50, 0, 50).elo(1);
        assert!(mid.abs() < 1e-9 && (low + high).abs() < 1e-6);
        let (mid, low, high) = scores(75, 0, 25).elo(1);
        assert!((mid - 190.85).abs() < 0.1, "{mid}");
        assert!(low < mid && mid < high);
        let (third, ..) = scores(20, 0, 40).elo(2);
        assert!(third.abs() < 1e-9, "a third is what one of three equals takes: {third}");
    }

    #[test]
    fn a_sequential_test_ends_either_way() {
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, risk: 0.05 };
        assert_eq!(sprt.verdict(&scores(900, 0, 700)), Some(true));
        assert_eq!(sprt.verdict(&scores(700, 0, 900)), Some(false));
        assert_eq!(sprt.verdict(&scores(10, 0, 9)), None);
    }
}
