//! The keywords of designs that no server reads: immutability, unions, normalization, no-prune.
//
// ../shared/keps

use super::super::tree;
use crdc_schema::{At, MemberValue, OlderUnion, Schema, Unions};
use crdc_source::{Member, Node, Span, Value};

pub(super) fn write(schema: &Schema, out: &mut Node) {
    for (mark, at) in schema.marks.written() {
        tree::push(out, mark.keyword(), tree::flag(at.value));
    }
    if let Some(at) = &schema.unions {
        tree::push(out, "x-kubernetes-unions", unions(&at.value));
    }
    for (key, at) in [("x-kubernetes-normalize", &schema.normalize), ("x-crdc-dialect", &schema.dialect)] {
        if let Some(at) = at {
            tree::push(out, key, tree::text(&at.value));
        }
    }
    for no_prune in &schema.no_prune {
        tree::push(out, &no_prune.name, no_prune.value.clone());
    }
}

fn unions(unions: &Unions) -> Node {
    match unions {
        Unions::Members(values) => {
            let members = values.iter().map(|MemberValue { value, key: _, member }| {
                let member = member.as_ref().map_or_else(
                    || tree::node(Value::Null),
                    |member| {
                        let mut out = tree::object();
                        optional(&mut out, "name", member.name.as_ref().map(text));
                        optional(
                            &mut out,
                            "optional",
                            member.optional.as_ref().map(|at| tree::flag(at.value)),
                        );
                        out
                    },
                );
                Member { key: value.clone(), key_span: Span::default(), value: member }
            });
            tree::with(&[("fieldMembers", tree::node(Value::Object(members.collect())))])
        }
        Unions::Older(list) => tree::list(list.iter().map(older).collect()),
    }
}

fn older(union: &OlderUnion) -> Node {
    let OlderUnion { span: _, discriminator, fields, deduce } = union;
    let mut out = tree::object();
    optional(&mut out, "discriminator", discriminator.as_ref().map(text));
    let fields = fields.as_ref().map(|at| {
        let members = at.value.iter().map(|field| Member {
            key: field.field.clone(),
            key_span: Span::default(),
            value: text(&field.value),
        });
        tree::node(Value::Object(members.collect()))
    });
    optional(&mut out, "fields-to-discriminateBy", fields);
    optional(&mut out, "deduceInvalidDiscriminator", deduce.as_ref().map(|at| tree::flag(at.value)));
    out
}

fn optional(out: &mut Node, key: &str, value: Option<Node>) {
    if let Some(value) = value {
        tree::push(out, key, value);
    }
}

fn text(at: &At<String>) -> Node {
    tree::text(&at.value)
}
