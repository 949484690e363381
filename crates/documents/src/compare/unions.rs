//! Compares `x-kubernetes-unions` at the object that has the fields. Unions are identified by their
//! discriminator. Errors of unions are ratcheted like errors of that object.

use super::change::{Change, Effect, Impact, Kind};
use super::pair::Pair;
use crdc_schema::{At, Schema, Unions};
use crdc_source::Span;
use crdc_source::diag::quoted;
use std::collections::BTreeMap;

/// A union, in either shape.
#[derive(PartialEq)]
struct Union<'a> {
    key: Span,
    older: bool,
    deduces: bool,
    /// The values of the discriminator, with the member that each selects and whether the member is optional.
    values: BTreeMap<&'a str, Option<(&'a str, bool)>>,
}

pub(super) fn unions(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (of(pair.old.schema), of(pair.new.schema));
    for (name, now) in &new {
        let Some(was) = old.get(name) else {
            let said = format!("has a union by `{name}`{}", members(now));
            let change = pair.fails(Change::new(Kind::Unions, Effect::Added, Impact::MayBreak, said));
            let help = "objects with a member that the discriminator does not select are rejected";
            found.push(change.help(help).places(None, Some(now.key)));
            continue;
        };
        if (was.older, was.deduces) != (now.older, now.deduces) {
            let said = format!("has a union by `{name}` with different rules");
            found.push(pair.changed(Kind::Unions, said).places(Some(was.key), Some(now.key)));
            continue;
        }
        values(pair, name, was, now, found);
    }
    for (name, was) in old.iter().filter(|(name, _)| !new.contains_key(*name)) {
        let said = format!("no longer has a union by `{name}`");
        let change = pair.placed(Change::new(Kind::Unions, Effect::Removed, Impact::Harmless, said));
        let help = "members that the discriminator does not select are no longer cleared";
        found.push(change.help(help).places(Some(was.key), None));
    }
}

/// Returns the unions by discriminator; unions without a discriminator are ignored.
fn of(schema: &Schema) -> BTreeMap<&str, Union<'_>> {
    let mut found = BTreeMap::new();
    for property in schema.property_list() {
        let Some(At { value: Unions::Members(list), key, .. }) = &property.schema.unions else { continue };
        let selected = list.iter().map(|value| {
            let member = value.member.as_ref().and_then(|member| {
                let optional = member.optional.as_ref().is_some_and(|at| at.value);
                Some((member.name.as_ref()?.value.as_str(), optional))
            });
            (value.value.as_str(), member)
        });
        let union = Union { key: *key, older: false, deduces: false, values: selected.collect() };
        found.insert(property.name.as_str(), union);
    }
    if let Some(At { value: Unions::Older(list), key, .. }) = &schema.unions {
        for union in list {
            let Some(discriminator) = &union.discriminator else { continue };
            let fields = union.fields.iter().flat_map(|at| &at.value);
            let selected =
                fields.map(|field| (field.value.value.as_str(), Some((field.field.as_str(), true))));
            let deduces = union.deduce.as_ref().is_some_and(|at| at.value);
            let union = Union { key: *key, older: true, deduces, values: selected.collect() };
            found.insert(discriminator.value.as_str(), union);
        }
    }
    found
}

/// Formats the members, such as `` over `a`, `b` ``.
fn members(union: &Union<'_>) -> String {
    let names: Vec<String> =
        union.values.values().flatten().take(4).map(|(name, _)| format!("`{name}`")).collect();
    let more = if union.values.values().flatten().count() > names.len() { ", …" } else { "" };
    match names.as_slice() {
        [] => String::new(),
        names => format!(" over {}{more}", names.join(", ")),
    }
}

fn values(pair: &Pair<'_>, name: &str, was: &Union<'_>, now: &Union<'_>, found: &mut Vec<Change>) {
    let mut push = |change: Change| found.push(change.places(Some(was.key), Some(now.key)));
    for (value, member) in &now.values {
        let shown = quoted(value);
        match (was.values.get(value), member) {
            (Some(before), now) if before == now => {}
            (Some(Some((before, optional))), Some((after, _))) if before == after => push(if *optional {
                pair.tightened(Kind::Unions, format!("must have `{after}` when `{name}` is {shown}"))
            } else {
                pair.loosened(Kind::Unions, format!("need not have `{after}` when `{name}` is {shown}"))
            }),
            (Some(_), _) => {
                push(pair.changed(Kind::Unions, format!("has a different member when `{name}` is {shown}")));
            }
            (None, Some((field, _))) if pair.old.schema.property(field).is_some() => {
                let said = format!("only has `{field}` when `{name}` is {shown}");
                push(pair.changed(Kind::Unions, said));
            }
            (None, _) => {
                push(pair.loosened(Kind::Unions, format!("has a new union value: `{name}` may be {shown}")));
            }
        }
    }
    for (value, member) in was.values.iter().filter(|(value, _)| !now.values.contains_key(*value)) {
        let shown = quoted(value);
        push(match member {
            Some((field, _)) if pair.new.schema.property(field).is_some() => {
                let said =
                    format!("may have `{field}` whatever `{name}` is; {shown} is no longer a union value");
                pair.changed(Kind::Unions, said)
            }
            _ => pair.tightened(Kind::Unions, format!("is rejected when `{name}` is {shown}")),
        });
    }
}
