//! Play without a terminal: tokens in, plain boards out.

use std::{
    io::{BufRead, Write},
    path::Path,
    thread,
    time::Duration,
};

use ::engine::{Ink, Viewer};

use super::{local::Local, table::Table};
use crate::show;

/// Plays a game by the words of the input until it is over or the input ends.
///
/// A word is an action, `undo`, `resign`, `hint`, `legal`, `show`, `quit`, or `save` with a file behind it.
pub(super) fn play(
    local: &mut Local,
    ink: Ink,
    input: impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    settle(local, out)?;
    show(local, ink, out)?;
    'input: for line in input.lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            let done = match word {
                "quit" => break 'input,
                "show" => {
                    show(local, ink, out)?;
                    continue;
                }
                "legal" => {
                    let tokens: Vec<_> = local.seen().legal.iter().map(|act| act.t.as_str()).collect();
                    writeln!(out, "legal: {}", tokens.join(" "))?;
                    continue;
                }
                "undo" => local.undo(),
                "resign" => local.resign(),
                "hint" => local.hint(),
                "save" => {
                    words.next().map_or(Err("save FILE".to_owned()), |file| local.save(Path::new(file)))
                }
                token => {
                    local.sit_down();
                    local.act(token)
                }
            };
            match done {
                Err(refusal) => writeln!(out, "refused: {word}: {refusal}")?,
                Ok(()) => {
                    settle(local, out)?;
                    if !["hint", "save"].contains(&word) {
                        show(local, ink, out)?;
                    }
                }
            }
            if local.game().turn().is_over() {
                break 'input;
            }
        }
    }
    Ok(())
}

/// Lets the engines act until a person is to; tells what they do.
fn settle(local: &mut Local, out: &mut impl Write) -> anyhow::Result<()> {
    while let Some((seat, _)) = local.thought() {
        let before = local.moves().len();
        let news = local.poll();
        if let Some(hint) = news.hint {
            writeln!(out, "hint: {hint}")?;
        }
        if let Some(message) = news.message {
            writeln!(out, "{message}")?;
        }
        let moves = local.moves();
        match moves.get(before) {
            Some(token) => writeln!(out, "seat {seat} plays {token}")?,
            None => thread::sleep(Duration::from_millis(1)),
        }
    }
    Ok(())
}

fn show(local: &Local, ink: Ink, out: &mut impl Write) -> anyhow::Result<()> {
    let game = local.game();
    let viewer = local.mine().map_or(Viewer::Spectator, Viewer::Seat);
    writeln!(out, "{}", game.picture(viewer, ink).trim_end())?;
    writeln!(out, "{}", show::turn(game))?;
    out.flush()?;
    Ok(())
}
