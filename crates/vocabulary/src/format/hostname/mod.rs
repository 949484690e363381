//! `hostname`: host names with letters and symbols of any script.
//!
//! The server's pattern has two forms. A single label may have a dash as its second character only. Labels
//! separated by dots may have dashes inside, and the last label needs two or more letters. A label has at
//! most 63 bytes, the whole name 255.
// kube-openapi: strfmt/default.go HostnamePattern, IsHostname

mod unicode;

/// `example.com`, `localhost`, `bücher.example`.
pub fn hostname(content: &[u8]) -> bool {
    if content.len() > 255 {
        return false;
    }
    let Ok(text) = core::str::from_utf8(content) else { return false };
    match text.rsplit_once('.') {
        None => is_alone(text),
        Some((labels, last)) => is_top(last) && labels.split('.').all(is_label),
    }
}

fn is_alone(label: &str) -> bool {
    let mut chars = label.chars();
    let first = chars.next().is_some_and(is_inside);
    let dashed = chars.as_str();
    let rest = dashed.strip_prefix('-').unwrap_or(dashed);
    label.len() <= 63 && first && rest.chars().all(is_inside)
}

fn is_label(label: &str) -> bool {
    let ends = !label.is_empty() && !label.starts_with('-') && !label.ends_with('-');
    label.len() <= 63 && ends && label.chars().all(|c| c == '-' || is_inside(c))
}

fn is_top(label: &str) -> bool {
    let letter = |c: char| if c.is_ascii() { c.is_ascii_alphabetic() } else { unicode::is_letter(c) };
    label.len() <= 63 && label.chars().nth(1).is_some() && label.chars().all(letter)
}

/// A letter, a symbol, or an ASCII digit.
fn is_inside(c: char) -> bool {
    match c {
        '0'..='9' | 'a'..='z' | 'A'..='Z' => true,
        '$' | '+' | '<' | '=' | '>' | '^' | '`' | '|' | '~' => true,
        '\0'..='\x7F' => false,
        _ => unicode::is_letter(c) || unicode::is_symbol(c),
    }
}
