//! Bits of an edge between places of generated code: what is found at its end, or further down.

/// Something is marked.
pub const MARKS: u8 = 1;
/// There are unions.
pub const UNIONS: u8 = 2;
/// Fields are normalised.
pub const NORMALISED: u8 = 4;
/// There are sets or list maps, whose equality is not that of other lists.
pub const KEYED: u8 = 8;
/// Something is marked in a dialect that asks of new values too.
pub const NEW: u8 = 16;
