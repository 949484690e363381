//! Writes the reference page of markers. In: the registry of markers. Out: the text of `docs/markers.md`.

use super::{Marker, REGISTRY, argument, foreign};
use std::fmt::Write;

/// The reference page of markers, as Markdown: the content of `docs/markers.md`.
#[must_use]
pub fn page() -> String {
    let mut out = String::from(HEAD);
    out.push_str("| marker | in the schema | types |\n|---|---|---|\n");
    for marker in REGISTRY {
        let anchor: String = marker.name.chars().filter_map(anchor).collect();
        let _ =
            writeln!(out, "| [`{}`](#{anchor}) | {} | {} |", marker.name, marker.keyword, marker.on.words());
    }
    for marker in REGISTRY {
        section(marker, &mut out);
    }
    out.push_str(FOREIGN);
    for (name, meaning, help) in foreign::REFUSED {
        let _ = writeln!(out, "| `+{name}` | {meaning} | {help} |");
    }
    out.push_str("\nThese are ignored, since they do not constrain values: ");
    let names: Vec<String> = foreign::LEFT_ALONE.iter().map(|name| format!("`+{name}…`")).collect();
    let _ = writeln!(out, "{}.", names.join(", "));
    out
}

const HEAD: &str = "# Markers\n\nGenerated from `crates/derive/src/markers/` by a test; do not edit.\n\nA marker is \
a line of a doc comment that begins with `+` and a letter, on a struct or an enum with `#[derive(crdc::Rules)]`, on \
its fields or on its variants. Each marker has its own line; a comment may follow (`+optional // so`). Lines in a \
code fence are not markers. All spellings of a marker mean the same, and a field may have several of them if they \
agree. A marker that is misspelled, misplaced or not supported is an error on its line.\n\n";

const FOREIGN: &str = "\n## Markers of other tools\n\ncrdc does not support these markers, so they are errors:\n\n\
| marker | what it declares | instead |\n|---|---|---|\n";

fn section(marker: &Marker, out: &mut String) {
    let stands: Vec<&str> = marker.stands.iter().map(|stand| stand.words()).collect();
    let _ = write!(out, "\n## `{}`\n\n{}\n\n", marker.name, marker.meaning);
    let written = |name: &str, takes| format!("`+{name}{}`", argument::form(takes));
    let spellings: Vec<String> =
        marker.spellings.iter().map(|spelling| written(spelling.name, spelling.takes)).collect();
    let _ = writeln!(
        out,
        "- Spellings: {}{}",
        spellings.join(", "),
        if marker.repeats { "; may be repeated" } else { "" }
    );
    let _ = writeln!(out, "- Allowed on: {}; types: {}", stands.join(", "), marker.on.words());
    let _ = writeln!(out, "- In the schema: {}", marker.keyword);
    let _ = write!(out, "\n```rust,ignore\n{}\n```\n", marker.example);
}

/// A character of a GitHub heading anchor.
fn anchor(letter: char) -> Option<char> {
    match letter {
        ' ' => Some('-'),
        _ if letter.is_alphanumeric() || letter == '-' || letter == '_' => Some(letter.to_ascii_lowercase()),
        _ => None,
    }
}
