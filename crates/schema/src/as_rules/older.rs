//! Lowers unions of the older shape, which follow structured-merge-diff. In: a union of an object. Out: rules
//! of the object, which are equivalent to crdc's validation of a normalized union.
//!
//! No rule can clear members or set the discriminator: servers refuse what crdc would change. Easy to break:
//! on creates a union is compared with an empty one.
// structured-merge-diff v4.1: typed/union.go

use super::lowering::Lowering;
use super::place::{Fields, Place};
use super::rule::{Lowered, quoted};
use super::seen::field;
use super::unions::{KEYWORD, at_most_one, set_names};
use crate::{OlderUnion, Property};
use crdc_source::Span;
use crdc_vocabulary::Minor;

/// Lowers a union of an object.
pub(super) fn lower<'s>(
    lowering: &mut Lowering<'s>,
    fields: &Fields<'s>,
    place: &Place,
    union: &'s OlderUnion,
    key: Span,
) {
    // A union without a discriminator is ignored.
    let Some(at) = &union.discriminator else { return };
    let found = fields.by_name.get(at.value.as_str()).copied();
    let Some((discriminator, name)) = found.and_then(|property| Some((property, field(property)?))) else {
        lowering.missed(place, KEYWORD, "the union: rules cannot refer to the discriminator", key);
        return;
    };
    let deduces = union.deduce.as_ref().is_some_and(|at| at.value);
    let changed = if deduces {
        "members are not cleared, and the discriminator is not set; objects that need it are refused"
    } else {
        "members that a changed discriminator does not select are not cleared; such updates are refused"
    };
    lowering.not_done(place, KEYWORD, changed, key);
    let mut members: Vec<(&'s Property, String, &'s str)> = Vec::new();
    for member in union.fields.iter().flat_map(|at| &at.value) {
        match fields.by_name.get(member.field.as_str()).copied().map(|property| (property, field(property))) {
            Some((property, Some(name))) => members.push((property, name, &member.value.value)),
            Some((property, None)) => {
                let of = lowering.field(place, &property.name);
                lowering.missed(&of, KEYWORD, "this member: rules cannot refer to it", key);
            }
            None => {}
        }
    }
    several(lowering, place, &members, key);
    let matches = Matches { place, discriminator, name, key };
    for (property, member, value) in &members {
        if deduces {
            matches.always(lowering, (property, member), value);
        } else {
            matches.if_changed(lowering, (property, member), value);
        }
    }
    if !deduces && place.correlates && lowering.server < Minor::OPTIONAL_OLD_SELF {
        let detail = format!(
            "a wrong member on creates: servers before {} have no `optionalOldSelf`",
            Minor::OPTIONAL_OLD_SELF
        );
        lowering.missed(place, KEYWORD, &detail, key);
    }
}

fn several<'s>(
    lowering: &mut Lowering<'s>,
    place: &Place,
    members: &[(&'s Property, String, &'s str)],
    key: Span,
) {
    if members.len() < 2 {
        return;
    }
    let names: Vec<(&str, &str)> =
        members.iter().map(|(property, name, _)| (name.as_str(), property.name.as_str())).collect();
    let message = "multiple fields set without discriminator change";
    let rule = Lowered::new(KEYWORD, key, at_most_one(&names), message);
    let shown = format!("'{message}:' + {}", set_names(&names));
    lowering.add(place, Lowered { message_expression: Some(shown), ..rule });
}

struct Matches<'p, 's> {
    place: &'p Place,
    discriminator: &'s Property,
    name: String,
    key: Span,
}

impl<'s> Matches<'_, 's> {
    fn rule(&self, text: String, property: &Property) -> Lowered<'s> {
        let message =
            format!("discriminator `{}` and field `{}` don't match", self.discriminator.name, property.name);
        Lowered::new(KEYWORD, self.key, text, &message)
    }

    /// Adds the rule that the discriminator has the value of the member that is set.
    fn always(&self, lowering: &mut Lowering<'s>, (property, member): (&Property, &str), value: &str) {
        let (name, value) = (&self.name, quoted(value));
        let text = if value == "''" {
            format!("!has(self.{member}) || !has(self.{name}) || self.{name} == ''")
        } else {
            format!("!has(self.{member}) || has(self.{name}) && self.{name} == {value}")
        };
        lowering.add(self.place, self.rule(text, property));
    }

    /// Adds the rule for a discriminator that changed to a value other than the empty string.
    fn if_changed(&self, lowering: &mut Lowering<'s>, (property, member): (&Property, &str), value: &str) {
        let (name, value) = (&self.name, quoted(value));
        let free = format!("!has(self.{member}) || !has(self.{name}) || self.{name} in ['', {value}]");
        let rule = if !self.place.correlates {
            // No item has an old one.
            self.rule(free, property)
        } else if lowering.server >= Minor::OPTIONAL_OLD_SELF {
            let old = format!("oldSelf.hasValue() && has(oldSelf.value().{name}) && oldSelf.value().{name}");
            let rule = self.rule(format!("{free} || {old} == self.{name}"), property);
            Lowered { optional_old_self: true, ..rule }
        } else {
            let old = format!("has(oldSelf.{name}) && oldSelf.{name} == self.{name}");
            self.rule(format!("{free} || {old}"), property)
        };
        lowering.add(self.place, rule);
    }
}
