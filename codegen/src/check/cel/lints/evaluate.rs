//! The values of an expression's nodes, and when each is true, false or an error because a field is absent or a
//! value has the wrong type. In: a typed expression. Out: one [`Known`] for each node.
//!
//! Easy to break: `&&` and `||` hide an error if the other operand decides, in either order.

use std::collections::{BTreeSet, HashMap};

use super::bounds;
use super::dynamic;
use super::facts::Facts;
use super::formula::Formula;
use super::value::{Value, ValueId};
use crate::cel::ast::{Comprehension, Constant, ExprId, Kind, Name};
use crate::cel::types::{self, Type};
use crate::cel::{Checked, Environment, Scope};

/// What is known about a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// Its value.
    pub(super) value: ValueId,
    /// When it is true; if it is no bool, when it is no error.
    pub(super) yes: Formula,
    /// When it is false.
    pub(super) no: Formula,
}

/// The elements of a list that a loop collects.
#[derive(Clone)]
pub(super) struct Elements {
    element: ValueId,
    /// When there is such an element.
    pub(super) given: Formula,
    /// The lists whose elements it depends on.
    lists: Vec<ValueId>,
}

/// What the rules of a schema are about.
#[derive(Clone, Copy)]
pub(super) struct Same<'a> {
    /// Fields that are always equal to those of `oldSelf`.
    pub(super) fields: &'a [String],
    /// Whether `self` always equals `oldSelf`.
    pub(super) whole: bool,
    /// Whether this is a resource, whose name never changes.
    pub(super) resource: bool,
    /// Whether the expression is about the old value: what `self` is then.
    pub(super) old: bool,
}

/// An expression, and what is known about it.
pub(super) struct Evaluation<'a, 's> {
    pub(super) checked: &'a Checked,
    pub(super) scope: &'a Scope,
    pub(super) environment: &'a Environment,
    pub(super) facts: &'a mut Facts<'s>,
    pub(super) known: Vec<Option<Known>>,
    pub(super) elements: HashMap<ExprId, Elements>,
    same: Same<'a>,
    /// Whether something is known because an old value is always equal.
    pub(super) used_same: bool,
    /// The variables of the loops around a node, the innermost last.
    locals: Vec<(Name, ValueId)>,
    /// How many loops over a list are around a node.
    open: HashMap<ValueId, u32>,
}

impl<'a, 's> Evaluation<'a, 's> {
    pub(super) fn of(
        checked: &'a Checked,
        scope: &'a Scope,
        environment: &'a Environment,
        facts: &'a mut Facts<'s>,
        same: Same<'a>,
    ) -> Evaluation<'a, 's> {
        let mut evaluation = Evaluation {
            known: vec![None; checked.ast.len()],
            checked,
            scope,
            environment,
            facts,
            elements: HashMap::new(),
            same,
            used_same: false,
            locals: Vec::new(),
            open: HashMap::new(),
        };
        if let Some(root) = checked.ast.root() {
            evaluation.node(root);
        }
        evaluation
    }

    pub(super) fn get(&self, id: ExprId) -> Option<Known> {
        self.known.get(id.index()).copied().flatten()
    }

    pub(super) fn type_of(&self, id: ExprId) -> Type {
        self.checked.typing.of(id).unwrap_or(Type::DYN)
    }

