//! Finds the parts of a program that the server computes when it compiles a rule, which cost nothing.
//
// cel-go: interpreter/decorators.go (decOptimize)

use super::expr::{Expr, Op};
use super::repr::Repr;
use crate::compile::ast::Constant;

/// The functions that convert values. The server computes a conversion of a constant in advance.
const CONVERSIONS: &[&str] =
    &["bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint"];

/// Whether a part is a constant for the server.
#[must_use]
pub fn is_constant(expr: &Expr) -> bool {
    match &expr.op {
        Op::Constant(_) | Op::Type(_) => true,
        Op::List(items) => items.iter().all(|(item, _)| is_constant(item)),
        Op::Map(entries) => entries.iter().all(|(key, value, _)| is_constant(key) && is_constant(value)),
        Op::Call { function, args, .. } => converts_constant(function, args),
        _ => false,
    }
}

/// Whether a call converts a constant.
pub(super) fn converts_constant(function: &str, args: &[Expr]) -> bool {
    CONVERSIONS.contains(&function) && matches!(args, [arg] if is_constant(arg))
}

/// Whether a part is a list of constants in which the server looks up values at once.
pub(super) fn is_set(expr: &Expr) -> bool {
    let Op::List(items) = &expr.op else { return false };
    items.iter().all(|(item, _)| is_constant(item) && is_primitive(item))
}

fn is_primitive(item: &Expr) -> bool {
    !matches!(item.op, Op::Constant(Constant::Null))
        && matches!(item.repr, Repr::Bool | Repr::Int | Repr::Uint | Repr::Double | Repr::String)
}
