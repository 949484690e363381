//! Expands the macros with two variables that make lists and maps. The variables are the index and item of a
//! list, or the key and value of a map.
//
// cel-go: ext/comprehensions.go

use super::loops::{append, only_if};
use super::maker::{Loop, Maker};
use crate::compile::ast::{ExprId, Kind, Name};
use crate::compile::issues::Issue;

/// Splits the arguments into the filter, if there is one, and the value.
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
    let names = make.variables(args)?;
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
    insert(make, target, args, true)
}

pub(super) fn transform_map_entry(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
) -> Result<ExprId, Issue> {
    insert(make, target, args, false)
}

/// Makes a loop that inserts entries into a map: a value with the key of the element, or whole entries.
fn insert(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
    same_key: bool,
) -> Result<ExprId, Issue> {
    let names = make.variables(args)?;
    let (filter, inserted) = filtered(args);
    let mut parts = vec![make.accumulator()];
    if same_key {
        parts.push(make.ident(names.0.clone()));
    }
    parts.push(inserted);
    let insert = make.call("cel.@mapInsert", parts);
    let step = only_if(make, filter, insert);
    let init = make.node(Kind::Map(Vec::new()));
    Ok(transform(make, target, args, names, init, step))
}
