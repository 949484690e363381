//! The parameters of a policy. In: what a policy and a binding say. Out: the objects.
//!
//! Easy to break: without a kind, or without a reference to an object, a policy is evaluated once, with null.
// apiserver: pkg/admission/plugin/policy/generic/{policy_dispatcher,policy_source}.go

use crdc_admission::Object;
use serde_json::Value;

use super::Policies;
use super::policy::{ParamKind, ParamRef};
use crate::labels::selector;

impl Policies {
    /// The parameters in the namespace of a request. None at all is an error only if the binding says so.
    ///
    /// # Errors
    ///
    /// What is wrong with the binding.
    pub(super) fn params(
        &self,
        kind: &ParamKind,
        reference: Option<&ParamRef>,
        namespace: &str,
    ) -> Result<Vec<Value>, String> {
        let Some(reference) = reference else { return Ok(vec![Value::Null]) };
        let Some((resource, is_namespaced)) = (self.resource)(&kind.api_version, &kind.kind) else {
            let (group, version) = kind.api_version.split_once('/').unwrap_or(("", &kind.api_version));
            let kind = &kind.kind;
            return Err(format!(
                "failed to find resource referenced by paramKind: '{group}/{version}, Kind={kind}'"
            ));
        };
        let namespace = match (is_namespaced, &*reference.namespace) {
            (false, "") => None,
            (false, _) => {
                let why = "paramRef.namespace must not be provided for a cluster-scoped `paramKind`";
                return Err(why.to_owned());
            }
            (true, "") if namespace.is_empty() => {
                let why =
                    "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources";
                return Err(why.to_owned());
            }
            (true, "") => Some(namespace),
            (true, own) => Some(own),
        };
        let found: Vec<_> = if reference.name.is_empty() {
            let selector =
                selector(&reference.selector).map_err(|refusal| refusal.status().message.clone())?;
            let all = self.history.snapshot(&resource, namespace, None);
            let texts = all.into_iter().flat_map(|all| all.objects).map(|(_, text)| text);
            texts.filter(|text| selector.selects_object(&Object::of(text))).collect()
        } else {
            let namespace = namespace.unwrap_or_default();
            self.history.get(&resource, namespace, &reference.name).into_iter().collect()
        };
        if found.is_empty() && reference.parameter_not_found_action == "Deny" {
            let why = "no params found for policy binding with `Deny` parameterNotFoundAction";
            return Err(why.to_owned());
        }
        Ok(found.iter().filter_map(|text| serde_json::from_slice(text).ok()).collect())
    }
}
