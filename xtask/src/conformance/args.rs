//! The command line: which cases, how they are validated, where results go.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::ignored::Ignored;
use super::level::Level;
use super::record::Input;
use super::select::Selection;
use crate::places;

use crdc_conformance_runner::frame::Op;

/// Arguments of `cargo xtask conformance`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What is compared: objects with generated code, or CRDs with `crdc check`
    #[arg(long, value_enum, default_value_t = Kind::Objects)]
    pub(super) kind: Kind,
    /// The directory that holds golden, corpus and bench [default: ../shared beside the repository]
    #[arg(long, value_name = "DIR")]
    shared: Option<PathBuf>,
    /// Where the CRDs are that the answers name, in place of the corpus
    #[arg(long, value_name = "DIR", requires = "answers")]
    pub(super) crds: Option<PathBuf>,
    /// Recorded answers in place of the record; for objects together with --crds
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) answers: Vec<PathBuf>,
    /// Only this operation: create, update or update-status (or several, with commas)
    #[arg(long, value_name = "OP", value_delimiter = ',', value_parser = op)]
    op: Vec<Op>,
    /// Only this project or suite, by the name of its file (or several, with commas)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    project: Vec<String>,
    /// Judge cases by their other errors: cel, listtype, objectmeta, metadata, scale, …
    #[arg(long, value_name = "SOURCE", value_delimiter = ',')]
    ignore_source: Vec<String>,
    /// Only so many cases, of a bounded number of CRDs (one for every 20 cases)
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Which sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Fail where a level is below: verdict=97, object=99.8, … (repeatable)
    #[arg(long, value_name = "LEVEL=PERCENT", value_parser = min)]
    pub(super) min: Vec<(Level, f64)>,
    /// Write what was answered, a line a case, in the record's form
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
}

fn op(text: &str) -> Result<Op, String> {
    Op::from_name(text).ok_or_else(|| "one of create, update, update-status".to_owned())
}

fn min(text: &str) -> Result<(Level, f64), String> {
    let (level, percent) = text.split_once('=').ok_or("LEVEL=PERCENT")?;
    let level = Level::from_name(level).ok_or_else(|| format!("no level {level}"))?;
    Ok((level, percent.parse().map_err(|error| format!("{percent}: {error}"))?))
}

impl Args {
    /// The files to read, each with the directory its CRD paths are relative to.
    pub(super) fn inputs(&self) -> Result<Vec<Input>> {
        if let Some(crds) = &self.crds {
            let input = |answers: &PathBuf| Input { answers: answers.clone(), crds: crds.clone() };
            return Ok(self.answers.iter().map(input).collect());
        }
        if !self.answers.is_empty() {
            bail!("--answers for objects needs --crds: where are their CRDs?");
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
                bail!("no project or suite is called {}", self.project.join(" or "));
            }
        }
        Ok(inputs)
    }

    /// The record's directory.
    pub(super) fn shared(&self) -> Result<PathBuf> {
        places::shared(self.shared.as_deref())
    }

    pub(super) fn selection(&self) -> Selection {
        Selection { ops: self.op.clone(), sample: self.sample, seed: self.seed }
    }

    pub(super) fn ignored(&self) -> Ignored {
        Ignored::new(&self.ignore_source)
    }
}
