//! Reads the values of literals: numbers, and strings with their escape sequences.
//
// cel-go: parser/unescape.go, parser/parser.go (VisitInt, VisitUint, VisitDouble)

use crate::compile::ast::Constant;
use crate::compile::issues::LiteralError;

pub(super) fn int(text: &str, negative: bool) -> Result<Constant, LiteralError> {
    let sign = if negative { "-" } else { "" };
    let read = match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(&format!("{sign}{digits}"), 16),
        None => format!("{sign}{text}").parse(),
    };
    read.map(Constant::Int).map_err(|_| LiteralError::Int)
}

pub(super) fn uint(text: &str) -> Result<Constant, LiteralError> {
    let text = text.trim_end_matches(['u', 'U']);
    let read = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    read.map(Constant::Uint).map_err(|_| LiteralError::Uint)
}

pub(super) fn double(text: &str, negative: bool) -> Result<Constant, LiteralError> {
    // Go reports a number that is too large; Rust reads it as infinite.
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Constant::Double(if negative { -value } else { value })),
        _ => Err(LiteralError::Double),
    }
}

/// The content of a string literal, given with its prefix and quotes.
pub(super) fn string(text: &str) -> Result<String, LiteralError> {
    let bytes = unescape(text, false)?;
    String::from_utf8(bytes).map_err(|_| LiteralError::Escape)
}

/// The content of a bytes literal, without its prefix `b`.
pub(super) fn bytes(text: &str) -> Result<Vec<u8>, LiteralError> {
    unescape(text, true)
}

fn unescape(text: &str, bytes: bool) -> Result<Vec<u8>, LiteralError> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let (text, raw) = match text.strip_prefix(['r', 'R']) {
        Some(rest) => (rest, true),
        None => (text.as_str(), false),
    };
    let content = ["'''", "\"\"\"", "'", "\""].into_iter().find_map(|quotes| {
        // `''` is empty, not the start of a longer quote.
        text.strip_prefix(quotes)?.strip_suffix(quotes)
    });
    let content = content.ok_or(LiteralError::Escape)?;
    if raw || !content.contains('\\') {
        return Ok(content.as_bytes().to_vec());
    }
    let mut value = Vec::with_capacity(content.len());
    let mut rest = content;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c == '\\' {
            rest = escape(rest, bytes, &mut value)?;
        } else {
            value.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Ok(value)
}

/// Reads the escape sequence after a backslash, and returns the rest of the text.
fn escape<'t>(text: &'t str, bytes: bool, value: &mut Vec<u8>) -> Result<&'t str, LiteralError> {
    let c = text.chars().next().ok_or(LiteralError::Backslash)?;
    let rest = &text[c.len_utf8()..];
    let simple = match c {
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'n' => 10,
        'r' => 13,
        't' => 9,
        'v' => 11,
        '\\' | '\'' | '"' | '`' | '?' => c as u8,
        'x' | 'X' => return number(rest, 2, 16, bytes, value),
        'u' | 'U' if bytes => return Err(LiteralError::Escape),
        'u' => return number(rest, 4, 16, false, value),
        'U' => return number(rest, 8, 16, false, value),
        '0'..='3' => return number(text, 3, 8, bytes, value),
        _ => return Err(LiteralError::Escape),
    };
    value.push(simple);
    Ok(rest)
}

/// Reads the number of an escape, which is a byte or a code point.
fn number<'t>(
    text: &'t str,
    digits: usize,
    radix: u32,
    byte: bool,
    value: &mut Vec<u8>,
) -> Result<&'t str, LiteralError> {
    let wrong = if radix == 8 { LiteralError::Octal } else { LiteralError::Escape };
    let written = text.get(..digits).filter(|written| written.chars().all(|c| c.is_digit(radix)));
    let number = u32::from_str_radix(written.ok_or(wrong)?, radix).map_err(|_| wrong)?;
    if byte {
        value.push(u8::try_from(number).map_err(|_| wrong)?);
    } else {
        let c = char::from_u32(number).ok_or(LiteralError::CodePoint)?;
        value.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    Ok(&text[digits..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(string(r#""\303\277""#).as_deref(), Ok("Ã¿"));
        assert_eq!(bytes(r#""\303\277é""#), Ok(vec![0o303, 0o277, 0xc3, 0xa9]));
        assert_eq!(string(r"'\U0001F600\u0041\x41\?'").as_deref(), Ok("😀AA?"));
        assert_eq!(string(r"'\uD800'"), Err(LiteralError::CodePoint));
        assert_eq!(string("r'\\d'").as_deref(), Ok("\\d"));
        assert_eq!(string("'''a\r\nb'''").as_deref(), Ok("a\nb"));
        assert_eq!(string("''").as_deref(), Ok(""));
        assert_eq!(string("''''''").as_deref(), Ok(""));
    }

    #[test]
    fn numbers() {
        assert_eq!(int("9223372036854775808", true), Ok(Constant::Int(i64::MIN)));
        assert_eq!(int("9223372036854775808", false), Err(LiteralError::Int));
        assert_eq!(int("0x10", true), Ok(Constant::Int(-16)));
        assert_eq!(uint("0xfu"), Ok(Constant::Uint(15)));
        assert_eq!(double("1e999", false), Err(LiteralError::Double));
    }
}
