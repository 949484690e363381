//! What the reader refuses to exceed, whatever a file says.

/// The most bytes that the index inflates to.
pub const INDEX: usize = 16 << 20;

/// The most bytes that the texts of one project inflate to.
pub const TEXTS: usize = 64 << 20;

/// The most bytes that one line expands to, with [`REFERENCE`] for each reference.
pub const EXPANDED: usize = 32 << 20;

/// What a reference counts for, since following one takes time even if it stands for a single byte.
pub const REFERENCE: usize = 8;
