//! Calls of functions and operators: which overload is meant, and what the call costs.
//!
//! Easy to break: the compiled form decides the same way (`crdc-codegen`: `emit/rules/calls/mod.rs`).

use std::collections::HashMap;

use super::cel::{self, CelType, Cost, EvalError, Evaluated, List, Value, library};
use super::expr::{Run, Variables};
use super::read::{converted, is};
use super::table;
use bumpalo::Bump;
use crdc_codegen::cel::ast::Constant;
use crdc_codegen::cel::library::{LIBRARIES, Overload};
use crdc_codegen::cel::program::{CallCost, Expr, Guard, Op, Repr, call_cost, guard, stops};
use crdc_codegen::interpreted::shared_call;

/// All overloads, sorted by name, with their numbers in the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Calls<'c> {
    known: &'c [(&'static str, usize, &'static Overload)],
}

impl<'c> Calls<'c> {
    pub(crate) fn new(arena: &'c Bump) -> Self {
        let numbers: HashMap<&str, usize> = table::OVERLOADS.iter().copied().zip(0..).collect();
        let overloads = LIBRARIES.iter().flat_map(|library| library.functions);
        let overloads = overloads.flat_map(|function| function.overloads);
        let known = overloads.filter_map(|of| Some((of.id, *numbers.get(of.id)?, of)));
        let mut known: Vec<_> = known.collect();
        known.sort_by_key(|(name, ..)| *name);
        Calls { known: arena.alloc_slice_copy(&known) }
    }

    fn find(&self, name: &str) -> Option<(usize, &'static Overload)> {
        let place = self.known.binary_search_by_key(&name, |(name, ..)| *name).ok()?;
        self.known.get(place).map(|(_, number, overload)| (*number, *overload))
    }
}

/// A function that is called with values.
type Code<'c, 'a> = &'c dyn Fn(&[Value<'a>]) -> Evaluated<Value<'a>>;

/// An operand, evaluated when it is asked for.
type Operand<'o, 'a> = &'o dyn Fn(usize) -> Evaluated<Value<'a>>;

