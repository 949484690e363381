//! The programs of a CEL rule on a Rust type. `cel` makes them, `emit` writes them.

use crdc_cel::compile::program::Program;

/// The programs of a rule.
pub(crate) struct Compiled {
    pub(crate) rule: Program,
    pub(crate) message: Option<Program>,
    /// Whether it uses `oldSelf`.
    pub(crate) transition: bool,
}
