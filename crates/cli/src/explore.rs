use std::{collections::HashMap, io::Write, path::PathBuf};

use ::engine::{GameList, lud, search::Stop};
use anyhow::bail;
use table::study::explore::{self, Count, Place, Played};

use crate::{Verdict, admin::block_on, position_args::PositionArgs, replay, serve::StoreArgs};

/// Count what was played from a position in finished games
///
/// The games are those of record files, or of a server's database as its pages count them. Images of a position or of an
/// action count as the same, and of a game its first 40 actions count. Won, shared and lost are of the seat that acts.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludarium explore archimedes records/*.lud --setup seats=2
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
        let place = Place::of(self.position.open(games)?);
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
        if !explored.counted {
            writeln!(out, "every deal is another: nothing is counted")?;
        }
        let width = explored.actions.iter().map(|action| action.t.len()).max().unwrap_or_default();
        for Played { t, times, won, shared, .. } in explored.actions {
            let lost = times - won - shared;
            writeln!(out, "{t:width$} {times:>7}  won {won}, shared {shared}, lost {lost}")?;
        }
        Ok(Verdict::Right)
    }

    /// Counts the games of the files that are over.
    fn count(&self, games: GameList, place: &Place) -> anyhow::Result<HashMap<i64, Count>> {
        let mut counts: HashMap<i64, Count> = HashMap::new();
        for file in &self.files {
            let name = file.display();
            let records = match replay::read(file)?.and_then(|text| lud::read(&text)) {
                Ok(records) => records,
                Err(fault) => bail!("{name}:{fault}"),
            };
            for record in records {
                let game = record.replay(games).map_err(|fault| anyhow::anyhow!("{name}:{fault}"))?;
                for step in explore::steps(games, &*game, &Stop::default())? {
                    if step.at == place.at {
                        counts.entry(step.to).or_default().add(&step, None);
                    }
                }
            }
        }
        Ok(counts)
    }
}
