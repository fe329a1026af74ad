//! A disk that is soon full.

use std::{
    fs::{self, File},
    io::Write,
    path::PathBuf,
    process::Command,
};

use tempfile::TempDir;

use crate::not_run;

pub(crate) struct Small {
    folder: TempDir,
}

impl Small {
    /// A disk of this many megabytes; nothing where we may mount nothing.
    pub(crate) fn mount(megabytes: usize) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={megabytes}m"), "tmpfs"])
            .arg(folder.path())
            .status();
        if !mounted.is_ok_and(|status| status.success()) {
            return not_run("a full disk: nothing can be mounted here");
        }
        Some(Small { folder })
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Takes all the room there is.
    pub(crate) fn fill(&self) {
        let mut ballast = File::create(self.path("ballast")).unwrap();
        for size in [64 * 1024, 1024, 1] {
            while ballast.write_all(&vec![0; size]).is_ok() {}
        }
    }

    pub(crate) fn free(&self) {
        fs::remove_file(self.path("ballast")).unwrap();
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _busy = Command::new("umount").arg("-l").arg(self.folder.path()).status();
    }
}
