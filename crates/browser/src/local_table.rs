//! A table on this device: one person against engines, or several in front of one screen.

use std::{collections::HashMap, time::Duration};

use engine::{Seat, mix, search::time_for_move};
use games::GAMES;
use rand::{Rng, rngs::StdRng};
use serde::{Deserialize, Serialize};
use table::{
    Audience, Command, Decision, Explained, FinishedGame, Incoming, LogEntry, NewTable, Outgoing, Problem,
    Request, SeatWish, State, Table, TableError, TableInfo, Visitor,
};

use crate::{
    ask::{parsed, text},
    generator,
};

/// The longest an engine thinks about one action: as the server does.
const LONGEST: Duration = Duration::from_secs(3);
/// The letters of ids.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

type Result<T> = std::result::Result<T, TableError>;

/// A table whose host is the page. It speaks to its one client as a server does at a socket.
#[derive(Debug)]
pub struct LocalTable {
    table: Table,
    you: Visitor,
    log: Vec<LogEntry>,
    rng: StdRng,
    /// The seat that the screen is turned to.
    looking: Option<Seat>,
    /// The commands executed and the number of the last event they led to.
    done: HashMap<String, i64>,
    /// How long the page was away while the decision of this epoch was waited for: nobody is charged for that.
    away: (u64, i64),
    /// The table of the rematch.
    next: Option<Box<LocalTable>>,
}

/// All that is kept of a table.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    info: TableInfo,
    log: Vec<LogEntry>,
    /// When it was saved, and how long the page had been away by then.
    at: i64,
    away: i64,
}

/// The search that a table wants now: a [`Think`](crate::Think), and for whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct EngineWish {
    /// To be handed back with the move: it tells one that comes too late.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub epoch: u64,
    pub game: String,
    pub setup: String,
    pub moves: Vec<String>,
    pub seat: usize,
    pub level: u8,
    pub seconds: f64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seed: u64,
}

impl LocalTable {
    /// Makes a table and starts its game. What chance decides follows from `seed`.
    pub fn create(new: NewTable, you: Visitor, seed: &str, now: i64) -> Result<Self> {
        let mut rng = generator(seed);
        new.check(&you, GAMES, &mut rng)?;
        let away =
            |wish: &SeatWish| !matches!(wish, SeatWish::Me | SeatWish::Device | SeatWish::Engine { .. });
        if new.rated || new.seats.iter().any(away) {
            return Err(TableError::BadTable("seats for people who are not here"));
        }
        let info = TableInfo {
            id: id(&mut rng),
            reply_seconds: new.reply_seconds,
            ..TableInfo::local(&new.game, &new.setup, new.seats, new.clock, &you, now)
        };
        Self::start(info, you, rng, now)
    }

    fn start(info: TableInfo, you: Visitor, mut rng: StdRng, now: i64) -> Result<Self> {
        let mut table = Table::new(info, GAMES, &mut rng)?;
        table.set_sitters(&table.info().sitters_of(&you))?;
        let log = table.perform(Decision::default(), now, &mut rng)?;
        Ok(Self::of(table, you, log, rng))
    }

    fn of(table: Table, you: Visitor, log: Vec<LogEntry>, rng: StdRng) -> Self {
        LocalTable { table, you, log, rng, looking: None, done: HashMap::new(), away: (0, 0), next: None }
    }

    /// The table that was saved, for whoever sits here now. The time since is nobody's.
    pub fn restore(saved: &str, you: Visitor, now: i64) -> Result<Self> {
        let corrupt = |error: serde_json::Error| TableError::Corrupt(error.to_string());
        let Saved { info, log, at, away } = parsed(saved).map_err(corrupt)?;
        let info = TableInfo { owner: you.id.clone(), ..info };
        let mut rng = generator(&info.id);
        let mut table = Table::new(info, GAMES, &mut rng)?;
        for entry in &log {
            table.replay(entry)?;
        }
        table.set_sitters(&table.info().sitters_of(&you))?;
        let away = away + (now - at).max(0);
        table.forgive(away);
        let epoch = table.epoch();
        Ok(LocalTable { away: (epoch, away), ..Self::of(table, you, log, rng) })
    }

    /// All that is to be kept.
    pub fn saved(&self, now: i64) -> String {
        let (epoch, away) = self.away;
        let away = if epoch == self.table.epoch() { away } else { 0 };
        let saved = Saved { info: self.table.info().clone(), log: self.log.clone(), at: now, away };
        text(&saved)
    }

    /// The record file, with what the person here may know.
    pub fn record(&self) -> String {
        self.table.record(Some(&self.you.id)).to_string()
    }

    /// The game, once it is over, for an account that keeps it.
    pub fn finished(&self) -> Option<FinishedGame> {
        FinishedGame::of(&self.table, self.log.last().map_or(0, |entry| entry.at))
    }

    /// The whole table, as a client is sent it when it comes.
    pub fn open(&self, now: i64) -> Outgoing {
        self.table.state_message(&self.you.id, self.looking, self.audience(), now)
    }

    fn audience(&self) -> Audience {
        Audience { online: self.table.seats_of(&self.you.id), spectators: 0 }
    }

    /// When the time brings something about, if nothing happens before.
    pub fn deadline(&self) -> Option<i64> {
        self.table.deadline()
    }

