//! Reads a single schema, outside of any CustomResourceDefinition. In: a node. Out: the schema, and
//! diagnostics.

use super::model::Schema;
use super::reader::Reader;
use super::registry;
use crdc_source::Node;
use crdc_source::diag::Diagnostic;

/// Reads one standalone schema, outside any CustomResourceDefinition.
#[must_use]
pub fn read_schema(node: &Node) -> (Box<Schema>, Vec<Diagnostic>) {
    let mut reader = Reader::new(registry::schema);
    let schema = super::keywords::one(&mut reader, node);
    (schema, reader.finish())
}

/// Reads one schema of a published document. `foreign` recognizes the keys that do not constrain values
/// there.
#[must_use]
pub fn read_published(node: &Node, foreign: fn(&str) -> bool) -> (Box<Schema>, Vec<Diagnostic>) {
    let mut reader = Reader::new(registry::schema);
    reader.foreign = Some(foreign);
    let schema = super::keywords::one(&mut reader, node);
    (schema, reader.finish())
}
