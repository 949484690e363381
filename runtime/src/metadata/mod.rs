//! `metadata` through Go's `ObjectMeta` and back, at the root and in embedded resources.
//! The value's text in, the text that is stored out, with the paths of unknown fields or the
//! server's error text. Easy to break: case matters in names, null means absent, empty means
//! absent too, and duplicates are resolved before any of this looks.
//!
//! # What comes out as it went in
//! A fast decoder may keep a metadata text without calling [`coerce`] when all of these hold:
//! - it is an object; no name stands twice in any object of it;
//! - its members are among `name`, `generateName`, `namespace`, `selfLink`, `uid`,
//!   `resourceVersion`, `generation`, `creationTimestamp`, `deletionTimestamp`,
//!   `deletionGracePeriodSeconds`, `labels`, `annotations`, `ownerReferences`, `finalizers`,
//!   `managedFields`, spelled so;
//! - `name`, `generateName`, `namespace`, `selfLink`, `uid`, `resourceVersion` are strings and
//!   not empty;
//! - `generation` is an integer (no point, no exponent) that fits an int64 and is not 0;
//!   `deletionGracePeriodSeconds` the same, where 0 may stand;
//! - `creationTimestamp` and `deletionTimestamp` are strings `YYYY-MM-DDThh:mm:ssZ` of digits
//!   with ranges as in the calendar, other than `0001-01-01T00:00:00Z`;
//! - `labels` and `annotations` are objects with at least one member, and strings (the empty
//!   one too) for values;
//! - `finalizers` is a list with at least one item, all strings (the empty one too);
//! - `ownerReferences` is a list with at least one item, each an object that has `apiVersion`,
//!   `kind`, `name` and `uid`, strings (the empty one too), and may have `controller` and
//!   `blockOwnerDeletion`, booleans, and nothing else;
//! - `managedFields` is a list with at least one item, each an object with any of `manager`,
//!   `operation`, `apiVersion`, `fieldsType`, `subresource` (strings, not empty), `time` (as
//!   `creationTimestamp`) and `fieldsV1` (anything but null), and nothing else.
//!
//! Strings may hold escapes and broken UTF-8: the value is what counts. An empty object is such
//! a text as well. Everything else goes through [`coerce`], which then finds what changes.
//! What [`coerce`] returns is such a text but for two things that it may hold besides: a null
//! `deletionTimestamp` or `time`, where the zero time was given.

mod decode;
mod fields;
mod time;

use alloc::{format, string::String, vec::Vec};

use crate::json::go::tree::Tree;
use decode::Decoder;
use fields::OBJECT_META;

/// What to do with a field of the wrong type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The first one is an error: what a request says.
    Refuse,
    /// It is dropped: what the store holds from times that did not look.
    DropMalformed,
}

/// Metadata after the round trip.
#[derive(Debug)]
pub(crate) struct Coerced {
    /// What is stored, in the order of the document.
    pub(crate) json: String,
    /// Paths of unknown fields, relative to the metadata, such as `ownerReferences[0].x`, in the
    /// order in which the server reports them at the root. In an embedded resource it sorts
    /// them together with those of the others.
    pub(crate) unknown: Vec<String>,
}

/// The round trip of a `metadata` value. `text` is well-formed JSON, of duplicate members in the
/// object around it the last one. Null gives `{}`.
///
/// # Errors
/// Go's text: of the first value of a wrong type by field name, of a timestamp that does not
/// parse, or (under [`Mode::DropMalformed`] too) where the value is no object.
// apiextensions-apiserver: pkg/apiserver/schema/objectmeta/algorithm.go
pub(crate) fn coerce(text: &[u8], mode: Mode) -> Result<Coerced, String> {
    let mut tree = Tree::parse(text)?;
    let mut decoder = Decoder::default();
    let fields = match mode {
        Mode::Refuse => decoder.run(&mut tree, &OBJECT_META)?,
        Mode::DropMalformed => drop_malformed(&mut decoder, &mut tree)?,
    };
    Ok(Coerced { json: fields.to_text(), unknown: decoder.unknown })
}

/// Field by field, each one kept or dropped as a whole.
fn drop_malformed(decoder: &mut Decoder, tree: &mut Tree) -> Result<Tree, String> {
    let members = match tree {
        Tree::Null => return Ok(Tree::Object(Vec::new())),
        Tree::Object(members) => core::mem::take(members),
        other => {
            return Err(format!("invalid metadata: expected object, got {}", other.go_type()));
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
