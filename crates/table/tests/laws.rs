//! Laws that hold at every table, on random walks of commands.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use engine::{Entry, Seat, SeatSet, mix::below};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use table::{
    Audience, Clock, Command, Decision, LogEntry, OfferKind, Outgoing, Pressed, Request, SeatWish, Sitter,
    State, Table, TableError, TableEvent, TableInfo, Visitor, fair,
};

const STEPS: usize = 150;
const WALKS: u64 = 4;

fn visitor(name: &str) -> Visitor {
    Visitor { id: name.to_lowercase(), name: name.to_owned(), account: name != "Guest" }
}

fn pressed(names: &[&str]) -> Pressed {
    names.iter().map(ToString::to_string).collect::<Vec<_>>().try_into().unwrap()
}

/// A table, what its host keeps, and the time.
struct Walk {
    rng: ChaCha8Rng,
    table: Table,
    log: Vec<LogEntry>,
    people: Vec<Visitor>,
    now: i64,
}

impl Walk {
    fn new(entry: &'static Entry, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let people: Vec<_> = ["Owner", "Ada", "Bo", "Guest"].map(visitor).into();
        let range = entry.info().seats.clone();
        let seats = range.start() + below(&mut rng, range.end() - range.start() + 1);
        let options = if range.start() == range.end() { String::new() } else { format!("seats={seats}") };
        let wishes = [
            SeatWish::Me,
            SeatWish::Open,
            SeatWish::Device,
            SeatWish::Team,
            SeatWish::Engine { level: 1 },
            SeatWish::Person { name: "ADA".to_owned() },
        ];
        let mut wished: Vec<_> = (1..seats).map(|_| wishes[1 + below(&mut rng, 5)].clone()).collect();
        wished.insert(0, SeatWish::Me);
        let clocks = [Clock::None, Clock::Fischer { seconds: 30, increment: 2 }, Clock::Days { days: 1 }];
        let clock = clocks[below(&mut rng, 3)];
        let mut info = TableInfo::local(entry.info().key, &options, wished, clock, &people[0], 0);
        info.invite = "invitation".to_owned();
        (info.secret, info.commitment) = fair::commit(entry, &options, &mut rng).unwrap().unzip();
        let mut table = Table::new(info, games::GAMES, &mut rng).unwrap();
        let owned: Vec<_> = Seat::all(seats)
            .filter(|seat| matches!(table.info().seats[seat.index()], SeatWish::Me | SeatWish::Device))
            .map(|seat| Sitter { seat: seat.number(), who: people[0].who(), nonce: String::new() })
            .collect();
        table.set_sitters(&owned).unwrap();
        let log = table.perform(Decision::default(), 0, &mut rng).unwrap();
        Walk { rng, table, log, people, now: 0 }
    }

    fn pick(&mut self, count: usize) -> usize {
        below(&mut self.rng, count)
    }

