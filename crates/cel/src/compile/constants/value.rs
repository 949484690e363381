//! Values that are known before an expression runs.

use crdc_vocabulary::go::Time;

use crate::compile::ast::Constant;

/// A value that is computed before an expression runs.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::compile) enum Value {
    Constant(Constant),
    /// A duration in nanoseconds.
    Duration(i64),
    Timestamp(Time),
    /// A list, map or type, whose content is not computed.
    Other,
}
