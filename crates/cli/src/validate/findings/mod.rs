//! Findings: the problems of an object, and their places in its text.

pub(crate) mod answer;
pub(crate) mod cel_spans;
pub(crate) mod field_spans;
pub(crate) mod finding;
pub(crate) mod placeholder;
pub(crate) mod untrusted;
