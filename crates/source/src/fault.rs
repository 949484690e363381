//! Reports sources that could not be read.

use crate::diag::{Code, Diagnostic};
use crate::text::{Fault, Source, Span};

/// The problem of a source that could not be read.
pub(super) fn problem(source: &Source) -> Option<Diagnostic> {
    Some(match source.fault()? {
        Fault::NotUtf8 { at, byte, utf16 } => {
            let message = format!("the file is not UTF-8: byte 0x{byte:02x} at offset {at}");
            let help = if *utf16 { "it looks like UTF-16: save it as UTF-8" } else { "save it as UTF-8" };
            let offset = u32::try_from(*at).unwrap_or(u32::MAX);
            Diagnostic::new(Code::SourceNotUtf8, Span { start: offset, end: offset }, message).help(help)
        }
        Fault::Unreadable(error) => {
            let message = format!("the file cannot be read: {error}");
            Diagnostic::new(Code::SourceUnreadable, Span::default(), message)
                .help("make it readable, or move it out of the folder")
        }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Source, problem};

    #[test]
    fn bytes_that_are_not_text_are_a_problem_with_a_place() {
        let source = Source::from_bytes("a", b"a: 1\nb: \xff\n".to_vec());
        let found = problem(&source).unwrap();
        assert_eq!(found.message, "the file is not UTF-8: byte 0xff at offset 8");
        assert_eq!(source.line_column(found.span.start), (2, 4));
        let found = problem(&Source::from_bytes("a", b"\xff\xfea\0".to_vec())).unwrap();
        assert_eq!(found.help.as_deref(), Some("it looks like UTF-16: save it as UTF-8"));
        assert_eq!(Source::from_bytes("a", b"a".to_vec()), Source::new("a", "a"));
    }
}
