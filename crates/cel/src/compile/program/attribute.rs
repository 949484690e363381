//! Computes the costs of chains of selections, which cel-go calls attributes.
//
// cel-go: interpreter/runtimecost.go (Observe)

use super::expr::{Expr, Op};
use crate::program::Attribute;

/// The cost of evaluating a part of a program as a chain of selections, without the steps of the chain.
#[must_use]
pub fn attribute(expr: &Expr) -> Attribute {
    match &expr.op {
        Op::SelfValue | Op::OldSelf | Op::Local(_) => Attribute::Unit,
        Op::HasField { of, .. } | Op::HasPart { of, .. } | Op::Path { of, test: true, .. } => {
            if chooses(of) {
                Attribute::TakenBack
            } else {
                Attribute::Free
            }
        }
        Op::Field { of, .. } | Op::Part { of, .. } | Op::Path { of, .. } => {
            if chooses(of) {
                Attribute::Free
            } else {
                Attribute::Unit
            }
        }
        _ => Attribute::Free,
    }
}

/// Whether a chain begins with `c ? a : b`.
fn chooses(chain: &Expr) -> bool {
    match &chain.op {
        Op::Conditional(_) => true,
        Op::Field { of, .. } | Op::Part { of, .. } | Op::Path { of, .. } => chooses(of),
        _ => false,
    }
}
