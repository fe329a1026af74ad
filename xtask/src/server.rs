//! What the tests of the server need beside cargo.

use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

use anyhow::Context;

use crate::{
    python::Environment,
    shell::{cargo, command, run, target},
    step::Outcome,
};

/// Plays while processes die, disks fill, clocks step and cables are cut.
pub fn chaos() -> anyhow::Result<Outcome> {
    let words = ["test", "--locked", "--release", "--package", "ludarium", "--test", "chaos"];
    // The one that is left out is a part of another.
    let how = ["--", "--ignored", "--nocapture", "--test-threads", "1", "--skip", "the_half_inside"];
    let list = target().join("chaos-not-run");
    let _absent = std::fs::remove_file(&list);
    run(command("cargo", &[&words[..], &how].concat(), ".").env("LUDARIUM_NOT_RUN", &list))?;
    match std::fs::read_to_string(&list) {
        Ok(why) => Ok(Outcome::Skipped(format!("not run: {}", why.trim().replace('\n', "; ")))),
        Err(_) => Ok(Outcome::Passed),
    }
}

fn schemathesis() -> Environment {
    Environment::new("api")
}

pub fn fetch_schemathesis() -> anyhow::Result<()> {
    schemathesis().install(&["schemathesis"])
}

/// Asks the server everything its description allows, and much that it does not.
pub fn api() -> anyhow::Result<Outcome> {
    cargo(crate::test::BUILD)?;
    let python = schemathesis();
    let binary = target().join("debug/ludarium").to_string_lossy().into_owned();
    // A database of an earlier run would make another test of this one.
    for name in ["api.db", "api.db-shm", "api.db-wal"] {
        let _absent = std::fs::remove_file(target().join(name));
    }
    let url = format!("sqlite:{}", target().join("api.db").display());
    let args = ["serve", "--bind", "127.0.0.1:0", "--database", &url, "--rate", "0"];
    let mut server = command(&binary, &args, ".").env("NO_COLOR", "1").stderr(Stdio::piped()).spawn()?;
    let mut lines = BufReader::new(server.stderr.take().context("the log is piped")?).lines();
    let address = lines
        .find_map(|line| Some(line.ok()?.split_once("address=")?.1.split(' ').next()?.to_owned()))
        .context("the server does not start")?;
    std::thread::spawn(move || lines.for_each(drop));
    let checks =
        "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";
    let description = format!("http://{address}/api/openapi.json");
    let asked = |as_whom: &[&str]| {
        let words = ["run", &description, "--checks", checks, "--max-examples", "30", "--seed", "1"];
        python.run("schemathesis", &[&words, as_whom].concat())
    };
    let cookie =
        |path, body| Ok(format!("Cookie: {}", cookie(&python.program("python"), &address, path, body)?));
    // As a guest, then as someone with an account, who must not log out on the way.
    let tested =
        cookie("/api/me", "{}").and_then(|guest: String| asked(&["--header", &guest])).and_then(|()| {
            let account = cookie("/api/register", "{'name': 'Schema', 'password': 'correct horse'}")?;
            asked(&["--header", &account, "--exclude-path", "/api/logout"])
        });
    server.kill()?;
    server.wait()?;
    tested.map(|()| Outcome::Passed)
}

/// The cookie that the server answers with.
fn cookie(python: &str, address: &str, path: &str, body: &str) -> anyhow::Result<String> {
    let script = format!(
        "import json, urllib.request as web\n\
         body = json.dumps({body}).encode()\n\
         ask = web.Request('http://{address}{path}', body, {{'Content-Type': 'application/json'}})\n\
         print(web.urlopen(ask).headers['Set-Cookie'].split(';')[0])"
    );
    let answered = command(python, &["-c", &script], ".").output()?;
    anyhow::ensure!(answered.status.success(), "no cookie: {}", String::from_utf8_lossy(&answered.stderr));
    Ok(String::from_utf8(answered.stdout)?.trim().to_owned())
}

/// The load that one small machine has to bear: nothing lost, and within the bounds of time and memory.
pub fn load() -> anyhow::Result<Outcome> {
    cargo(&["build", "--locked", "--release", "--package", "ludarium"])?;
    let binary = target().join("release/ludarium").to_string_lossy().into_owned();
    let load = |args: &str| {
        let args: Vec<_> = ["load", "--game", "archimedes"].into_iter().chain(args.split(' ')).collect();
        run(&mut command(&binary, &args, "."))
    };
    load("--players 1500 --idle 10000 --seconds 60 --most-milliseconds 50 --most-megabytes 250")?;
    load("--players 500 --hostile 8 --seconds 30 --most-milliseconds 100")?;
    load("--players 200 --pace 0 --seconds 30 --least-actions 5000")?;
    Ok(Outcome::Passed)
}
