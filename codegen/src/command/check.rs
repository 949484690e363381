//! `crdc check`: what a server would refuse of these documents, and what would be left out of
//! their compiled form.

use super::output::{Output, To, number};
use super::{Failure, input};
use crdc_codegen::source::{self, Source};
use crdc_codegen::{Located, check, diag, schema};
use std::path::PathBuf;

/// Prints what is wrong with CustomResourceDefinitions; exit code 1 if there are errors
#[derive(clap::Args)]
pub(super) struct Check {
    /// Files, folders of .yaml, .yml and .json files, or - for the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
}

impl Check {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let sources = input::sources(&self.files)?;
        let (documents, found) = all(&sources);
        let done = format!("checked {}", number(documents, "document"));
        let count = self.output.show(&sources, &found, To::Out, &done)?;
        Ok(count.errors == 0)
    }
}

/// How many documents there are, and all that is to be said of them.
pub(super) fn all(sources: &[Source]) -> (usize, Vec<Located>) {
    let mut count = 0;
    let mut found = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let (documents, mut problems) = source::parse(source);
        count += documents.len();
        let (crds, more) = schema::read(&documents);
        problems.extend(more);
        for crd in &crds {
            let refused = check::check(crd);
            if !diag::has_errors(&refused) {
                problems.extend(check::unsupported(crd));
            }
            problems.extend(refused);
        }
        diag::arrange(&mut problems);
        found.extend(problems.into_iter().map(|diagnostic| Located { source: index, diagnostic }));
    }
    (count, found)
}
