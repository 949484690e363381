//! Converts markers that stand for CEL rules of a struct: `+k8s:update`, `+k8s:zeroOrOneOfMember`,
//! `+k8s:dependentRequired`, `+kubebuilder:validation:ExactlyOneOf` and similar ones.
//!
//! In: the fields of an object, or the markers of its type. Out: the texts of the rules, and their spans. The
//! texts of errors are those of Kubernetes and of controller-gen.
//!
//! Easy to break: these rules belong to the struct, since no rule runs on an absent field. With a field that
//! is always set, a rule would always or never hold, so this is an error.
//
// apimachinery: pkg/api/validate/{update,zeroorone,dependentrequired}.go; controller-tools:
// pkg/crd/markers/validation.go

use proc_macro2::Span;

use super::presence::is_always_written;
use crate::diag::{Diagnostics, Problem};
use crate::markers::{At, Dependency, MarkerSet, OneOf, Update};
use crate::model::{Field, Form, ListKind, Object, RuleWords, Scalar};
use crdc_schema::field_path;
use crdc_source::diag::Code;
use crdc_source::diag::{meant_or, nearest};
use crdc_vocabulary::Immutability;

type Fields<'a> = &'a [(Field, MarkerSet)];

/// A rule, and the marker that it stands for.
pub(crate) type Lowered = (RuleWords, Span);

/// The rules of an object that markers of its fields stand for.
pub(crate) fn of_fields(fields: Fields<'_>, problems: &mut Diagnostics) -> Vec<Lowered> {
    let mut rules = Vec::new();
    for (field, markers) in fields {
        updates(field, markers, &mut rules, problems);
        dependents(field, markers, fields, &mut rules, problems);
    }
    zero_or_one_of(fields, &mut rules, problems);
    rules
}

/// The rules that markers of a type stand for, in the order of controller-gen. `object` is its form, if the
/// type is an object with fields.
pub(crate) fn of_type(
    object: Option<&Object>,
    markers: &MarkerSet,
    problems: &mut Diagnostics,
) -> Vec<Lowered> {
    let mut rules = Vec::new();
    for (kind, sign, words) in [
        (OneOf::AtMost, "<= 1", ("at most", "may")),
        (OneOf::Exactly, "== 1", ("exactly", "must")),
        (OneOf::AtLeast, ">= 1", ("at least", "must")),
    ] {
        for (_, names, at) in markers.one_of.iter().filter(|(found, ..)| *found == kind) {
            if !object.is_none_or(|object| are_known(object, names, at, problems)) {
                continue;
            }
            let counts = names.iter().map(|name| format!("has(self.{})", escaped(name)));
            let rule = RuleWords {
                rule: format!("{} {sign}", sum(counts)),
                message: Some(format!(
                    "{} one of the fields in [{}] {} be set",
                    words.0,
                    names.join(" "),
                    words.1
                )),
                ..RuleWords::default()
            };
            rules.push((rule, at.span));
        }
    }
    rules
}

/// The rule of the items of a list or of the values of a map.
pub(crate) fn of_items(form: &Form, each: &MarkerSet, problems: &mut Diagnostics) -> Option<Lowered> {
    of_items_of_items(each, problems);
    let at = alone(&each.updates)?;
    let message = match form.core() {
        Form::List { .. } | Form::Map { .. }
            if each.updates.iter().any(|(update, _)| matches!(update, Update::Set | Update::Unset)) =>
        {
            format!("`{}` has no effect on items and values, which are never unset", at.text)
        }
        Form::Map { .. } | Form::List { kind: ListKind::Map(_), .. } => {
            return Some((modified("self", "oldSelf", None), at.span));
        }
        Form::List { .. } => format!("`{}` has no effect: a changed item is a different item", at.text),
        // Reported as misplaced.
        _ => return None,
    };
    let help = "write `NoModify` on the values of a map, or on the items of a list with `+listType=map`, or remove it";
    problems.add(Problem::new(Code::MarkerUseless, at.span, message, help));
    None
}

/// Reports rules of the items of items, which have no place: a rule is of a field, or of its items.
fn of_items_of_items(each: &MarkerSet, problems: &mut Diagnostics) {
    let mut deeper = each.each.as_deref();
    while let Some(markers) = deeper {
        let rules = markers.rules.iter().map(|(_, at)| at).chain(alone(&markers.updates));
        for at in rules {
            let message = format!("`{}` is a rule of the items of items, which has no place", at.text);
            let help = "make the inner list or map a type of its own, `struct Inner(Vec<…>)`, and move the marker there";
            problems.add(Problem::new(Code::MarkerUnsupported, at.span, message, help));
        }
        deeper = markers.each.as_deref();
    }
}

