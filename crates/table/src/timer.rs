//! Whose time runs, and how much is left.

use engine::{Seat, Turn};

use crate::{message::Clocks, settings::Clock};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// The clocks of one table, in milliseconds.
#[derive(Clone, Debug)]
pub(crate) struct Timer {
    setting: Clock,
    reply: i64,
    left: Vec<i64>,
    /// Since when the present decision has been waited for.
    since: i64,
    /// How much of the time since then nobody is charged for.
    forgiven: i64,
    turn: Option<Turn>,
    /// The last seat that was on turn: an increment is for a turn, not for an action.
    mover: Option<Seat>,
}

impl Timer {
    pub(crate) fn new(setting: Clock, reply_seconds: u32) -> Self {
        let reply = i64::from(reply_seconds) * 1000;
        Timer { setting, reply, left: Vec::new(), since: 0, forgiven: 0, turn: None, mover: None }
    }

    pub(crate) fn start(&mut self, turn: Turn, seats: usize, at: i64) {
        let each = match self.setting {
            Clock::None => None,
            Clock::Fischer { seconds, .. } => Some(i64::from(seconds) * 1000),
            Clock::Days { days } => Some(i64::from(days) * DAY),
        };
        self.left = each.map_or_else(Vec::new, |each| vec![each; seats]);
        self.wait_from(at);
        self.turn = Some(turn);
        self.mover = turn.seat();
    }

    /// The game went on: charges the seat that was waited for, and waits for the next.
    pub(crate) fn step(&mut self, turn: Turn, at: i64) {
        self.left = self.left_at(at);
        let before = self.turn.and_then(Turn::seat);
        self.wait_from(at);
        self.turn = Some(turn);
        match (self.setting, turn) {
            (Clock::Fischer { increment, .. }, Turn::Move(seat)) => {
                if let Some(mover) = self.mover.filter(|&mover| mover != seat) {
                    self.left[mover.index()] += i64::from(increment) * 1000;
                }
                self.mover = Some(seat);
            }
            (Clock::Days { days }, Turn::Move(seat) | Turn::Reply(seat)) if before != Some(seat) => {
                self.left[seat.index()] = i64::from(days) * DAY;
            }
            _ => {}
        }
    }

    /// Puts back what was kept.
    pub(crate) fn restore(&mut self, left: Vec<i64>, since: i64) {
        self.left = left;
        self.wait_from(since);
    }

    fn wait_from(&mut self, at: i64) {
        self.since = at;
        self.forgiven = 0;
    }

    /// This much of the time since the decision has been waited for is not charged.
    pub(crate) fn forgive(&mut self, outage: i64) {
        self.forgiven = outage;
    }

    /// The decision is waited for only from this much later.
    pub(crate) fn delay(&mut self, time: i64) {
        self.since += time;
    }

    /// Since when the decision would have been waited for if all the time were charged.
    fn charged_from(&self) -> i64 {
        self.since + self.forgiven
    }

    pub(crate) fn since(&self) -> i64 {
        self.since
    }

    /// What is left for each seat as of the last step; nothing without a clock.
    pub(crate) fn left(&self) -> Option<Vec<i64>> {
        (!self.left.is_empty()).then(|| self.left.clone())
    }

    /// The seat whose own time runs. In a live game the mover's clock stands while a reply is waited for.
    fn running(&self) -> Option<Seat> {
        match (self.setting, self.turn?) {
            (Clock::None, _) | (_, Turn::Over(_)) | (Clock::Fischer { .. }, Turn::Reply(_)) => None,
            (_, turn) => turn.seat(),
        }
    }

    /// Whether a reply window is open that closes by itself.
    fn window(&self) -> bool {
        self.setting.is_live() && matches!(self.turn, Some(Turn::Reply(_)))
    }

    fn left_at(&self, at: i64) -> Vec<i64> {
        let mut left = self.left.clone();
        if let Some(seat) = self.running() {
            left[seat.index()] = (left[seat.index()] - (at - self.charged_from()).max(0)).max(0);
        }
        left
    }

    /// When somebody's time is up, or the window closes.
    pub(crate) fn deadline(&self) -> Option<i64> {
        if self.window() {
            return Some(self.charged_from() + self.reply);
        }
        self.running().map(|seat| self.charged_from() + self.left[seat.index()])
    }

    /// The seat whose time is up.
    pub(crate) fn fallen(&self, at: i64) -> Option<Seat> {
        self.running().filter(|seat| self.charged_from() + self.left[seat.index()] <= at)
    }

    /// Whether the reply window has closed.
    pub(crate) fn lapsed(&self, at: i64) -> bool {
        self.window() && self.charged_from() + self.reply <= at
    }

    /// How long this seat may still think, for its engine.
    pub(crate) fn budget(&self, seat: Seat, at: i64) -> Option<i64> {
        if self.window() {
            return Some((self.charged_from() + self.reply - at).max(0));
        }
        self.left_at(at).get(seat.index()).copied()
    }

    pub(crate) fn view(&self, at: i64) -> Clocks {
        Clocks {
            left: self.left_at(at),
            running: self.running().map(Seat::number),
            reply_left: self.window().then(|| (self.charged_from() + self.reply - at).max(0)),
            at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Seat = Seat::new(0);
    const TWO: Seat = Seat::new(1);

    fn fischer() -> Timer {
        let mut timer = Timer::new(Clock::Fischer { seconds: 60, increment: 2 }, 10);
        timer.start(Turn::Move(ONE), 2, 0);
        timer
    }

    #[test]
    fn an_increment_is_for_a_turn() {
        let mut timer = fischer();
        timer.step(Turn::Move(ONE), 1_000);
        assert_eq!(timer.view(1_000).left, [59_000, 60_000]);
        timer.step(Turn::Move(TWO), 3_000);
        assert_eq!(timer.view(4_000).left, [59_000, 59_000]);
        assert_eq!(timer.deadline(), Some(63_000));
        assert_eq!(timer.fallen(63_000), Some(TWO));
    }

    #[test]
    fn the_movers_clock_stands_while_a_reply_is_waited_for() {
        let mut timer = fischer();
        timer.step(Turn::Reply(TWO), 5_000);
        assert_eq!(timer.view(9_000).left, [55_000, 60_000]);
        assert_eq!(timer.view(9_000).reply_left, Some(6_000));
        assert!(timer.lapsed(15_000) && !timer.lapsed(14_999));
        timer.step(Turn::Move(ONE), 15_000);
        assert_eq!(timer.view(15_000).left, [55_000, 60_000]);
    }

    #[test]
    fn days_are_for_each_turn_and_a_reply_is_one() {
        let mut timer = Timer::new(Clock::Days { days: 1 }, 10);
        timer.start(Turn::Move(ONE), 2, 0);
        timer.step(Turn::Reply(TWO), 1_000);
        assert_eq!(timer.deadline(), Some(1_000 + DAY));
        timer.step(Turn::Move(ONE), 2_000);
        assert_eq!(timer.view(2_000).left, [DAY, DAY - 1_000]);
    }

    #[test]
    fn an_outage_charges_nobody() {
        let mut timer = fischer();
        timer.restore(vec![30_000, 60_000], 10_000);
        timer.forgive(100_000);
        assert_eq!(timer.view(111_000).left, [29_000, 60_000]);
    }
}
