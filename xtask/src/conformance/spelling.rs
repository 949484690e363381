//! Converts keys that PyYAML and Go read differently. In the server's YAML, and in the compiler, they are
//! `false` and `true` (`golden/vectors/yaml.jsonl`).
//!
//! In: a document of the record. Out: the document with those keys quoted, so that Go reads what was
//! recorded.

use std::borrow::Cow;

/// The document with the keys that the recorder read.
pub(super) fn as_recorded(text: &str) -> String {
    let lines: Vec<Cow<'_, str>> = text.split('\n').map(line).collect();
    lines.join("\n")
}

fn line(line: &str) -> Cow<'_, str> {
    let start = line.find(|unit: char| !matches!(unit, ' ' | '-')).unwrap_or(line.len());
    let (indent, rest) = line.split_at(start);
    match rest.split_once(':') {
        Some((key @ ("y" | "Y" | "n" | "N"), value)) if value.is_empty() || value.starts_with(' ') => {
            format!("{indent}'{key}':{value}").into()
        }
        _ => line.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::as_recorded;

    #[test]
    fn keys_alone_are_quoted() {
        assert_eq!(
            as_recorded("a:\n  n:\n    type: y\n  - y: 1\nname: n"),
            "a:\n  'n':\n    type: y\n  - 'y': 1\nname: n"
        );
    }
}
