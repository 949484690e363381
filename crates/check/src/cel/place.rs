//! Finds the characters of a rule in the document: in plain, quoted, folded and literal scalars, and in JSON.
//!
//! White space may be folded or indented. All other characters of a scalar appear in the document in the same
//! order, so a character is found by counting these.

use crdc_cel::compile::{Text, comments};
use crdc_schema::At;
use crdc_source::Span;

/// The span of the character at an offset (in code points) of a scalar; the whole scalar if it is not found.
pub(super) fn place(scalar: &At<String>, offset: u32, text: Option<&str>) -> Span {
    text.map_or(scalar.span, |text| place_in_scalar(&scalar.value, scalar.span, offset, text))
}

/// The span of the character in a scalar with the value `value`, which is at `whole` in `text`.
#[must_use]
pub fn place_in_scalar(value: &str, whole: Span, offset: u32, text: &str) -> Span {
    let Some(written) = text.get(whole.start as usize..whole.end as usize) else { return whole };
    let wanted = value.chars().nth(offset as usize);
    let before = value.chars().take(offset as usize).filter(|c| !c.is_whitespace()).count();
    // White space is located after the character before it, and the end of the rule after its last character.
    let (count, after) = match wanted {
        Some(c) if !c.is_whitespace() => (before, false),
        _ => (before.saturating_sub(1), true),
    };
    let found = pieces(written).filter(|piece| !piece.blank).nth(count);
    let start = match found {
        Some(piece) if after && before > 0 => piece.start + piece.length,
        Some(piece) => piece.start,
        None => return whole,
    };
    let length = match found {
        Some(piece) if !after => piece.length,
        _ => written[start..].chars().next().map_or(0, char::len_utf8),
    };
    let at = |offset: usize| whole.start.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
    Span { start: at(start), end: at(start + length).min(whole.end) }
}

/// The span of a comment in an expression that extends over several lines of `text`, because YAML folds them
/// into one line. The other lines are then part of the comment, not of the expression.
#[must_use]
pub fn folded_comment(value: &str, whole: Span, text: &str) -> Option<Span> {
    let is_folded = |span: Span| {
        let written = text.get(span.start as usize..span.end as usize);
        written.is_some_and(|written| written.trim_end().contains('\n'))
    };
    if !value.contains("//") || !is_folded(whole) {
        return None;
    }
    let scanned = Text::new(value);
    comments(&scanned).into_iter().find_map(|(start, end)| {
        let words = scanned.slice(start, end);
        let length = words.trim_end().chars().count();
        let last = start + u32::try_from(length.saturating_sub(1)).unwrap_or_default();
        let [first, last] = [start, last].map(|offset| place_in_scalar(value, whole, offset, text));
        Some(Span { start: first.start, end: last.end }).filter(|span| is_folded(*span))
    })
}

/// The help for a comment in a folded text.
pub const UNFOLD: &str = "write the expression as a block with `|`, which keeps its lines: they are folded into one, and the comment takes the rest of it";

/// The span of the characters between two offsets of a scalar; the whole scalar if they are not found.
pub(super) fn place_of(scalar: &At<String>, start: u32, end: u32, text: Option<&str>) -> Span {
    let first = place(scalar, start, text);
    let last = place(scalar, end.saturating_sub(1), text);
    if last.end <= first.start { first } else { Span { start: first.start, end: last.end } }
}

/// A character of a scalar as it is written: itself, or an escape sequence.
#[derive(Clone, Copy)]
struct Piece {
    start: usize,
    length: usize,
    blank: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Style {
    Plain,
    Single,
    Double,
}

fn pieces(written: &str) -> impl Iterator<Item = Piece> + '_ {
    let (style, mut at, end) = match written.as_bytes().first() {
        Some(b'"') => (Style::Double, 1, written.len().saturating_sub(1)),
        Some(b'\'') => (Style::Single, 1, written.len().saturating_sub(1)),
        // The header of a block scalar ends with its line.
        Some(b'|' | b'>') => {
            (Style::Plain, written.find('\n').map_or(written.len(), |at| at + 1), written.len())
        }
        _ => (Style::Plain, 0, written.len()),
    };
    std::iter::from_fn(move || {
        let rest = written.get(at..end).filter(|rest| !rest.is_empty())?;
        let first = rest.chars().next()?;
        let (length, blank) = match (style, first) {
            (Style::Double, '\\') => escape(rest),
            (Style::Single, '\'') if rest.starts_with("''") => (2, false),
            _ => (first.len_utf8(), first.is_whitespace()),
        };
        let piece = Piece { start: at, length, blank };
        at += length;
        Some(piece)
    })
}