    /// Something that anybody may ask, sensible or not.
    fn request(&mut self) -> Request {
        let seat = self.pick(self.table.seats() + 2);
        let what = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch][self.pick(3)];
        let flag = self.pick(2) == 0;
        let acting = self.table.turn().seat().map_or(1, Seat::number);
        let ply = self.table.game().ply();
        Request::Command(match self.pick(40) {
            0..5 => {
                let (invite, nonce) = (flag.then(|| "invitation".to_owned()), "0a".to_owned());
                return Request::Sit { seat, invite, nonce };
            }
            5 => return Request::Stand { seat, whom: flag.then(|| "ada".to_owned()) },
            6 | 20 => Command::Resign { seat },
            7 => Command::Offer { what },
            8..11 => Command::Answer { what, yes: flag },
            11 => Command::Chat { text: ["hello", "", "two\nlines"][self.pick(3)].to_owned() },
            12 => Command::Mute { person: ["ada", "No One"][self.pick(2)].to_owned(), on: flag },
            13 => Command::Rematch {},
            14 if self.pick(8) == 0 => Command::Abort {},
            15 => Command::Look { seat },
            16 => Command::PassReplies { seat, always: flag },
            17 => Command::Explain { seat, pressed: pressed(&["nonsense"]) },
            19 => Command::Ask { seat },
            21 => Command::Admit { seat, person: "bo".to_owned(), yes: flag },
            22 => return Request::Nonce { nonce: "0b".to_owned() },
            18 => Command::Act { ply: ply + 1, seat: acting, t: "late".to_owned() },
            _ => {
                let legal = self.table.game().legal();
                let t = match legal.len() {
                    0 => "nothing".to_owned(),
                    count => legal[self.pick(count)].clone(),
                };
                Command::Act { ply, seat: acting, t }
            }
        })
    }

    /// Lets a decision happen and sees that the clocks do with it what they may.
    fn perform(&mut self, mut decision: Decision) {
        if let Some(table) = decision.rematch() {
            let (info, sitters) = self.table.rematch("again".to_owned(), self.now);
            let mut again = Table::new(info, games::GAMES, &mut self.rng).unwrap();
            again.set_sitters(&sitters).unwrap();
            again.perform(Decision::default(), self.now, &mut self.rng).unwrap();
            assert_eq!(again.state(), State::Live, "all who played sit at the rematch");
            "again".clone_into(table);
        }
        let (before, was) = (self.table.clocks(self.now).left, self.table.state());
        let happened = self.table.perform(decision, self.now, &mut self.rng).unwrap();
        if was == State::Live {
            for (before, after) in before.iter().zip(self.table.clocks(self.now).left) {
                let gained = after - before;
                let fits = match self.table.info().clock {
                    Clock::None => false,
                    // A reply that passes by itself may end a turn within the same moment.
                    Clock::Fischer { .. } => gained % 2_000 == 0 && gained >= 0,
                    Clock::Days { .. } => gained == 0 || after == 86_400_000,
                };
                assert!(fits, "{before} became {after} by {happened:?}");
            }
        }
        self.log.extend(happened);
    }

    fn step(&mut self) {
        self.pass_time();
        if let Some(decision) = self.table.due(self.now) {
            self.perform(decision);
            assert!(self.table.due(self.now).is_none(), "what was due is done");
        }
        let acting = self.table.turn().seat();
        if acting.is_some_and(|seat| self.table.level(seat).is_some()) && self.table.state() == State::Live {
            let legal = self.table.game().legal();
            let t = legal[self.pick(legal.len())].clone();
            assert!(self.table.decide_engine_move(self.table.epoch() + 1, t.clone()).is_none());
            let decision = self.table.decide_engine_move(self.table.epoch(), t).unwrap();
            self.perform(decision);
        }
        let who = self.pick(self.people.len());
        let (visitor, request) = (self.people[who].clone(), self.request());
        let before = (self.pick(4) == 0).then(|| self.fingerprint());
        match self.table.decide(&visitor, &request) {
            Ok(decision) => self.perform(decision),
            Err(error) => {
                assert_ne!(error.key(), "server.failed", "{error}");
                if let Some(before) = before {
                    assert_eq!(before, self.fingerprint(), "refused: {request:?}");
                }
            }
        }
    }

    /// Time passes, and only for the seat whose clock runs.
    fn pass_time(&mut self) {
        let before = self.table.clocks(self.now);
        let passed = self.pick(1_500) as i64;
        self.now += passed;
        let after = self.table.clocks(self.now);
        for (seat, (before_left, after_left)) in (1..).zip(before.left.iter().zip(after.left)) {
            let charged = if before.running == Some(seat) { passed.min(*before_left) } else { 0 };
            assert_eq!(before_left - charged, after_left, "seat {seat} after {passed} ms");
        }
    }

    fn messages(table: &Table, people: &[Visitor], now: i64) -> Vec<Outgoing> {
        let audience = Audience { online: SeatSet::EMPTY, spectators: 1 };
        people.iter().map(|visitor| table.state_message(&visitor.id, None, audience, now)).collect()
    }

    /// All that anybody can see of the table.
    fn fingerprint(&self) -> (Vec<Outgoing>, u64, Option<i64>, TableInfo) {
        let messages = Self::messages(&self.table, &self.people, self.now);
        (messages, self.table.epoch(), self.table.deadline(), self.table.info().clone())
    }

    /// The table made anew from what its host keeps.
    fn replayed(&self) -> Table {
        let rng = &mut ChaCha8Rng::seed_from_u64(99);
        let mut again = Table::new(self.table.info().clone(), games::GAMES, rng).unwrap();
        for entry in &self.log {
            again.replay(entry).unwrap();
        }
        let sitters: Vec<_> = Seat::all(self.table.seats())
            .flat_map(|seat| {
                let nonce = self.table.nonce(seat).to_owned();
                let sitter = move |who: &table::Who| Sitter {
                    seat: seat.number(),
                    who: who.clone(),
                    nonce: nonce.clone(),
                };
                self.table.people(seat).iter().map(sitter)
            })
            .collect();
        again.set_sitters(&sitters).unwrap();
        again
    }
}

