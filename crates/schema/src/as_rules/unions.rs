//! Lowers unions of the current shape. In: a discriminator with `fieldMembers`. Out: rules of the object
//! around it, which are equivalent to crdc's validation of a normalized union.
//!
//! No rule can clear members: a server refuses an update that leaves a member which the discriminator does
//! not select any more. The older shape is in `older.rs`.

use super::lowering::Lowering;
use super::place::{Fields, Place};
use super::rule::{Lowered, quoted};
use super::seen::field;
use crate::{MemberValue, Property};
use crdc_source::Span;

pub(super) const KEYWORD: &str = "x-kubernetes-unions";
/// The longest list of values that a message contains. Servers allow 2048 characters for a message.
const LONG_MESSAGE: usize = 1500;

/// A member: its property, its name in rules, the value that selects it.
struct Member<'s> {
    property: &'s Property,
    name: String,
    value: &'s str,
    optional: bool,
}

/// Lowers the union of a discriminator.
pub(super) fn lower<'s>(
    lowering: &mut Lowering<'s>,
    fields: &Fields<'s>,
    place: &Place,
    discriminator: &'s Property,
    (values, span): (&'s [MemberValue], Span),
) {
    let of = lowering.field(place, &discriminator.name);
    let Some(name) = field(discriminator) else {
        lowering.missed(&of, KEYWORD, "the union: rules cannot refer to the discriminator", span);
        return;
    };
    let cleared =
        "members that a changed discriminator does not select are not cleared; such updates are refused";
    lowering.not_done(&of, KEYWORD, cleared, span);
    let members = members(lowering, fields, place, (values, span));
    let union = Union { place, discriminator, name, members, knows_empty: knows_empty(values), span };
    union.known(lowering, fields, values);
    union.several(lowering);
    for member in &union.members {
        union.member(lowering, member);
    }
}

fn knows_empty(values: &[MemberValue]) -> bool {
    values.iter().any(|value| value.value.is_empty())
}

/// The members that rules can refer to.
fn members<'s>(
    lowering: &mut Lowering<'s>,
    fields: &Fields<'s>,
    place: &Place,
    (values, span): (&'s [MemberValue], Span),
) -> Vec<Member<'s>> {
    let mut members = Vec::new();
    for value in values {
        let Some(member) = &value.member else { continue };
        let found = member.name.as_ref().and_then(|at| fields.by_name.get(at.value.as_str()).copied());
        let Some(property) = found else { continue };
        match field(property) {
            Some(name) => {
                let optional = member.optional.as_ref().is_some_and(|at| at.value);
                members.push(Member { property, name, value: &value.value, optional });
            }
            None => {
                let of = lowering.field(place, &property.name);
                lowering.missed(&of, KEYWORD, "this member: rules cannot refer to it", span);
            }
        }
    }
    members
}

struct Union<'p, 's> {
    place: &'p Place,
    discriminator: &'s Property,
    /// The discriminator in rules.
    name: String,
    members: Vec<Member<'s>>,
    /// Whether an absent discriminator counts as the empty string.
    knows_empty: bool,
    span: Span,
}

impl<'s> Union<'_, 's> {
    fn add(
        &self,
        lowering: &mut Lowering<'s>,
        field: &'s Property,
        rule: String,
        message: &str,
        required: bool,
    ) {
        let rule = Lowered::new(KEYWORD, self.span, rule, message).at(&field.name);
        lowering.add(self.place, Lowered { required, ..rule });
    }

    /// Adds the rule that the discriminator is present and has one of the values, unless the schema already
    /// requires it.
    fn known(&self, lowering: &mut Lowering<'s>, fields: &Fields<'s>, values: &[MemberValue]) {
        let (of, name) = (self.discriminator, &self.name);
        if !self.knows_empty && !fields.required.contains(of.name.as_str()) {
            let message = "must be set to select a union member";
            self.add(lowering, of, format!("has(self.{name})"), message, true);
        }
        if of.schema.enumeration.is_none() {
            let texts: Vec<String> = values.iter().map(|value| quoted(&value.value)).collect();
            let shown: Vec<String> = values.iter().map(|value| format!("{:?}", value.value)).collect();
            let shown = shown.join(", ");
            let message = if shown.len() > LONG_MESSAGE {
                "unsupported value".to_owned()
            } else {
                format!("supported values: {shown}")
            };
            let rule = format!("!has(self.{name}) || self.{name} in [{}]", texts.join(", "));
            self.add(lowering, of, rule, &message, false);
        }
    }

    /// Adds the rule that at most one member is set.
    fn several(&self, lowering: &mut Lowering<'s>) {
        if self.members.len() < 2 {
            return;
        }
        let names: Vec<(&str, &str)> =
            self.members.iter().map(|member| (member.name.as_str(), member.property.name.as_str())).collect();
        let message = "only one union member may be set; change the discriminator to select one of them";
        let shown = [
            "'only one union member may be set, but these are:'",
            &set_names(&names),
            "'; change the discriminator to select one of them'",
        ];
        let rule =
            Lowered::new(KEYWORD, self.span, at_most_one(&names), message).at(&self.discriminator.name);
        let rule = Lowered { message_expression: Some(shown.join(" + ")), ..rule };
        lowering.add(self.place, rule);
    }

    /// Adds the rules that a member is set only if it is selected, and that a selected member is set unless
    /// it is optional.
    fn member(&self, lowering: &mut Lowering<'s>, member: &Member<'s>) {
        let (of, name, empty) = (&self.name, &member.name, member.value.is_empty());
        let value = quoted(member.value);
        // An absent discriminator is an error of its own unless it is the empty string.
        let selected = match (empty, self.knows_empty) {
            (true, _) => format!("!has(self.{of}) || self.{of} == ''"),
            (false, true) => format!("has(self.{of}) && self.{of} == {value}"),
            (false, false) => format!("!has(self.{of}) || self.{of} == {value}"),
        };
        let when = format!("when `{}` is {:?}", self.discriminator.name, member.value);
        let rule = format!("!has(self.{name}) || {selected}");
        self.add(lowering, member.property, rule, &format!("may only be specified {when}"), false);
        if !member.optional {
            let not_selected = match empty {
                true => format!("has(self.{of}) && self.{of} != ''"),
                false => format!("!has(self.{of}) || self.{of} != {value}"),
            };
            let rule = format!("has(self.{name}) || {not_selected}");
            self.add(lowering, member.property, rule, &format!("must be specified {when}"), true);
        }
    }
}

/// The expression that at most one of the fields is set; `names` are the names in rules and in objects. A sum
/// costs less than a loop.
pub(super) fn at_most_one(names: &[(&str, &str)]) -> String {
    let set: Vec<String> = names.iter().map(|(name, _)| format!("(has(self.{name}) ? 1 : 0)")).collect();
    format!("{} <= 1", set.join(" + "))
}

/// The expression for the names of the fields that are set, with a space before each. It does not use `join`,
/// because servers cannot estimate the length of its result.
pub(super) fn set_names(names: &[(&str, &str)]) -> String {
    let set: Vec<String> = names
        .iter()
        .map(|(name, shown)| format!("(has(self.{name}) ? {} : '')", quoted(&format!(" {shown}"))))
        .collect();
    set.join(" + ")
}
