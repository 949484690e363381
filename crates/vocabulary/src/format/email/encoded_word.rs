//! Encoded words in display names: `=?utf-8?q?=C3=A9?=`.
//!
//! The address is rejected if a word is encoded correctly but its character set is unknown.
// Go: mime/encodedword.go WordDecoder.Decode

use alloc::vec::Vec;

/// The kind of a word.
pub(super) enum Word {
    /// A word that is not encoded.
    Plain,
    /// Encoded text.
    Encoded { empty: bool },
    /// Encoded text in a character set that Go does not know.
    UnknownCharset,
}

/// Reads a word without spaces.
pub(super) fn read(word: &[u8]) -> Word {
    let Some(inside) = word.strip_prefix(b"=?").and_then(|word| word.strip_suffix(b"?=")) else {
        return Word::Plain;
    };
    let mut parts = inside.split(|&b| b == b'?');
    let (Some(charset), Some(encoding), Some(text), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Word::Plain;
    };
    let decodes = match encoding {
        b"B" | b"b" => is_base64(text),
        b"Q" | b"q" => is_quoted(text),
        _ => false,
    };
    if charset.is_empty() || !decodes {
        Word::Plain
    } else if is_known(charset) {
        Word::Encoded { empty: text.is_empty() }
    } else {
        Word::UnknownCharset
    }
}

/// Whether no word of a comment has an unknown character set. A backslash escapes the next byte.
pub(super) fn are_known(comment: &[u8]) -> bool {
    let known = |text: &[u8]| {
        let mut words = text.split(|&b| b == b' ' || b == b'\t');
        words.all(|word| !matches!(read(word), Word::UnknownCharset))
    };
    if !comment.contains(&b'\\') {
        return known(comment);
    }
    let mut escaped = false;
    let unescaped = comment.iter().copied().filter(|&b| {
        escaped = !escaped && b == b'\\';
        !escaped
    });
    known(&unescaped.collect::<Vec<u8>>())
}

/// Go folds case by Unicode: ſ (U+017F) equals s.
fn is_known(charset: &[u8]) -> bool {
    let same = |name: &[u8]| {
        let mut rest = charset;
        let all = name.iter().all(|wanted| match rest {
            [first, tail @ ..] if first.eq_ignore_ascii_case(wanted) => {
                rest = tail;
                true
            }
            [0xC5, 0xBF, tail @ ..] if *wanted == b's' => {
                rest = tail;
                true
            }
            _ => false,
        });
        all && rest.is_empty()
    };
    [&b"utf-8"[..], b"iso-8859-1", b"us-ascii"].into_iter().any(same)
}

/// Groups of four characters with padding; line breaks are allowed anywhere.
fn is_base64(text: &[u8]) -> bool {
    let (mut digits, mut padding) = (0_usize, 0_usize);
    for byte in text {
        match byte {
            b'\r' | b'\n' => {}
            b'=' => padding += 1,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'/' if padding == 0 => digits += 1,
            _ => return false,
        }
    }
    padding <= 2 && (digits + padding) % 4 == 0
}

/// Printable ASCII; every `=` must be followed by two hexadecimal digits.
fn is_quoted(text: &[u8]) -> bool {
    let plain = |text: &[u8]| text.iter().all(|b| matches!(b, b' '..=b'~' | b'\n' | b'\r' | b'\t'));
    let mut parts = text.split(|&b| b == b'=');
    parts.next().is_none_or(plain)
        && parts.all(|part| match part {
            [a, b, rest @ ..] => a.is_ascii_hexdigit() && b.is_ascii_hexdigit() && plain(rest),
            _ => false,
        })
}
