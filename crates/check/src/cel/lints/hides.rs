//! Formulas for errors that operators hide. In: a checked rule, and the operator around one of its nodes.
//! Out: when the error does not count. CEL's `||` and `&&` drop an error of one side if another side decides,
//! and `? :` runs one branch.

use crdc_cel::compile::Checked;
use crdc_cel::compile::ast::{ExprId, Kind};

/// The operand of `||`, `&&` or `? :` in which a node is. `a || b || c`, which is a tree, counts as one
/// operator.
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
    /// The condition of `? :` is not as said.
    Branch(ExprId, bool),
}

/// The number of operators around a node that are named.
const MOST_NAMED: usize = 3;

/// The errors that the operators around a node hide, the innermost first. Above a loop nothing is known.
pub(super) fn all(checked: &Checked, within: Within) -> Vec<Hides> {
    let mut found: Vec<Hides> = hides(checked, within).into_iter().collect();
    let mut at = within.operator;
    while found.len() < MOST_NAMED
        && let Some(parent) = checked.ast.root().and_then(|root| parent(checked, root, at))
    {
        let Kind::Call { function, args, .. } = checked.ast.kind(parent.operator) else { break };
        // The operator that joins the items of a loop is not in the text.
        let above = checked.ast.root().and_then(|root| self::parent(checked, root, parent.operator));
        if above.is_some_and(|above| matches!(checked.ast.kind(above.operator), Kind::Comprehension(..))) {
            break;
        }
        // A condition always runs, and `a || b || c` was counted as one operator.
        let is_condition = function.as_ref() == "_?_:_" && args.first() == Some(&at);
        if !is_condition {
            found.extend(hides(checked, parent));
        }
        at = parent.operator;
    }
    found
}

/// The node around a node.
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

/// The errors that an operator hides in one of its operands.
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
