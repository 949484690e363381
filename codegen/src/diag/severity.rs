//! How bad a problem is.

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Compilation continues.
    Warning,
    /// No code is generated from this document.
    Error,
}
