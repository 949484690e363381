//! Errors of an evaluation. Errors are values: `&&`, `||` and macros drop those that do not decide the
//! result, so that making one must be cheap.
//
// cel-go: common/types/err.go

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// The error of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// A reason that is known when the rule is compiled, such as `division by zero`.
    Static(&'static str),
    /// A reason that names a value.
    Text(Box<str>),
    /// The operands have types for which there is no function.
    NoSuchOverload,
    /// The same for one operand of a call, which the server finds out when all operands are evaluated: an
    /// operand after it that fails gives the call its error. The result of a call never has it.
    Mismatch,
    /// The cost limit of the rule is exceeded. This ends the evaluation: nothing drops it.
    CostLimit,
    /// The server's evaluator fails in the way that is named. This ends the evaluation as well.
    Internal(&'static str),
}

/// The result of an expression.
pub type Evaluated<T> = Result<T, EvalError>;

impl EvalError {
    /// A reason that names a value.
    #[cold]
    pub fn text(reason: String) -> EvalError {
        EvalError::Text(reason.into_boxed_str())
    }

    /// The error of a conversion, as that of an operand.
    #[cold]
    pub(super) fn of_operand(self) -> EvalError {
        if self == EvalError::NoSuchOverload { EvalError::Mismatch } else { self }
    }

    /// Whether operators can drop this error.
    #[must_use]
    pub fn can_be_dropped(&self) -> bool {
        !matches!(self, EvalError::CostLimit | EvalError::Internal(_))
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::Static(reason) => f.write_str(reason),
            EvalError::Text(reason) => f.write_str(reason),
            EvalError::NoSuchOverload | EvalError::Mismatch => f.write_str("no such overload"),
            EvalError::Internal(reason) => write!(f, "internal error: {reason}"),
            EvalError::CostLimit => f.write_str("operation cancelled: actual cost limit exceeded"),
        }
    }
}
