//! `--kind rules`. In: the recorded rules of CRDs, by path. Out: a comparison of their costs, cardinalities and
//! errors with those of the compiler of rules.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use crdc_codegen::check::cel::{RuleSite, rule_sites};
use crdc_codegen::schema;
use crdc_codegen::source::{Source, parse};
use serde::{Deserialize, Serialize};

use super::args::Args;
use super::table::Table;

/// What is compared, in the order of the table.
const LEVELS: [&str; 4] = ["errors", "max_cost", "cardinality", "old_self"];

/// A version of a CRD and its rules.
#[derive(Deserialize, Serialize)]
struct Line {
    crd: String,
    version: String,
    rules: Vec<Recorded>,
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
struct Recorded {
    path: String,
    rule: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_cost: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cardinality: Option<u64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    uses_old_self: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<bool> {
    let crds = match &args.crds {
        Some(crds) => crds.clone(),
        None => args.shared()?.join("corpus/crds"),
    };
    let files = match args.answers.as_slice() {
        [] => vec![args.shared()?.join("golden/rules.jsonl")],
        answers => answers.to_vec(),
    };
    let mut table = Table::new(&LEVELS);
    let mut outcomes = String::new();
    for file in &files {
        compare(file, &crds, &mut table, &mut outcomes).with_context(|| file.display().to_string())?;
    }
    ensure!(!table.is_empty(), "no rule was found");
    if let Some(path) = &args.outcomes {
        std::fs::write(path, &outcomes).with_context(|| path.display().to_string())?;
    }
    table.print(args.top);
    Ok(table.holds(&args.min_of_rules))
}

fn compare(file: &Path, crds: &Path, table: &mut Table, outcomes: &mut String) -> Result<()> {
    let text = std::fs::read_to_string(file)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut read: Option<(PathBuf, schema::Crd)> = None;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let line: Line = serde_json::from_str(line)?;
        let path = crds.join(&line.crd);
        if read.as_ref().is_none_or(|(last, _)| *last != path) {
            read = Some((path.clone(), document(&path)?));
        }
        let (_, crd) = read.as_ref().context("no document")?;
        let mut got = found(crd, &line.version)?;
        let mut matched = Vec::new();
        for expected in &line.rules {
            let same = |rule: &Recorded| rule.path == expected.path && rule.rule == expected.rule;
            let index = got.iter().position(same);
            let rule = index.map(|index| got.remove(index)).unwrap_or_default();
            let equal = [
                Some(expected.error == rule.error && !rule.rule.is_empty()),
                Some(expected.max_cost == rule.max_cost),
                Some(expected.cardinality == rule.cardinality),
                Some(expected.uses_old_self == rule.uses_old_self),
            ];
            let id = format!("{} {} {}", line.crd, line.version, expected.path);
            table.add(&name, &id, &equal, || format!("{expected:?} | {rule:?}"));
            matched.push(rule);
        }
        let line = Line { rules: matched, ..line };
        outcomes.push_str(&serde_json::to_string(&line)?);
        outcomes.push('\n');
    }
    Ok(())
}

pub(super) fn document(path: &Path) -> Result<schema::Crd> {
    let source = Source::read(path).with_context(|| path.display().to_string())?;
    let (documents, _) = parse(&source);
    let (mut crds, _) = schema::read(&documents);
    crds.pop().with_context(|| format!("{}: no CustomResourceDefinition", path.display()))
}

fn found(crd: &schema::Crd, version: &str) -> Result<Vec<Recorded>> {
    let is = |found: &&schema::Version| found.name.as_ref().is_some_and(|name| name.value == version);
    let found = crd.versions.iter().find(is).with_context(|| format!("no version {version}"))?;
    let schema = found.parts.schema.as_ref().or(crd.common.schema.as_ref()).context("no schema")?;
    Ok(rule_sites(&schema.value).into_iter().flat_map(recorded).collect())
}

fn recorded(site: RuleSite) -> Vec<Recorded> {
    let path = site.path;
    let rules = site.rules.into_iter().map(|(rule, report)| {
        let error = report.error.or(report.message_error).map(|error| error.detail);
        let compiled = error.is_none();
        Recorded {
            path: path.clone(),
            rule: rule.rule.map(|at| at.value).unwrap_or_default(),
            max_cost: compiled.then_some(report.cost),
            cardinality: compiled.then_some(report.cardinality),
            uses_old_self: report.uses_old_self,
            error,
        }
    });
    rules.collect()
}