/// A walk at a table of each game.
fn walks(mut check: impl FnMut(&mut Walk)) {
    for entry in games::GAMES {
        for seed in 0..WALKS {
            let mut walk = Walk::new(entry, seed);
            for _ in 0..STEPS {
                walk.step();
                check(&mut walk);
            }
        }
    }
}

#[test]
fn a_walk_never_panics_refusals_change_nothing_and_clocks_add_up() {
    let mut over = 0;
    walks(|walk| over += usize::from(walk.table.state() == State::Over));
    assert!(over > 0, "some games end");
}

#[test]
fn replaying_the_log_gives_the_same_table() {
    walks(|walk| {
        let numbers: Vec<_> = walk.log.iter().map(|entry| entry.n).collect();
        assert_eq!(numbers, (1..=walk.table.n()).collect::<Vec<_>>(), "events are numbered without gaps");
        if walk.pick(10) != 0 {
            return;
        }
        let again = walk.replayed();
        // Before the start nothing is drawn yet, and the board is only an example.
        if walk.table.state() != State::Open {
            let messages = Walk::messages(&again, &walk.people, walk.now);
            assert_eq!(messages, walk.fingerprint().0);
        }
        assert_eq!((again.n(), again.epoch()), (walk.table.n(), walk.table.epoch()));
        assert_eq!(again.deadline(), walk.table.deadline());
        assert_eq!(again.record(None).to_string(), walk.table.record(None).to_string());
    });
}

#[test]
fn messages_read_as_they_are_written() {
    walks(|walk| {
        if walk.pick(10) != 0 {
            return;
        }
        let audience = Audience { online: SeatSet::EMPTY, spectators: 0 };
        let mut messages = Walk::messages(&walk.table, &walk.people, walk.now);
        messages.push(walk.table.presence_message(audience));
        if let Some(LogEntry { n, event, .. }) = walk.log.last() {
            messages.push(walk.table.event_messages(*n, event, audience, walk.now).of(None));
        }
        messages.extend(walk.table.messages_since(1, None, audience, walk.now).unwrap_or_default());
        for message in messages {
            let text = serde_json::to_string(&message).unwrap();
            assert_eq!(serde_json::from_str::<Outgoing>(&text).unwrap(), message, "{text}");
        }
        for entry in walk.log.iter().rev().take(3) {
            let text = serde_json::to_string(entry).unwrap();
            assert_eq!(serde_json::from_str::<LogEntry>(&text).unwrap(), *entry);
        }
    });
}

#[test]
fn nobody_is_told_what_they_may_not_know() {
    walks(|walk| {
        if walk.pick(5) != 0 {
            return;
        }
        let info = walk.table.info().clone();
        let audience = Audience { online: SeatSet::EMPTY, spectators: 0 };
        let hidden = walk.table.entry().info().hidden && !walk.table.turn().is_over();
        for visitor in &walk.people {
            let viewing = walk.table.viewing(&visitor.id, None);
            let mut texts = vec![
                serde_json::to_string(&walk.table.state_message(&visitor.id, None, audience, 0)).unwrap(),
                walk.table.record(Some(&visitor.id)).to_string(),
            ];
            if let Some(LogEntry { n, event, .. }) = walk.log.last() {
                let message = walk.table.event_messages(*n, event, audience, 0).of(viewing);
                texts.push(serde_json::to_string(&message).unwrap());
            }
            let mine = walk.table.seats_of(&visitor.id);
            assert!(viewing.is_none_or(|seat| mine.contains(seat)), "nobody sees as another's seat");
            if hidden && walk.table.state() != State::Over {
                assert!(
                    mine.single().is_some() || viewing.is_none(),
                    "a shared screen shows nothing by itself"
                );
                let secrets = [info.setup.as_deref(), info.secret.as_deref(), Some("invitation")];
                for secret in secrets.into_iter().flatten() {
                    assert!(texts.iter().all(|text| !text.contains(secret)), "{secret} in {texts:?}");
                }
            }
        }
    });
}

