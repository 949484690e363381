//! The limits of go-yaml v2, the YAML reader of Kubernetes: problems, and characters that no text may have.
//
// go.yaml.in/yaml/v2 v2.4.3: readerc.go

use super::Span;
use crate::diag::{Code, Diagnostic};

/// The problem that ends the document.
#[derive(Debug)]
pub(super) struct Fault(pub(super) Box<Diagnostic>);

impl From<Diagnostic> for Fault {
    fn from(problem: Diagnostic) -> Fault {
        Fault(Box::new(problem))
    }
}

pub(super) fn problem(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::YamlSyntax, span, message)
}

/// Characters that are not allowed in the text. The first is reported.
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
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let span = Span { start: narrow(at), end: narrow(at + c.len_utf8()) };
        problems.push(
            problem(span, "control characters are not allowed")
                .label(format!("this is U+{:04X}", u32::from(c)))
                .help("write it as an escape in a double-quoted string"),
        );
    }
}
