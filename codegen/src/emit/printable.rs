//! Escapes names in comments of generated code. Easy to break: a carriage return in a comment does not
//! compile, a line break ends the comment, and rustc refuses a character that changes the direction of text.

use std::borrow::Cow;

use crdc_vocabulary::go;

/// The text with characters that do not print escaped as in strings of Rust.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(go::is_print) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for unit in text.chars() {
        match unit {
            unit if go::is_print(unit) => out.push(unit),
            unit => out.extend(unit.escape_default()),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn what_does_not_print_is_escaped() {
        for (text, shown) in [
            ("spec.größe \\ 'a' \"b\"", "spec.größe \\ 'a' \"b\""),
            ("a\rb\nc\td", "a\\rb\\nc\\td"),
            ("e\u{202e}f\u{2066}g\u{200f}", "e\\u{202e}f\\u{2066}g\\u{200f}"),
            ("\0\u{7f}\u{85}\u{2028}\u{feff}\u{ad}", "\\u{0}\\u{7f}\\u{85}\\u{2028}\\u{feff}\\u{ad}"),
        ] {
            assert_eq!(printable(text), shown);
        }
    }
}