#[test]
fn a_takeback_asks_the_others_and_goes_back_to_the_own_decision() {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let (owner, ada) = (visitor("Owner"), visitor("Ada"));
    let seats = vec![SeatWish::Me, SeatWish::Open, SeatWish::Engine { level: 1 }];
    let info = TableInfo::local("archimedes", "seats=3", seats, Clock::None, &owner, 0);
    let mut table = Table::new(TableInfo { private: false, ..info }, games::GAMES, rng).unwrap();
    table.set_sitters(&[Sitter { seat: 1, who: owner.who(), nonce: String::new() }]).unwrap();
    let ask = |table: &mut Table, visitor: &Visitor, request: Request| -> Result<_, TableError> {
        let decision = table.decide(visitor, &request)?;
        table.perform(decision, 0, &mut ChaCha8Rng::seed_from_u64(2))
    };
    let sit = Request::Sit { seat: 2, invite: None, nonce: String::new() };
    assert_eq!(ask(&mut table, &ada, sit).unwrap().len(), 2, "she sits down, and the game starts");
    let act = |table: &Table, seat| {
        let t = table.game().legal().remove(0);
        Request::Command(Command::Act { ply: table.game().ply(), seat, t })
    };
    let takeback = Request::Command(Command::Offer { what: OfferKind::Takeback });
    assert_eq!(ask(&mut table, &owner, takeback.clone()), Err(TableError::NothingToTakeBack));
    let first = act(&table, 1);
    ask(&mut table, &owner, first).unwrap();
    let second = act(&table, 2);
    ask(&mut table, &ada, second).unwrap();
    let found = table.game().legal().remove(0);
    let decision = table.decide_engine_move(table.epoch(), found).unwrap();
    table.perform(decision, 0, rng).unwrap();
    let offered = ask(&mut table, &ada, takeback).unwrap();
    assert!(matches!(offered[0].event, TableEvent::Offer { seat: 2, .. }), "the engine is not asked, she is");
    let yes = Request::Command(Command::Answer { what: OfferKind::Takeback, yes: true });
    let done = ask(&mut table, &owner, yes).unwrap();
    assert_eq!(done[0].event, TableEvent::Takeback { ply: 2, seat: 2 }, "hers is played again");
    assert_eq!((table.game().ply(), table.turn().seat()), (1, Some(Seat::new(1))));
}

/// A press is explained to whoever sits there, by the clause of the rules that forbids it, and to nobody else.
#[test]
fn a_press_is_explained_by_its_clause() {
    let cases: [(&str, &[&str], &str); 4] = [
        ("axiom", &["0,0,2", "0,1,2"], "occupied"),
        ("abraxas", &["d4"], "corner-first"),
        ("archimedes", &["a2", "a3"], "barred"),
        ("ascension", &["a9"], "pick-empty"),
    ];
    for (game, names, reason) in cases {
        let (ada, bo) = (visitor("Ada"), visitor("Bo"));
        let options = if game == "axiom" || game == "abraxas" { "" } else { "seats=2" };
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let wishes = vec![SeatWish::Me, SeatWish::Device];
        let mut info = TableInfo::local(game, options, wishes, Clock::None, &ada, 0);
        let entry = games::GAMES.get(game).unwrap();
        (info.secret, info.commitment) = fair::commit(entry, options, &mut rng).unwrap().unzip();
        let mut table = Table::new(info, games::GAMES, &mut rng).unwrap();
        let sitters = [1, 2].map(|seat| Sitter { seat, who: ada.who(), nonce: String::new() });
        table.set_sitters(&sitters).unwrap();
        table.perform(Decision::default(), 5_000, &mut rng).unwrap();
        let seat = table.turn().seat().unwrap().number();
        let problem = table.explain(&ada, seat, &pressed(names)).unwrap().refusal.unwrap();
        assert_eq!(problem.key, format!("{game}.{reason}"));
        assert!(problem.clause.is_some(), "{game}: {problem:?}");
        let other = table.explain(&ada, 3 - seat, &pressed(names)).unwrap().refusal.unwrap();
        assert_eq!(other.key, "game.not-to-act", "{game}");
        assert_eq!(table.explain(&bo, seat, &pressed(names)), Err(TableError::NotYourSeat), "{game}");
        let first = &table.game().view(engine::Viewer::Seat(table.turn().seat().unwrap())).legal[0];
        let at: Vec<&str> = first.at.iter().map(String::as_str).collect();
        let told = table.explain(&ada, seat, &pressed(&at)).unwrap();
        assert_eq!(told.refusal, None, "{game}: {} is legal", first.t);
        assert_eq!(told.meant.map(|meant| meant.t).as_ref(), Some(&first.t), "{game}");
    }
}

#[test]
fn a_press_has_a_bound() {
    let names = |count: usize, length: usize| Pressed::try_from(vec!["a".repeat(length); count]);
    assert!(names(64, 32).is_ok());
    for long in [names(65, 1), names(1, 33)] {
        assert!(matches!(long, Err(TableError::TooLong { .. })), "{long:?}");
    }
    let text = serde_json::json!({"id": "c", "type": "explain", "seat": 1, "pressed": vec!["a"; 65]});
    assert!(serde_json::from_value::<table::Incoming>(text).is_err());
}
