//! `--kind rules`. In: the recorded rules of CRDs, by path. Out: a comparison of their costs, cardinalities
//! and errors with those of the compiler of rules.

use anyhow::{Context, Result};
use crdc_check::cel::{RuleSite, rule_sites};
use crdc_schema::Crd;
use serde::{Deserialize, Serialize};

use super::lines;
use super::table::Table;

/// A version of a CRD and its rules.
#[derive(Deserialize, Serialize)]
pub(super) struct Line {
    crd: String,
    version: String,
    rules: Vec<Recorded>,
}

/// A rule and its recorded results.
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

impl lines::Line for Line {
    const FILE: &'static str = "rules.jsonl";
    const LEVELS: &'static [&'static str] = &["errors", "max_cost", "cardinality", "old_self"];

    fn crd(&self) -> &str {
        &self.crd
    }

    fn compare(self, file: &str, crd: &Crd, table: &mut Table) -> Result<Self> {
        let mut got = found(crd, &self.version)?;
        let mut matched = Vec::new();
        for expected in &self.rules {
            let same = |rule: &Recorded| rule.path == expected.path && rule.rule == expected.rule;
            let index = got.iter().position(same);
            let rule = index.map(|index| got.remove(index)).unwrap_or_default();
            let equal = [
                Some(expected.error == rule.error && !rule.rule.is_empty()),
                Some(expected.max_cost == rule.max_cost),
                Some(expected.cardinality == rule.cardinality),
                Some(expected.uses_old_self == rule.uses_old_self),
            ];
            let id = format!("{} {} {}", self.crd, self.version, expected.path);
            table.add(file, &id, &equal, || format!("{expected:?} | {rule:?}"));
            matched.push(rule);
        }
        Ok(Self { rules: matched, ..self })
    }
}

fn found(crd: &Crd, version: &str) -> Result<Vec<Recorded>> {
    let version = lines::version(crd, version)?;
    let schema = version.parts.schema.as_ref().or(crd.common.schema.as_ref()).context("no schema")?;
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
