//! Finds the parameter objects of a policy. In: the kind of parameters of a policy, and the reference of a
//! binding. Out: the parameter objects.
//!
//! Easy to break: a kind that is not served fails the policy, whatever its bindings contain. A policy without
//! a parameter reference is evaluated once, with null.
// apiserver: pkg/admission/plugin/policy/generic/{policy_dispatcher,policy_source}.go

use crdc_admission::Object;
use serde_json::Value;

use super::policy::{Binding, ParamKind};
use super::state::Policies;
use crate::apimachinery::label_selector::selector;

/// The resource of parameter objects.
pub(crate) struct ParamResource {
    name: String,
    is_namespaced: bool,
}

impl Policies {
    /// The resource of a kind of parameter objects.
    ///
    /// # Errors
    ///
    /// The kind is not served.
    pub(crate) fn resource_of(&self, kind: &ParamKind) -> Result<ParamResource, String> {
        let ParamKind { api_version, kind } = kind;
        let found = (self.resource)(api_version, kind);
        let (name, is_namespaced) = found.ok_or_else(|| {
            let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
            format!("failed to find resource referenced by paramKind: '{group}/{version}, Kind={kind}'")
        })?;
        Ok(ParamResource { name, is_namespaced })
    }

    /// The parameter objects of a binding in the namespace of a request. If there are none, that is an error
    /// only for bindings which deny such requests.
    ///
    /// # Errors
    ///
    /// The binding is faulty.
    pub(crate) fn params(
        &self,
        resource: &ParamResource,
        binding: &Binding,
        namespace: &str,
    ) -> Result<Vec<Value>, String> {
        let Some(reference) = &binding.param_ref else { return Ok(vec![Value::Null]) };
        let ParamResource { name: resource, is_namespaced } = resource;
        let namespace = match (*is_namespaced, &*reference.namespace) {
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
            let all = self.history.snapshot(resource, namespace, None);
            let texts = all.into_iter().flat_map(|all| all.objects).map(|(_, text)| text);
            texts.filter(|text| selector.selects_object(&Object::of(text))).collect()
        } else {
            let namespace = namespace.unwrap_or_default();
            self.history.get(resource, namespace, &reference.name).into_iter().collect()
        };
        if found.is_empty() && reference.parameter_not_found_action == "Deny" {
            let why = "no params found for policy binding with `Deny` parameterNotFoundAction";
            return Err(why.to_owned());
        }
        Ok(found.iter().filter_map(|text| serde_json::from_slice(text).ok()).collect())
    }
}