impl<'a> Run<'a> {
    pub(super) fn call(
        &self,
        function: &str,
        [overloads, meant]: [&[&'static str]; 2],
        args: &'a [Expr],
        repr: &Repr,
        variables: Variables<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let c = self.context;
        // The server does not even evaluate the value that it looks for in an empty list.
        if overloads == ["in_list"]
            && let [_, Expr { op: Op::List(items), .. }] = args
            && items.is_empty()
        {
            return Ok(Value::Bool(false));
        }
        if matches!(function, "matches" | "find" | "findAll") {
            return converted(self.regex(function, overloads, args, variables)?, repr);
        }
        let cost = cost_of(call_cost(function, overloads, args));
        let stops = stops(function, overloads, args.len());
        let typed = |parameter: &dyn Fn(usize) -> Option<Repr>, number: usize, result: &Repr| {
            let operand = |index: usize| match (args.get(index), parameter(index)) {
                (Some(arg), Some(of)) => counted(function, self.value_as(arg, &of, variables)),
                _ => Err(EvalError::NoSuchOverload),
            };
            let code = |values: &[Value<'a>]| converted(table::call(number, c, values)?, result);
            self.invoke(stops, cost, args.len(), &operand, &code)
        };
        if let [only] = meant {
            let Some((number, overload)) = self.calls.find(only) else {
                return Err(EvalError::NoSuchOverload);
            };
            let parameter = |index: usize| overload.args.get(index).map(Repr::of_signature);
            return converted(typed(&parameter, number, &Repr::of_signature(&overload.result))?, repr);
        }
        let found: Option<Vec<_>> = meant.iter().map(|id| self.calls.find(id)).collect();
        let Some(found) = found else { return Err(EvalError::NoSuchOverload) };
        if let (Some(shared), Some((number, _))) = (shared_call(meant), found.first()) {
            let parameter = |index: usize| shared.parameters.get(index).cloned();
            return converted(typed(&parameter, *number, &shared.result)?, repr);
        }
        // Which of them is meant is known when the types of the operands are.
        let operand = |index: usize| match args.get(index) {
            Some(arg) => self.dynamic(arg, variables),
            None => Err(EvalError::NoSuchOverload),
        };
        let code = |values: &[Value<'a>]| {
            let meant = found.iter().find(|(_, overload)| self.fits(overload, values));
            let Some((number, overload)) = meant else {
                let first = values.first().copied().unwrap_or(Value::Null);
                return Err(cel::no_overload(function, first));
            };
            let value = converted(table::call(*number, c, values)?, &Repr::of_signature(&overload.result))?;
            converted(value, repr)
        };
        self.invoke(stops, cost, args.len(), &operand, &code)
    }

    /// Whether operands have the types of an overload.
    fn fits(&self, overload: &Overload, values: &[Value<'a>]) -> bool {
        overload.args.iter().zip(values).all(|(of, value)| {
            is(*value, &Repr::of_signature(of))
                && match guard(of) {
                    None => true,
                    Some(Guard::Named(name)) => value.type_name() == name,
                    Some(Guard::BeginsWith(item)) => {
                        cel::begins_with_one(self.context.arena, *value, |first| is(first, &item))
                    }
                }
        })
    }

    /// Calls a function. `stops` is whether it evaluates no more operands when one fails.
    fn invoke(
        &self,
        stops: bool,
        cost: Cost,
        operands: usize,
        operand: Operand<'_, 'a>,
        code: Code<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let c = self.context;
        let second = || operand(1);
        let two = |a, b| code(&[a, b]);
        match operands {
            0 => cel::call0(c, cost, || code(&[])),
            1 => cel::call1(c, cost, operand(0), |a| code(&[a])),
            2 if stops => cel::try_call2(c, cost, operand(0), second, two),
            2 => cel::call2(c, cost, operand(0), second(), two),
            3 => {
                let three = |a, b, d| code(&[a, b, d]);
                cel::try_call3(c, cost, operand(0), second, || operand(2), three)
            }
            4 => {
                let four = |a, b, d, e| code(&[a, b, d, e]);
                cel::try_call4(c, cost, operand(0), (second, || operand(2), || operand(3)), four)
            }
            _ => Err(EvalError::NoSuchOverload),
        }
    }

    /// `matches`, `find` and `findAll`.
    fn regex(
        &self,
        function: &str,
        overloads: &[&'static str],
        args: &'a [Expr],
        variables: Variables<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let c = self.context;
        let cost = cost_of(call_cost(function, overloads, args));
        let is_literal = matches!(args.get(1).map(|arg| &arg.op), Some(Op::Constant(Constant::String(_))));
        let operand = |index: usize| match args.get(index) {
            Some(arg) if index < 2 => self.value_as(arg, &Repr::String, variables),
            Some(arg) => self.value_as(arg, &Repr::Int, variables),
            None => Err(EvalError::NoSuchOverload),
        };
        let code = |values: &[Value<'a>]| {
            let (Some(text), Some(pattern)) = (values.first(), values.get(1)) else {
                return Err(EvalError::NoSuchOverload);
            };
            let (text, pattern): (&str, &str) = (cel::of(*text)?, cel::of(*pattern)?);
            let limit = values.get(2).map(|limit| i64::from_value(*limit)).transpose()?;
            let mut patterns = c.patterns();
            match function {
                "matches" => library::regex::matches(&mut patterns, text, pattern).map(Value::Bool),
                "find" => library::regex::find(&mut patterns, text, pattern).map(Value::String),
                _ => {
                    let found = library::regex::find_all(c.arena, &mut patterns, text, pattern, limit)?;
                    Ok(Value::List(cel::texts(c.arena, found)))
                }
            }
        };
        self.invoke(is_literal, cost, args.len(), &operand, &code)
    }
}

/// The operand of a function whose cost the server counts even if there is no list.
fn counted<'a>(function: &str, operand: Evaluated<Value<'a>>) -> Evaluated<Value<'a>> {
    match function {
        "sort" | "distinct" | "@sortByAssociatedKeys" => {
            library::sequences::counted(operand.and_then(List::from_value)).map(Value::List)
        }
        _ => operand,
    }
}

fn cost_of(cost: CallCost) -> Cost {
    match cost {
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
