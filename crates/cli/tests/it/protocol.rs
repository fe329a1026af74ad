use ludarium::engine::run;

/// What the engine answers to these lines.
fn talk(input: impl AsRef<[u8]>) -> Vec<String> {
    let mut output = Vec::new();
    run(games::GAMES, input.as_ref(), &mut output).expect("memory can be written to");
    String::from_utf8(output).expect("answers are text").lines().map(str::to_owned).collect()
}

fn games() -> impl Iterator<Item = &'static str> {
    games::GAMES.iter().map(|entry| entry.info().key)
}

#[test]
fn it_introduces_itself() {
    let lines = talk("ugi\nisready\n");
    assert!(lines[0].starts_with("id name Ludarium "));
    assert!(lines[1].starts_with("id author "));
    assert!(lines[2..6].iter().all(|line| line.starts_with("option name ")));
    assert_eq!(lines[6..], ["ugiok", "readyok"]);
}

#[test]
fn unknown_words_are_ignored_as_in_uci() {
    assert_eq!(talk("\n   \nhello\njoho isready\r\n"), ["readyok"]);
}

#[test]
fn what_needs_a_game_says_so() {
    for line in ["play a2", "query legal", "position startpos", "perft 1", "show", "go nodes 1"] {
        assert_eq!(talk(line), ["error there is no game yet: `game <name>`"], "{line}");
    }
    assert_eq!(talk("game chess"), ["error there is no game `chess`"]);
}

#[test]
fn options_are_checked() {
    let check = |line: &str, expect: &[&str]| assert_eq!(talk(line), expect, "{line}");
    check("setoption name Threads value 2", &[]);
    check("setoption name Threads value 0", &["error Threads is from 1 to 256, not `0`"]);
    check("setoption name Hash value many", &["error Hash is from 1 to 8192, not `many`"]);
    check("setoption name Level value 9", &["error Level is from 0 to 8, not `9`"]);
    check("setoption name Level value", &[]);
    check("setoption name Seed value <empty>", &[]);
    check("setoption name Seed value x", &["error Seed is a whole number, not `x`"]);
    check("setoption name Ponder value true", &["error there is no option `Ponder`"]);
    check("setoption Hash 3", &["error setoption name … value …"]);
}

#[test]
fn garbage_is_answered_and_changes_nothing() {
    let huge = format!("play {}\n", "x".repeat(5 << 20));
    for game in games() {
        let ask = "query legal\nquery setup\nquery turn\nquery view 1\nquery view 0\n";
        let mut input = format!("game {game}\n{ask}").into_bytes();
        let garbage: [&[u8]; 13] = [
            b"play\n",
            b"play zz99\n",
            b"play a b\n",
            b"play \xff\xfe\n",
            b"play \x1b[31m\n",
            b"game nothing\n",
            b"position startpos moves zz99\n",
            b"position fen 8/8\n",
            b"query nothing\n",
            b"query view 9\n",
            b"perft 99999999999\n",
            b"go depth x\n",
            huge.as_bytes(),
        ];
        garbage.iter().for_each(|line| input.extend_from_slice(line));
        input.extend(format!("game {game} nothing=1\ngame {game} a b\n{ask}").bytes());
        let lines = talk(input);
        let (before, rest) = lines.split_at(5);
        let (errors, after) = rest.split_at(15);
        assert_eq!(before, after, "{game}");
        for line in errors {
            assert!(line.starts_with("error ") && line.len() < 2_000, "{line}");
            assert!(!line.contains(char::is_control), "{line:?}");
        }
    }
}

#[test]
fn a_game_is_played_to_its_end_and_rebuilt() {
    for game in games() {
        let mut script = format!("setoption name Seed value 7\ngame {game}\n");
        let mut tokens: Vec<String> = Vec::new();
        let mut word = 7_u64;
        loop {
            let lines = talk(format!("{script}position startpos moves {}\nquery legal\n", tokens.join(" ")));
            let legal: Vec<&str> = lines[0].split(' ').skip(1).collect();
            if legal.is_empty() || tokens.len() == 60 {
                break;
            }
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            tokens.push(legal[(word >> 33) as usize % legal.len()].to_owned());
        }
        let ask = "query setup\nquery legal\nquery turn\nquery gameover\nquery p1turn\nquery result\nquery view 2\n";
        script += &tokens.iter().map(|token| format!("play {token}\n")).collect::<String>();
        let played = talk(format!("{script}{ask}"));
        assert!(played[..tokens.len()].iter().all(|line| line == "ok"), "{game}: {played:?}");
        // Another engine rebuilds the game from the set-up alone.
        let setup = played[tokens.len()].strip_prefix("setup ").expect("a set-up");
        let again = talk(format!("game {game} {setup}\nposition startpos moves {}\n{ask}", tokens.join(" ")));
        assert_eq!(played[tokens.len()..], again[..], "{game}");
    }
}

#[test]
fn perft_and_show() {
    for game in games() {
        let lines = talk(format!("game {game}\nperft 0\nperft 1\nshow\n"));
        assert_eq!(lines[0], "nodes 1");
        let nodes = lines.iter().rposition(|line| line.starts_with("nodes ")).expect("a count");
        assert_eq!(lines[nodes], format!("nodes {}", nodes - 2), "{game}: one line each first action");
        let drawing = &lines[nodes + 2..];
        assert!(drawing.len() > 3, "{game}: {drawing:?}");
        assert_eq!(drawing.iter().position(String::is_empty), Some(drawing.len() - 1), "{game}");
    }
}

#[test]
fn go_answers_with_a_legal_action() {
    for game in games() {
        let ask = format!("setoption name Seed value 3\ngame {game}\nquery legal\n");
        for go in [
            "go nodes 200",
            "go depth 1",
            "go movetime 20",
            "go wtime 500 btime 500 time3 500",
            "go infinite\nstop",
        ] {
            let lines = talk(format!("{ask}{go}\n"));
            let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("an answer");
            assert!(lines[0].split(' ').any(|token| token == best), "{game}: {go}: {lines:?}");
            let infos = &lines[1..lines.len() - 1];
            assert!(!infos.is_empty(), "{game}: {go}: {lines:?}");
            assert!(infos.iter().all(|line| line.starts_with("info depth ")), "{lines:?}");
        }
    }
}

#[test]
fn the_same_nodes_and_seed_give_the_same_answer() {
    for game in games() {
        let go = "go nodes 500\n";
        let lines = talk(format!("setoption name Seed value 5\ngame {game}\n{go}{go}{go}isready\n"));
        let best: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove ")).collect();
        assert_eq!(best.len(), 3);
        assert!(best.iter().all(|line| *line == best[0]), "{game}: {best:?}");
    }
}

#[test]
fn a_search_without_end_ends_with_the_input() {
    for game in games() {
        let lines = talk(format!("game {game}\ngo infinite\nisready\n"));
        assert!(lines.iter().any(|line| line == "readyok"), "{game}");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{game}");
    }
}
