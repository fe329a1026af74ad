//! The screen of a game: what the keys do.

mod draw;

use std::path::{Path, PathBuf};

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

use super::{
    board::{self, Board, Look},
    canvas::{Canvas, Marks},
    choice::{Choice, Next},
    keep,
    paint::Paint,
    seen::{Act, TurnSeen},
    table::{Request, Table},
};

/// A game on the screen.
pub(super) struct App {
    table: Box<dyn Table>,
    paint: Paint,
    board: Box<dyn Board>,
    choice: Choice,
    cursor: Option<String>,
    input: String,
    message: Option<String>,
    hint: Option<String>,
    over: Overlay,
    look: Look,
    /// The board as it was drawn last, and where.
    drawn: Canvas,
    origin: (i32, i32),
}

/// What lies over the board.
enum Overlay {
    None,
    Help,
    Acts(List<String>),
    Files(List<PathBuf>),
}

struct List<T> {
    items: Vec<T>,
    at: usize,
}

/// What a key leads to, beyond this screen.
pub(super) enum Flow {
    Stay,
    Menu,
    Load(PathBuf),
    Quit,
}

/// What can be typed besides actions.
const WORDS: [&str; 9] = ["help", "hint", "load", "new", "quit", "resign", "save", "undo", "view"];

impl App {
    pub(super) fn new(table: Box<dyn Table>, paint: Paint) -> anyhow::Result<Self> {
        let board = board::read(table.seen())?;
        Ok(App {
            table,
            paint,
            board,
            choice: Choice::default(),
            cursor: None,
            input: String::new(),
            message: None,
            hint: None,
            over: Overlay::None,
            look: Look::default(),
            drawn: Canvas::new(0, 0),
            origin: (0, 0),
        })
    }

    /// Hears what happened meanwhile; whether to draw again.
    pub(super) fn poll(&mut self) -> anyhow::Result<bool> {
        let news = self.table.poll();
        if let Some(message) = news.message {
            self.message = Some(message);
        }
        if let Some(hint) = news.hint {
            self.message = Some(format!("hint: {hint} (Enter plays it)"));
            self.input.clone_from(&hint);
            self.hint = Some(hint);
        }
        if news.fresh {
            self.refresh()?;
        }
        Ok(news.changed)
    }

    /// Whether something may happen without a key.
    pub(super) fn is_busy(&self) -> bool {
        self.table.is_busy()
    }

