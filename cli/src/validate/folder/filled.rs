//! What a kustomization fills in in its resources. In: a finding about an object as it is written. Out: whether the object that reaches the server may be
//! without it.
//!
//! Easy to break: labels that are added to a selector and to the template are the same, so a mismatch stays one.
//
// kustomize: api/internal/konfig/builtinpluginconsts; api/filters/namespace/namespace.go

use crate::validate::finding::Finding;

/// What the kustomizations over a file fill in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filled {
    /// The namespace of objects, and of what refers to others.
    pub(crate) namespace: bool,
    /// Selectors.
    pub(crate) selectors: bool,
    /// `$(NAME)`, in any value.
    pub(crate) variables: bool,
}

impl Filled {
    /// Whether a finding is about what is filled in. `text` is what the finding underlines.
    pub(crate) fn explains(self, finding: &Finding, text: &str) -> bool {
        let field = finding.field.as_deref().unwrap_or_default();
        let is_required = finding.id == "required-value";
        let is_namespace = (field.starts_with("subjects[") && field.ends_with("].namespace"))
            || field.ends_with(".clientConfig.service.namespace")
            || field == "spec.service.namespace";
        (self.namespace && is_required && is_namespace)
            || (self.selectors && is_required && field == "spec.selector")
            || (self.variables && text.split_once("$(").is_some_and(|(_, rest)| rest.contains(')')))
    }
}
