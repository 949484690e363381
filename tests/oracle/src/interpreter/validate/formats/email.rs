//! Checks the format `email` as Go's `mail.ParseAddress` does. Each function reads one part of the grammar of
//! RFC 5322 from the start of a text, and returns the rest of the text, or `None` if the part is not there.
//
// Go: net/mail/message.go, mime/encodedword.go

use std::net::IpAddr;

type Rest<'t> = &'t str;

/// A word of a display name.
enum Word {
    Plain,
    /// A word of RFC 2047, such as `=?utf-8?q?a?=`: its text, still encoded.
    Encoded(String),
    /// A word of RFC 2047 in a character set that Go does not know.
    BadCharset,
}

/// Whether the text is exactly one address.
pub(super) fn has(text: &str) -> bool {
    match address(text, true) {
        Some((1, rest)) => comments(rest) == Some(""),
        _ => false,
    }
}

/// Skips spaces and tabs.
fn spaces(text: &str) -> Rest<'_> {
    text.trim_start_matches([' ', '\t'])
}

/// Whether Go counts the character as visible.
fn visible(c: char) -> bool {
    ('!'..='~').contains(&c) || !c.is_ascii()
}

/// An address with an optional display name or, if `groups` is set, a group. Returns the number of addresses
/// too.
fn address(text: &str, groups: bool) -> Option<(usize, Rest<'_>)> {
    let text = spaces(text);
    if text.is_empty() {
        return None;
    }
    if let Some(rest) = spec(text) {
        let rest = spaces(rest);
        let Some(inside) = rest.strip_prefix('(') else { return Some((1, rest)) };
        let (comment, rest) = comment(inside)?;
        let bad = comment.split([' ', '\t']).any(|one| matches!(word(one), Word::BadCharset));
        return (!bad).then_some((1, rest));
    }
    let rest = if text.starts_with('<') { text } else { phrase(text)? };
    let rest = spaces(rest);
    match rest.strip_prefix(':') {
        Some(list) if groups => group(list),
        _ => Some((1, spec(rest.strip_prefix('<')?)?.strip_prefix('>')?)),
    }
}

/// The addresses of a group, after its name and colon: `a@b, c@d;`. Returns their number too.
fn group(text: &str) -> Option<(usize, Rest<'_>)> {
    if let Some(rest) = spaces(text).strip_prefix(';') {
        return Some((0, comments(rest)?));
    }
    let (mut count, mut rest) = (0, text);
    loop {
        let (more, after) = address(rest, false)?;
        count += more;
        let after = comments(after)?;
        if let Some(end) = after.strip_prefix(';') {
            return Some((count, comments(end)?));
        }
        rest = after.strip_prefix(',')?;
    }
}

/// An address without a name: `local@domain`.
fn spec(text: &str) -> Option<Rest<'_>> {
    let text = spaces(text);
    let rest = if text.starts_with('"') {
        let (content, rest) = quoted(text)?;
        if content.is_empty() {
            return None;
        }
        rest
    } else {
        dots(text)?
    };
    let domain = spaces(rest.strip_prefix('@')?);
    let Some(literal) = domain.strip_prefix('[') else { return dots(domain) };
    let (inside, rest) = literal.split_once(']')?;
    inside.parse::<IpAddr>().ok()?;
    Some(rest)
}

/// An atom, which may contain dots. Returns it too.
fn atom(text: &str) -> Option<(&str, Rest<'_>)> {
    let end = text.find(|c| !visible(c) || "()<>[]:;@\\,\"".contains(c)).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// An atom whose dots are single and inside.
fn dots(text: &str) -> Option<Rest<'_>> {
    let (atom, rest) = atom(text)?;
    let bad = atom.starts_with('.') || atom.ends_with('.') || atom.contains("..");
    (!bad).then_some(rest)
}

/// A string in double quotes. Returns its content too, without escapes.
fn quoted(text: &str) -> Option<(String, Rest<'_>)> {
    let mut chars = text.strip_prefix('"')?.chars();
    let mut out = String::new();
    loop {
        let mut c = chars.next()?;
        if c == '"' {
            return Some((out, chars.as_str()));
        }
        if c == '\\' {
            c = chars.next()?;
        }
        if !visible(c) && c != ' ' && c != '\t' {
            return None;
        }
        out.push(c);
    }
}

/// A display name: words, strings in quotes, comments.
fn phrase(text: &str) -> Option<Rest<'_>> {
    let (mut words, mut held) = (0, String::new());
    let mut rest = text;
    let failed = loop {
        if words > 0 {
            rest = comments(rest)?;
        }
        rest = spaces(rest);
        if rest.is_empty() {
            break false;
        }
        let read = if rest.starts_with('"') {
            quoted(rest).map(|(_, rest)| (Word::Plain, rest))
        } else {
            atom(rest).map(|(atom, rest)| (word(atom), rest))
        };
        let Some((word, after)) = read else { break true };
        rest = after;
        match word {
            Word::BadCharset => break true,
            Word::Encoded(text) => held.push_str(&text),
            Word::Plain => {
                words += 1 + usize::from(!held.is_empty());
                held.clear();
            }
        }
    };
    words += usize::from(!held.is_empty());
    (!failed || words > 0).then_some(rest)
}

/// A comment after its `(`, up to its `)`; comments may nest. Returns its text too.
fn comment(text: &str) -> Option<(String, Rest<'_>)> {
    let mut out = String::new();
    let mut depth = 1;
    let mut chars = text.chars();
    loop {
        let mut c = chars.next()?;
        match c {
            '\\' => c = chars.next()?,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((out, chars.as_str()));
        }
        out.push(c);
    }
}

/// Skips spaces and comments; `None` if a comment has no end.
fn comments(text: &str) -> Option<Rest<'_>> {
    let mut rest = spaces(text);
    while let Some(inside) = rest.strip_prefix('(') {
        rest = spaces(comment(inside)?.1);
    }
    Some(rest)
}

/// Classifies an atom of a display name.
fn word(text: &str) -> Word {
    let parts: Vec<_> = text.split('?').collect();
    let ["=", charset, encoding, text, "="] = parts.as_slice() else { return Word::Plain };
    let pattern = match *encoding {
        "b" | "B" => "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?",
        "q" | "Q" => "(?:[\\t\\n\\r -<>-~]|=[0-9a-fA-F]{2})*",
        _ => return Word::Plain,
    };
    let text = if pattern.contains('+') { text.replace(['\r', '\n'], "") } else { (*text).to_owned() };
    if charset.is_empty() || !super::is(pattern, &text) {
        return Word::Plain;
    }
    // `(?i)` also matches `ſ` for `s`, as Go's `EqualFold` does.
    if super::is("(?i)utf-8|iso-8859-1|us-ascii", charset) { Word::Encoded(text) } else { Word::BadCharset }
}
