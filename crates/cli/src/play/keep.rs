//! Games kept on disk: every action is in a record file before anything else happens.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use ::engine::{
    AnyGame, BySeat, Seat,
    lud::{self, Lud},
};
use anyhow::{Context, anyhow, bail};
use directories::ProjectDirs;

use super::sitter::{self, Sitter};

/// The record file of one game.
#[derive(Clone, Debug)]
pub(super) struct Keep {
    pub(super) file: PathBuf,
}

impl Keep {
    /// A file of its own for a new game, in the folder of games.
    pub(super) fn fresh(key: &str) -> anyhow::Result<Self> {
        let folder = folder()?;
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        Ok(Keep { file: folder.join(format!("{key}-{now}.lud")) })
    }

    pub(super) fn write(&self, game: &dyn AnyGame, sitters: &BySeat<Sitter>) -> anyhow::Result<()> {
        write(&self.file, game, sitters)
    }

    /// The game kept last that is not over.
    pub(super) fn last() -> anyhow::Result<Option<PathBuf>> {
        Ok(listed()?.into_iter().find(|file| load(file).is_ok_and(|(game, _)| !game.turn().is_over())))
    }
}

/// Where games are kept: the platform's folder for what a program remembers.
pub(super) fn folder() -> anyhow::Result<PathBuf> {
    let dirs = ProjectDirs::from("", "", "ludarium").ok_or_else(|| anyhow!("there is no home folder"))?;
    Ok(dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir()).join("games"))
}

/// The record files that are kept, newest first.
pub(super) fn listed() -> anyhow::Result<Vec<PathBuf>> {
    let folder = folder()?;
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        if entry.path().extension().is_some_and(|extension| extension == "lud") {
            files.push((entry.metadata()?.modified()?, entry.path()));
        }
    }
    files.sort_by(|a, b| b.cmp(a));
    Ok(files.into_iter().map(|(_, file)| file).collect())
}

/// Writes a record in one step: whoever reads it sees the game before or after, never half of it.
pub(super) fn write(file: &Path, game: &dyn AnyGame, sitters: &BySeat<Sitter>) -> anyhow::Result<()> {
    let mut lud = Lud::of(game);
    for seat in Seat::all(game.seats()) {
        if let Sitter::Level(level) = sitters[seat] {
            lud.set(&Lud::level_tag(seat), level.to_string());
        }
    }
    let beside = file.with_extension("lud-new");
    let name = || file.display().to_string();
    fs::write(&beside, lud.to_string()).with_context(name)?;
    fs::rename(&beside, file).with_context(name)
}

/// A game from a record file, and who sat there.
pub(super) fn load(file: &Path) -> anyhow::Result<(Box<dyn AnyGame>, BySeat<Sitter>)> {
    let name = || file.display().to_string();
    let text = fs::read_to_string(file).with_context(name)?;
    let records = lud::read(&text).with_context(name)?;
    let Some(record) = records.first() else { bail!("{}: there is no game in this file", name()) };
    let game = record.replay(&games::GAMES).with_context(name)?;
    Ok((game, sitter::of_record(record)))
}
