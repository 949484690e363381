//! Finds calls without an overload for a value that may be an integer or a string, depending on the object.
//!
//! Values that `dyn()` hides are the author's decision; nothing is known about them.

use super::evaluate::{Evaluation, Known};
use super::formula::Formula;
use super::value::{Value, ValueId};
use crdc_cel::compile::ast::{ExprId, Kind};
use crdc_cel::compile::types::Type;
use crdc_cel::functions::{Overload, Signature};

/// The types that a value with `x-kubernetes-int-or-string` can have.
const BOTH: [&str; 2] = ["int", "string"];

/// An operand that may be an integer or a string.
#[derive(Clone, Copy)]
struct Operand {
    /// The index.
    index: usize,
    value: ValueId,
}

/// The condition under which a call has no overload for its operands.
pub(super) fn wrong(evaluation: &mut Evaluation<'_, '_>, id: ExprId, args: &[ExprId]) -> Formula {
    let Some(operands) = operands(evaluation, args) else { return Formula::FALSE };
    let mut any = Formula::FALSE;
    for types in refused(evaluation, id, &operands) {
        let mut all = Formula::TRUE;
        for (operand, name) in operands.iter().zip(types) {
            let of_type = evaluation.facts.is_of_type(operand.value, name);
            all = evaluation.facts.formulas.and(all, of_type);
        }
        any = evaluation.facts.formulas.or(any, all);
    }
    any
}

/// An operand and a type of it for which the call has no overload.
pub(super) fn of_node(
    evaluation: &mut Evaluation<'_, '_>,
    id: ExprId,
    when: Formula,
) -> Option<(ExprId, &'static str)> {
    let Kind::Call { target, args, .. } = evaluation.checked.ast.kind(id) else { return None };
    let args: Vec<ExprId> = target.iter().chain(args).copied().collect();
    let operands = operands(evaluation, &args)?;
    for types in refused(evaluation, id, &operands) {
        let mut all = when;
        for (operand, name) in operands.iter().zip(&types) {
            let of_type = evaluation.facts.is_of_type(operand.value, name);
            all = evaluation.facts.formulas.and(all, of_type);
        }
        if all != Formula::FALSE {
            let first = operands.first()?;
            return Some((*args.get(first.index)?, types.first()?));
        }
    }
    None
}

/// The operands that may be integers or strings. None if there are no such operands or more than two, or if
/// the type of another operand is not known.
fn operands(evaluation: &Evaluation<'_, '_>, args: &[ExprId]) -> Option<Vec<Operand>> {
    let mut found = Vec::new();
    for (index, arg) in args.iter().enumerate() {
        if evaluation.type_of(*arg) != Type::DYN {
            continue;
        }
        let Known { value, .. } = evaluation.get(*arg)?;
        if !is_both(evaluation, value) {
            return None;
        }
        found.push(Operand { index, value });
    }
    (!found.is_empty() && found.len() <= 2).then_some(found)
}

fn is_both(evaluation: &Evaluation<'_, '_>, value: ValueId) -> bool {
    let values = &evaluation.facts.values;
    let direct = !matches!(values.get(value), Value::Call(function, _) if function == "orValue");
    direct && values.schema(value).is_some_and(crdc_schema::Schema::is_int_or_string)
}

/// The types of the operands for which there is no overload.
fn refused(evaluation: &Evaluation<'_, '_>, id: ExprId, operands: &[Operand]) -> Vec<Vec<&'static str>> {
    let overloads: Vec<&Overload> = evaluation
        .checked
        .typing
        .overloads(id)
        .iter()
        .filter_map(|id| evaluation.environment.overload(id))
        .collect();
    if overloads.is_empty() {
        return Vec::new();
    }
    let all: Vec<Vec<&'static str>> = match operands {
        [_] => BOTH.iter().map(|name| vec![*name]).collect(),
        _ => BOTH.iter().flat_map(|first| BOTH.iter().map(move |second| vec![*first, *second])).collect(),
    };
    let fits = |overload: &Overload, types: &[&str]| {
        let takes = |(operand, name): (&Operand, &&str)| {
            overload.args.get(operand.index).is_some_and(|signature| takes(*signature, name))
        };
        operands.iter().zip(types).all(takes)
    };
    all.into_iter().filter(|types| !overloads.iter().any(|overload| fits(overload, types))).collect()
}

fn takes(signature: Signature, name: &str) -> bool {
    match signature {
        Signature::Dyn | Signature::A | Signature::B => true,
        Signature::Int => name == "int",
        Signature::String => name == "string",
        _ => false,
    }
}
