//! `crdc check`: what a server would refuse of these documents, and what would be left out of
//! their compiled form; with `--old` also what the change means for objects that are stored.

use super::output::{Output, To, number, write};
use super::published::Published;
use super::{Failure, input};
use clap::ValueEnum;
use crdc_codegen::compare::{self, Impact};
use crdc_codegen::dialects;
use crdc_codegen::source::Source;
use crdc_codegen::{Located, check_openapi, check_source};
use std::path::PathBuf;

/// Prints what is wrong with CustomResourceDefinitions; exit code 1 if there are errors
///
/// With --old, FILE is checked as an update of OLD. After that comes what the change means for
/// objects that are stored: what is pruned, which rules are tighter or looser and whether the server
/// sets their errors aside on updates, defaults, versions. That does not change the exit code
/// unless --deny asks for it.
#[derive(clap::Args)]
pub(super) struct Check {
    /// Files, folders of .yaml, .yml and .json files, or - for the standard input
    #[arg(required_unless_present = "openapi", value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    published: Published,
    /// A file with the documents as they are now: FILE is checked as an update of them
    #[arg(long, value_name = "OLD")]
    old: Option<PathBuf>,
    /// Also says where the dialects of immutability differ, for each mark
    #[arg(long)]
    dialects: bool,
    /// Exit code 1 if the change from OLD has consequences for stored objects
    #[arg(long, value_enum, value_name = "IMPACT", requires = "old")]
    deny: Option<Deny>,
    #[command(flatten)]
    output: Output,
}

/// Which consequences are too many.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Deny {
    /// Some of them lose data, are refused, or cannot be reached
    Breaks,
    /// That may be so, too
    MayBreak,
}

impl Check {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let mut sources = input::sources(&self.files)?;
        let old = match &self.old {
            Some(path) => input::sources(std::slice::from_ref(path))?,
            None => Vec::new(),
        };
        if old.len() > 1 {
            return Err("--old takes one file".to_owned());
        }
        let (documents, mut found) = all(&sources, old.first());
        let mut done = format!("checked {}", number(documents, "document"));
        let files = sources.len();
        if let Some((source, kinds)) = self.published.read()? {
            let checked = check_openapi(&source, kinds);
            let and = if files == 0 { "checked".to_owned() } else { format!("{done} and") };
            done = format!("{and} {}", number(checked.kinds, "kind"));
            let problems = checked.diagnostics.into_iter();
            found.extend(problems.map(|diagnostic| Located { source: files, diagnostic }));
            sources.push(source);
        }
        let count = self.output.show(&sources, &found, To::Out, &done)?;
        if self.dialects {
            for source in &sources {
                let marks = dialects::differences_in(source);
                write(To::Out, &dialects::render(source, &marks, self.output.format(To::Out)))?;
            }
        }
        let denied = match old.first() {
            Some(old) => self.compare(old, sources.get(..files).unwrap_or_default())?,
            None => false,
        };
        Ok(count.errors == 0 && !denied)
    }

    /// Shows what changed; whether that is denied.
    fn compare(&self, old: &Source, sources: &[Source]) -> Result<bool, Failure> {
        let mut denied = false;
        for source in sources {
            let compared = compare::compare_sources(old, source);
            if compared.is_empty() {
                continue;
            }
            write(To::Out, &compare::render(old, source, &compared, self.output.format(To::Out)))?;
            let worst = compared.iter().flat_map(|one| &one.changes).map(|change| change.impact).max();
            denied |= match self.deny {
                None => false,
                Some(Deny::Breaks) => worst == Some(Impact::Breaks),
                Some(Deny::MayBreak) => worst >= Some(Impact::MayBreak),
            };
        }
        Ok(denied)
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
