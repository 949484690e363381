//! Texts that are not what is applied yet: templates, and variables that nobody replaced. In: a finding and its line. Out: help
//! that says so.

use super::finding::{Finding, Level};
use crdc_codegen::diag::{Code, Diagnostic};

/// The help for a text with CRDs that is no YAML.
pub(crate) fn of_diagnostic(problem: &mut Diagnostic, text: &str) {
    let is_yaml = matches!(problem.code, Code::YamlSyntax | Code::YamlBadKey);
    let start =
        text.get(..problem.span.start as usize).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    if is_yaml && text.contains("{{") && (problem.help.is_none() || line.contains("{{")) {
        problem.help =
            Some("this looks like a template: render it first (helm template . | crdc check -)".into());
    }
}

/// The help for an error of a text that cannot be read. Other help does not help `name: {{ .name }}`.
pub(super) fn of_text(finding: &mut Finding, line: &str, text: &str) {
    if finding.level == Level::Error && text.contains("{{") && (finding.help.is_none() || line.contains("{{"))
    {
        finding.help =
            Some("this looks like a template: render it first (helm template . | crdc validate -)".into());
    }
}

/// The help for an error of an object: `replicas: ${REPLICAS}` is a string.
pub(super) fn of_object(finding: &mut Finding, line: &str) {
    if finding.level == Level::Error && finding.help.is_none() && line.contains("${") {
        finding.help =
            Some("this looks like a variable: replace it first (envsubst <FILE | crdc validate -)".into());
    }
}
