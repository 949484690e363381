//! Finds conflicts between the variants of an enum: constraints that two variants put on one value differ,
//! but the document has one schema for all variants. In: the rules of an enum. Out: conflicts.
//!
//! Easy to break: types without rules have no constraints, and different types may have equal constraints.

use super::rules::{Items, Target};
use super::tree;
use crdc_source::Node;

/// Two variants with different constraints on one value.
pub(super) struct Conflict {
    /// The field with this value; `None` if it is the value of the enum itself.
    pub(super) field: Option<String>,
    /// The names of the two variants, as far as they are known.
    pub(super) variants: [Option<String>; 2],
}

/// Keywords that do not count as constraints: those that describe a type, which schemars writes too, and
/// those that only crdc reads.
const OF_TYPES: [&str; 13] = [
    "type",
    "nullable",
    "description",
    "title",
    "oneOf",
    "anyOf",
    "x-crdc-null",
    "x-crdc-default",
    "x-crdc-leaf",
    "x-crdc-foreign",
    "x-crdc-variant",
    "x-crdc-variants",
    "x-crdc-flatten",
];

/// The conflicts between the variants of an enum, at most one for each field. Empty if the rules are those of
/// another type.
pub(super) fn conflicts(items: &Items, id: usize, rules: &Node) -> Vec<Conflict> {
    let mut known: Vec<VariantConstraints> = Vec::new();
    let mut found: Vec<Conflict> = Vec::new();
    let flattened = rules.get("x-crdc-flatten").map(tree::items).unwrap_or_default();
    let variants = || flattened.iter().filter_map(|one| Some((one.get("x-crdc-variant")?.as_str()?, one)));
    for field in rules.get("properties").map(tree::members).unwrap_or_default() {
        let all = field.value.get("x-crdc-variants").map(tree::members).unwrap_or_default();
        for one in all {
            let constraints = constraints(items, id, &one.value, &mut Vec::new());
            add_conflict(
                VariantConstraints::of(&field.key, Some(&one.key), constraints),
                &mut known,
                &mut found,
            );
        }
        if all.is_empty() && variants().next().is_some() {
            let constraints = constraints(items, id, &field.value, &mut Vec::new());
            add_conflict(VariantConstraints::of(&field.key, None, constraints), &mut known, &mut found);
        }
    }
    let branches = rules.get("oneOf").map(tree::items).unwrap_or_default().len();
    let others = branches > variants().count();
    for (variant, one) in variants() {
        let mut of_value = constraints(items, id, one, &mut Vec::new());
        tree::remove(&mut of_value, &["properties", "required"]);
        for (field, constraints) in fields(items, id, one, &mut Vec::new()) {
            add_conflict(VariantConstraints::of(&field, Some(variant), constraints), &mut known, &mut found);
        }
        if others {
            // A variant without fields has no constraints.
            add_conflict(
                VariantConstraints { field: None, variant: None, constraints: tree::object() },
                &mut known,
                &mut found,
            );
        }
        let constraints =
            VariantConstraints { field: None, variant: Some(variant.to_owned()), constraints: of_value };
        add_conflict(constraints, &mut known, &mut found);
    }
    found
}

/// The constraints of the first variant with a field.
struct VariantConstraints {
    field: Option<String>,
    variant: Option<String>,
    constraints: Node,
}

impl VariantConstraints {
    fn of(field: &str, variant: Option<&str>, constraints: Node) -> VariantConstraints {
        VariantConstraints { field: Some(field.to_owned()), variant: variant.map(str::to_owned), constraints }
    }
}

fn add_conflict(new: VariantConstraints, known: &mut Vec<VariantConstraints>, found: &mut Vec<Conflict>) {
    let Some(first) = known.iter().find(|first| first.field == new.field) else {
        known.push(new);
        return;
    };
    let is_new = !found.iter().any(|conflict| conflict.field == new.field);
    if is_new && !tree::same(&first.constraints, &new.constraints) {
        let variants = [first.variant.clone(), new.variant];
        found.push(Conflict { field: new.field, variants });
    }
}

/// The fields of a type, each with its constraints. `open` are the types that are being visited.
fn fields(items: &Items, id: usize, rules: &Node, open: &mut Vec<usize>) -> Vec<(String, Node)> {
    let mut all = Vec::new();
    for member in tree::members(rules) {
        match member.key.as_str() {
            "$ref" => {
                let Target::Item(target) = items.target(id, &member.value) else { continue };
                if let (false, Some(item)) = (open.contains(&target), items.get(target)) {
                    open.push(target);
                    all.extend(fields(items, target, &item.schema, open));
                    open.pop();
                }
            }
            "x-crdc-flatten" => {
                let flattened = tree::items(&member.value).iter();
                flattened.for_each(|one| all.extend(fields(items, id, one, open)));
            }
            "properties" => {
                let own = tree::members(&member.value).iter();
                all.extend(own.map(|field| (field.key.clone(), constraints(items, id, &field.value, open))));
            }
            _ => {}
        }
    }
    all
}

/// The constraints in the rules of a type, without the keywords that describe the type itself. References are
/// resolved. `open` are the types that are being visited.
fn constraints(items: &Items, id: usize, rules: &Node, open: &mut Vec<usize>) -> Node {
    let mut out = tree::object();
    for member in tree::members(rules) {
        let (key, value) = (member.key.as_str(), &member.value);
        match key {
            "$ref" => match items.target(id, value) {
                Target::Item(target) if open.contains(&target) => {
                    tree::set(&mut out, key, tree::text(&format!("#/types/{target}")));
                }
                Target::Item(target) => {
                    open.push(target);
                    let of_type =
                        items.get(target).map(|item| constraints(items, target, &item.schema, open));
                    open.pop();
                    of_type.iter().for_each(|of_type| merge(&mut out, of_type));
                }
                Target::Leaf | Target::Nowhere => {}
            },
            "x-crdc-flatten" => {
                for one in tree::items(value) {
                    let mut one = constraints(items, id, one, open);
                    tree::remove(&mut one, &["required"]);
                    merge(&mut out, &one);
                }
            }
            "format" if rules.get("type").and_then(Node::as_str) != Some("string") => {}
            "properties" => {
                let mut fields = tree::object();
                for field in tree::members(value) {
                    let field_constraints = constraints(items, id, &field.value, open);
                    if !tree::members(&field_constraints).is_empty() {
                        tree::set(&mut fields, &field.key, field_constraints);
                    }
                }
                if !tree::members(&fields).is_empty() {
                    merge(&mut out, &tree::with(&[("properties", fields)]));
                }
            }
            "items" | "additionalProperties" => {
                let inner = constraints(items, id, value, open);
                if !tree::members(&inner).is_empty() {
                    merge(&mut out, &tree::with(&[(key, inner)]));
                }
            }
            _ if OF_TYPES.contains(&key) => {}
            _ => tree::set(&mut out, key, value.clone()),
        }
    }
    out
}

/// Adds the constraints of another type or of a field. Constraints in `into` stay.
fn merge(into: &mut Node, other: &Node) {
    for member in tree::members(other) {
        match tree::get_mut(into, &member.key) {
            Some(own) if !tree::members(own).is_empty() => merge(own, &member.value),
            Some(_) => {}
            None => tree::set(into, &member.key, member.value.clone()),
        }
    }
}
