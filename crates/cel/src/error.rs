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
    /// A field, or a key of a map, is absent.
    NoSuchKey(Box<str>),
    /// The operands have types for which there is no function.
    NoSuchOverload,
    /// No overload, with the function and the types as the server names them: `_+_`, `string.find(int)`.
    NoOverloadOf(Box<str>),
    /// No overload for one operand of a call, which the server finds out when all operands are evaluated: an
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

    /// The error of a field or a key that is absent.
    #[cold]
    pub(super) fn no_such_key(key: String) -> EvalError {
        EvalError::NoSuchKey(key.into_boxed_str())
    }

    /// The error of a function for these types of operands.
    #[cold]
    pub(super) fn no_overload_of(call: String) -> EvalError {
        EvalError::NoOverloadOf(call.into_boxed_str())
    }

    /// Whether there is no function for the types of the operands.
    ///
    /// ```
    /// use crdc_cel::EvalError;
    ///
    /// assert!(EvalError::NoOverloadOf("find(int)".into()).is_overload());
    /// assert!(!EvalError::text("no such overload".to_owned()).is_overload());
    /// ```
    #[must_use]
    pub fn is_overload(&self) -> bool {
        matches!(self, EvalError::NoSuchOverload | EvalError::NoOverloadOf(_) | EvalError::Mismatch)
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
            EvalError::NoSuchKey(key) => write!(f, "no such key: {key}"),
            EvalError::NoSuchOverload | EvalError::Mismatch => f.write_str("no such overload"),
            EvalError::NoOverloadOf(call) => write!(f, "no such overload: {call}"),
            EvalError::Internal(reason) => write!(f, "internal error: {reason}"),
            EvalError::CostLimit => f.write_str("operation cancelled: actual cost limit exceeded"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::EvalError;
    use alloc::string::ToString;

    #[test]
    fn a_kind_has_the_message_of_cel_go() {
        for (error, message) in [
            (EvalError::no_such_key("a".into()), "no such key: a"),
            (EvalError::NoSuchOverload, "no such overload"),
            (EvalError::no_overload_of("string.find(int)".into()), "no such overload: string.find(int)"),
            (EvalError::CostLimit, "operation cancelled: actual cost limit exceeded"),
            (EvalError::Internal("x"), "internal error: x"),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn an_error_is_three_words() {
        assert_eq!(size_of::<EvalError>(), 3 * size_of::<usize>());
    }
}
