use std::{collections::HashMap, io::Write, path::PathBuf};

use ::engine::GameList;
use anyhow::bail;
use table::study::explore::{Count, ExploredPosition, Played, Reached};

use crate::{Verdict, admin::block_on, position_args::PositionArgs, replay, serve::StoreArgs};

/// Count what was played from a position in finished games
///
/// The games are those of record files, or of a server's database as its pages count them. Images of a position or of an
/// action count as the same, and of a game its first 40 actions count. Where every deal is another, as in Ascension, what
/// counts is how far seats had come in this part of the game. Won, shared and lost are of the seat that acts.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludarium explore archimedes records/*.lud --setup seats=2
  ludarium explore ascension records/*.lud --setup seats=2
  ludarium explore archimedes --setup seats=2 --moves a2-c4 --database sqlite:ludarium.db")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Record files; `-` is standard input [default: the games of the database]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(&self, games: GameList, out: &mut impl Write) -> anyhow::Result<Verdict> {
        let place = ExploredPosition::of(self.position.open(games)?);
        let counts = if self.files.is_empty() {
            block_on(async {
                let store = self.store.open_existing().await?;
                let counts = store.explored(place.at, None, (0, i64::MAX)).await?;
                store.close().await;
                Ok(counts)
            })?
        } else {
            self.count(games, &place)?
        };
        let explored = place.answer(counts);
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&explored).expect("counts are plain data"))?;
            return Ok(Verdict::Right);
        }
        if let Some(first) = explored.stages.first() {
            writeln!(out, "{}:", first.stage.during)?;
        }
        let width =
            explored.stages.iter().map(|one| one.stage.says.to_string().len()).max().unwrap_or_default();
        for Reached { stage, count: Count { times, won, shared, .. } } in explored.stages {
            let (mark, says, lost) =
                (if stage.here { '*' } else { ' ' }, stage.says.to_string(), times - won - shared);
            writeln!(out, "{mark} {says:width$} {times:>7}  won {won}, shared {shared}, lost {lost}")?;
        }
        let width = explored.actions.iter().map(|action| action.t.len()).max().unwrap_or_default();
        for Played { t, count: Count { times, won, shared, .. }, .. } in explored.actions {
            let lost = times - won - shared;
            writeln!(out, "{t:width$} {times:>7}  won {won}, shared {shared}, lost {lost}")?;
        }
        Ok(Verdict::Right)
    }

    /// Counts the games of the files that are over.
    fn count(&self, games: GameList, place: &ExploredPosition) -> anyhow::Result<HashMap<i64, Count>> {
        let mut counts: HashMap<i64, Count> = HashMap::new();
        for file in &self.files {
            let name = file.display();
            let text = match replay::read(file)? {
                Ok(text) => text,
                Err(fault) => bail!("{name}:{fault}"),
            };
            place.count(games, &text, &mut counts).map_err(|fault| anyhow::anyhow!("{name}:{fault}"))?;
        }
        Ok(counts)
    }
}
