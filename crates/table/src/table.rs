//! A table as the sum of its events.

use std::collections::{HashSet, VecDeque};

use engine::{AnyGame, Entry, GameList, Seat, Turn, Withdrawal, lud::MOST_STEPS};
use rand::{Rng, SeedableRng, rngs::SmallRng};

use crate::{
    error::{Result, TableError},
    event::{LogEntry, Reveal, TableEvent},
    fair::{self, NONCE_TIME},
    info::{Decision, TableInfo},
    message::{Asking, ChatLine, Clocks, Offer},
    summary::{State, Who},
    timer::Timer,
};

/// How many events a table may have, so that replaying it has a bound: a game that goes on for longer is called off,
const MOST_EVENTS: i64 = 2 * MOST_STEPS as i64;
/// and talk ends long before that, so that nobody talks a game to its end.
pub(crate) const MOST_TALK: i64 = MOST_STEPS as i64;
/// How many lines of chat a newcomer is told.
const CHAT: usize = 100;
/// How many events are at hand for those who come back.
const RECENT: usize = 64;

/// Everything about a table that its events decide.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) info: TableInfo,
    pub(crate) entry: &'static Entry,
    pub(crate) people: Vec<Vec<Who>>,
    /// One per seat: of a team that of the first who sat there. Empty while it is still to come.
    pub(crate) nonces: Vec<String>,
    pub(crate) state: State,
    /// Before the start, what the board will look like.
    pub(crate) game: Box<dyn AnyGame>,
    /// The seat that played each action that stands.
    pub(crate) actors: Vec<Seat>,
    pub(crate) timer: Timer,
    pub(crate) offers: Vec<Offer>,
    /// Who wants to join a team that plays.
    pub(crate) asking: Vec<Asking>,
    pub(crate) chat: VecDeque<ChatLine>,
    pub(crate) muted: HashSet<String>,
    /// Result, unless it was called off, and clause.
    pub(crate) ended: Option<(Option<Vec<String>>, String)>,
    pub(crate) n: i64,
    pub(crate) recent: VecDeque<(i64, TableEvent)>,
    epoch: u64,
}

impl Table {
    /// A table at which nothing has happened and nobody sits. `rng` decides what the board looks like before the start.
    pub fn new(info: TableInfo, games: GameList, rng: &mut dyn Rng) -> Result<Self> {
        let entry = games.get(&info.game).ok_or(TableError::NoSuchGame)?;
        let game = entry.start(info.setup.as_deref().unwrap_or(&info.options), rng)?;
        let seats = info.seats.len();
        if seats != game.seats() {
            return Err(TableError::BadTable("this number of seats"));
        }
        Ok(Table {
            entry,
            people: vec![Vec::new(); seats],
            nonces: vec![String::new(); seats],
            state: State::Open,
            game,
            actors: Vec::new(),
            timer: Timer::new(info.clock, info.reply_seconds),
            offers: Vec::new(),
            asking: Vec::new(),
            chat: VecDeque::new(),
            muted: HashSet::new(),
            ended: None,
            n: 0,
            recent: VecDeque::new(),
            epoch: 0,
            info,
        })
    }

    /// Lets happen again what a host has kept; the entries come in their order.
    pub fn replay(&mut self, entry: &LogEntry) -> Result<()> {
        if entry.n != self.n + 1 {
            return Err(TableError::Corrupt(format!("event {} comes after event {}", entry.n, self.n)));
        }
        let changed = self.apply(entry.at, entry.event.clone())?;
        // Talk in the middle of a turn does not begin it anew, though the clocks may be kept with it.
        if let Some(clocks) = entry.clocks.as_ref().filter(|_| changed) {
            if clocks.len() != self.seats() {
                return Err(TableError::Corrupt("clocks of other seats".to_owned()));
            }
            self.timer.restore(clocks.clone(), entry.at);
        }
        Ok(())
    }

    /// Lets a decision happen, with all that follows from it by itself: the start when every seat is taken, replies that
    /// a seat always lets pass, the end. Returns what the host is to keep. `rng` draws the set-up, unless there is a
    /// secret for a fair deal.
    ///
    /// After an error the table is not what it was: the host reads it anew from what it has kept.
    pub fn perform(&mut self, decision: Decision, at: i64, rng: &mut dyn Rng) -> Result<Vec<LogEntry>> {
        if let Some(seats) = decision.pass_replies {
            self.info.pass_replies = seats.iter().map(Seat::number).collect();
        }
        let mut log = Vec::new();
        let mut events: VecDeque<_> = decision.events.into();
        loop {
            let next = match events.pop_front() {
                Some(event) => Some(event),
                None => self.consequence(at, rng)?,
            };
            let Some(event) = next else { return Ok(log) };
            let changed = self.apply(at, event.clone())?;
            log.push(LogEntry { n: self.n, at, event, clocks: self.timer.left().filter(|_| changed) });
        }
    }

