//! Validation options: a new document must pass all rules; an update need not pass some rules that the old
//! document already violates (ratcheting). In: the old document. Out: options.
//! **An option can only relax a rule**, and for the whole document, not for a single location.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go
// (ValidateCustomResourceDefinitionUpdate)

use super::layout::Layout;
use super::path::Path;
use super::prune::Pruning;
use super::report::Report;
use super::{nested, structural};
use crate::schema::{Crd, Schema};
use crate::source::{Node, Value};
use std::collections::HashSet;

/// Options that enable rules; all are on for a new document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValidationOptions {
    /// Every version must have a schema.
    pub(super) schemas: bool,
    /// `type` must be one of the six types.
    pub(super) type_names: bool,
    /// Schemas must be structural.
    pub(super) structural: bool,
    /// Defaults must not have unknown fields.
    pub(super) pruned_defaults: bool,
    /// Items of sets must be atomic.
    pub(super) atomic_sets: bool,
    /// Keys of lists of type `map` must be present, and keys and items must not be null.
    pub(super) list_keys: bool,
    /// `conversionReviewVersions` must have a version that the server supports.
    pub(super) review_version: bool,
    /// `preserveUnknownFields` must not be true.
    pub(super) no_preserving: bool,
    /// Versions that may exceed the limit of selectable fields; the empty name stands for all.
    pub(super) many_selectable: HashSet<String>,
}

impl ValidationOptions {
    pub(super) fn of_new() -> Self {
        ValidationOptions {
            schemas: true,
            type_names: true,
            structural: true,
            pruned_defaults: true,
            atomic_sets: true,
            list_keys: true,
            review_version: true,
            no_preserving: true,
            many_selectable: HashSet::new(),
        }
    }

    /// The options for an update from `old` to `new`.
    pub(super) fn of_update(new: &Layout<'_>, old: &Layout<'_>) -> Self {
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
                !name.is_empty() && !super::keywords::TYPES.contains(&name)
            }),
            structural: schemas.iter().all(|schema| is_structural(schema)),
            pruned_defaults: !schemas.iter().any(|schema| has_unpruned_default(schema)),
            atomic_sets: none_has(super::lists::is_set_of_granular),
            list_keys: none_has(super::lists::may_lack_keys),
            review_version: {
                let versions = super::conversion::review_versions_of(old.crd);
                versions.is_empty() || versions.iter().any(|version| ["v1", "v1beta1"].contains(version))
            },
            no_preserving: !old.crd.preserve_unknown_fields.as_ref().is_some_and(|at| at.value),
            many_selectable: super::selectable::unchanged_many(new, old),
        }
    }
}

/// Returns whether a schema can be converted to a structural one and is structural.
pub(super) fn is_structural(schema: &Schema) -> bool {
    if structural::unusable(schema).is_some() {
        return false;
    }
    let (path, mut report) = (Path::new(""), Report::default());
    structural::structural(schema, structural::Level::Root, &path, schema.span, &mut report);
    nested::complete(schema, &path, &mut report);
    report.len() == 0
}

/// Returns whether a structural schema has a default with unknown fields, including below
/// `additionalProperties`.
fn has_unpruned_default(root: &Schema) -> bool {
    if !is_structural(root) {
        return false;
    }
    let mut steps = super::defaults::STEPS;
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

/// Returns whether the document has the condition `Established`: kind and scope are immutable then.
pub(super) fn is_established(old: &Crd) -> bool {
    let text = |node: &Node, key: &str| node.get(key).and_then(Node::as_str).unwrap_or_default().to_owned();
    let conditions = old.status.as_ref().and_then(|status| status.value.get("conditions"));
    match conditions.map(|conditions| &conditions.value) {
        Some(Value::Array(list)) => {
            list.iter().any(|node| text(node, "type") == "Established" && text(node, "status") == "True")
        }
        _ => false,
    }
}
