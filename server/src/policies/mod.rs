//! ValidatingAdmissionPolicies, as a plugin of each kind's chain.
//!
//! `policy` reads them and their bindings, `params` finds parameters, `composed` evaluates expressions that name variables, `verdict` says what
//! comes of it.
// apiserver: pkg/admission/plugin/policy/validating/dispatcher.go

mod composed;
mod params;
mod policy;
mod verdict;

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crdc::{Cause, Details};
use crdc_admission::{Attributes, Refusal, Validator};
use serde_json::Value;

use crate::expressions::{Expressions, Input};
use crate::history::History;
use crate::matching::{self, Criteria};
use crate::seen::Seen;
use crate::webhooks::review;
use policy::{BINDINGS, Binding, Policy};
use verdict::{Denial, Prepared, Verdict};

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
        let name = if matching::is_namespace(attributes) { "" } else { attributes.namespace() };
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

/// What the expressions of a policy see of a request.
struct About {
    objects: [Value; 2],
    request: Value,
    namespace: Value,
}

impl PoliciesOf {
    /// Does what the bindings of a policy say, and says why the request is refused.
    fn refusal(
        &self,
        name: &str,
        policy: &Policy,
        bindings: &[(String, Binding)],
        attributes: &Attributes<'_>,
    ) -> Option<Refusal> {
        // Whatever the binding says.
        let failed = |binding: Option<&str>, why: String| {
            let of = if binding.is_some() { "binding" } else { "policy" };
            let denial = Denial::error(format!("failed to configure {of}: {why}"));
            (!policy.ignores_failures()).then(|| refusal(attributes, name, binding, &denial))
        };
        let version = match self.version(&policy.match_constraints, attributes) {
            Ok(Some(version)) => version,
            Ok(None) => return None,
            Err(why) => return failed(None, why),
        };
        let resource = match policy.param_kind.as_ref().map(|kind| self.all.resource_of(kind)).transpose() {
            Ok(resource) => resource,
            Err(why) => return failed(None, why),
        };
        let (prepared, about) = (Prepared::new(policy, &self.all.expressions), OnceCell::new());
        let mut refused = None;
        for (bound, binding) in bindings {
            let verdicts = || -> Result<Vec<Verdict>, String> {
                if let Some(criteria) = &binding.match_resources
                    && self.version(criteria, attributes)?.is_none()
                {
                    return Ok(Vec::new());
                }
                let all = match &resource {
                    Some(resource) => {
                        let params = self.all.params(resource, binding, &matching::namespace(attributes))?;
                        params.into_iter().map(Some).collect()
                    }
                    None => vec![None],
                };
                let evaluate = |params: &Option<Value>| {
                    let about = about.get_or_init(|| self.about(attributes, version));
                    let About { objects, request, namespace } = about.as_ref().map_err(String::clone)?;
                    Ok(prepared.verdict(&Input { objects, request, namespace, params: params.as_ref() }))
                };
                all.iter().map(evaluate).collect()
            };
            let denials: Vec<Refusal> = match verdicts() {
                Ok(verdicts) => verdicts
                    .into_iter()
                    .filter_map(|verdict| enforce(verdict, [name, bound], binding, attributes))
                    .map(|denial| refusal(attributes, name, Some(bound), &denial))
                    .collect(),
                Err(why) => failed(Some(bound), why).into_iter().collect(),
            };
            refused = refused.or(denials.into_iter().next());
        }
        refused
    }

    /// The version that is wanted of a request, if the request is.
    fn version<'v>(
        &'v self,
        criteria: &Criteria,
        attributes: &'v Attributes<'_>,
    ) -> Result<Option<&'v str>, String> {
        let version = criteria.version(attributes, &self.all.history, &self.seen.versions);
        version.map_err(|refusal| refusal.status().message.clone())
    }

    fn about(&self, attributes: &Attributes<'_>, version: &str) -> Result<About, String> {
        let objects = self
            .seen
            .objects(attributes, version)
            .map_err(|refusal| format!("failed to convert object version: {}", refusal.status().message))?;
        let none = [Value::Null, Value::Null];
        let mut review = review::request(attributes, version, &self.seen, none, "", "v1");
        let request = review["request"].take();
        Ok(About { objects, request, namespace: self.all.namespace(attributes) })
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

/// The refusal of a request, by a policy or one of its bindings.
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
        // Nothing could repair a policy that denies its own change.
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
