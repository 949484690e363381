//! `--kind openapi`. In: the schemas that a server published for versions of CRDs, in OpenAPI v2 and v3. Out:
//! a comparison with the schemas that `crdc_documents::publish::openapi` makes from the CRDs.

use anyhow::{Result, bail};
use crdc_documents::publish::openapi::{OpenApi, Options, schemas};
use crdc_schema::Crd;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::lines;
use super::table::Table;

/// A version of a CRD and its published schemas.
#[derive(Deserialize, Serialize)]
pub(super) struct Line {
    crd: String,
    version: String,
    openapi: String,
    schemas: Map<String, Value>,
}

impl lines::Line for Line {
    const FILE: &'static str = "openapi.jsonl";
    const LEVELS: &'static [&'static str] = &["document", "resource", "list"];

    fn crd(&self) -> &str {
        &self.crd
    }

    fn compare(self, file: &str, crd: &Crd, table: &mut Table) -> Result<Self> {
        let own = published(crd, &self)?;
        let equal = |is_list: bool| {
            let of = |schemas: &Map<String, Value>| {
                let mut chosen = schemas.clone();
                chosen.retain(|name, _| name.ends_with("List") == is_list);
                chosen
            };
            same(&Value::Object(of(&self.schemas)), &Value::Object(of(&own)))
        };
        let levels = [Some(equal(false) && equal(true)), Some(equal(false)), Some(equal(true))];
        let id = format!("{} {} {}", self.crd, self.version, self.openapi);
        table.add(file, &id, &levels, || {
            first_difference("", &Value::Object(self.schemas.clone()), &Value::Object(own.clone()))
        });
        Ok(Self { schemas: own, ..self })
    }
}

fn published(crd: &Crd, line: &Line) -> Result<Map<String, Value>> {
    let form = match line.openapi.as_str() {
        "v2" => OpenApi::V2,
        "v3" => OpenApi::V3,
        other => bail!("unknown form `{other}`"),
    };
    let version = lines::version(crd, &line.version)?;
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
