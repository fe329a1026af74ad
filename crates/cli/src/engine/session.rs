use std::{sync::Arc, time::Instant};

use ::engine::{AnyGame, GameList, Palette, Seat, Turn, Viewer, picture, search::Table};
use rand::Rng;

use super::{
    go::{Go, Search},
    options::Options,
};
use crate::{perft, position_args, show};

/// What the protocol remembers between commands.
pub(super) struct Session {
    games: GameList,
    options: Options,
    game: Option<Box<dyn AnyGame>>,
    /// Made by the first search, and anew for another size.
    table: Option<(usize, Arc<Table>)>,
}

/// What a command leads to.
pub(super) enum Answer {
    Lines(Vec<String>),
    Error(String),
    Go(Box<Search>),
    Stop,
    Quit,
}

const COMMANDS: [&str; 12] = [
    "ugi",
    "isready",
    "setoption",
    "game",
    "position",
    "play",
    "query",
    "perft",
    "show",
    "go",
    "stop",
    "quit",
];

/// Splits a line into its command and the rest. Words before a known command are ignored, as in UCI.
fn split(line: &str) -> Option<(&str, &str)> {
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if COMMANDS.contains(&word) {
            return Some((word, after.trim()));
        }
        rest = after.trim_start();
    }
    None
}

/// Whether a command must wait for a search that is running.
pub(super) fn changes_something(line: &str) -> bool {
    split(line).is_some_and(|(word, _)| ["setoption", "game", "position", "play", "go"].contains(&word))
}

impl Session {
    pub(super) fn new(games: GameList) -> Self {
        Session { games, options: Options::default(), game: None, table: None }
    }

    /// Carries out one line; an error changes nothing.
    pub(super) fn command(&mut self, line: &str) -> Answer {
        let Some((word, rest)) = split(line) else { return Answer::Lines(Vec::new()) };
        let answer = match word {
            "ugi" => Ok(introduce()),
            "isready" => Ok(vec!["readyok".to_owned()]),
            "setoption" => self.options.set(rest).map(|()| Vec::new()),
            "game" => self.start(rest).map(|()| Vec::new()),
            "position" => self.position(rest).map(|()| Vec::new()),
            "play" => self.play(rest).map(|()| vec!["ok".to_owned()]),
            "query" => self.query(rest).map(|line| vec![line]),
            "perft" => self.perft(rest),
            "show" => self.show(),
            "go" => return self.go(rest).unwrap_or_else(Answer::Error),
            "stop" => return Answer::Stop,
            _ => return Answer::Quit,
        };
        answer.map_or_else(Answer::Error, Answer::Lines)
    }

    fn game(&self) -> Result<&dyn AnyGame, String> {
        self.game.as_deref().ok_or_else(|| "there is no game yet: `game <name>`".to_owned())
    }

    fn start(&mut self, text: &str) -> Result<(), String> {
        let (key, setup) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let entry = self.games.get(key).ok_or_else(|| format!("there is no game `{key}`"))?;
        let mut chance = position_args::generator(self.options.seed);
        self.game = Some(entry.start(setup.trim(), &mut chance).map_err(|refusal| refusal.to_string())?);
        if let Some((_, table)) = &self.table {
            table.clear();
        }
        Ok(())
    }

    fn position(&mut self, text: &str) -> Result<(), String> {
        let game = self.game()?;
        let mut words = text.split_whitespace();
        if words.next() != Some("startpos") {
            return Err("position startpos [moves …]".to_owned());
        }
        match words.next() {
            None | Some("moves") => {}
            Some(word) => return Err(format!("position startpos [moves …], not `{word}`")),
        }
        let entry = self.games.get(game.info().key).expect("a game that was started is listed");
        let mut fresh = entry
            .start(&game.setup(), &mut position_args::generator(self.options.seed))
            .expect("the set-up of a game that was started is complete");
        for (index, token) in words.enumerate() {
            fresh.play(token).map_err(|refusal| format!("action {}, `{token}`: {refusal}", index + 1))?;
        }
        self.game = Some(fresh);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        self.game()?;
        if text.is_empty() || text.contains(char::is_whitespace) {
            return Err("play one token".to_owned());
        }
        let game = self.game.as_mut().expect("there is a game");
        game.play(text).map_err(|refusal| refusal.to_string())
    }

