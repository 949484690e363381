//! Expands `has`; the macros with one or two variables that test each element: `all`, `exists`, `exists_one`;
//! and `map` and `filter`.

use super::maker::{Loop, Maker};
use crate::compile::ast::{Constant, ExprId, Kind};
use crate::compile::issues::{Issue, MacroError};

pub(super) fn has(make: &mut Maker<'_>, _: Option<ExprId>, args: &[ExprId]) -> Result<ExprId, Issue> {
    match make.ast.kind(args[0]).clone() {
        Kind::Select { operand, field, .. } => Ok(make.node(Kind::Select { operand, field, test: true })),
        _ => Err(make.error(args[0], MacroError::NotField)),
    }
}

/// The parts of a loop that tests each element.
struct Question {
    init: ExprId,
    condition: ExprId,
    step: ExprId,
    result: Option<ExprId>,
}

fn for_all(make: &mut Maker<'_>, predicate: ExprId) -> Question {
    let init = make.bool(true);
    let so_far = make.accumulator();
    let condition = make.call("@not_strictly_false", vec![so_far]);
    let so_far = make.accumulator();
    let step = make.call("_&&_", vec![so_far, predicate]);
    Question { init, condition, step, result: None }
}

fn for_any(make: &mut Maker<'_>, predicate: ExprId) -> Question {
    let init = make.bool(false);
    let so_far = make.accumulator();
    let not = make.call("!_", vec![so_far]);
    let condition = make.call("@not_strictly_false", vec![not]);
    let so_far = make.accumulator();
    let step = make.call("_||_", vec![so_far, predicate]);
    Question { init, condition, step, result: None }
}

fn for_one(make: &mut Maker<'_>, predicate: ExprId) -> Question {
    let init = make.constant(Constant::Int(0));
    let condition = make.bool(true);
    let so_far = make.accumulator();
    let one = make.constant(Constant::Int(1));
    let next = make.call("_+_", vec![so_far, one]);
    let so_far = make.accumulator();
    let step = make.call("_?_:_", vec![predicate, next, so_far]);
    let so_far = make.accumulator();
    let one = make.constant(Constant::Int(1));
    let result = make.call("_==_", vec![so_far, one]);
    Question { init, condition, step, result: Some(result) }
}

/// Expands a macro whose arguments are one or two variables and the test.
fn ask(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
    question: fn(&mut Maker<'_>, ExprId) -> Question,
) -> Result<ExprId, Issue> {
    let (variable, second, predicate) = match *args {
        [one, predicate] => {
            let variable = make.variable(one, MacroError::NotSimpleName)?;
            make.not_accumulator(one, &variable)?;
            (variable, None, predicate)
        }
        _ => {
            let (variable, second) = make.variables(args)?;
            (variable, Some(second), args[2])
        }
    };
    let Question { init, condition, step, result } = question(make, predicate);
    let parts = Loop { range: target.unwrap_or(args[0]), variable, second, init, condition, step };
    Ok(make.comprehension(parts, result))
}

pub(super) fn all(make: &mut Maker<'_>, target: Option<ExprId>, args: &[ExprId]) -> Result<ExprId, Issue> {
    ask(make, target, args, for_all)
}

pub(super) fn exists(make: &mut Maker<'_>, target: Option<ExprId>, args: &[ExprId]) -> Result<ExprId, Issue> {
    ask(make, target, args, for_any)
}

pub(super) fn exists_one(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
) -> Result<ExprId, Issue> {
    ask(make, target, args, for_one)
}

pub(super) fn map(make: &mut Maker<'_>, target: Option<ExprId>, args: &[ExprId]) -> Result<ExprId, Issue> {
    let (filter, value) = match *args {
        [_, filter, value] => (Some(filter), value),
        _ => (None, args[1]),
    };
    collect(make, target.unwrap_or(args[0]), args[0], filter, value)
}

pub(super) fn filter(make: &mut Maker<'_>, target: Option<ExprId>, args: &[ExprId]) -> Result<ExprId, Issue> {
    collect(make, target.unwrap_or(args[0]), args[0], Some(args[1]), args[0])
}

/// Makes a loop that collects a value for each element.
pub(super) fn collect(
    make: &mut Maker<'_>,
    range: ExprId,
    variable: ExprId,
    filter: Option<ExprId>,
    value: ExprId,
) -> Result<ExprId, Issue> {
    let name = make.variable(variable, MacroError::NotIdentifier)?;
    make.not_accumulator(variable, &name)?;
    let init = make.list(&[]);
    let condition = make.bool(true);
    let step = append(make, filter, value);
    let parts = Loop { range, variable: name, second: None, init, condition, step };
    Ok(make.comprehension(parts, None))
}

/// Makes the step that appends a value to the accumulator if the filter is true.
pub(super) fn append(make: &mut Maker<'_>, filter: Option<ExprId>, value: ExprId) -> ExprId {
    let so_far = make.accumulator();
    let item = make.list(&[value]);
    let step = make.call("_+_", vec![so_far, item]);
    only_if(make, filter, step)
}

/// Makes a step that runs only if the filter is true.
pub(super) fn only_if(make: &mut Maker<'_>, filter: Option<ExprId>, step: ExprId) -> ExprId {
    let Some(filter) = filter else { return step };
    let so_far = make.accumulator();
    make.call("_?_:_", vec![filter, step, so_far])
}
