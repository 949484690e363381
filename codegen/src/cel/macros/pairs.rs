//! The macros with two variables: index and item of a list, or key and value of a map.
//
// cel-go: ext/comprehensions.go

use super::loops::{Question, append, for_all, for_any, for_one, only_if};
use super::maker::{Loop, Maker};
use crate::cel::ast::{ExprId, Kind, Name};
use crate::cel::issues::Issue;

fn variables(make: &Maker<'_>, args: &[ExprId]) -> Result<(Name, Name), Issue> {
    let first = make.variable(args[0], "argument must be a simple name")?;
    let second = make.variable(args[1], "argument must be a simple name")?;
    if first == second {
        return Err(make.error(args[1], format!("duplicate variable name: {first}")));
    }
    make.not_accumulator(args[0], &first)?;
    make.not_accumulator(args[1], &second)?;
    Ok((first, second))
}

fn ask(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
    question: fn(&mut Maker<'_>, ExprId) -> Question,
) -> Result<ExprId, Issue> {
    let (variable, second) = variables(make, args)?;
    let Question { init, condition, step, result } = question(make, args[2]);
    let range = target.unwrap_or(args[0]);
    let parts = Loop { range, variable, second: Some(second), init, condition, step };
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

/// The filter, if there is one, and the value.
fn filtered(args: &[ExprId]) -> (Option<ExprId>, ExprId) {
    match *args {
        [_, _, filter, value] => (Some(filter), value),
        _ => (None, args[2]),
    }
}

fn transform(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
    (variable, second): (Name, Name),
    init: ExprId,
    step: ExprId,
) -> ExprId {
    let condition = make.bool(true);
    let range = target.unwrap_or(args[0]);
    make.comprehension(Loop { range, variable, second: Some(second), init, condition, step }, None)
}

pub(super) fn transform_list(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
) -> Result<ExprId, Issue> {
    let names = variables(make, args)?;
    let (filter, value) = filtered(args);
    let step = append(make, filter, value);
    let init = make.list(&[]);
    Ok(transform(make, target, args, names, init, step))
}

pub(super) fn transform_map(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
) -> Result<ExprId, Issue> {
    let names = variables(make, args)?;
    let (filter, value) = filtered(args);
    let so_far = make.accumulator();
    let key = make.ident(names.0.clone());
    let insert = make.call("cel.@mapInsert", vec![so_far, key, value]);
    let step = only_if(make, filter, insert);
    let init = make.node(Kind::Map(Vec::new()));
    Ok(transform(make, target, args, names, init, step))
}

pub(super) fn transform_map_entry(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
) -> Result<ExprId, Issue> {
    let names = variables(make, args)?;
    let (filter, entry) = filtered(args);
    let so_far = make.accumulator();
    let insert = make.call("cel.@mapInsert", vec![so_far, entry]);
    let step = only_if(make, filter, insert);
    let init = make.node(Kind::Map(Vec::new()));
    Ok(transform(make, target, args, names, init, step))
}
