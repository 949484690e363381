//! Marks the points that an answer reaches. In: its errors and failed rules. Out: nothing; points are marked.
//!
//! Errors that the server drops or turns into warnings, because the old object has them, do not count:
//! nothing was refused.

use super::locate::locate;
use super::points::{Sign, Table};
use crate::suite::answer::Seen;
use crdc::{ErrorSource, FieldError};
use crdc_source::{Node, Value};

/// Marks the points of an answer.
pub(super) fn record(table: &mut Table, seen: &Seen, objects: &[&Node]) {
    for error in &seen.errors {
        let path = path_of(error);
        let Some(field) = locate(&table.fields, objects, &path) else { continue };
        match error.source {
            ErrorSource::Schema => schema(table, field, error),
            // The error has the path of the item; the point belongs to the list.
            ErrorSource::ListType => {
                let list = table.fields[field].parent.unwrap_or(field);
                mark(table, list, |sign| *sign == Sign::Duplicate);
            }
            ErrorSource::Immutable => immutable(table, field),
            ErrorSource::Union => union(table, field, error),
            _ => {}
        }
    }
    for (path, index) in &seen.rules {
        if let Some(field) = locate(&table.fields, objects, path) {
            mark(table, field, |sign| matches!(sign, Sign::Rule { index: of, .. } if of == index));
        }
    }
}

/// Marks the rules that held for an accepted object. `old` is the object that it replaced.
pub(super) fn held(table: &mut Table, object: &Node, old: Option<&Node>) {
    held_in(table, 0, object, old);
}

fn held_in(table: &mut Table, field: usize, value: &Node, old: Option<&Node>) {
    if !table.fields[field].has_rules || value.value == Value::Null {
        return;
    }
    for &index in &table.fields[field].points {
        let point = &mut table.points[index];
        if let Sign::Rule { is_transition, .. } = point.sign {
            point.held |= old.is_some() || !is_transition;
        }
    }
    match &value.value {
        Value::Object(members) => {
            for member in members {
                let flat = &table.fields[field];
                let of = flat.properties.get(&member.key).copied().or(flat.values);
                if let Some(of) = of {
                    held_in(table, of, &member.value, old.and_then(|old| old.get(&member.key)));
                }
            }
        }
        Value::Array(items) => {
            let Some(of) = table.fields[field].items else { return };
            // Items of most lists are not compared with old ones, but those of maps are.
            let before = match old.map(|old| &old.value) {
                Some(Value::Array(before)) => before.as_slice(),
                _ => &[],
            };
            for (index, item) in items.iter().enumerate() {
                held_in(table, of, item, before.get(index));
            }
        }
        _ => {}
    }
}

/// The path of the value that an error is about.
fn path_of(error: &FieldError) -> String {
    let path = error.value_path.as_ref().unwrap_or(&error.field).to_string();
    if path == "<nil>" { String::new() } else { path }
}

fn schema(table: &mut Table, field: usize, error: &FieldError) {
    mark(table, field, |sign| matches!(sign, Sign::Keyword(keyword) if error.keyword == Some(keyword)));
}

/// Marks the immutability marker of the value, or of the innermost value around it that has one.
fn immutable(table: &mut Table, field: usize) {
    let mut at = Some(field);
    while let Some(field) = at {
        if mark(table, field, |sign| *sign == Sign::Immutable) {
            return;
        }
        at = table.fields[field].parent;
    }
}

/// Marks the members of a union that an error is about. The error has the path of a member, of the
/// discriminator with the names of the members, or of the object.
fn union(table: &mut Table, field: usize, error: &FieldError) {
    let around = table.fields[field].parent.unwrap_or(field);
    // The points of a union belong to the discriminator or to the object.
    let mut places = vec![field, around];
    places.extend(table.fields[around].properties.values());
    for place in places {
        mark(table, place, |sign| matches!(sign, Sign::Member(name) if error.members.contains(name)));
    }
}

/// Marks the points of a field; returns whether there are any.
fn mark(table: &mut Table, field: usize, fits: impl Fn(&Sign) -> bool) -> bool {
    let mut any = false;
    for &index in &table.fields[field].points {
        let point = &mut table.points[index];
        if fits(&point.sign) {
            (point.hit, any) = (true, true);
        }
    }
    any
}
