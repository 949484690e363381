//! Evaluates constants before an expression runs: conversions of literals. Servers compute them when they
//! accept a rule, and refuse one whose conversion fails.
//
// cel-go: interpreter/decorators.go, interpreter/planner.go, interpreter/attributes.go (newQualifier)

mod convert;
mod fold;
mod value;

pub(super) use convert::convert;
pub(super) use fold::fold;
pub(super) use value::Value;
