//! Calls functions and operators.

use super::evaluate::{Run, Variables};
use super::expr::Call;
use super::{Candidate, Code, Guard, Search};
use crate::{self as cel, CelType, Cost, EvalError, Evaluated, List, Value, calls, library};

/// A function that is called with values.
type Called<'c, 'a> = &'c dyn Fn(&[Value<'a>]) -> Evaluated<Value<'a>>;

impl<'a> Run<'a> {
    pub(super) fn call(&self, call: Call<'a>, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        let c = self.context;
        match call.code {
            Code::Nothing => Ok(Value::Bool(false)),
            Code::NoSuchOverload => Err(EvalError::NoSuchOverload),
            Code::Overload(code, result) => {
                self.invoke(call, variables, &|values| result.convert((code.code)(c, values)?))
            }
            Code::Counted(code, result) => {
                let counted = |values: &[Value<'a>]| result.convert((code.code)(c, values)?);
                let operand = |index: usize| {
                    let list = self.operand(call, index, variables).and_then(List::from_value);
                    library::sequences::counted(list).map(Value::List)
                };
                self.invoke_with(call, &operand, &counted)
            }
            Code::AnyOf(function, candidates) => self.invoke(call, variables, &|values| {
                let meant = candidates.iter().find(|candidate| self.fits(candidate, values));
                let Some(meant) = meant else { return Err(calls::mismatched(function, values)) };
                meant.result.convert((meant.called.code)(c, values)?)
            }),
            Code::Matches(matches) => {
                let text = self.operand(call, 0, variables);
                // The pattern, a constant, comes after it.
                if let Err(error) = &text
                    && *error != EvalError::Mismatch
                {
                    return Err(error.clone());
                }
                self.invoke_with(call, &|_| text.clone(), &|values| {
                    values.first().map_or(Err(EvalError::NoSuchOverload), |text| {
                        <&str>::from_value(*text).map(|text| Value::Bool(matches(text.as_bytes())))
                    })
                })
            }
            Code::Search(search) => self.invoke(call, variables, &|values| self.search(search, values)),
        }
    }

    /// Whether operands have the types of an overload.
    fn fits(&self, candidate: &Candidate<'_>, values: &[Value<'a>]) -> bool {
        candidate.operands.iter().zip(values).all(|((repr, guard), value)| {
            repr.fits(*value)
                && match guard {
                    Guard::Any => true,
                    Guard::Named(name) => value.type_name() == *name,
                    Guard::BeginsWith(item) => {
                        cel::begins_with(self.context.arena, *value, |first| item.fits(first))
                    }
                }
        })
    }

    /// An operand, in the representation in which the code takes it.
    fn operand(&self, call: Call<'a>, index: usize, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        let (operand, repr) = *call.operands.get(index).ok_or(EvalError::NoSuchOverload)?;
        let value = self.value(operand, variables)?;
        repr.convert_from(self.part(operand)?.1, value).map_err(EvalError::of_operand)
    }

    fn invoke(
        &self,
        call: Call<'a>,
        variables: Variables<'_, 'a>,
        code: Called<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        self.invoke_with(call, &|index| self.operand(call, index, variables), code)
    }

    /// Calls a function with operands that are evaluated when it asks for them.
    fn invoke_with(
        &self,
        call: Call<'_>,
        operand: &dyn Fn(usize) -> Evaluated<Value<'a>>,
        code: Called<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let (c, Call { cost, stops, .. }) = (self.context, call);
        match call.operands.len() {
            0 => calls::call::<0>(c, cost, stops, operand, code),
            1 => calls::call::<1>(c, cost, stops, operand, code),
            2 => calls::call::<2>(c, cost, stops, operand, code),
            3 => self.invoke_many::<3>(cost, operand, code),
            4 => self.invoke_many::<4>(cost, operand, code),
            _ => Err(EvalError::NoSuchOverload),
        }
    }

    // Apart, since every call of a nested expression would have room for their operands on the stack.
    #[inline(never)]
    fn invoke_many<const N: usize>(
        &self,
        cost: Cost,
        operand: &dyn Fn(usize) -> Evaluated<Value<'a>>,
        code: Called<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        calls::call::<N>(self.context, cost, true, operand, code)
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
                Ok(Value::List(cel::texts(c.arena, found)))
            }
        }
    }
}
