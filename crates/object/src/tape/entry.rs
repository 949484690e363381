//! One value of a decoded object: its text, its kind, and where the next value is. The tape is a pre-order
//! list of these; everything after decoding walks it.
//!
//! Easy to break: while a container is open its `next` and `end` hold other things (see
//! `runtime/src/decode/any.rs`); only closed containers may be walked.

/// The kind of a value. Containers are last: see [`Entry::is_container`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
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
pub const NO_KEY: u32 = u32::MAX;
/// No field number: the schema does not specify the key.
pub const NO_FIELD: u16 = u16::MAX;
/// Flag in the number of a map key that the schema names in `required`, so that its path is that of a map
/// key. [`NO_FIELD`] has it too.
pub const MAP_KEY: u16 = 1 << 15;

/// Mask of the text that the offsets of an entry point into: the low two bits of its flags.
pub const ORIGIN: u8 = 0b11;
/// The request's object.
pub const INPUT: u8 = 0;
/// The constant defaults of the compiled schema.
pub const DEFAULTS: u8 = 1;
/// Text made during this request: coerced metadata, generation.
pub const FRAGMENTS: u8 = 2;
/// The old object.
pub const OLD: u8 = 3;
/// Not in the stored object, with its whole subtree: dropped, pruned or replaced.
pub const DEAD: u8 = 1 << 2;
/// Dead because the schema does not specify the field.
pub const PRUNED: u8 = 1 << 3;
/// Dead because a duplicate key follows.
pub const REPEATED: u8 = 1 << 4;
/// A container whose text is no longer current: something below it was dropped or added.
pub const CHANGED: u8 = 1 << 5;
/// A string whose content differs from its text; `next` is its offset in the unescaped strings.
pub const ESCAPED: u8 = 1 << 6;
/// The bit of [`ESCAPED`], of a container: a step after decoding changed it.
pub const TOUCHED: u8 = ESCAPED;
/// An object without a schema whose keys are not in ascending order.
pub const UNSORTED: u8 = 1 << 7;
/// The bit of [`UNSORTED`], of an integer: it is a whole float of Rust, whose JSON is `3.0`.
pub const WHOLE_FLOAT: u8 = UNSORTED;

/// One value: 20 bytes, written in the order of the fields.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Entry {
    /// Offset of the opening quote of the key, or [`NO_KEY`].
    pub key: u32,
    /// Number of the field in its parent's schema, or [`NO_FIELD`].
    pub field: u16,
    /// Origin and state bits.
    pub flags: u8,
    /// The kind of the value.
    pub kind: Kind,
    /// Offset of the first byte of the value.
    pub start: u32,
    /// Offset one past its last byte.
    pub end: u32,
    /// For containers, the index of the entry after the subtree; for escaped strings, the offset of their
    /// content; otherwise 0.
    pub next: u32,
}

/// The entry that stands for a missing one: null.
pub static NOTHING: Entry =
    Entry { key: NO_KEY, field: NO_FIELD, kind: Kind::Null, flags: 0, start: 0, end: 0, next: 0 };

impl Entry {
    /// Whether the entry and its subtree are not in the stored object.
    #[inline]
    pub fn is_dead(&self) -> bool {
        self.flags & DEAD != 0
    }

    /// Whether any of the given flags is set.
    #[inline]
    pub fn has(&self, flags: u8) -> bool {
        self.flags & flags != 0
    }

    /// The kind as a server reads its JSON, where a whole float of Rust is a float: `3.0`.
    // sigs.k8s.io/json: decode.go convertNumber; kube-openapi: values.go MinimumNativeType
    #[inline]
    pub fn kind_in_json(&self) -> Kind {
        if self.kind == Kind::Int && self.flags & WHOLE_FLOAT != 0 { Kind::Float } else { self.kind }
    }

    /// Whether the key is not one of the schema's properties.
    #[inline]
    pub fn is_map_value(&self) -> bool {
        self.key != NO_KEY && self.field & MAP_KEY != 0
    }

    /// Whether the value can have children.
    #[inline]
    pub fn is_container(&self) -> bool {
        // One comparison: every walk asks this of every value.
        self.kind >= Kind::Array
    }
}
