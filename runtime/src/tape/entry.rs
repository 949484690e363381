//! One value of a decoded object: where its text stands, what it is, and where the next
//! value is. The tape is a pre-order list of these; everything after decoding walks it.
//!
//! Easy to break: while a container is open its `next` and `end` hold other things (see
//! `decode/any.rs`); only closed containers may be walked.

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// `null`
    Null,
    /// `false`
    False,
    /// `true`
    True,
    /// A number without fraction or exponent that fits an `i64`.
    Int,
    /// Any other number.
    Float,
    /// A string.
    String,
    /// A list.
    Array,
    /// An object or map.
    Object,
}

/// No key: the value is a list item or the root.
pub(crate) const NO_KEY: u32 = u32::MAX;
/// No field number: the key is not one that the schema names.
pub(crate) const NO_FIELD: u16 = u16::MAX;
/// Set in the number of a key that the schema names in `required` but which is a key of a map,
/// so that its path is that of one. [`NO_FIELD`] has it too.
pub(crate) const MAP_KEY: u16 = 1 << 15;

/// Which text the offsets of an entry point into: the low two bits of its flags.
pub(crate) const ORIGIN: u8 = 0b11;
/// The request's object.
pub(crate) const INPUT: u8 = 0;
/// The constant defaults of the compiled schema.
pub(crate) const DEFAULTS: u8 = 1;
/// Text made during this request: coerced metadata, generation.
pub(crate) const FRAGMENTS: u8 = 2;
/// The old object.
pub(crate) const OLD: u8 = 3;
/// Not in the stored object: dropped, pruned or superseded, with everything below it.
pub(crate) const DEAD: u8 = 1 << 2;
/// Dead because the schema does not know the field.
pub(crate) const PRUNED: u8 = 1 << 3;
/// Dead because the same key comes again.
pub(crate) const REPEATED: u8 = 1 << 4;
/// A container that is no longer its text: something below it was dropped or added.
pub(crate) const CHANGED: u8 = 1 << 5;
/// A string whose content differs from its text; `next` is its place in the unescaped strings.
pub(crate) const ESCAPED: u8 = 1 << 6;
/// The same bit of a container: it was changed by a step after decoding, and not by what its text says.
pub(crate) const TOUCHED: u8 = ESCAPED;
/// An object without a schema whose keys did not come in ascending order.
pub(crate) const UNSORTED: u8 = 1 << 7;

/// One value: 20 bytes, written in the order of the fields.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Entry {
    /// Offset of the opening quote of the key, or [`NO_KEY`].
    pub(crate) key: u32,
    /// Number of the field in its parent's schema, or [`NO_FIELD`].
    pub(crate) field: u16,
    /// Origin and state bits.
    pub(crate) flags: u8,
    /// What it is.
    pub(crate) kind: Kind,
    /// Offset of the first byte of the value.
    pub(crate) start: u32,
    /// Offset one past its last byte.
    pub(crate) end: u32,
    /// For containers the index of the entry after the subtree; for escaped strings the
    /// place of their content; otherwise 0.
    pub(crate) next: u32,
}

impl Entry {
    /// Whether the entry and all below it are gone from the stored object.
    #[inline]
    pub(crate) fn is_dead(&self) -> bool {
        self.flags & DEAD != 0
    }

    /// Whether any of the given flags is set.
    #[inline]
    pub(crate) fn has(&self, flags: u8) -> bool {
        self.flags & flags != 0
    }

    /// Whether its key is none of the properties of the schema.
    #[inline]
    pub(crate) fn is_map_value(&self) -> bool {
        self.key != NO_KEY && self.field & MAP_KEY != 0
    }

    /// Whether it holds other entries.
    #[inline]
    pub(crate) fn is_container(&self) -> bool {
        matches!(self.kind, Kind::Array | Kind::Object)
    }
}
