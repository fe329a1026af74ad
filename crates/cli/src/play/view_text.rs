//! A view in words, and the drawing of its board.

use ::engine::{GameList, Over, Picture, TurnKind, TurnView, View};
use anyhow::Context;

/// The board, to be drawn.
pub(super) fn picture(view: &View, games: GameList) -> anyhow::Result<Box<dyn Picture>> {
    let entry = games.get(&view.game).with_context(|| format!("there is no game `{}`", view.game))?;
    entry.picture(&view.board).context("a board that cannot be read")
}

/// Whose turn it is, or how the game ended, in one line.
pub(super) fn status(view: &View) -> String {
    match &view.turn {
        TurnView::Open { seat, kind } => format!("ply {}: seat {seat} {}", view.ply + 1, waits_for(*kind)),
        TurnView::Over { over } => {
            format!("over after {} actions: {} by {}", view.ply, over.result.join(" "), over.by)
        }
    }
}

pub(super) fn waits_for(kind: TurnKind) -> &'static str {
    match kind {
        TurnKind::Move => "to move",
        TurnKind::Reply => "may reply",
    }
}

/// How the game ended, in one sentence.
pub(super) fn ending(over: &Over) -> String {
    let winners: Vec<String> = (1..)
        .zip(&over.result)
        .filter(|(_, share)| *share != "0")
        .map(|(number, _)| number.to_string())
        .collect();
    let how = match &*over.by {
        "resign" => "by resignation".to_owned(),
        "time" => "on time".to_owned(),
        "agreed" => "by agreement".to_owned(),
        clause => format!("by rule {clause}"),
    };
    match winners.as_slice() {
        [winner] => format!("Seat {winner} wins {how}"),
        _ => format!("Seats {} share the win {how}", winners.join(" and ")),
    }
}