    /// What the time alone brings about by `now`: a game starts without the nonces that it waited for, a seat loses on
    /// time, or a reply window closes.
    pub fn due(&self, now: i64) -> Option<Decision> {
        if self.state != State::Live {
            return self.deadline().filter(|&at| at <= now).map(|_| Decision::default());
        }
        match self.timer.fallen(now) {
            Some(seat) => Some(TableEvent::Time { seat: seat.number() }.into()),
            None if self.timer.lapsed(now) => self.lapse().map(Decision::from),
            None => None,
        }
    }

    /// When [`due`](Self::due) will have an answer, if nothing happens before.
    pub fn deadline(&self) -> Option<i64> {
        match self.state {
            State::Open => {
                Some(self.nonces_by()).filter(|&at| self.is_full() && self.waits_for_nonces(at - 1))
            }
            State::Live => self.timer.deadline(),
            State::Over => None,
        }
    }

    /// Numbers the event and lets it happen. Answers whether the game is another one now.
    fn apply(&mut self, at: i64, event: TableEvent) -> Result<bool> {
        let mut changes_game = false;
        match &event {
            TableEvent::Sit { seat, person } => {
                let seat = self.seat(*seat)?;
                self.people[seat.index()].push(person.clone());
                self.asking.retain(|asking| asking.person.id != person.id);
            }
            TableEvent::Nonce { seat, nonce } => {
                let seat = self.seat(*seat)?;
                self.nonces[seat.index()].clone_from(nonce);
            }
            TableEvent::Ask { seat, person } => {
                self.asking.push(Asking { seat: *seat, person: person.clone() });
            }
            TableEvent::TurnAway { person, .. } => {
                self.asking.retain(|asking| asking.person.id != person.id);
            }
            TableEvent::Stand { seat, person } => {
                let seat = self.seat(*seat)?;
                let first = self.people[seat.index()].first().is_some_and(|who| who.id == person.id);
                self.people[seat.index()].retain(|who| who.id != person.id);
                if first {
                    self.nonces[seat.index()].clear();
                }
            }
            TableEvent::Start {} => {
                let setup = self.info.setup.as_deref().ok_or(TableError::NotStarted)?;
                // The set-up is complete: nothing is left to chance.
                self.game = self.entry.start(setup, &mut SmallRng::seed_from_u64(0))?;
                self.state = State::Live;
                self.timer.start(self.game.turn(), self.game.seats(), at);
                changes_game = true;
            }
            TableEvent::Action { seat, t, .. } => {
                let seat = self.seat(*seat)?;
                self.game.play(t)?;
                self.actors.push(seat);
                changes_game = true;
            }
            TableEvent::Resign { seat } => {
                self.game.withdraw(self.seat(*seat)?, Withdrawal::Resign)?;
                changes_game = true;
            }
            TableEvent::Time { seat } => {
                self.game.withdraw(self.seat(*seat)?, Withdrawal::Time)?;
                changes_game = true;
            }
            TableEvent::Draw {} => {
                self.game.push("draw")?;
                changes_game = true;
            }
            TableEvent::Takeback { ply, .. } => {
                self.game.push(&format!("takeback:{ply}"))?;
                self.actors.truncate(ply - 1);
                // Where nobody else is to be asked, a game may go on after its end.
                (self.state, self.ended) = (State::Live, None);
                changes_game = true;
            }
            TableEvent::Offer { what, seat } => {
                match self.offers.iter_mut().find(|offer| offer.what == *what) {
                    Some(offer) => offer.yes.push(*seat),
                    None => self.offers.push(Offer { what: *what, seat: *seat, yes: vec![*seat] }),
                }
            }
            TableEvent::Decline { what, .. } => self.offers.retain(|offer| offer.what != *what),
            TableEvent::Chat { from, person, text } => {
                let (from, person, text) = (from.clone(), person.clone(), text.clone());
                self.chat.push_back(ChatLine { n: self.n + 1, from, person, text, at });
                if self.chat.len() > CHAT {
                    self.chat.pop_front();
                }
            }
            TableEvent::Mute { person, on: true } => {
                self.muted.insert(person.clone());
            }
            TableEvent::Mute { person, on: false } => {
                self.muted.remove(person);
            }
            TableEvent::Rematch { .. } => self.offers.clear(),
            TableEvent::Abort {} => {
                self.state = State::Over;
                self.asking.clear();
                self.ended = Some((None, "abort".to_owned()));
                changes_game = true;
            }
            TableEvent::Over { result, by, .. } => {
                self.state = State::Over;
                self.asking.clear();
                self.ended = Some((Some(result.clone()), by.clone()));
            }
        }
        if changes_game {
            self.epoch += 1;
            self.offers.clear();
            if !matches!(event, TableEvent::Start {} | TableEvent::Abort {}) {
                self.timer.step(self.game.turn(), at);
            }
        }
        self.n += 1;
        self.recent.push_back((self.n, event));
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
        Ok(changes_game)
    }

