//! What hides the error of a part of a rule. In: a checked rule, and the operator around one of its nodes. Out: when the
//! error does not count. CEL's `||` and `&&` drop an error of one side if another side decides, and `? :` runs one branch.

use crdc_cel::compile::Checked;
use crdc_cel::compile::ast::{ExprId, Kind};

/// The operand of `||`, `&&` or `? :` in which a node is. `a || b || c`, which is a tree, counts as one operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Within {
    pub(super) operator: ExprId,
    pub(super) operand: ExprId,
}

/// When an error does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hides {
    /// One of these operands of `||` is true.
    Or(Vec<ExprId>),
    /// One of these operands of `&&` is false.
    And(Vec<ExprId>),
    /// The condition of `? :` is not as said.
    Branch(ExprId, bool),
}

/// What an operator hides in one of its operands.
pub(super) fn hides(checked: &Checked, within: Within) -> Option<Hides> {
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
