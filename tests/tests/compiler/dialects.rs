//! `dialects/<topic>/`. In: `crd.yaml` with immutability markers. Out: the differences between dialects,
//! `words.txt` and `rows.jsonl`, and the page that is generated from the same table. `BLESS=1` writes the
//! current output; review the diff.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crdc_documents::dialects::{self, ROWS};
use crdc_oracle::golden;
use crdc_schema::{Dialect, Immutability};
use crdc_source::Source;
use crdc_source::render::Format;

#[test]
fn every_folder_says_what_it_should() {
    let mut wrong = Vec::new();
    for folder in folders() {
        let source = read(&folder);
        let marks = dialects::differences_in(&source);
        let lines = dialects::render(&source, &marks, Format::Plain);
        let words = dialects::render(&source, &marks, Format::Human);
        let json = dialects::render(&source, &marks, Format::Json);
        for line in json.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            for dialect in Dialect::ALL {
                let answer = &line[dialect.as_str()]["answer"];
                assert!(answer == "accepts" || answer == "refuses", "{line}");
            }
        }
        wrong.extend(golden::differs(&folder.join("words.txt"), &format!("{lines}\n{words}")));
        wrong.extend(golden::differs(&folder.join("rows.jsonl"), &json));
    }
    golden::none(&wrong);
}

/// Every row applies to a marker in a folder.
#[test]
fn every_row_and_mark_is_shown() {
    let found: Vec<_> = folders().iter().flat_map(|folder| dialects::differences_in(&read(folder))).collect();
    let shown: BTreeSet<&str> = found.iter().flat_map(|marked| &marked.rows).map(|row| row.id).collect();
    let missing: Vec<&str> = ROWS.iter().map(|row| row.id).filter(|id| !shown.contains(id)).collect();
    assert!(missing.is_empty(), "no folder in tests/dialects: {missing:?}");
    for mark in Immutability::ALL {
        assert!(found.iter().any(|marked| marked.mark == mark), "{}", mark.keyword());
    }
}

#[test]
fn the_page_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/dialects.md");
    assert_eq!(golden::differs(&path, &dialects::page()), None);
}

/// Without markers, nothing is reported.
#[test]
fn documents_without_marks_have_no_differences() {
    let text = fs::read_to_string(folders()[0].join("crd.yaml")).unwrap();
    let bare: String =
        text.lines().filter(|line| !line.contains("x-kubernetes-")).map(|line| format!("{line}\n")).collect();
    let source = Source::new("crd.yaml", bare);
    let marks = dialects::differences_in(&source);
    assert!(marks.is_empty());
    assert_eq!(dialects::render(&source, &marks, Format::Plain), "");
}

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("dialects");
    let mut folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    assert!(folders.len() >= 3);
    folders
}

fn read(folder: &Path) -> Source {
    Source::new("crd.yaml", fs::read_to_string(folder.join("crd.yaml")).unwrap())
}
