//! Reads CEL rules in attributes and markers: `#[x_kube(validation = …)]`,
//! `#[schemars(extend("x-kubernetes-validations" = …))]`, `+crdc:rule=` and
//! `+kubebuilder:validation:XValidation`. In: an item, a field. Out: the rules in the order of the schema.
//!
//! kube writes the attributes of schemars first, and then its own ones; markers follow. Easy to break: a
//! rule that is ignored in silence is worse than no rule, since the type looks as if it were checked. So a
//! rule that cannot be read, or that is at a position without rules, is an error. `#[crdc(unchecked_rules)]`
//! on the field or on the type leaves the rules to other tools, `#[crdc(unchecked_schema)]` only the parts of
//! the schema that cannot be read.
//
// kube-derive: cel_schema/mod.rs, custom_resource/attrs/mod.rs; kube-core: cel/mod.rs

use std::borrow::Cow;

use proc_macro2::{Span, TokenStream};

use super::attributes::{self, Entry, Value};
use super::rule_words::{self, AS_JSON, unreadable};
use crate::diag::{Diagnostics, Problem};
use crate::markers::{MarkerSet, On};
use crate::model::{Body, CelRule, Choice, Data, Field, Form, RuleWords, Tagging};
use crate::rules;
use crdc_source::diag::Code;

/// The attribute for rules that are checked elsewhere.
pub(super) const UNCHECKED: &str = "unchecked_rules";

/// The attribute for a schema that is checked elsewhere, while rules that can be read are run.
pub(super) const UNCHECKED_SCHEMA: &str = "unchecked_schema";

