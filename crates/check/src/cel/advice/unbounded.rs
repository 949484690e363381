//! Finds expressions that the server's estimate gives no bound, so that no limit of the schema helps:
//! conversions to strings, and comparisons of optionals. In: a rule or message. Out: advice to replace the
//! first of these expressions by one with a bound.
//
// apiserver: pkg/cel/library/cost.go (EstimateCallCost knows no size of `string`, and that of `format`)
// cel-go: checker/cost.go (equality of what has no size costs as much as the largest value)

use super::counted::Counted;
use crate::rule_compiler::RuleCompiler;
use crdc_cel::compile::Checked;
use crdc_cel::compile::ast::{Constant, ExprId, Kind};
use crdc_cel::compile::types;

/// Advice for the first conversion or comparison without a bound, if there is one. No limit brings a rule or
/// message with such an expression under its budget.
pub(in crate::cel) fn unbounded(
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
        if let ("_==_" | "_!=_", &[one, other]) = (function.as_ref(), args.as_slice()) {
            let is_optional =
                |id| checked.typing.of(id).is_some_and(|of| matches!(types.kind(of), types::Kind::Optional(_)));
            let forms = [one, other].map(|id| fields(&checked, id, &source));
            return (is_optional(one) || is_optional(other)).then(|| compared(function, forms));
        }
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

/// The presence and the value of the field that an optional selects: `self.?a` gives `has(self.a)` and
/// `self.a`. None for optionals of other forms.
fn fields(checked: &Checked, id: ExprId, source: &impl Fn(ExprId) -> String) -> Option<[String; 2]> {
    let Kind::Call { function, target: None, args } = checked.ast.kind(id) else { return None };
    let (true, &[of, name]) = (function.as_ref() == "_?._", args.as_slice()) else { return None };
    let Kind::Constant(Constant::String(name)) = checked.ast.kind(name) else { return None };
    // A field of an optional is an optional again.
    if fields(checked, of, source).is_some() {
        return None;
    }
    let field = format!("{}.{name}", source(of));
    Some([format!("has({field})"), field])
}

/// The replacement of a comparison of optionals.
fn compared(function: &str, forms: [Option<[String; 2]>; 2]) -> String {
    const WHY: &str = "servers take an optional to be of any size";
    let [Some([has_one, one]), Some([has_other, other])] = forms else {
        return format!("{WHY}; ask `has(…)`, and compare the values");
    };
    match function {
        "_==_" => format!("{WHY}; write `{has_one} == {has_other} && (!{has_one} || {one} == {other})`"),
        _ => format!("{WHY}; write `{has_one} != {has_other} || {has_one} && {one} != {other}`"),
    }
}
