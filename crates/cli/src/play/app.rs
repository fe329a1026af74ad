//! The screen of a game: what the keys do.

mod draw;

use std::path::{Path, PathBuf};

use ::engine::{Canvas, GameList, LegalMove, Palette, Picture, TurnView, canvas::Marks, picture::Look};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

use super::{
    choice::{Choice, Next},
    host::{Host, Request},
    paint::Paint,
    saved_games, view_text,
};

/// A game on the screen.
pub(super) struct App {
    games: GameList,
    host: Box<dyn Host>,
    paint: Paint,
    picture: Box<dyn Picture>,
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

/// The commands that can be typed besides actions.
const COMMANDS: [&str; 9] = ["help", "hint", "load", "new", "quit", "resign", "save", "undo", "view"];

impl App {
    pub(super) fn new(games: GameList, host: Box<dyn Host>, paint: Paint) -> anyhow::Result<Self> {
        let picture = view_text::picture(host.view(), games)?;
        Ok(App {
            games,
            host,
            paint,
            picture,
            choice: Choice::default(),
            cursor: None,
            input: String::new(),
            message: None,
            hint: None,
            over: Overlay::None,
            look: Look::default(),
            drawn: Canvas::default(),
            origin: (0, 0),
        })
    }

    /// Takes in what happened meanwhile; whether to draw again.
    pub(super) fn poll(&mut self) -> anyhow::Result<bool> {
        let update = self.host.poll();
        if let Some(message) = update.message {
            self.message = Some(message);
        }
        if let Some(hint) = update.hint {
            self.message = Some(format!("hint: {hint} (Enter plays it)"));
            self.input.clone_from(&hint);
            self.hint = Some(hint);
        }
        if update.fresh {
            self.refresh()?;
        }
        Ok(update.changed)
    }

    /// Whether something may happen without a key.
    pub(super) fn is_busy(&self) -> bool {
        self.host.is_busy()
    }

    pub(super) fn show_message(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    fn refresh(&mut self) -> anyhow::Result<()> {
        self.picture = view_text::picture(self.host.view(), self.games)?;
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
                    && self.host.hand_over().is_none()
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
        if self.host.hand_over().is_some() {
            if matches!(key.code, KeyCode::Enter | KeyCode::Char(' ')) {
                self.host.take_screen();
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
        self.command(word, "")
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
                let offer = self.without_spot().nth(index).map(|act| act.t.clone());
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

    fn legal(&self) -> &[LegalMove] {
        &self.host.view().legal
    }

    /// The actions without a spot on the board.
    fn without_spot(&self) -> impl Iterator<Item = &LegalMove> {
        self.legal().iter().filter(|act| act.at.is_empty())
    }

    fn marks(&self) -> Marks {
        let view = self.host.view();
        let any_order = self.picture.any_order();
        let targets = self.choice.targets(&view.legal, any_order).cloned().collect();
        let mut picks = self.choice.picks.clone();
        picks.extend(self.cursor.clone());
        let via = view.legal.iter().filter(|act| !self.choice.picks.is_empty() && act.at == picks);
        Marks {
            cursor: self.cursor.clone(),
            picked: self.choice.picks.clone(),
            targets,
            via: via.flat_map(|act| act.via.iter().cloned()).collect(),
            last: view.last.iter().flat_map(|act| act.at.iter().cloned()).collect(),
            colour: self.paint.palette != Palette::None,
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

    /// Where a new cursor starts.
    fn first(&self) -> Option<String> {
        let target = self.marks().targets.into_iter().find(|name| self.drawn.find(name).is_some());
        target.or_else(|| self.drawn.spots.first().map(|spot| spot.name.clone()))
    }

    /// Moves the cursor to the next legal spot.
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
        let any_order = self.picture.any_order();
        let legal = self.host.view().legal.clone();
        match self.choice.pick(&spot, &legal, any_order) {
            Next::More => {}
            Next::Acts(mut acts) if acts.len() == 1 => self.act(&acts.swap_remove(0))?,
            Next::Acts(items) => self.over = Overlay::Acts(List { items, at: 0 }),
            Next::Nothing(tried) => {
                let why = self.host.why_not(tried);
                self.message = why.or_else(|| Some(format!("no action begins at {spot}")));
            }
        }
        Ok(())
    }

    fn act(&mut self, token: &str) -> anyhow::Result<()> {
        let done = self.host.act(token);
        self.message = done.err();
        if self.message.is_none() {
            self.input.clear();
        }
        self.refresh()
    }

    fn complete(&mut self) {
        let legal = self.legal().iter().map(|act| act.t.as_str());
        let words = COMMANDS.into_iter().chain(Request::WORDS);
        let fitting: Vec<&str> = legal.chain(words).filter(|token| token.starts_with(&self.input)).collect();
        let Some(first) = fitting.first() else {
            self.message = Some("no legal action begins like that".to_owned());
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
        if COMMANDS.contains(&word) || Request::WORDS.contains(&word) {
            return self.command(word, rest.trim());
        }
        self.act(text.trim())?;
        if self.message.is_some() {
            // A refused action can be corrected.
            self.input = text;
        }
        Ok(Flow::Stay)
    }

    fn command(&mut self, word: &str, rest: &str) -> anyhow::Result<Flow> {
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
                let items = saved_games::list()?;
                self.over = Overlay::Files(List { items, at: 0 });
                Ok(())
            }
            "save" => {
                let file = if rest.is_empty() { self.default_file() } else { rest.to_owned() };
                let saved = self.host.save(Path::new(&file));
                saved.map(|()| self.message = Some(format!("saved as {file}")))
            }
            "hint" => self.host.hint().map(|()| self.message = Some("searching for a hint".to_owned())),
            "undo" => self.host.undo(),
            "resign" => self.host.resign(),
            _ => Request::of(word, rest).map_or(Ok(()), |request| self.host.request(request)),
        };
        if let Err(why) = done {
            self.message = Some(why);
        }
        if ["undo", "resign"].contains(&word) {
            self.refresh()?;
        }
        Ok(Flow::Stay)
    }

    fn default_file(&self) -> String {
        let view = self.host.view();
        format!("{}-{}.lud", view.game, view.ply)
    }

    /// Whose turn it is, or how the game ended.
    fn headline(&self) -> String {
        let view = self.host.view();
        match &view.turn {
            TurnView::Over { over } => view_text::ending(over),
            TurnView::Open { seat, kind } => {
                format!("seat {seat} ({}) {}", self.host.occupant(*seat), view_text::waits_for(*kind))
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
