//! Finds the operators that hide the error of a node. In: a checked rule, and the operator around the node.
//! Out: for each operator the operands that hide the error. CEL's `||` and `&&` drop the error of an operand
//! if another operand decides, and `? :` evaluates only one branch.

use crdc_cel::compile::Checked;
use crdc_cel::compile::ast::{ExprId, Kind};

/// The operand of `||`, `&&` or `? :` that contains a node. `a || b || c` counts as one operator, though it
/// is a tree of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Within {
    pub(super) operator: ExprId,
    pub(super) operand: ExprId,
}

/// The condition under which an error does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hides {
    /// One of these operands of `||` is true.
    Or(Vec<ExprId>),
    /// One of these operands of `&&` is false.
    And(Vec<ExprId>),
    /// The condition of `? :` does not have this value.
    Branch(ExprId, bool),
}

/// The most operators around a node that a warning names.
const MOST_NAMED: usize = 3;

/// The conditions under which the operators around a node hide its error, the innermost operator first.
/// Operators around a loop are left out.
pub(super) fn all(checked: &Checked, within: Within) -> Vec<Hides> {
    let mut found: Vec<Hides> = hides(checked, within).into_iter().collect();
    let mut at = within.operator;
    while found.len() < MOST_NAMED
        && let Some(parent) = checked.ast.root().and_then(|root| parent(checked, root, at))
    {
        let Kind::Call { function, args, .. } = checked.ast.kind(parent.operator) else { break };
        // The operator that joins the results of a loop does not appear in the text.
        let above = checked.ast.root().and_then(|root| self::parent(checked, root, parent.operator));
        if above.is_some_and(|above| matches!(checked.ast.kind(above.operator), Kind::Comprehension(..))) {
            break;
        }
        // The condition of `? :` is always evaluated, so the operator hides none of its errors.
        let is_condition = function.as_ref() == "_?_:_" && args.first() == Some(&at);
        if !is_condition {
            found.extend(hides(checked, parent));
        }
        at = parent.operator;
    }
    found
}

/// The parent of a node, as an operator and its operand.
fn parent(checked: &Checked, root: ExprId, of: ExprId) -> Option<Within> {
    let mut left = vec![root];
    while let Some(operator) = left.pop() {
        for operand in checked.ast.children(operator) {
            if operand == of {
                return Some(Within { operator, operand });
            }
            left.push(operand);
        }
    }
    None
}

/// The condition under which an operator hides an error in one of its operands.
fn hides(checked: &Checked, within: Within) -> Option<Hides> {
    let Kind::Call { function, args, .. } = checked.ast.kind(within.operator) else { return None };
    match (function.as_ref(), args.as_slice()) {
        ("_||_", _) => Some(Hides::Or(others(checked, within, "_||_"))),
        ("_&&_", _) => Some(Hides::And(others(checked, within, "_&&_"))),
        ("_?_:_", &[condition, then, _]) => Some(Hides::Branch(condition, within.operand == then)),
        _ => None,
    }
}

/// The other operands, in the order of the text.
fn others(checked: &Checked, within: Within, operator: &str) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut left = vec![within.operator];
    while let Some(next) = left.pop() {
        match checked.ast.kind(next) {
            _ if next == within.operand => {}
            Kind::Call { function, args, .. } if function.as_ref() == operator => {
                left.extend(args.iter().rev())
            }
            _ => found.push(next),
        }
    }
    found
}
