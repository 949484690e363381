//! Extensions that are kept in an annotation (`crdc publish --as apply-safe`). In: a CRD with the annotation, or with rules that
//! name extensions. Out: the CRD as it was before: the extensions are in its schemas, and the rules that stand for them are gone.
//!
//! The value of the annotation is JSON: by version, by JSON pointer of a schema, its extensions. Rules that stand for
//! extensions end with a comment, [`MARK`] and the keyword; `rules` takes them away. **Other rules are not touched.** Easy to
//! break: an extension that has no place any more is an error, since its protection would be lost silently.

mod rules;

use std::collections::HashMap;

use crate::diag::{Code, Diagnostic, quoted};
use crate::schema::crd::ApiVersion;
use crate::schema::places::{Places, Way};
use crate::source::{Member, Node, Span, Value, json_value};

/// The name of the annotation.
pub const ANNOTATION: &str = "crdc/apply-safe";

/// What separates a rule that stands for an extension from the keyword of that extension: a comment of CEL.
pub const MARK: &str = " // crdc ";

/// The extensions that no server reads.
pub const EXTENSIONS: &[&str] = &[
    "x-kubernetes-immutable",
    "x-kubernetes-immutable-keys",
    "x-kubernetes-addition-only",
    "x-kubernetes-deletion-only",
    "x-kubernetes-unions",
    "x-kubernetes-normalize",
    "x-crdc-dialect",
    "x-kubernetes-no-prune",
    "x-kubernetes-no-pruning",
    "x-no-pruning",
];

/// The CRD without the annotation and the rules that stand for its extensions, or none if it has neither the annotation nor such
/// rules. What cannot be read is reported, and so is a rule that only claims to stand for an extension.
#[must_use]
pub fn restored(written: &Node, api_version: ApiVersion) -> Option<(Node, Vec<Diagnostic>)> {
    let annotations = written.get("metadata").and_then(|metadata| metadata.get("annotations"));
    let annotation = annotations.and_then(|annotations| annotations.get(ANNOTATION));
    let has_rules = written.get("spec").is_some_and(rules::has_marked);
    if annotation.is_none() && !has_rules {
        return None;
    }
    let mut crd = written.clone();
    let mut diagnostics = Vec::new();
    // Without the extensions, no rule is what is published for them.
    let has_extensions = annotation.is_none_or(|annotation| put_back(&mut crd, annotation, &mut diagnostics));
    if has_rules && has_extensions {
        rules::take_away(&mut crd, api_version, &mut diagnostics);
    }
    Some((crd, diagnostics))
}

/// Moves the extensions from the annotation to their schemas. Whether it can be read.
fn put_back(crd: &mut Node, annotation: &Node, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let Some(versions) = read(annotation) else {
        diagnostics.push(
            problem(annotation.span, format!("the annotation `{ANNOTATION}` cannot be read"))
                .label("not a JSON object of versions, paths and extensions")
                .help("publish the CRD again with `crdc publish --as apply-safe`"),
        );
        return false;
    };
    remove_annotation(crd);
    let mut schemas = schemas(crd);
    for (version, kept) in versions {
        let schema = schemas.remove(&version).flatten();
        restore(schema, &version, kept, annotation.span, diagnostics);
    }
    true
}

/// The extensions of a version, by pointer.
type Kept = Vec<(String, Vec<Member>)>;

/// The extensions by version.
fn read(annotation: &Node) -> Option<Vec<(String, Kept)>> {
    let mut value = json_value(annotation.as_str()?)?;
    place(&mut value, annotation.span);
    let versions = members(value)?.into_iter().map(|version| {
        let places = members(version.value)?.into_iter().map(|place| {
            let extensions = members(place.value)?;
            let known = extensions.iter().all(|member| EXTENSIONS.contains(&member.key.as_str()));
            known.then_some((place.key, extensions))
        });
        Some((version.key, places.collect::<Option<Kept>>()?))
    });
    versions.collect()
}

/// Gives all values the span of the annotation.
fn place(node: &mut Node, span: Span) {
    node.span = span;
    match &mut node.value {
        Value::Array(items) => items.iter_mut().for_each(|item| place(item, span)),
        Value::Object(members) => {
            for member in members {
                member.key_span = span;
                place(&mut member.value, span);
            }
        }
        _ => {}
    }
}

fn members(node: Node) -> Option<Vec<Member>> {
    match node.value {
        Value::Object(members) => Some(members),
        _ => None,
    }
}

