//! Marks a third of a CRD's fields as immutable. In: a CRD. Out: the same with a third of its fields marked
//! `x-kubernetes-immutable`: every third scalar field, which costs more than one marker on an enclosing
//! object. The baseline is the same copy without markers, since another order of fields alone makes a
//! difference of a few percent.

use anyhow::{Context, Result};
use crdc_source::{Node, Source, Value};
use serde_json::json;

/// The CRD as JSON, the number of marked fields and the number of all fields.
pub(crate) fn marked(source: &Source) -> Result<(Source, usize, usize)> {
    copied(source, 3)
}

/// The source without markers.
pub(crate) fn plain(source: &Source) -> Result<Source> {
    Ok(copied(source, usize::MAX)?.0)
}

/// The CRD as JSON; one of `every` fields is marked.
fn copied(source: &Source, every: usize) -> Result<(Source, usize, usize)> {
    let (documents, _) = crdc_source::parse(source);
    let mut counts = Counts { every, ..Counts::default() };
    let crd = copy(documents.first().context("no document")?, Within::Document, &mut counts);
    let name = format!("marked-{}.json", source.name);
    Ok((Source::new(name, crd.to_string()), counts.marked, counts.scalars))
}

#[derive(Default)]
struct Counts {
    every: usize,
    scalars: usize,
    marked: usize,
}

/// The role of a node of the document.
#[derive(Clone, Copy, PartialEq)]
enum Within {
    Document,
    /// The schema of the whole object.
    Root,
    /// A schema that may be immutable.
    Schema,
    /// Properties of the root, of which metadata cannot be immutable.
    RootProperties,
    Properties,
    /// A schema that cannot be immutable, or not a schema.
    Other,
}

fn copy(node: &Node, within: Within, counts: &mut Counts) -> serde_json::Value {
    match &node.value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(value) => json!(value),
        Value::Int(value) => json!(value),
        Value::Float(value) => json!(value),
        Value::String(value) => json!(value),
        Value::Array(items) => items.iter().map(|item| copy(item, within, counts)).collect(),
        Value::Object(members) => {
            let mut out = serde_json::Map::new();
            for member in members {
                let below = below(within, &member.key);
                let mut value = copy(&member.value, below, counts);
                let field = matches!(within, Within::Properties) && below == Within::Schema;
                if field && is_scalar(&value) {
                    counts.scalars += 1;
                    if counts.scalars.is_multiple_of(counts.every) {
                        counts.marked += 1;
                        value["x-kubernetes-immutable"] = json!(true);
                    }
                }
                out.insert(member.key.clone(), value);
            }
            serde_json::Value::Object(out)
        }
    }
}

fn below(within: Within, key: &str) -> Within {
    match (within, key) {
        (Within::Document, "openAPIV3Schema") => Within::Root,
        (Within::Document, _) => Within::Document,
        (Within::Root, "properties") => Within::RootProperties,
        (Within::RootProperties, "metadata" | "apiVersion" | "kind") => Within::Other,
        (Within::RootProperties | Within::Properties, _) => Within::Schema,
        (Within::Schema, "properties") => Within::Properties,
        (Within::Schema, "items" | "additionalProperties") => Within::Schema,
        _ => Within::Other,
    }
}

fn is_scalar(schema: &serde_json::Value) -> bool {
    let typed = matches!(schema["type"].as_str(), Some("string" | "integer" | "number" | "boolean"));
    typed || schema["x-kubernetes-int-or-string"] == json!(true)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_third_scalar_is_marked_and_nothing_in_metadata_or_branches() {
        let text = r#"{"spec":{"versions":[{"name":"v1","schema":{"openAPIV3Schema":{"type":"object","properties":{
            "metadata":{"type":"object","properties":{"name":{"type":"string"}}},
            "spec":{"type":"object","anyOf":[{"properties":{"a":{"type":"string"}}}],"properties":{
                "a":{"type":"string"},"b":{"type":"object"},"c":{"type":"string"},"d":{"type":"integer"},
                "e":{"type":"array","items":{"type":"object","properties":{"f":{"type":"boolean"}}}}}}}}}}]}}"#;
        let source = Source::new("a", text);
        let (found, marked, scalars) = marked(&source).unwrap();
        assert_eq!((marked, scalars), (1, 4));
        assert_eq!(found.text.matches("immutable").count(), 1);
        assert!(found.text.contains(r#""d":{"type":"integer","x-kubernetes-immutable":true}"#));
        assert!(!plain(&source).unwrap().text.contains("immutable"));
    }
}
