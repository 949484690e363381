//! Lowers immutable values. In: a schema with `x-kubernetes-immutable`. Out: a rule that compares the value,
//! and a rule of the object around it that compares whether the value is present.
//!
//! Easy to break: a rule with `oldSelf` runs only if the value was present before, so it does not detect that
//! a field is set or removed.

use super::lowering::Lowering;
use super::place::{Holder, Place};
use super::rule::Lowered;
use super::seen::{Fault, faults, is_seen, items_faults, own_fault};
use crate::{Immutability, Property, Schema};
use crdc_source::Span;

const MESSAGE: &str = "field is immutable";

/// Lowers the extension of a value that has an old value.
pub(super) fn lower<'s>(
    lowering: &mut Lowering<'s>,
    schema: &'s Schema,
    place: &Place,
    holder: &Holder<'_, 's>,
    span: Span,
) {
    let keyword = Immutability::Immutable.keyword();
    let rule = |text: String| Lowered::new(keyword, span, text, MESSAGE);
    if let Holder::Field { object, name, property } = holder {
        match name {
            Some(name) if !is_always_set(property) => {
                let text = format!("has(self.{name}) == has(oldSelf.{name})");
                lowering.add(object, rule(text).at(&property.name));
            }
            // Without a name, the table of dialects reports it.
            _ => {}
        }
    }
    if !is_seen(schema) {
        lowering.missed(place, keyword, "any change: rules do not see values without a type", span);
        return;
    }
    let mut fails = None;
    let mut blind = Vec::new();
    let mut see = |fault| match fault {
        Fault::Fails(why) => fails = fails.or(Some(why)),
        Fault::Blind(why) if !blind.contains(&why) => blind.push(why),
        Fault::Blind(_) => {}
    };
    let own = own_fault(schema);
    if own.is_some() {
        items_faults(schema, &mut see);
    } else {
        faults(schema, &mut see);
    }
    if let Some(why) = fails {
        lowering.missed(place, keyword, &format!("changes inside of it: {why}"), span);
        return;
    }
    for why in blind {
        lowering.missed(place, keyword, &format!("some changes inside of it: {why}"), span);
    }
    let text = if own.is_some() {
        "self.size() == oldSelf.size() && self.all(item, item in oldSelf) && oldSelf.all(item, item in self)"
    } else {
        "self == oldSelf"
    };
    lowering.add(place, rule(text.to_owned()));
}

/// Whether a field is in every object: servers add its default to old objects too.
pub(super) fn is_always_set(property: &Property) -> bool {
    property.schema.default.is_some() && !property.schema.is_nullable()
}
