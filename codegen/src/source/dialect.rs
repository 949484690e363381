//! Reports what go-yaml v2, the YAML reader of Kubernetes, rejects but our parser accepts, so that every text
//! that `kubectl` rejects is rejected here too. Also the messages for what both reject.
//
// go.yaml.in/yaml/v2 v2.4.2: readerc.go, scannerc.go, parserc.go

use super::Span;
use crate::diag::{Code, Diagnostic};
use granit_parser::ErrorKind;

fn narrow(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or_default()
}

fn problem(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::YamlSyntax, span, message)
}

/// readerc.go: characters that are not allowed in the text. The first is reported.
pub(super) fn control_characters(text: &str, problems: &mut Vec<Diagnostic>) {
    let refused = |c: char| {
        matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{84}'
            | '\u{86}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}')
    };
    // Bytes first: nearly every text is plain ASCII.
    let suspicious =
        |b: u8| (b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r')) || b == 0x7f || b == 0xc2 || b == 0xef;
    if !text.bytes().any(suspicious) {
        return;
    }
    if let Some((at, c)) = text.char_indices().find(|(_, c)| refused(*c)) {
        let span = Span { start: narrow(at), end: narrow(at + c.len_utf8()) };
        problems.push(
            problem(span, "control characters are not allowed")
                .label(format!("this is U+{:04X}", u32::from(c)))
                .help("write it as an escape in a double-quoted string"),
        );
    }
}

/// scannerc.go: the escapes of double-quoted scalars.
pub(super) fn escapes(text: &str, span: Span, problems: &mut Vec<Diagnostic>) {
    let bytes = slice(text, span).as_bytes();
    let mut at = 0;
    while let Some(step) = bytes[at..].iter().position(|b| *b == b'\\') {
        at += step;
        let start = narrow(at) + span.start;
        match bytes.get(at + 1..) {
            Some([b'/', ..]) => problems.push(
                problem(Span { start, end: start + 2 }, "found unknown escape character")
                    .label("a JSON escape that YAML 1.1 does not have")
                    .help("write `/` without the backslash"),
            ),
            // Half of a surrogate pair; the parser has already checked the digits.
            Some([b'u', b'd' | b'D', b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F', ..]) => problems.push(
                problem(Span { start, end: start + 6 }, "found invalid Unicode character escape code")
                    .label("half of a surrogate pair")
                    .help("write the character itself, or one `\\U` escape with eight digits"),
            ),
            _ => {}
        }
        at = (at + 2).min(bytes.len());
    }
}

/// scannerc.go: a `?` ends an unquoted scalar inside `[]` and `{}`.
pub(super) fn plain_in_flow(scalar: &str, span: Span, problems: &mut Vec<Diagnostic>) {
    if scalar.contains('?') {
        problems.push(
            problem(span, "`?` in an unquoted scalar inside brackets")
                .label("Kubernetes ends the scalar at the `?`")
                .help("put the scalar in quotes"),
        );
    }
}

/// scannerc.go: anchor names consist of letters, digits, `_` and `-`. The span covers `&name` or `*name`.
pub(super) fn anchor_name(text: &str, span: Span, problems: &mut Vec<Diagnostic>) {
    let name = slice(text, span).get(1..).unwrap_or_default();
    if !name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')) {
        problems.push(
            problem(span, "did not find expected alphabetic or numeric character")
                .label("anchor names consist of letters, digits, `_` and `-`"),
        );
    }
}

/// parserc.go, scannerc.go: only `%YAML 1.1` and `%TAG`. The prefix lies between the previous document and
/// the `---`.
pub(super) fn directives(
    text: &str,
    prefix: Span,
    version: Option<(u32, u32)>,
    problems: &mut Vec<Diagnostic>,
) {
    let mut at = prefix.start;
    for line in slice(text, prefix).split_inclusive('\n') {
        let span = Span { start: at, end: at + narrow(line.trim_end().len()) };
        at += narrow(line.len());
        let Some(directive) = line.strip_prefix('%') else {
            continue;
        };
        match directive.split_ascii_whitespace().next() {
            Some("YAML") if version.is_some_and(|version| version != (1, 1)) => problems.push(
                problem(span, "found incompatible YAML document")
                    .label("Kubernetes reads YAML 1.1")
                    .help("remove the directive"),
            ),
            Some("YAML" | "TAG") => {}
            _ => problems.push(problem(span, "found unknown directive name")),
        }
    }
}

/// The token before a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// None, or one that ended at a line break.
    LineStart,
    /// An unquoted scalar, inside a collection or not.
    Plain {
        nested: bool,
    },
    Other,
}

