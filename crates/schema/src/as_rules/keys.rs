//! Lowers restrictions of adding and removing keys. In: a schema with one of `x-kubernetes-immutable-keys`,
//! `-addition-only` and `-deletion-only`. Out: rules that compare the keys of maps, and of list maps and sets
//! in any order, and rules of the object around it for the case that the field is set or removed as a whole.
//!
//! `+` of CEL merges list maps and sets, so the sum is longer if and only if one operand has a key that the
//! other does not have. `+` costs little. Easy to break: an absent field has no keys.

use super::lowering::Lowering;
use super::place::{Holder, Place};
use super::rule::Lowered;
use super::seen::{has_plain_keys, is_hashed, is_seen};
use super::values::is_always_set;
use crate::{Immutability, Schema, Topology};
use crdc_source::Span;
use crdc_vocabulary::cel_names::escape;

/// The two ways in which keys change, with the messages.
#[derive(Clone, Copy)]
struct Change {
    message: &'static str,
    /// The value that may not have a key that the other does not have.
    longer: &'static str,
    shorter: &'static str,
}

const ADDED: Change = Change { message: "item may not be added", longer: "self", shorter: "oldSelf" };
const REMOVED: Change = Change { message: "item may not be removed", longer: "oldSelf", shorter: "self" };

/// Lowers one of the three extensions.
pub(super) fn lower<'s>(
    lowering: &mut Lowering<'s>,
    schema: &'s Schema,
    place: &Place,
    holder: &Holder<'_, 's>,
    (mark, span): (Immutability, Span),
) {
    let changes: &[Change] = match mark {
        Immutability::Immutable => return,
        Immutability::ImmutableKeys => &[ADDED, REMOVED],
        Immutability::AdditionOnly => &[REMOVED],
        Immutability::DeletionOnly => &[ADDED],
    };
    let keyword = mark.keyword();
    if !is_seen(schema) || schema.topology() == Topology::Map && schema.additional_schema().is_none() {
        lowering.missed(place, keyword, "any change: rules do not see keys of values without a type", span);
        return;
    }
    for Change { message, longer, shorter } in changes {
        let rule = |text: String| Lowered::new(keyword, span, text, message);
        if let Holder::Field { object, name, property } = holder {
            match name {
                Some(name) if !is_always_set(property) => {
                    let text = format!(
                        "has({shorter}.{name}) || !has({longer}.{name}) || {longer}.{name}.size() == 0"
                    );
                    lowering.add(object, rule(text).at(&property.name));
                }
                Some(_) => {}
                None => lowering.missed(
                    place,
                    keyword,
                    "whether it is set or removed with all its keys: rules cannot refer to its name",
                    span,
                ),
            }
        }
        lowering.add(place, rule(text(schema, longer, shorter)));
    }
}

/// The text of the rule that no key of `longer` is missing from `shorter`.
fn text(schema: &Schema, longer: &str, shorter: &str) -> String {
    let merged = format!("({shorter} + {longer}).size() == {shorter}.size()");
    match schema.topology() {
        Topology::ListMap if has_plain_keys(schema) => merged,
        Topology::ListMap => {
            let keys = schema.x_list_map_keys.iter().flat_map(|at| &at.value);
            let equal: Vec<String> = keys
                .filter_map(|key| escape(&key.value))
                .map(|key| format!("item.{key} == other.{key}"))
                .collect();
            format!("{longer}.all(item, {shorter}.exists(other, {}))", equal.join(" && "))
        }
        Topology::Set if schema.one_item().is_some_and(|(items, _)| is_hashed(items)) => merged,
        Topology::Set => format!("{longer}.all(item, item in {shorter})"),
        _ => format!("{longer}.all(key, key in {shorter})"),
    }
}
