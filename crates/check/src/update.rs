//! Decides which rules an update skips because the old document already violates them, and checks fields that
//! updates may not change: names that the resource is stored and served by. Stored versions must remain.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go,
// pkg/registry/customresourcedefinition/strategy.go; apimachinery: pkg/api/validation/objectmeta.go

use super::conversion::{has_invalid_ca_bundle, review_versions_of};
use super::kept_expressions::KeptExpressions;
use super::keywords::TYPES;
use super::layout::Layout;
use super::names::head;
use super::old::{Old, Origin};
use super::path::Path;
use super::prune::Pruning;
use super::report::Report;
use super::structural::is_structural;
use super::validation_options::ValidationOptions;
use super::{lists, selectable};
use crdc_schema::value::STEPS;
use crdc_schema::{At, Crd, Schema, Version};
use crdc_source::diag::Code;
use crdc_source::{Node, Value};
use std::collections::HashSet;

/// The layout of an update from `old` to `new`, with the options of the update.
pub(super) fn layout<'a>(new: &'a Crd, old: Old<'a>) -> Layout<'a> {
    let layout = Layout::of(new);
    let validation_options = of_update(&layout, &Layout::of(old.crd), old.is_established());
    layout.update_of(old, validation_options)
}

/// The options for an update from `old` to `new`.
fn of_update(new: &Layout<'_>, old: &Layout<'_>, established: bool) -> ValidationOptions {
    let schemas: Vec<&Schema> = old.schemas().into_iter().map(|(_, schema, _)| &*schema.value).collect();
    let none_has = |fault: fn(&Schema) -> bool| {
        let mut found = false;
        schemas.iter().for_each(|root| root.visit(&mut |schema| found |= fault(schema)));
        !found
    };
    ValidationOptions {
        schemas: old.has_schemas(),
        type_names: none_has(|schema| {
            let name = schema.type_name();
            !name.is_empty() && !TYPES.contains(&name)
        }),
        structural: schemas.iter().all(|schema| is_structural(schema)),
        pruned_defaults: !schemas.iter().any(|schema| has_unpruned_default(schema)),
        atomic_sets: none_has(lists::is_set_of_granular),
        list_keys: none_has(lists::may_lack_keys),
        review_version: {
            let versions = review_versions_of(old.crd);
            versions.is_empty() || versions.iter().any(|version| ["v1", "v1beta1"].contains(version))
        },
        ca_bundle: established && !has_invalid_ca_bundle(old.crd),
        no_preserving: !old.crd.preserve_unknown_fields.as_ref().is_some_and(|at| at.value),
        many_selectable: selectable::unchanged_many(new, old),
        kept: KeptExpressions::of(&schemas),
    }
}

/// Returns whether a structural schema has a default with unknown fields, including below
/// `additionalProperties`.
fn has_unpruned_default(root: &Schema) -> bool {
    if !is_structural(root) {
        return false;
    }
    let mut steps = STEPS;
    let mut waiting = vec![(root, true)];
    while let Some((schema, resource)) = waiting.pop() {
        if let Some(default) = &schema.default {
            let mut pruning = Pruning { found: None, steps };
            pruning.prune(&default.value, Some(schema), resource);
            steps = pruning.steps;
            if pruning.found.is_some() {
                return true;
            }
        }
        let inner = schema.property_list().iter().map(|property| &property.schema);
        let inner = inner.chain(schema.one_item().map(|(items, _)| items));
        let inner = inner.chain(schema.additional_schema().map(|(additional, _)| additional));
        waiting.extend(inner.map(|schema| (schema, schema.is_embedded_resource())));
    }
    false
}

pub(super) fn unchanged_names(layout: &Layout<'_>, report: &mut Report) {
    let Some(old) = layout.old else {
        return;
    };
    let new = layout.crd;
    let names = |crd: &Crd| crd.names.as_ref().map(|names| names.value.clone()).unwrap_or_default();
    let (new_names, old_names) = (names(new), names(old.crd));
    if old.is_established() {
        one("spec.scope", (new, &new.scope), &old.crd.scope, old.is_assumed_established(), report);
        one("spec.names.kind", (new, &new_names.kind), &old_names.kind, old.is_assumed_established(), report);
    }
    one("metadata.name", (new, &new.name), &old.crd.name, false, report);
    one("spec.group", (new, &new.group), &old.crd.group, false, report);
    one("spec.names.plural", (new, &new_names.plural), &old_names.plural, false, report);
}

/// Reports a value that changed. `assumed` is whether the old document only counts as established, without a
/// status.
fn one(
    path: &str,
    new: (&Crd, &Option<At<String>>),
    old: &Option<At<String>>,
    assumed: bool,
    report: &mut Report,
) {
    let text = |at: &Option<At<String>>| at.as_ref().map_or(String::new(), |at| at.value.clone());
    let (crd, new) = new;
    let (now, before) = (text(new), text(old));
    if now != before {
        let why =
            if assumed { "; the old document has no conditions, so it counts as established" } else { "" };
        report
            .add(
                Code::UpdateImmutable,
                new.as_ref().map_or(head(crd), |at| at.span),
                format!("`{path}` cannot be changed"),
            )
            .label(format!("was `{before}`"))
            .help(format!(
                "write `{before}`; to use another value, create a new document and delete the old one{why}"
            ))
            .server(Path::new(path).invalid(&now, "field is immutable"));
    }
}