    fn query(&self, text: &str) -> Result<String, String> {
        let game = self.game()?;
        let mut words = text.split_whitespace();
        let what = words.next().unwrap_or_default();
        let turn = game.turn();
        Ok(match what {
            "legal" => ["legal".to_owned()].into_iter().chain(game.legal()).collect::<Vec<_>>().join(" "),
            "turn" => format!("turn {}", turn.seat().map_or("none".to_owned(), |seat| seat.to_string())),
            "gameover" => format!("gameover {}", turn.is_over()),
            "p1turn" => format!("p1turn {}", turn.seat() == Some(Seat::new(0))),
            "result" => match turn {
                Turn::Over(outcome) => format!("result {outcome}"),
                _ => "result none".to_owned(),
            },
            "setup" => format!("setup {}", game.setup()),
            "view" => {
                let number = words.next().unwrap_or_default();
                let viewer = number.parse().ok().and_then(|number| show::viewer(game, number));
                let viewer = viewer.ok_or_else(|| format!("there is no seat `{number}`"))?;
                let view = serde_json::to_string(&game.view(viewer)).expect("a view is plain data");
                format!("view {view}")
            }
            _ => return Err(format!("there is no query `{what}`")),
        })
    }

    fn perft(&self, text: &str) -> Result<Vec<String>, String> {
        let game = self.game()?;
        let depth = text.parse().ok().filter(|depth| *depth <= perft::DEEPEST);
        let depth = depth.ok_or_else(|| format!("perft is from 0 to {}, not `{text}`", perft::DEEPEST))?;
        let start = Instant::now();
        let counts = game.divide(depth, self.options.threads);
        let time = start.elapsed().as_millis();
        let mut lines: Vec<String> =
            counts.iter().map(|(token, nodes)| format!("{token}: {nodes}")).collect();
        lines.push(format!("nodes {}", perft::total(depth, &counts)));
        lines.push(format!("time {time}"));
        Ok(lines)
    }

    fn show(&self) -> Result<Vec<String>, String> {
        let game = self.game()?;
        let text = picture::text(&*game.picture(Viewer::All), game.seats(), Palette::None, false);
        // An empty line is the end of the answer, so the drawing itself has none.
        let drawn = |line: &str| if line.is_empty() { " ".to_owned() } else { line.to_owned() };
        let mut lines: Vec<String> = text.lines().map(drawn).collect();
        lines.extend([show::turn(game), String::new()]);
        Ok(lines)
    }

    fn go(&mut self, text: &str) -> Result<Answer, String> {
        let go = Go::parse(text)?;
        let game = self.game()?.boxed_clone();
        let level = self.options.level(&*game);
        let table = self.table();
        if go.nodes.is_some() && self.options.threads == 1 {
            // What an earlier search left behind must not change the answer.
            table.clear();
        }
        let seed = self.options.seed.unwrap_or_else(|| position_args::generator(None).next_u64());
        Ok(Answer::Go(Box::new(Search::new(game, &go, level, table, self.options.threads, seed))))
    }

    fn table(&mut self) -> Arc<Table> {
        let size = self.options.hash;
        match &self.table {
            Some((made, table)) if *made == size => Arc::clone(table),
            _ => {
                let table = Arc::new(Table::new(size));
                self.table = Some((size, Arc::clone(&table)));
                table
            }
        }
    }
}

fn introduce() -> Vec<String> {
    let mut lines = vec![
        format!("id name Ludarium {}", env!("CARGO_PKG_VERSION")),
        "id author the Ludarium authors".to_owned(),
    ];
    lines.extend(Options::describe());
    lines.push("ugiok".to_owned());
    lines
}