/// The first of `NoSet`, `NoUnset` and `NoModify`, unless all together are equivalent to an immutability
/// marker.
fn alone(updates: &[(Update, At)]) -> Option<&At> {
    const OF_VALUE: [Update; 3] = [Update::Set, Update::Unset, Update::Modify];
    let is_there = |update: &Update| updates.iter().any(|(found, _)| found == update);
    let (_, first) = updates.iter().find(|(update, _)| OF_VALUE.contains(update))?;
    (!OF_VALUE.iter().all(is_there)).then_some(first)
}

fn updates(field: &Field, markers: &MarkerSet, rules: &mut Vec<Lowered>, problems: &mut Diagnostics) {
    let Some(first) = alone(&markers.updates) else { return };
    if let Some((_, above)) = markers.marks.iter().find(|(mark, _)| *mark == Immutability::Immutable) {
        let message = format!("`{}` has no effect: the field is already immutable", first.text);
        let problem = Problem::new(Code::MarkerUseless, first.span, message, "remove one of the two");
        problems.add(problem.beside(above.span, "made immutable here"));
        return;
    }
    let (now, before) = (is_set(field, "self"), is_set(field, "oldSelf"));
    for change in [Update::Set, Update::Unset, Update::Modify] {
        let Some((_, at)) = markers.updates.iter().find(|(update, _)| *update == change) else { continue };
        if change != Update::Modify && is_always_set(field) {
            let message = format!("`{}` has no effect: `{}` is always set", at.text, field.name);
            problems.add(Problem::new(Code::MarkerUseless, at.span, message, AS_OPTION));
            continue;
        }
        let name = escaped(&field.name);
        let words = match change {
            Update::Set => said(format!("{before} || !{now}"), "field cannot be set once created"),
            Update::Unset => said(format!("!{before} || {now}"), "field cannot be cleared once set"),
            _ => modified(&format!("self.{name}"), &format!("oldSelf.{name}"), Some((&now, &before))),
        };
        rules.push((at_field(words, &field.name), at.span));
    }
}

fn modified(new: &str, old: &str, set: Option<(&str, &str)>) -> RuleWords {
    let unless = set.map_or_else(String::new, |(now, before)| format!("!{now} || !{before} || "));
    said(format!("{unless}{new} == {old}"), "field cannot be modified once set")
}

fn dependents(
    field: &Field,
    markers: &MarkerSet,
    fields: Fields<'_>,
    rules: &mut Vec<Lowered>,
    problems: &mut Diagnostics,
) {
    for (dependency, name, at) in &markers.dependents {
        let mut others = fields.iter().map(|(other, _)| other);
        let named = |other: &&Field| !other.flatten && other.name == *name;
        let Some(other) = others.find(named).filter(|_| *name != field.name) else {
            let names = fields.iter().map(|(other, _)| other.name.as_str());
            let help = meant_or(nearest(name, names.filter(|other| *other != field.name)), || {
                "write the JSON name of another field of this struct".to_owned()
            });
            let message = format!("`{}` does not name another field of this struct", at.text);
            problems.add(Problem::new(Code::MarkerArgument, at.span, message, help));
            continue;
        };
        if let Some(always) = [field, other].into_iter().find(|field| is_always_set(field)) {
            let message =
                format!("`{}` has no effect, or never holds: `{}` is always set", at.text, always.name);
            problems.add(Problem::new(Code::MarkerUseless, at.span, message, AS_OPTION));
            continue;
        }
        let (trigger, dependent) = (is_set(field, "self"), is_set(other, "self"));
        let words = match dependency {
            Dependency::Required => RuleWords {
                reason: Some("FieldValueRequired".to_owned()),
                ..said(
                    format!("!{trigger} || {dependent}"),
                    &format!("must be set when {} is set", field.name),
                )
            },
            Dependency::Forbidden => RuleWords {
                reason: Some("FieldValueForbidden".to_owned()),
                ..said(
                    format!("!{trigger} || !{dependent}"),
                    &format!("may not be set when {} is set", field.name),
                )
            },
        };
        rules.push((at_field(words, &other.name), at.span));
    }
}

