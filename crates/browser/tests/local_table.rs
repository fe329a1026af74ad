//! A table whose host is the page.

use browser::{Analyse, LocalTable, Think, analyse, think};
use games::GAMES;
use table::{Command, Incoming, NewTable, OfferKind, Outgoing, State, TableEvent, Visitor, study::Progress};

fn you() -> Visitor {
    Visitor { id: "you".to_owned(), name: "You".to_owned(), account: false }
}

fn wish(game: &str, seats: &str) -> NewTable {
    serde_json::from_str(&format!(r#"{{"game": "{game}", "setup": "seats=2", "seats": {seats}}}"#))
        .expect("it is well formed")
}

/// A game with two seats in which nothing is hidden, and one in which something is.
fn game(hidden: bool) -> &'static str {
    let fits = |entry: &&engine::Entry| {
        let info = entry.info();
        info.hidden == hidden && info.options.iter().any(|option| option.key == "seats")
    };
    GAMES.iter().find(fits).expect("there is one").info().key
}

const AGAINST_ENGINE: &str = r#"[{"kind": "me"}, {"kind": "engine", "level": 1}]"#;
const ONE_SCREEN: &str = r#"[{"kind": "me"}, {"kind": "device"}]"#;

fn create(hidden: bool, seats: &str) -> LocalTable {
    LocalTable::create(wish(game(hidden), seats), you(), "seed", 0).expect("it is well formed")
}

fn hear(table: &mut LocalTable, id: &str, command: Command, now: i64) -> Vec<Outgoing> {
    table.hear(Incoming { id: id.to_owned(), command }, now)
}

/// What the seat to act may do first.
fn first(table: &LocalTable, seat: usize, now: i64) -> Command {
    let Outgoing::State { view, .. } = table.open(now) else { panic!("the whole table") };
    Command::Act { ply: view.ply, seat, t: view.legal[0].t.clone() }
}

/// Lets the engine play.
fn answer(table: &mut LocalTable, now: i64) -> Vec<Outgoing> {
    let wanted = table.wants(now).expect("an engine is to act");
    let wish: Think = serde_json::from_str(&serde_json::to_string(&wanted).expect("it is well formed"))
        .expect("it is well formed");
    let thought =
        think(&Think { nodes: Some(20), seconds: None, ..wish }, &mut |_| ()).expect("it is well formed");
    table.engine_move(wanted.epoch, &thought.t.expect("it is well formed"), now).expect("it is well formed")
}

fn state(table: &LocalTable) -> State {
    let Outgoing::State { table, .. } = table.open(0) else { panic!("the whole table") };
    table.state
}

#[test]
fn a_command_is_executed_once_and_answered_as_at_a_socket() {
    let mut table = create(false, AGAINST_ENGINE);
    assert_eq!(table.wants(0), None);
    let act = first(&table, 1, 0);
    let told = hear(&mut table, "a", act.clone(), 0);
    let [Outgoing::Event { n: 2, event: TableEvent::Action { seat: 1, .. }, .. }, Outgoing::Ack { n: 2, .. }] =
        &told[..]
    else {
        panic!("{told:?}")
    };
    assert!(matches!(&hear(&mut table, "a", act.clone(), 1)[..], [Outgoing::Ack { n: 2, .. }]));
    assert!(
        matches!(&hear(&mut table, "b", act, 1)[..], [Outgoing::Refused { error, .. }] if error.key == "table.stale")
    );
    let chat = Command::Chat { text: "hello".to_owned() };
    assert!(matches!(&hear(&mut table, "c", chat, 1)[..], [Outgoing::Refused { .. }]));
}

#[test]
fn an_engine_that_comes_too_late_does_nothing() {
    let mut table = create(false, AGAINST_ENGINE);
    let act = first(&table, 1, 0);
    hear(&mut table, "a", act, 0);
    let epoch = table.wants(0).unwrap().epoch;
    assert!(table.engine_move(epoch, "no such action", 0).is_err());
    assert!(matches!(&answer(&mut table, 5)[..], [Outgoing::Event { n: 3, .. }]));
    assert_eq!(table.engine_move(epoch, "no such action", 6), Ok(Vec::new()));
    // Against an engine nobody is asked.
    let told = hear(&mut table, "b", Command::Offer { what: OfferKind::Takeback }, 7);
    assert!(matches!(&told[..], [Outgoing::Event { event: TableEvent::Takeback { ply: 1, .. }, .. }, _]));
    let told = hear(&mut table, "c", Command::Offer { what: OfferKind::Draw }, 8);
    assert!(matches!(
        &told[1],
        Outgoing::Event { event: TableEvent::Decline { what: OfferKind::Draw, seat: 2 }, .. }
    ));
}

#[test]
fn a_shared_screen_shows_a_seat_what_it_may_see_once_it_looks() {
    let mut table = create(true, ONE_SCREEN);
    let seen = |table: &LocalTable| match table.open(0) {
        Outgoing::State { viewing, view, mine, .. } => (viewing, view.legal.len(), mine),
        _ => panic!("the whole table"),
    };
    let (viewing, legal, mine) = seen(&table);
    assert_eq!((viewing, legal, mine), (None, 0, vec![1, 2]), "turned away at first");
    let to_act = (1..=2).find(|&seat| {
        hear(&mut table, "look", Command::Look { seat }, 0);
        seen(&table).1 > 0
    });
    let seat = to_act.expect("one of them is to act");
    let told = hear(&mut table, "again", Command::Look { seat }, 0);
    assert!(matches!(&told[..], [Outgoing::State { viewing: Some(_), .. }, Outgoing::Ack { .. }]));
    // Until the turn has passed to the other, the screen stays.
    for step in 0.. {
        let act = first(&table, seat, 0);
        hear(&mut table, &format!("act{step}"), act, 0);
        if seen(&table).0.is_none() {
            break;
        }
    }
    assert_eq!(seen(&table).1, 0, "turned away again");
}

#[test]
fn what_was_saved_is_the_same_table_and_its_time_stands() {
    let mut new = wish(game(false), AGAINST_ENGINE);
    new.clock = serde_json::from_str(r#"{"kind": "fischer", "seconds": 60, "increment": 0}"#).unwrap();
    let mut table = LocalTable::create(new, you(), "seed", 1_000).unwrap();
    assert_eq!(table.deadline(), Some(61_000));
    let ada = Visitor { id: "ada".to_owned(), name: "Ada".to_owned(), account: true };
    // Away twice for an hour.
    let table2 = LocalTable::restore(&table.saved(11_000), ada.clone(), 3_611_000).unwrap();
    let mut table2 = LocalTable::restore(&table2.saved(3_612_000), ada.clone(), 7_212_000).unwrap();
    assert_eq!(table2.deadline(), Some(61_000 + 7_200_000));
    let (
        Outgoing::State { view, n, .. },
        Outgoing::State { view: view2, n: n2, mine, clocks, table: sum, .. },
    ) = (table.open(11_000), table2.open(7_212_000))
    else {
        panic!("the whole table")
    };
    assert_eq!((view, n, vec![1]), (view2, n2, mine));
    assert_eq!((clocks.left, sum.owner), (vec![49_000, 60_000], ada.id));
    assert_eq!(table.tick(60_999), []);
    assert!(
        table
            .tick(61_000)
            .iter()
            .any(|told| matches!(told, Outgoing::Event { event: TableEvent::Time { seat: 1 }, .. }))
    );
    assert_eq!((state(&table), state(&table2)), (State::Over, State::Live));
    let act = first(&table2, 1, 7_212_000);
    hear(&mut table2, "a", act, 7_212_000);
    assert_eq!(
        LocalTable::restore(&table2.saved(7_213_000), you(), 7_213_000).unwrap().wants(7_213_000),
        table2.wants(7_213_000)
    );
}

#[test]
fn a_rematch_turns_the_seats() {
    let mut table = create(false, AGAINST_ENGINE);
    assert!(table.take_rematch().is_none());
    hear(&mut table, "a", Command::Resign { seat: 1 }, 0);
    let told = hear(&mut table, "b", Command::Rematch {}, 5);
    let Outgoing::Event { event: TableEvent::Rematch { table: id }, .. } = &told[0] else {
        panic!("{told:?}")
    };
    let next = table.take_rematch().expect("the new table");
    assert!(table.take_rematch().is_none(), "once");
    let Outgoing::State { table: summary, mine, .. } = next.open(5) else { panic!("the whole table") };
    assert_eq!((&summary.id, mine), (id, vec![2]));
    assert!(next.wants(5).is_some(), "the engine begins");
}

#[test]
fn only_those_who_are_here_have_seats() {
    for seats in [
        r#"[{"kind": "me"}, {"kind": "open"}]"#,
        r#"[{"kind": "me"}, {"kind": "team"}]"#,
        r#"[{"kind": "engine", "level": 1}, {"kind": "engine", "level": 1}]"#,
        r#"[{"kind": "me"}]"#,
    ] {
        assert!(LocalTable::create(wish(game(false), seats), you(), "seed", 0).is_err(), "{seats}");
    }
}

#[test]
fn a_record_is_analysed_action_by_action() {
    let mut table = create(false, AGAINST_ENGINE);
    for id in ["a", "b"] {
        let act = first(&table, 1, 0);
        hear(&mut table, id, act, 0);
        answer(&mut table, 0);
    }
    let wish = |from| Analyse { record: table.record(), seconds: None, nodes: Some(30), from };
    let mut steps = Vec::new();
    analyse(&wish(None), &mut |step| steps.push((step.state, step.done, step.plies.len()))).unwrap();
    let running = |done| (Progress::Running, done, done);
    assert_eq!(steps, [running(1), running(2), running(3), (Progress::Done, 4, 4)]);
    steps.clear();
    analyse(&wish(Some(3)), &mut |step| steps.push((step.state, step.done, step.plies.len()))).unwrap();
    assert_eq!(steps, [(Progress::Done, 4, 1)]);
    assert!(analyse(&Analyse { record: "no record".to_owned(), ..wish(None) }, &mut |_| ()).is_err());
}