/// scannerc.go: outside brackets, tabs are not allowed where a key may start: at the start of a line and
/// after `-` and `?`. An unquoted scalar consumes the blank lines after it, including indented tabs.
pub(super) fn tabs(text: &str, gap: Span, before: Token, problems: &mut Vec<Diagnostic>) {
    let bytes = text.as_bytes().get(gap.start as usize..gap.end as usize).unwrap_or_default();
    if !bytes.contains(&b'\t') {
        return;
    }
    let mut refused = before == Token::LineStart;
    let mut at = 0;
    if let Token::Plain { nested } = before {
        let taken = bytes.iter().take_while(|b| b.is_ascii_whitespace()).count();
        if !(nested && bytes[..taken].windows(2).any(|pair| pair == b"\n\t")) {
            at = taken;
            refused = bytes[..taken].contains(&b'\n');
        }
    }
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\t' if refused => {
                let start = gap.start + narrow(at);
                problems.push(
                    problem(Span { start, end: start + 1 }, "found character that cannot start any token")
                        .label("a tab")
                        .help("indent with spaces"),
                );
                return;
            }
            b'\n' | b'\r' | b'-' | b'?' => refused = true,
            b'#' => {
                let rest = &bytes[at..];
                at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                continue;
            }
            b' ' | b'\t' | b':' => {}
            // An anchor or a tag.
            _ => refused = false,
        }
        at += 1;
    }
}

/// scannerc.go: if the text ends inside the last line of a block scalar, without a line break, the value has
/// no line break either. True if the parser added one.
pub(super) fn unended(text: &str, span: Span, value: &str) -> bool {
    let last_line = text.rfind('\n').map_or(0, |at| at + 1);
    if last_line == text.len() || (span.end as usize) < text.len() {
        return false;
    }
    let Some(value) = value.strip_suffix('\n') else {
        return false;
    };
    let blank = |line: &str| line.bytes().all(|b| matches!(b, b' ' | b'\t'));
    let value_line = value.rsplit('\n').next().unwrap_or_default();
    // A last line of spaces is content only if it is longer than the indentation.
    !blank(&text[last_line..]) || (!value_line.is_empty() && blank(value_line))
}

/// The first `-` after a mapping key, past the colon, comments, anchor and tag, but not after `limit`.
pub(super) fn first_dash(text: &str, key_end: u32, limit: u32) -> Option<u32> {
    let bytes = text.as_bytes();
    let mut at = key_end as usize;
    let limit = limit as usize;
    while at <= limit {
        let rest = bytes.get(at..)?;
        match rest.first()? {
            b' ' | b'\t' | b'\r' | b'\n' | b':' => at += 1,
            b'#' => at += rest.iter().position(|b| *b == b'\n')?,
            b'&' | b'!' => at += rest.iter().position(u8::is_ascii_whitespace)?,
            b'-' => return Some(narrow(at)),
            _ => return None,
        }
    }
    None
}

/// The first escape that YAML does not have, in the double-quoted scalar that starts at `start`.
fn bad_escape(text: &str, start: u32) -> Option<Span> {
    let mut rest = text.get(start as usize..)?.char_indices().skip(1);
    while let Some((at, c)) = rest.next() {
        match c {
            '"' => return None,
            '\\' => {
                let (next, escape) = rest.next()?;
                if !"0abt\tnvfre \"/\\N_LPxuU\r\n".contains(escape) {
                    let end = start + narrow(next + escape.len_utf8());
                    return Some(Span { start: start + narrow(at), end });
                }
            }
            _ => {}
        }
    }
    None
}

/// The location of an error that the parser reports. For a tab that begins a line, granit-parser may report
/// the start of the scalar before it, or the position after it.
pub(super) fn place(text: &str, kind: &ErrorKind, at: usize) -> usize {
    match kind {
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabInIndentation
        | ErrorKind::TabInPlainScalar
        | ErrorKind::TabAtBlockScalarStart => tab_of_indent(text, at).unwrap_or(at),
        _ => at,
    }
}

/// The first tab in the indentation of a line, searched from the line of `at` on.
fn tab_of_indent(text: &str, at: usize) -> Option<usize> {
    let start = text.get(..at)?.rfind('\n').map_or(0, |line| line + 1);
    let mut line = start;
    for one in text.get(start..)?.split_inclusive('\n') {
        let spaces = one.len() - one.trim_start_matches(' ').len();
        if one[spaces..].starts_with('\t') {
            return Some(line + spaces);
        }
        line += one.len();
    }
    None
}

pub(super) fn syntax(text: &str, kind: &ErrorKind, span: Span) -> Diagnostic {
    let diagnostic = problem(span, kind.to_string());
    match kind {
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabInIndentation
        | ErrorKind::TabInPlainScalar
        | ErrorKind::TabAtBlockScalarStart => diagnostic.help("indent with spaces"),
        ErrorKind::MappingValueNotAllowed => diagnostic
            .label("a second `: ` on this line")
            .help("put the value in quotes if the colon is part of it"),
        ErrorKind::UnexpectedCharacter { .. } => {
            diagnostic.help("put the scalar in quotes if it starts with this character")
        }
        ErrorKind::InvalidQuotedScalarIndent => {
            diagnostic.help("close the quote, or indent this line deeper than the key")
        }
        ErrorKind::UnknownQuotedScalarEscape => {
            let span = bad_escape(text, span.start).unwrap_or(span);
            problem(span, "found unknown escape character")
                .help("double the backslash if you mean a literal one, or use single quotes")
        }
        ErrorKind::UnclosedQuotedScalar => diagnostic.label("opened here"),
        ErrorKind::UnclosedFlowCollection { .. } => diagnostic.label("opened here"),
        _ => diagnostic,
    }
}
