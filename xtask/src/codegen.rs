//! TypeScript types, made from the Rust types that leave the server.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, bail};

use crate::{
    shell::{command, exists, root, run, target},
    step::Outcome,
};

/// Write the TypeScript types of what the server sends
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Write nothing; fail if what is there is not fresh
    #[arg(long)]
    check: bool,
}

/// Where the client keeps them.
const HOME: &str = "web/src/lib/generated";

impl Args {
    pub fn run(&self) -> anyhow::Result<()> {
        if self.check { compare() } else { generate(&root().join(HOME)) }
    }
}

pub fn applies() -> bool {
    exists(HOME)
}

pub fn fresh() -> anyhow::Result<Outcome> {
    compare().map(|()| Outcome::Passed)
}

fn compare() -> anyhow::Result<()> {
    let made = target().join("codegen");
    generate(&made)?;
    let (old, new) = (files(&root().join(HOME))?, files(&made)?);
    let names: std::collections::BTreeSet<_> = old.keys().chain(new.keys()).collect();
    let stale: Vec<&str> =
        names.into_iter().filter(|&name| old.get(name) != new.get(name)).map(String::as_str).collect();
    if !stale.is_empty() {
        bail!("not fresh in {HOME}: {}; run `cargo xtask codegen`", stale.join(", "));
    }
    Ok(())
}

/// Fills the folder with fresh types and nothing else.
fn generate(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    // ts-rs writes its types by way of tests, which are built with it.
    let args = ["test", "--quiet", "--locked", "--workspace", "--lib", "export_bindings"];
    run(command("cargo", &args, ".").env("TS_RS_EXPORT_DIR", folder))?;
    let all: String = files(folder)?
        .keys()
        .filter_map(|file| file.strip_suffix(".ts"))
        .map(|name| format!("export type * from './{name}';\n"))
        .collect();
    fs::write(folder.join("index.ts"), all).context("index.ts")
}

/// The files of a folder and those beneath it, by their path in it.
fn files(folder: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).with_context(|| next.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name =
                    path.strip_prefix(folder).expect("found beneath it").to_string_lossy().into_owned();
                found.insert(name, fs::read_to_string(&path).with_context(|| path.display().to_string())?);
            }
        }
    }
    Ok(found)
}
