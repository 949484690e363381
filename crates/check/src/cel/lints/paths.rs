//! Finds the nodes of an expression that can fail at run time: fields that are read where they may be absent,
//! and calls without an overload. In: an evaluated expression. Out: the nodes, each with the condition under
//! which it is reached and fails.

use super::dynamic;
use super::evaluate::Evaluation;
use super::formula::Formula;
use super::hides::Within;
use super::loops::question;
use super::value::ValueId;
use crdc_cel::compile::ast::{ExprId, Kind};

/// A node that may fail.
#[derive(Clone, Debug)]
pub(super) struct Risk {
    pub node: ExprId,
    /// The condition under which the node fails and nothing hides the error.
    pub(super) when: Formula,
    pub(super) kind: RiskKind,
    /// The innermost operator that can hide the error.
    pub(super) within: Option<Within>,
}

/// The reason why a node may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RiskKind {
    /// The node reads this field, which is absent.
    Absent(ValueId),
    /// No overload of the call takes the types of its operands.
    Overload,
}

/// The nodes that may fail, in the order of the expression.
pub(super) fn risks(evaluation: &mut Evaluation<'_, '_>) -> Vec<Risk> {
    let mut found = Vec::new();
    if let Some(root) = evaluation.checked.ast.root() {
        walk(evaluation, root, (Formula::TRUE, None), &mut found);
    }
    found
}

/// Visits a node. `when` is the condition under which it is reached, `within` the innermost operator that can
/// hide its error.
fn walk(
    evaluation: &mut Evaluation<'_, '_>,
    id: ExprId,
    (when, within): (Formula, Option<Within>),
    found: &mut Vec<Risk>,
) {
    if when == Formula::FALSE {
        return;
    }
    let checked = evaluation.checked;
    match checked.ast.kind(id) {
        Kind::Select { operand, field, test } => {
            walk(evaluation, *operand, (when, within), found);
            if !test && evaluation.may_fail(*operand, field) {
                absent(evaluation, (id, *operand, field), (when, within), found);
            }
        }
        Kind::Call { function, target, args } => match (function.as_ref(), args.as_slice()) {
            ("_&&_" | "_||_", _) => logic(evaluation, function, (id, args), (when, within), found),
            ("_?_:_", &[condition, then, otherwise]) => {
                walk(evaluation, condition, (when, within), found);
                let Some(known) = evaluation.get(condition) else { return };
                let holds = evaluation.facts.formulas.and(when, known.yes);
                let branch = |operand| Some(Within { operator: id, operand });
                walk(evaluation, then, (holds, branch(then)), found);
                let fails = evaluation.facts.formulas.and(when, known.no);
                walk(evaluation, otherwise, (fails, branch(otherwise)), found);
            }
            _ => {
                let args: Vec<ExprId> = target.iter().chain(args).copied().collect();
                for arg in &args {
                    walk(evaluation, *arg, (when, within), found);
                }
                let wrong = dynamic::wrong(evaluation, id, &args);
                let when = evaluation.facts.formulas.and(when, wrong);
                let when = runs(evaluation, &args, when);
                if when != Formula::FALSE {
                    found.push(Risk { node: id, when, kind: RiskKind::Overload, within });
                }
            }
        },
        Kind::Comprehension(parts) => {
            let is_bind = matches!(checked.ast.kind(parts.range), Kind::List(items) if items.is_empty());
            if is_bind {
                walk(evaluation, parts.init, (when, within), found);
                let when = runs(evaluation, &[parts.init], when);
                walk(evaluation, parts.result, (when, within), found);
                return;
            }
            walk(evaluation, parts.range, (when, within), found);
            let Some(range) = evaluation.get(parts.range) else { return };
            let when = runs(evaluation, &[parts.range], when);
            let given = evaluation.elements_of(parts.range, range.value).given;
            let when = evaluation.facts.formulas.and(when, given);
            let step = question(checked, parts).map_or(parts.step, |(_, condition)| condition);
            // A loop hides more than the operators around it do.
            walk(evaluation, step, (when, None), found);
        }
        _ => {
            for child in checked.ast.children(id) {
                walk(evaluation, child, (when, within), found);
            }
        }
    }
}

/// The condition under which none of these nodes fails.
fn runs(evaluation: &mut Evaluation<'_, '_>, args: &[ExprId], mut when: Formula) -> Formula {
    for arg in args {
        if let Some(known) = evaluation.get(*arg) {
            let ok = evaluation.ok(known);
            when = evaluation.facts.formulas.and(when, ok);
        }
    }
    when
}

/// An operand matters where no other operand decides.
fn logic(
    evaluation: &mut Evaluation<'_, '_>,
    function: &str,
    (id, args): (ExprId, &[ExprId]),
    (when, within): (Formula, Option<Within>),
    found: &mut Vec<Risk>,
) {
    // Of `a || b || c`, which is a tree, each operand can hide errors of the others.
    let around = within.filter(|within| {
        let kind = evaluation.checked.ast.kind(within.operator);
        within.operand == id
            && matches!(kind, Kind::Call { function: around, .. } if around.as_ref() == function)
    });
    let operator = around.map_or(id, |around| around.operator);
    for arg in args {
        let mut here = when;
        for other in args.iter().filter(|other| *other != arg) {
            let Some(other) = evaluation.get(*other) else { continue };
            let decides = if function == "_&&_" { other.no } else { other.yes };
            here = evaluation.facts.formulas.without(here, decides);
        }
        walk(evaluation, *arg, (here, Some(Within { operator, operand: *arg })), found);
    }
}

fn absent(
    evaluation: &mut Evaluation<'_, '_>,
    (id, operand, field): (ExprId, ExprId, &crdc_cel::compile::ast::Name),
    (when, within): (Formula, Option<Within>),
    found: &mut Vec<Risk>,
) {
    let Some(field) = evaluation.selected(operand, field) else { return };
    let present = evaluation.facts.present(field);
    let when = evaluation.facts.formulas.without(when, present);
    let when = runs(evaluation, &[operand], when);
    if when != Formula::FALSE {
        found.push(Risk { node: id, when, kind: RiskKind::Absent(field), within });
    }
}
