use server::config::Settings;

use crate::{Verdict, serve::StoreArgs, usage};

/// Do the engine work of servers that run with --workers on the same PostgreSQL
///
/// Any number of workers may come and go: a job whose worker died is taken up by another.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreArgs,
    /// How many searches run at a time [default: the number of cores]
    #[arg(long, value_name = "COUNT")]
    threads: Option<usize>,
    /// Write the log as JSON, one value per line
    #[arg(long)]
    json_log: bool,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<Verdict> {
        let flags = Settings { engines: self.threads, ..Settings::default() };
        let config = flags.or(self.store.settings()?).resolve()?;
        if config.database.starts_with("sqlite:") {
            return Err(usage("a worker needs a database that processes share: --database postgres://…"));
        }
        server::start_log(self.json_log);
        server::work(&config, games::GAMES)?;
        Ok(Verdict::Right)
    }
}
