use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Write},
    path::PathBuf,
};

use anyhow::Context;

use crate::{Verdict, admin::block_on, serve::Place};

/// Write the whole database to a file, while servers run
///
/// One line of JSON a row. A backup of SQLite can be restored into PostgreSQL and the other way round.
/// It holds the hashes of passwords and the key of the cookies: keep it as you keep the database.
#[derive(Debug, clap::Args)]
pub(crate) struct Backup {
    #[command(flatten)]
    place: Place,
    /// The file to write, which must not be there yet; `-` is standard output
    file: PathBuf,
}

/// Fill an empty database from a backup
#[derive(Debug, clap::Args)]
pub(crate) struct Restore {
    #[command(flatten)]
    place: Place,
    /// The file to read; `-` is standard input
    file: PathBuf,
}

impl Backup {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let name = self.file.display();
        let mut out: Box<dyn Write + Send> = if self.file.as_os_str() == "-" {
            Box::new(io::stdout())
        } else {
            Box::new(BufWriter::new(
                File::create_new(&self.file).with_context(|| format!("cannot write {name}"))?,
            ))
        };
        let rows = block_on(async {
            let store = self.place.open().await?;
            let rows = server::backup::backup(&store, &mut *out).await?;
            store.close().await;
            Ok(rows)
        })?;
        writeln!(io::stderr(), "{rows} rows written to {name}")?;
        Ok(Verdict::Right)
    }
}

impl Restore {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let name = self.file.display();
        let mut input: Box<dyn io::BufRead + Send> = if self.file.as_os_str() == "-" {
            Box::new(BufReader::new(io::stdin()))
        } else {
            Box::new(BufReader::new(File::open(&self.file).with_context(|| format!("cannot read {name}"))?))
        };
        let rows = block_on(async {
            let store = self.place.open().await?;
            let rows = server::backup::restore(&store, &mut *input).await?;
            store.close().await;
            Ok(rows)
        })?;
        writeln!(io::stderr(), "{rows} rows restored from {name}")?;
        Ok(Verdict::Right)
    }
}
