//! The operator's 2 KB object before and after an update, as the operator's own types and as the same types
//! with CEL rules.

pub mod cel;
pub mod object;
