//! Conversions to strings whose results have no bound for the server, so that no limit of the schema helps. In: an expression. Out: the
//! first of them, and what has a bound.
//
// apiserver: pkg/cel/library/cost.go (EstimateCallCost knows no size of `string`, and that of `format`)

use super::counted::Counted;
use crate::rules::RuleCompiler;
use crdc_cel::compile::ast::Kind;
use crdc_cel::compile::types;

/// Why no limit brings a rule or message under its budget, if a conversion is the reason.
pub(in crate::check::cel) fn unbounded(
    Counted { rule, of, message, .. }: Counted<'_>,
    compiler: &mut RuleCompiler,
) -> Option<String> {
    let text = rule.expression(message);
    let optional = rule.has_optional_old_self();
    let checked = compiler.checked(text, of, optional)?;
    let types = &compiler.scope().types;
    let source = |id| {
        let (start, end) = checked.ast.node(id).span;
        let part: String = text.chars().take(end as usize).skip(start as usize).collect();
        part.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    checked.ast.post_order().into_iter().find_map(|id| {
        let Kind::Call { function, target: None, args } = checked.ast.kind(id) else { return None };
        let (true, &[arg]) = (function.as_ref() == "string", args.as_slice()) else { return None };
        let verb = match types.kind(checked.typing.of(arg)?) {
            types::Kind::String => None,
            types::Kind::Int | types::Kind::Uint => Some("%d"),
            _ => Some("%s"),
        };
        let arg = source(arg);
        Some(match verb {
            None => format!("leave out `string(…)`: `{arg}` is a string already"),
            Some(verb) => {
                format!(
                    "servers take `string({arg})` to be of any length; write `'{verb}'.format([{arg}])`, whose length they know (from 1.30 on)"
                )
            }
        })
    })
}
