//! `--kind openapi`. In: the schemas that a server published for versions of CRDs, in OpenAPI v2 and v3. Out: a comparison
//! with those that `crdc_codegen::publish::openapi` makes of the CRDs.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use crdc_codegen::publish::openapi::{OpenApi, Options, schemas};
use crdc_codegen::schema::Crd;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::args::Args;
use super::rules::document;
use super::table::Table;

/// What is compared: the whole document, its resource and its list.
const LEVELS: [&str; 3] = ["document", "resource", "list"];

/// A version of a CRD and its published schemas.
#[derive(Deserialize, Serialize)]
struct Line {
    crd: String,
    version: String,
    openapi: String,
    schemas: Map<String, Value>,
}

pub(super) fn run(args: &Args) -> Result<bool> {
    let crds = match &args.crds {
        Some(crds) => crds.clone(),
        None => args.shared()?.join("corpus/crds"),
    };
    let files = match args.answers.as_slice() {
        [] => vec![args.shared()?.join("golden/openapi.jsonl")],
        answers => answers.to_vec(),
    };
    let mut table = Table::new(&LEVELS);
    let mut outcomes = String::new();
    for file in &files {
        compare(file, &crds, &mut table, &mut outcomes).with_context(|| file.display().to_string())?;
    }
    ensure!(!table.is_empty(), "no document was found");
    if let Some(path) = &args.outcomes {
        std::fs::write(path, &outcomes).with_context(|| path.display().to_string())?;
    }
    table.print(args.top);
    Ok(table.holds(&args.min_of_rules))
}

fn compare(file: &Path, crds: &Path, table: &mut Table, outcomes: &mut String) -> Result<()> {
    let text = std::fs::read_to_string(file)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut read: Option<(PathBuf, Crd)> = None;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let line: Line = serde_json::from_str(line)?;
        let path = crds.join(&line.crd);
        if read.as_ref().is_none_or(|(last, _)| *last != path) {
            read = Some((path.clone(), document(&path)?));
        }
        let (_, crd) = read.as_ref().context("no document")?;
        let own = published(crd, &line)?;
        let equal = |is_list: bool| {
            let of = |schemas: &Map<String, Value>| {
                let mut chosen = schemas.clone();
                chosen.retain(|name, _| name.ends_with("List") == is_list);
                chosen
            };
            same(&Value::Object(of(&line.schemas)), &Value::Object(of(&own)))
        };
        let levels = [Some(equal(false) && equal(true)), Some(equal(false)), Some(equal(true))];
        let id = format!("{} {} {}", line.crd, line.version, line.openapi);
        table.add(&name, &id, &levels, || {
            first_difference("", &Value::Object(line.schemas.clone()), &Value::Object(own.clone()))
        });
        outcomes.push_str(&serde_json::to_string(&Line { schemas: own, ..line })?);
        outcomes.push('\n');
    }
    Ok(())
}

fn published(crd: &Crd, line: &Line) -> Result<Map<String, Value>> {
    let form = match line.openapi.as_str() {
        "v2" => OpenApi::V2,
        "v3" => OpenApi::V3,
        other => bail!("unknown form `{other}`"),
    };
    let version = crd
        .versions
        .iter()
        .find(|version| version.name.as_ref().is_some_and(|name| name.value == line.version));
    let version = version.with_context(|| format!("no version {}", line.version))?;
    // The record was made without the feature that publishes selectable fields.
    let options = Options { selectable_fields: false, ..Options::server(form) };
    schemas(crd, version, options)
        .into_iter()
        .map(|schema| Ok((schema.name.clone(), serde_json::from_str(&schema.to_json())?)))
        .collect()
}

/// Whether two values are equal, numbers by value.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (a, b) => a == b,
    }
}

/// The path of the first difference, and both values there.
fn first_difference(path: &str, expected: &Value, got: &Value) -> String {
    match (expected, got) {
        (Value::Object(a), Value::Object(b)) => {
            for (key, a) in a {
                let path = format!("{path}/{key}");
                match b.get(key) {
                    Some(b) if same(a, b) => {}
                    Some(b) => return first_difference(&path, a, b),
                    None => return format!("{path}: expected {a}, found nothing"),
                }
            }
            let added = b.iter().find(|(key, _)| !a.contains_key(*key));
            added.map_or_else(String::new, |(key, b)| format!("{path}/{key}: expected nothing, found {b}"))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            let differs = pairs.find(|(_, (a, b))| !same(a, b));
            differs.map_or_else(String::new, |(index, (a, b))| {
                first_difference(&format!("{path}/{index}"), a, b)
            })
        }
        (a, b) => format!("{path}: expected {a}, found {b}"),
    }
}
