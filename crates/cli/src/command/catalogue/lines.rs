//! Joins the lines of an answer. In: lines, whose words are of a file. Out: a text with as many lines.

use crdc_source::diag::outside;

/// The text. A line break in a name begins no line.
pub(super) fn text(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(&outside::line(line));
        text.push('\n');
    }
    text
}
