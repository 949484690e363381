//! Checks that each folder of `ui/` shows the code that it is named after, and that every code of the derive
//! has a folder. The package in `ui/` compares the compiler output with trybuild.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crdc_source::diag::Code;

/// Items that must compile.
const ACCEPTED: &str = "accepted";
/// Several mistakes in one file.
const TOGETHER: &str = "together";
/// Errors of the type checker, about types that the derive cannot see.
const TYPES: &str = "types";

#[test]
fn every_code_of_the_derive_has_a_folder() {
    let shown: BTreeSet<&str> = Code::all().iter().map(|code| code.name()).collect();
    let known = |name: &str| shown.contains(name) || [ACCEPTED, TOGETHER, TYPES].contains(&name);
    let folders = folders();
    let strange: Vec<&str> = folders.iter().map(|path| name(path)).filter(|name| !known(name)).collect();
    assert!(strange.is_empty(), "there are no such codes: {strange:?}");

    let mut sources = String::new();
    gather(&root().join("../../crates/derive/src"), &mut sources);
    let missing: Vec<&str> = Code::all()
        .iter()
        .filter(|code| is_named(&sources, &format!("Code::{code:?}")))
        .map(|code| code.name())
        .filter(|code| !folders.iter().any(|path| name(path) == *code))
        .collect();
    assert!(missing.is_empty(), "no folder in tests/ui: {missing:?}");
}

#[test]
fn every_case_shows_the_code_of_its_folder() {
    for folder in folders().iter().filter(|folder| Code::from_name(name(folder)).is_some()) {
        for case in files(folder).iter().filter(|path| path.extension().is_some_and(|kind| kind == "rs")) {
            let said = fs::read_to_string(case.with_extension("stderr")).unwrap();
            let code = format!("code: {}\n", name(folder));
            assert!(said.contains(&code), "{} does not show {code}", case.display());
        }
    }
}

/// The sources of the derive, without its own tests.
fn gather(folder: &Path, sources: &mut String) {
    for path in files(folder) {
        if !path.is_dir() {
            sources.push_str(&fs::read_to_string(path).unwrap());
        } else if name(&path) != "tests" {
            gather(&path, sources);
        }
    }
}

/// Whether a text contains this path, and not only as part of a longer one.
fn is_named(text: &str, path: &str) -> bool {
    text.split(path).skip(1).any(|behind| !behind.starts_with(|next: char| next.is_alphanumeric()))
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/ui"))
}

fn folders() -> Vec<PathBuf> {
    files(root()).into_iter().filter(|path| path.is_dir()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn name(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}
