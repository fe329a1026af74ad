//! The screen of a game: how it looks.

use ::engine::{Seat, palette::Ink, picture::Frame as Room};
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::Style,
    symbols::border,
    text::{Line, Span},
    widgets::{Block, Clear, Paragraph, Wrap},
};

use super::{App, List, Overlay};
use crate::play::help;

/// Beneath this many columns there is no room for a panel.
const PANEL_FROM: u16 = 64;

impl App {
    pub(in crate::play) fn draw(&mut self, frame: &mut Frame<'_>) {
        let [title, middle, message, input, foot] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(1),
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(frame.area());
        self.title(frame, title);
        if let Some(seat) = self.host.hand_over() {
            self.hand_over(frame, middle, seat);
            return;
        }
        let panel = match middle.width {
            110.. => 38,
            PANEL_FROM..110 => 27,
            _ => 0,
        };
        let [field, side] = Layout::horizontal([Constraint::Min(1), Constraint::Length(panel)]).areas(middle);
        let room = Room { width: field.width.into(), height: field.height.into(), look: self.look };
        self.drawn = self.picture.canvas(&self.marks(), room);
        self.origin = self.paint.draw(&self.drawn, field, frame.buffer_mut());
        if panel > 0 {
            self.panel(frame, side);
        }
        self.footer(frame, message, input, foot);
        match &self.over {
            Overlay::None => {}
            Overlay::Help => {
                let all = help::TEXT.lines().chain(self.picture.help().iter().copied());
                let lines: Vec<String> = all.map(str::to_owned).collect();
                self.list(frame, "help: any key goes back", &lines, None);
            }
            Overlay::Acts(List { items, at }) => {
                self.list(frame, "which?", items, Some(*at));
            }
            Overlay::Files(List { items, at }) => {
                let name = |file: &std::path::PathBuf| {
                    file.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
                };
                let lines: Vec<String> = items.iter().map(name).collect();
                self.list(frame, "load a game (Esc: none)", &lines, Some(*at));
            }
        }
    }

    fn title(&self, frame: &mut Frame<'_>, area: Rect) {
        let view = self.host.view();
        let name = self.games.get(&view.game).map_or(&*view.game, |entry| entry.info().name);
        let dot = self.paint.either("·", "-");
        let ply = if view.turn.is_over() {
            format!("{} actions", view.ply)
        } else {
            format!("ply {}", view.ply + 1)
        };
        let text = format!(" {name} {dot} {ply} {dot} {}", self.headline());
        frame.render_widget(Paragraph::new(text).style(self.paint.bar()), area);
    }

    fn hand_over(&self, frame: &mut Frame<'_>, area: Rect, seat: Seat) {
        let lines = vec![
            Line::from(format!("Seat {seat}, it is your turn.")).style(self.paint.ink(Ink::Seat(seat))),
            Line::default(),
            Line::from("What you are about to see is hidden from the others."),
            Line::from("Press Enter when only you look at the screen."),
        ];
        let height = lines.len() as u16;
        let area = middle(area, area.width, height);
        frame.render_widget(Paragraph::new(lines).centered(), area);
    }

