//! `crdc check`: what a server would refuse of these documents, and what would be left out of
//! their compiled form.

use super::output::{Output, To, number};
use super::{Failure, input};
use crdc_codegen::source::Source;
use crdc_codegen::{Located, check_source};
use std::path::PathBuf;

/// Prints what is wrong with CustomResourceDefinitions; exit code 1 if there are errors
#[derive(clap::Args)]
pub(super) struct Check {
    /// Files, folders of .yaml, .yml and .json files, or - for the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A file with the documents as they are now: FILE is checked as an update of them
    #[arg(long, value_name = "OLD")]
    old: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

impl Check {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let sources = input::sources(&self.files)?;
        let old = match &self.old {
            Some(path) => input::sources(std::slice::from_ref(path))?,
            None => Vec::new(),
        };
        if old.len() > 1 {
            return Err("--old takes one file".to_owned());
        }
        let (documents, found) = all(&sources, old.first());
        let done = format!("checked {}", number(documents, "document"));
        let count = self.output.show(&sources, &found, To::Out, &done)?;
        Ok(count.errors == 0)
    }
}

/// How many documents there are, and all that is to be said of them.
pub(super) fn all(sources: &[Source], old: Option<&Source>) -> (usize, Vec<Located>) {
    let mut count = 0;
    let mut found = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let checked = check_source(source, old);
        count += checked.documents;
        found.extend(checked.diagnostics.into_iter().map(|diagnostic| Located { source: index, diagnostic }));
    }
    (count, found)
}
