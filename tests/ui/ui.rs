//! Items with mistakes in, what the compiler says of them out: `<code>/<case>.rs` and `.stderr`, found by looking.
//! What must compile stands in `accepted/`. `TRYBUILD=overwrite` writes what is said now; read the diff.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crdc_codegen::diag::Code;

#[test]
fn the_compiler_says_what_is_expected_and_nothing_else() {
    let cases = trybuild::TestCases::new();
    for folder in folders() {
        let all = folder.join("*.rs");
        match name(&folder) {
            "accepted" => cases.pass(all),
            _ => cases.compile_fail(all),
        }
    }
}

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

fn name(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}
