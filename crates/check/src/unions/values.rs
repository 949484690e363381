//! Values must select different fields, and must be equal to those of the discriminator's enum.

use super::found::{Object, Shape, Union};
use crate::report::Report;
use crdc_source::diag::nearest;
use crdc_source::diag::{Code, quoted};
use crdc_source::{Node, Span};
use std::collections::{HashMap, HashSet};

pub(super) fn values(union: &Union<'_>, object: &Object<'_>, report: &mut Report) {
    let Some((name, _)) = union.discriminator else { return };
    twice(union, report);
    let property = object.properties.get(name);
    let listed = property.and_then(|property| property.schema.enumeration.as_ref());
    if let Some(listed) = listed.filter(|listed| !listed.value.is_empty()) {
        same(union, name, &listed.value, listed.key, report);
    }
}

fn twice(union: &Union<'_>, report: &mut Report) {
    let mut members: HashMap<&str, (&str, Span)> = HashMap::new();
    let mut values: HashMap<&str, Span> = HashMap::new();
    for value in union.values.iter().flat_map(|(_, values)| values) {
        let shown = quoted(value.value);
        // Keys are already unique: the field in the older shape, the value in the other.
        if union.shape == Shape::Older {
            if let Some(first) = values.insert(value.value, value.key) {
                report
                    .add(Code::UnionValueTwice, value.key, format!("{shown} selects two fields"))
                    .note(first, "first here")
                    .help("use a different value for each field");
            }
            continue;
        }
        let Some((member, span)) = value.member else { continue };
        if let Some((other, first)) = members.insert(member, (value.value, value.key)) {
            report
                .add(
                    Code::UnionMemberTwice,
                    span,
                    format!("`{member}` is selected by two values, {} and {shown}", quoted(other)),
                )
                .note(first, "first here")
                .help(
                    "use a different field for each value; for a value without a field, write `VALUE: null`",
                );
        }
    }
}

/// Compares the discriminator's enum with the values of the union. The older shape does not list values
/// that select no field.
fn same(union: &Union<'_>, name: &str, listed: &[Node], key: Span, report: &mut Report) {
    let values: Vec<(&str, Span)> =
        union.values.iter().flat_map(|(_, values)| values).map(|value| (value.value, value.key)).collect();
    if values.is_empty() {
        return;
    }
    let known: HashSet<&str> = values.iter().map(|(value, _)| *value).collect();
    let texts: Vec<(&str, Span)> =
        listed.iter().filter_map(|node| Some((node.as_str()?, node.span))).collect();
    let allowed: HashSet<&str> = texts.iter().map(|(text, _)| *text).collect();
    let mut meant: HashSet<&str> = HashSet::new();
    let extra: Vec<&(&str, Span)> = values.iter().filter(|(value, _)| !allowed.contains(value)).collect();
    let missing: Vec<&(&str, Span)> = texts.iter().filter(|(text, _)| !known.contains(text)).collect();
    let mut guesses = 0;
    for (value, span) in &extra {
        guesses += 1;
        let others =
            missing.iter().map(|(text, _)| *text).take(if guesses > MOST_GUESSES { 0 } else { MOST_GUESSES });
        let help = match nearest(value, others) {
            Some(other) => {
                meant.insert(other);
                format!("did you mean {}?", quoted(other))
            }
            None => format!("add it to the enum of `{name}`, or remove it here"),
        };
        report
            .add(Code::UnionEnum, *span, format!("{} is not in the enum of `{name}`", quoted(value)))
            .label("can never be selected")
            .note(key, "the enum")
            .help(help);
    }
    if union.shape == Shape::Members {
        for (text, span) in missing.into_iter().filter(|(text, _)| !meant.contains(text)) {
            report
                .add(Code::UnionEnum, *span, format!("{} is not a value of the union of `{name}`", quoted(text)))
                .label("allowed by the enum")
                .note(union.key, "the union")
                .help(format!(
                    "add `{text}: {{name: FIELD}}` to `fieldMembers`, or `{text}: null` if it selects no field",
                    text = quoted(text)
                ));
        }
    }
}

/// Limit of suggestions, and of values compared for each. Bounds the cost for documents with many errors.
const MOST_GUESSES: usize = 50;
