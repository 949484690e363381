//! Formats numbers of things.

/// The number with its noun: `1 error`, `2 errors`.
pub(crate) fn number(count: usize, of: &str) -> String {
    if count == 1 { format!("1 {of}") } else { format!("{count} {of}s") }
}