fn zero_or_one_of(fields: Fields<'_>, rules: &mut Vec<Lowered>, problems: &mut Diagnostics) {
    let mut unions: Vec<(&Option<String>, &At, Vec<&Field>)> = Vec::new();
    for (field, markers) in fields {
        for (union, at) in &markers.zero_or_one_of {
            if is_always_set(field) {
                let message = format!("`{}` is on `{}`, which is always set", at.text, field.name);
                problems.add(Problem::new(Code::UnionMemberRequired, at.span, message, AS_OPTION));
            }
            match unions.iter_mut().find(|(known, ..)| *known == union) {
                Some((.., members)) => members.push(field),
                None => unions.push((union, at, vec![field])),
            }
        }
    }
    for (_, at, members) in unions {
        if members.len() < 2 {
            let message = format!("`{}` has no effect: no other field is a member of the union", at.text);
            let help = "write it on each of the fields of which at most one is set, with the same `union`";
            problems.add(Problem::new(Code::MarkerUseless, at.span, message, help));
            continue;
        }
        let counts = sum(members.iter().map(|field| is_set(field, "self")));
        let names: Vec<String> = members.iter().map(|field| format!("`{}`", field.name)).collect();
        let message = format!("must specify at most one of: {}", names.join(", "));
        rules.push((said(format!("{counts} <= 1"), &message), at.span));
    }
}

/// The expression for the number of expressions that hold. A sum costs less than a loop, which controller-gen
/// writes.
fn sum(set: impl Iterator<Item = String>) -> String {
    set.map(|set| format!("({set} ? 1 : 0)")).collect::<Vec<_>>().join(" + ")
}

const AS_OPTION: &str = "make it an `Option`, or remove the marker";

fn said(rule: String, message: &str) -> RuleWords {
    RuleWords { rule, message: Some(message.to_owned()), ..RuleWords::default() }
}

fn at_field(words: RuleWords, name: &str) -> RuleWords {
    RuleWords { field_path: Some(field_path::of_field(name)), ..words }
}

/// The expression for whether a field of an object is set. As in Go, a field that is not an `Option` is unset
/// if it is empty or zero.
fn is_set(field: &Field, of: &str) -> String {
    let value = format!("{of}.{}", escaped(&field.name));
    match not_zero(field) {
        None => format!("has({value})"),
        Some(not_zero) => format!("(has({value}) && {value}{not_zero})"),
    }
}

/// The suffix of an expression for whether a value is neither empty nor zero, if an empty or zero value
/// counts as absent.
fn not_zero(field: &Field) -> Option<&'static str> {
    match field.form.core() {
        _ if field.is_whole() || field.foreign_schema => None,
        Form::List { .. } | Form::Map { .. } => Some(".size() > 0"),
        _ if field.form.is_optional() => None,
        // Times, durations and bytes are not strings to rules.
        Form::Scalar(Scalar::Text, constraints) if constraints.format.is_none() => Some(" != ''"),
        Form::Scalar(Scalar::Integer { .. }, _) => Some(" != 0"),
        Form::Scalar(Scalar::Number { .. }, _) => Some(" != 0.0"),
        Form::Scalar(Scalar::Bool, _) => Some(""),
        _ => None,
    }
}

/// Whether a field is set in every value, as `is_set` means it.
fn is_always_set(field: &Field) -> bool {
    is_always_written(field) && not_zero(field).is_none()
}

/// Whether each name refers to a field that can be absent. Reports a name that does not.
fn are_known(object: &Object, names: &[String], at: &At, problems: &mut Diagnostics) -> bool {
    let before = problems.problems().len();
    let flattens = object.fields.iter().any(|field| field.flatten);
    for name in names {
        let field = object.fields.iter().find(|field| !field.flatten && field.name == *name);
        let problem = match field {
            Some(field) if is_always_written(field) => Problem::new(
                Code::MarkerUseless,
                at.span,
                format!("`{}` names `{name}`, which is always set", at.text),
                "make it an `Option`, or remove the name",
            ),
            // The name may be a field of a flattened type.
            None if !flattens => {
                let known = object.fields.iter().map(|field| field.name.as_str());
                let help = meant_or(nearest(name, known), || {
                    "write the JSON names of fields of this struct, with `;` between them".to_owned()
                });
                Problem::new(
                    Code::MarkerArgument,
                    at.span,
                    format!("`{}` names no field of this struct: `{name}`", at.text),
                    help,
                )
            }
            _ => continue,
        };
        problems.add(problem);
    }
    problems.problems().len() == before
}

/// The name of a field in rules.
#[cfg(feature = "rules")]
fn escaped(name: &str) -> String {
    // Publishing refuses a name without a form in rules.
    crdc_cel::compile::escape(name).unwrap_or_else(|| name.to_owned())
}

/// Without the feature each rule is an error.
#[cfg(not(feature = "rules"))]
fn escaped(name: &str) -> String {
    name.to_owned()
}
