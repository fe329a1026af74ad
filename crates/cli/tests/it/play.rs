//! `ludarium play` without a terminal.

use std::{
    io::Write,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::json;

use crate::{
    lines::{Lines, PATIENCE},
    server::Server,
};

/// A home of its own for a test, gone when dropped.
pub(crate) struct Home(pub(crate) PathBuf);

impl Home {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("ludarium-home-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        Home(folder)
    }

    /// A command whose games are kept here.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("HOME", &self.0).env_remove("XDG_STATE_HOME").env_remove("XDG_DATA_HOME");
        command
    }

    fn playing(&self, args: &[&str]) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_ludarium"));
        command.arg("play").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn start(&self, args: &[&str]) -> Child {
        self.playing(args).spawn().expect("the command starts")
    }

    /// Plays by these words; gives the exit code and all output.
    pub(crate) fn play(&self, args: &[&str], words: &str) -> (i32, String) {
        let mut child = self.start(args);
        // A game that is over does not read on.
        let _ = child.stdin.take().expect("it is piped").write_all(words.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().expect("it was not killed"), text + &errors)
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // It was only for this test.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn engines_play_each_game_to_its_end() {
    let home = Home::new("end");
    for (game, setup) in [
        ("axiom", "quiet_limit=20"),
        ("abraxas", "target=3;quiet_limit=10"),
        ("archimedes", "turn_limit=10"),
        ("ascension", "seats=2;round_limit=3"),
    ] {
        let args = [game, "--setup", setup, "--seed", "1", "--nodes", "30", "--seat", "1=level:2", "--seat"];
        let args = [&args[..], &["2=level:1", "--ascii"]].concat();
        let (code, first) = home.play(&args, "");
        assert_eq!(code, 0, "{first}");
        assert!(first.contains("over after "), "{game}: {first}");
        assert!(first.is_ascii(), "{game}: {first}");
        assert_eq!(home.play(&args, "").1, first, "{game}: the same seed, the same game");
    }
}

#[test]
fn words_play_and_refusals_say_why() {
    let home = Home::new("words");
    let args = ["archimedes", "--seat", "2=human", "--ascii"];
    let (code, text) = home.play(&args, "a2-a3 nonsense a2-c4\nundo a2-c4 hint legal resign\n");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("refused: a2-a3: Archimedes 3."), "{text}");
    assert!(text.contains("refused: nonsense: Archimedes "), "{text}");
    assert!(text.contains("ply 2: seat 2 to move"), "{text}");
    assert!(text.contains("hint: h"), "{text}");
    assert!(text.contains("legal: h"), "{text}");
    assert!(text.ends_with("over after 1 actions: 1 0 by resign\n"), "{text}");
}

#[test]
fn a_killed_game_goes_on() {
    let home = Home::new("killed");
    let mut child = home.start(&["archimedes", "--seat", "2=human", "--ascii"]);
    let mut words = child.stdin.take().expect("it is piped");
    words.write_all(b"a2-c4\n").expect("it reads");
    Lines::of(child.stdout.take().expect("it is piped")).until("ply 2: ");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let (code, text) = home.play(&["--resume", "--ascii"], "undo quit");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("ply 2: seat 2 to move"), "{text}");
    assert!(text.contains("ply 1: seat 1 to move"), "{text}");
}

#[test]
fn what_cannot_be_played_is_said() {
    let home = Home::new("wrong");
    for (args, said) in [
        (&["chess"][..], "there is no game `chess`"),
        (&[], "without a terminal"),
        (&["--resume"], "there is no unfinished game"),
        (&["axiom", "--setup", "edition=1977"], "Rules 0.3"),
        (&["axiom", "--seat", "3=human"], "there is no seat 3"),
        (&["axiom", "--seat", "1=level:9"], "level:8"),
        (&["axiom", "--time=-1"], "--time"),
    ] {
        let (code, text) = home.play(args, "");
        assert_eq!(code, 2, "{args:?}: {text}");
        assert!(text.contains(said), "{args:?}: {text}");
    }
}

