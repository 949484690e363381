//! Decodes `metadata` into Go's `ObjectMeta` and encodes it again, at the root and in embedded resources.
//!
//! In: the value's text. Out: the stored text and the paths of unknown fields, or the server's error. Easy to
//! break: names are case-sensitive, null and empty mean absent, and duplicates are resolved before.
//!
//! # Unchanged metadata
//! A fast decoder may keep the text of metadata without calling [`coerce`] if all of these hold:
//! - it is an object, and no object in it has duplicate names;
//! - its members are among `name`, `generateName`, `namespace`, `selfLink`, `uid`, `resourceVersion`,
//!   `generation`, `creationTimestamp`, `deletionTimestamp`, `deletionGracePeriodSeconds`, `labels`,
//!   `annotations`, `ownerReferences`, `finalizers`, `managedFields`, in this spelling;
//! - `name`, `generateName`, `namespace`, `selfLink`, `uid`, `resourceVersion` are non-empty strings;
//! - `generation` is an integer (no point, no exponent) that fits an int64 and is not 0;
//!   `deletionGracePeriodSeconds` likewise, but may be 0;
//! - `creationTimestamp` and `deletionTimestamp` are strings `YYYY-MM-DDThh:mm:ssZ` of digits within the
//!   ranges of the calendar, other than `0001-01-01T00:00:00Z`;
//! - `labels` and `annotations` are objects with at least one member, and their values are strings, which may
//!   be empty;
//! - `finalizers` is a list with at least one item; all items are strings, which may be empty;
//! - `ownerReferences` is a list with at least one item; each is an object with `apiVersion`, `kind`, `name`
//!   and `uid`, which are strings and may be empty, optionally `controller` and `blockOwnerDeletion`, which
//!   are booleans, and no other members;
//! - `managedFields` is a list with at least one item; each is an object with any of `manager`, `operation`,
//!   `apiVersion`, `fieldsType`, `subresource` (non-empty strings), `time` (as `creationTimestamp`) and
//!   `fieldsV1` (anything but null), and no other members.
//!
//! Strings may have escapes and invalid UTF-8: only the value counts. An empty object qualifies too.
//! Everything else goes through [`coerce`], which finds out what changes. The result of [`coerce`] has this
//! form, with one exception: `deletionTimestamp` or `time` is null if the zero time was given.

mod decode;
mod fields;
mod time;

use alloc::{format, string::String, vec::Vec};

use crdc_object::json::go::tree::Tree;
use decode::Decoder;
pub(crate) use decode::Malformed;
use fields::OBJECT_META;

/// The handling of fields of the wrong type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The first value of a wrong type is an error. Used for requests.
    Refuse,
    /// Malformed values are dropped: for stored objects, which may predate the checks.
    DropMalformed,
}

/// Metadata after the round trip.
#[derive(Debug)]
pub(crate) struct Coerced {
    /// The stored text, in the order of the document.
    pub(crate) json: String,
    /// Paths of unknown fields, relative to the metadata, such as `ownerReferences[0].x`, in the server's
    /// order for metadata of the root. For embedded resources the server sorts them together with those of
    /// other embedded resources.
    pub(crate) unknown: Vec<String>,
}

/// Decodes and encodes a `metadata` value. `text` is well-formed JSON, and the last one if the enclosing
/// object has duplicates. Null gives `{}`.
///
/// # Errors
/// Go's message: of the first value of a wrong type by field name, of an invalid timestamp, or (under
/// [`Mode::DropMalformed`] too) of a value that is not an object.
// apiextensions-apiserver: pkg/apiserver/schema/objectmeta/algorithm.go
pub(crate) fn coerce(text: &[u8], mode: Mode) -> Result<Coerced, Malformed> {
    let mut tree = Tree::parse(text).map_err(|error| Malformed { error, path: String::new() })?;
    let mut decoder = Decoder::default();
    let fields = match mode {
        Mode::Refuse => decoder.run(&mut tree, &OBJECT_META)?,
        Mode::DropMalformed => drop_malformed(&mut decoder, &mut tree)?,
    };
    Ok(Coerced { json: fields.to_text(), unknown: decoder.unknown })
}

/// The path of a value in metadata at a path.
pub(crate) fn below(metadata: &str, path: &str) -> String {
    if path.is_empty() { metadata.into() } else { format!("{metadata}.{path}") }
}

/// Decodes field by field; each one is kept or dropped as a whole.
fn drop_malformed(decoder: &mut Decoder, tree: &mut Tree) -> Result<Tree, Malformed> {
    let members = match tree {
        Tree::Null => return Ok(Tree::Object(Vec::new())),
        Tree::Object(members) => core::mem::take(members),
        other => {
            let error = format!("invalid metadata: expected object, got {}", other.go_type());
            return Err(Malformed { error, path: String::new() });
        }
    };
    let mut kept = Vec::new();
    for (name, value) in members {
        let mut single = Tree::Object(Vec::from([(name, value)]));
        let mut one = Decoder::default();
        if let Ok(mut fields) = one.run(&mut single, &OBJECT_META) {
            if let Tree::Object(fields) = &mut fields {
                kept.append(fields);
            }
            decoder.unknown.append(&mut one.unknown);
        }
    }
    decoder.unknown.sort();
    Ok(Tree::Object(kept))
}

#[cfg(test)]
mod tests;
