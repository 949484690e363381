//! `x-kubernetes-unions` in its two published forms: an object on the discriminator, or a list on the object
//! (the older form). **Any other form is rejected here**: no server reads the keyword, and a union that is
//! only partly read would not be checked.
//
// The unions design (KEP 1027), OpenAPI; kube-openapi: pkg/generators/union.go

use crate::at::At;
use crate::extensions::{DiscriminatedField, MemberValue, OlderUnion, UnionMember, Unions};
use crate::model::Schema;
use crate::reader::{Reader, at};
use crate::wording::{describe, rewrite};
use crdc_source::diag::Code;
use crdc_source::diag::{meant_or, nearest};
use crdc_source::{Member, Node, Value};

pub(crate) fn unions<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    let found = match &member.value.value {
        Value::Object(members) => members_shape(reader, &member.value, members),
        Value::Array(items) => {
            let list: Vec<OlderUnion> = items.iter().filter_map(|item| older(reader, item)).collect();
            (list.len() == items.len()).then_some(Unions::Older(list))
        }
        _ => {
            let wanted = "an object on the discriminator, or a list of unions on the object";
            wrong(reader, "x-kubernetes-unions", &member.value, wanted, SHAPE);
            None
        }
    };
    schema.unions = found.map(|found| at(member, found));
}

const SHAPE: &str = "write `{fieldMembers: {VALUE: {name: FIELD}}}` on the discriminator";
const OLDER: &str = "write `{discriminator: FIELD, fields-to-discriminateBy: {FIELD: VALUE}}`";
const MEMBER: &str = "write `{name: FIELD}`, or `null` for a value that selects no field";

const OLDER_KEYS: [&str; 3] = ["discriminator", "fields-to-discriminateBy", "deduceInvalidDiscriminator"];

/// The form on the discriminator.
fn members_shape(reader: &mut Reader<'_>, node: &Node, members: &[Member]) -> Option<Unions> {
    if let Some(member) = members.iter().find(|member| OLDER_KEYS.contains(&member.key.as_str())) {
        let help = "the older form is a list on the object: put `- ` before it";
        unknown(reader, member, "`x-kubernetes-unions` of a discriminator", &["fieldMembers"], Some(help));
        return None;
    }
    let mut values = None;
    for member in members {
        if member.key != "fieldMembers" {
            unknown(reader, member, "`x-kubernetes-unions`", &["fieldMembers"], None);
            continue;
        }
        match &member.value.value {
            Value::Object(found) => {
                values = Some(found.iter().map(|value| member_value(reader, value)).collect());
            }
            _ => {
                wrong(reader, "fieldMembers", &member.value, "an object of the discriminator's values", SHAPE)
            }
        }
    }
    if values.is_none() && members.is_empty() {
        wrong(reader, "x-kubernetes-unions", node, "an object with `fieldMembers`", SHAPE);
    }
    values.map(Unions::Members)
}

fn member_value(reader: &mut Reader<'_>, member: &Member) -> MemberValue {
    let found = match &member.value.value {
        Value::Null => None,
        Value::Object(members) => Some(union_member(reader, &member.value, members)),
        Value::String(name) if name.len() <= 64 => {
            let help = format!("write `{{name: {name}}}`");
            wrong(reader, &member.key, &member.value, "an object with `name`, or null", &help);
            // No further errors for this value.
            Some(unnamed(&member.value))
        }
        _ => {
            wrong(reader, &member.key, &member.value, "an object with `name`, or null", MEMBER);
            Some(unnamed(&member.value))
        }
    };
    MemberValue { value: member.key.clone(), key: member.key_span, member: found }
}

fn unnamed(node: &Node) -> UnionMember {
    UnionMember { span: node.span, name: None, optional: None }
}

fn union_member(reader: &mut Reader<'_>, node: &Node, members: &[Member]) -> UnionMember {
    let mut found = unnamed(node);
    let before = reader.diagnostics.len();
    for member in members {
        match member.key.as_str() {
            "name" => found.name = string(reader, member, MEMBER),
            "optional" => found.optional = boolean(reader, member),
            _ => unknown(reader, member, "a member of a union", &["name", "optional"], None),
        }
    }
    if found.name.is_none() && reader.diagnostics.len() == before {
        let message = "a member of a union has no `name`";
        reader.misread(Code::UnionShape, node.span, message, "selects no field", MEMBER);
    }
    found
}

fn older(reader: &mut Reader<'_>, node: &Node) -> Option<OlderUnion> {
    let Value::Object(members) = &node.value else {
        wrong(reader, "x-kubernetes-unions", node, "a list of objects", OLDER);
        return None;
    };
    let before = reader.diagnostics.len();
    let mut found = OlderUnion { span: node.span, discriminator: None, fields: None, deduce: None };
    for member in members {
        match member.key.as_str() {
            "discriminator" => found.discriminator = string(reader, member, "write the name of a property"),
            "fields-to-discriminateBy" => found.fields = fields(reader, member),
            "deduceInvalidDiscriminator" => found.deduce = boolean(reader, member),
            _ => {
                let help = (member.key == "fieldMembers")
                    .then_some("`fieldMembers` belongs in an object on the discriminator, not in a list");
                unknown(reader, member, "a union", &OLDER_KEYS, help);
            }
        }
    }
    // Do not report further errors for a union that is only partly read.
    (reader.diagnostics.len() == before).then_some(found)
}

fn fields(reader: &mut Reader<'_>, member: &Member) -> Option<At<Vec<DiscriminatedField>>> {
    let Value::Object(members) = &member.value.value else {
        wrong(reader, &member.key, &member.value, "an object of fields", "write `{FIELD: VALUE}`");
        return None;
    };
    let field = |member: &Member, reader: &mut Reader<'_>| {
        let value = string(reader, member, "write the discriminator's value for this field")?;
        Some(DiscriminatedField { field: member.key.clone(), key: member.key_span, value })
    };
    let list = members.iter().filter_map(|member| field(member, reader)).collect();
    Some(at(member, list))
}

fn string(reader: &mut Reader<'_>, member: &Member, otherwise: &str) -> Option<At<String>> {
    match &member.value.value {
        Value::String(text) => Some(at(member, text.clone())),
        Value::Int(_) | Value::Float(_) | Value::Bool(_) => {
            let help = rewrite(&member.value, "a string");
            wrong(reader, &member.key, &member.value, "a string", &help);
            None
        }
        _ => {
            wrong(reader, &member.key, &member.value, "a string", otherwise);
            None
        }
    }
}

fn boolean(reader: &mut Reader<'_>, member: &Member) -> Option<At<bool>> {
    match &member.value.value {
        Value::Bool(value) => Some(at(member, *value)),
        _ => {
            let help = rewrite(&member.value, "true or false");
            wrong(reader, &member.key, &member.value, "true or false", &help);
            None
        }
    }
}

fn wrong(reader: &mut Reader<'_>, name: &str, node: &Node, wanted: &str, help: &str) {
    let message = format!("`{name}` must be {wanted}, found {}", describe(node));
    reader.misread(Code::UnionShape, node.span, message, format!("expected {wanted}"), help);
}

fn unknown(reader: &mut Reader<'_>, member: &Member, place: &str, known: &[&str], help: Option<&str>) {
    let help = match help {
        Some(help) => help.to_owned(),
        None => meant_or(nearest(&member.key, known.iter().copied()), || {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            format!("remove it; allowed here: {}", known.join(" and "))
        }),
    };
    let message = format!("unknown key `{}` in {place}", member.key);
    reader.misread(Code::UnionShape, member.key_span, message, "not read", help);
}
