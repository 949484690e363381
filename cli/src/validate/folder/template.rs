//! Texts that are templates of Helm or of another program. In: a text and what is wrong with it. Out: whether it has to be rendered
//! first.
//!
//! Easy to break: alerts and dashboards have `{{` in their strings, and are no templates. So one is a text that cannot be read
//! because of its braces, or that is in the templates of a chart.

use crate::validate::finding::{Finding, Level};
use crdc_codegen::diag::{Diagnostic, Severity};
use crdc_codegen::source::Span;

/// The opening of an action.
const OPEN: &str = "{{";

/// Whether a text is a template.
pub(crate) fn is_one(text: &str, in_chart: bool, problems: &[Diagnostic]) -> bool {
    let of_braces = |problem: &Diagnostic| problem.severity() == Severity::Error && is_at(text, problem.span);
    text.contains(OPEN) && (in_chart || problems.iter().any(of_braces))
}

/// Whether the line of a problem, or that above it, has an action.
fn is_at(text: &str, span: Span) -> bool {
    let at = (span.start as usize).min(text.len());
    let (Some(before), Some(behind)) = (text.get(..at), text.get(at..)) else { return false };
    let line_end = behind.lines().next().unwrap_or_default();
    let mut above = before.rsplit('\n');
    let line_start = above.next().unwrap_or_default();
    let previous = above.map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    line_start.contains(OPEN)
        || line_end.contains(OPEN)
        || previous.contains(OPEN)
        || format_braces(line_start, line_end)
}

/// The problem may be between the braces.
fn format_braces(start: &str, end: &str) -> bool {
    start.ends_with('{') && end.starts_with('{')
}

/// The finding for a template: a note, or an error if somebody asked for this very file.
pub(crate) fn finding(is_named: bool) -> Finding {
    let level = if is_named { Level::Error } else { Level::Note };
    Finding::new("template", level, Span::default(), "this is a template: nothing in it was validated")
        .help("render it first: helm template . | crdc validate -")
}

#[cfg(test)]
mod tests {
    use super::is_one;
    use crdc_codegen::source::{Source, parse};

    #[test]
    fn templates_cannot_be_read_because_of_their_braces() {
        for (text, expected) in [
            ("kind: A\nmetadata:\n  name: {{ .Release.Name }}\n", true),
            ("{{- if .Values.a }}\nkind: A\n{{- end }}\n", true),
            ("kind: A\nspec:\n  {{- toYaml .Values.a | nindent 2 }}\n", true),
            ("kind: A\nspec: {{ x }}\n", true),
            ("kind: A\nspec: \"{{ x }}\"\n", false),
            ("kind: A\nspec: |\n  {{ x }}\n", false),
            ("kind: A\nspec: |\n  {{ x }}\n\nmore: 1\nb: [1\n", false),
            ("kind: A\nspec: [1\n", false),
        ] {
            let problems = parse(&Source::new("a.yaml", text)).1;
            assert_eq!(is_one(text, false, &problems), expected, "{text}");
            assert_eq!(is_one(text, true, &problems), text.contains("{{"), "{text}");
        }
    }
}
