//! Laws that hold for any bytes at all. The fuzz targets look for bytes that break them; `cargo test` replays the corpora.

use engine::{AnyGame, Entry, lud};
use rand::{SeedableRng, rngs::StdRng};

/// A set-up text that is accepted is written out complete: what is written starts the same game, whatever chance
/// says, and is written the same again.
///
/// Data: `game set-up`.
pub fn setup(data: &[u8]) {
    let Some((entry, text)) = std::str::from_utf8(data).ok().and_then(named) else { return };
    let Ok(game) = start(entry, text, 1) else { return };
    let complete = game.setup();
    let again = start(entry, &complete, 2).unwrap_or_else(|refusal| panic!("{complete}: {refusal}"));
    assert_eq!(again.setup(), complete);
    assert_eq!(again.position_text(), game.position_text(), "{complete}");
    assert_eq!(again.turn(), game.turn(), "{complete}");
}

/// A token is played exactly if it is listed as legal, under whatever name it is given; a token that is refused
/// changes nothing.
///
/// Data: `game set-up`, then a line whose bytes each pick a legal action, then the token.
pub fn action(data: &[u8]) {
    let mut lines = data.splitn(3, |&byte| byte == b'\n');
    let (Some(head), Some(picks), Some(token)) = (lines.next(), lines.next(), lines.next()) else { return };
    let Some((entry, text)) = std::str::from_utf8(head).ok().and_then(named) else { return };
    let (Ok(token), Ok(mut game)) = (std::str::from_utf8(token), start(entry, text, 1)) else { return };
    for &pick in picks.iter().take(200) {
        let legal = game.legal();
        if legal.is_empty() {
            break;
        }
        game.play(&legal[usize::from(pick) % legal.len()]).expect("a listed action is legal");
    }
    let legal = game.legal();
    let before = (game.setup(), game.moves(), game.turn(), game.position_text(), game.key());
    let refusal = game.explain(token);
    match game.play(token) {
        Ok(()) => {
            assert_eq!(refusal, None, "{token}");
            let played = game.moves().pop().expect("something was played");
            assert!(legal.contains(&played), "{token}: {played} is not listed");
        }
        Err(refused) => {
            assert_eq!(refusal, Some(refused), "{token}");
            assert!(!legal.iter().any(|listed| listed == token), "{token} is listed");
            let after = (game.setup(), game.moves(), game.turn(), game.position_text(), game.key());
            assert_eq!(before, after, "{token}");
        }
    }
}

/// A record that is read is written so that it reads the same; one that replays gives a game whose own record
/// replays to the same end.
///
/// Data: a record file.
pub fn record(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(records) = lud::read(text) else { return };
    let written = lud::write(&records);
    assert_eq!(lud::read(&written).as_ref(), Ok(&records), "{written}");
    for record in records {
        let Ok(game) = record.replay(games::GAMES) else { continue };
        let again = lud::Lud::of(&*game).replay(games::GAMES).expect("a game's own record replays");
        assert_eq!((again.turn(), again.events()), (game.turn(), game.events()));
    }
}

/// A line that is answered with `error` changes nothing; every other line leaves the engine ready.
///
/// Data: lines of the engine protocol. Those that would take long, end the talk or ask for entropy are left out.
pub fn protocol(data: &[u8]) {
    let unwanted = ["go", "perft", "quit", "isready"];
    let wanted = |line: &&[u8]| {
        let text = String::from_utf8_lossy(line);
        let seed = text.to_ascii_lowercase().contains("seed");
        !seed && !text.split_whitespace().any(|word| unwanted.contains(&word))
    };
    let lines: Vec<&[u8]> = data.split(|&byte| byte == b'\n').filter(wanted).take(32).collect();
    let (answers, end) = talk(&lines);
    let good: Vec<&[u8]> = std::iter::zip(&lines, answers)
        .filter(|(_, answer)| !answer.starts_with("error "))
        .map(|(line, _)| *line)
        .collect();
    assert_eq!(talk(&good).1, end, "an error changed something");
}

/// The answer to each line, and what the engine says of the game at the end.
fn talk(lines: &[&[u8]]) -> (Vec<String>, String) {
    let mut input = b"setoption name Seed value 1\n".to_vec();
    for line in lines {
        input.extend_from_slice(line);
        input.extend_from_slice(b"\nisready\n");
    }
    input.extend_from_slice(
        b"query setup\nquery legal\nquery turn\nquery result\nquery view 1\nquery view 0\n",
    );
    let mut output = Vec::new();
    ludarium::engine::run(games::GAMES, &input[..], &mut output).expect("memory can be written to");
    let output = String::from_utf8(output).expect("answers are text");
    let mut answers: Vec<String> = output.split("readyok\n").map(str::to_owned).collect();
    let end = answers.pop().expect("the queries are answered");
    assert_eq!(answers.len(), lines.len(), "the engine is ready after every line");
    (answers, end)
}

fn named(text: &str) -> Option<(&'static Entry, &str)> {
    let (key, setup) = text.split_once(' ').unwrap_or((text, ""));
    Some((games::GAMES.get(key)?, setup))
}

fn start(entry: &Entry, setup: &str, seed: u64) -> Result<Box<dyn AnyGame>, engine::Refusal> {
    entry.start(setup, &mut StdRng::seed_from_u64(seed))
}
