use std::{
    io::{Read, Write},
    process::{Command, Output, Stdio},
};

use crate::lines::Lines;

fn ludarium(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
    command.args(args).env_remove("NO_COLOR");
    command
}

/// Runs a command; gives its exit code, standard output and standard error.
pub(crate) fn run(args: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = ludarium(args).output().expect("the command starts");
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    (status.code().expect("it was not killed"), text(stdout), text(stderr))
}

/// A record file with this text, gone when dropped.
struct File(std::path::PathBuf);

impl File {
    fn new(name: &str, text: impl AsRef<[u8]>) -> Self {
        let path = std::env::temp_dir().join(format!("ludarium-{}-{name}.lud", std::process::id()));
        std::fs::write(&path, text).expect("a file can be written");
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // It was only for this test; if it is gone already, good.
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn help_and_completions() {
    let (code, out, _) = run(&["--help"]);
    assert_eq!(code, 0);
    assert!(out.contains("Examples:") && out.contains("perft"), "{out}");
    for shell in ["bash", "zsh", "fish"] {
        let (code, out, _) = run(&["completions", shell]);
        assert!(code == 0 && out.contains("ludarium"), "{shell}");
    }
}

#[test]
fn a_command_line_that_is_not_understood_is_2() {
    for args in [&["--nothing"][..], &["perft", "chess", "--depth", "1"], &["show"], &["replay"]] {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(err.starts_with("error:"), "{err}");
    }
    for entry in games::GAMES {
        let game = entry.info().key;
        for args in [["--setup", "nothing=1"], ["--moves", "zz99"], ["--as", "7"]] {
            let (code, _, err) = run(&["show", game, args[0], args[1]]);
            assert_eq!(code, 2, "{err}");
            assert!(err.contains(args[0]), "{err}");
        }
    }
}

#[test]
fn games_are_listed() {
    let (code, out, _) = run(&["games", "--json"]);
    let listed: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, listed.as_array().expect("a list").len()), (0, games::GAMES.as_slice().len()));
    let (_, out, _) = run(&["games"]);
    for entry in games::GAMES {
        assert!(out.contains(entry.info().name));
        let (_, out, _) = run(&["games", entry.info().key]);
        for option in entry.info().options {
            assert!(out.contains(&format!("{}=", option.key)) && out.contains(option.help), "{out}");
        }
        for seats in entry.info().seats.clone() {
            let (_, levels) = out.split_once(&format!("with {seats} seats\n")).expect("levels by seats");
            let strongest = entry.levels(seats)[8].elo.map_or(0, |elo| elo.rating);
            let said =
                if strongest == 0 { "not measured".to_owned() } else { format!("level 8: Elo {strongest}") };
            assert!(levels.contains(&said), "{said}:\n{out}");
        }
    }
}

#[test]
fn drawings_are_plain_where_there_is_no_colour() {
    for entry in games::GAMES {
        let game = entry.info().key;
        let (code, out, _) = run(&["show", game, "--ascii", "--text"]);
        assert_eq!(code, 0);
        assert!(out.is_ascii() && !out.contains('\x1b') && out.contains("\nfrom="), "{game}:\n{out}");
        let (_, out, _) = run(&["show", game, "--as", "1", "--colour", "always"]);
        assert!(out.contains('\x1b'), "{game} has colour:\n{out}");
    }
}

#[test]
fn records_are_checked() {
    for entry in games::GAMES {
        let mut game = entry.start("", &mut rand::rng()).expect("all defaults");
        for _ in 0..12 {
            let token = game.legal().remove(0);
            game.play(&token).expect("listed, so legal");
        }
        let played = engine::lud::Lud::of(&*game).to_string();
        let good = File::new(entry.info().key, format!("{played}resign:1\n"));
        let (code, out, err) = run(&["replay", good.path()]);
        assert_eq!(code, 0, "{out}{err}");
        let bad = File::new(&format!("{}-bad", entry.info().key), format!("{played}13. zz99\n"));
        let (code, out, _) = run(&["replay", good.path(), bad.path()]);
        assert_eq!(code, 1);
        let line = played.lines().count() + 1;
        assert!(
            out.lines().last().expect("a fault").starts_with(&format!("{}:{line}:5: ", bad.path())),
            "{out}"
        );
    }
    let empty = File::new("empty", "");
    assert_eq!(run(&["replay", empty.path()]).0, 1);
    let bytes = File::new("bytes", b"[Game \"axiom\"]\n\xc3\xa9\xff");
    let (code, out, _) = run(&["replay", bytes.path()]);
    assert_eq!((code, out), (1, format!("{}:2:2: a record file is UTF-8\n", bytes.path())));
    let (code, _, err) = run(&["replay", "/nowhere/at/all.lud"]);
    assert!(code == 1 && err.starts_with("error: /nowhere/at/all.lud"), "{err}");
}

