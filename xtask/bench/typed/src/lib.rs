//! The operator's 2 KB object before and after an update, as values of the operator's own types and of the same types with
//! rules in CEL.

pub mod cel;
pub mod object;
