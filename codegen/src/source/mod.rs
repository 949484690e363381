//! Text to trees: every document of a YAML or JSON text as a [`Node`], every node with its span. Values are
//! read as Kubernetes reads them. Nothing here fails: what cannot be read is reported, and the rest is
//! returned.
//!
//! JSON needs no feature; the module `documents` and what it uses need the feature `documents`.
//!
//! YAML is read as `sigs.k8s.io/yaml` does: a scanner (`scan`) and a grammar (`raw`) have the rules of
//! go-yaml v2. `plain` reads the YAML that tools write at once; `pieces` cuts large texts into parts, and
//! what cannot be cut without doubt is read as a whole. Aliases and depth have limits (`limits`).

#[cfg(feature = "documents")]
mod base64;
#[cfg(feature = "documents")]
mod budget;
#[cfg(feature = "documents")]
mod comments;
#[cfg(feature = "documents")]
mod dialect;
#[cfg(feature = "documents")]
mod documents;
mod fault;
#[cfg(feature = "documents")]
mod folder;
#[cfg(feature = "documents")]
mod items;
mod json;
mod limits;
mod node;
#[cfg(feature = "documents")]
mod number;
mod object;
#[cfg(feature = "documents")]
mod pieces;
#[cfg(feature = "documents")]
mod plain;
#[cfg(feature = "documents")]
mod raw;
mod same;
#[cfg(feature = "documents")]
mod scalar;
#[cfg(feature = "documents")]
mod scan;
#[cfg(feature = "documents")]
mod shift;
#[cfg(feature = "documents")]
mod to_json;
mod whole;
#[cfg(feature = "documents")]
mod yaml;

#[cfg(all(test, feature = "documents"))]
mod tests;

pub use crate::text::{Lines, Source, Span};
#[cfg(feature = "documents")]
pub use comments::comments;
#[cfg(feature = "documents")]
pub use documents::{parse, parse_any_yaml, yaml_shapes};
#[cfg(feature = "documents")]
pub use folder::{Trust, Walked, files, is_document, is_hidden, leads_out, tree, walk};
pub use limits::MAX_DEPTH;
pub use node::{Member, Node, Value};
#[cfg(feature = "documents")]
pub use pieces::Pieces;
#[cfg(feature = "documents")]
pub use plain::{PlainDocument, PlainText};
pub(crate) use same::same_by_name;
pub use same::same_value;

#[doc(hidden)]
pub use crate::text::cut_path;
pub(crate) use crate::text::{cut_pieces, floor_boundary};
#[cfg(feature = "documents")]
#[doc(hidden)]
pub use scalar::is_plain_text;

use crate::diag::Diagnostic;
use limits::too_large;

/// Reads a text as JSON, one document per value.
///
/// Text that is truncated or not valid JSON is reported with the code `json-syntax`; the values before the
/// error are returned. Integers that fit in 64 bits are integers, any other number is a float, and the last
/// of duplicate keys is used, as on the server. The diagnostics are sorted by position. Never panics; time
/// and memory are linear in the length of the text.
///
/// ```
/// use crdc_codegen::source::{Source, Span, Value, parse_json};
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
        None => json::parse(&source.text, &mut problems),
    };
    problems.sort_by_key(|problem| problem.span);
    (documents, problems)
}

/// Reads a text that is exactly one JSON value; `None` for anything else.
pub(crate) fn json_value(text: &str) -> Option<Node> {
    let mut problems = Vec::new();
    let mut values = json::parse(text, &mut problems);
    let value = values.pop()?;
    (values.is_empty() && problems.is_empty()).then_some(value)
}
