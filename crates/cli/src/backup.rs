use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::Context;

use crate::{Verdict, admin::block_on, serve::StoreArgs};

/// Write the whole database to a file, while servers run
///
/// One line of JSON a row. A backup of SQLite can be restored into PostgreSQL and the other way round.
/// It holds the hashes of passwords and the key of the cookies: keep it as you keep the database.
#[derive(Debug, clap::Args)]
pub(crate) struct Backup {
    #[command(flatten)]
    store: StoreArgs,
    /// Check that the file is a whole and unchanged backup; no database is needed
    #[arg(long)]
    verify: bool,
    /// The file to write, which must not be there yet; `-` is standard output
    file: PathBuf,
}

/// Fill an empty database from a backup
#[derive(Debug, clap::Args)]
pub(crate) struct Restore {
    #[command(flatten)]
    store: StoreArgs,
    /// The file to read; `-` is standard input
    file: PathBuf,
}

impl Backup {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let name = self.file.display();
        let is_stream = self.file.as_os_str() == "-";
        if self.verify {
            let rows = server::backup::verify(&mut *input(&self.file)?)?;
            writeln!(io::stderr(), "{rows} rows in {name}: whole and unchanged")?;
            return Ok(Verdict::Right);
        }
        let rows = if is_stream { self.write(&mut io::stdout())? } else { self.write_file()? };
        writeln!(io::stderr(), "{rows} rows written to {name}")?;
        Ok(Verdict::Right)
    }

    fn write(&self, out: &mut (dyn Write + Send)) -> anyhow::Result<u64> {
        block_on(async {
            let store = self.store.open_existing().await?;
            let rows = server::backup::backup(&store, out).await?;
            store.close().await;
            Ok(rows)
        })
    }

    /// Writes under another name first: a file of this name is whole and on the disk, or it is not there.
    fn write_file(&self) -> anyhow::Result<u64> {
        let cannot = || format!("cannot write {}", self.file.display());
        if self.file.exists() {
            anyhow::bail!("{}: it is there already", cannot());
        }
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        // Only its owner may read it: so are files made that are meant to be temporary.
        let mut part = tempfile::NamedTempFile::new_in(folder).with_context(cannot)?;
        let mut out = BufWriter::new(part.as_file_mut());
        let rows = self.write(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error).with_context(cannot)?;
        part.as_file().sync_all().with_context(cannot)?;
        part.persist_noclobber(&self.file).with_context(cannot)?;
        // The name, too, is on the disk.
        #[cfg(unix)]
        File::open(folder).and_then(|folder| folder.sync_all()).with_context(cannot)?;
        Ok(rows)
    }
}

fn input(file: &Path) -> anyhow::Result<Box<dyn io::BufRead + Send>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let opened = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Box::new(BufReader::new(opened)))
}

impl Restore {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let name = self.file.display();
        let mut input = input(&self.file)?;
        let rows = block_on(async {
            let store = self.store.open().await?;
            let rows = server::backup::restore(&store, &mut *input).await?;
            store.close().await;
            Ok(rows)
        })?;
        writeln!(io::stderr(), "{rows} rows restored from {name}")?;
        Ok(Verdict::Right)
    }
}
