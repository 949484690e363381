//! Compiles CEL rules and declares the values that they see: the same for a schema as it is written and for
//! the nodes of a plan.
//!
//! In: schemas as rules see them (`schemas`), as `written` and the plan say them. Out: their
//! types for the checker and how their values are read (`types`), and of each expression what the server says
//! of it and its program (`compiler`).
//!
//! Easy to break: nothing else declares values of schemas to rules, and nothing else has their expressions
//! checked.

mod compiler;
mod schemas;
mod types;
mod written;

pub use compiler::{ExpressionError, RuleCompiler, RuleReport};
pub use compiler::{ExpressionProblem, Kind};
pub use schemas::{NAMES, Schemas, Seen, list_form, text_form};
pub use types::RuleTypes;
pub use written::SchemaValues;
pub(crate) use written::Written;