/// The item, with the attributes about checks elsewhere copied from the item and its variants to each field.
pub(super) fn without_unchecked(input: &syn::DeriveInput) -> Cow<'_, syn::DeriveInput> {
    let any = match &input.data {
        syn::Data::Enum(data) => data.variants.iter().any(|variant| has_schema_opt_out(&variant.attrs)),
        _ => false,
    };
    if !has_schema_opt_out(&input.attrs) && !any {
        return Cow::Borrowed(input);
    }
    let mut input = input.clone();
    let opt_outs = |attributes: &[syn::Attribute]| -> Vec<syn::Attribute> {
        let rules: Option<syn::Attribute> =
            has_opt_out(attributes).then(|| syn::parse_quote!(#[crdc(unchecked_rules)]));
        let schema: Option<syn::Attribute> =
            has_schema_opt_out(attributes).then(|| syn::parse_quote!(#[crdc(unchecked_schema)]));
        rules.into_iter().chain(schema).collect()
    };
    let each = |fields: &mut syn::Fields, all: &[syn::Attribute]| {
        fields.iter_mut().for_each(|field| field.attrs.extend_from_slice(all));
    };
    let all = opt_outs(&input.attrs);
    match &mut input.data {
        syn::Data::Struct(data) => each(&mut data.fields, &all),
        syn::Data::Enum(data) => {
            for variant in &mut data.variants {
                variant.attrs.extend_from_slice(&all);
                each(&mut variant.fields, &opt_outs(&variant.attrs));
            }
        }
        // A union cannot be serialized.
        syn::Data::Union(_) => {}
    }
    Cow::Owned(input)
}

/// Reads the rules of a field.
pub(crate) fn field(
    field: &mut Field,
    attributes: &[syn::Attribute],
    markers: &MarkerSet,
    problems: &mut Diagnostics,
) {
    if has_opt_out(attributes) {
        return;
    }
    field.rules = all(attributes, markers, |on| rules::fits(on, &field.form), problems);
    if let Some(each) = &markers.each {
        field.each = match field.form.core() {
            Form::List { items: inner, .. } | Form::Map { values: inner, .. } => {
                of_markers(each, |on| rules::fits(on, inner)).collect()
            }
            // Reported as misplaced.
            _ => Vec::new(),
        };
        field.each.extend(rules::of_items(&field.form, each, problems).map(CelRule::of_marker));
    }
    runnable(&field.rules, problems);
    runnable(&field.each, problems);
}

/// Reads the rules of an item, and reports rules at positions that cannot have rules.
pub(super) fn item(
    input: &syn::DeriveInput,
    body: &Body,
    markers: &MarkerSet,
    problems: &mut Diagnostics,
) -> Vec<CelRule> {
    if has_opt_out(&input.attrs) {
        return Vec::new();
    }
    if let syn::Data::Enum(data) = &input.data {
        for entry in rules_of(&input.attrs, &["x_kube"]) {
            problems.add(misplaced(
                entry.span,
                "kube ignores this rule: it supports rules of structs only",
                "move it to the fields that have this type, or write `+crdc:rule=…`",
            ));
        }
        for variant in &data.variants {
            none(&variant.attrs, "rules of a variant would be rules of its enum", problems);
        }
    }
    for entry in rules_of(&input.attrs, &["kube"]) {
        problems.add(Problem::new(
            Code::RuleUnchecked,
            entry.span,
            "`#[kube(validation)]` is a CEL rule of the whole object, which the derive does not run",
            "if it is about the spec, write `#[x_kube(validation = …)]` without `spec`; or run it yourself, such as with kube's \
             `validate_cel`, and write `#[crdc(unchecked_rules)]` on the type",
        ));
    }
    let fits = |on| match body {
        Body::Transparent(field) => rules::fits(on, &field.form),
        _ => on == On::Anything,
    };
    let mut rules = match &input.data {
        syn::Data::Enum(_) => {
            let mut rules = extended(&input.attrs, problems);
            rules.extend(of_markers(markers, fits));
            rules
        }
        _ => all(&input.attrs, markers, fits, problems),
    };
    let object = match body {
        Body::Object(object) => Some(object),
        _ => None,
    };
    if matches!(body, Body::Object(_) | Body::Transparent(_)) {
        rules.extend(rules::of_type(object, markers, problems).into_iter().map(CelRule::of_marker));
    }
    rules.extend(object.iter().flat_map(|object| &object.lowered).cloned().map(CelRule::of_marker));
    runnable(&rules, problems);
    let whole = match body {
        Body::Leaf(_) => true,
        Body::Choice(Choice { tagging, variants }) => {
            let found = variants.iter().find_map(|variant| {
                let (fields, lowered) = match &variant.data {
                    Data::Newtype(field) => (std::slice::from_ref(&**field), &[][..]),
                    Data::Object(object) => (&object.fields[..], &object.lowered[..]),
                    Data::Unit | Data::Leaf(_) => (&[][..], &[][..]),
                };
                let mut rules = fields.iter().flat_map(|field| field.rules.iter().chain(&field.each));
                rules.next().map(|rule| rule.span).or_else(|| lowered.first().map(|(_, span)| *span))
            });
            if let Some(span) = found {
                problems.add(misplaced(
                    span,
                    "this rule has no effect: rules of the fields of variants are not in the schema",
                    "move the fields to a struct with the rule, and hold that struct in the variant",
                ));
            }
            *tagging == Tagging::Untagged || variants.iter().any(|variant| variant.untagged)
        }
        _ => false,
    };
    if let Some(rule) = rules.first().filter(|_| whole) {
        problems.add(misplaced(
            rule.span,
            "this rule cannot be run: values of this type are compared as a whole",
            "move it to the fields that have this type",
        ));
    }
    rules
}

/// Reports rules in attributes at a position that cannot have rules. Rules in markers are reported with the
/// other markers.
pub(super) fn none(attributes: &[syn::Attribute], why: &str, problems: &mut Diagnostics) {
    if has_opt_out(attributes) {
        return;
    }
    let extensions = extensions(attributes);
    for entry in rules_of(attributes, &["x_kube", "kube"]).iter().chain(&extensions) {
        problems.add(misplaced(
            entry.span,
            &format!("this rule has no effect: {why}"),
            "remove it, or move it to the type of the field",
        ));
    }
}

fn misplaced(span: Span, message: &str, help: &str) -> Problem {
    Problem::new(Code::RuleInvalid, span, message, help)
}

/// Whether the attributes contain `#[crdc(unchecked_rules)]`.
pub(super) fn has_opt_out(attributes: &[syn::Attribute]) -> bool {
    attributes::entries(attributes, "crdc").iter().any(|entry| entry.name == UNCHECKED)
}

/// Whether the schema is checked elsewhere, which is also so if all rules are.
pub(super) fn has_schema_opt_out(attributes: &[syn::Attribute]) -> bool {
    let entries = attributes::entries(attributes, "crdc");
    entries.iter().any(|entry| [UNCHECKED, UNCHECKED_SCHEMA].contains(&entry.name.as_str()))
}

/// The entries with rules of kube.
fn rules_of(attributes: &[syn::Attribute], tools: &[&str]) -> Vec<Entry> {
    let entries = tools.iter().flat_map(|tool| attributes::entries(attributes, tool));
    entries.filter(|entry| entry.name == "validation").collect()
}

/// The entries with rules of schemars.
fn extensions(attributes: &[syn::Attribute]) -> Vec<Entry> {
    let entries = attributes::entries(attributes, "schemars");
    let extend = entries.iter().filter(|entry| entry.name == "extend").flat_map(Entry::entries);
    extend.filter(|extension| extension.name == "x-kubernetes-validations").cloned().collect()
}

fn all(
    attributes: &[syn::Attribute],
    markers: &MarkerSet,
    fits: impl Fn(On) -> bool,
    problems: &mut Diagnostics,
) -> Vec<CelRule> {
    let mut rules = extended(attributes, problems);
    for entry in rules_of(attributes, &["x_kube"]) {
        let read = tokens(&entry).map(|tokens| rule_words::of_kube(&tokens));
        match read {
            Some(Ok((words, span))) => rules.push(CelRule::new(words, span)),
            unread => problems.add(unreadable(
                unread.and_then(Result::err).map_or(entry.span, |error| error.span()),
                "write the rule as a string, as `(\"rule\", \"message\")`, or as `Rule::new(\"rule\")` with its methods and \
                 literals as arguments",
            )),
        }
    }
    rules.extend(of_markers(markers, fits));
    rules
}

fn extended(attributes: &[syn::Attribute], problems: &mut Diagnostics) -> Vec<CelRule> {
    let mut rules = Vec::new();
    for entry in extensions(attributes) {
        let found = match tokens(&entry).map(|tokens| rule_words::of_json(&tokens)) {
            Some(Ok(list)) => list,
            unread => {
                let span = unread.and_then(Result::err).map_or(entry.span, |error| error.span());
                vec![Err(unreadable(span, AS_JSON))]
            }
        };
        for rule in found {
            match rule {
                Ok((words, span)) => rules.push(CelRule::new(words, span)),
                Err(problem) => problems.add(problem),
            }
        }
    }
    rules
}

/// The rules of markers, without those that were reported because their marker does not apply to this type.
fn of_markers<'m>(
    markers: &'m MarkerSet,
    fits: impl Fn(On) -> bool + 'm,
) -> impl Iterator<Item = CelRule> + 'm {
    let rules = markers.rules.iter().filter(move |(_, at)| {
        markers.log.iter().all(|logged| logged.at.text != at.text || fits(logged.marker.on))
    });
    rules.map(|(words, at)| CelRule::new(RuleWords::clone(words), at.span))
}

fn tokens(entry: &Entry) -> Option<TokenStream> {
    match &entry.value {
        Value::Is(tokens) => Some(attributes::ungrouped(tokens)),
        _ => None,
    }
}

/// Without the feature, nothing runs rules.
fn runnable(rules: &[CelRule], problems: &mut Diagnostics) {
    if cfg!(feature = "rules") {
        return;
    }
    for rule in rules {
        problems.add(Problem::new(
            Code::RuleUnchecked,
            rule.span,
            "this is a CEL rule, which crdc does not run without its feature `cel`",
            "turn the feature on; or check the rule yourself, and write `#[crdc(unchecked_rules)]`",
        ));
    }
}

impl CelRule {
    /// The rule that a marker stands for.
    fn of_marker((words, span): (RuleWords, Span)) -> CelRule {
        CelRule::new(words, span)
    }

    fn new(words: RuleWords, span: Span) -> CelRule {
        CelRule {
            words,
            span,
            #[cfg(feature = "rules")]
            compiled: None,
        }
    }
}
