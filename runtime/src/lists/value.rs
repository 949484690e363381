//! Computes the compared part of an item: the item itself in a set, its keys in a list map.
//!
//! In: an item. Out: a [`Candidate`], which does not borrow the tape, and its [`Value`]. Scalars are compared
//! as the server holds them: an integer never equals a float, and an absent key is a distinct value.

use super::canonical::{Canonical, digits};
use super::members::Numbers;
use crate::error::ListKey;
use crate::places::ExtensionNode;
use crdc_object::hash;
use crdc_object::tape::{Kind, Tape};

/// An item and the position of its compared value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Hash of the value; set only for long lists.
    pub(super) hash: u64,
    /// Index of the item.
    pub(super) item: u32,
    /// Index of the scalar, if the value is a scalar and present.
    scalar: Option<core::num::NonZeroU32>,
    /// Range of the canonical bytes, empty for scalars.
    start: usize,
    end: usize,
}

/// A compared value. The order is arbitrary and used only for sorting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value<'t> {
    /// The key is absent.
    Absent,
    Null,
    False,
    True,
    /// The text of an integer, which has only one spelling.
    Int(&'t [u8]),
    /// The bits of a float. Zero has no sign.
    Float(u64),
    /// The content of a string.
    String(&'t [u8]),
    /// Canonical bytes of a list, of an object, or of several keys.
    Compound(&'t [u8]),
}

/// The candidate for an item of a set.
pub(super) fn of_item(tape: Tape<'_>, item: u32, canonical: &mut Canonical) -> Candidate {
    single(tape, item, Some(item), canonical)
}

/// The candidate for an item of a list map: a single key by its value, several as the object of those that
/// are present.
pub(super) fn of_keys(
    tape: Tape<'_>,
    item: u32,
    keys: &[ListKey<'_>],
    canonical: &mut Canonical,
) -> Candidate {
    if let [key] = keys {
        return single(tape, item, key.of(tape, item), canonical);
    }
    let start = canonical.bytes.len();
    for key in keys {
        match key.of(tape, item) {
            Some(value) => canonical.value(tape, value),
            None => canonical.absent(),
        }
    }
    Candidate { hash: 0, item, scalar: None, start, end: canonical.bytes.len() }
}

/// The candidate for comparisons of stored objects, where numbers have no type: by the keys, or by the item
/// if there are none.
pub(super) fn stored(
    tape: Tape<'_>,
    item: u32,
    keys: &[ListKey<'_>],
    canonical: &mut Canonical,
) -> Candidate {
    canonical.by_value = true;
    let start = canonical.bytes.len();
    let text = |at: u32| tape.entry(at).kind == Kind::String;
    match keys {
        [] if text(item) => return single(tape, item, Some(item), canonical),
        [] => canonical.value(tape, item),
        [key] => match key.of(tape, item) {
            Some(at) if !text(at) => canonical.value(tape, at),
            found => return single(tape, item, found, canonical),
        },
        keys => return of_keys(tape, item, keys, canonical),
    }
    Candidate { hash: 0, item, scalar: None, start, end: canonical.bytes.len() }
}

/// The candidate for a member of a set in such comparisons; `node` is its node, if it leads to anything.
pub(super) fn member(
    tape: Tape<'_>,
    item: u32,
    node: Option<&ExtensionNode<'_>>,
    (canonical, numbers): (&mut Canonical, &mut Numbers),
) -> Candidate {
    let Some(node) = node.filter(|_| tape.entry(item).is_container()) else {
        return stored(tape, item, &[], canonical);
    };
    canonical.by_value = true;
    let start = canonical.bytes.len();
    canonical.member(tape, item, node, numbers);
    Candidate { hash: 0, item, scalar: None, start, end: canonical.bytes.len() }
}

fn single(tape: Tape<'_>, item: u32, value: Option<u32>, canonical: &mut Canonical) -> Candidate {
    let start = canonical.bytes.len();
    let mut scalar = None;
    if let Some(value) = value {
        if tape.entry(value).is_container() {
            canonical.value(tape, value);
        } else {
            // Only the root has the index 0.
            scalar = core::num::NonZeroU32::new(value);
        }
    }
    Candidate { hash: 0, item, scalar, start, end: canonical.bytes.len() }
}

impl Value<'_> {
    /// Equal values have equal hashes.
    pub(super) fn hash(&self) -> u64 {
        match *self {
            Value::Absent => 0,
            Value::Null => 1,
            Value::False => 2,
            Value::True => 3,
            Value::Float(bits) => hash::mix(4, bits),
            Value::Int(bytes) | Value::String(bytes) | Value::Compound(bytes) => hash::of_bytes(bytes),
        }
    }
}

impl Candidate {
    /// The compared value.
    pub(super) fn value<'t>(&self, tape: Tape<'t>, canonical: &'t Canonical) -> Value<'t> {
        if self.start != self.end {
            return Value::Compound(canonical.bytes.get(self.start..self.end).unwrap_or(b""));
        }
        let Some(scalar) = self.scalar else { return Value::Absent };
        let entry = tape.entry(scalar.get());
        match entry.kind {
            Kind::False => Value::False,
            Kind::True => Value::True,
            Kind::Int => Value::Int(digits(tape.text(&entry))),
            // The two zeros are equal in Go.
            Kind::Float => Value::Float((tape.float(&entry) + 0.0).to_bits()),
            Kind::String => Value::String(tape.string(&entry)),
            Kind::Null | Kind::Array | Kind::Object => Value::Null,
        }
    }
}
