//! Documents that are templates of Helm, Jinja or another program. In: a text and its problems. Out: the text
//! without the documents that have to be rendered first, and the places of these documents.
//!
//! Easy to break: alerts and dashboards contain `{{` in strings, and are not templates. A document is a
//! template only if its braces make it unreadable, or if it is in the templates of a chart. Other documents
//! of the file are not templates for that reason.

use crate::validate::findings::finding::{Finding, Level};
use crdc_source::diag::{Diagnostic, Severity};
use crdc_source::{Source, Span, parse};
use std::ops::Range;

/// The openings of actions: the common one of Go and Jinja, and Jinja's openings for statements and comments.
const OPENINGS: [&str; 3] = ["{{", "{%", "{#"];

/// The separator of documents.
const SEPARATOR: &str = "---";

/// A text without its templates.
pub(crate) struct Rest {
    /// The text, in which all other documents keep their places.
    pub(crate) source: Source,
    /// The first action of each template.
    pub(crate) templates: Vec<Span>,
}

/// Whether a text may contain templates.
pub(crate) fn may_be_in(text: &str) -> bool {
    OPENINGS.iter().any(|opening| text.contains(opening))
}

/// The text without its templates; `None` if it contains none. `problems` are the problems of the text.
pub(crate) fn rest(source: &Source, in_chart: bool, problems: &[Diagnostic]) -> Option<Rest> {
    let text = source.text.as_str();
    let is_error = |problem: &Diagnostic| problem.severity() == Severity::Error;
    if !may_be_in(text) || !(in_chart || problems.iter().any(is_error)) {
        return None;
    }
    let documents = documents(text);
    let is_only_one = documents.len() == 1;
    let is_template = |range: &Range<usize>| {
        let document = text.get(range.clone()).unwrap_or_default();
        if in_chart || !may_be_in(document) {
            return in_chart && may_be_in(document);
        }
        if is_only_one {
            return is_one(document, problems);
        }
        is_one(document, &parse(&Source::new(source.name.as_str(), document)).1)
    };
    let templates: Vec<Range<usize>> = documents.into_iter().filter(is_template).collect();
    if templates.is_empty() {
        return None;
    }
    let place = |range: &Range<usize>| {
        let document = text.get(range.clone()).unwrap_or_default();
        let first = OPENINGS.iter().filter_map(|opening| document.find(opening)).min().unwrap_or_default();
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let start = range.start + first;
        Span { start: narrow(start), end: narrow(start + 2) }
    };
    let places = templates.iter().map(place).collect();
    Some(Rest { source: Source::new(source.name.as_str(), blank(text, &templates)), templates: places })
}

/// The text without its templates, for a text that was not parsed yet.
pub(crate) fn without(source: &Source, in_chart: bool) -> Option<Rest> {
    may_be_in(&source.text).then(|| rest(source, in_chart, &parse(source).1)).flatten()
}

/// The ranges of the documents of a text, each with the separator above it. They do not depend on YAML: an
/// error in one document may hide the end of it for a YAML parser.
fn documents(text: &str) -> Vec<Range<usize>> {
    let (mut documents, mut start, mut at) = (Vec::new(), 0, 0);
    for line in text.split_inclusive('\n') {
        let is_end = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']);
        if at > start && line.strip_prefix(SEPARATOR).is_some_and(is_end) {
            documents.push(start..at);
            start = at;
        }
        at += line.len();
    }
    documents.push(start..text.len());
    documents
}

/// The text with some parts replaced by empty lines.
fn blank(text: &str, parts: &[Range<usize>]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for part in parts {
        let part = bytes.get_mut(part.clone()).unwrap_or_default();
        part.iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    }
    // A document ends between characters, so the text stays valid UTF-8.
    String::from_utf8(bytes).unwrap_or_default()
}

/// Whether a document is a template: its actions make it unreadable.
fn is_one(text: &str, problems: &[Diagnostic]) -> bool {
    let begins = |at: &Span| {
        let rest = text.get(at.start as usize..).unwrap_or_default();
        OPENINGS.iter().any(|opening| rest.starts_with(opening))
    };
    problems.iter().filter(|problem| problem.severity() == Severity::Error).any(|problem| {
        // The bracket that is not closed may belong to an action.
        is_at(text, problem.span) || problem.notes.iter().any(|(at, _)| begins(at))
    })
}

/// Whether a text has an action that YAML reads as its own syntax.
pub(crate) fn has_action(text: &str) -> bool {
    may_be_in(text) && text.lines().any(has_bare_action)
}

/// Whether the line of a problem has an action that YAML reads as its own syntax.
fn is_at(text: &str, span: Span) -> bool {
    let at = (span.start as usize).min(text.len());
    let (Some(before), Some(from_place)) = (text.get(..at), text.get(at..)) else { return false };
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = from_place.find('\n').map_or(text.len(), |length| at + length);
    text.get(start..end).is_some_and(has_bare_action)
}

/// The part of a line that may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A value or a key.
    Value,
    /// The rest of a plain scalar, or the text after one.
    Rest,
    /// The rest of the line after a quoted scalar.
    AfterQuotes,
}