fn restore(
    schema: Option<&mut Node>,
    version: &str,
    kept: Kept,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let (pointers, extensions): (Vec<String>, Vec<Vec<Member>>) = kept.into_iter().unzip();
    let mut extensions: Vec<Option<Vec<Member>>> = extensions.into_iter().map(Some).collect();
    let mut places = Places::default();
    pointers.iter().enumerate().for_each(|(index, pointer)| places.add_at(pointer, index));
    if let Some(schema) = schema {
        each_schema(schema, &mut places.way(), &mut |schema, way| {
            let Value::Object(members) = &mut schema.value else { return };
            let here = way.values().iter().filter_map(|index| extensions.get_mut(*index)?.take());
            for extension in here.flatten() {
                // What is written in the schema is newer.
                if !members.iter().any(|member| member.key == extension.key) {
                    members.push(extension);
                }
            }
        });
    }
    let lost = pointers.iter().zip(&extensions).filter(|(_, extensions)| extensions.is_some());
    if let Some(pointer) = lost.map(|(pointer, _)| pointer).min() {
        let (pointer, version) = (quoted(pointer), quoted(version));
        let message =
            format!("version {version} has no schema at {pointer}, which has extensions in the annotation");
        diagnostics.push(problem(span, message).label("these extensions are not enforced").help(
            "change the CRD with the extensions, and publish it again with `crdc publish --as apply-safe`",
        ));
    }
}

/// The schema of a version.
pub fn schema_of<'n>(crd: &'n mut Node, version: &str) -> Option<&'n mut Node> {
    let named = |node: &&mut Node| node.get("name").and_then(Node::as_str) == Some(version);
    versions(crd).iter_mut().find(named).and_then(schema)
}

/// The schemas of all versions. Of versions with the same name, the first counts.
fn schemas(crd: &mut Node) -> HashMap<String, Option<&mut Node>> {
    let mut schemas = HashMap::new();
    for version in versions(crd) {
        if let Some(name) = version.get("name").and_then(Node::as_str).map(str::to_owned) {
            schemas.entry(name).or_insert_with(|| schema(version));
        }
    }
    schemas
}

/// The items of `spec.versions`.
fn versions(crd: &mut Node) -> &mut [Node] {
    let versions = member_mut(crd, "spec").and_then(|spec| member_mut(spec, "versions"));
    match versions.map(|versions| &mut versions.value) {
        Some(Value::Array(versions)) => versions,
        _ => &mut [],
    }
}

/// The schema of an item of `spec.versions`.
fn schema(version: &mut Node) -> Option<&mut Node> {
    member_mut(member_mut(version, "schema")?, "openAPIV3Schema")
}

/// Removes the annotation, and what is empty without it.
fn remove_annotation(crd: &mut Node) {
    let Some(metadata) = member_mut(crd, "metadata") else { return };
    if let Some(Value::Object(annotations)) = member_mut(metadata, "annotations").map(|node| &mut node.value)
    {
        annotations.retain(|member| member.key != ANNOTATION);
        if !annotations.is_empty() {
            return;
        }
    }
    if let Value::Object(members) = &mut metadata.value {
        members.retain(|member| member.key != "annotations");
    }
}

/// Calls `see` for a schema and all below it. `way` follows.
pub fn each_schema<W: Way>(schema: &mut Node, way: &mut W, see: &mut dyn FnMut(&mut Node, &W)) {
    see(schema, way);
    let Value::Object(members) = &mut schema.value else { return };
    for Member { key, value, .. } in members {
        way.enter(key);
        match (key.as_str(), &mut value.value) {
            ("properties" | "patternProperties" | "definitions", Value::Object(properties)) => {
                for property in properties {
                    way.enter(&property.key);
                    each_schema(&mut property.value, way, see);
                    way.leave();
                }
            }
            ("items" | "allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                for (index, schema) in schemas.iter_mut().enumerate() {
                    way.enter(&index.to_string());
                    each_schema(schema, way, see);
                    way.leave();
                }
            }
            ("items" | "additionalProperties" | "additionalItems" | "not", Value::Object(_)) => {
                each_schema(value, way, see);
            }
            _ => {}
        }
        way.leave();
    }
}

fn member_mut<'n>(node: &'n mut Node, key: &str) -> Option<&'n mut Node> {
    match &mut node.value {
        Value::Object(members) => {
            members.iter_mut().find(|member| member.key == key).map(|member| &mut member.value)
        }
        _ => None,
    }
}

fn problem(span: Span, message: String) -> Diagnostic {
    Diagnostic::new(Code::ApplySafeAnnotation, span, message)
}
