//! The discriminator must be a string field of the object. Warns if it has no enum or may be absent.

use super::found::{Object, Shape, Union};
use crate::report::Report;
use crdc_schema::{Property, Topology};
use crdc_source::diag::meant_or;
use crdc_source::diag::{Code, quoted};

pub(super) fn discriminator(union: &Union<'_>, object: &Object<'_>, report: &mut Report) {
    let Some((name, span)) = union.discriminator else {
        report
            .add(
                Code::UnionWithoutDiscriminator,
                union.key,
                "a union without a discriminator is not enforced: no member is checked or cleared",
            )
            .help("add a field that selects the member, and name it under `discriminator`");
        return;
    };
    let Some(property) = object.properties.get(name) else {
        let help =
            meant_or(object.nearest(name, ""), || "define it as a string under `properties`".to_owned());
        report
            .add(
                Code::UnionDiscriminator,
                span,
                format!("the discriminator {} is not a property", quoted(name)),
            )
            .help(help);
        return;
    };
    let schema = &property.schema;
    let misplaced = union.shape == Shape::Members && schema.topology() != Topology::Scalar;
    if schema.type_name() != "string" {
        // A union on an object or a list has already been reported.
        if !misplaced || schema.topology() == Topology::Any {
            let (span, what) = match &schema.r#type {
                Some(at) => (at.span, format!("of type `{}`", at.value)),
                None => (property.key, "without a type".to_owned()),
            };
            report
                .add(
                    Code::UnionDiscriminator,
                    span,
                    format!("the discriminator `{name}` must be a string, but is {what}"),
                )
                .note(union.key, "its union")
                .help("write `type: string`, with an `enum` of the values");
        }
        return;
    }
    if union.shape == Shape::Members {
        lints(union, name, property, object, report);
    }
}

// The unions design, discriminator values.
fn lints(union: &Union<'_>, name: &str, property: &Property, object: &Object<'_>, report: &mut Report) {
    let values = || union.values.iter().flat_map(|(_, values)| values).map(|value| value.value);
    if property.schema.enumeration.is_none() {
        let listed: Vec<String> = values().take(8).map(quoted).collect();
        let more = if values().count() > listed.len() { ", …" } else { "" };
        report
            .add(
                Code::UnionDiscriminatorEnum,
                property.key,
                format!("the discriminator `{name}` has no `enum`: the schema does not list its values"),
            )
            .help(format!("add `enum: [{}{more}]`", listed.join(", ")));
    }
    let empty = values().any(str::is_empty);
    if !object.required.contains_key(name) && property.schema.default.is_none() && !empty {
        report
            .add(
                Code::UnionDiscriminatorOptional,
                property.key,
                format!("objects without `{name}` are rejected, although the schema does not require it"),
            )
            .note(union.key, "its union")
            .help("list it under `required`, give it a default, or add the value `\"\": null` for no member");
    }
}
