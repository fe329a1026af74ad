//! The files in `deploy/` say only what the command and the server understand.

use std::{
    cell::RefCell,
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_yaml_ng::Value;
use server::config::Settings;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy")
}

fn read(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect("the file is there")
}

/// Words for the command: all of them are ones it knows.
pub(crate) fn understood<'a>(words: impl IntoIterator<Item = &'a str>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
    // Asked for help last, it reads the rest and does nothing.
    let Output { status, stderr, .. } =
        command.args(words).arg("--help").output().expect("the command can be run");
    assert!(status.success(), "{command:?}: {}", String::from_utf8_lossy(&stderr));
}

/// Variables: all of ours are ones that the server reads, and say what it understands.
fn heeded(variables: &HashMap<String, String>) {
    let known = RefCell::new(Vec::new());
    let settings = Settings::environment(|name| {
        known.borrow_mut().push(name);
        variables.get(name).cloned()
    });
    settings.and_then(Settings::resolve).expect("the settings make sense");
    let ours = variables.keys().filter(|name| name.starts_with("LUDARIUM_"));
    let unknown: Vec<_> = ours.filter(|name| !known.borrow().contains(&name.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    assert!(variables.contains_key("LUDARIUM_DATABASE"), "it says where the data is");
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_sequence().into_iter().flatten().map(|word| word.as_str().expect("a word")).collect()
}

#[test]
fn the_services_of_compose_are_commands() {
    let mut compose: Value = serde_yaml_ng::from_str(&read("compose.yaml")).expect("YAML");
    compose.apply_merge().expect("what is merged is there");
    let services = compose["services"].as_mapping().expect("services");
    let ours = |service: &&Value| service["image"] == "ludarium";
    assert_eq!(services.values().filter(ours).count(), 3, "two servers and a worker");
    for service in services.values().filter(ours) {
        understood(texts(&service["command"]));
        let variables = service["environment"].as_mapping().expect("variables").iter();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        heeded(&variables.map(|(name, value)| (text(name), text(value))).collect());
        let dockerfile = folder().join(service["build"]["context"].as_str().expect("a folder"));
        assert!(dockerfile.join(service["build"]["dockerfile"].as_str().expect("a file")).exists());
    }
    for (name, service) in services {
        // What it waits for is a service, and what it is lent is a file here or a volume of the page.
        let waits = &service["depends_on"];
        let named = waits.as_mapping().into_iter().flatten().filter_map(|(name, _)| name.as_str());
        for other in texts(waits).into_iter().chain(named) {
            assert!(services.contains_key(other), "{name:?} waits for {other}");
        }
        for volume in texts(&service["volumes"]) {
            let source = volume.split(':').next().expect("a source");
            let there = match source.starts_with('.') {
                true => folder().join(source).exists(),
                false => compose["volumes"].get(source).is_some(),
            };
            assert!(there, "{volume}");
        }
    }
}

#[test]
fn the_image_starts_a_command() {
    let text = read("Dockerfile");
    let words = text.lines().find_map(|line| line.strip_prefix("CMD ")).expect("a command");
    let words: Vec<String> = serde_json::from_str(words).expect("a list of words");
    understood(words.iter().map(String::as_str));
    for source in text.lines().filter_map(|line| line.strip_prefix("COPY ")) {
        if let Some(path) = source.split(' ').next().filter(|word| !word.starts_with("--")) {
            assert!(folder().join("..").join(path).exists(), "{path}");
        }
    }
}

#[test]
fn the_unit_starts_a_command() {
    let text = read("ludarium.service");
    let values = |name: &'static str| text.lines().filter_map(move |line| line.strip_prefix(name));
    let start: Vec<_> = values("ExecStart=").flat_map(str::split_whitespace).collect();
    let (program, words) = start.split_first().expect("a command");
    assert_eq!(*program, "/usr/local/bin/ludarium");
    understood(words.iter().copied());
    let pairs = values("Environment=").map(|pair| pair.split_once('=').expect("a name and a value"));
    heeded(&pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect());
}