    fn panel(&self, frame: &mut Frame<'_>, area: Rect) {
        let view = self.host.view();
        let paint = self.paint;
        let acting = view.turn.seat();
        let mut lines: Vec<Line<'_>> = Vec::new();
        for seat in Seat::all(view.seats) {
            let arrow = if acting == Some(seat) { paint.either("▶", ">") } else { " " };
            let head = format!("{arrow}{}: {}", self.picture.name(seat), self.host.occupant(seat));
            lines.push(Line::from(head).style(paint.ink(Ink::Seat(seat))));
            lines.extend(joined(&self.picture.seat(seat), area.width).map(Line::from));
        }
        if let Some((seat, evaluation)) = self.host.evaluation() {
            let width = usize::from(area.width).saturating_sub(12).clamp(5, 20);
            lines.push(match evaluation {
                None => Line::from(format!(" seat {seat} thinks")).style(paint.ink(Ink::Dim)),
                Some(evaluation) => {
                    let full = ((evaluation.share * width as f64).round() as usize).min(width);
                    let (on, off) = paint.either(("█", "░"), ("#", "-"));
                    let percent = format!(" {:>3.0}% d{}", evaluation.share * 100.0, evaluation.depth);
                    Line::from(vec![
                        Span::raw(" "),
                        Span::styled(on.repeat(full), paint.ink(Ink::Seat(seat))),
                        Span::styled(off.repeat(width - full), paint.ink(Ink::Dim)),
                        Span::raw(percent),
                    ])
                }
            });
            if let Some(evaluation) = evaluation {
                let text = format!(" {} nodes {}", evaluation.nodes, evaluation.pv.join(" "));
                lines.push(Line::from(text).style(paint.ink(Ink::Dim)));
            }
        }
        lines.push(Line::default());
        lines.extend(self.picture.facts().into_iter().map(Line::from));
        if let Some(cursor) = &self.cursor {
            lines.push(Line::from(format!("at {cursor}")).style(paint.ink(Ink::Accent)));
            lines.extend(self.picture.detail(cursor).into_iter().map(|line| Line::from(format!(" {line}"))));
        }
        let without_spot: Vec<String> =
            (1..).zip(self.without_spot()).take(9).map(|(key, act)| format!("{key} {}", act.t)).collect();
        if !without_spot.is_empty() {
            lines.push(Line::from(without_spot.join("  ")).style(paint.ink(Ink::Bold)));
        }
        lines.push(Line::default());
        let left = usize::from(area.height).saturating_sub(lines.len());
        let moves = self.host.moves();
        let from = moves.len().saturating_sub(left);
        lines.extend((from + 1..).zip(&moves[from..]).map(|(ply, token)| {
            Line::from(vec![
                Span::styled(format!("{ply:>4}. "), paint.ink(Ink::Dim)),
                Span::raw(token.clone()),
            ])
        }));
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn footer(&self, frame: &mut Frame<'_>, message: Rect, input: Rect, foot: Rect) {
        let paint = self.paint;
        let dots = |text: &str| if paint.ascii { text.replace('…', "...") } else { text.to_owned() };
        let prompt =
            Line::from(vec![Span::styled("> ", paint.ink(Ink::Accent)), Span::raw(self.input.clone())]);
        if let Some(text) = &self.message {
            // A long message takes the line of the keys as well.
            let long = text.chars().count() > usize::from(message.width);
            let area = if long { Rect { height: 2, ..message } } else { message };
            let said = Paragraph::new(dots(text)).style(paint.ink(Ink::Red)).wrap(Wrap { trim: true });
            frame.render_widget(said, area);
            let (line, rest) = if long { (foot, None) } else { (input, Some(foot)) };
            self.prompt(frame, prompt, line);
            if let Some(rest) = rest {
                frame.render_widget(Paragraph::new(help::FOOT).style(paint.ink(Ink::Dim)), rest);
            }
            return;
        }
        let view = self.host.view();
        let status = if view.turn.is_over() {
            "The game is over. F3 takes back, F5 saves the record, F7 starts another game.".to_owned()
        } else if self.host.mine().is_none() {
            "Waiting for the other side.".to_owned()
        } else if self.choice.picks.is_empty() {
            format!("{} actions: choose a marked cell, or type one.", view.legal.len())
        } else {
            format!("From {}: choose where to; Esc starts over.", self.choice.picks.join(" "))
        };
        frame.render_widget(Paragraph::new(status).style(paint.ink(Ink::Dim)), message);
        self.prompt(frame, prompt, input);
        frame.render_widget(Paragraph::new(help::FOOT).style(paint.ink(Ink::Dim)), foot);
    }

    fn prompt(&self, frame: &mut Frame<'_>, prompt: Line<'_>, area: Rect) {
        let column = area.x + (prompt.width() as u16).min(area.width.saturating_sub(1));
        frame.render_widget(Paragraph::new(prompt), area);
        frame.set_cursor_position((column, area.y));
    }

    /// A list over the board; a longer one scrolls to the chosen line.
    fn list(&self, frame: &mut Frame<'_>, title: &str, lines: &[String], at: Option<usize>) {
        let widest = lines.iter().map(|line| line.chars().count()).chain([title.len()]).max().unwrap_or(0);
        let room = frame.area();
        let height = (lines.len() as u16 + 2).min(room.height);
        let area = middle(room, (widest as u16 + 6).min(room.width), height);
        let shown = usize::from(height.saturating_sub(2));
        let from = at.unwrap_or(0).saturating_sub(shown / 2).min(lines.len().saturating_sub(shown));
        let mut text = Vec::new();
        for (index, line) in lines.iter().enumerate().skip(from).take(shown) {
            let here = at == Some(index);
            let arrow = if here { "> " } else { "  " };
            let style = if here { self.paint.bar() } else { Style::new() };
            text.push(Line::from(format!("{arrow}{line}")).style(style));
        }
        frame.render_widget(Clear, area);
        let rim = self.paint.either(border::ROUNDED, ASCII);
        let block = Block::bordered().border_set(rim).title(format!(" {title} "));
        frame.render_widget(Paragraph::new(text).block(block), area);
    }
}

/// Facts joined to lines of at most this width.
fn joined(facts: &[String], width: u16) -> impl Iterator<Item = String> {
    let mut lines: Vec<String> = Vec::new();
    for fact in facts {
        match lines.last_mut().filter(|line| line.chars().count() + 2 + fact.len() <= width.into()) {
            Some(line) => *line = format!("{line}, {fact}"),
            None => lines.push(format!("  {fact}")),
        }
    }
    lines.into_iter()
}

/// A border in ASCII.
const ASCII: border::Set<'_> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// A rectangle of this size in the middle of another one.
pub(in crate::play) fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}
