//! Play without a terminal: tokens in, plain boards out.

use std::{
    io::{BufRead, Write},
    path::Path,
    thread,
    time::Duration,
};

use super::{
    paint::Paint,
    table::{Request, Table},
};

/// Plays a game by the words of the input until it is over or the input ends.
///
/// A word is an action, `undo`, `resign`, `hint`, `legal`, `show`, `quit`, or `save` with a file behind it; at a
/// table of a server also `draw`, `rematch`, `accept` and `decline`.
pub(super) fn play(
    table: &mut dyn Table,
    paint: Paint,
    input: impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    settle(table, out)?;
    show(table, paint, out)?;
    'input: for line in input.lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            // What others said meanwhile comes first.
            settle(table, out)?;
            let done = match word {
                "quit" => break 'input,
                "show" => {
                    show(table, paint, out)?;
                    continue;
                }
                "legal" => {
                    let tokens: Vec<_> = table.seen().legal.iter().map(|act| act.t.as_str()).collect();
                    writeln!(out, "legal: {}", tokens.join(" "))?;
                    continue;
                }
                "undo" => table.undo(),
                "resign" => table.resign(),
                "hint" => table.hint(),
                "draw" | "rematch" | "accept" | "decline" => {
                    Request::of(word, "").map_or(Ok(()), |request| table.request(request))
                }
                "save" => {
                    words.next().map_or(Err("save FILE".to_owned()), |file| table.save(Path::new(file)))
                }
                token => {
                    table.sit_down();
                    table.act(token)
                }
            };
            match done {
                Err(refusal) => writeln!(out, "refused: {word}: {refusal}")?,
                Ok(()) => {
                    settle(table, out)?;
                    if !["hint", "save"].contains(&word) {
                        show(table, paint, out)?;
                    }
                }
            }
            if table.seen().is_over() {
                break 'input;
            }
        }
    }
    Ok(())
}

/// Hears the others until somebody here is to act; tells what they do.
fn settle(table: &mut dyn Table, out: &mut impl Write) -> anyhow::Result<()> {
    loop {
        let (before, mine, seat) = (table.moves().len(), table.mine(), table.seen().seat());
        let news = table.poll();
        if let Some(hint) = news.hint {
            writeln!(out, "hint: {hint}")?;
        }
        if let Some(message) = news.message {
            writeln!(out, "{message}")?;
        }
        if let (Some(token), Some(seat), None) = (table.moves().get(before), seat, mine) {
            writeln!(out, "seat {seat} plays {token}")?;
        }
        if news.changed {
            out.flush()?;
        } else if table.is_settled() {
            return Ok(());
        } else {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn show(table: &dyn Table, paint: Paint, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}", table.picture(paint)?)?;
    out.flush()?;
    Ok(())
}
