//! Checks the separators at which kubectl splits a text: each line that begins with `---`, even inside a YAML
//! value. In: a text. Out: findings for the text that kubectl cannot read.
//
// apimachinery: pkg/util/yaml/decoder.go YAMLReader.Read

use crate::validate::findings::finding::{Finding, Level};
use crdc_source::Span;

const SEPARATOR: &str = "---";

/// The number of bytes of a line that a message quotes.
const MOST_SHOWN: usize = 200;

/// The findings for text on the line of a separator, and for directives, which become a document of their
/// own.
pub(crate) fn problems(text: &str) -> Vec<Finding> {
    // kubectl tries to read JSON first.
    if text.trim_start().starts_with('{') {
        return Vec::new();
    }
    let (mut found, mut start) = (Vec::new(), 0);
    let mut is_begun = false;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        if let Some(content) = line.strip_prefix(SEPARATOR).map(str::trim) {
            if !content.is_empty() && !content.starts_with('#') {
                let shown: String = content.chars().take(MOST_SHOWN).collect();
                let message = format!("invalid Yaml document separator: {shown}");
                let help = "write what is behind `---` on the next line: kubectl stops here";
                found.push(problem(start, words, message).help(help));
            }
            is_begun = false;
        } else if !is_begun && line.starts_with('%') {
            let message =
                "kubectl takes a directive for a document of its own, which cannot be read".to_owned();
            found.push(
                problem(start, words, message).help("remove the line: YAML is read as 1.1 in any case"),
            );
        }
        is_begun |= !words.is_empty() && !words.starts_with(['#', '%']) && !line.starts_with(SEPARATOR);
        start += line.len();
    }
    found
}

/// A finding at a line with these words.
fn problem(start: usize, words: &str, message: String) -> Finding {
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let span = Span { start: narrow(start), end: narrow(start + words.len()) };
    Finding::new("yaml-syntax", Level::Error, span, message)
}

#[cfg(test)]
mod tests {
    use super::problems;

    #[test]
    fn only_comments_stand_behind_separators() {
        for (text, expected) in [
            ("--- {a: 1}\n", &["invalid Yaml document separator: {a: 1}"] as &[_]),
            (
                "a: 1\n--- !t\nb: 1\n--- x",
                &["invalid Yaml document separator: !t", "invalid Yaml document separator: x"],
            ),
            ("---- a\n", &["invalid Yaml document separator: - a"]),
            ("a: 'x\n--- y'\n", &["invalid Yaml document separator: y'"]),
            ("--- # yes\na: 1\n---\t\r\n---\n", &[]),
            ("a: |\n  --- x\n # --- x\n", &[]),
            ("{\"a\": 1}\n--- x\n", &[]),
            (
                "%YAML 1.1\n---\na: 1\n",
                &["kubectl takes a directive for a document of its own, which cannot be read"],
            ),
            (
                "# a\n%TAG ! x\n",
                &["kubectl takes a directive for a document of its own, which cannot be read"],
            ),
            ("a: |\n  b\n%c\n", &[]),
            ("", &[]),
        ] {
            let found: Vec<String> = problems(text).into_iter().map(|problem| problem.message).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
