//! Evaluates loops in programs. For each element, the variables are read before the filter and before the
//! body. A variable whose item does not fit its schema is an error where it is used.

use super::evaluate::{Run, Variable, Variables};
use crate::arena::Arena;
use crate::error::Evaluated;
use crate::operations::loops;
use crate::program::expr::{At, Loop, LoopKind};
use crate::program::repr::Repr;
use crate::values::{self, Item, Value};

impl<'a> Run<'a> {
    pub(super) fn looped(&self, found: &'a Loop, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        let c = self.context;
        let Loop { kind, range, second, filter, body, appended, .. } = *found;
        let range = self.value(range, variables).and_then(loops::range);
        let one = |at: At, repr: Repr, item: Item<'a>| {
            self.within(found, item, None, variables, |inner| self.value_as(at, repr, inner))
        };
        let two = |at: At, repr: Repr, first: Item<'a>, second: Evaluated<Item<'a>>| {
            self.within(found, first, Some(second), variables, |inner| self.value_as(at, repr, inner))
        };
        let holds = |item: Item<'a>| one(body, Repr::Bool, item).and_then(values::of);
        let pair_holds =
            |a: Item<'a>, b: Evaluated<Item<'a>>| two(body, Repr::Bool, a, b).and_then(values::of);
        let chosen = |item: Item<'a>| match filter {
            Some(filter) => one(filter, Repr::Bool, item).and_then(values::of),
            None => self.within(found, item, None, variables, |_| Ok(Value::Bool(true))).and_then(values::of),
        };
        let pair_chosen = |a: Item<'a>, b: Evaluated<Item<'a>>| match filter {
            Some(filter) => two(filter, Repr::Bool, a, b).and_then(values::of),
            None => self.within(found, a, Some(b), variables, |_| Ok(Value::Bool(true))).and_then(values::of),
        };
        let value = |item: Item<'a>| one(body, Repr::Dynamic, item);
        let pair_value = |a: Item<'a>, b: Evaluated<Item<'a>>| two(body, Repr::Dynamic, a, b);
        let entries = |a: Item<'a>, b: Evaluated<Item<'a>>| two(body, Repr::Map, a, b).and_then(values::of);
        match (kind, second.is_some()) {
            (LoopKind::All, false) => loops::all(c, range, holds).map(Value::Bool),
            (LoopKind::All, true) => loops::all_pairs(c, range, pair_holds).map(Value::Bool),
            (LoopKind::Exists, false) => loops::exists(c, range, holds).map(Value::Bool),
            (LoopKind::Exists, true) => loops::exists_pair(c, range, pair_holds).map(Value::Bool),
            (LoopKind::ExistsOne, false) => loops::exists_one(c, range, holds).map(Value::Bool),
            (LoopKind::ExistsOne, true) => loops::exists_one_pair(c, range, pair_holds).map(Value::Bool),
            (LoopKind::Collect, false) => loops::collect(c, appended, range, chosen, value).map(Value::List),
            (LoopKind::Collect, true) => {
                loops::collect_pairs(c, appended, range, pair_chosen, pair_value).map(Value::List)
            }
            (LoopKind::TransformMap, _) => {
                loops::transform_map(c, range, pair_chosen, pair_value).map(Value::Map)
            }
            (LoopKind::TransformMapEntry, _) => {
                loops::transform_map_entry(c, range, pair_chosen, entries).map(Value::Map)
            }
        }
    }

    /// Evaluates a filter or body with the variables of a loop.
    fn within(
        &self,
        found: &'a Loop,
        first: Item<'a>,
        second: Option<Evaluated<Item<'a>>>,
        outer: Variables<'_, 'a>,
        evaluate: impl FnOnce(Variables<'_, 'a>) -> Evaluated<Value<'a>>,
    ) -> Evaluated<Value<'a>> {
        let arena = self.context.arena;
        let (local, repr) = found.first;
        let value = variable(Ok(first), repr, arena)?;
        let first = Variable { local, value: &value, outer };
        let (Some((local, repr)), Some(second)) = (found.second, second) else {
            return evaluate(Some(&first));
        };
        let value = variable(second, repr, arena)?;
        evaluate(Some(&Variable { local, value: &value, outer: Some(&first) }))
    }
}

/// The value of a variable. It has the error of an item that does not fit its schema, unless that ends the
/// evaluation. Objects are read field by field.
fn variable<'a>(item: Evaluated<Item<'a>>, repr: Repr, arena: &'a Arena) -> Evaluated<Evaluated<Value<'a>>> {
    match item.and_then(|item| repr.read(item, arena)) {
        Err(error) if !error.can_be_dropped() => Err(error),
        value => Ok(value),
    }
}
