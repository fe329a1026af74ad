//! What the seats add to a fair deal, and until when it is waited for.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use table::{
    Clock, Decision, LogEntry, Request, SeatWish, Sitter, State, Table, TableError, TableEvent, TableInfo,
    Visitor, fair,
};

fn someone(id: &str) -> Visitor {
    Visitor { id: id.to_owned(), name: id.to_owned(), account: false }
}

/// A table of a game with chance, made at 1000 by ada, who says what her seats add later.
fn table(seats: Vec<SeatWish>, rng: &mut ChaCha8Rng) -> Table {
    let ada = someone("ada");
    let entry = games::GAMES.iter().find(|entry| entry.info().hidden).expect("one game hides something");
    let owned = seats.iter().zip(1..).filter(|(wish, _)| matches!(wish, SeatWish::Me | SeatWish::Device));
    let sitters: Vec<_> =
        owned.map(|(_, seat)| Sitter { seat, who: ada.who(), nonce: String::new() }).collect();
    let mut info = TableInfo::local(entry.info().key, "seats=2", seats, Clock::None, &ada, 1_000);
    info.private = false;
    (info.secret, info.commitment) = fair::commit(entry, "seats=2", rng).unwrap().unzip();
    let mut table = Table::new(info, games::GAMES, rng).unwrap();
    table.set_sitters(&sitters).unwrap();
    table
}

/// The seats that added something, and what.
fn nonces(log: &[LogEntry]) -> Vec<(usize, &str)> {
    let given = |entry: &LogEntry| matches!(entry.event, TableEvent::Nonce { .. });
    let read = |entry| match entry {
        &LogEntry { event: TableEvent::Nonce { seat, ref nonce }, .. } => (seat, nonce.as_str()),
        _ => unreachable!("it was just looked at"),
    };
    log.iter().filter(|entry| given(entry)).map(read).collect()
}

#[test]
fn the_maker_is_waited_for_but_not_for_long() {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let mut waiting = table(vec![SeatWish::Me, SeatWish::Device], rng);
    assert_eq!(waiting.perform(Decision::default(), 1_000, rng).unwrap(), [], "nothing starts yet");
    assert_eq!((waiting.state(), waiting.deadline()), (State::Open, Some(6_000)));
    assert_eq!(waiting.due(5_999), None);
    let due = waiting.due(6_000).expect("now it starts");
    let mut given = waiting.clone();
    let log = waiting.perform(due, 6_000, rng).unwrap();
    assert_eq!(nonces(&log), [(1, "01"), (2, "02")]);
    assert_eq!((waiting.state(), waiting.nonce(engine::Seat::new(1))), (State::Live, "02"));
    let request = Request::Nonce { nonce: "c0ffee".to_owned() };
    assert_eq!(waiting.decide(&someone("ada"), &request), Err(TableError::Started));
    assert_eq!(given.decide(&someone("bo"), &request), Err(TableError::Nonce));
    let decision = given.decide(&someone("ada"), &request).unwrap();
    let log = given.perform(decision, 1_001, rng).unwrap();
    assert_eq!(nonces(&log), [(1, "c0ffee"), (2, "c0ffee")]);
    assert_eq!(given.state(), State::Live);
}

#[test]
fn who_leaves_a_seat_takes_their_nonce_along_and_a_rematch_asks_again() {
    let rng = &mut ChaCha8Rng::seed_from_u64(2);
    let mut table = table(vec![SeatWish::Open, SeatWish::Team], rng);
    let mut ask = |table: &mut Table, who: &str, request: Request| {
        let decision = table.decide(&someone(who), &request)?;
        table.perform(decision, 2_000, rng)
    };
    let sit = |seat, nonce: &str| Request::Sit { seat, invite: None, nonce: nonce.to_owned() };
    for odd in ["a", "abc", "AB", "0x"] {
        assert_eq!(ask(&mut table, "bo", sit(2, odd)), Err(TableError::Nonce));
    }
    ask(&mut table, "bo", sit(2, "b0b0")).unwrap();
    ask(&mut table, "cy", sit(2, "c1c1")).unwrap();
    let team = engine::Seat::new(1);
    assert_eq!(table.nonce(team), "b0b0", "the first of a team adds");
    ask(&mut table, "bo", Request::Stand { seat: 2, whom: None }).unwrap();
    assert_eq!(table.nonce(team), "");
    ask(&mut table, "cy", Request::Nonce { nonce: "c2c2".to_owned() }).unwrap();
    assert_eq!(table.nonce(team), "c2c2");
    ask(&mut table, "ada", sit(1, "")).unwrap();
    assert_eq!(table.state(), State::Live);
    assert_eq!(table.nonce(engine::Seat::new(0)), "01", "who gives none adds their number");
    let (_, sitters) = table.rematch("next".to_owned(), 3_000);
    let again: Vec<_> = sitters.iter().map(|sitter| (sitter.seat, sitter.nonce.as_str())).collect();
    assert_eq!(again, [(1, ""), (2, "02")], "who gave one is waited for, who did not is not");
}
