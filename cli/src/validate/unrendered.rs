//! Texts that are not what is applied yet: templates, and variables that nobody replaced. In: a finding and its line. Out: help
//! that says so.

use super::finding::{Finding, Level};

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
