//! Members must be other fields of the object, and must not be required.

use super::found::{Object, Shape, Union, Value};
use crate::report::Report;
use crdc_source::diag::meant_or;
use crdc_source::diag::{Code, quoted};

pub(super) fn members(union: &Union<'_>, object: &Object<'_>, report: &mut Report) {
    let Some((discriminator, _)) = union.discriminator else { return };
    let values = union.values.iter().flat_map(|(_, values)| values);
    if values.clone().next().is_none() {
        let span = union.values.as_ref().map_or(union.key, |(span, _)| *span);
        let (message, help) = match union.shape {
            Shape::Members => {
                ("`fieldMembers` is empty", "name the fields: `VALUE: {name: FIELD}`, or remove the union")
            }
            Shape::Older => (
                "the union has no `fields-to-discriminateBy`",
                "name the fields: `fields-to-discriminateBy: {FIELD: VALUE}`, or remove the union",
            ),
        };
        report.add(Code::UnionEmpty, span, message).label("no members").help(help);
    }
    for value in values {
        member(value, union, discriminator, object, report);
    }
}

fn member(
    value: &Value<'_>,
    union: &Union<'_>,
    discriminator: &str,
    object: &Object<'_>,
    report: &mut Report,
) {
    let Some((name, span)) = value.member else { return };
    if name == discriminator {
        report
            .add(
                Code::UnionMemberDiscriminator,
                span,
                format!("`{name}` is the discriminator and cannot be a member"),
            )
            .label("selects itself")
            .help(format!("name another field, or write `{}: null` if it selects none", quoted(value.value)));
        return;
    }
    if object.resource && matches!(name, "apiVersion" | "kind" | "metadata") {
        report
            .add(Code::UnionMemberUnknown, span, format!("`{name}` is not a field that can be cleared"))
            .label("defined by the server")
            .help("name another field");
        return;
    }
    let Some(property) = object.properties.get(name) else {
        let help = meant_or(object.nearest(name, discriminator), || {
            "define it under `properties` of the same object: all members of a union are in one object"
                .to_owned()
        });
        report
            .add(
                Code::UnionMemberUnknown,
                span,
                format!("the member {} is not a property of the object", quoted(name)),
            )
            .label("expected a field beside the discriminator")
            .help(help);
        return;
    };
    if let Some(required) = object.required.get(name) {
        report
            .add(
                Code::UnionMemberRequired,
                *required,
                format!("`{name}` is required, but a member of a union is only present for one value"),
            )
            .note(span, "a member")
            .help(match union.shape {
                Shape::Members => {
                    "remove it from `required`: a selected member must be set anyway, unless it is `optional`"
                }
                Shape::Older => "remove it from `required`",
            });
    }
    if let Some(default) = &property.schema.default {
        report
            .add(
                Code::UnionMemberDefault,
                default.key,
                format!(
                    "`{name}` is a member of a union, but its default is applied whichever member is selected"
                ),
            )
            .note(span, "a member")
            .help("remove the default: with another member selected, objects would be rejected");
    }
}
