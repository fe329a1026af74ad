use crate::{
    BySeat, Game, Learnt, Seat,
    network::Inputs,
    search::{LEVELS, Level, Method},
};

/// Judgement about positions and moves. Nothing here is rules; search alone asks. A game that has none yet leaves
/// everything as it is here: search then sees as far as it looks ahead.
pub trait Judge: Game {
    /// The judgement at which a seat is likely to win by about three to one.
    const SCALE: f64 = 400.0;

    /// The methods that its levels use: a browser has no other.
    const METHODS: &'static [Method] = &[Method::Friendly, Method::AlphaBeta, Method::Tree];

    /// Set-ups that `ludarium bench search` searches at full strength, and how far: plies for alpha-beta, else nodes.
    const BENCH: &'static [(&'static str, u32)] = &[];

    /// The levels for games set up like this one, by number: 0 is friendly, the last is full strength.
    fn levels(&self) -> &'static [Level; LEVELS] {
        if Self::INFO.hidden || self.seats() > 2 { &Level::TREE } else { &Level::ALPHA_BETA }
    }

    /// How good the position is for the seat, in hundredths of what one could call a pawn. Within ±20,000.
    fn evaluate(&self, seat: Seat) -> i32 {
        let _ = seat;
        0
    }

    /// The same for every seat: what they share need be worked out only once.
    fn evaluate_all(&self) -> BySeat<i32> {
        BySeat::from_fn(|seat| if seat.index() < self.seats() { self.evaluate(seat) } else { 0 })
    }

    /// How many inputs a network for games set up like this one has; 0 if they are judged by hand alone.
    fn inputs(&self) -> usize {
        0
    }

    /// Tells a network what it asks about this position, as one of the two seats sees it; says which, and what
    /// [`evaluate`](Judge::evaluate) says for that seat. Only asked where there are inputs and the game is not over.
    fn tell(&self, inputs: &mut Inputs) -> (Seat, i32) {
        let _ = inputs;
        (Seat::new(0), self.evaluate(Seat::new(0)))
    }

    /// The network that games with [inputs](Judge::inputs) for it are judged by at full strength.
    fn network() -> Option<&'static Learnt> {
        None
    }

    /// Whether this is a moment to judge. A tree search plays what looks best until it is, so that no turn is judged
    /// half done.
    fn calm(&self) -> bool {
        true
    }

    /// What lies on the board and no more, in the same units: the judgement of a [yardstick](crate::search::Method::Plain).
    fn material(&self, seat: Seat) -> i32 {
        self.evaluate(seat)
    }

    /// What cannot wait, if that is cheap to see: a search sees it where others are deeper by a ply or two.
    fn urgency(&self) -> Urgency<Self::Move> {
        Urgency::Calm
    }

    /// A hint of how promising a move is, higher first; comparable with history scores of up to ±8,000.
    fn prior(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }

    /// Appends the hint for each of these moves: what they share need be worked out only once.
    fn priors(&self, moves: &[Self::Move], hints: &mut Vec<i32>) {
        hints.extend(moves.iter().map(|&m| self.prior(m)));
    }

    /// The hints of one who looks at his own way alone and overlooks rivals: a blind spot of weak levels.
    fn heedless_priors(&self, moves: &[Self::Move], hints: &mut Vec<i32>) {
        self.priors(moves, hints);
    }

    /// Whether the move changes so much that a search neither reduces nor leaves it out.
    fn loud(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }
}

/// Whether a position can wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency<M> {
    /// The seat to act wins at once by this move.
    Win(M),
    /// The seat to act would lose at once if it did nothing: no moment to judge.
    Danger,
    Calm,
}
