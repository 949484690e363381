//! The registry in, the page `docs/markers.md` out.

use super::{Marker, REGISTRY, argument, foreign};
use std::fmt::Write;

/// The reference page of markers, as Markdown. `docs/markers.md` is this text.
#[must_use]
pub fn page() -> String {
    let mut out = String::from(HEAD);
    out.push_str("| marker | in a schema | at |\n|---|---|---|\n");
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
    out.push_str("\nLeft alone, since they say nothing of values: ");
    let names: Vec<String> = foreign::LEFT_ALONE.iter().map(|name| format!("`+{name}…`")).collect();
    let _ = writeln!(out, "{}.", names.join(", "));
    out
}

const HEAD: &str = "# Markers\n\nMade of `codegen/src/typed/markers/` by a test; do not edit.\n\nA marker is a line of a doc \
comment that begins with `+` and a letter, at a struct or an enum with `#[derive(crdc::Rules)]`, at its fields or at its \
variants. It stands alone on its line; a comment may follow (`+optional // so`). Lines in a fence are an example, not \
markers. All spellings of a marker mean the same, and two of them may stand side by side as long as they agree. What is \
misspelt, stands where it means nothing or cannot be honoured is an error at its own line.\n\n";

const FOREIGN: &str = "\n## Markers of other tools\n\nThese would mean something that is not done here, so they are errors:\n\n\
| marker | what it means | instead |\n|---|---|---|\n";

fn section(marker: &Marker, out: &mut String) {
    let stands: Vec<&str> = marker.stands.iter().map(|stand| stand.words()).collect();
    let _ = write!(out, "\n## `{}`\n\n{}\n\n", marker.name, marker.meaning);
    let written = |name: &str, takes| format!("`+{name}{}`", argument::form(takes));
    let spellings: Vec<String> =
        marker.spellings.iter().map(|spelling| written(spelling.name, spelling.takes)).collect();
    let _ = writeln!(
        out,
        "- Written: {}{}",
        spellings.join(", "),
        if marker.repeats { "; may be repeated" } else { "" }
    );
    let _ = writeln!(out, "- Stands at: {}, of {}", stands.join(", "), marker.on.words());
    let _ = writeln!(out, "- In a schema: {}", marker.keyword);
    let _ = write!(out, "\n```rust,ignore\n{}\n```\n", marker.example);
}

/// As GitHub makes them of headings.
fn anchor(letter: char) -> Option<char> {
    match letter {
        ' ' => Some('-'),
        _ if letter.is_alphanumeric() || letter == '-' || letter == '_' => Some(letter.to_ascii_lowercase()),
        _ => None,
    }
}
