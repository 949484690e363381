//! ValidatingAdmissionPolicies, as a plugin of each kind's chain.
//!
//! `policy` reads them and their bindings, `params` finds parameters, `composed` evaluates expressions that name variables, `verdict` says what
//! comes of it.
// apiserver: pkg/admission/plugin/policy/validating/dispatcher.go

mod composed;
mod params;
mod policy;
mod verdict;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crdc::{Cause, Details};
use crdc_admission::{Attributes, Refusal, Validator};
use serde_json::Value;

use crate::expressions::{Expressions, Input};
use crate::history::History;
use crate::matching;
use crate::seen::Seen;
use crate::webhooks::review;
use policy::{BINDINGS, Binding, POLICIES, Policy, specs};
use verdict::{Denial, Verdict};

/// Finds the resource of an API version and a kind, and whether its objects are in namespaces.
type Resource = dyn Fn(&str, &str) -> Option<(String, bool)> + Send + Sync;

/// The policies of a server.
pub(crate) struct Policies {
    history: Arc<History>,
    resource: Box<Resource>,
    expressions: Expressions,
    /// Whether the server has started: what it starts with was there before any policy.
    started: AtomicBool,
}

impl Policies {
    pub(crate) fn new(history: Arc<History>, resource: Box<Resource>) -> Policies {
        let (expressions, started) = Default::default();
        Policies { history, resource, expressions, started }
    }

    /// From now on, or not, requests are checked.
    pub(crate) fn start(&self, start: bool) {
        self.started.store(start, Ordering::Relaxed);
    }

    pub(crate) fn has_started(&self) -> bool {
        self.started.load(Ordering::Relaxed)
    }

    /// The namespace of a request, as expressions see it: without types, owners and managed fields.
    fn namespace(&self, attributes: &Attributes<'_>) -> Value {
        let name = if attributes.resource().plural == "namespaces" { "" } else { attributes.namespace() };
        let text = self.history.get("namespaces", "", name);
        let found = text.and_then(|text| serde_json::from_slice::<Value>(&text).ok());
        let Some(Value::Object(mut found)) = found else { return Value::Null };
        found.retain(|field, _| matches!(&**field, "metadata" | "spec" | "status"));
        if let Some(Value::Object(metadata)) = found.get_mut("metadata") {
            metadata.retain(|field, _| !matches!(&**field, "managedFields" | "ownerReferences"));
        }
        Value::Object(found)
    }
}

/// The policies as a plugin of one kind.
#[derive(Clone)]
pub(crate) struct PoliciesOf {
    pub(crate) all: Arc<Policies>,
    pub(crate) seen: Seen,
}

impl PoliciesOf {
    /// Does what the bindings say, in the order of the names of policies, and says why the request is refused.
    fn refusal(&self, attributes: &Attributes<'_>) -> Result<Option<Refusal>, Refusal> {
        let history = &self.all.history;
        let policies: BTreeMap<String, Policy> = specs(history, POLICIES);
        let bindings: BTreeMap<String, Binding> = specs(history, BINDINGS);
        let namespace = self.all.namespace(attributes);
        let mut refused = None;
        for (name, policy) in &policies {
            let Some(version) = policy.match_constraints.version(attributes, history, &self.seen.versions)?
            else {
                continue;
            };
            let objects = self.seen.objects(attributes, version)?;
            let review =
                review::request(attributes, version, &self.seen, [Value::Null, Value::Null], "", "v1");
            let about =
                Input { objects: &objects, request: &review["request"], namespace: &namespace, params: None };
            for (bound, binding) in bindings.iter().filter(|(_, binding)| binding.policy_name == *name) {
                if let Some(criteria) = &binding.match_resources
                    && criteria.version(attributes, history, &self.seen.versions)?.is_none()
                {
                    continue;
                }
                let verdicts = match self.verdicts(policy, binding, attributes, &about) {
                    Ok(verdicts) => verdicts,
                    Err(_) if policy.ignores_failures() => continue,
                    // Whatever the binding says.
                    Err(why) => vec![Verdict::error(format!("failed to configure binding: {why}"))],
                };
                for verdict in verdicts {
                    let denial = enforce(verdict, [name, bound], binding, attributes);
                    refused = refused.or_else(|| Some(refusal(attributes, [name, bound], &denial?)));
                }
            }
        }
        Ok(refused)
    }

    /// What a policy says of a request, once for each of the parameters.
    fn verdicts(
        &self,
        policy: &Policy,
        binding: &Binding,
        attributes: &Attributes<'_>,
        about: &Input<'_>,
    ) -> Result<Vec<Verdict>, String> {
        let verdict = |params| verdict::of(policy, &self.all.expressions, &Input { params, ..*about });
        let Some(kind) = &policy.param_kind else { return Ok(vec![verdict(None)]) };
        let all = self.all.params(kind, binding.param_ref.as_ref(), &matching::namespace(attributes))?;
        Ok(all.iter().map(|params| verdict(Some(params))).collect())
    }
}

/// Does what a binding says with the verdict of its policy, and says whether that denies the request. There is no audit log.
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

/// The refusal of a request.
fn refusal(attributes: &Attributes<'_>, [policy, bound]: [&str; 2], denial: &Denial) -> Refusal {
    let said = &denial.message;
    let message =
        format!("ValidatingAdmissionPolicy '{policy}' with binding '{bound}' denied request: {said}");
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
        // Nothing could repair a policy that denies its own change.
        let is_policy =
            resource.group == "admissionregistration.k8s.io" && resource.plural.contains("admissionpolic");
        if is_policy || !all.has_started() || !all.history.has_objects(BINDINGS) {
            return Ok(());
        }
        match self.refusal(attributes)? {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        }
    }
}
