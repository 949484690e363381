//! Warns of a `specReplicasPath` whose value extensions protect: a member of a union, or an immutable value.
//! A scale sets the replicas even if the fields above them are absent, and a webhook receives only the scale.
//! No server implements these extensions, so the findings have no server messages.

use crate::layout::Layout;
use crate::report::Report;
use crate::unions::members;
use crdc_schema::{At, Immutability, Schema, Topology};
use crdc_source::Span;
use crdc_source::diag::Code;
use std::collections::HashSet;

pub(crate) fn guarded(layout: &Layout<'_>, report: &mut Report) {
    let mut seen = HashSet::new();
    for version in &layout.crd.versions {
        let scale = layout.crd.subresources(version).and_then(|found| found.value.scale.as_ref());
        let path = scale.and_then(|scale| scale.value.spec_replicas_path.as_ref());
        let (Some(path), Some(schema)) = (path, layout.crd.schema(version)) else { continue };
        // Versions of v1beta1 share the path and the schema.
        if !schema.value.misread && seen.insert((path.span, schema.span)) {
            follow(path, &schema.value, report);
        }
    }
}

/// Follows the path, and reports the first guard on it.
fn follow(path: &At<String>, root: &Schema, report: &mut Report) {
    let mut schema = root;
    let mut walked = String::new();
    for key in path.value.strip_prefix('.').unwrap_or(&path.value).split('.') {
        if schema.topology() == Topology::Map {
            // A key of a map is no member, and the map was looked at.
            let Some((found, _)) = schema.additional_schema() else { return };
            schema = found;
        } else {
            let is_root = walked.is_empty();
            if let Some(span) =
                members(schema, is_root).into_iter().find_map(|(name, at)| (name == key).then_some(at))
            {
                return member(path, &format!("{walked}.{key}"), span, report);
            }
            let property = schema.property_list().iter().find(|property| property.name == key);
            let Some(property) = property else { return };
            schema = &property.schema;
        }
        walked = format!("{walked}.{key}");
        let marks = schema.marks.set();
        if let Some((mark, at)) = { marks }.find(|(mark, _)| *mark != Immutability::AdditionOnly) {
            return immutable(path, &walked, (mark, at.key), report);
        }
    }
}

fn member(path: &At<String>, member: &str, span: Span, report: &mut Report) {
    let message = if path.value == member {
        format!("the scale subresource sets `{member}`, a member of a union, whichever member is selected")
    } else {
        format!(
            "the scale subresource sets a field of `{member}`, a member of a union, whichever member is selected"
        )
    };
    report
        .add(Code::ScaleUnionMember, path.span, message)
        .note(span, "a member of the union")
        .help(
            "let the path lead to a field that is no member and in no member; a webhook refuses every scale from 0 \
             here, since a Scale does not say which member is set",
        );
}

fn immutable(path: &At<String>, value: &str, (mark, key): (Immutability, Span), report: &mut Report) {
    let path_of = &path.value;
    let (message, help) = if mark == Immutability::Immutable {
        (
            format!("no scale can change `{path_of}`: `{value}` is immutable"),
            "let the path lead to a field that may change, or remove the scale subresource".to_owned(),
        )
    } else {
        (
            format!("a scale may add a key to `{value}`, which `{}` forbids", mark.keyword()),
            format!(
                "require the fields on the path, or remove `{}`; a webhook refuses every scale from 0 here",
                mark.keyword()
            ),
        )
    };
    report.add(Code::ScaleImmutable, path.span, message).note(key, "forbidden here").help(help);
}
