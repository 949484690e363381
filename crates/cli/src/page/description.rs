//! Descriptions: plain text that Go comments were written as, with lines broken where the comment was.
//!
//! A blank line ends a paragraph. The lines of a paragraph are joined, so that they fit the page, unless one
//! of them looks like an item of a list, code or a table.

use maud::{Markup, html};

/// The paragraphs of a description.
pub(super) fn paragraphs(text: &str) -> Markup {
    html! {
        @for paragraph in split(text) {
            @if is_arranged(&paragraph) { p.description.arranged { (paragraph.join("\n")) } }
            @else { p.description { (paragraph.join(" ")) } }
        }
    }
}

/// The first sentence of a description, for the summary line of a closed field.
pub(super) fn preview(text: &str) -> String {
    const LONGEST: usize = 110;
    let first = split(text).into_iter().next().unwrap_or_default().join(" ");
    let end = first.find(". ").map_or(first.len(), |at| at + 1);
    let sentence = &first[..end];
    match sentence.char_indices().nth(LONGEST) {
        Some((at, _)) => {
            let cut = sentence[..at].rfind(' ').unwrap_or(at);
            format!("{} …", &sentence[..cut])
        }
        None => sentence.to_owned(),
    }
}

fn split(text: &str) -> Vec<Vec<&str>> {
    let mut paragraphs = vec![Vec::new()];
    for line in text.lines().map(str::trim_end) {
        match paragraphs.last_mut() {
            Some(last) if !line.is_empty() => last.push(line),
            _ => paragraphs.push(Vec::new()),
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

/// Whether a paragraph is more than wrapped text: its line breaks have a meaning.
fn is_arranged(lines: &[&str]) -> bool {
    let marks = |line: &&str| {
        let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
        line.starts_with([' ', '\t', '-', '*', '+', '|', '`', '#', '<', '>', '{', '}', '['])
            || (number.len() < line.len() && number.starts_with(['.', ')']))
    };
    lines.iter().any(marks)
}

#[cfg(test)]
mod tests {
    use super::{paragraphs, preview};

    #[test]
    fn wrapped_lines_are_joined_and_lists_are_kept() {
        let text = "Size of it.\nAt least one.\n\nOne of:\n- a\n- b\n\n\n1. x\n2. <y>";
        assert_eq!(
            paragraphs(text).into_string(),
            "<p class=\"description\">Size of it. At least one.</p>\
             <p class=\"description arranged\">One of:\n- a\n- b</p>\
             <p class=\"description arranged\">1. x\n2. &lt;y&gt;</p>"
        );
        assert_eq!(paragraphs(" \n\n").into_string(), "");
    }

    #[test]
    fn previews_are_one_short_sentence() {
        assert_eq!(preview("Size of it,\ne.g. 3. At least one."), "Size of it, e.g.");
        assert_eq!(preview("a"), "a");
        assert_eq!(preview(""), "");
        assert_eq!(preview(&"é".repeat(200)), format!("{} …", "é".repeat(110)));
        assert_eq!(preview(&format!("word {}", "x".repeat(200))), "word …");
    }
}
