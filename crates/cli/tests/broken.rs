//! Manifests that people reported as broken, most of them to tools that did not find the fault. Each
//! `tests/broken/*.yaml` has one; `findings.txt` has what crdc says of it, with its place. `BLESS=1 cargo
//! test -p crdc-cli --test broken` writes it.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken")
}

fn names() -> BTreeSet<String> {
    let files = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    files.filter(|name| name.ends_with(".yaml")).collect()
}

/// What is said of each file: a line for each finding.
fn findings() -> BTreeMap<String, Vec<String>> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crdc"));
    command.current_dir(root()).args(["validate", ".", "--format", "json"]).stdin(Stdio::null());
    let report: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for result in report["results"].as_array().unwrap() {
        let file = result["file"].as_str().unwrap().trim_start_matches("./").to_owned();
        for finding in result["findings"].as_array().unwrap() {
            let text = |field: &str| finding[field].as_str().unwrap_or_default();
            let line = format!(
                "{}:{}: {}[{}]: {}",
                finding["line"],
                finding["column"],
                text("level"),
                text("id"),
                text("message")
            );
            all.entry(file.clone()).or_default().push(line);
        }
    }
    all
}

#[test]
fn each_fault_is_found_at_its_place() {
    let said = findings();
    let mut now = String::new();
    for (file, lines) in &said {
        now += &format!("{file}\n");
        lines.iter().for_each(|line| now += &format!("  {line}\n"));
    }
    let path = root().join("findings.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &now).unwrap();
    }
    assert_eq!(now, fs::read_to_string(&path).unwrap());
    let silent: Vec<_> = names().into_iter().filter(|name| !said.contains_key(name)).collect();
    assert!(silent.is_empty(), "nothing is said of {silent:?}");
}

/// The README has a row for each file: its source, and its fault.
#[test]
fn each_file_has_a_source() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let rows: BTreeSet<String> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .filter(|(_, rest)| rest.contains("](https://github.com/"))
        .map(|(name, _)| format!("{name}.yaml"))
        .collect();
    assert_eq!(rows, names());
    assert!(rows.len() >= 60, "{}", rows.len());
}
