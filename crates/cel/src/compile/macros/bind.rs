//! Expands the macros that bind a value to a name. They expand to a loop over an empty list, whose
//! accumulator is the value.
//!
//! `optMap` and `optFlatMap` copy their target, so a chain of them doubles with each link.
//
// cel-go: cel/library.go (optMap, optFlatMap), ext/lists.go (sortByMacro)

use super::loops::collect;
use super::maker::{Loop, Maker};
use crate::compile::ast::{ExprId, Kind, Name};
use crate::compile::issues::{Issue, MacroError};

/// Makes an expression with the value of `result`, in which the variable `name` is `value`.
fn bind(make: &mut Maker<'_>, unused: &'static str, name: Name, value: ExprId, result: ExprId) -> ExprId {
    let range = make.list(&[]);
    let condition = make.bool(false);
    let step = make.ident(name.clone());
    let parts = Loop { range, variable: unused.into(), second: None, init: value, condition, step };
    make.named_comprehension(parts, name, result)
}

/// `cel.bind(name, value, result)`
// cel-go: ext/bindings.go (celBind)
pub(super) fn named(make: &mut Maker<'_>, args: &[ExprId]) -> Result<ExprId, Issue> {
    let name = make.variable(args[0], MacroError::NotBoundName)?;
    Ok(bind(make, "#unused", name, args[1], args[2]))
}

fn with_value(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
    macro_name: &'static str,
    wrap: bool,
) -> Result<ExprId, Issue> {
    let target = target.unwrap_or(args[0]);
    let name = make.variable(args[0], MacroError::NotOptionalName { name: macro_name })?;
    let present = make.method("hasValue", target, Vec::new());
    let copy = make.copy(target);
    let value = make.method("value", copy, Vec::new());
    let bound = bind(make, "#unused", name, value, args[1]);
    let then = if wrap { make.call("optional.of", vec![bound]) } else { bound };
    let otherwise = make.call("optional.none", Vec::new());
    Ok(make.call("_?_:_", vec![present, then, otherwise]))
}

pub(super) fn opt_map(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
) -> Result<ExprId, Issue> {
    with_value(make, target, args, "optMap", true)
}

pub(super) fn opt_flat_map(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
) -> Result<ExprId, Issue> {
    with_value(make, target, args, "optFlatMap", false)
}

pub(super) fn sort_by(
    make: &mut Maker<'_>,
    target: Option<ExprId>,
    args: &[ExprId],
) -> Result<ExprId, Issue> {
    const INPUT: &str = "@__sortBy_input__";
    let target = target.unwrap_or(args[0]);
    if matches!(make.ast.kind(target), Kind::Constant(_) | Kind::Map(_) | Kind::Struct { .. } | Kind::Invalid)
    {
        return Err(make.error(target, MacroError::NotSortable));
    }
    let range = make.ident(INPUT);
    let keys = collect(make, range, args[0], None, args[1])?;
    let input = make.ident(INPUT);
    let sorted = make.method("@sortByAssociatedKeys", input, vec![keys]);
    Ok(bind(make, "#unused", INPUT.into(), target, sorted))
}