    pub(super) fn tell(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    fn refresh(&mut self) -> anyhow::Result<()> {
        self.board = board::read(self.table.seen())?;
        self.choice = Choice::default();
        self.hint = None;
        if matches!(self.over, Overlay::Acts(_)) {
            self.over = Overlay::None;
        }
        Ok(())
    }

    pub(super) fn handle(&mut self, event: &Event) -> anyhow::Result<Flow> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let (x, y) = (i32::from(mouse.column) - self.origin.0, i32::from(mouse.row) - self.origin.1);
                if matches!(self.over, Overlay::None)
                    && self.table.hand_over().is_none()
                    && let Some(spot) = self.drawn.hit(x, y)
                {
                    let name = spot.name.clone();
                    self.cursor = Some(name);
                    self.pick()?;
                }
                Ok(Flow::Stay)
            }
            _ => Ok(Flow::Stay),
        }
    }

    fn key(&mut self, key: KeyEvent) -> anyhow::Result<Flow> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::F(10) || control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            return Ok(Flow::Quit);
        }
        if self.table.hand_over().is_some() {
            if matches!(key.code, KeyCode::Enter | KeyCode::Char(' ')) {
                self.table.sit_down();
                self.message = None;
                self.refresh()?;
            }
            return Ok(Flow::Stay);
        }
        if !matches!(self.over, Overlay::None) {
            return self.overlay_key(key.code);
        }
        let word = match key.code {
            KeyCode::F(1) => "help",
            KeyCode::F(2) => "hint",
            KeyCode::F(3) => "undo",
            KeyCode::F(4) => "view",
            KeyCode::F(5) => "save",
            KeyCode::F(6) => "load",
            KeyCode::F(7) => "new",
            KeyCode::Char('t') if control => "hint",
            KeyCode::Char('z') if control => "undo",
            KeyCode::Char('v') if control => "view",
            KeyCode::Char('s') if control => "save",
            KeyCode::Char('o') if control => "load",
            KeyCode::Char('n') if control => "new",
            KeyCode::Char('?') if self.input.is_empty() => "help",
            _ => return self.plain_key(key.code, control),
        };
        self.word(word, "")
    }

    fn plain_key(&mut self, code: KeyCode, control: bool) -> anyhow::Result<Flow> {
        match code {
            KeyCode::Up => self.step((0, -1)),
            KeyCode::Down => self.step((0, 1)),
            KeyCode::Left => self.step((-1, 0)),
            KeyCode::Right => self.step((1, 0)),
            KeyCode::Tab if self.input.is_empty() => self.jump(),
            KeyCode::Tab => self.complete(),
            KeyCode::Esc => {
                self.input.clear();
                self.choice = Choice::default();
                self.message = None;
            }
            KeyCode::Backspace => {
                self.input.pop();
            }
            KeyCode::Char('u') if control => self.input.clear(),
            KeyCode::Enter if !self.input.is_empty() => return self.submit(),
            KeyCode::Enter => self.pick()?,
            KeyCode::Char(' ') if self.input.is_empty() => self.pick()?,
            KeyCode::Char(c @ '1'..='9') if self.input.is_empty() => {
                let index = c as usize - '1' as usize;
                let offer = self.placeless().nth(index).map(|act| act.t.clone());
                if let Some(token) = offer {
                    self.act(&token)?;
                }
            }
            KeyCode::Char(c) if !control && !c.is_control() => self.input.push(c),
            _ => {}
        }
        Ok(Flow::Stay)
    }

    fn overlay_key(&mut self, code: KeyCode) -> anyhow::Result<Flow> {
        let over = std::mem::replace(&mut self.over, Overlay::None);
        match over {
            Overlay::Acts(mut list) => match code {
                KeyCode::Enter | KeyCode::Char(' ') => {
                    let token = list.items.swap_remove(list.at);
                    self.act(&token)?;
                }
                KeyCode::Esc => {}
                _ => {
                    list.step(code);
                    self.over = Overlay::Acts(list);
                }
            },
            Overlay::Files(mut list) => match code {
                KeyCode::Enter if !list.items.is_empty() => {
                    return Ok(Flow::Load(list.items.swap_remove(list.at)));
                }
                KeyCode::Esc | KeyCode::Enter => {}
                _ => {
                    list.step(code);
                    self.over = Overlay::Files(list);
                }
            },
            // Any key leaves the help.
            Overlay::Help | Overlay::None => {}
        }
        Ok(Flow::Stay)
    }

    fn legal(&self) -> &[Act] {
        &self.table.seen().legal
    }

    /// The actions that no place on the board stands for.
    fn placeless(&self) -> impl Iterator<Item = &Act> {
        self.legal().iter().filter(|act| act.at.is_empty())
    }

    fn marks(&self) -> Marks {
        let seen = self.table.seen();
        let any_order = self.board.any_order();
        let targets = self.choice.targets(&seen.legal, any_order).cloned().collect();
        let mut whole = self.choice.picks.clone();
        whole.extend(self.cursor.clone());
        let via = seen.legal.iter().filter(|act| !self.choice.picks.is_empty() && act.at == whole);
        Marks {
            cursor: self.cursor.clone(),
            picked: self.choice.picks.clone(),
            targets,
            via: via.flat_map(|act| act.via.iter().cloned()).collect(),
            last: seen.last.iter().flat_map(|act| act.at.iter().cloned()).collect(),
        }
    }

    fn step(&mut self, direction: (i32, i32)) {
        let from = self.cursor.clone().filter(|name| self.drawn.find(name).is_some());
        self.cursor = match from {
            None => self.first(),
            Some(from) => {
                let next = self.drawn.towards(&from, direction).map(|spot| spot.name.clone());
                Some(next.unwrap_or(from))
            }
        };
    }

    /// Where a cursor that is nowhere goes.
    fn first(&self) -> Option<String> {
        let target = self.marks().targets.into_iter().find(|name| self.drawn.find(name).is_some());
        target.or_else(|| self.drawn.spots.first().map(|spot| spot.name.clone()))
    }

    /// The next legal place.
    fn jump(&mut self) {
        let targets: Vec<String> = self.marks().targets.into_iter().collect();
        let next = match &self.cursor {
            Some(cursor) => targets.iter().find(|name| *name > cursor).or(targets.first()),
            None => targets.first(),
        };
        self.cursor = next.cloned().or(self.cursor.take());
    }

    fn pick(&mut self) -> anyhow::Result<()> {
        self.message = None;
        let Some(spot) = self.cursor.clone().or_else(|| self.first()) else { return Ok(()) };
        self.cursor = Some(spot.clone());
        let any_order = self.board.any_order();
        let legal = self.table.seen().legal.clone();
        match self.choice.pick(&spot, &legal, any_order) {
            Next::More => {}
            Next::Acts(mut acts) if acts.len() == 1 => self.act(&acts.swap_remove(0))?,
            Next::Acts(items) => self.over = Overlay::Acts(List { items, at: 0 }),
            Next::Nothing(tried) => {
                let why = self.board.token(&tried).and_then(|token| self.table.why_not(&token));
                self.message = why.or_else(|| Some(format!("no action begins at {spot}")));
            }
        }
        Ok(())
    }

    fn act(&mut self, token: &str) -> anyhow::Result<()> {
        let done = self.table.act(token);
        self.message = done.err();
        if self.message.is_none() {
            self.input.clear();
        }
        self.refresh()
    }

    fn complete(&mut self) {
        let legal = self.legal().iter().map(|act| act.t.as_str());
        let words = WORDS.into_iter().chain(Request::WORDS);
        let fitting: Vec<&str> = legal.chain(words).filter(|token| token.starts_with(&self.input)).collect();
        let Some(first) = fitting.first() else {
            self.message = Some("nothing legal begins like that".to_owned());
            return;
        };
        let common = fitting.iter().fold(first.len(), |common, token| {
            first.bytes().zip(token.bytes()).take(common).take_while(|(a, b)| a == b).count()
        });
        let common = first[..common].to_owned();
        self.message = (common == self.input && fitting.len() > 1).then(|| {
            let more = if fitting.len() > 12 { " …" } else { "" };
            format!(
                "{}{}",
                fitting[..fitting.len().min(12)].join(" "),
                self.paint.either(more, &more.replace('…', "..."))
            )
        });
        self.input = common;
    }

    fn submit(&mut self) -> anyhow::Result<Flow> {
        let text = std::mem::take(&mut self.input);
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        if WORDS.contains(&word) || Request::WORDS.contains(&word) {
            return self.word(word, rest.trim());
        }
        self.act(text.trim())?;
        if self.message.is_some() {
            // What was refused can be mended.
            self.input = text;
        }
        Ok(Flow::Stay)
    }

    fn word(&mut self, word: &str, rest: &str) -> anyhow::Result<Flow> {
        self.message = None;
        let done = match word {
            "help" => {
                self.over = Overlay::Help;
                Ok(())
            }
            "view" => {
                self.look = self.look.other();
                Ok(())
            }
            "new" => return Ok(Flow::Menu),
            "quit" => return Ok(Flow::Quit),
            "load" if !rest.is_empty() => return Ok(Flow::Load(rest.into())),
            "load" => {
                let items = keep::listed()?;
                self.over = Overlay::Files(List { items, at: 0 });
                Ok(())
            }
            "save" => {
                let file = if rest.is_empty() { self.usual_file() } else { rest.to_owned() };
                let saved = self.table.save(Path::new(&file));
                saved.map(|()| self.message = Some(format!("saved as {file}")))
            }
            "hint" => self.table.hint().map(|()| self.message = Some("thinking of a hint".to_owned())),
            "undo" => self.table.undo(),
            "resign" => self.table.resign(),
            _ => Request::of(word, rest).map_or(Ok(()), |request| self.table.request(request)),
        };
        if let Err(why) = done {
            self.message = Some(why);
        }
        if ["undo", "resign"].contains(&word) {
            self.refresh()?;
        }
        Ok(Flow::Stay)
    }

    fn usual_file(&self) -> String {
        let seen = self.table.seen();
        format!("{}-{}.lud", seen.game, seen.ply)
    }

    /// Whose turn it is, or how the game ended.
    fn headline(&self) -> String {
        let seen = self.table.seen();
        match &seen.turn {
            TurnSeen::Over { over } => over.sentence(),
            TurnSeen::Open { seat, kind } => {
                let who = seen.seat().map_or(String::new(), |seat| self.table.sitter(seat));
                let what = if kind == "reply" { "may reply" } else { "to move" };
                format!("seat {seat} ({who}) {what}")
            }
        }
    }
}

impl<T> List<T> {
    fn step(&mut self, code: KeyCode) {
        let last = self.items.len().saturating_sub(1);
        self.at = match code {
            KeyCode::Up => self.at.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => (self.at + 1) % (last + 1),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => self.at,
        };
    }
}
