//! Attackers, in a process of their own: they send the most expensive things that an anonymous stranger can, as fast as
//! they are answered, each from an address of its own.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use ::engine::{AnyGame, Entry, GameList};
use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::connection::{Addresses, Origin, status_of};

/// How many requests of one attacker are under way at a time.
const AT_ONCE: usize = 8;
/// Attackers take what is left over: all share the cores with the server.
const NICE: &str = "10";
/// The longest record that is read.
const STEPS: usize = 5_000;
/// The largest body that is read.
const BODY: usize = 256 * 1024;

/// What became of the requests: how many were answered by each status, 0 for none at all.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Attacked(pub(super) BTreeMap<u16, u64>);

impl Attacked {
    pub(super) fn requests(&self) -> u64 {
        self.0.values().sum()
    }
}

/// Attackers at work, until they are waited for.
#[derive(Debug)]
pub(super) struct Attackers(Child);

impl Attackers {
    pub(super) fn start(count: usize, server: SocketAddr, seconds: f64) -> anyhow::Result<Self> {
        let child = Command::new("nice")
            .args(["-n", NICE])
            .arg(std::env::current_exe()?)
            .args(["load", &format!("http://{server}"), "--attack-with", &count.to_string()])
            .args(["--seconds", &seconds.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the attackers")?;
        Ok(Attackers(child))
    }

    /// What became of their requests.
    pub(super) fn finish(self) -> anyhow::Result<Attacked> {
        let done = self.0.wait_with_output()?;
        serde_json::from_slice(&done.stdout).context("the attackers said nothing")
    }
}

/// Attacks until the time is over; what this process does if it is one of attackers.
pub(super) fn attack(
    games: GameList,
    server: SocketAddr,
    count: usize,
    seconds: f64,
) -> anyhow::Result<Attacked> {
    let requests = requests(games);
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let own = Addresses::new(vec![server], Origin::Attacker);
        let page = own.client(0).text("GET", "/", &mut String::new(), &Value::Null).await?;
        let files = files(&String::from_utf8_lossy(&page)).into_iter().map(|path| (path, Value::Null));
        let requests: Vec<_> = requests.into_iter().chain(files).collect();
        let mut attackers = JoinSet::new();
        for number in 0..count * AT_ONCE {
            let addresses = Addresses::new(vec![server], Origin::Attacker);
            attackers.spawn(attacker(addresses, number, requests.clone(), end));
        }
        let mut all = Attacked::default();
        while let Some(one) = attackers.join_next().await {
            for (status, times) in one?.0 {
                *all.0.entry(status).or_default() += times;
            }
        }
        Ok(all)
    })
}

/// One connection of an attacker. It becomes a guest again and again: an id is free.
async fn attacker(
    addresses: Addresses,
    number: usize,
    requests: Vec<(String, Value)>,
    end: Instant,
) -> Attacked {
    let mut told = Attacked::default();
    let mut client = addresses.client(number / AT_ONCE);
    let mut cookie = String::new();
    let mut sockets = Vec::new();
    for turn in number.. {
        if Instant::now() >= end {
            break;
        }
        if turn % (4 * requests.len()) == 0 {
            cookie.clear();
            sockets.clear();
        }
        let (path, body) = &requests[turn % requests.len()];
        let makes_table = path == "/api/tables";
        client.takes_gzip = !makes_table;
        let method = if body.is_null() { "GET" } else { "POST" };
        let left = end.saturating_duration_since(Instant::now()) + Duration::from_secs(1);
        let answered = tokio::time::timeout(left, client.text(method, path, &mut cookie, body)).await;
        let status = match &answered {
            Ok(Ok(_)) => 200,
            Ok(Err(error)) => status_of(error),
            Err(_) => 0,
        };
        *told.0.entry(status).or_default() += 1;
        if let (true, Ok(Ok(made))) = (makes_table, answered) {
            let made: Value = serde_json::from_slice(&made).unwrap_or_default();
            let path = format!("/api/tables/{}/socket", made["id"].as_str().unwrap_or_default());
            // Held open and never read.
            sockets.extend(addresses.socket(number / AT_ONCE, &path, &cookie).await.ok());
        }
    }
    told
}

