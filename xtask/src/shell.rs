//! Running other programs in the project's folder.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, anyhow, bail};

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project")
}

pub fn exists(path: &str) -> bool {
    root().join(path).exists()
}

/// Where cargo puts what it builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A program to be run in a folder of the project.
pub fn command(program: &str, args: &[&str], folder: &str) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root().join(folder));
    command
}

pub fn cargo(args: &[&str]) -> anyhow::Result<()> {
    run(&mut command("cargo", args, "."))
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Runs a program to its end; anything but success is an error.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    eprintln!("$ {}", line(command));
    let status = command.status().with_context(|| line(command))?;
    if !status.success() {
        bail!("{}: {status}", line(command));
    }
    Ok(())
}

/// Runs a program to its end without a word, beside others; what it says is told if it fails.
pub fn quietly(command: &mut Command) -> anyhow::Result<()> {
    let output = command.stdin(Stdio::null()).output().with_context(|| line(command))?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        bail!("{}: {}\n{}", line(command), output.status, String::from_utf8_lossy(&said).trim());
    }
    Ok(())
}

/// Runs a program to its end as [`run`] does, and keeps what it writes in the folder of evidence if it fails.
pub fn run_with_evidence(command: &mut Command, name: &str) -> anyhow::Result<()> {
    let kept = evidence().join(name);
    fs::create_dir_all(evidence())?;
    eprintln!("$ {}", line(command));
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(|| line(command))?;
    let mut file = File::create(&kept).with_context(|| kept.display().to_string())?;
    for said in BufReader::new(child.stdout.take().expect("it is piped")).split(b'\n') {
        let said = [said?, b"\n".to_vec()].concat();
        io::stdout().write_all(&said)?;
        file.write_all(&said)?;
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("{}: {status}; see {}", line(command), kept.display());
    }
    Ok(fs::remove_file(&kept)?)
}

/// Runs a program to its end beside others. Answers with what it said, which is kept as evidence if it fails, and with its end.
pub fn run_aside(command: &mut Command, name: &str) -> anyhow::Result<(Vec<u8>, anyhow::Result<()>)> {
    let kept = evidence().join(format!("{name}.log"));
    fs::create_dir_all(evidence())?;
    let file = File::create(&kept).with_context(|| kept.display().to_string())?;
    let status = command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file).status();
    let status = status.with_context(|| line(command))?;
    let said = fs::read(&kept)?;
    if !status.success() {
        return Ok((said, Err(anyhow!("{}: {status}; see {}", line(command), kept.display()))));
    }
    fs::remove_file(&kept)?;
    Ok((said, Ok(())))
}

/// Where what fails leaves its traces.
pub fn evidence() -> PathBuf {
    target().join("evidence")
}

/// Whether a program can be started.
pub fn has(program: &str) -> bool {
    let status = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_aside_leaves_what_it_said() {
        let (said, ended) = run_aside(&mut command("sh", &["-c", "echo why; exit 3"], "."), "aside").unwrap();
        assert!(ended.unwrap_err().to_string().contains("exit status: 3"));
        let kept = evidence().join("aside.log");
        assert_eq!(fs::read(&kept).unwrap(), said);
        assert_eq!(said, b"why\n");
        let (said, ended) = run_aside(&mut command("true", &[], "."), "aside").unwrap();
        assert!(said.is_empty() && ended.is_ok());
        assert!(!kept.exists());
    }
}
