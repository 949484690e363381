//! Recognizes marker lines in a comment. In: a line. Out: whether it is a known marker, and whether it
//! constrains values.

use super::{foreign, line, read};

/// Whether a line is a marker of crdc or of a known tool. Any other line that begins with `+` may be a
/// sentence.
#[must_use]
pub fn is_known(line: &str) -> bool {
    let name = line::parts(line).name;
    is_rule(line) || foreign::is_left_alone(name) || foreign::is_ours(name)
}

/// Whether a line is a marker that constrains values.
#[must_use]
pub fn is_rule(line: &str) -> bool {
    read::spellings(line::parts(line).name).next().is_some()
}
