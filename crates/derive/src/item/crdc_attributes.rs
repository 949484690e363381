//! Reads `#[crdc(…)]` and `#[kube(…)]` on an item, a field or a variant. Out: the values of their entries.

use super::attributes::{self, Entry, Value};
use super::cel_rules::{UNCHECKED, UNCHECKED_SCHEMA};
use super::resource::Resource;
use crate::diag::{Diagnostics, Problem};
use crdc_source::diag::Code;
use crdc_source::diag::{meant_or, nearest};
use proc_macro2::Span;

/// The attributes of an item.
pub(super) struct ItemAttributes {
    pub(super) path: Option<String>,
    pub(super) runtime: Option<syn::Path>,
    pub(super) strict: bool,
    /// The path of schemars in `#[crdc(schemars)]`.
    pub(super) schemars: Option<syn::Path>,
    /// The name of the discriminator in `#[crdc(union)]`.
    pub(super) union: Option<(String, Span)>,
    /// The attributes for kube, if the item is the spec of a resource.
    pub(super) resource: Resource,
}

impl ItemAttributes {
    pub(crate) fn of(attributes: &[syn::Attribute], problems: &mut Diagnostics) -> ItemAttributes {
        let mut found = ItemAttributes {
            path: None,
            runtime: None,
            strict: false,
            schemars: None,
            union: None,
            resource: Resource::of(attributes),
        };
        each(
            attributes,
            &["path", "crate", "strict", "union", "schemars", UNCHECKED, UNCHECKED_SCHEMA],
            "a type",
            problems,
            |entry, problems| match (entry.name.as_str(), &entry.value) {
                ("path", _) => match entry.text() {
                    Some(path) => found.path = Some(path),
                    None => wrong(entry, "path = \"status\"", problems),
                },
                ("crate", _) => match entry.path() {
                    Some(path) => found.runtime = Some(path),
                    None => wrong(entry, "crate = \"::my_crdc\"", problems),
                },
                ("strict", Value::Nothing) => found.strict = true,
                // `cel_rules.rs` reads it.
                (UNCHECKED | UNCHECKED_SCHEMA, Value::Nothing) => {}
                ("schemars", Value::Nothing) => found.schemars = Some(syn::parse_quote!(::schemars)),
                ("schemars", _) => match entry.path() {
                    Some(path) => found.schemars = Some(path),
                    None => wrong(entry, "schemars = \"::my::schemars\"", problems),
                },
                ("union", Value::Nothing) => found.union = Some(("type".to_owned(), entry.span)),
                ("union", _) => match entry.text() {
                    Some(tag) => found.union = Some((tag, entry.span)),
                    None => wrong(entry, "union = \"type\"", problems),
                },
                _ => wrong(entry, &entry.name, problems),
            },
        );
        found
    }
}

/// Whether a field has `#[crdc(leaf)]`.
pub(super) fn is_leaf(attributes: &[syn::Attribute], problems: &mut Diagnostics) -> bool {
    let mut leaf = false;
    each(attributes, &["leaf", UNCHECKED, UNCHECKED_SCHEMA], "a field", problems, |entry, problems| {
        match entry.value {
            Value::Nothing => leaf |= entry.name == "leaf",
            _ => wrong(entry, &entry.name, problems),
        }
    });
    leaf
}

/// `#[crdc(member = "…")]` on a variant. `cel_rules.rs` reads the others.
pub(super) fn member(attributes: &[syn::Attribute], problems: &mut Diagnostics) -> Option<(String, Span)> {
    let mut member = None;
    let known = ["member", UNCHECKED, UNCHECKED_SCHEMA];
    each(attributes, &known, "a variant", problems, |entry, problems| {
        match (entry.name.as_str(), entry.text(), &entry.value) {
            ("member", Some(name), _) => member = Some((name, entry.span)),
            ("member", None, _) => wrong(entry, "member = \"s3\"", problems),
            (_, _, Value::Nothing) => {}
            _ => wrong(entry, &entry.name, problems),
        }
    });
    member
}

fn each(
    attributes: &[syn::Attribute],
    known: &[&str],
    place: &str,
    problems: &mut Diagnostics,
    mut take: impl FnMut(&Entry, &mut Diagnostics),
) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("crdc")) {
        let entries = match attributes::read(attribute) {
            Ok(entries) => entries,
            Err(error) => {
                let message = format!("cannot parse `#[crdc(…)]`: {error}");
                problems.add(Problem::new(Code::AttributeInvalid, error.span(), message, list(known)));
                continue;
            }
        };
        for entry in entries {
            if known.contains(&entry.name.as_str()) {
                take(&entry, problems);
                continue;
            }
            let help = meant_or(nearest(&entry.name, known.iter().copied()), || list(known));
            let message = format!("`#[crdc({})]` is not valid on {place}", entry.name);
            problems.add(Problem::new(Code::AttributeInvalid, entry.span, message, help));
        }
    }
}

fn list(known: &[&str]) -> String {
    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    format!("expected {}", known.join(", "))
}

fn wrong(entry: &Entry, form: &str, problems: &mut Diagnostics) {
    let message = format!("invalid syntax for `{}`", entry.name);
    problems.add(Problem::new(
        Code::AttributeInvalid,
        entry.span,
        message,
        format!("write `#[crdc({form})]`"),
    ));
}
