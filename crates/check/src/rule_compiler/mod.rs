//! Compiles CEL rules, and declares the types of the values that they read. It does so in the same way for
//! the schemas of a document and for the nodes of a plan.
//!
//! In: schemas, by a trait (`schemas`) that schemas of documents (`written`) and nodes of plans implement.
//! Out: the types of values for the checker, and the types by which programs read values (`types`); for each
//! expression the server's error, or its program (`compiler`).
//!
//! Easy to break: no other code declares the types of schemas' values to CEL, or checks rules.

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
