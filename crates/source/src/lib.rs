//! Parses texts to trees: every document of a YAML or JSON text becomes a [`Node`], and every node has a
//! span. Values are read as Kubernetes reads them. No function fails: unreadable parts are reported as a
//! [`Diagnostic`], and the rest is returned.
//!
//! [`diag`] contains the diagnostics of all stages, and [`json`] the constants of schemas.
//!
//! | feature | |
//! |---|---|
//! | `yaml` (default) | [`parse`], [`Pieces`], [`walk`]: documents in YAML, folders of documents |
//! | `render` (default) | [`render`]: diagnostics as text |

#![forbid(unsafe_code)]

pub mod diag;
mod fault;
pub mod json;
mod json_reader;
mod limits;
mod node;
mod object;
#[cfg(feature = "render")]
pub mod render;
mod same;
mod text;
mod to_json;
mod whole;
#[cfg(feature = "yaml")]
mod yaml;

pub use limits::MAX_DEPTH;
pub use node::{Member, Node, Value};
#[doc(hidden)]
pub use same::same_by_name;
pub use same::same_value;
pub use text::{Lines, Source, Span};
#[doc(hidden)]
pub use text::{cut_path, cut_pieces, floor_boundary};
#[cfg(feature = "yaml")]
#[doc(hidden)]
pub use yaml::is_plain_text;
#[cfg(feature = "yaml")]
pub use yaml::{
    Pieces, PlainDocument, PlainText, Trust, Walked, comments, files, is_document, is_hidden, leads_out,
    parse, parse_any_yaml, to_flow_yaml, to_yaml, tree, walk, yaml_shapes,
};

use diag::Diagnostic;
use limits::too_large;

/// Reads a text as JSON, one document per value.
///
/// Text that is truncated or not valid JSON is reported with the code `json-syntax`; the values before the
/// error are returned. Integers that fit in 64 bits are integers, any other number is a float, and the last
/// of duplicate keys is used, as on the server. The diagnostics are sorted by position. Never panics; time
/// and memory are linear in the length of the text.
///
/// ```
/// use crdc_source::{Source, Span, Value, parse_json};
///
/// let (values, problems) = parse_json(&Source::new("marker", r#"{"size": 1}"#));
/// assert!(problems.is_empty());
/// let size = values[0].get("size").unwrap();
/// assert_eq!((&size.value, size.span), (&Value::Int(1), Span { start: 9, end: 10 }));
/// ```
#[must_use]
pub fn parse_json(source: &Source) -> (Vec<Node>, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let documents = match fault::problem(source).or_else(|| too_large(&source.text)) {
        Some(problem) => {
            problems.push(problem);
            Vec::new()
        }
        None => json_reader::parse(&source.text, &mut problems),
    };
    problems.sort_by_key(|problem| problem.span);
    (documents, problems)
}

/// Reads a text that is exactly one JSON value; `None` for anything else.
#[must_use]
pub fn json_value(text: &str) -> Option<Node> {
    let mut problems = Vec::new();
    let mut values = json_reader::parse(text, &mut problems);
    let value = values.pop()?;
    (values.is_empty() && problems.is_empty()).then_some(value)
}
