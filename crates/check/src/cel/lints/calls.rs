//! Calls and operators: when they are true, false or an error.
//!
//! Easy to break: `&&` and `||` hide an error if the other operand decides, in either order.

use super::bounds;
use super::dynamic;
use super::evaluate::{Evaluation, Known};
use super::formula::Formula;
use super::value::{Value, ValueId};
use crdc_cel::compile::ast::{Constant, ExprId, Kind, Name};
use crdc_cel::compile::types::Type;

impl Evaluation<'_, '_> {
    pub(super) fn call(&mut self, id: ExprId, function: &Name, args: &[ExprId]) -> Known {
        match (function.as_ref(), args) {
            ("_&&_" | "_||_", _) => self.logic(function, args),
            ("!_", &[of]) => {
                let Known { value, yes, no } = self.node(of);
                Known { value: self.facts.values.call("!_", vec![value]), yes: no, no: yes }
            }
            ("_?_:_", &[condition, then, otherwise]) => self.conditional(condition, then, otherwise),
            ("_==_" | "_!=_", &[first, second]) => self.equality(function == "_==_", first, second),
            ("_<_" | "_<=_" | "_>_" | "_>=_", &[first, second]) => self.order(id, function, first, second),
            ("@in", &[of, list]) => self.is_in(id, of, list),
            ("_?._", &[operand, field]) => self.optional_select(id, operand, field),
            ("hasValue", &[of]) => {
                let known = self.node(of);
                if let Value::Optional(field) = *self.facts.values.get(known.value) {
                    let present = self.facts.reachable(field);
                    let value = self.facts.values.call("has", vec![field]);
                    return self.answered(value, present, known.yes);
                }
                let value = self.facts.values.call("hasValue", vec![known.value]);
                self.valued(id, value, known.yes)
            }
            ("value", &[of]) => {
                let known = self.node(of);
                let value = self.content(known.value);
                self.valued(id, value, known.yes)
            }
            ("orValue", &[of, otherwise]) => self.or_value(id, of, otherwise),
            _ => {
                let (values, ok) = self.args(args);
                let value = self.facts.values.call(function.clone(), values);
                let ok = self.typed(id, args, ok);
                let known = self.valued(id, value, ok);
                if self.type_of(id) == Type::BOOL {
                    self.facts.asked_of_text(value);
                }
                known
            }
        }
    }

    /// `ok`, unless no overload fits the types of the operands.
    fn typed(&mut self, id: ExprId, args: &[ExprId], ok: Formula) -> Formula {
        let wrong = dynamic::wrong(self, id, args);
        self.facts.formulas.without(ok, wrong)
    }

