//! Where the parts of the catalogue come from. In: repositories and commits. Out: the text of
//! `crates/catalogue/NOTICE`.

use std::fmt::Write as _;

/// What was taken for a project.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    name: String,
    licence: String,
    /// Repositories with a version and a commit.
    from: Vec<[String; 3]>,
}

impl Taken {
    pub(super) fn new(name: &str, licence: &str) -> Taken {
        Taken { name: name.to_owned(), licence: licence.to_owned(), from: Vec::new() }
    }

    pub(super) fn add(&mut self, repository: &str, version: &str, commit: &str) {
        let version = version.strip_prefix('v').unwrap_or(version);
        let from = [repository, version, commit].map(str::to_owned);
        if !self.from.contains(&from) {
            self.from.push(from);
        }
    }
}

/// The text of the file.
pub(super) fn text(taken: &[Taken]) -> String {
    let mut text = "\
crdc-catalogue

data/catalogue.bin has CustomResourceDefinitions of other projects, as facts: descriptions, titles and examples are removed. Each
paragraph has the name of a project, its licence, and the versions and commits that its definitions are of.
`cargo xtask catalogue` writes this file. Everything else in the crate is its own.
"
    .to_owned();
    for Taken { name, licence, from } in taken {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n{name}, {licence}");
        for [repository, version, commit] in from {
            let version = if version.starts_with('@') { String::new() } else { format!(" {version}") };
            let _ = writeln!(text, "  {repository}{version} {commit}");
        }
    }
    text
}
