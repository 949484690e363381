//! The command line: which cases to run, how to compare them, where to write results.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::ignored::Ignored;
use super::level::Level;
use super::record::Input;
use super::select::Selection;

use crdc_conformance_runner::frame::Op;

/// Arguments of `cargo xtask conformance`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to compare: objects with generated code, CRDs with `crdc check`, CEL expressions, rules of CRDs,
    /// published schemas, or owned types
    #[arg(long, value_enum, default_value_t = Kind::Objects)]
    pub(super) kind: Kind,
    /// The directory with golden, corpus and bench [default: ../shared beside the repository]
    #[arg(long, value_name = "DIR")]
    shared: Option<PathBuf>,
    /// The directory of the CRDs that the answers name, instead of the corpus
    #[arg(long, value_name = "DIR")]
    pub(super) crds: Option<PathBuf>,
    /// Recorded answers to use instead of the record; for objects together with --crds
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) answers: Vec<PathBuf>,
    /// Only these operations: create, update or update-status (separated by commas)
    #[arg(long, value_name = "OP", value_delimiter = ',', value_parser = op)]
    op: Vec<Op>,
    /// Only these projects or suites, by file name (separated by commas)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    project: Vec<String>,
    /// Ignore errors of these sources: cel, listtype, objectmeta, metadata, scale, …
    #[arg(long, value_name = "SOURCE", value_delimiter = ',')]
    ignore_source: Vec<String>,
    /// At most this many cases, from a bounded number of CRDs (one per 20 cases)
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// The seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Fail if a level is below: verdict=97, object=99.8, … (repeatable)
    #[arg(long, value_name = "LEVEL=PERCENT", value_parser = min)]
    pub(super) min: Vec<(Level, f64)>,
    /// Fail if a level of cel or rules is below: verdict=100, texts=99.5, … (repeatable)
    #[arg(long, value_name = "LEVEL=PERCENT", value_parser = min_of_rules)]
    pub(super) min_of_rules: Vec<(String, f64)>,
    /// Evaluate the expressions of `--kind cel` with the interpreter, not with generated code
    #[arg(long)]
    pub(super) interpreted: bool,
    /// Answer the cases of objects with crdc-dynamic, not with generated code
    #[arg(long)]
    pub(super) dynamic: bool,
    /// Answer the cases of objects with the derive, on structs for their schemas
    #[arg(long)]
    pub(super) derive: bool,
    /// The command kopium, whose types are compared with those of `--kind types`
    #[arg(long, value_name = "FILE")]
    pub(super) kopium: Option<PathBuf>,
    /// Write all answers in the record's form, one case per line
    #[arg(long, value_name = "FILE")]
    pub(super) outcomes: Option<PathBuf>,
    /// How many classes of mismatches to show
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) top: usize,
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Kind {
    Objects,
    Crds,
    Cel,
    Rules,
    Openapi,
    Types,
}

/// Parses an operation.
fn op(text: &str) -> Result<Op, String> {
    Op::from_name(text).ok_or_else(|| "one of create, update, update-status".to_owned())
}

/// Parses `LEVEL=PERCENT`.
fn min(text: &str) -> Result<(Level, f64), String> {
    let (level, percent) = text.split_once('=').ok_or("LEVEL=PERCENT")?;
    let level = Level::from_name(level).ok_or_else(|| format!("unknown level `{level}`"))?;
    Ok((level, percent.parse().map_err(|error| format!("{percent}: {error}"))?))
}

fn min_of_rules(text: &str) -> Result<(String, f64), String> {
    let (level, percent) = text.split_once('=').ok_or("LEVEL=PERCENT")?;
    Ok((level.to_owned(), percent.parse().map_err(|error| format!("{percent}: {error}"))?))
}

impl Args {
    /// The files to read, each with the directory of its CRD paths.
    pub(super) fn inputs(&self) -> Result<Vec<Input>> {
        if let Some(crds) = &self.crds {
            let input = |answers: &PathBuf| Input { answers: answers.clone(), crds: crds.clone() };
            return Ok(self.answers.iter().map(input).collect());
        }
        if !self.answers.is_empty() {
            bail!("--answers for objects requires --crds");
        }
        let shared = self.shared()?;
        let corpus = shared.join("corpus");
        let mut inputs = Vec::new();
        for (folder, crds) in [("cases", corpus.join("crds")), ("suites", corpus.clone())] {
            let mut files: Vec<_> = std::fs::read_dir(shared.join("golden").join(folder))?
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<Result<_, _>>()?;
            files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
            files.sort();
            inputs.extend(files.into_iter().map(|answers| Input { answers, crds: crds.clone() }));
        }
        if !self.project.is_empty() {
            inputs.retain(|input| self.project.iter().any(|name| *name == input.name()));
            if inputs.is_empty() {
                bail!("no project or suite is named {}", self.project.join(" or "));
            }
        }
        Ok(inputs)
    }

    /// The record's directory.
    pub(super) fn shared(&self) -> Result<PathBuf> {
        places::shared(self.shared.as_deref())
    }

    /// The selection of cases.
    pub(super) fn selection(&self) -> Selection {
        Selection { ops: self.op.clone(), sample: self.sample, seed: self.seed }
    }

    /// The ignored sources of errors.
    pub(super) fn ignored(&self) -> Ignored {
        Ignored::new(&self.ignore_source)
    }
}
