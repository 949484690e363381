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

/// Whether the line of a problem has an action that YAML reads as its own syntax.
fn is_at(text: &str, span: Span) -> bool {
    let at = (span.start as usize).min(text.len());
    let (Some(before), Some(behind)) = (text.get(..at), text.get(at..)) else { return false };
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = behind.find('\n').map_or(text.len(), |length| at + length);
    text.get(start..end).is_some_and(has_bare_action)
}

/// What a line may have at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A value or a key.
    Value,
    /// The rest of a plain scalar, or what stands behind one.
    Rest,
    /// What stands behind a quoted scalar.
    Behind,
}

/// Whether a line has an action where YAML expects a value or a key, or where nothing may be: not in quotes or comments, nor within a plain
/// scalar, which is text.
fn has_bare_action(line: &str) -> bool {
    let (mut next, mut is_flow, mut before) = (Next::Value, false, ' ');
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if next != Next::Rest && rest.starts_with(OPEN) {
            return true;
        }
        let mut length = c.len_utf8();
        let is_last = |text: &str| text.is_empty() || text.starts_with([' ', '\t', '\r']);
        next = match c {
            '#' if before.is_whitespace() => return false,
            ' ' | '\t' => next,
            '"' | '\'' if next == Next::Value => {
                length += quoted(rest.get(1..).unwrap_or_default(), c);
                Next::Behind
            }
            '[' | '{' if next == Next::Value => {
                is_flow = true;
                Next::Value
            }
            ',' if is_flow => Next::Value,
            ':' if next == Next::Behind || is_last(rest.get(1..).unwrap_or_default()) => Next::Value,
            '-' | '?' if next == Next::Value && is_last(rest.get(1..).unwrap_or_default()) => Next::Value,
            _ => Next::Rest,
        };
        before = c;
        rest = rest.get(length..).unwrap_or_default();
    }
    false
}

/// The length of what is in quotes, with the closing one.
fn quoted(text: &str, quote: char) -> usize {
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        if c == quote {
            // Two are one in single quotes.
            if quote == '"' || characters.next_if(|(_, next)| *next == quote).is_none() {
                return at + 1;
            }
        } else if c == '\\' && quote == '"' {
            characters.next();
        }
    }
    text.len()
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
            ("a: {{ x }} y\n", true),
            ("a:\n- {{ x }}\n", true),
            ("a:\n  {{ x }}: y\nb: 1\n", true),
            ("a: [{{ x }}, b]\n", true),
            ("a: {b: 1, c: {{ x }}}\n", true),
            ("a: \"{{ x }}\"{{ y }}\n", true),
            ("\"a\":{{ x }}\n", true),
            ("a:\n  b: 1\n{{ x }}\nc: 1\n", true),
            ("m:\n  name: a\n  n:\n    s: \"{{ $labels.instance }} down\"\n     d: bad\n", false),
            ("s: \"{{ $labels.instance }} is \"down\"\"\n", false),
            ("s: '{{ x }} it''s {{ y }}' z\n", false),
            ("s: \"a \\\" {{ x }}\" z\n", false),
            ("# was {{ .Release.Name }}\ndata: [\n", false),
            ("data: [1 # was {{ x }}\n", false),
            ("data:\n  x: |\n    {{ range }}\n   y: 1\n", false),
            ("s: instance {{ $labels.instance }} is down: now\n", false),
            ("s: a, {{ x }}: b: c\n", false),
        ] {
            let problems = parse(&Source::new("a.yaml", text)).1;
            assert_eq!(is_one(text, false, &problems), expected, "{text}");
            assert_eq!(is_one(text, true, &problems), text.contains("{{"), "{text}");
        }
    }
}
