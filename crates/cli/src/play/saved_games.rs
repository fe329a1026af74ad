//! Saved games: every action is written to a record file before anything else happens.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use ::engine::{
    AnyGame, BySeat, GameList, Seat,
    lud::{self, Lud},
};
use ::table::Table;
use anyhow::{Context, anyhow, bail};
use directories::ProjectDirs;

use super::occupant::{self, Occupant};

/// A file of its own for a new game, in the folder of games.
pub(super) fn new_file(key: &str) -> anyhow::Result<PathBuf> {
    let folder = folder()?;
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    Ok(folder.join(format!("{key}-{now}.lud")))
}

/// The last saved game that is not over.
pub(super) fn last_unfinished(games: GameList) -> anyhow::Result<Option<PathBuf>> {
    Ok(list()?.into_iter().find(|file| load(games, file).is_ok_and(|(game, _)| !game.turn().is_over())))
}

/// The folder of saved games, in the platform's folder for the state of programs.
pub(super) fn folder() -> anyhow::Result<PathBuf> {
    let dirs = ProjectDirs::from("", "", "ludarium").ok_or_else(|| anyhow!("there is no home folder"))?;
    Ok(dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir()).join("games"))
}

/// The record files in it, newest first.
pub(super) fn list() -> anyhow::Result<Vec<PathBuf>> {
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

/// Writes a record in one step: a reader sees the game before or after, never half of it.
pub(super) fn write(file: &Path, table: &Table) -> anyhow::Result<()> {
    let mut lud = Lud::of(table.game());
    for seat in Seat::all(table.seats()) {
        if let Some(level) = table.level(seat) {
            lud.set(&Lud::level_tag(seat), level.to_string());
        }
    }
    let temporary = file.with_extension("lud-new");
    let name = || file.display().to_string();
    fs::write(&temporary, lud.to_string()).with_context(name)?;
    fs::rename(&temporary, file).with_context(name)
}

/// The game of a record file, and who played it.
pub(super) fn load(games: GameList, file: &Path) -> anyhow::Result<(Box<dyn AnyGame>, BySeat<Occupant>)> {
    let name = || file.display().to_string();
    let text = fs::read_to_string(file).with_context(name)?;
    let records = lud::read(&text).with_context(name)?;
    let Some(record) = records.first() else { bail!("{}: there is no game in this file", name()) };
    let game = record.replay(games).with_context(name)?;
    Ok((game, occupant::of_record(record)))
}
