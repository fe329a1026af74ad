//! A compiler that knows WebAssembly: the pinned one with its target, or Debian's.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, bail, ensure};

use super::TARGET;
use crate::shell::{command, has, quietly};

/// The oldest compiler that knows the language we write, and how to leave out what a panic says.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");

/// Debian's packages of the compiler; what these need besides, its LLVM and linker, is found out when they are fetched.
pub const PACKAGES: &[&str] = &["rustc-web", "rust-web-src", "libstd-rust-web-dev"];

/// Whether there is a compiler already.
pub fn is_there() -> bool {
    pinned_has_target()
        || suitable().and_then(|version| unpacked(&version)).is_ok_and(|folder| works(&folder))
}

/// How to call cargo so that it compiles for browsers.
pub(super) enum Toolchain {
    Pinned,
    /// Debian's compiler beneath this folder, which builds the standard library too.
    Debian(PathBuf),
}

impl Toolchain {
    pub(super) fn find() -> anyhow::Result<Self> {
        if pinned_has_target() {
            return Ok(Toolchain::Pinned);
        }
        let debian =
            debian().context("without `rustup target add wasm32-unknown-unknown` Debian's compiler is tried");
        Ok(Toolchain::Debian(debian?))
    }

    /// Whether it builds the standard library too, and so without the words of panics.
    pub(super) fn builds_std(&self) -> bool {
        matches!(self, Toolchain::Debian(_))
    }

    pub(super) fn prepare(&self, cargo: &mut Command) {
        let Toolchain::Debian(folder) = self else { return };
        // Its sorts are small ones: no search waits for them.
        cargo.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
        cargo.env("RUSTC_BOOTSTRAP", "1");
        // No page shows what a panic says, nor how a value looks to a programmer: the module is a fifth smaller without.
        cargo.env(
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
            "-Cpanic=immediate-abort -Zunstable-options -Zfmt-debug=none",
        );
        cargo.env("RUSTC", folder.join("usr/bin/rustc"));
        cargo.env("LD_LIBRARY_PATH", libraries(folder));
        if let Some(linker) = linker(folder) {
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
    }
}

fn pinned_has_target() -> bool {
    let asked = command("rustc", &["--print", "target-libdir", "--target", TARGET], ".").output();
    asked.is_ok_and(|said| Path::new(String::from_utf8_lossy(&said.stdout).trim()).is_dir())
}

/// Debian's compiler of the newest version that apt knows, unpacked into the user's cache: it is not installed, since it
/// would take the place of the system's own.
fn debian() -> anyhow::Result<PathBuf> {
    ensure!(has("apt-get") && has("dpkg"), "there is no apt-get here");
    let version = match suitable() {
        Ok(version) => version,
        // On a fresh machine apt has no lists, or those of the day its image was made.
        Err(_) => quietly(Command::new("apt-get").args(["update", "-q"])).and_then(|()| suitable())?,
    };
    let folder = unpacked(&version)?;
    if !works(&folder) {
        unpack(&version, &folder)?;
        ensure!(works(&folder), "{} does not run", folder.join("usr/bin/rustc").display());
    }
    Ok(folder)
}

/// Where the compiler of this version is unpacked.
fn unpacked(version: &str) -> anyhow::Result<PathBuf> {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    Ok(cache()?.join(format!("rustc-web-{}", version.chars().map(plain).collect::<String>())))
}

/// The newest version that apt knows, if it can compile what we write.
fn suitable() -> anyhow::Result<String> {
    let shown = said("apt-cache", &["show", "--no-all-versions", "rustc-web"])?;
    let version = shown.lines().find_map(|line| line.strip_prefix("Version: "));
    let version = version.context("apt knows no rustc-web")?;
    ensure!(first_two(version) >= first_two(OLDEST), "apt's rustc-web is {version}, and {OLDEST} is needed");
    Ok(version.to_owned())
}

/// The first two numbers of a version: `1.96` of `1.96.0+dfsg1-1`.
fn first_two(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

fn works(folder: &Path) -> bool {
    let mut rustc = Command::new(folder.join("usr/bin/rustc"));
    let answered = rustc.arg("--version").env("LD_LIBRARY_PATH", libraries(folder)).output();
    answered.is_ok_and(|said| said.status.success()) && linker(folder).is_some()
}

/// Fetches what it consists of, and what the system lacks of what it needs.
fn unpack(version: &str, folder: &Path) -> anyhow::Result<()> {
    eprintln!("fetching Debian's compiler {version} into {}", folder.display());
    let library = needed("libstd-rust-web-dev", "libstd-rust-web-")?;
    let llvm = needed(&library, "libllvm")?;
    let linker = format!("lld-{}", llvm.trim_start_matches("libllvm"));
    let own = PACKAGES.iter().copied().chain([&*library, &llvm, &linker]);
    let missing = said("apt-get", &["install", "--simulate", "--no-install-recommends", &llvm, &linker])?;
    let missing = missing.lines().filter_map(|line| line.strip_prefix("Inst ")?.split(' ').next());
    let mut packages: Vec<_> = own.chain(missing).collect();
    packages.sort_unstable();
    packages.dedup();
    // What is half unpacked is nothing.
    let fresh = cache()?.join("rustc-web.new");
    let _absent = fs::remove_dir_all(&fresh);
    let downloads = fresh.join("packages");
    fs::create_dir_all(&downloads)?;
    let mut download = Command::new("apt-get");
    quietly(download.arg("download").args(packages).current_dir(&downloads))?;
    for package in fs::read_dir(&downloads)? {
        quietly(Command::new("dpkg").arg("--extract").arg(package?.path()).arg(&fresh))?;
    }
    fs::remove_dir_all(&downloads)?;
    let _absent = fs::remove_dir_all(folder);
    fs::rename(&fresh, folder).with_context(|| folder.display().to_string())
}

/// The package whose name begins so that another depends on.
fn needed(package: &str, start: &str) -> anyhow::Result<String> {
    let depends = said("apt-cache", &["depends", "--important", package])?;
    let names = depends.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    let found = names.into_iter().find(|name| name.starts_with(start));
    Ok(found.with_context(|| format!("{package} depends on no {start}"))?.to_owned())
}

fn libraries(folder: &Path) -> PathBuf {
    folder.join(format!("usr/lib/{}-linux-gnu", env::consts::ARCH))
}

fn linker(folder: &Path) -> Option<PathBuf> {
    let versions = fs::read_dir(folder.join("usr/lib")).ok()?;
    versions.flatten().map(|version| version.path().join("bin/wasm-ld")).find(|linker| linker.exists())
}

/// A folder of ours for what can be fetched again.
fn cache() -> anyhow::Result<PathBuf> {
    let home = |name: &str, beneath: &str| Some(PathBuf::from(env::var_os(name)?).join(beneath));
    let base = home("XDG_CACHE_HOME", "").or_else(|| home("HOME", ".cache"));
    Ok(base.context("there is no HOME")?.join("ludarium"))
}

fn said(program: &str, args: &[&str]) -> anyhow::Result<String> {
    let output =
        command(program, args, ".").env("LC_ALL", "C").output().with_context(|| program.to_owned())?;
    if !output.status.success() {
        bail!("{program} {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_compiler_is_told_from_a_new_one() {
        assert!(first_two("1.85.0+dfsg3-1~deb12u3") < first_two(OLDEST));
        assert!(first_two("1.96.0+dfsg1-1~deb12u2") > first_two("1.9.0"));
        assert!(first_two(OLDEST).is_some() && first_two("sid").is_none());
    }
}
