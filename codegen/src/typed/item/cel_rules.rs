//! CEL rules in attributes: `#[x_kube(validation = …)]`, `#[kube(validation = …)]`, `#[schemars(extend("x-kubernetes-validations" = …))]`.
//! In: an item. Out: an error for each of them, unless `#[crdc(unchecked_rules)]` is on the field or on the item.
//!
//! The derive does not run CEL. Easy to break: a rule that is ignored in silence is worse than none, since the type looks as if it
//! were checked.
//
// kube-derive: cel_schema/mod.rs, custom_resource/attrs/mod.rs

use super::attributes::{self, Entry, Value};
use crate::diag::Code;
use crate::typed::diag::{Diagnostics, Problem};

/// The attribute that says that rules are checked elsewhere.
pub(super) const UNCHECKED: &str = "unchecked_rules";

/// Reports the rules of an item, its fields and its variants.
pub(super) fn refuse(input: &syn::DeriveInput, problems: &mut Diagnostics) {
    if has_opt_out(&input.attrs) {
        return;
    }
    of(&input.attrs, problems);
    match &input.data {
        syn::Data::Struct(data) => fields(&data.fields, problems),
        syn::Data::Enum(data) => {
            for variant in &data.variants {
                of(&variant.attrs, problems);
                fields(&variant.fields, problems);
            }
        }
        // It cannot be serialized.
        syn::Data::Union(_) => {}
    }
}

fn fields(fields: &syn::Fields, problems: &mut Diagnostics) {
    fields.iter().filter(|field| !has_opt_out(&field.attrs)).for_each(|field| of(&field.attrs, problems));
}

fn has_opt_out(attributes: &[syn::Attribute]) -> bool {
    attributes::entries(attributes, "crdc").iter().any(|entry| entry.name == UNCHECKED)
}

fn of(attributes: &[syn::Attribute], problems: &mut Diagnostics) {
    for tool in ["kube", "x_kube"] {
        let entries = attributes::entries(attributes, tool);
        for rule in entries.iter().filter(|entry| entry.name == "validation") {
            problems.add(problem(rule, &format!("#[{tool}(validation)]")));
        }
    }
    let extensions = attributes::entries(attributes, "schemars");
    for extension in extensions.iter().filter(|entry| entry.name == "extend").flat_map(Entry::entries) {
        if extension.name == "x-kubernetes-validations" {
            problems.add(problem(extension, "#[schemars(extend(\"x-kubernetes-validations\"))]"));
        }
    }
}

fn problem(rule: &Entry, written: &str) -> Problem {
    let message = format!("`{written}` is a CEL rule, which the derive does not run");
    let help = if compares_with_old(rule) {
        format!("write `+immutable` instead; or {ELSEWHERE}")
    } else {
        format!("write it as markers if they can say it; or {ELSEWHERE}")
    };
    Problem::new(Code::RuleUnchecked, rule.span, message, help)
}

const ELSEWHERE: &str = "run it yourself, such as with kube's `validate_cel`, and write `#[crdc(unchecked_rules)]` on the field or the type";

/// Whether it is the rule of an immutable value.
fn compares_with_old(rule: &Entry) -> bool {
    let Value::Is(tokens) = &rule.value else { return false };
    // Also within `Rule::new("…")`.
    let text: String = tokens.to_string().split_whitespace().collect();
    text.contains("\"self==oldSelf\"")
}
