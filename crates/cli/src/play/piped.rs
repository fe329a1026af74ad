//! Play without a terminal: commands on standard input, plain boards on standard output.

use std::{
    io::{BufRead, Write},
    path::Path,
    thread,
    time::Duration,
};

use ::engine::{GameList, Palette, picture};

use super::{
    host::{Host, Request},
    paint::Paint,
    view_text,
};

/// Plays a game by the commands of the input until it is over or the input ends.
///
/// A command is an action, `undo`, `resign`, `hint`, `legal`, `show`, `quit`, or `save` with a file behind it; at a
/// table of a server also `draw`, `rematch`, `accept` and `decline`.
pub(super) fn play(
    games: GameList,
    host: &mut dyn Host,
    paint: Paint,
    input: impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    settle(host, out)?;
    show(games, host, paint, out)?;
    'input: for line in input.lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            // What others did meanwhile comes first.
            settle(host, out)?;
            let done = match word {
                "quit" => break 'input,
                "show" => {
                    show(games, host, paint, out)?;
                    continue;
                }
                "legal" => {
                    let tokens: Vec<_> = host.view().legal.iter().map(|act| act.t.as_str()).collect();
                    writeln!(out, "legal: {}", tokens.join(" "))?;
                    continue;
                }
                "undo" => host.undo(),
                "resign" => host.resign(),
                "hint" => host.hint(),
                "draw" | "rematch" | "accept" | "decline" => {
                    Request::of(word, "").map_or(Ok(()), |request| host.request(request))
                }
                "save" => words.next().map_or(Err("save FILE".to_owned()), |file| host.save(Path::new(file))),
                token => host.act(token),
            };
            match done {
                Err(refusal) => writeln!(out, "refused: {word}: {refusal}")?,
                Ok(()) => {
                    settle(host, out)?;
                    if !["hint", "save"].contains(&word) {
                        show(games, host, paint, out)?;
                    }
                }
            }
            if host.view().turn.is_over() {
                break 'input;
            }
        }
    }
    Ok(())
}

/// Waits until a person here is to act; reports what the others do meanwhile.
fn settle(host: &mut dyn Host, out: &mut impl Write) -> anyhow::Result<()> {
    loop {
        let (before, mine, seat) = (host.moves().len(), host.mine(), host.view().turn.seat());
        let update = host.poll();
        if let Some(hint) = update.hint {
            writeln!(out, "hint: {hint}")?;
        }
        if let Some(message) = update.message {
            writeln!(out, "{message}")?;
        }
        if let (Some(token), Some(seat), None) = (host.moves().get(before), seat, mine) {
            writeln!(out, "seat {seat} plays {token}")?;
        }
        if update.changed {
            out.flush()?;
        } else if host.is_settled() {
            return Ok(());
        } else {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn show(games: GameList, host: &mut dyn Host, paint: Paint, out: &mut impl Write) -> anyhow::Result<()> {
    host.take_screen();
    let view = host.view();
    let text = picture::text(&*view_text::picture(view, games)?, view.seats, Palette::None, paint.ascii);
    writeln!(out, "{text}{}", host.status())?;
    out.flush()?;
    Ok(())
}
