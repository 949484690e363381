//! Items with mistakes in, what the compiler says of them out: `<code>/<case>.rs` and `.stderr`, found by looking.
//! `TRYBUILD=overwrite` writes what is said now; read the diff. `tests/tests/typed/ui.rs` asks for a folder for every code.
//!
//! Easy to break: with a case that must compile among them, trybuild compiles one after the other. Those are a test of
//! their own.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// What must compile.
const ACCEPTED: &str = "accepted";

#[test]
fn the_compiler_says_what_is_expected_and_nothing_else() {
    let cases = trybuild::TestCases::new();
    for folder in folders().iter().filter(|folder| !folder.ends_with(ACCEPTED)) {
        cases.compile_fail(folder.join("*.rs"));
    }
}

#[test]
fn what_is_right_compiles_without_a_word() {
    trybuild::TestCases::new().pass(root().join(ACCEPTED).join("*.rs"));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}