    pub(super) fn type_kind(&self, id: ExprId) -> &'a types::Kind {
        self.scope.types.kind(self.type_of(id))
    }

    pub(super) fn is_optional(&self, id: ExprId) -> bool {
        matches!(self.type_kind(id), types::Kind::Optional(_))
    }

    pub(super) fn ok(&mut self, known: Known) -> Formula {
        self.facts.formulas.or(known.yes, known.no)
    }

    fn node(&mut self, id: ExprId) -> Known {
        let found = self.evaluate(id);
        self.known[id.index()] = Some(found);
        found
    }

    fn evaluate(&mut self, id: ExprId) -> Known {
        let checked = self.checked;
        match checked.ast.kind(id) {
            Kind::Constant(constant) => self.constant(constant),
            Kind::Ident(name) => self.ident(id, name),
            Kind::Select { operand, field, test } => self.select(id, *operand, field, *test),
            Kind::Call { function, target, args } => {
                let args: Vec<ExprId> = target.iter().chain(args).copied().collect();
                self.call(id, function, &args)
            }
            Kind::Comprehension(found) => self.comprehension(id, found),
            Kind::List(_) | Kind::Map(_) | Kind::Struct { .. } | Kind::Invalid => {
                let children = checked.ast.children(id);
                let name = match checked.ast.kind(id) {
                    Kind::List(items) if items.iter().all(|item| !item.optional) => "[]",
                    // Entries may be optional, and messages have names.
                    _ => return self.unique(id, &children),
                };
                self.strict(id, name, &children)
            }
        }
    }

    /// A value that is like no other.
    fn unique(&mut self, id: ExprId, children: &[ExprId]) -> Known {
        let name = format!("#{}", self.facts.values.len());
        self.strict(id, name, children)
    }

    fn constant(&mut self, constant: &Constant) -> Known {
        let (of, text) = match constant {
            Constant::Null => ("null", String::new()),
            Constant::Bool(value) => ("bool", value.to_string()),
            Constant::Int(value) => ("int", value.to_string()),
            // Numbers of different types are equal if their values are.
            Constant::Uint(value) => ("int", value.to_string()),
            Constant::Double(value) if value.fract() == 0.0 => ("int", value.to_string()),
            Constant::Double(value) => ("double", value.to_string()),
            Constant::String(value) => ("string", value.clone()),
            Constant::Bytes(value) => ("bytes", format!("{value:?}")),
        };
        let value = self.facts.values.of(Value::Literal(of, text));
        let yes = Formula::of(*constant != Constant::Bool(false));
        Known { value, yes, no: Formula::of(yes == Formula::FALSE) }
    }

    fn ident(&mut self, id: ExprId, name: &Name) -> Known {
        let local = self.locals.iter().rev().find(|(local, _)| local == name).map(|(_, value)| *value);
        let value = match (local, name.as_ref()) {
            (Some(value), _) => value,
            (None, "self") => self.facts.values.of(if self.same.old { Value::Old } else { Value::New }),
            (None, "oldSelf") if self.same.whole && !self.is_optional(id) => {
                self.used_same = true;
                self.facts.values.of(Value::New)
            }
            (None, "oldSelf") => self.facts.values.of(Value::Old),
            (None, _) => self.facts.values.of(Value::Type(name.clone())),
        };
        self.valued(id, value, Formula::TRUE)
    }

    /// A node with this value, unless there is an error.
    fn valued(&mut self, id: ExprId, value: ValueId, ok: Formula) -> Known {
        if self.type_of(id) != Type::BOOL {
            return Known { value, yes: ok, no: Formula::FALSE };
        }
        let truth = self.facts.truth(value);
        self.answered(value, truth, ok)
    }

    /// A node that is true where `truth` is, unless there is an error.
    fn answered(&mut self, value: ValueId, truth: Formula, ok: Formula) -> Known {
        let yes = self.facts.formulas.and(ok, truth);
        let no = self.facts.formulas.without(ok, truth);
        Known { value, yes, no }
    }

    /// A field of a value.
    pub(super) fn field(&mut self, of: ValueId, name: &Name) -> ValueId {
        let new = self.facts.values.of(Value::New);
        let same = match self.facts.values.get(of) {
            Value::Old => self.same.fields.iter().any(|field| field == name).then_some(Value::New),
            Value::Field(root, metadata)
                if self.same.resource && metadata == "metadata" && name == "name" =>
            {
                let is_old = *self.facts.values.get(*root) == Value::Old;
                is_old.then(|| Value::Field(new, metadata.clone()))
            }
            _ => None,
        };
        let of = match same {
            Some(same) => {
                self.used_same = true;
                self.facts.values.of(same)
            }
            None => of,
        };
        let name = self.facts.values.declared_name(of, name);
        self.facts.values.of(Value::Field(of, name))
    }

    /// The field that a selection or `_?._` selects.
    pub(super) fn selected(&mut self, operand: ExprId, name: &Name) -> Option<ValueId> {
        let of = self.get(operand)?.value;
        let of = if self.is_optional(operand) { self.facts.values.content(of) } else { of };
        Some(self.field(of, name))
    }

    /// Whether reading a field of the operand fails if it is absent, and the schema knows the field.
    pub(super) fn may_fail(&self, operand: ExprId, name: &str) -> bool {
        let declared = matches!(self.type_kind(operand), types::Kind::Declared(_));
        let known = self.get(operand).is_some_and(|of| {
            let name = self.facts.values.declared_name(of.value, &Name::from(name.to_owned()));
            self.facts.values.property(of.value, &name).is_some()
        });
        declared && known
    }

    fn select(&mut self, id: ExprId, operand: ExprId, name: &Name, test: bool) -> Known {
        let of = self.node(operand);
        let ok = self.ok(of);
        let Some(field) = self.selected(operand, name) else { return of };
        let optional = self.is_optional(operand);
        if test {
            let present = if optional { self.facts.reachable(field) } else { self.facts.present(field) };
            let value = self.facts.values.call("has", vec![field]);
            return self.answered(value, present, ok);
        }
        if optional {
            let value = self.facts.values.of(Value::Optional(field));
            return self.valued(id, value, ok);
        }
        let mut ok = ok;
        if self.may_fail(operand, name) {
            let present = self.facts.present(field);
            ok = self.facts.formulas.and(ok, present);
        }
        self.valued(id, field, ok)
    }

    /// A node that is an error if one of its children is.
    fn strict(&mut self, id: ExprId, name: impl Into<Name>, args: &[ExprId]) -> Known {
        let (values, ok) = self.args(args);
        let value = self.facts.values.call(name, values);
        self.valued(id, value, ok)
    }

    fn args(&mut self, args: &[ExprId]) -> (Vec<ValueId>, Formula) {
        let mut ok = Formula::TRUE;
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let known = self.node(*arg);
            let here = self.ok(known);
            ok = self.facts.formulas.and(ok, here);
            values.push(known.value);
        }
        (values, ok)
    }

    fn call(&mut self, id: ExprId, function: &Name, args: &[ExprId]) -> Known {
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
                let value = self.facts.values.content(known.value);
                self.valued(id, value, known.yes)
            }
            ("orValue", &[of, otherwise]) => self.or_value(id, of, otherwise),
            _ => {
                let (values, ok) = self.args(args);
                let value = self.facts.values.call(function.clone(), values);
                let ok = self.typed(id, args, ok);
                self.valued(id, value, ok)
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

    fn or_value(&mut self, id: ExprId, of: ExprId, otherwise: ExprId) -> Known {
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
        self.valued(id, value, ok)
    }

    fn comprehension(&mut self, id: ExprId, found: &Comprehension) -> Known {
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

    /// The loop's truth, where the condition of `all` or `exists` decides about its element and the others are
    /// unknown.
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
        // What holds for each element holds for the others.
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

    /// `optMap` and its like: a name for a value.
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
        // A list without items is known only by its name.
        let some = self.facts.values.call("#some", vec![value]);
        let given = self.facts.truth(some);
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
