//! Bits of an edge in the extension tree of generated code: the extensions in its subtree.

/// Immutability markers.
pub const MARKS: u8 = 1;
/// Unions.
pub const UNIONS: u8 = 2;
/// Normalized fields.
pub const NORMALIZED: u8 = 4;
/// Sets or list maps, which are compared differently from other lists.
pub const KEYED: u8 = 8;
/// Immutability markers of a dialect that also constrains added values.
pub const NEW: u8 = 16;
/// CEL rules of a Rust type, at the value or below it.
pub const RULES: u8 = 32;
