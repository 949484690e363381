//! Restores extensions that are kept in an annotation (`crdc publish --as apply-safe`). In: a CRD with the
//! annotation, or with rules that name extensions. Out: the CRD as it was before: the extensions are in its
//! schemas, and the rules that stand for them are gone.
//!
//! The value of the annotation is JSON: by version, by JSON pointer of a schema, its extensions. Rules that
//! stand for extensions end with a comment, [`MARK`] and the keyword; `rules` removes them. **Other rules are
//! not touched.** Easy to break: an extension that has no place any more is an error, since its protection
//! would be lost silently.
//!
//! Both are undone before anything reads the CRD, so no other stage handles them. A rule is removed only if
//! it equals what `as_rules` writes for that extension at that place; another rule with the comment stays and
//! is named (`apply-safe-rule`).

mod document;
mod rules;

pub use super::unread::{ANNOTATION, EXTENSIONS, MARK};
pub use document::{each_schema, schema_of};

use crate::crd::ApiVersion;
use crate::places::Places;
use crdc_source::diag::{Code, Diagnostic, quoted};
use crdc_source::{Member, Node, Span, Value, json_value};
use document::{member_mut, schemas};

/// The CRD without the annotation and the rules that stand for its extensions. `None` if it has neither the
/// annotation nor such rules. Reports an annotation that cannot be read, and rules that only claim to stand
/// for an extension.
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

/// Moves the extensions from the annotation to their schemas. Returns whether the annotation can be read.
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
                // The extension in the schema is newer.
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

/// Removes the annotation, and objects that are empty without it.
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

fn problem(span: Span, message: String) -> Diagnostic {
    Diagnostic::new(Code::ApplySafeAnnotation, span, message)
}
