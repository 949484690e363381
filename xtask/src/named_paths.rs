//! Checks that the paths that a page names exist. In: the text of a page, and the files of the repository.
//! Out: the paths that do not exist.
//!
//! A path is a word in backticks that begins with a folder of the root: `crates/plan/src/node.rs`. Other
//! words, such as `rules/mod.rs` in the paragraph of a crate, are not checked, and neither are patterns
//! (`tests/reject/<code>/`, `src/{a,b}.rs`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The pages whose paths must exist, since readers follow them.
const PAGES: [&str; 3] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "tests/README.md"];

/// The line and the path of each path that does not exist; empty for pages that are not checked.
pub(crate) fn lost(page: &Path, text: &str, files: &[PathBuf]) -> Vec<(usize, String)> {
    if !PAGES.iter().any(|name| page == Path::new(name)) {
        return Vec::new();
    }
    let known: BTreeSet<&Path> = files.iter().flat_map(|file| file.ancestors()).collect();
    let is_lost = |word: &str| {
        let folder = word.split_once('/').map(|(folder, _)| Path::new(folder));
        folder.is_some_and(|folder| folder != Path::new("") && known.contains(folder))
            && !known.contains(Path::new(word))
    };
    let is_path = |word: &&str| !word.contains(|c: char| c.is_whitespace() || "<>{}*|$".contains(c));
    let lines = text.lines().zip(1..);
    let words =
        lines.flat_map(|(line, number)| line.split('`').skip(1).step_by(2).map(move |word| (number, word)));
    words
        .filter(|(_, word)| is_path(word) && is_lost(word))
        .map(|(number, word)| (number, word.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_are_not_there_are_found() {
        let files = ["crates/cel/src/lib.rs", "tests/reject/a/crd.yaml"].map(PathBuf::from);
        let text = "`crates/cel/src/lib.rs`, `crates/cel/src/`, `cel`\n`crates/cel/src/old.rs`: `tests/reject/b`\n\
                    `tests/reject/<code>/`, `src/old.rs`, `cel/{a,b}.rs`, `//!`, crates/cel/src/gone.rs, `cargo test cel/x`\n";
        let found = lost(Path::new("ARCHITECTURE.md"), text, &files);
        assert_eq!(found, [(2, "crates/cel/src/old.rs".to_owned()), (2, "tests/reject/b".to_owned())]);
        assert!(lost(Path::new("docs/cel.md"), text, &files).is_empty());
    }
}
