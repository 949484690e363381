//! Compiles calls: chosen overloads and operands.

use super::costs::{call_cost, stops};
use super::dispatch::{self, guard};
use super::expr::{Expr, Op};
use super::flatten::{Parts, repr};
use super::repr::Repr;
use crate::functions::{Function, Overload, overload};
use crate::program::{self, Candidate, Code, Search};

impl<'p> Parts<'p, '_> {
    /// Compiles a call. `overloads` are the overloads that the checker chose; `meant` are all overloads that
    /// are possible if an operand may have any type.
    pub(super) fn call(
        &mut self,
        function: &str,
        [overloads, meant]: [&[&'static str]; 2],
        args: &[Expr],
    ) -> program::Op<'p> {
        let (cost, stops) = (call_cost(function, overloads, args), stops(function, overloads, args.len()));
        if overloads == ["in_list"]
            && let [_, Expr { op: Op::List(items), .. }] = args
            && items.is_empty()
        {
            return program::Op::Call(Code::Nothing, cost, stops, &[]);
        }
        if let Some(search) = Search::of(function) {
            let (parameters, is_literal) = dispatch::search_operands(args);
            let operands = self.operands(args, &parameters);
            return program::Op::Call(Code::Search(search), cost, is_literal, operands);
        }
        let found: Option<Vec<_>> = meant.iter().map(|id| overload(id)).collect();
        let (code, parameters) = found
            .and_then(|found| self.code(function, args, &found))
            .unwrap_or((Code::NoSuchOverload, Vec::new()));
        let operands = self.operands(args, &parameters);
        program::Op::Call(code, cost, stops, operands)
    }

    /// Compiles operands, with the representations in which the code takes them.
    fn operands(&mut self, args: &[Expr], parameters: &[Repr]) -> &'p [(program::At, program::Repr)] {
        let operands: Vec<_> =
            args.iter().zip(parameters).map(|(arg, of)| (self.add(arg), repr(of))).collect();
        self.slice(&operands)
    }

    /// The code of a call, and its parameters. `None` if there is no overload, or an overload has no code.
    fn code(
        &self,
        function: &str,
        args: &[Expr],
        found: &[(&'static Function, &'static Overload)],
    ) -> Option<(Code<'p>, Vec<Repr>)> {
        let is_late = dispatch::is_error_decided_late(function, args, found);
        let (_, first) = found.first()?;
        let one = match found {
            [_] => {
                Some((first.args.iter().map(Repr::of_signature).collect(), Repr::of_signature(&first.result)))
            }
            _ => dispatch::shared(found),
        };
        if let Some((parameters, result)) = one.filter(|_| !is_late) {
            let called = first.called()?;
            // The server counts the cost of these even if the operand is an error.
            let code = match function {
                "sort" | "distinct" | "@sortByAssociatedKeys" => Code::Counted(called, repr(&result)),
                _ => Code::Overload(called, repr(&result)),
            };
            return Some((code, parameters));
        }
        let candidates = found.iter().map(|(_, overload)| {
            let operands: Vec<_> =
                overload.args.iter().map(|of| (repr(&Repr::of_signature(of)), guard(of))).collect();
            let result = repr(&Repr::of_signature(&overload.result));
            Some(Candidate { called: overload.called()?, operands: self.slice(&operands), result })
        });
        let candidates: Option<Vec<_>> = candidates.collect();
        let code = Code::AnyOf(self.text(function), self.slice(&candidates?));
        Some((code, vec![Repr::Dynamic; args.len()]))
    }
}

/// The first function in an expression that has no code.
#[must_use]
pub fn without_code(expr: &Expr) -> Option<&str> {
    let own = match &expr.op {
        Op::Call { function, .. } if Search::of(function).is_some() => None,
        Op::Call { function, overloads, meant, .. } => {
            let meant = meant.as_deref().unwrap_or(overloads);
            let has_code = |id: &&str| overload(id).is_some_and(|(_, overload)| overload.code.is_some());
            (meant.is_empty() || !meant.iter().all(has_code)).then_some(function.as_str())
        }
        _ => None,
    };
    own.or_else(|| expr.children().into_iter().find_map(without_code))
}
