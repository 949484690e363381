//! Evaluates calls of functions and operators in programs.

use super::evaluate::{Run, Variables};
use super::expr::Call;
use crate::error::{EvalError, Evaluated};
use crate::library::{self, results};
use crate::operations::calls;
use crate::program::call::{Candidate, Code, Guard, Search};
use crate::values::{CelType, List, Value};

impl<'a> Run<'a> {
    pub(super) fn call(&self, call: Call<'a>, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        match (call.code, call.operands.len()) {
            (Code::Nothing, _) => Ok(Value::Bool(false)),
            (Code::NoSuchOverload, _) => Err(EvalError::NoSuchOverload),
            (_, 0) => self.with_operands::<0>(call, variables),
            (_, 1) => self.with_operands::<1>(call, variables),
            (_, 2) => self.with_operands::<2>(call, variables),
            (_, 3) => self.with_many_operands::<3>(call, variables),
            (_, 4) => self.with_many_operands::<4>(call, variables),
            _ => Err(EvalError::NoSuchOverload),
        }
    }

    // A separate function, since otherwise every call of a nested expression would reserve stack for many
    // operands.
    #[inline(never)]
    fn with_many_operands<const N: usize>(
        &self,
        call: Call<'a>,
        variables: Variables<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        self.with_operands::<N>(call, variables)
    }

    fn with_operands<const N: usize>(
        &self,
        call: Call<'a>,
        variables: Variables<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let Call { code, cost, stops, operands } = call;
        let operand = |index: usize| {
            let (at, repr) = *operands.get(index).ok_or(EvalError::NoSuchOverload)?;
            match self.value(at, variables) {
                value @ Ok(_) => match repr.convert_from(self.part(at)?.1, value) {
                    Err(error) => Err(error.of_operand()),
                    value => value,
                },
                failed => failed,
            }
        };
        let mut values = [const { Ok(Value::Null) }; N];
        match code {
            Code::Counted(..) => calls::evaluate(&mut values, stops, N, |index| {
                let list = operand(index).and_then(List::from_value);
                library::sequences::counted(list).map(Value::List)
            })?,
            // The pattern, a constant, comes after the text.
            Code::Matches(_) => calls::evaluate(&mut values, true, N + 1, operand)?,
            _ => calls::evaluate(&mut values, stops, N, operand)?,
        }
        calls::applied(self.context, cost, &values, |values| self.apply(code, values))
    }

    /// Runs the code of a call on values.
    fn apply(&self, code: Code<'a>, values: &[Value<'a>]) -> Evaluated<Value<'a>> {
        match code {
            Code::Overload(called, result) | Code::Counted(called, result) => {
                result.convert((called.code)(self.context, values))
            }
            Code::AnyOf(function, candidates) => {
                let meant = candidates.iter().find(|candidate| self.fits(candidate, values));
                let Some(meant) = meant else { return Err(calls::mismatched(function, values)) };
                meant.result.convert((meant.called.code)(self.context, values))
            }
            Code::Matches(matches) => {
                let text = <&str>::from_value(*values.first().ok_or(EvalError::NoSuchOverload)?)?;
                Ok(Value::Bool(matches(text.as_bytes())))
            }
            Code::Search(search) => self.search(search, values),
            Code::Nothing => Ok(Value::Bool(false)),
            Code::NoSuchOverload => Err(EvalError::NoSuchOverload),
        }
    }

    /// Whether operands have the types of an overload.
    fn fits(&self, candidate: &Candidate<'_>, values: &[Value<'a>]) -> bool {
        candidate.operands.iter().zip(values).all(|((repr, guard), value)| {
            repr.fits(value)
                && match guard {
                    Guard::Any => true,
                    Guard::Named(name) => value.type_name() == *name,
                    Guard::BeginsWith(item) => {
                        results::begins_with(self.context.arena, *value, |first| item.fits(&first))
                    }
                }
        })
    }

    #[cfg(not(feature = "regex"))]
    #[expect(clippy::unused_self, reason = "as with the feature")]
    fn search(&self, _: Search, _: &[Value<'a>]) -> Evaluated<Value<'a>> {
        Err(EvalError::Internal("patterns need the feature `regex`"))
    }

    /// `matches`, `find` and `findAll`.
    #[cfg(feature = "regex")]
    fn search(&self, search: Search, values: &[Value<'a>]) -> Evaluated<Value<'a>> {
        let c = self.context;
        let (text, pattern, limit) = match *values {
            [Value::String(text), Value::String(pattern)] => (text, pattern, None),
            [Value::String(text), Value::String(pattern), Value::Int(limit)] => (text, pattern, Some(limit)),
            _ => return Err(calls::mismatched(search.name(), values)),
        };
        let mut patterns = c.patterns();
        match search {
            Search::Matches => library::regex::matches(&mut patterns, text, pattern).map(Value::Bool),
            Search::Find => library::regex::find(&mut patterns, text, pattern).map(Value::String),
            Search::FindAll => {
                let found = library::regex::find_all(c.arena, &mut patterns, text, pattern, limit)?;
                Ok(Value::List(crate::values::texts(c.arena, found)))
            }
        }
    }
}
