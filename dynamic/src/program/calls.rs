//! Calls in programs: crdc-codegen resolves them (`emit/rules/calls/resolve.rs`).

use super::convert::{Parts, overload, repr};
use crdc::__private::cel::Cost;
use crdc::__private::plan::program::{Candidate, Code, Guard, Op, Search};
use crdc_codegen::cel::program::{self, CallCost};
use crdc_codegen::interpreted::{CallCode, resolve_call};

impl<'p> Parts<'p> {
    pub(super) fn call(
        &mut self,
        function: &str,
        overloads: [&[&'static str]; 2],
        args: &[program::Expr],
    ) -> Op<'p> {
        let resolved = resolve_call(function, overloads, args);
        let operands = resolved.operands.iter();
        let operands: Vec<_> = operands.map(|(operand, of)| (self.add(operand), repr(of))).collect();
        let code = self.code(function, &resolved.code).unwrap_or(Code::NoSuchOverload);
        Op::Call(code, cost(resolved.cost), resolved.stops, self.slice(&operands))
    }

    /// None if the runtime lacks an overload.
    fn code(&self, function: &str, of: &CallCode) -> Option<Code<'p>> {
        Some(match of {
            CallCode::Overload { id, result, counted: false } => Code::Overload(overload(id)?, repr(result)),
            CallCode::Overload { id, result, counted: true } => Code::Counted(overload(id)?, repr(result)),
            CallCode::AnyOf(candidates) => {
                let candidates = candidates.iter().map(|of| {
                    let operands = of.operands.iter();
                    let operands: Vec<_> =
                        operands.map(|(of, guard)| (repr(of), self.guard(guard.as_ref()))).collect();
                    let code = overload(of.id)?;
                    Some(Candidate { code, operands: self.slice(&operands), result: repr(&of.result) })
                });
                let candidates: Option<Vec<_>> = candidates.collect();
                Code::AnyOf(self.text(function), self.slice(&candidates?))
            }
            CallCode::Search => Code::Search(match function {
                "matches" => Search::Matches,
                "find" => Search::Find,
                _ => Search::FindAll,
            }),
            CallCode::Nothing => Code::Nothing,
            CallCode::NoSuchOverload => Code::NoSuchOverload,
        })
    }

    fn guard(&self, of: Option<&program::Guard>) -> Guard<'p> {
        match of {
            None => Guard::Any,
            Some(program::Guard::Named(name)) => Guard::Named(name),
            Some(program::Guard::BeginsWith(item)) => Guard::BeginsWith(repr(item)),
        }
    }
}

fn cost(of: CallCost) -> Cost {
    match of {
        CallCost::Free => Cost::Free,
        CallCost::Unit => Cost::Unit,
        CallCost::Comparison => Cost::Comparison,
        CallCost::Concatenate => Cost::Concatenate,
        CallCost::InList => Cost::InList,
        CallCost::Traverse => Cost::Traverse,
        CallCost::TraverseTwice => Cost::TraverseTwice,
        CallCost::TraverseResult => Cost::TraverseResult,
        CallCost::Scan => Cost::Scan,
        CallCost::Contains => Cost::Contains,
        CallCost::Search => Cost::Search,
        CallCost::Validate => Cost::Validate,
        CallCost::ContainsIp(parse) => Cost::ContainsIp { parse },
        CallCost::ContainsCidr(parse) => Cost::ContainsCidr { parse },
        CallCost::Sets(factor) => Cost::Sets(factor),
        CallCost::NewList => Cost::NewList,
        CallCost::Flatten => Cost::Flatten,
        CallCost::CompareAll(operand) => Cost::CompareAll(operand),
    }
}
