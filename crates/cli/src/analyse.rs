//! `ludarium analyse`: what every action of a record was worth.

use std::{io::Write, path::PathBuf, time::Duration};

use ::engine::{
    GameList, lud,
    review::{Remark, review},
    search::Limits,
};
use anyhow::{Context, Result};
use rand::{SeedableRng, rngs::StdRng};

use crate::{Verdict, position_args};

/// Say what every action of a record was worth, and mark mistakes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ludarium analyse game.lud --seconds 0.5")]
pub(crate) struct Args {
    /// A record file; each game in it is analysed
    file: PathBuf,
    /// Seconds for each action
    #[arg(long, default_value_t = 0.2)]
    seconds: f64,
    /// Nodes for each action, instead of seconds: reproducible
    #[arg(long, conflicts_with = "seconds")]
    nodes: Option<u64>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(&self, games: GameList, out: &mut dyn Write) -> Result<Verdict> {
        let text = std::fs::read_to_string(&self.file)
            .with_context(|| format!("cannot read {}", self.file.display()))?;
        let limits = match self.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => {
                Limits::time(Duration::try_from_secs_f64(self.seconds).context("--seconds is not a time")?)
            }
        };
        for record in lud::read(&text).with_context(|| self.file.display().to_string())? {
            let end = record.replay(games).with_context(|| self.file.display().to_string())?;
            let start = position_args::entry(games, end.info().key)
                .start(&end.setup(), &mut StdRng::seed_from_u64(0))?;
            let (mut marks, mut written) = (0, Ok(()));
            review(start, &end.standing(), &limits, &mut |remark| {
                marks += u32::from(remark.mark.is_some());
                let line = if self.json {
                    serde_json::to_string(&remark).expect("a remark is plain data")
                } else {
                    sentence(&remark)
                };
                written = writeln!(out, "{line}").and_then(|()| out.flush());
                written.is_ok()
            });
            written?;
            if !self.json {
                writeln!(out, "{} actions, {marks} marked", end.ply())?;
            }
        }
        Ok(Verdict::Right)
    }
}

fn sentence(remark: &Remark) -> String {
    let sign = remark.mark.map_or("", |mark| mark.sign());
    let line = format!(
        "{:>4}. seat {} {}{sign} {:.0} %",
        remark.ply,
        remark.seat,
        remark.played,
        100.0 * remark.share
    );
    if remark.mark.is_some() {
        let facts: String = remark.facts.iter().map(|fact| format!("\n      {fact}")).collect();
        format!("{line}, better {} {:.0} %{facts}", remark.pv.join(" "), 100.0 * remark.best)
    } else {
        line
    }
}
