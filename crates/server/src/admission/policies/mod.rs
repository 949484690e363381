//! ValidatingAdmissionPolicies, as a plugin of the admission chain of each kind.
//!
//! `state` stores the policies of a server, `policy` parses them and their bindings, and `invocation`
//! evaluates a policy for a request. `params` finds parameter objects, `composed` evaluates expressions that
//! name variables, and `verdict` evaluates validations.
// apiserver: pkg/admission/plugin/policy/validating/dispatcher.go

mod composed;
mod invocation;
mod params;
mod policy;
mod state;
mod verdict;

use crdc::{Cause, Details};
use crdc_admission::{Attributes, Refusal, Validator};

use invocation::Invocation;
use policy::{BINDINGS, Binding, Policy};
pub(crate) use state::{Policies, PoliciesOf};
use verdict::{Denial, Verdict};

impl PoliciesOf {
    /// Carries out the actions of a policy's bindings, and returns the refusal if they deny the request.
    fn refusal(
        &self,
        name: &str,
        policy: &Policy,
        bindings: &[(String, Binding)],
        attributes: &Attributes<'_>,
    ) -> Option<Refusal> {
        // A fault denies the request, whatever actions the binding has.
        let failed = |binding: Option<&str>, why: String| {
            let of = if binding.is_some() { "binding" } else { "policy" };
            let denial = Denial::error(format!("failed to configure {of}: {why}"));
            (!policy.ignores_failures()).then(|| refusal(attributes, name, binding, &denial))
        };
        let invocation = match Invocation::new(self, policy, attributes) {
            Ok(Some(invocation)) => invocation,
            Ok(None) => return None,
            Err(why) => return failed(None, why),
        };
        let mut refused = None;
        for (bound, binding) in bindings {
            match invocation.verdicts(binding) {
                Ok(verdicts) => {
                    for verdict in verdicts {
                        let denial = enforce(verdict, [name, bound], binding, attributes);
                        refused =
                            refused.or(denial.map(|denial| refusal(attributes, name, Some(bound), &denial)));
                    }
                }
                Err(why) => refused = refused.or_else(|| failed(Some(bound), why)),
            }
        }
        refused
    }
}

/// Carries out the actions of a binding for the verdict of its policy, and returns whether they deny the
/// request. There is no audit log.
fn enforce(
    verdict: Verdict,
    [policy, bound]: [&str; 2],
    binding: &Binding,
    attributes: &Attributes<'_>,
) -> Option<Denial> {
    let does = |action: &str| binding.validation_actions.iter().any(|found| found == action);
    for denial in verdict.denials.iter().filter(|_| does("Warn")) {
        let warning =
            format!("Validation failed for ValidatingAdmissionPolicy '{policy}' with binding '{bound}': ");
        attributes.warn(warning + &denial.message);
    }
    let mut denials = verdict.denials.into_iter().filter(|_| does("Deny"));
    denials.next().or(verdict.error)
}

/// The refusal of a request by a policy or by one of its bindings.
fn refusal(attributes: &Attributes<'_>, policy: &str, binding: Option<&str>, denial: &Denial) -> Refusal {
    let with = binding.map(|binding| format!(" with binding '{binding}'")).unwrap_or_default();
    let message = format!("ValidatingAdmissionPolicy '{policy}'{with} denied request: {}", denial.message);
    let mut status = attributes.forbidden(&message).into_status();
    (status.reason, status.code) = match &*denial.reason {
        "Forbidden" => ("Forbidden", 403),
        "Unauthorized" => ("Unauthorized", 401),
        "RequestEntityTooLarge" => ("RequestEntityTooLarge", 413),
        _ => ("Invalid", 422),
    };
    let details = status.details.get_or_insert_with(|| Details::new("", "", ""));
    details.causes.push(Cause::new("", message, ""));
    status.into()
}

impl Validator for PoliciesOf {
    fn name(&self) -> &str {
        "ValidatingAdmissionPolicy"
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let (all, resource) = (&*self.all, attributes.resource());
        // A policy that denies its own change could not be corrected.
        let is_policy =
            resource.group == "admissionregistration.k8s.io" && resource.plural.contains("admissionpolic");
        if is_policy || !all.has_started() || !all.history.has_objects(BINDINGS) {
            return Ok(());
        }
        let mut refused = None;
        for (name, bindings) in policy::bindings(&all.history) {
            if let Some(policy) = policy::named(&all.history, &name) {
                let refusal = self.refusal(&name, &policy, &bindings, attributes);
                refused = refused.or(refusal);
            }
        }
        refused.map_or(Ok(()), Err)
    }
}
