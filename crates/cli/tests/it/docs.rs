//! What the Markdown files say holds: their links and paths lead somewhere, and `ludarium` understands their
//! commands.

use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::deploy::understood;

#[derive(Default)]
struct Page {
    anchors: HashSet<String>,
    links: Vec<String>,
    /// Files and folders of the project, by their path from its root.
    paths: Vec<String>,
    /// Lines for a shell, from code blocks and code spans.
    commands: Vec<String>,
}

impl Page {
    fn read(text: &str) -> Self {
        let mut page = Page::default();
        let (mut heading, mut block) = (None::<String>, false);
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    page.anchors.extend(heading.take().map(|text| anchor(&text)));
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Start(Tag::CodeBlock(_)) => block = true,
                Event::End(TagEnd::CodeBlock) => block = false,
                Event::Text(text) if block => {
                    page.commands
                        .extend(text.lines().filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned));
                }
                Event::Text(text) | Event::Code(text) if heading.is_some() => {
                    heading.as_mut().expect("inside a heading").push_str(&text);
                }
                Event::Code(text) if text.starts_with("ludarium ") => page.commands.push(text.into_string()),
                Event::Code(text) if is_path(&text) => page.paths.push(text.into_string()),
                _ => {}
            }
        }
        page
    }
}

/// Whether a code span names a file or folder of the project, without a placeholder.
fn is_path(text: &str) -> bool {
    const FOLDERS: [&str; 7] = ["crates/", "deploy/", "docs/", "examples/", "fuzz/", "web/", "xtask/"];
    FOLDERS.iter().any(|folder| text.starts_with(folder)) && !text.contains(['<', '…', '*', ' '])
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

/// All Markdown files in a folder and beneath, without what is built or fetched.
fn gather(folder: &Path, pages: &mut BTreeMap<PathBuf, Page>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
        if name.starts_with('.') || matches!(name, "target" | "node_modules" | "dist") {
            continue;
        }
        if path.is_dir() {
            gather(&path, pages);
        } else if name.ends_with(".md") {
            let text = fs::read_to_string(&path).expect("text");
            pages.insert(path, Page::read(&text));
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project")
}

fn pages() -> BTreeMap<PathBuf, Page> {
    let mut pages = BTreeMap::new();
    gather(&root(), &mut pages);
    assert!(pages.contains_key(&root().join("docs/README.md")), "the pages are found");
    pages
}

#[test]
fn every_relative_link_leads_to_a_file_and_a_heading() {
    let pages = pages();
    let mut broken = Vec::new();
    for (path, page) in &pages {
        for link in page.links.iter().filter(|link| !link.contains(':')) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let folder = path.parent().expect("a file is in a folder");
            let target = if file.is_empty() { Ok(path.clone()) } else { folder.join(file).canonicalize() };
            let there = target.is_ok_and(|target| {
                anchor.is_empty() || pages.get(&target).is_some_and(|page| page.anchors.contains(anchor))
            });
            if !there {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_path_exists() {
    let (root, pages) = (root(), pages());
    let paths =
        pages.iter().flat_map(|(page, Page { paths, .. })| paths.iter().map(move |path| (page, path)));
    let missing: Vec<_> = paths.filter(|(_, path)| !root.join(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_command_is_understood() {
    let pages = pages();
    let mut checked = HashSet::new();
    for command in pages.values().flat_map(|page| &page.commands) {
        let words = shlex::split(command).unwrap_or_else(|| panic!("not for a shell: {command}"));
        for part in words.split(|word| word == "|") {
            let Some(program) = part.iter().position(|word| word == "ludarium") else { continue };
            // After `cargo run -p ludarium` the arguments begin with `--`.
            let arguments = part[program + 1..].iter().map(String::as_str).filter(|word| *word != "--");
            if checked.insert(arguments.clone().map(str::to_owned).collect::<Vec<_>>()) {
                understood(arguments);
            }
        }
    }
    assert!(checked.contains(&vec!["play".to_owned()]), "the commands are found: {checked:?}");
}
