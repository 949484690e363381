//! Converts messages to Markdown. In: one message. Out: one line that renders as the same words.
//!
//! Names between backticks in messages stay code. Easy to break: text of a document must not become markup:
//! neither HTML nor a cell of a table.

use super::shown::one_line;

/// A message as a cell of a table.
#[must_use]
pub fn cell(message: &str) -> String {
    line(message).replace('|', "\\|")
}

/// A message as a part of a line.
#[must_use]
pub fn line(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut is_code = false;
    for c in one_line(message).chars() {
        match c {
            '`' => {
                is_code = !is_code;
                out.push(c);
            }
            '<' if !is_code => out.push_str("&lt;"),
            '*' | '_' | '[' | ']' | '~' | '\\' if !is_code => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    // An open code span would include the following text.
    if is_code {
        out.push('`');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{cell, line};

    #[test]
    fn texts_are_no_markup() {
        assert_eq!(cell("`a_b` is <b> *x* | y"), "`a_b` is &lt;b> \\*x\\* \\| y");
        assert_eq!(line("a | b"), "a | b");
        assert_eq!(line("two\nlines `open"), "two lines `open`");
        assert_eq!(line("[a](b)"), "\\[a\\](b)");
    }
}