    /// What follows by itself from how things are now.
    fn consequence(&mut self, at: i64, rng: &mut dyn Rng) -> Result<Option<TableEvent>> {
        match (self.state, self.turn()) {
            (State::Open, _) if self.is_full() && !self.waits_for_nonces(at) => {
                let without = Seat::all(self.seats()).find(|&seat| self.nonce(seat).is_empty());
                if let Some(seat) = without.filter(|_| self.info.secret.is_some()) {
                    let nonce = fair::own_nonce(seat);
                    return Ok(Some(TableEvent::Nonce { seat: seat.number(), nonce }));
                }
                let seed = self.info.secret.as_deref().map(|secret| (secret, self.nonces.as_slice()));
                self.info.setup = Some(fair::start(self.entry, &self.info.options, seed, rng)?.setup());
                Ok(Some(TableEvent::Start {}))
            }
            (State::Live, turn) if !turn.is_over() && self.is_too_long() => Ok(Some(TableEvent::Abort {})),
            (State::Live, Turn::Over(outcome)) => Ok(Some(TableEvent::Over {
                result: outcome.shares().map(str::to_owned).collect(),
                by: outcome.by().to_owned(),
                reveal: self.reveal(),
            })),
            (State::Live, Turn::Reply(seat)) if self.passes_replies(seat) && self.level(seat).is_none() => {
                Ok(self.lapse())
            }
            _ => Ok(None),
        }
    }

    /// Whether somebody may still say what their seat adds to a fair deal.
    fn waits_for_nonces(&self, at: i64) -> bool {
        at < self.nonces_by() && Seat::all(self.seats()).any(|seat| self.awaits_nonce(seat))
    }

    /// Until when nonces are waited for.
    fn nonces_by(&self) -> i64 {
        self.info.created + NONCE_TIME
    }

    fn is_too_long(&self) -> bool {
        self.n >= MOST_EVENTS || self.game.ply() >= MOST_STEPS
    }

    /// What is played when nobody answers in time.
    fn lapse(&self) -> Option<TableEvent> {
        Some(self.action(self.turn().seat()?, self.game.lapse()?))
    }

    /// The next action.
    pub(crate) fn action(&self, seat: Seat, t: String) -> TableEvent {
        TableEvent::Action { ply: self.game.ply() + 1, seat: seat.number(), t }
    }

    fn passes_replies(&self, seat: Seat) -> bool {
        self.info.pass_replies.contains(&seat.number())
    }

    pub(crate) fn reveal(&self) -> Option<Reveal> {
        let secret = self.info.secret.clone()?;
        Some(Reveal { secret, nonces: self.nonces.clone() })
    }

    /// Sets how much of the time since the present decision has been waited for is not charged, in milliseconds.
    pub fn forgive(&mut self, outage: i64) {
        self.timer.forgive(outage);
    }

    /// The present decision is waited for only from this much later: until then nobody could know of it.
    pub fn delay(&mut self, time: i64) {
        self.timer.delay(time);
    }

    /// Since when the present decision has been waited for.
    pub fn waiting_since(&self) -> i64 {
        self.timer.since()
    }

    /// What the clocks show.
    pub fn clocks(&self, now: i64) -> Clocks {
        self.timer.view(now)
    }

    /// How long this seat may still think, in milliseconds; nothing if it may take its time.
    pub fn time_left(&self, seat: Seat, now: i64) -> Option<i64> {
        self.timer.budget(seat, now)
    }

    /// The set-up that another host has drawn, before its `Start` is replayed here.
    pub fn set_setup(&mut self, setup: Option<String>) {
        self.info.setup = setup;
    }

    pub fn info(&self) -> &TableInfo {
        &self.info
    }

    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    pub fn state(&self) -> State {
        self.state
    }

    /// The game itself, for engines, which look at it as their seat.
    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    /// The number of the last event.
    pub fn n(&self) -> i64 {
        self.n
    }

    /// Counts the changes of the game, so that a move found for an earlier one can be known to be late.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    pub fn turn(&self) -> Turn {
        self.game.turn()
    }
}