/// Warns of versions that were removed, if the old document does not say in which versions objects were ever
/// stored.
pub(super) fn removed_versions(layout: &Layout<'_>, report: &mut Report) {
    let Some(old) =
        layout.old.filter(|old| old.origin == Origin::File && stored_in_status(old.crd).is_empty())
    else {
        return;
    };
    let name = |version: &Version| version.name.as_ref().map_or(String::new(), |name| name.value.clone());
    let known: HashSet<String> =
        layout.crd.versions.iter().map(name).chain(stored_versions(layout)).collect();
    let first = layout.crd.versions.first().and_then(|version| version.name.as_ref());
    let span = first.map_or(head(layout.crd), |name| name.span);
    for gone in old.crd.versions.iter().map(name).filter(|name| !known.contains(name)) {
        report
            .add(
                Code::VersionMaybeStored,
                span,
                format!("version `{gone}` was removed: the server refuses this if it was ever the storage version"),
            )
            .help(format!(
                "look for `{gone}` in `status.storedVersions` of the cluster's document, or give that as the old document; \
                 if it is there, migrate all stored objects and remove it from the list first"
            ));
    }
}

/// Returns the versions in which objects are stored: those in the old document's status, and the storage
/// version of the new document.
pub(super) fn stored_versions(layout: &Layout<'_>) -> Vec<String> {
    let storage = |crd: &Crd| {
        let mut versions = crd.versions.iter();
        let stored = versions.find(|version| version.storage.as_ref().is_some_and(|at| at.value));
        stored.map(|version| version.name.as_ref().map_or(String::new(), |name| name.value.clone()))
    };
    let mut stored = layout.old.map_or(Vec::new(), |old| stored_in_status(old.crd));
    if stored.is_empty() {
        // v1/defaults.go
        stored.extend(layout.old.and_then(|old| storage(old.crd)));
    }
    if let Some(own) = storage(layout.crd).filter(|own| !stored.contains(own)) {
        stored.push(own);
    }
    stored
}

fn stored_in_status(old: &Crd) -> Vec<String> {
    let list = old.status.as_ref().and_then(|status| status.value.get("storedVersions"));
    match list.map(|list| &list.value) {
        Some(Value::Array(list)) => list.iter().filter_map(Node::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// Returns whether the server treats the `spec` of both documents as equal: an update from one to the other
/// does not change the generation.
#[must_use]
pub fn same_spec(a: &Crd, b: &Crd) -> bool {
    let (a, b) = (&Layout::of(a), &Layout::of(b));
    let text = |at: &Option<At<String>>| at.as_ref().map_or(String::new(), |at| at.value.clone());
    let texts = |list: &Option<At<Vec<At<String>>>>| -> Vec<String> {
        list.iter().flat_map(|list| &list.value).map(|at| at.value.clone()).collect()
    };
    let names = |crd: &Crd| {
        let names = crd.names.as_ref().map(|names| names.value.clone()).unwrap_or_default();
        let kind = text(&names.kind);
        let or = |name: String, other: String| if name.is_empty() { other } else { name };
        (
            text(&names.plural),
            or(text(&names.singular), kind.to_lowercase()),
            or(text(&names.list_kind), if kind.is_empty() { String::new() } else { format!("{kind}List") }),
            kind,
            texts(&names.short_names),
            texts(&names.categories),
        )
    };
    let flag = |at: &Option<At<bool>>| at.as_ref().is_some_and(|at| at.value);
    let versions = |crd: &Crd| -> Vec<_> {
        let one = |version: &crdc_schema::Version| {
            let warning = version.deprecation_warning.as_ref().map(|at| at.value.clone());
            (
                text(&version.name),
                flag(&version.served),
                flag(&version.storage),
                flag(&version.deprecated),
                warning,
            )
        };
        crd.versions.iter().map(one).collect()
    };
    let conversion = |crd: &Crd| {
        // v1/defaults.go: no conversion is the strategy None.
        let node = crd.conversion.as_ref().map(|at| &at.value);
        node.filter(|node| {
            node.member("webhook").is_some() || node.get("strategy").and_then(Node::as_str) != Some("None")
        })
        .cloned()
    };
    let same = |x: &Option<Node>, y: &Option<Node>| match (x, y) {
        (None, None) => true,
        (Some(x), Some(y)) => crdc_schema::same_value(x, y),
        _ => false,
    };
    let (x, y) = (a.crd, b.crd);
    text(&x.group) == text(&y.group)
        && text(&x.scope) == text(&y.scope)
        && names(x) == names(y)
        && versions(x) == versions(y)
        && flag(&x.preserve_unknown_fields) == flag(&y.preserve_unknown_fields)
        && same(&conversion(x), &conversion(y))
        && a.same_parts(b)
}
