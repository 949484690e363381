//! Builds the unions of the fields of a struct: a discriminator, members that can be absent, and a value for
//! each member.
//!
//! Easy to break: a union is validated in the struct that contains it. If the discriminator is of another
//! type, the generated code looks up its values.
//
// The unions design (KEP 1027), Go markers.

use super::place;
use crate::case;
use crate::diag::{Diagnostics, Problem};
use crate::markers::{At, MarkerSet, MemberSaid, On};
use crate::model::{Field, Form, Member, Union};
use crdc_source::diag::Code;
use crdc_source::diag::{meant_or, nearest};
use crdc_source::json::Json;

type Fields<'a> = &'a [(Field, MarkerSet)];

pub(crate) fn unions(fields: Fields<'_>, problems: &mut Diagnostics) -> Vec<Union> {
    let mut unions: Vec<PartialUnion<'_>> = Vec::new();
    for (index, (field, markers)) in fields.iter().enumerate() {
        if let Some((name, at)) = &markers.discriminator
            && discriminator(field, at, problems)
        {
            unions.push(PartialUnion { name: name.as_deref(), at, union: union(index, field, at) });
        }
    }
    for (index, (field, markers)) in fields.iter().enumerate() {
        match (&markers.member, &markers.discriminated_by) {
            (Some((member, at)), by) => {
                if let Some(union) = chosen(field, member, at, by.as_ref(), fields, &mut unions, problems) {
                    add(index, fields, member, at, union, problems);
                }
            }
            (None, Some((_, at))) => problems.add(Problem::new(
                Code::UnionMemberUnknown,
                at.span,
                format!("`{}` names a union, but `{}` is not a union member", at.text, field.name),
                "add `+unionMember`, or remove it",
            )),
            (None, None) => {}
        }
    }
    for found in
        unions.iter().filter(|found| found.union.members.is_empty() && !is_garbled(fields, "+unionMember"))
    {
        problems.add(Problem::new(
            Code::UnionEmpty,
            found.at.span,
            format!("`{}` has no members", found.at.text),
            "add `+unionMember` to the fields that it selects",
        ));
    }
    unions.into_iter().map(|found| found.union).filter(|union| !union.members.is_empty()).collect()
}

/// Whether one of these fields has a marker with this name that could not be parsed.
fn is_garbled(fields: Fields<'_>, name: &str) -> bool {
    fields.iter().any(|(_, markers)| markers.is_garbled(&[name]))
}

/// Whether a discriminator was already reported, so that it is not among the unions and its members have no
/// union.
fn is_reported(fields: Fields<'_>, unions: &[PartialUnion<'_>]) -> bool {
    let marked = fields.iter().filter(|(_, markers)| markers.discriminator.is_some()).count();
    marked > unions.len() || is_garbled(fields, "+unionDiscriminator")
}

/// A union under construction.
struct PartialUnion<'a> {
    /// The name in `+k8s:unionDiscriminator(union: "…")`.
    name: Option<&'a str>,
    at: &'a At,
    union: Union,
}

/// Whether a field can be a discriminator.
fn discriminator(field: &Field, at: &At, problems: &mut Diagnostics) -> bool {
    // Already reported (`place.rs`).
    if !place::fits(On::Discriminators, &field.form) {
        return false;
    }
    if field.is_whole() {
        let message =
            format!("`{}` is a discriminator, but crdc cannot see how it is serialized", field.name);
        let help = "remove `#[crdc(leaf)]`, `with` or `serialize_with`, or remove the marker";
        problems.add(Problem::new(Code::UnionDiscriminator, at.span, message, help));
        return false;
    }
    true
}

fn union(index: usize, field: &Field, at: &At) -> Union {
    let of_type = matches!(field.form.core(), Form::Other(..));
    let values = &field.form.constraints().values;
    let mut others: Vec<String> = values
        .iter()
        .filter_map(|value| match value {
            Json::String(text) => Some(text.clone()),
            _ => None,
        })
        .collect();
    // A string that is skipped if empty has the empty string as a value.
    let left_out = field.skip_if.is_some() && !field.form.is_optional() && field.default_value.is_none();
    if left_out && !of_type && values.is_empty() {
        others.push(String::new());
    }
    Union { discriminator: index, members: Vec::new(), others, of_type, span: at.span }
}

/// The union that a member belongs to.
fn chosen<'u, 'a>(
    field: &Field,
    member: &MemberSaid,
    at: &At,
    by: Option<&(String, At)>,
    fields: Fields<'_>,
    unions: &'u mut [PartialUnion<'a>],
    problems: &mut Diagnostics,
) -> Option<&'u mut PartialUnion<'a>> {
    let name = |found: &PartialUnion<'_>| fields.get(found.union.discriminator).map(|(field, _)| field);
    let names: Vec<String> = unions.iter().filter_map(name).map(|field| field.name.clone()).collect();
    let position = if let Some((wanted, by)) = by {
        let position =
            unions.iter().position(|found| name(found).is_some_and(|field| is_called(field, wanted)));
        if position.is_none() && !is_reported(fields, unions) {
            let help = meant_or(nearest(wanted, names.iter().map(String::as_str)), || {
                "name a field of this struct that has `+unionDiscriminator`".to_owned()
            });
            let message = format!("`{}` does not name a discriminator of this struct", by.text);
            problems.add(Problem::new(Code::UnionMemberUnknown, by.span, message, help));
        }
        position?
    } else if let Some(wanted) = &member.union {
        let position = unions.iter().position(|found| found.name == Some(wanted));
        if position.is_none() && !is_reported(fields, unions) {
            let message = format!(
                "`{}` names the union `{wanted}`, which has no discriminator in this struct",
                at.text
            );
            let help =
                format!("write `+k8s:unionDiscriminator(union: \"{wanted}\")` on a field of this struct");
            problems.add(Problem::new(Code::UnionMemberUnknown, at.span, message, help));
        }
        position?
    } else {
        match unions {
            [_] => 0,
            [] if is_reported(fields, &[]) => return None,
            [] => {
                problems.add(Problem::new(
                    Code::UnionMemberUnknown,
                    at.span,
                    format!("`{}` is a union member, but this struct has no discriminator", field.name),
                    "add `+unionDiscriminator` to the field of this struct that selects the member",
                ));
                return None;
            }
            _ => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                problems.add(Problem::new(
                    Code::UnionMemberUnknown,
                    at.span,
                    format!(
                        "ambiguous union for `{}`: the discriminators of this struct are {}",
                        field.name,
                        names.join(", ")
                    ),
                    "add `+unionDiscriminatedBy=FIELD`",
                ));
                return None;
            }
        }
    };
    unions.get_mut(position)
}

