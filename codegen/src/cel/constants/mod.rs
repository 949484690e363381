//! What can be computed before an expression runs: conversions of literals. Servers compute them when they
//! accept a rule, and refuse one whose conversion fails.
//
// cel-go: interpreter/decorators.go, interpreter/planner.go, interpreter/attributes.go (newQualifier)

mod convert;
mod fold;

pub(super) use convert::convert;
pub(super) use fold::fold;

use crdc_vocabulary::go::Time;

use super::ast::Constant;

/// A value that is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Constant(Constant),
    /// In nanoseconds.
    Duration(i64),
    Timestamp(Time),
    /// A list, map or type, about which nothing else is known.
    Other,
}
