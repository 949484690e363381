//! Texts that cannot be read and may be templates. In: a finding and its line. Out: help that says so.

use super::finding::{Finding, Level};
use crdc_codegen::diag::{Code, Diagnostic};

/// Whether a text may be a template.
pub(crate) fn is_template(text: &str) -> bool {
    text.contains("{{")
}

/// The help for a text with CRDs that is no YAML, and may be a template.
pub(crate) fn of_diagnostic(problem: &mut Diagnostic, text: &str) {
    if !matches!(problem.code, Code::YamlSyntax | Code::YamlBadKey) {
        return;
    }
    let start =
        text.get(..problem.span.start as usize).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    if problem.help.is_none() || line.contains("{{") {
        problem.help =
            Some("this looks like a template: render it first (helm template . | crdc check -)".into());
    }
}

/// The help for an error of a text that cannot be read and may be a template. Other help does not help `name: {{ .name }}`.
pub(super) fn of_text(finding: &mut Finding, line: &str) {
    if finding.level == Level::Error && (finding.help.is_none() || line.contains("{{")) {
        finding.help =
            Some("this looks like a template: render it first (helm template . | crdc validate -)".into());
    }
}