    /// What the time has brought about.
    pub fn tick(&mut self, now: i64) -> Vec<Outgoing> {
        let mut told = Vec::new();
        while let Some(decision) = self.table.due(now) {
            told.extend(self.perform(decision, now));
        }
        told
    }

    /// A command of the client: executed once, answered always.
    pub fn hear(&mut self, message: Incoming, now: i64) -> Vec<Outgoing> {
        let mut told = self.tick(now);
        let Incoming { id, command } = message;
        let answer = match &command {
            Command::Explain { seat, pressed } => {
                let explained = self.table.explain(&self.you, *seat, pressed);
                explained.map(|Explained { refusal, meant }| Outgoing::Explained {
                    id: id.clone(),
                    refusal,
                    meant,
                })
            }
            Command::Look { seat } => self.table.own(&self.you, *seat).map(|seat| {
                self.looking = Some(seat);
                told.push(self.open(now));
                Outgoing::Ack { id: id.clone(), n: self.table.n() }
            }),
            // Nobody is here to be talked to.
            Command::Chat { .. } | Command::Mute { .. } => Err(TableError::BadTable("chat")),
            _ => self.execute(&id, command, now).map(|(n, happened)| {
                told.extend(happened);
                Outgoing::Ack { id: id.clone(), n }
            }),
        };
        told.push(answer.unwrap_or_else(|error| Outgoing::Refused { id, error: error.problem() }));
        told
    }

    /// What is answered to a message that cannot be read.
    pub fn unreadable(said: String) -> Vec<Outgoing> {
        let error = Problem::new("request.message", format!("a message that cannot be read: {said}"));
        vec![Outgoing::Refused { id: String::new(), error }]
    }

    fn execute(&mut self, id: &str, command: Command, now: i64) -> Result<(i64, Vec<Outgoing>)> {
        let key = format!("{id}/{}", text(&command));
        if let Some(&n) = self.done.get(&key) {
            return Ok((n, Vec::new()));
        }
        let mut decision = self.table.decide(&self.you, &Request::Command(command))?;
        if let Some(table) = decision.rematch() {
            let next = self.rematch(now)?;
            table.clone_from(&next.table.info().id);
            self.next = Some(Box::new(next));
        }
        let told = self.perform(decision, now);
        self.done.insert(key, self.table.n());
        Ok((self.table.n(), told))
    }

    /// The same table with the seats turned by one.
    fn rematch(&mut self, now: i64) -> Result<LocalTable> {
        let (info, _) = self.table.rematch(id(&mut self.rng), now);
        let seed = format!("{}{}", info.id, self.rng.next_u64());
        Self::start(info, self.you.clone(), generator(&seed), now)
    }

    /// The table of the rematch that was just agreed on, if it was not taken yet.
    pub fn take_rematch(&mut self) -> Option<LocalTable> {
        self.next.take().map(|next| *next)
    }

    /// Lets happen what was decided; what the client is told of it.
    fn perform(&mut self, decision: Decision, now: i64) -> Vec<Outgoing> {
        let log = self.table.perform(decision, now, &mut self.rng).expect("what was decided is by the rules");
        // After a seat's turn the shared screen is turned away again.
        let to_act = self.table.turn().seat();
        self.looking = self.looking.filter(|&seat| Some(seat) == to_act);
        let viewing = self.table.viewing(&self.you.id, self.looking);
        let audience = self.audience();
        let message =
            |entry: &LogEntry| self.table.event_messages(entry.n, &entry.event, audience, now).of(viewing);
        let told = log.iter().map(message).collect();
        self.log.extend(log);
        told
    }

    /// The search that is wanted now, if an engine is to act.
    pub fn wants(&self, now: i64) -> Option<EngineWish> {
        let seat = self.table.turn().seat().filter(|_| self.table.state() == State::Live)?;
        let level = self.table.level(seat)?;
        let left = self.table.time_left(seat, now).map(|left| Duration::from_millis(left.max(0) as u64));
        let time = left.map_or(LONGEST, |left| time_for_move(left, Duration::ZERO).min(LONGEST));
        let info = self.table.info();
        let seed = info.id.bytes().fold(self.table.epoch(), |sum, byte| mix::mix(sum ^ u64::from(byte)));
        Some(EngineWish {
            epoch: self.table.epoch(),
            game: info.game.clone(),
            setup: self.table.game().setup(),
            moves: self.table.game().standing(),
            seat: seat.number(),
            level,
            seconds: time.as_secs_f64(),
            // As large as a number of JavaScript can be.
            seed: seed >> 11,
        })
    }

    /// An engine has found a move in the game of this epoch; nothing happens if it comes too late.
    pub fn engine_move(&mut self, epoch: u64, token: &str, now: i64) -> Result<Vec<Outgoing>> {
        let mut told = self.tick(now);
        if let Some(decision) = self.table.decide_engine_move(epoch, token.to_owned()) {
            if let Some(refusal) = self.table.game().explain(token) {
                return Err(refusal.into());
            }
            told.extend(self.perform(decision, now));
        }
        Ok(told)
    }
}

fn id(rng: &mut dyn Rng) -> String {
    let letters = (0..16).map(|_| char::from(ALPHABET[mix::below(rng, ALPHABET.len())]));
    format!("l_{}", letters.collect::<String>())
}
