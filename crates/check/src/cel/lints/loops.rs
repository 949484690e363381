//! Evaluates loops. One element stands for all elements of a list, since any of them may be the one that
//! fails.
//!
//! Easy to break: loops inside of each other over one list have different elements.

use std::collections::BTreeSet;

use super::evaluate::{Elements, Evaluation, Known};
use super::formula::Formula;
use super::value::{Value, ValueId};
use crdc_cel::compile::Checked;
use crdc_cel::compile::ast::{Comprehension, ExprId, Kind};
use crdc_cel::compile::types;

impl Evaluation<'_, '_> {
    pub(super) fn comprehension(&mut self, id: ExprId, found: &Comprehension) -> Known {
        if matches!(self.checked.ast.kind(found.range), Kind::List(items) if items.is_empty()) {
            return self.bind(found);
        }
        let range = self.node(found.range);
        let elements = self.elements_of(found.range, range.value);
        let is_map = matches!(self.type_kind(found.range), types::Kind::Map(..) | types::Kind::Declared(_));
        let level = self.open.get(&range.value).copied().unwrap_or(0);
        let key = self.facts.values.of(Value::Key(range.value, level));
        let depth = self.locals.len();
        match &found.second {
            Some(second) => {
                self.locals.push((found.variable.clone(), key));
                self.locals.push((second.clone(), elements.element));
            }
            None => self.locals.push((found.variable.clone(), if is_map { key } else { elements.element })),
        }
        for list in &elements.lists {
            *self.open.entry(*list).or_default() += 1;
        }
        let init = self.node(found.init);
        let collected = self.facts.values.of(Value::Accumulator(depth));
        self.locals.push((found.accumulator.clone(), collected));
        let step = self.node(found.step);
        let result = self.node(found.result);
        self.locals.truncate(depth);
        for list in &elements.lists {
            if let Some(open) = self.open.get_mut(list) {
                *open = open.saturating_sub(1);
            }
        }
        let parts = vec![range.value, init.value, step.value, result.value];
        let value = self.facts.values.call("loop", parts);
        self.collects(id, found, &elements);
        let ok = self.ok(range);
        self.loop_outcome(id, found, &elements, value, ok)
    }

    /// The loop's truth, where the condition of `all` or `exists` decides about its element and the others
    /// are unknown.
    fn loop_outcome(
        &mut self,
        id: ExprId,
        found: &Comprehension,
        elements: &Elements,
        value: ValueId,
        ok: Formula,
    ) -> Known {
        let question = question(self.checked, found).and_then(|(all, of)| Some((all, self.get(of)?)));
        let Some((all, condition)) = question else {
            let step = self.get(found.step);
            let step = step.map_or(Formula::TRUE, |step| self.ok(step));
            let fails = self.facts.formulas.without(elements.given, step);
            let ok = self.facts.formulas.without(ok, fails);
            return self.valued(id, value, ok);
        };
        // A condition on each element holds for the others.
        let others = match (all, condition) {
            (true, Known { no: Formula::FALSE, .. }) => Formula::TRUE,
            (false, Known { yes: Formula::FALSE, .. }) => Formula::FALSE,
            _ => self.facts.truth(value),
        };
        let formulas = &mut self.facts.formulas;
        // The element is there and decides, or the others do.
        let [mine, not_mine] = [condition.yes, condition.no].map(|of| formulas.and(elements.given, of));
        let absent = formulas.not(elements.given);
        let (yes, no) = if all {
            let fits = formulas.or(mine, absent);
            let not_others = formulas.not(others);
            (formulas.and(others, fits), formulas.or(not_others, not_mine))
        } else {
            let fits = formulas.or(not_mine, absent);
            (formulas.or(others, mine), formulas.without(fits, others))
        };
        Known { value, yes: formulas.and(ok, yes), no: formulas.and(ok, no) }
    }

    /// Macros that bind a name to a value, such as `optMap`.
    fn bind(&mut self, found: &Comprehension) -> Known {
        self.node(found.range);
        let init = self.node(found.init);
        self.locals.push((found.accumulator.clone(), init.value));
        let result = self.node(found.result);
        self.locals.pop();
        let ok = self.ok(init);
        let formulas = &mut self.facts.formulas;
        Known { value: result.value, yes: formulas.and(ok, result.yes), no: formulas.and(ok, result.no) }
    }

    /// The elements of a list or map.
    pub(super) fn elements_of(&mut self, range: ExprId, value: ValueId) -> Elements {
        if let Some(found) = self.elements.get(&range) {
            return found.clone();
        }
        let level = self.open.get(&value).copied().unwrap_or(0);
        let element = self.facts.values.of(Value::Element(value, level));
        let given = self.facts.some(value);
        Elements { element, given, lists: vec![value] }
    }

    /// Records the elements of the list that `map` or `filter` makes.
    fn collects(&mut self, id: ExprId, found: &Comprehension, from: &Elements) {
        let ast = &self.checked.ast;
        let call = |id: ExprId, name: &str| match ast.kind(id) {
            Kind::Call { function, target: None, args } if function == name => Some(args.as_slice()),
            _ => None,
        };
        let (filter, step) = match call(found.step, "_?_:_") {
            Some(&[filter, step, _]) => (Some(filter), step),
            _ => (None, found.step),
        };
        let Some(&[_, list]) = call(step, "_+_") else { return };
        let Kind::List(items) = ast.kind(list) else { return };
        let [item] = items.as_slice() else { return };
        let Some(element) = self.get(item.value) else { return };
        let mut given = from.given;
        if let Some(filter) = filter.and_then(|filter| self.get(filter)) {
            given = self.facts.formulas.and(given, filter.yes);
        }
        let here = self.ok(element);
        given = self.facts.formulas.and(given, here);
        let lists: BTreeSet<ValueId> = from.lists.iter().copied().collect();
        let found = Elements { element: element.value, given, lists: lists.into_iter().collect() };
        self.elements.insert(id, found);
    }
}

/// The condition of `all` (or `exists`, and false).
pub(super) fn question(checked: &Checked, found: &Comprehension) -> Option<(bool, ExprId)> {
    let Kind::Call { function, target: None, args } = checked.ast.kind(found.step) else { return None };
    let &[first, condition] = args.as_slice() else { return None };
    if checked.ast.ident(first) != Some(&found.accumulator) {
        return None;
    }
    match function.as_ref() {
        "_&&_" => Some((true, condition)),
        "_||_" => Some((false, condition)),
        _ => None,
    }
}