/// Whether a line has an action where YAML expects a value or a key, or where YAML allows no text. An action
/// in quotes, in a comment or within a plain scalar is text.
fn has_bare_action(line: &str) -> bool {
    let (mut next, mut is_flow, mut before) = (Next::Value, false, ' ');
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if next != Next::Rest && OPENINGS.iter().any(|opening| rest.starts_with(opening)) {
            return true;
        }
        let mut length = c.len_utf8();
        let is_last = |text: &str| text.is_empty() || text.starts_with([' ', '\t', '\r']);
        next = match c {
            '#' if before.is_whitespace() => return false,
            ' ' | '\t' => next,
            '"' | '\'' if next == Next::Value => {
                length += quoted(rest.get(1..).unwrap_or_default(), c);
                Next::AfterQuotes
            }
            '[' | '{' if next == Next::Value => {
                is_flow = true;
                Next::Value
            }
            ',' if is_flow => Next::Value,
            ':' if next == Next::AfterQuotes || is_last(rest.get(1..).unwrap_or_default()) => Next::Value,
            '-' | '?' if next == Next::Value && is_last(rest.get(1..).unwrap_or_default()) => Next::Value,
            _ => Next::Rest,
        };
        before = c;
        rest = rest.get(length..).unwrap_or_default();
    }
    false
}

/// The length of a quoted text, including the closing quote.
fn quoted(text: &str, quote: char) -> usize {
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        if c == quote {
            // In single quotes, two quotes stand for one.
            if quote == '"' || characters.next_if(|(_, next)| *next == quote).is_none() {
                return at + 1;
            }
        } else if c == '\\' && quote == '"' {
            characters.next();
        }
    }
    text.len()
}

/// The finding for a template. Only a template in a chart is certainly one of Helm.
pub(crate) fn finding(level: Level, at: Span, in_chart: bool) -> Finding {
    let help = match in_chart {
        true => "render it first: helm template . | crdc validate -",
        false => {
            "render it with the program that it is for, and check what comes out, as in: helm template . | crdc validate -"
        }
    };
    Finding::new("template", level, at, "this document is a template: nothing in it was validated").help(help)
}

#[cfg(test)]
mod tests {
    use super::{is_one, rest};
    use crdc_source::{Source, parse};

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
            ("data:\n  {% for p in q %}\n  a: 1\n  {% endfor %}\n", true),
            ("{%- if x %}\nkind: A\n{%- endif %}\n", true),
            ("{# from Ansible #}\nkind: A\n", true),
            ("{# from Ansible #}\napiVersion: v1\nkind: A\nmetadata: {name: a}\n", true),
            ("{a: '{# x #}',\napiVersion: v1\nkind: A\n", false),
            ("{\n  {% if x %}\n  \"a\": 1\n  {% endif %}\n}\n", true),
            ("s: 'a {% if x %}'\nb: [\n", false),
            ("s: 5 {% if x %}\nb: [\n", false),
        ] {
            let problems = parse(&Source::new("a.yaml", text)).1;
            assert_eq!(is_one(text, &problems), expected, "{text}");
            let source = Source::new("a.yaml", text);
            assert_eq!(rest(&source, true, &problems).is_some(), text.contains('{'), "{text}");
        }
    }

    #[test]
    fn neighbours_of_a_template_stay() {
        let (object, action) = ("kind: ä\nb: 1\n", "name: {{ x }}\n");
        for (text, in_chart, kept, count) in [
            (format!("{object}---\n{action}"), false, 1, 1),
            (format!("{action}---\n{object}"), false, 1, 1),
            (format!("{action}--- # ä\n{object}---\n{action}---\n{object}"), false, 2, 2),
            (format!("{{% for x in y %}}\n---\n{object}---\n{{% endfor %}}\n"), false, 1, 2),
            (format!("{object}---\nkind: [\n---\n{action}"), false, 1, 1),
            // A string of a document that can be read, in a chart and outside of it.
            (format!("{object}c: '{{{{ x }}}}'\n---\n{action}"), false, 1, 1),
            (format!("{object}c: '{{{{ x }}}}'\n---\n{object}"), true, 1, 1),
            (format!("a: |\n  ---\n  {{{{ x }}}}\n---\n{action}"), false, 1, 1),
        ] {
            let source = Source::new("a.yaml", text.as_str());
            let rest = rest(&source, in_chart, &parse(&source).1).expect("there is a template");
            assert_eq!(rest.templates.len(), count, "{text}");
            for at in &rest.templates {
                assert!(["{{", "{%"].contains(&&text[at.start as usize..at.end as usize]), "{text}");
            }
            assert_eq!(rest.source.text.len(), text.len(), "{text}");
            assert_eq!(parse(&rest.source).0.len(), kept, "{}", rest.source.text);
        }
        for text in ["kind: A\n---\nb: [\n", "kind: A\n---\nb: '{{ x }}'\n---\nc: [\n"] {
            let source = Source::new("a.yaml", text);
            assert!(rest(&source, false, &parse(&source).1).is_none(), "{text}");
        }
    }
}
