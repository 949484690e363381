//! The variables `self` and `oldSelf` of a rule, and its result.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (Validator)

use alloc::format;

use super::select::without_schema;
use crate::context::Context;
use crate::error::{EvalError, Evaluated};
use crate::values::{CelType, Node, Value};

/// The value that has the rule, and the old value that it replaces.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// `self`
    pub new: Node<'a>,
    /// `oldSelf`
    pub old: Option<Node<'a>>,
}

/// `oldSelf` of a rule with `optionalOldSelf`, which also runs without an old value. The server unwraps the
/// optional to the plain value without a schema. If the old value does not fit its schema, the optional is
/// not empty, but reading its content fails.
//
// cel-go: interpreter/attributes.go absoluteAttribute.Resolve
pub(crate) fn optional_old<'a>(context: Context<'a>, pair: Pair<'a>) -> Evaluated<Value<'a>> {
    let Some(old) = pair.old else { return Ok(Value::Optional(None)) };
    let value = match old.value(context.arena) {
        Ok(value) => without_schema(value),
        Err(error) if !error.can_be_dropped() => return Err(error),
        // The server treats Go's error as a value of an unknown type.
        Err(error) => {
            let message = format!("unsupported conversion to ref.Val: (*errors.errorString){error}");
            Value::Unfit(context.arena.alloc_str(&message))
        }
    };
    Ok(Value::Optional(Some(context.arena.alloc(value))))
}

/// `oldSelf` of a message, which is no optional even if the rule's is.
///
/// # Errors
/// There is no old value, or it does not fit its schema.
pub(crate) fn old_of_message<'a, T: CelType<'a>>(context: Context<'a>, pair: Pair<'a>) -> Evaluated<T> {
    match pair.old {
        Some(old) => T::from_node(old, context.arena),
        None => Err(EvalError::Static("no such attribute(s): oldSelf")),
    }
}

/// Whether the result of a rule is true. A rule whose result is no boolean is false.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (validateExpressions)
#[must_use]
pub(crate) fn is_true(result: Value<'_>) -> bool {
    matches!(result, Value::Bool(true))
}