/// Whether a name refers to this discriminator: by its JSON, Rust or Go name.
fn is_called(field: &Field, wanted: &str) -> bool {
    let rust = match &field.member {
        syn::Member::Named(ident) => ident.to_string(),
        syn::Member::Unnamed(_) => String::new(),
    };
    field.name == wanted || rust.trim_start_matches("r#") == wanted || field.name.eq_ignore_ascii_case(wanted)
}

fn add(
    index: usize,
    fields: Fields<'_>,
    markers: &MemberSaid,
    at: &At,
    found: &mut PartialUnion<'_>,
    problems: &mut Diagnostics,
) {
    let Some((field, of)) = fields.get(index) else { return };
    if of.discriminator.is_some() {
        let problem = Problem::new(
            Code::UnionMemberDiscriminator,
            at.span,
            format!("the discriminator `{}` cannot be a union member", field.name),
            "use a separate field as the discriminator, or remove one of the two markers",
        );
        problems.add(problem.beside(found.at.span, "the discriminator is declared here"));
        return;
    }
    if !can_be_absent(field, at, problems) {
        return;
    }
    let value = markers.value.clone().unwrap_or_else(|| default_value(field));
    if !value.eq_ignore_ascii_case(&field.name) {
        problems.add(Problem::new(
            Code::UnionMemberUnknown,
            at.span,
            format!("the value `{value}` must match the field name `{}`, ignoring case", field.name),
            format!(
                "write `{}`, or rename the field with `#[serde(rename = \"{}\")]`",
                default_value(field),
                case::member(&value)
            ),
        ));
        return;
    }
    let listed = &field_values(fields, found);
    if !listed.is_empty() && !listed.contains(&value) {
        let help = match nearest(&value, listed.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `+unionMember={meant}`?"),
            None => format!("add `{value}` to the values of the discriminator"),
        };
        let message =
            format!("the discriminator does not allow `{value}`, so `{}` can never be selected", field.name);
        problems.add(
            Problem::new(Code::UnionEnum, at.span, message, help)
                .beside(found.at.span, "the discriminator is here"),
        );
        return;
    }
    if let Some(other) = found.union.members.iter().find(|member| member.value == value) {
        let problem = Problem::new(
            Code::UnionValueTwice,
            at.span,
            format!("`{value}` selects two fields"),
            "give each field a different value",
        );
        problems.add(problem.beside(other.span, "first used here"));
        return;
    }
    found.union.others.retain(|other| *other != value);
    found.union.members.push(Member { field: index, value, optional: markers.optional, span: at.span });
}

/// The values of the discriminator's `enum`.
fn field_values(fields: Fields<'_>, found: &PartialUnion<'_>) -> Vec<String> {
    let constraints = fields.get(found.union.discriminator).map(|(field, _)| field.form.constraints());
    let values = constraints.into_iter().flat_map(|constraints| &constraints.values);
    values
        .filter_map(|value| match value {
            Json::String(text) => Some(text.clone()),
            _ => None,
        })
        .collect()
}

/// Whether a member can be absent, as it must be while another value is selected.
fn can_be_absent(field: &Field, at: &At, problems: &mut Diagnostics) -> bool {
    let option = field.form.is_optional();
    let (message, help) = if field.required && option {
        (
            format!(
                "`{}` is required, but a union member is present only when its value is selected",
                field.name
            ),
            "remove `+required`",
        )
    } else if !option && field.skip_if.is_none() {
        (
            format!(
                "`{}` is always serialized, but a union member is present only when its value is selected",
                field.name
            ),
            "make it an `Option`",
        )
    } else if field.required {
        (
            format!(
                "`{}` cannot be absent in the input, but a union member is present only when its value is selected",
                field.name
            ),
            "make it an `Option`, or add `#[serde(default)]`",
        )
    } else {
        return true;
    };
    problems.add(Problem::new(Code::UnionMemberRequired, at.span, message, help));
    false
}

/// The field's name in Go.
fn default_value(field: &Field) -> String {
    let rust = match &field.member {
        syn::Member::Named(ident) => case::pascal(ident.to_string().trim_start_matches("r#")),
        syn::Member::Unnamed(_) => String::new(),
    };
    if rust.eq_ignore_ascii_case(&field.name) { rust } else { case::capitalised(&field.name) }
}
