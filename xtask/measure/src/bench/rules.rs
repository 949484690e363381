//! P5: the time of CEL rules, relative to kube's interpreter with rules compiled in advance; and what rules
//! add to the time of compilation.
//!
//! The kinds are HTTPRoute with the bench objects and, of the corpus, those with the most rules, each with
//! the largest object that the record accepts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use crdc_source::Source;
use serde::Deserialize;
use serde_json::Value;

use super::bars::{Bar, Figure};
use super::inputs::{self, Inputs};
use super::ratios::{median, ratio};
use super::{derives, json_schema, weight};

/// The number of kinds of the corpus that are measured besides HTTPRoute.
const KINDS: usize = 5;
/// The kind of the bench objects that has rules, which is also the one with the most rules in the corpus.
const BENCHED: &str = "httproute";
/// Compilations of each side.
const ROUNDS: usize = 3;
const RULES: &str = "x-kubernetes-validations";

/// The output of the bench crate for an object.
#[derive(Deserialize)]
struct Line {
    object: String,
    bytes: usize,
    trouble: Vec<String>,
    said: Vec<String>,
    times: BTreeMap<String, Vec<f64>>,
}

/// A kind with rules.
struct Ruled {
    /// The plural, such as `destinationrules`.
    name: String,
    crd: Value,
    version: String,
    objects: Vec<PathBuf>,
}

/// Measures the time of rules, and what they add to compilation.
pub(crate) fn measure(
    inputs: &Inputs,
    shared: &Path,
    only: Option<&str>,
    build: bool,
) -> Result<Vec<Figure>> {
    let mut kinds = vec![benched(inputs)?];
    kinds.extend(of_corpus(inputs, shared)?);
    for kind in &kinds {
        let schema = json_schema::openapi_of(&kind.crd, &kind.version)?;
        inputs.write(&format!("{}_ruled.json", kind.name), &schema.to_string())?;
        inputs.write(&format!("{}_ruled.rs", kind.name), &code(&kind.crd, &kind.version)?)?;
        inputs.write(&format!("{}_unruled.rs", kind.name), &code(&unruled(&kind.crd), &kind.version)?)?;
    }
    let sides =
        kinds.iter().flat_map(|kind| ["ruled", "unruled"].map(|side| format!("{}_{side}", kind.name)));
    inputs.write_entries("ruled.rs", sides.map(|side| (side.clone(), side)), "answer")?;

    println!(
        "kube's evaluation of CEL rules on parsed values, relative to the time that rules add to a create"
    );
    let mut command = Command::new(inputs.binary("rules", "measure", "")?);
    let objects = kinds.iter().flat_map(|kind| &kind.objects);
    let named = |object: &&PathBuf| only.is_none_or(|only| object.to_string_lossy().contains(only));
    command.arg(inputs.schemas()).args(objects.filter(named));
    let mut figures = Vec::new();
    for line in inputs::output(&mut command)?.lines() {
        figures.extend(of_line(&serde_json::from_str(line).context("a line of the bench crate")?)?);
    }
    if build {
        figures.extend(compile(inputs, &kinds[0])?);
    }
    Ok(figures)
}

fn of_line(line: &Line) -> Result<[Figure; 2]> {
    for trouble in &line.trouble {
        eprintln!("error: {}: {trouble}", line.object);
    }
    for said in &line.said {
        eprintln!("note: {} ({} bytes): {said}", line.object, line.bytes);
    }
    let times = |name: &str| line.times.get(name).with_context(|| format!("no times of {name}"));
    let (with, without, kube) = (times("with")?, times("without")?, times("kube")?);
    let rules: Vec<f64> = with.iter().zip(without).map(|(with, without)| with - without).collect();
    let figure = |bar, below: &[f64]| {
        let figure = ratio(bar, &line.object, kube, below);
        Figure { invalid: !line.trouble.is_empty(), ..figure }
    };
    Ok([figure(Bar::P5, &rules), figure(Bar::P5Create, with)])
}

/// The kind of the bench objects.
fn benched(inputs: &Inputs) -> Result<Ruled> {
    let objects = inputs.objects.iter().filter(|object| object.kind() == BENCHED);
    let (crd, version) = inputs.kinds.get(BENCHED).context("no such kind")?;
    let text = std::fs::read_to_string(crd)?;
    Ok(Ruled {
        name: BENCHED.to_owned(),
        crd: json_schema::value_of(&Source::new("crd.yaml", text))?,
        version: version.clone(),
        objects: objects.map(|object| inputs.path(object)).collect(),
    })
}

/// A case of the record.
#[derive(Deserialize)]
struct Case {
    crd: String,
    version: String,
    op: String,
    object: Option<Box<serde_json::value::RawValue>>,
    answer: Answer,
}

#[derive(Deserialize)]
struct Answer {
    accepted: bool,
}

