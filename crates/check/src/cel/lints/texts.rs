//! Evaluates functions of known texts, such as `"Git".startsWith("G")`.

use super::value::{Value, ValueId, Values};
use crdc_cel::program::Search;
use crdc_schema::pattern;

/// The longest pattern or text that is evaluated.
const LONGEST_TRIED: usize = 1 << 10;

/// The text that a call is about, if all other operands are literals.
pub(super) fn subject(values: &Values<'_>, call: ValueId) -> Option<ValueId> {
    let (_, of, _) = parts(values, call)?;
    (!values.is_literal(of)).then_some(of)
}

/// The result of a call if the text is a literal.
pub(super) fn answer(values: &Values<'_>, call: ValueId, literal: ValueId) -> Option<bool> {
    let (function, _, argument) = parts(values, call)?;
    let Value::Literal("string", text) = values.get(literal) else { return None };
    if text.len() > LONGEST_TRIED {
        return None;
    }
    match function {
        "startsWith" => Some(text.starts_with(argument)),
        "endsWith" => Some(text.ends_with(argument)),
        "contains" => Some(text.contains(argument)),
        _ => pattern::simulate(argument, text).ok(),
    }
}

fn parts<'v>(values: &'v Values<'_>, call: ValueId) -> Option<(&'v str, ValueId, &'v str)> {
    let Value::Call(function, args) = values.get(call) else { return None };
    let &[of, argument] = args.as_slice() else { return None };
    let Value::Literal("string", argument) = values.get(argument) else { return None };
    let function = function.as_ref();
    let is_known =
        matches!(function, "startsWith" | "endsWith" | "contains") || function == Search::Matches.name();
    (is_known && argument.len() <= LONGEST_TRIED).then_some((function, of, argument.as_str()))
}
