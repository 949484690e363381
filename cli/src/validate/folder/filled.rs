//! What a kustomization fills in in its resources. In: a finding about an object as it is written. Out: whether the object that reaches the server may be
//! without it.
//!
//! Easy to break: labels that are added to a selector and to the template are the same, so a mismatch stays one.
//
// kustomize: api/internal/konfig/builtinpluginconsts; api/filters/namespace/namespace.go

use crate::validate::finding::Finding;
use crdc_codegen::source::{Node, Value};

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
    /// Leaves out findings about what is filled in in an object. `underlined` is what a finding underlines.
    pub(crate) fn leave_out<'s>(
        self,
        findings: &mut Vec<Finding>,
        object: &Node,
        underlined: impl Fn(&Finding) -> &'s str,
    ) {
        // Read from the object and not from an error: servers require no selector of a DaemonSet, and report only
        // that its labels do not match.
        let selector = object.get("spec").and_then(|spec| spec.get("selector"));
        let has_no_selector = selector.is_none_or(|selector| selector.value == Value::Null);
        findings.retain(|finding| {
            let is_filled = self.explains(finding, underlined(finding))
                // The labels that the selector will have are added here too.
                || (self.selectors && has_no_selector && is_mismatch(finding));
            !is_filled
        });
    }

    fn explains(self, finding: &Finding, text: &str) -> bool {
        let field = finding.field.as_deref().unwrap_or_default();
        let is_namespace = (field.starts_with("subjects[") && field.ends_with("].namespace"))
            // apiextensions-apiserver and admissionregistration swap the two: an absent namespace is an error at `name`.
            || field.ends_with(".clientConfig.service.name")
            || field == "spec.service.namespace";
        (self.namespace && finding.id == "required-value" && is_namespace)
            || (self.selectors && is_missing_selector(finding))
            || (self.variables && text.split_once("$(").is_some_and(|(_, rest)| rest.contains(')')))
    }
}

fn is_missing_selector(finding: &Finding) -> bool {
    finding.id == "required-value" && finding.field.as_deref() == Some("spec.selector")
}

fn is_mismatch(finding: &Finding) -> bool {
    finding.id == "invalid-value"
        && finding.field.as_deref() == Some("spec.template.metadata.labels")
        && finding.message.ends_with("`selector` does not match template `labels`")
}