/// The files that a page of the client names.
fn files(page: &str) -> Vec<String> {
    let quoted = page.split(['"', '\'', '`']).map(|part| part.trim_start_matches('.'));
    quoted.filter(|part| part.starts_with("/_app/")).map(str::to_owned).collect()
}

/// What is sent, in turns.
fn requests(games: GameList) -> Vec<(String, Value)> {
    let mut requests = vec![
        ("/api/me", json!({})),
        ("/api/login", json!({"name": "Ada", "password": "not this one"})),
        ("/", Value::Null),
        ("/api/openapi.json", Value::Null),
        ("/api/records/archive", Value::Null),
        ("/api/records?result=1%200", Value::Null),
        ("/api/me/export", Value::Null),
        ("/api/tables?mine=true", Value::Null),
    ];
    for entry in games {
        let (game, setup) = (entry.info().key, duel(entry));
        let moves = played(entry, &setup);
        let text = record(game, &setup, &moves);
        let names = vec!["e5"; 64];
        // The engine begins, so that it has to think.
        let seats = json!([{"kind": "engine", "level": 8}, {"kind": "me"}]);
        requests.extend([
            ("/api/me", json!({})),
            ("/api/record/read", json!({"text": text})),
            ("/api/position", json!({"game": game, "setup": setup, "moves": moves})),
            ("/api/explain", json!({"game": game, "setup": setup, "moves": moves, "pressed": names})),
            ("/api/check", json!({"game": game, "setup": "x".repeat(4096)})),
            ("/api/evaluate", json!({"game": game, "setup": setup, "seconds": 10, "lines": 8})),
            ("/api/watch", json!({"game": game, "setup": setup, "seconds": 10, "lines": 8})),
            ("/api/analysis", json!({"record": text})),
            ("/api/tables", json!({"game": game, "setup": setup, "seats": seats})),
            ("/api/record/read", json!({"text": format!("{}{}", "(".repeat(60), "{x} ".repeat(BODY / 5))})),
        ]);
    }
    requests.into_iter().map(|(path, body)| (path.to_owned(), body)).collect()
}

fn duel(entry: &Entry) -> String {
    let fixed = entry.info().seats.start() == entry.info().seats.end();
    if fixed { String::new() } else { "seats=2".to_owned() }
}

/// As many steps as may be sent: a game, taken back to its start and played again, over and over.
fn played(entry: &Entry, setup: &str) -> Vec<String> {
    let mut game: Box<dyn AnyGame> =
        entry.start(setup, &mut rand::rng()).expect("a game of two can be played");
    let mut once = Vec::new();
    while once.len() < 40 && !game.turn().is_over() {
        let token = game.legal().pop().expect("somebody is to act");
        if game.play(&token).is_err() || game.turn().is_over() {
            break;
        }
        once.push(token);
    }
    // Where chance deals, a second start has another deal: a first action is legal in any.
    if entry.info().hidden {
        once.truncate(1);
    }
    once.push("takeback:1".to_owned());
    once.iter().cycle().take(STEPS).cloned().collect()
}

fn record(game: &str, setup: &str, moves: &[String]) -> String {
    let mut text = format!("[Game \"{game}\"]\n[Setup \"{setup}\"]\n\n");
    for token in moves {
        if text.len() + token.len() + 1 > BODY - 1024 {
            break;
        }
        text.push_str(token);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attackers_send_what_is_read() {
        let requests = requests(games::GAMES);
        for (path, body) in &requests {
            assert!(body.to_string().len() <= BODY, "{path}");
        }
        let text = requests.iter().find_map(|(path, body)| (path == "/api/record/read").then_some(body));
        let text = text.and_then(|body| body["text"].as_str()).expect("a record");
        assert!(::engine::lud::read(text).is_ok_and(|records| records.len() == 1));
        let page = r#"<link href="/_app/immutable/a.js"><script>import("./_app/b.js")</script><p class="c">"#;
        assert_eq!(files(page), ["/_app/immutable/a.js", "/_app/b.js"]);
    }
}
