//! Finds the comments of a YAML text. In: a source. Out: their spans, in order, each from its `#` to the end
//! of the line.
//!
//! Easy to break: a `#` in a string or a block scalar is no comment, so the scanner is needed to find
//! comments.

use super::{Source, Span, raw};
use crate::fault;
use crate::limits::too_large;

/// The comments of a text. In a document with an error, only comments before the error are found.
///
/// ```
/// use crdc_source::{Source, comments};
///
/// let text = "a: '# no' # yes\nb: |\n  # no\n";
/// let found = comments(&Source::new("a.yaml", text));
/// let texts: Vec<&str> = found.iter().map(|span| &text[span.start as usize..span.end as usize]).collect();
/// assert_eq!(texts, ["# yes"]);
/// ```
#[must_use]
pub fn comments(source: &Source) -> Vec<Span> {
    let text = source.text.as_str();
    if fault::problem(source).or_else(|| too_large(text)).is_some() {
        return Vec::new();
    }
    raw::comments(text)
}

#[cfg(test)]
mod tests {
    use super::{Source, comments};

    fn found(text: &str) -> Vec<&str> {
        let spans = comments(&Source::new("a", text));
        spans.iter().map(|span| &text[span.start as usize..span.end as usize]).collect()
    }

    #[test]
    fn only_comments_are_comments() {
        for (text, expected) in [
            ("# one\na: 1 # two\n# three\n", &["# one", "# two", "# three"] as &[_]),
            ("a: |  # yes\n  # no\n  x # no\n# yes, too\nb: 1\n", &["# yes", "# yes, too"]),
            ("a: >-\n  # no\nb: 1 #\n", &["#"]),
            ("a: 'x\n  # no\n  '\nb: \"x\n  # no\"\n", &[]),
            ("a: x#no\nb: http://x/#no\n", &[]),
            ("a: [1, # yes\n  '# no', 2] # yes, too\n", &["# yes", "# yes, too"]),
            ("{\"a\": \"# no\"}\n", &[]),
            ("{a: '# no'} # yes\n", &["# yes"]),
            ("a: &x # yes\n  b: 1\nc: *x # yes, too\n", &["# yes", "# yes, too"]),
            ("# yes\n---\n# yes, too\na: 1\n... # at the end\n", &["# yes", "# yes, too", "# at the end"]),
            ("a: 'open\n# no\n", &[]),
            ("a: [1 # yes\nb: }\n# lost\n---\nb: 1 # of the next\n", &["# yes", "# of the next"]),
            ("\u{feff}a: é # é\r\nb: 1 # yes\r\n", &["# é", "# yes"]),
            // Not a document, so it is not read again.
            ("[\n---\x0c # c", &["# c"]),
            ("[\n---\x0b # c", &["# c"]),
            ("[\n---\t# c", &["# c"]),
            ("[\n---\u{85}# c", &["# c"]),
            ("", &[]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
        // JSON has none, whatever the scanner does not like about it.
        let long = format!("{{\"{}\": \"# no\"}}", "# k".repeat(1000));
        for json in [
            r##"{"a # no": ["# no", {"b": "x # no"}], "c": "\u0023 # no"} ["# no"]"##,
            r##"["\/ # no", "\ud83d # no", "\ud83d\ude00 # no", "\\", " # no", "\" # no"]"##,
            "{\n\t\"a\"\t:\t\"\t# no\",\r\n\"b\":\"\u{85}# no\u{2028} # no\u{2028}---\u{2028}# no\"}\n{}\n[]\n\"# no\"",
            "[1,\n-1\n,\n\"---\",\"\u{2028}--- # no\"]\n\"# no\"",
            &long,
        ] {
            assert_eq!(found(json), [""; 0], "{json}");
        }
        let many = "# x\n".repeat(10_000) + "a: 1\n";
        assert_eq!(found(&many).len(), 10_000);
    }
}