    fn logic(&mut self, function: &Name, args: &[ExprId]) -> Known {
        let and = function == "_&&_";
        let (mut yes, mut no) = (Formula::of(and), Formula::of(!and));
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let known = self.node(*arg);
            values.push(known.value);
            let formulas = &mut self.facts.formulas;
            (yes, no) = if and {
                (formulas.and(yes, known.yes), formulas.or(no, known.no))
            } else {
                (formulas.or(yes, known.yes), formulas.and(no, known.no))
            };
        }
        Known { value: self.facts.values.call(function.clone(), values), yes, no }
    }

    fn conditional(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> Known {
        let [when, then, otherwise] = [condition, then, otherwise].map(|arg| self.node(arg));
        let value = self.facts.values.call("_?_:_", vec![when.value, then.value, otherwise.value]);
        let formulas = &mut self.facts.formulas;
        let mut either = |then: Formula, otherwise: Formula| {
            let then = formulas.and(when.yes, then);
            let otherwise = formulas.and(when.no, otherwise);
            formulas.or(then, otherwise)
        };
        let (yes, no) = (either(then.yes, otherwise.yes), either(then.no, otherwise.no));
        Known { value, yes, no }
    }

    fn equality(&mut self, is: bool, first: ExprId, second: ExprId) -> Known {
        let bools = self.type_of(first) == Type::BOOL && self.type_of(second) == Type::BOOL;
        let (one, other) = (self.node(first), self.node(second));
        let (ok, also) = (self.ok(one), self.ok(other));
        let ok = self.facts.formulas.and(ok, also);
        let value =
            self.facts.values.call("_==_", vec![one.value.min(other.value), one.value.max(other.value)]);
        let equal = if bools {
            let same = self.facts.formulas.and(one.yes, other.yes);
            let neither = self.facts.formulas.and(one.no, other.no);
            self.facts.formulas.or(same, neither)
        } else {
            self.equal(one.value, other.value)
        };
        let found = self.answered(value, equal, ok);
        if is {
            return found;
        }
        let value = self.facts.values.call("!_", vec![value]);
        Known { value, yes: found.no, no: found.yes }
    }

    fn order(&mut self, id: ExprId, function: &Name, first: ExprId, second: ExprId) -> Known {
        let (values, ok) = self.args(&[first, second]);
        let ok = self.typed(id, &[first, second], ok);
        let value = self.facts.values.call(function.clone(), values.clone());
        let swapped = function.starts_with("_>");
        let (low, high) = if swapped { (values[1], values[0]) } else { (values[0], values[1]) };
        let or_equal = function.ends_with("=_");
        let mut truth = self.less(low, high, or_equal);
        // `self.?a.orValue("").size() > 0` depends on whether `self.a` is present.
        if let Some((present, other)) = self.facts.otherwise(low) {
            let other = self.less(other, high, or_equal);
            truth = self.facts.formulas.choose(present, truth, other);
        } else if let Some((present, other)) = self.facts.otherwise(high) {
            let other = self.less(low, other, or_equal);
            truth = self.facts.formulas.choose(present, truth, other);
        }
        self.answered(value, truth, ok)
    }

    fn less(&mut self, low: ValueId, high: ValueId, or_equal: bool) -> Formula {
        match bounds::less(&self.facts.values, low, high, or_equal) {
            Some(known) => Formula::of(known),
            None if or_equal => {
                let greater = self.facts.less(high, low);
                self.facts.formulas.not(greater)
            }
            None => self.facts.less(low, high),
        }
    }

    /// Whether two values are equal.
    fn equal(&mut self, one: ValueId, other: ValueId) -> Formula {
        if bounds::differ(&self.facts.values, one, other) {
            return Formula::FALSE;
        }
        let equal = self.facts.equal(one, other);
        let Some((present, absent)) = self.facts.otherwise(one) else { return equal };
        if bounds::differ(&self.facts.values, absent, other) {
            return self.facts.formulas.and(present, equal);
        }
        let absent = self.facts.equal(absent, other);
        self.facts.formulas.choose(present, equal, absent)
    }

    fn is_in(&mut self, id: ExprId, of: ExprId, list: ExprId) -> Known {
        let (values, ok) = self.args(&[of, list]);
        let value = self.facts.values.call("@in", values.clone());
        let Kind::List(items) = self.checked.ast.kind(list) else { return self.valued(id, value, ok) };
        if items.iter().any(|item| item.optional) {
            return self.valued(id, value, ok);
        }
        let mut any = Formula::FALSE;
        for item in items {
            let Some(item) = self.get(item.value) else { continue };
            let equal = self.facts.equal(values[0], item.value);
            any = self.facts.formulas.or(any, equal);
        }
        self.answered(value, any, ok)
    }

    fn optional_select(&mut self, id: ExprId, operand: ExprId, field: ExprId) -> Known {
        let of = self.node(operand);
        let Some(Constant::String(name)) = self.checked.ast.constant(field) else { return of };
        let name = Name::from(name.clone());
        let ok = self.ok(of);
        let Some(field) = self.selected(operand, &name) else { return of };
        let value = self.facts.values.of(Value::Optional(field));
        self.valued(id, value, ok)
    }

    /// The result of `optMap`: the condition, and the content where it holds.
    fn mapped(&self, id: ExprId) -> Option<(Known, Known)> {
        let call = |id: ExprId, name: &str| match self.checked.ast.kind(id) {
            Kind::Call { function, args, .. } if function == name => Some(args.as_slice()),
            _ => None,
        };
        let &[when, some, none] = call(id, "_?_:_")? else { return None };
        let (&[content], []) = (call(some, "optional.of")?, call(none, "optional.none")?) else {
            return None;
        };
        Some((self.get(when)?, self.get(content)?))
    }

    fn or_value(&mut self, id: ExprId, of: ExprId, otherwise: ExprId) -> Known {
        let of_node = of;
        let (of, otherwise) = (self.node(of), self.node(otherwise));
        let also = self.ok(otherwise);
        let ok = self.facts.formulas.and(of.yes, also);
        let value = self.facts.values.call("orValue", vec![of.value, otherwise.value]);
        if let Value::Optional(field) = *self.facts.values.get(of.value)
            && self.type_of(id) == Type::BOOL
        {
            let present = self.facts.reachable(field);
            let truth = self.facts.truth(field);
            let truth = self.facts.formulas.choose(present, truth, otherwise.yes);
            return self.answered(value, truth, ok);
        }
        if self.type_of(id) == Type::BOOL
            && let Some((when, content)) = self.mapped(of_node)
        {
            let formulas = &mut self.facts.formulas;
            let mut either = |content: Formula, otherwise: Formula| {
                let content = formulas.and(when.yes, content);
                let otherwise = formulas.and(when.no, otherwise);
                formulas.or(content, otherwise)
            };
            let yes = either(content.yes, otherwise.yes);
            return Known { value, yes, no: either(content.no, otherwise.no) };
        }
        self.valued(id, value, ok)
    }
}
