//! Rules of admission policies that change objects, and of their bindings.
//
// kubernetes: pkg/apis/admissionregistration/validation/validation.go validateMutatingAdmissionPolicySpec

use super::at::At;
use super::expressions::{Expressions, Wanted, scope};
use super::policies::{has_same_conditions, reference, subject, variables};
use super::report::Report;
use super::{match_conditions, policies};

/// The operations that a policy can change. An object that is deleted cannot be changed.
// supportedMutatingOperations
const OPERATIONS: [&str; 4] = ["*", "CONNECT", "CREATE", "UPDATE"];
const REINVOCATION: [&str; 2] = ["IfNeeded", "Never"];

/// The types of patches, with their fields.
const PATCHES: [(&str, &str, Wanted); 2] = [
    ("ApplyConfiguration", "applyConfiguration", Wanted::Object),
    ("JSONPatch", "jsonPatch", Wanted::Patches),
];

/// A MutatingAdmissionPolicy.
pub(super) fn policy<'n>(root: &At<'_, 'n>, old: Option<&At<'_, 'n>>, report: &mut Report) {
    let spec = root.child("spec");
    let stored = old.map(|old| old.child("spec"));
    subject(&spec, report);
    let constraints = spec.child("matchConstraints");
    operations(&constraints.child("resourceRules"), report);
    let mut scope = scope(spec.child("paramKind").is_set());
    let mut expressions = Expressions::new(report.version());
    if let Some(stored) = &stored {
        keep(stored, &mut expressions);
    }
    if !stored.as_ref().is_some_and(|stored| has_same_conditions(&spec, stored)) {
        let conditions = spec.child("matchConditions");
        match_conditions::conditions(&conditions, &expressions, &mut scope, report);
    }
    variables(&spec, &expressions, &mut scope, report);
    scope.variables.declare_patches();
    let mutations = spec.child("mutations");
    if mutations.is_empty() {
        report.required(&mutations, "mutations must contain at least one item");
    }
    for mutation in mutations.items() {
        let kind = mutation.child("patchType");
        let Some((name, field, wanted)) = PATCHES.iter().find(|(name, ..)| *name == kind.text()) else {
            match kind.text() {
                "" => report.required(&kind, ""),
                text => report.unsupported(&kind, text, &PATCHES.map(|(name, ..)| name)),
            }
            continue;
        };
        let patch = mutation.child(field);
        let expression = patch.child("expression");
        if !patch.is_set() {
            report.required(&patch, &format!("must be specified when patchType is {name}"));
        } else if expression.text().trim().is_empty() {
            report.required(&expression, "");
        } else {
            expressions.check_authorized(&expression, *wanted, &mut scope, report);
        }
        for (_, other, _) in PATCHES.iter().filter(|(other, ..)| other != name) {
            let at = mutation.child(other);
            if at.is_set() {
                let detail = format!("must not be specified when patchType is {name}");
                report.bad_text(&at.at_key(), &format!("{{{other}}}"), &detail);
            }
        }
    }
    let again = spec.child("reinvocationPolicy");
    report.required_text(&again);
    report.one_of(&again, &REINVOCATION);
}

/// The expressions of a stored policy that can stay.
// findMutatingPolicyPreexistingExpressions
fn keep<'n>(stored: &At<'_, 'n>, expressions: &mut Expressions<'n>) {
    expressions.keep(&stored.child("matchConditions"), "expression");
    // The server looks for JSON patches among these too.
    for mutation in stored.child("mutations").items() {
        let patch = mutation.child("applyConfiguration");
        expressions.keep_one(patch.child("expression").text());
    }
}

/// Reports operations that cannot be changed. Easy to break: the path names no rule.
fn operations(rules: &At<'_, '_>, report: &mut Report) {
    for rule in rules.items() {
        for operation in rule.child("operations").items() {
            if !OPERATIONS.contains(&operation.text()) {
                let place = operation.named(rules, "operations");
                report.unsupported(&place, operation.text(), &OPERATIONS);
            }
        }
    }
}

/// A MutatingAdmissionPolicyBinding.
pub(super) fn binding(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    policies::policy_name(&spec.child("policyName"), report);
    reference(&spec, report);
    let matched = spec.child("matchResources");
    operations(&matched.child("resourceRules"), report);
}
