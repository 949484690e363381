//! Finds conversions, indices and patterns of known values that fail. In: a typed expression. Out: the error
//! of the first one.

use super::convert::convert;
use super::value::Value;
use crate::compile::ast::{Ast, Constant, ExprId, Kind};
use crate::compile::checker::{Reference, Typing};
use crate::compile::types::{self, Types};
use crate::program::Search;
use crdc_vocabulary::regexp;

pub(in crate::compile) fn fold(ast: &Ast, types: &Types, typing: &Typing) -> Result<(), String> {
    let mut known: Vec<Option<Value>> = vec![None; ast.len()];
    for id in ast.post_order() {
        known[id.index()] = value(ast, types, typing, &known, id)?;
    }
    Ok(())
}

fn value(
    ast: &Ast,
    types: &Types,
    typing: &Typing,
    known: &[Option<Value>],
    id: ExprId,
) -> Result<Option<Value>, String> {
    let known = |id: ExprId| known[id.index()].as_ref();
    let is_type = || typing.of(id).is_some_and(|of| matches!(types.kind(of), types::Kind::TypeOf(_)));
    Ok(match ast.kind(id) {
        Kind::Constant(constant) => Some(Value::Constant(constant.clone())),
        Kind::Ident(_) if *typing.reference(id) == Reference::Name && is_type() => Some(Value::Other),
        Kind::List(items) if items.iter().all(|item| !item.optional && known(item.value).is_some()) => {
            Some(Value::Other)
        }
        Kind::Map(entries)
            if entries.iter().all(|entry| {
                !entry.optional && known(entry.key).is_some() && known(entry.value).is_some()
            }) =>
        {
            Some(Value::Other)
        }
        Kind::Call { function, args, .. } if matches!(function.as_ref(), "_[_]" | "_[?_]") => {
            if let Some(index) = args.get(1).and_then(|index| known(*index)) {
                check_index(index)?;
            }
            None
        }
        Kind::Call { function, target, args } if Search::of(function).is_some() => {
            // The pattern is the second operand.
            let pattern = target.iter().chain(args).nth(1).and_then(|pattern| known(*pattern));
            if let Some(Value::Constant(Constant::String(pattern))) = pattern {
                regexp::verify(pattern).map_err(|error| error.to_string())?;
            }
            None
        }
        Kind::Call { function, target: None, args } => match args.as_slice() {
            [arg] => match known(*arg) {
                Some(arg) => convert(function, arg).transpose()?,
                None => None,
            },
            _ => None,
        },
        _ => None,
    })
}

fn check_index(index: &Value) -> Result<(), String> {
    let name = match index {
        Value::Constant(Constant::Bytes(_)) => "types.Bytes",
        Value::Constant(Constant::Null) => "types.Null",
        Value::Duration(_) => "types.Duration",
        Value::Timestamp(_) => "types.Timestamp",
        _ => return Ok(()),
    };
    Err(format!("invalid qualifier type: {name}"))
}
