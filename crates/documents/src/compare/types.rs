//! Compares `type`, `nullable` and `x-kubernetes-embedded-resource`: the kinds of values that are accepted.

use super::change::{Change, Effect, Impact, Kind, Ratcheted};
use super::pair::{Child, Pair};
use super::type_set::{Types, of};
use crdc_schema::Schema;

/// The kinds of values that both sides accept: constraints on other kinds are not compared.
pub(super) fn of_both(pair: &Pair<'_>) -> Types {
    of(pair.old.schema) & of(pair.new.schema)
}

pub(super) fn types(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (of(pair.old.schema), of(pair.new.schema));
    if old == new {
        return;
    }
    let (was, now) = (name(pair.old.schema), name(pair.new.schema));
    let change = match (old & !new == 0, new & !old == 0) {
        (true, _) => pair.loosened(Kind::Type, format!("may be {now}; it was {was}")),
        (false, true) => pair.tightened(Kind::Type, format!("must be {now}; it was {was}")),
        (false, false) => {
            let said = format!("must be {now}; it was {was}");
            pair.changed(Kind::Type, said).impact(Impact::Breaks)
        }
    };
    let span = |schema: &Schema| {
        let flag = schema.x_int_or_string.as_ref().filter(|at| at.value).map(|at| at.span);
        flag.or(schema.r#type.as_ref().map(|at| at.span))
    };
    let text = |schema: &Schema| {
        let name = if schema.is_int_or_string() { "int-or-string" } else { schema.type_name() };
        (!name.is_empty()).then(|| format!("\"{name}\""))
    };
    found.push(
        change
            .places(span(pair.old.schema), span(pair.new.schema))
            .values(text(pair.old.schema), text(pair.new.schema)),
    );
}

fn name(schema: &Schema) -> &str {
    match schema.type_name() {
        _ if schema.is_int_or_string() => "an integer or a string",
        "boolean" => "a boolean",
        "integer" => "an integer",
        "number" => "a number",
        "string" => "a string",
        "object" => "an object",
        "array" => "a list",
        _ => "of any type",
    }
}

/// A null that is not nullable is dropped; it is an error only in lists.
// apiextensions-apiserver: pkg/apiserver/schema/defaulting/prune.go
pub(super) fn nullable(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (pair.old.schema, pair.new.schema);
    if old.is_nullable() == new.is_nullable() || pair.held == Child::Root {
        return;
    }
    let default = new.default.is_some() && !pair.branch;
    let change = if new.is_nullable() {
        pair.loosened(Kind::Nullable, "may be null")
    } else if pair.held == Child::Item && !default || pair.branch {
        pair.tightened(Kind::Nullable, "may no longer be null")
    } else {
        let said = if default {
            "may no longer be null: null is replaced by the default"
        } else {
            "may no longer be null: null is dropped"
        };
        pair.seen_around(pair.tightened(Kind::Nullable, said).impact(Impact::MayBreak).ratcheted(None))
    };
    let key = |schema: &Schema| schema.nullable.as_ref().map(|at| at.key);
    let text = |schema: &Schema| Some(schema.is_nullable().to_string());
    found.push(change.places(key(old), key(new)).values(text(old), text(new)));
}

pub(super) fn embedded(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (pair.old.schema, pair.new.schema);
    if old.is_embedded_resource() == new.is_embedded_resource() {
        return;
    }
    let known = |name: &str| new.property(name).is_some();
    let change = if new.is_embedded_resource() {
        let said = "must be an embedded resource with apiVersion, kind and valid metadata";
        pair.tightened(Kind::Embedded, said).ratcheted(Some(Ratcheted::No))
    } else if pair.new.preserves() || ["apiVersion", "kind", "metadata"].into_iter().all(known) {
        pair.loosened(Kind::Embedded, "no longer needs to be an embedded resource")
    } else {
        let said = "is no longer an embedded resource: apiVersion, kind and metadata are pruned";
        pair.placed(Change::new(Kind::Embedded, Effect::Loosened, Impact::Breaks, said))
    };
    let key = |schema: &Schema| schema.x_embedded_resource.as_ref().map(|at| at.key);
    found.push(change.places(key(old), key(new)));
}
