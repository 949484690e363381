//! Evaluates a policy for a request. In: a policy, its bindings, and a request. Out: a verdict for each
//! parameter object of each binding.
//!
//! Easy to break: the objects are converted and the expressions compiled once for all bindings, and only when
//! the first binding selects the request.
// apiserver: pkg/admission/plugin/policy/validating/dispatcher.go Dispatch

use std::cell::OnceCell;

use crdc_admission::Attributes;
use serde_json::Value;

use super::params::ParamResource;
use super::policy::{Binding, Policy};
use super::state::PoliciesOf;
use super::verdict::{Prepared, Verdict};
use crate::admission::expressions::Input;
use crate::admission::matching::{self, Criteria};
use crate::admission::webhooks::review;

/// A policy that selects a request, with that request.
pub(crate) struct Invocation<'r> {
    of: &'r PoliciesOf,
    attributes: &'r Attributes<'r>,
    /// The version in which the policy sees the objects.
    version: &'r str,
    /// The resource of the policy's parameters; `None` if it has no kind of parameters.
    params: Option<ParamResource>,
    prepared: Prepared<'r>,
    about: OnceCell<Result<About, String>>,
}

/// The request as the variables of expressions.
struct About {
    objects: [Value; 2],
    request: Value,
    namespace: Value,
}

impl<'r> Invocation<'r> {
    /// The invocation of a policy; `None` if the policy does not select the request.
    ///
    /// # Errors
    ///
    /// The policy is faulty.
    pub(crate) fn new(
        of: &'r PoliciesOf,
        policy: &'r Policy,
        attributes: &'r Attributes<'_>,
    ) -> Result<Option<Invocation<'r>>, String> {
        let Some(version) = version(of, &policy.match_constraints, attributes)? else { return Ok(None) };
        let params = policy.param_kind.as_ref().map(|kind| of.all.resource_of(kind)).transpose()?;
        let prepared = Prepared::new(policy, &of.all.expressions);
        Ok(Some(Invocation { of, attributes, version, params, prepared, about: OnceCell::new() }))
    }

    /// The verdicts of the policy on the request, one for each parameter object of a binding. There are no
    /// verdicts if the binding does not select the request.
    ///
    /// # Errors
    ///
    /// The binding is faulty.
    pub(crate) fn verdicts(&self, binding: &Binding) -> Result<Vec<Verdict>, String> {
        let attributes = self.attributes;
        if let Some(criteria) = &binding.match_resources
            && version(self.of, criteria, attributes)?.is_none()
        {
            return Ok(Vec::new());
        }
        let Some(params) = &self.params else { return Ok(vec![self.verdict(None)?]) };
        let all = self.of.all.params(params, binding, &matching::namespace(attributes))?;
        all.iter().map(|params| self.verdict(Some(params))).collect()
    }

    fn verdict(&self, params: Option<&Value>) -> Result<Verdict, String> {
        let about = self.about.get_or_init(|| self.about());
        let About { objects, request, namespace } = about.as_ref().map_err(String::clone)?;
        Ok(self.prepared.verdict(&Input { objects, request, namespace, params }))
    }

    fn about(&self) -> Result<About, String> {
        let (of, attributes) = (&self.of.objects, self.attributes);
        let objects = of
            .objects(attributes, self.version)
            .map_err(|refusal| format!("failed to convert object version: {}", refusal.status().message))?;
        let none = [Value::Null, Value::Null];
        let mut review = review::request(attributes, self.version, of, none, "", "v1");
        let request = review["request"].take();
        Ok(About { objects, request, namespace: self.of.all.namespace(attributes) })
    }
}

/// The version in which criteria select a request; `None` if they do not select it.
fn version<'v>(
    of: &'v PoliciesOf,
    criteria: &Criteria,
    attributes: &'v Attributes<'_>,
) -> Result<Option<&'v str>, String> {
    let version = criteria.version(attributes, &of.all.history, &of.objects.versions);
    version.map_err(|refusal| refusal.status().message.clone())
}
