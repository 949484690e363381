//! The errors that the evaluation of an expression returns. Errors are values: `&&`, `||` and macros drop an
//! error that does not decide the result, so making an error must be cheap.
//
// cel-go: common/types/err.go

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// The error of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// An error whose text is known when the rule is compiled, such as `division by zero`.
    Static(&'static str),
    /// An error whose text contains a value.
    Text(Box<str>),
    /// A field, or a key of a map, is absent.
    NoSuchKey(Box<str>),
    /// The operands have types for which there is no function.
    NoSuchOverload,
    /// No overload exists for the operands. The text is the call as the server writes it: `_+_`,
    /// `string.find(int)`.
    NoOverloadOf(Box<str>),
    /// No overload accepts an operand of a call. The server detects this only after it evaluated all
    /// operands, so the error of a later operand takes precedence. The result of a call is never this error.
    Mismatch,
    /// The cost limit of the rule is exceeded. This error ends the evaluation: no operator drops it.
    CostLimit,
    /// The server's evaluator itself fails, with this text. This error ends the evaluation as well.
    Internal(&'static str),
}

/// The result of an expression.
pub type Evaluated<T> = Result<T, EvalError>;

impl EvalError {
    /// Creates an error whose text contains a value.
    #[cold]
    pub fn text(reason: String) -> EvalError {
        EvalError::Text(reason.into_boxed_str())
    }

    /// The error of a field or a key that is absent.
    #[cold]
    pub(super) fn no_such_key(key: String) -> EvalError {
        EvalError::NoSuchKey(key.into_boxed_str())
    }

    /// Creates the error of a function without an overload for the types of its operands.
    #[cold]
    pub(super) fn no_overload_of(call: String) -> EvalError {
        EvalError::NoOverloadOf(call.into_boxed_str())
    }

    /// Whether the error is that no overload exists for the types of the operands.
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

    /// Converts the error of a conversion into the error of an operand.
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
