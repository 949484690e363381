//! Documents in YAML, read as `sigs.k8s.io/yaml` reads them, or in JSON, and folders of documents.
//!
//! A scanner (`scan`) and a grammar (`raw`) implement the rules of go-yaml v2. `plain` is a fast path for the
//! YAML that tools write. `pieces` divides large texts into parts; a text that cannot be divided safely is
//! read as a whole. Aliases and depth have limits.

mod base64;
mod budget;
mod comments;
mod dialect;
mod documents;
mod flow;
mod folder;
mod items;
mod number;
mod pieces;
mod plain;
mod raw;
mod read;
mod scalar;
mod scan;
mod shift;
mod write;

#[cfg(all(test, feature = "render"))]
mod tests;

pub use comments::comments;
pub use documents::{parse, parse_any_yaml, yaml_shapes};
pub use flow::to_flow_yaml;
pub use folder::{Trust, Walked, files, is_document, is_hidden, leads_out, tree, walk};
pub use pieces::Pieces;
pub use plain::{PlainDocument, PlainText};
#[doc(hidden)]
pub use scalar::is_plain_text;
pub use write::to_yaml;

use crate::{Member, Node, Source, Span, Value};
