//! The menu before a game: which one, its options, and who plays.

use ::engine::{AnyGame, BySeat, GameList, OptionInfo, Seat, palette::Ink};
use ratatui::{
    Frame,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    text::{Line, Span},
    widgets::Paragraph,
};

use super::{
    occupant::{self, Occupant},
    paint::Paint,
};
use crate::position_args;

pub(super) struct Menu {
    games: GameList,
    paint: Paint,
    resumable: bool,
    game: usize,
    /// One value for each option of the game; empty: its default.
    values: Vec<String>,
    occupants: BySeat<Occupant>,
    at: usize,
    pub(super) message: Option<String>,
}

/// What the menu leads to.
pub(super) enum Chosen {
    Nothing,
    Resume,
    Start(Box<dyn AnyGame>, BySeat<Occupant>),
    Quit,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    Resume,
    Game,
    Option(usize),
    Seat(Seat),
    Start,
    Quit,
}

impl Menu {
    pub(super) fn new(games: GameList, paint: Paint, resumable: bool) -> Self {
        let mut menu = Menu {
            games,
            paint,
            resumable,
            game: 0,
            values: Vec::new(),
            occupants: occupant::default_seats(),
            at: 0,
            message: None,
        };
        menu.values = menu.first_values();
        menu
    }

    fn options(&self) -> &'static [OptionInfo] {
        self.games.as_slice()[self.game].info().options
    }

    fn first_values(&self) -> Vec<String> {
        self.options()
            .iter()
            .map(|option| option.offered.first().copied().unwrap_or_default().to_owned())
            .collect()
    }

    fn rows(&self) -> Vec<Row> {
        let resume = self.resumable.then_some(Row::Resume);
        let options = (0..self.options().len()).map(Row::Option);
        let seats = Seat::all(self.seats()).map(Row::Seat);
        let end = [Row::Start, Row::Quit];
        resume.into_iter().chain([Row::Game]).chain(options).chain(seats).chain(end).collect()
    }

    fn row(&self) -> Row {
        let rows = self.rows();
        rows[self.at.min(rows.len() - 1)]
    }

    /// How many seats there are: by the option `seats`, or as many as the game has.
    fn seats(&self) -> usize {
        let chosen = self.options().iter().zip(&self.values).find(|(option, _)| option.key == "seats");
        let number = chosen.and_then(|(option, value)| {
            let text = if value.is_empty() { option.default } else { value };
            text.parse().ok()
        });
        let range = &self.games.as_slice()[self.game].info().seats;
        number.unwrap_or(*range.end()).clamp(*range.start(), *range.end())
    }

    fn setup(&self) -> String {
        let set = self.options().iter().zip(&self.values).filter(|(_, value)| !value.is_empty());
        set.map(|(option, value)| format!("{}={value}", option.key)).collect::<Vec<_>>().join(";")
    }

    pub(super) fn handle(&mut self, event: &Event, seed: Option<u64>) -> Chosen {
        let Event::Key(KeyEvent { code, modifiers, kind, .. }) = event else { return Chosen::Nothing };
        if *kind == KeyEventKind::Release {
            return Chosen::Nothing;
        }
        if modifiers.contains(KeyModifiers::CONTROL) && matches!(code, KeyCode::Char('c' | 'q')) {
            return Chosen::Quit;
        }
        self.message = None;
        let last = self.rows().len() - 1;
        match code {
            KeyCode::F(10) | KeyCode::Esc => return Chosen::Quit,
            KeyCode::Up | KeyCode::BackTab => self.at = self.at.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1) % (last + 1),
            KeyCode::Left => self.change(false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true),
            KeyCode::Backspace => {
                if let Row::Option(index) = self.row() {
                    self.values[index].pop();
                }
            }
            KeyCode::Char(c) => {
                if let Row::Option(index) = self.row()
                    && (self.options()[index].text || self.options()[index].range.is_some())
                {
                    self.values[index].push(*c);
                }
            }
            KeyCode::Enter => match self.row() {
                Row::Resume => return Chosen::Resume,
                Row::Quit => return Chosen::Quit,
                Row::Start => return self.start(seed),
                _ => self.at += 1,
            },
            _ => {}
        }
        Chosen::Nothing
    }

    fn start(&mut self, seed: Option<u64>) -> Chosen {
        match self.games.as_slice()[self.game].start(&self.setup(), &mut position_args::generator(seed)) {
            Ok(game) => Chosen::Start(game, self.occupants),
            Err(refusal) => {
                self.message = Some(refusal.to_string());
                Chosen::Nothing
            }
        }
    }

    /// The next or previous value of the row.
    fn change(&mut self, forward: bool) {
        let turned = |at: usize, count: usize| (at + if forward { 1 } else { count - 1 }) % count;
        match self.row() {
            Row::Game => {
                self.game = turned(self.game, self.games.as_slice().len());
                self.values = self.first_values();
                self.occupants = occupant::default_seats();
            }
            Row::Option(index) => {
                let option = &self.options()[index];
                if !option.choices.is_empty() {
                    let value = &self.values[index];
                    let value = if value.is_empty() { option.default } else { value };
                    let at = option.choices.iter().position(|choice| *choice == value);
                    let next = at.map_or(0, |at| turned(at, option.choices.len()));
                    self.values[index] = option.choices[next].to_owned();
                }
            }
            Row::Seat(seat) => {
                let number = turned(self.occupants[seat].number(), Occupant::COUNT);
                self.occupants[seat] = Occupant::from_number(number);
            }
            Row::Resume | Row::Start | Row::Quit => {}
        }
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>) {
        let paint = self.paint;
        let mut lines = vec![Line::from(" Ludarium ").style(paint.bar()), Line::default()];
        for (index, row) in self.rows().into_iter().enumerate() {
            let here = index == self.at;
            if matches!(row, Row::Start) || row == Row::Seat(Seat::new(0)) {
                lines.push(Line::default());
            }
            let arrow = if here { "> " } else { "  " };
            let (label, value) = self.words(row);
            let style =
                if here { paint.ink(Ink::Bold).patch(paint.ink(Ink::Accent)) } else { paint.ink(Ink::Dim) };
            let mut spans = vec![Span::styled(format!("{arrow}{label:<13}"), style)];
            if let Some(value) = value {
                let (open, close) = if here { ("< ", " >") } else { ("  ", "  ") };
                spans.push(Span::styled(
                    format!("{open}{value}{close}"),
                    if here { paint.bar() } else { paint.ink(Ink::Bold) },
                ));
            }
            lines.push(Line::from(spans));
        }
        lines.push(Line::default());
        let foot = match (&self.message, self.row()) {
            (Some(message), _) => Line::from(message.clone()).style(paint.ink(Ink::Red)),
            (None, Row::Option(index)) => Line::from(self.options()[index].help).style(paint.ink(Ink::Dim)),
            (None, _) => {
                Line::from("up, down: choose; left, right: change; Enter: next").style(paint.ink(Ink::Dim))
            }
        };
        lines.push(foot);
        frame.render_widget(Paragraph::new(lines).wrap(ratatui::widgets::Wrap { trim: false }), frame.area());
    }

    fn words(&self, row: Row) -> (String, Option<String>) {
        match row {
            Row::Resume => ("Resume the last game".to_owned(), None),
            Row::Game => {
                let info = self.games.as_slice()[self.game].info();
                ("game".to_owned(), Some(format!("{} ({}, {})", info.name, info.author, info.year)))
            }
            Row::Option(index) => {
                let option = &self.options()[index];
                let value = &self.values[index];
                let shown = match (value.is_empty(), option.default) {
                    (false, _) => value.clone(),
                    (true, "") => "default".to_owned(),
                    (true, default) => default.to_owned(),
                };
                (option.key.replace('_', " "), Some(shown))
            }
            Row::Seat(seat) => (format!("seat {seat}"), Some(self.occupants[seat].to_string())),
            Row::Start => ("Start".to_owned(), None),
            Row::Quit => ("Quit".to_owned(), None),
        }
    }
}