#[test]
fn records_are_saved_and_loaded() {
    let home = Home::new("saved");
    let file = home.0.join("game.lud");
    let file = file.to_str().expect("a plain path");
    let (code, text) = home.play(&["abraxas", "--seat", "2=human"], &format!("SW d4 save {file} quit"));
    assert_eq!(code, 0, "{text}");
    let (code, text) = home.play(&["--load", file, "--ascii"], "quit");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("ply 3: "), "{text}");
}

#[test]
fn words_play_at_a_table_of_a_server() {
    let home = Home::new("server");
    let database = format!("sqlite:{}", home.0.join("test.db").display());
    let server = Server::start(&database);
    let table = json!({"game": "archimedes", "setup": "", "seats": [{"kind": "me"}, {"kind": "open"}]});
    let cookie = server.guest();
    let (_, made) = server.http("POST", "/api/tables", &cookie, &table);
    let (mut ada, _) = server.open(made["id"].as_str().expect("an id"), &cookie);
    let link = format!("http://{}{}", server.address, made["link"].as_str().expect("a link"));
    let mut child = home.start(&[&link, "--ascii"]);
    let mut words = child.stdin.take().expect("it is piped");
    let lines = Lines::of(child.stdout.take().expect("it is piped"));
    let mut heard = ada.hear("event");
    while heard["event"]["kind"] != "start" {
        heard = ada.hear("event");
    }
    ada.act(&heard["view"]);
    lines.until("ply 2: seat 2 to move");
    writeln!(words, "h2-h3").expect("it reads");
    assert!(lines.until("refused: ").contains("Archimedes 3."), "the server says why");
    writeln!(words, "accept").expect("it reads");
    assert!(lines.until("refused: ").contains("nothing is offered"));
    ada.send(&json!({"type": "offer", "id": "draw", "what": "draw"}));
    while ada.hear("event")["event"]["kind"] != "offer" {}
    // Others are heard with each word; the offer may still be on its way.
    let begin = Instant::now();
    loop {
        writeln!(words, "show").expect("it reads");
        if lines.within(Duration::from_millis(200), "seat 1 offers a draw").is_some() {
            break;
        }
        assert!(begin.elapsed() < PATIENCE, "the offer is not heard");
    }
    writeln!(words, "accept").expect("it reads");
    lines.until("over after 1 actions: 1/2 1/2 by agreed");
    assert!(child.wait().expect("it ends").success());
    server.kill();
}

/// The certificate of a club is its own, and counts where the system trusts it.
#[test]
fn a_table_is_joined_by_https() {
    let home = Home::new("https");
    let database = format!("sqlite:{}", home.0.join("test.db").display());
    let server = Server::start(&database);
    let table = json!({"game": "archimedes", "setup": "", "seats": [{"kind": "open"}, {"kind": "me"}]});
    let (_, made) = server.http("POST", "/api/tables", &server.guest(), &table);
    server.kill();
    let file = |name: &str| format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let (cert, key) = (file("club.cert.pem"), file("club.key.pem"));
    let server = Server::start_with(&database, &["--tls-cert", &cert, "--tls-key", &key]);
    let link = format!("https://{}{}", server.address, made["link"].as_str().expect("a link"));
    let (code, said) = home.play(&[&link, "--ascii"], "");
    assert!(code != 0 && said.contains("UnknownIssuer"), "{code}: {said}");
    let joined = home.playing(&[&link, "--ascii"]).env("SSL_CERT_FILE", &cert).spawn();
    let mut joined = joined.expect("the command starts");
    Lines::of(joined.stdout.take().expect("it is piped")).until("ply 1: seat 1 to move");
    drop(joined.stdin.take());
    assert!(joined.wait().expect("it ends").success());
    server.kill();
}
