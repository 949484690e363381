//! The OpenAPI document of a JSON Schema. In: the JSON Schema of a kind. Out: the schemas of the document, of
//! which the first is the kind's and the others are those that it refers to.

use serde_json::{Map, Value};

use super::convert;
use super::lost::Lost;
use super::references::{Read, References};

/// The name of the kind's schema.
pub(super) const ROOT: &str = "root";

/// All schemas of the document; `read` reads other JSON Schemas of the folder.
pub(super) fn schemas<'r>(document: Value, read: &'r mut Read<'r>) -> Result<Map<String, Value>, Lost> {
    let mut references = References::of(document, read);
    let first = references.first(convert::as_kind)?;
    let mut made = Map::new();
    made.insert(ROOT.to_owned(), convert::kind(first.schema()?, &mut references)?);
    while let Some(next) = references.next() {
        let converted = next.schema().and_then(|schema| convert::schema(schema, next.role, &mut references));
        made.insert(next.name, converted.map_err(|lost| lost.below(&next.place))?);
    }
    Ok(made)
}
