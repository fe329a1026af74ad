//! `ludarium play` at a terminal: one that is closed, and signals.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::{
    fs::File,
    io::{Read, Write},
    os::{fd::OwnedFd, unix::process::ExitStatusExt},
    process::{Child, ExitStatus},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt},
    termios::{Action, Winsize, tcflow, tcsetwinsize},
};
use serde_json::json;

use crate::{play::Home, server::Server};

/// Nothing here takes this long, not even on a busy machine: a process that is to end does so within seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// Who stands between the terminal and the command.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// Nobody, and the kernel sends it no signal: the terminal does not control it.
    Apart,
    /// Nobody: the terminal controls it, and it leads its session.
    Leader,
    /// A shell that is deaf to the end of the terminal, so that the command has to notice by itself.
    Child,
}

const PLACES: [Place; 3] = [Place::Apart, Place::Leader, Place::Child];

const FLAGS: OpenptFlags = OpenptFlags::RDWR.union(OpenptFlags::NOCTTY).union(OpenptFlags::CLOEXEC);

/// A window with the command in it. Dropped, it is closed.
struct Window {
    master: File,
    text: String,
}

impl Window {
    fn open(home: &Home, place: Place, args: &[&str]) -> (Self, Child) {
        let master = openpt(FLAGS).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        tcsetwinsize(&master, Winsize { ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let window = Window { master: master.into(), text: String::new() };
        let play = env!("CARGO_BIN_EXE_ludarium");
        let mut command = home.command(if place == Place::Apart { play } else { "setsid" });
        match place {
            Place::Apart => &mut command,
            Place::Leader => command.args(["--ctty", play]),
            // Nobody reads what the shell would say of the signal.
            Place::Child => {
                command.args(["--ctty", "sh", "-c", "trap '' HUP; exec 2>/dev/null; \"$0\" \"$@\"", play])
            }
        };
        command.arg("play").args(args).env("TERM", "xterm").env("LC_ALL", "C.UTF-8");
        let child = command.stdin(window.end()).stdout(window.end()).stderr(window.end()).spawn().unwrap();
        (window, child)
    }

    /// The end that the command sees.
    fn end(&self) -> OwnedFd {
        ioctl_tiocgptpeer(&self.master, FLAGS).unwrap()
    }

    /// Takes what is drawn until it says this.
    fn until(&mut self, said: &str) {
        self.until_that(said, |text| text.contains(said));
    }

    fn until_that(&mut self, what: &str, mut so: impl FnMut(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !so(&self.text) {
            assert!(Instant::now() < end, "no `{what}` in {}", self.text);
            let soon = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
            if poll(&mut [PollFd::new(&self.master, PollFlags::IN)], Some(&soon)).unwrap() > 0 {
                let mut bytes = [0; 4096];
                let count = self.master.read(&mut bytes).expect("the other end is open");
                self.text += &String::from_utf8_lossy(&bytes[..count]);
            }
        }
    }

    fn type_in(&mut self, text: &str) {
        self.master.write_all(text.as_bytes()).unwrap();
    }
}

/// Waits until the process is over, which it has to be soon.
#[track_caller]
fn ended(mut child: Child) -> ExitStatus {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if Instant::now() > end {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it goes on");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A game of Archimedes in which seat 1 has played `a2-c4`, kept in a file of its own.
fn begun(home: &Home, place: Place, opponent: &str) -> (Window, Child, String) {
    let file = home.0.join(format!("{place:?}-{opponent}.lud")).to_str().unwrap().replace(':', "-");
    let seat = format!("2={opponent}");
    let args = ["archimedes", "--seat", &seat, "--time", "600", "--keep", &file];
    let (mut window, child) = Window::open(home, place, &args);
    window.until("seat 1");
    window.type_in("a2-c4\r");
    window.until_that("the action in its file", |_| kept(&file));
    (window, child, file)
}

fn kept(file: &str) -> bool {
    std::fs::read_to_string(file).is_ok_and(|record| record.contains("1. a2-c4"))
}

#[track_caller]
fn goes_on(home: &Home, file: &str) {
    assert!(kept(file));
    let (code, text) = home.play(&["--load", file, "--seat", "2=human", "--ascii"], "quit");
    assert!(code == 0 && text.contains("ply 2: seat 2 to move"), "{text}");
}

/// By which signal it ended; a shell says it in its own way.
fn signal(status: ExitStatus) -> Option<i32> {
    status.signal().or(status.code().filter(|&code| code > 128).map(|code| code - 128))
}

#[test]
fn a_closed_window_ends_it_and_the_game_is_kept() {
    let home = Home::new("closed");
    for place in PLACES {
        // Also while an engine thinks.
        for opponent in ["human", "level:8"] {
            let (window, child, file) = begun(&home, place, opponent);
            drop(window);
            assert_eq!(signal(ended(child)), Some(Signal::HUP.as_raw()), "{place:?} {opponent}");
            goes_on(&home, &file);
        }
    }
}

#[test]
fn a_closed_window_ends_the_menu() {
    let home = Home::new("menu");
    let (mut window, child) = Window::open(&home, Place::Apart, &[]);
    window.until("Quit");
    drop(window);
    assert_eq!(signal(ended(child)), Some(Signal::HUP.as_raw()));
}

#[test]
fn a_signal_gives_the_terminal_back_and_ends_it() {
    let home = Home::new("signal");
    for opponent in ["human", "level:8"] {
        let (mut window, child, file) = begun(&home, Place::Leader, opponent);
        let pid = Pid::from_child(&child);
        kill_process(pid, Signal::TERM).unwrap();
        window.until("\x1b[?1049l");
        assert_eq!(ended(child).signal(), Some(Signal::TERM.as_raw()));
        goes_on(&home, &file);
    }
}

/// A terminal that takes nothing, as after Ctrl-S: whoever draws on it stands still.
#[test]
fn a_signal_ends_it_at_a_terminal_that_stands_still() {
    let home = Home::new("still");
    let (window, child, file) = begun(&home, Place::Leader, "level:8");
    // What an engine thinks is drawn again and again.
    tcflow(window.end(), Action::OOff).unwrap();
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert_eq!(ended(child).signal(), Some(Signal::TERM.as_raw()));
    drop(window);
    goes_on(&home, &file);
}

#[test]
fn a_closed_window_at_a_table_of_a_server() {
    let home = Home::new("table");
    let server = Server::start(&format!("sqlite:{}", home.0.join("test.db").display()));
    for place in PLACES {
        let table = json!({"game": "archimedes", "setup": "", "seats": [{"kind": "open"}, {"kind": "me"}]});
        let (cookie, made) = server.http("POST", "/api/tables", &server.guest(), &table);
        let id = made["id"].as_str().unwrap();
        let link = format!("http://{}{}", server.address, made["link"].as_str().unwrap());
        let (mut ada, _) = server.open(id, &cookie);
        let (mut window, child) = Window::open(&home, place, &[&link]);
        window.until("to move");
        window.type_in("a2-c4\r");
        while ada.hear("event")["event"]["kind"] != "action" {}
        drop(window);
        assert_eq!(signal(ended(child)), Some(Signal::HUP.as_raw()), "{place:?}");
        // The game is the server's: it goes on there.
        let (_, state) = server.open(id, &cookie);
        assert_eq!(state["moves"], json!(["a2-c4"]));
    }
    server.kill();
}
