//! Reports attributes that look like rules but that no tool reads any more, or not at this position: kube and
//! schemars ignore them in silence.
//!
//! In: an item. Out: an error for each such attribute. Easy to break: an attribute that only its own tool
//! reads is not reported (`validate(custom = …)`).

use super::attributes::{self, Entry};
use super::cel_rules;
use super::tool_attributes::{self, TOOLS};
use crate::diag::{Diagnostics, Problem};
use crdc_source::diag::Code;

const AS_KUBE: &str = "write `#[x_kube(validation = …)]` and derive kube's `KubeSchema` in place of `JsonSchema`, or write `+crdc:rule=…`; if it is \
                       of a tool of yours, write `#[crdc(unchecked_rules)]`";

/// Reports ignored attributes of the item, its variants and its fields.
pub(super) fn report(input: &syn::DeriveInput, problems: &mut Diagnostics) {
    at_type(&input.attrs, "a type", problems);
    match &input.data {
        syn::Data::Struct(data) => data.fields.iter().for_each(|field| at_field(field, problems)),
        syn::Data::Enum(data) => {
            for variant in &data.variants {
                at_type(&variant.attrs, "a variant", problems);
                variant.fields.iter().for_each(|field| at_field(field, problems));
            }
        }
        // A union cannot be serialized.
        syn::Data::Union(_) => {}
    }
}

fn at_field(field: &syn::Field, problems: &mut Diagnostics) {
    former(&field.attrs, problems);
    if cel_rules::has_opt_out(&field.attrs) {
        return;
    }
    for entry in named(&field.attrs, "kube", "validation") {
        let message =
            "kube ignores `#[kube(validation)]` on a field: the rule is in no CRD, and nothing checks it";
        problems.add(Problem::new(Code::RuleUnchecked, entry.span, message, AS_KUBE));
    }
}

/// Keywords of validation on a type or a variant. schemars refuses its own ones there.
fn at_type(attributes: &[syn::Attribute], place: &str, problems: &mut Diagnostics) {
    former(attributes, problems);
    if cel_rules::has_schema_opt_out(attributes) {
        return;
    }
    for tool in TOOLS.into_iter().filter(|tool| *tool != "schemars") {
        for entry in attributes::entries(attributes, tool) {
            if tool_attributes::validation(tool, &entry.name).is_some() {
                let message =
                    format!("`#[{tool}({})]` on {place} has no effect: it is of fields", entry.name);
                let help = "move it to the field that it is about, also that of a newtype";
                problems.add(Problem::new(Code::AttributeInvalid, entry.span, message, help));
            }
        }
    }
}

/// `#[validate(rule = …)]`, as kube's rules were once spelled.
fn former(attributes: &[syn::Attribute], problems: &mut Diagnostics) {
    if cel_rules::has_opt_out(attributes) {
        return;
    }
    for tool in ["validate", "cel_validate"] {
        for entry in named(attributes, tool, "rule") {
            let message = format!(
                "kube does not read `#[{tool}(rule)]`, a former spelling: the rule is in no CRD, and nothing checks it"
            );
            problems.add(Problem::new(Code::RuleUnchecked, entry.span, message, AS_KUBE));
        }
    }
}

fn named(attributes: &[syn::Attribute], tool: &str, name: &str) -> Vec<Entry> {
    attributes::entries(attributes, tool).into_iter().filter(|entry| entry.name == name).collect()
}