#[test]
fn a_fair_deal_is_proved() {
    // The second vector of docs/notation.md.
    let deal = ".S.GMS..ER.LG..K.....RGCL..E.L..RE.TT.MC.TB.R..TLB.SM.K...KS..BCEKB..G....MC";
    let commit = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    let check = |name: &str, deal: &str, tags: &str, events: &str, expect: &str| {
        let text = format!("[Game \"ascension\"]\n[Setup \"seats=2;deal={deal}\"]\n{tags}\n{events}\n");
        let file = File::new(name, text);
        let (code, out, err) = run(&["verify", file.path()]);
        assert_eq!(out + &err, format!("{}: game 1: {expect}\n", file.path()));
        assert_eq!(code, i32::from(!expect.ends_with("fair")));
    };
    let salt = "0".repeat(64);
    let tags = format!("[Commit \"{commit}\"]\n[Salt \"{salt}\"]\n[Nonces \"- -\"]");
    let with = |old: &str, new: &str| tags.replace(old, new);
    check("fair", deal, &tags, "resign:1", "the deal is fair");
    check("running", deal, &tags, "", "the game is not over");
    let unfair = "the set-up does not follow from the secret and the nonces";
    check("other-deal", &format!("S.{}", &deal[2..]), &tags, "resign:1", unfair);
    check("other-nonces", deal, &with("- -", "- 00"), "resign:1", unfair);
    check(
        "other-secret",
        deal,
        &with("[Salt \"0", "[Salt \"1"),
        "resign:1",
        "the secret is not the one that was committed to",
    );
    check("few-nonces", deal, &with("- -", "-"), "resign:1", "Nonces: there are 1 for 2 seats");
    check(
        "no-hex",
        deal,
        &with("- -", "- 0G"),
        "resign:1",
        "Nonces: `0G` is not written in lowercase hexadecimal",
    );
    check("short-salt", deal, &with(&salt, "00"), "resign:1", "Salt: the secret has 32 bytes");
    check("no-commit", deal, &with("Commit", "Promise"), "resign:1", "the record has no tag Commit");
}

#[test]
fn the_engine_stops_when_told() {
    let Some(entry) = games::GAMES.as_slice().first() else { return };
    let mut child = ludarium(&["engine"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("piped");
    let lines = Lines::of(child.stdout.take().expect("piped"));
    writeln!(input, "game {}\ngo infinite\nisready", entry.info().key).expect("it listens");
    lines.until("readyok");
    lines.until("info ");
    writeln!(input, "stop").expect("it listens");
    lines.until("bestmove ");
    writeln!(input, "quit").expect("it listens");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = ludarium(&["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut err).expect("text");
    assert!(child.wait().expect("it ends").success() && err.is_empty(), "{err}");
}

/// Games become weights, the same ones every time, and the weights a player.
#[test]
fn a_network_is_trained_and_plays() {
    let folder = std::env::temp_dir().join(format!("ludarium-train-{}", std::process::id()));
    let out = folder.to_str().expect("a plain path");
    let words =
        |text: &str| -> Vec<String> { text.replace("OUT", out).split(' ').map(str::to_owned).collect() };
    let run = |text: &str| {
        let args = words(text);
        let (code, stdout, stderr) = run(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(code, 0, "{text}: {stderr}");
        stdout
    };
    run("selfplay archimedes --out OUT --games 3 --shard 2 --level 1 --stray 5");
    let told = run("train archimedes --data OUT --out OUT/one.net --rounds 2");
    assert!(told.contains("3 games") && told.contains("round 2"), "{told}");
    run("train archimedes --data OUT --out OUT/other.net --rounds 2");
    let read = |name: &str| std::fs::read(folder.join(name)).expect("it was written");
    assert_eq!(read("one.net"), read("other.net"));
    assert!(String::from_utf8(read("one.recipe.txt")).expect("text").contains("--stray 5"));
    run("train archimedes --data OUT --out OUT/same.net --from OUT/one.net --rounds 0");
    assert_eq!(read("one.net"), read("same.net"), "it goes on from there");
    let told =
        run("match archimedes level:8!OUT/one.net@20n level:8!hand@20n --games 2 --setup turn_limit=4");
    assert!(told.contains("2 games"), "{told}");
    std::fs::remove_dir_all(&folder).expect("it was only for this test");
}

#[test]
fn selfplay_goes_on_where_it_broke_off() {
    let folder = std::env::temp_dir().join(format!("ludarium-selfplay-{}", std::process::id()));
    let out = folder.to_str().expect("a plain path");
    let args = [
        "selfplay",
        "archimedes",
        "--out",
        out,
        "--games",
        "3",
        "--shard",
        "1",
        "--level",
        "1",
        "--setup",
        "turn_limit=4",
    ];
    let told = |new: usize| (0, format!("3 games in 3 files, {new} of them new\n"));
    let (code, stdout, _) = run(&args);
    assert_eq!((code, stdout), told(3));
    let file = |number: usize| folder.join(format!("archimedes-0000{number}.arrow"));
    let before: Vec<Vec<u8>> = (0..3).map(|n| std::fs::read(file(n)).expect("it was written")).collect();
    assert!(before.iter().all(|bytes| bytes.starts_with(b"ARROW1")));
    std::fs::remove_file(file(1)).expect("it is there");
    let (code, stdout, _) = run(&args);
    assert_eq!((code, stdout), told(1));
    assert_eq!(std::fs::read(file(1)).expect("it was written again"), before[1], "the same games again");
    let (code, _, stderr) = run(&[&args[..], &["--seed", "2"]].concat());
    assert!(code != 0 && stderr.contains("holds games of another plan"), "{stderr}");
    std::fs::remove_dir_all(&folder).expect("it was only for this test");
}
