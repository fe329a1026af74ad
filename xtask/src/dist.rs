//! The release archive: the binary with the client inside, completions, licences and documentation.

use std::{fs, process::Command};

use anyhow::{Context, bail};

use crate::{
    shell::{self, cargo, command, root, target},
    web,
};

const FILES: [&str; 5] = ["README.md", "CHANGELOG.md", "LICENSE", "LICENSE-MIT", "LICENSE-APACHE"];

pub fn run() -> anyhow::Result<()> {
    if web::applies() {
        web::build()?;
    }
    cargo(&["build", "--locked", "--release", "-p", "ludarium"])?;
    pack(&format!(
        "ludarium-{}-{}-{}",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS
    ))
}

fn pack(name: &str) -> anyhow::Result<()> {
    let folder = root().join("dist").join(name);
    let binary = target().join("release/ludarium");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("completions"))?;
    fs::copy(&binary, folder.join("ludarium")).with_context(|| binary.display().to_string())?;
    for file in FILES {
        fs::copy(root().join(file), folder.join(file)).with_context(|| file.to_owned())?;
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = Command::new(&binary).args(["completions", shell]).output()?;
        if !script.status.success() {
            bail!("ludarium completions {shell}: {}", script.status);
        }
        fs::write(folder.join("completions").join(format!("ludarium.{shell}")), script.stdout)?;
    }
    shell::run(&mut command("tar", &["-czf", &format!("{name}.tar.gz"), name], "dist"))
}