/// The length of an escape sequence in double quotes, and whether it is white space or nothing.
fn escape(rest: &str) -> (usize, bool) {
    let Some(c) = rest[1..].chars().next() else { return (1, false) };
    let digits = match c {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => {
            return (
                1 + c.len_utf8(),
                matches!(c, 'n' | 'r' | 't' | ' ' | '_' | 'N' | 'L' | 'P' | 'v' | 'f' | '\n' | '\t'),
            );
        }
    };
    let length = (2 + digits).min(rest.len());
    let code = rest.get(2..length).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let Some(code) = code else { return (2, false) };
    // Two escapes of JSON can be one character.
    if (0xd800..0xdc00).contains(&code) && rest[length..].starts_with("\\u") {
        return ((length + 6).min(rest.len()), false);
    }
    (length, char::from_u32(code).is_some_and(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::place;
    use crdc_schema::At;
    use crdc_source::Span;

    /// The text at the place of `what` in the value.
    fn placed<'t>(written: &'t str, value: &str, what: &str) -> &'t str {
        let end = u32::try_from(written.len()).expect("a short text");
        let span = Span { start: 0, end };
        let scalar = At { value: value.to_owned(), span, key: span };
        let bytes = value.find(what).unwrap_or(value.len());
        let offset = u32::try_from(value[..bytes].chars().count()).expect("a short text");
        let found = place(&scalar, offset, Some(written));
        &written[found.start as usize..]
    }

    #[test]
    fn characters_are_found_in_all_styles() {
        assert_eq!(placed("self.a == é.b", "self.a == é.b", "b"), "b");
        assert_eq!(placed("'self == ''x'' && y'", "self == 'x' && y", "y"), "y'");
        assert_eq!(placed(r#""a\n == \"x\" \u00e9 y""#, "a\n == \"x\" é y", "y"), "y\"");
        assert_eq!(placed(">-\n    a ==\n    b\n\n    c", "a == b\nc", "c"), "c");
        assert_eq!(placed("|\n  a ==\n    b\n", "a ==\n  b\n", "b"), "b\n");
        assert_eq!(placed("a ==\n  b", "a == b", "=="), "==\n  b");
        assert_eq!(placed(r#""\ud83d\ude00 x""#, "😀 x", "x"), "x\"");
    }

    #[test]
    fn comments_of_several_lines_are_found() {
        for (written, value, found) in [
            ("|\n  // a\n  b\n", "// a\nb\n", None),
            (">\n  // a\n  b\n", "// a b\n", Some("// a\n  b")),
            (">\n  a // why\n", "a // why\n", None),
            (">-\n  a // why\n\n  && b // c\n  && d", "a // why\n&& b // c && d", Some("// c\n  && d")),
            ("a // why\n  && b", "a // why && b", Some("// why\n  && b")),
            ("'a // why\n  && b'", "a // why && b", Some("// why\n  && b")),
            ("\"a // why\\n\n  && b\"", "a // why\n && b", None),
            (">\n  'http://a' ==\n  b", "'http://a' == b", None),
        ] {
            let whole = Span { start: 0, end: u32::try_from(written.len()).expect("a short text") };
            let span = super::folded_comment(value, whole, written);
            assert_eq!(span.map(|span| &written[span.start as usize..span.end as usize]), found, "{written}");
        }
    }

    #[test]
    fn the_end_has_a_place() {
        assert_eq!(placed("a ==", "a ==", "$"), "");
        assert_eq!(placed("'a == '", "a == ", "$"), " '");
    }
}
