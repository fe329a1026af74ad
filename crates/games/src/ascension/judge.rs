//! Judgement: how many rounds each seat needs to the summit and home, and how easily its pawn is blocked.

mod hints;
mod inputs;
mod levels;
mod rides;
mod roads;
mod watch;

use engine::{
    BySeat, Game, Judge, Seat,
    network::Inputs,
    search::{LEVELS, Level, Method},
};

use self::roads::{Around, FAR};
use super::{Ascension, CellSet, Move, Phase, piece::Sign};

/// What a round is worth.
const ROUND: i32 = 60;
/// Turns from the summit home, and from the own corner to the summit, if nobody is in the way.
const DESCENT: i32 = 11;
const ASCENT: i32 = 12;
/// To have another start, besides what being blocked costs.
const START: i32 = 120;
/// What a blocked pawn without a further start loses.
const OUT: i32 = 1_500;
/// Half-cubes in reserve, none to two: climbing needs one, and coming home one with the own figure.
const PLAIN: [i32; 3] = [0, 15, 25];
const FIGURED: [i32; 3] = [0, 60, 75];
const WON: i32 = 20_000;
/// A lead with nothing to go is worth `LONG / SHORT` times itself, one at the start about itself.
const LONG: i32 = 40 * ROUND;
const SHORT: i32 = 15 * ROUND;
/// No lead is worth more than this: who is far ahead must still see which way home is shorter.
const MOST: i32 = 800;
/// What towers of the wrong parity cost, in quarters of a turn.
const PARITY: i32 = 5;

/// What it is worth to have this many cells to step to as they are.
const READY: [i32; 6] = [0, 14, 26, 36, 44, 50];

/// How likely a pawn with so few exits is blocked before it steps, in hundredths: on turn, and before the turns of
/// others.
const RISK_ON_TURN: [i32; 3] = [90, 12, 3];
const RISK_BEFORE_OTHERS: [i32; 4] = [90, 50, 12, 3];

/// How a seat stands.
#[derive(Clone, Copy)]
struct Standing {
    value: i32,
    /// What is left of its way, in the same unit.
    to_go: i32,
    /// What is left to the summit, or from there home, in quarter turns.
    road: i32,
    around: Around,
}

impl Standing {
    const OUT: Standing = Standing { value: -4_000, to_go: 4_000, road: FAR, around: Around::NOWHERE };
}

impl Ascension {
    /// How well a seat stands, whoever else plays, and what its way to the end costs.
    fn standing(&self, seat: Seat) -> Standing {
        let player = &self.players[seat];
        let Some(pawn) = player.pawn else { return Standing::OUT };
        let climbed = self.climbers.contains(seat);
        let goal = self.goal(seat);
        let height = i32::from(self.board.height(pawn));
        let boarded = self.board.sign(pawn) == Sign::CableCar;
        let roads = self.roads(seat, goal, if boarded { CellSet::ALL } else { CellSet::of(pawn) });
        let mut road = self.way(seat, pawn, height, roads[pawn.index()]);
        if boarded {
            road = road.min(self.rides_of(seat, &roads).left_from(pawn));
        }
        let around = self.around(seat, pawn);
        let rise = i32::from(self.board.height(goal)) - height;
        // No tower beside it is of the right parity.
        if (rise > 1 && !around.up) || (rise < -1 && !around.down) {
            road += PARITY;
        }
        if player.rests {
            road += roads::TURN;
        }
        if self.seat == seat {
            road -= roads::TURN / 2;
        }
        let pace = self.pace(seat);
        let descent = DESCENT * ROUND / pace;
        let rounds = road * ROUND / roads::TURN / if climbed { pace } else { 1 };
        let to_go = rounds + if climbed { 0 } else { descent };
        let safe = player.rests || pawn == self.board.corner(seat);
        let risk = if safe { 0 } else { self.risk(seat, around.exits.len()) };
        let again = self.rules.starts == 0 || player.starts > 0;
        let blocked = if again { (ASCENT * ROUND + descent - to_go).max(0) + START } else { OUT };
        let starts = if self.rules.starts == 0 { 0 } else { START * player.starts.min(3) as i32 };
        let reserve = PLAIN[usize::from(player.plain)] + FIGURED[usize::from(player.figured)];
        let ready = READY[around.ready.min(READY.len() - 1)];
        let value = starts + reserve + ready - to_go - blocked * risk / 100;
        Standing { value, to_go, road, around }
    }

    /// How far each seat is ahead.
    fn compare(&self, standings: &BySeat<Standing>) -> BySeat<i32> {
        let to_go = self.inside.iter().map(|seat| standings[seat].to_go).min().unwrap_or_default();
        BySeat::from_fn(|seat| {
            // The strongest of the others is the one to beat.
            let others =
                self.inside.iter().filter(|&other| other != seat).map(|other| standings[other].value);
            let ahead = standings[seat].value - others.max().unwrap_or_default();
            // The less there is to go, the more a lead is worth.
            let ahead = ahead * LONG / (SHORT + to_go.max(0));
            ahead * MOST / (MOST + ahead.abs())
        })
    }

    fn risk(&self, seat: Seat, exits: usize) -> i32 {
        if self.seat == seat {
            return RISK_ON_TURN.get(exits).copied().unwrap_or(0);
        }
        // Each rival beyond the first can close one exit more.
        let rivals = self.inside.len().saturating_sub(2);
        RISK_BEFORE_OTHERS.get(exits.saturating_sub(rivals / 2)).copied().unwrap_or(0)
    }
}

impl Judge for Ascension {
    const METHODS: &'static [Method] = &[Method::Friendly, Method::Tree];
    const BENCH: &'static [(&'static str, u32)] = &[("seats=2", 2_000), ("seats=4", 2_000)];

    fn levels(&self) -> &'static [Level; LEVELS] {
        match self.seats() {
            2 => &levels::TWO,
            3 => &levels::THREE,
            _ => &levels::FOUR,
        }
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        self.evaluate_all()[seat]
    }

    fn evaluate_all(&self) -> BySeat<i32> {
        if let Some(outcome) = self.turn().outcome() {
            return BySeat::from_fn(|seat| ((2.0 * outcome.share(seat) - 1.0) * f64::from(WON)) as i32);
        }
        self.compare(&self.by_seat(Standing::OUT, |seat| self.standing(seat)))
    }

    fn inputs(&self) -> usize {
        if self.seats() == 2 { inputs::ALL } else { 0 }
    }

    fn tell(&self, inputs: &mut Inputs) -> (Seat, i32) {
        let standings = self.by_seat(Standing::OUT, |seat| self.standing(seat));
        self.tell_two([self.seat, self.seat.next(2)].map(|seat| &standings[seat]), inputs);
        (self.seat, self.compare(&standings)[self.seat])
    }

    fn prior(&self, action: Move) -> i32 {
        let mut hints = Vec::with_capacity(1);
        self.priors(&[action], &mut hints);
        hints[0]
    }

    fn priors(&self, actions: &[Move], hints: &mut Vec<i32>) {
        hints::hint(self, actions, true, hints);
    }

    /// To climb, whoever is in the way and however easily the pawn is blocked there.
    fn heedless_priors(&self, actions: &[Move], hints: &mut Vec<i32>) {
        hints::hint(self, actions, false, hints);
    }

    /// Between turns.
    fn calm(&self) -> bool {
        self.phase == Phase::Pick
    }

    /// A step that wins or reaches the summit.
    fn loud(&self, action: Move) -> bool {
        matches!(action, Move::Step(cell) if cell == self.goal(self.seat))
    }
}
