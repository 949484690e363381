//! Comparisons whose record has a line for each version of a CRD: `--kind rules` and `--kind openapi`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use crdc_schema::Crd;
use crdc_source::{Source, parse};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::args::Args;
use super::table::Table;

/// A line of the record.
pub(super) trait Line: DeserializeOwned + Serialize {
    /// The name of the record in `golden`.
    const FILE: &'static str;
    /// The compared values, in the order of the table.
    const LEVELS: &'static [&'static str];

    /// The file of the CRD.
    fn crd(&self) -> &str;

    /// Compares the line with the results of this project for the document, and returns the line with these
    /// results.
    ///
    /// # Errors
    /// The document does not have the version, or the line is malformed.
    fn compare(self, file: &str, crd: &Crd, table: &mut Table) -> Result<Self>;
}

/// Compares all lines; returns whether every minimum of `--min-of-rules` is reached.
pub(super) fn run<L: Line>(args: &Args) -> Result<bool> {
    let crds = match &args.crds {
        Some(crds) => crds.clone(),
        None => args.shared()?.join("corpus/crds"),
    };
    let files = match args.answers.as_slice() {
        [] => vec![args.shared()?.join("golden").join(L::FILE)],
        answers => answers.to_vec(),
    };
    let mut table = Table::new(L::LEVELS);
    let mut outcomes = String::new();
    for file in &files {
        compare::<L>(file, &crds, &mut table, &mut outcomes).with_context(|| file.display().to_string())?;
    }
    ensure!(!table.is_empty(), "nothing to compare was found");
    if let Some(path) = &args.outcomes {
        std::fs::write(path, &outcomes).with_context(|| path.display().to_string())?;
    }
    table.print(args.top);
    Ok(table.holds(&args.min_of_rules))
}

fn compare<L: Line>(file: &Path, crds: &Path, table: &mut Table, outcomes: &mut String) -> Result<()> {
    let text = std::fs::read_to_string(file)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let mut read: Option<(PathBuf, Crd)> = None;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let line: L = serde_json::from_str(line)?;
        let path = crds.join(line.crd());
        if read.as_ref().is_none_or(|(last, _)| *last != path) {
            read = Some((path.clone(), document(&path)?));
        }
        let (_, crd) = read.as_ref().context("no document")?;
        outcomes.push_str(&serde_json::to_string(&line.compare(&name, crd, table)?)?);
        outcomes.push('\n');
    }
    Ok(())
}

fn document(path: &Path) -> Result<Crd> {
    let source = Source::read(path).with_context(|| path.display().to_string())?;
    let (documents, _) = parse(&source);
    let (mut crds, _) = crdc_schema::read(&documents);
    crds.pop().with_context(|| format!("{}: no CustomResourceDefinition", path.display()))
}

/// The version of that name.
pub(super) fn version<'c>(crd: &'c Crd, name: &str) -> Result<&'c crdc_schema::Version> {
    let is = |found: &&crdc_schema::Version| found.name.as_ref().is_some_and(|found| found.value == name);
    crd.versions.iter().find(is).with_context(|| format!("no version {name}"))
}
