//! Suggests that an unreadable text may be a template. In: a diagnostic and its text. Out: the diagnostic
//! with such a help.
//!
//! Easy to break: other errors of such a text, such as errors of a schema, already have a better help.

use crate::validate::folder::template;
use crdc_source::diag::{Code, Diagnostic};

/// Whether a text looks like a template.
pub(crate) fn is_template(text: &str) -> bool {
    template::has_action(text)
}

/// Replaces the help of a diagnostic about a text that is neither YAML nor JSON, and may be a template: the
/// usual help does not apply to `name: {{ .name }}`. `command` is the command that reads the rendered text.
pub(crate) fn of_diagnostic(problem: &mut Diagnostic, text: &str, command: &str) {
    if !matches!(problem.code, Code::YamlSyntax | Code::YamlBadKey | Code::JsonSyntax) {
        return;
    }
    let start =
        text.get(..problem.span.start as usize).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    if problem.help.is_none() || is_template(line) {
        problem.help = Some(format!(
            "this looks like a template: render it first, as in helm template . | crdc {command} -"
        ));
    }
}
