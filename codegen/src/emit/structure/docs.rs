//! Converts descriptions to doc comments. In: the description in a schema. Out: one paragraph for rustdoc.
//!
//! Easy to break: rustdoc compiles fenced and indented blocks as code, so none may be left.

use crate::emit::printable;

/// The longest paragraph, in characters.
const LONGEST_PARAGRAPH: usize = 600;

/// The documentation of a place, with the first paragraph of its description.
pub(crate) fn doc(place: &str, description: Option<&str>) -> String {
    let place = printable(place).replace('`', "'");
    match description.map(paragraph).filter(|text| !text.is_empty()) {
        Some(text) => format!(" `{place}`: {text}"),
        None => format!(" `{place}`"),
    }
}

fn paragraph(description: &str) -> String {
    let lines = description.lines().map(str::trim).skip_while(|line| line.is_empty());
    let words: Vec<&str> =
        lines.take_while(|line| !line.is_empty()).flat_map(str::split_whitespace).collect();
    let text = printable(&words.join(" ")).replace("```", "`").replace("~~~", "~");
    match text.char_indices().nth(LONGEST_PARAGRAPH) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::doc;

    #[test]
    fn descriptions_become_one_paragraph() {
        let text = "The size.\n    let x = 1;\n```\ncode\n```\n\nMore.";
        assert_eq!(doc("spec.size", Some(text)), " `spec.size`: The size. let x = 1; ` code `");
        assert_eq!(doc("spec.a`b", Some(" \n")), " `spec.a'b`");
    }
}
