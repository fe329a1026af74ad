use std::{io::Write, path::PathBuf};

use ::engine::{
    GameList, fair,
    lud::{self, Lud},
};
use anyhow::{Context, anyhow, bail};

use crate::{Verdict, position_args, replay};

/// Check that the deal of a finished game is the one that was promised
///
/// The record's Commit is the SHA-256 of its Salt, and its deal follows from Salt and Nonces; the exact bytes are
/// in docs/notation.md. Exit code 1 if it is not so.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  ludarium verify game.lud")]
pub(crate) struct Args {
    /// A record file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Args {
    pub(crate) fn run(&self, games: GameList, out: &mut impl Write) -> anyhow::Result<Verdict> {
        let name = self.file.display();
        let records = match replay::read(&self.file)?.and_then(|text| lud::read(&text)) {
            Ok(records) => records,
            Err(fault) => bail!("{name}:{fault}"),
        };
        if records.is_empty() {
            bail!("{name}: there is no game in this file");
        }
        let mut verdict = Verdict::Right;
        for (index, record) in records.iter().enumerate() {
            match check(games, record) {
                Ok(()) => writeln!(out, "{name}: game {}: the deal is fair", index + 1)?,
                Err(error) => {
                    writeln!(out, "{name}: game {}: {error:#}", index + 1)?;
                    verdict = Verdict::Wrong;
                }
            }
        }
        Ok(verdict)
    }
}

/// Why the deal of a record is not proved to be fair.
fn check(games: GameList, record: &Lud) -> anyhow::Result<()> {
    let game = record.replay(games)?;
    if !game.turn().is_over() {
        bail!("the game is not over");
    }
    let entry = position_args::entry(games, game.info().key);
    if !entry.info().options.iter().any(|option| option.drawn) {
        bail!("chance decides nothing in {}", game.info().name);
    }
    let tag = |name: &str| record.tag(name).ok_or_else(|| anyhow!("the record has no tag {name}"));
    let secret: [u8; 32] =
        hex(tag("Salt")?)?.try_into().map_err(|_| anyhow!("Salt: the secret has 32 bytes"))?;
    let nonces = nonces(tag("Nonces")?, game.seats()).context("Nonces")?;
    Ok(fair::verify(entry, tag("Commit")?, &secret, &nonces, &game.setup())?)
}

/// The nonces of the seats in order: hexadecimal joined by spaces, `-` for an empty one.
fn nonces(text: &str, seats: usize) -> anyhow::Result<Vec<Vec<u8>>> {
    let nonces = text.split(' ').map(|nonce| if nonce == "-" { Ok(Vec::new()) } else { hex(nonce) });
    let nonces: Vec<Vec<u8>> = nonces.collect::<anyhow::Result<_>>()?;
    if nonces.len() != seats {
        bail!("there are {} for {seats} seats", nonces.len());
    }
    Ok(nonces)
}

/// Bytes written in lowercase hexadecimal.
fn hex(text: &str) -> anyhow::Result<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).filter(|_| !byte.is_ascii_uppercase());
    let pair = |pair: &[u8]| match pair {
        &[high, low] => Some((digit(high)? << 4 | digit(low)?) as u8),
        _ => None,
    };
    let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(pair).collect();
    bytes.ok_or_else(|| anyhow!("`{text}` is not written in lowercase hexadecimal"))
}