/// The kinds with the most rules of which the record accepts an object.
fn of_corpus(inputs: &Inputs, shared: &Path) -> Result<Vec<Ruled>> {
    let mut largest: BTreeMap<String, (String, String)> = BTreeMap::new();
    for file in sorted(&shared.join("golden/cases"))? {
        for line in std::fs::read_to_string(&file)?.lines() {
            let case: Case = serde_json::from_str(line).with_context(|| file.display().to_string())?;
            let Some(object) = case.object.filter(|_| case.answer.accepted && case.op == "create") else {
                continue;
            };
            let known = largest.entry(case.crd).or_default();
            if known.1.len() < object.get().len() {
                *known = (case.version, object.get().to_owned());
            }
        }
    }
    let mut found = Vec::new();
    for (file, (version, object)) in largest {
        let text = std::fs::read_to_string(shared.join("corpus/crds").join(&file))?;
        if !text.contains(RULES) {
            continue;
        }
        let crd = json_schema::value_of(&Source::new("crd.yaml", text))?;
        found.push((rules(&json_schema::openapi_of(&crd, &version)?), file, crd, version, object));
    }
    found.sort_by(|a, b| (b.0, &a.1).cmp(&(a.0, &b.1)));
    // The first is that of the bench objects.
    let most = found.into_iter().filter(|(_, file, ..)| !file.contains(BENCHED)).take(KINDS);
    most.map(|(_, file, crd, version, object)| {
        let plural = crd["spec"]["names"]["plural"].as_str().with_context(|| file.clone())?;
        let written = format!("{plural}-{}.json", object.len());
        inputs.write(&written, &object)?;
        let objects = vec![inputs.schemas().join(written)];
        Ok(Ruled { name: plural.to_owned(), version, objects, crd })
    })
    .collect()
}

fn sorted(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(directory).with_context(|| directory.display().to_string())?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

/// The number of rules in a schema.
fn rules(schema: &Value) -> usize {
    match schema {
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| match value {
                Value::Array(rules) if key == RULES => rules.len(),
                value => rules(value),
            })
            .sum(),
        Value::Array(items) => items.iter().map(rules).sum(),
        _ => 0,
    }
}

/// The CRD without rules.
fn unruled(crd: &Value) -> Value {
    match crd {
        Value::Object(members) => {
            let is_rules = |key: &str, value: &Value| key == RULES && value.is_array();
            let kept = members.iter().filter(|(key, value)| !is_rules(key, value));
            kept.map(|(key, value)| (key.clone(), unruled(value))).collect()
        }
        Value::Array(items) => items.iter().map(unruled).collect(),
        scalar => scalar.clone(),
    }
}

fn code(crd: &Value, version: &str) -> Result<String> {
    let file = inputs::generate(&Source::new("crd.json", crd.to_string()), version)?;
    Ok(inputs::as_kind(&file))
}

/// CPU time to compile a kind with its rules, relative to the same kind without.
fn compile(inputs: &Inputs, kind: &Ruled) -> Result<Vec<Figure>> {
    let sides = [code(&unruled(&kind.crd), &kind.version)?, code(&kind.crd, &kind.version)?];
    let mut figures = Vec::new();
    for (bar, profile) in [(Bar::RulesDev, "dev"), (Bar::RulesRelease, "release")] {
        let mut times = [Vec::new(), Vec::new()];
        // The first round compiles the dependencies.
        for round in 0..=ROUNDS {
            for (text, times) in sides.iter().zip(&mut times) {
                inputs.write("weighed.rs", text)?;
                weight::clean(inputs, profile)?;
                let start = derives::of_children()?;
                weight::build(inputs, profile)?;
                if round > 0 {
                    times.push(derives::of_children()? - start);
                }
            }
        }
        let [without, with] = times.map(median);
        let note = format!("{with:.2} s / {without:.2} s of the processor");
        figures.push(Figure { note, ..Figure::new(bar, &kind.name, with / without) });
    }
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rules_are_counted_and_left_out() {
        let schema = json!({"properties": {"a": {(RULES): [{"rule": "true"}, {"rule": "self == oldSelf"}]},
            (RULES): {"type": "string"}}, (RULES): [{"rule": "true"}]});
        assert_eq!(rules(&schema), 3);
        assert_eq!(unruled(&schema), json!({"properties": {"a": {}, (RULES): {"type": "string"}}}));
    }

    #[test]
    fn the_time_of_rules_is_what_they_add() {
        let times = [("with", vec![15.0]), ("without", vec![10.0]), ("kube", vec![600.0])];
        let times = times.map(|(name, times)| (name.to_owned(), times)).into();
        let line = Line { object: "a-1".into(), bytes: 1, trouble: Vec::new(), said: Vec::new(), times };
        let shown = of_line(&line).map(|figures| figures.map(|figure| figure.to_string()));
        assert_eq!(
            shown.ok().map(|[rules, create]| (rules, create)),
            Some((
                "P5 a-1 120.0x (at least 50x) 600 ns / 5 ns".to_owned(),
                "P5 create a-1 40.0x 600 ns / 15 ns".to_owned(),
            ))
        );
    }
}
