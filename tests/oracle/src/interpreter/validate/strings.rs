//! `maxLength`, `minLength`, `pattern`: only the first failure of these is reported. Lengths count code
//! points. A failure of `format` is reported separately.
//
// kube-openapi: pkg/validation/validate/validator.go, stringValidator

use super::Found;
use super::failure::{Failure, What};
use super::formats;
use crate::expressions::compiled;
use crate::interpreter::structural::Structural;

/// Adds the failures of a string to `out`.
pub(super) fn check(path: &str, schema: &Structural, text: &str, out: &mut Found) {
    if let Some(failure) = formats::check(path, schema, text) {
        out.push(failure);
    }
    let length = text.chars().count() as i64;
    if let Some(max) = schema.max_length.filter(|max| length > *max) {
        return out.push(Failure::new(path, What::TooLong { max }));
    }
    if let Some(min) = schema.min_length.filter(|min| length < *min) {
        let why = format!("should be at least {min} chars long");
        return out.push(Failure::body(path, text.into(), &why));
    }
    if let Some(pattern) = schema.pattern.as_deref().filter(|pattern| !matches(pattern, text)) {
        out.push(Failure::body(path, text.into(), &format!("should match '{pattern}'")));
    }
}

/// Whether a text matches a pattern. This uses another engine than crdc, which is sufficient for the patterns
/// of the tests. `vectors/patterns.jsonl` tests patterns for which the two engines differ in more than
/// syntax.
fn matches(pattern: &str, text: &str) -> bool {
    compiled(&respelled(pattern)).is_some_and(|regex| regex.is_match(text))
}

/// Converts RE2 syntax to the syntax of the regex crate: Perl classes are ASCII, a bracket in brackets is
/// literal.
fn respelled(pattern: &str) -> String {
    let mut out = String::new();
    let mut runes = pattern.chars().peekable();
    let mut inside = false;
    while let Some(rune) = runes.next() {
        match rune {
            '\\' => match runes.next() {
                Some('d') => out.push_str("[0-9]"),
                Some('D') => out.push_str("[^0-9]"),
                Some('w') => out.push_str("[0-9A-Za-z_]"),
                Some('W') => out.push_str("[^0-9A-Za-z_]"),
                Some('s') => out.push_str("[\\t\\n\\x0C\\r ]"),
                Some('S') => out.push_str("[^\\t\\n\\x0C\\r ]"),
                Some('b') if !inside => out.push_str("(?-u:\\b)"),
                Some(other) => out.extend(['\\', other]),
                None => out.push('\\'),
            },
            '[' if inside && runes.peek() != Some(&':') => out.push_str("\\["),
            '&' | '~' if inside => out.extend(['\\', rune]),
            '[' if !inside => {
                inside = true;
                out.push('[');
                if runes.next_if_eq(&'^').is_some() {
                    out.push('^');
                }
                // A bracket in first position is literal.
                if runes.next_if_eq(&']').is_some() {
                    out.push_str("\\]");
                }
            }
            '[' => {
                // `[:alpha:]` ends with its own bracket.
                out.push('[');
                for rune in runes.by_ref() {
                    out.push(rune);
                    if rune == ']' {
                        break;
                    }
                }
            }
            ']' => {
                inside = false;
                out.push(']');
            }
            _ => out.push(rune),
        }
    }
    out
}
