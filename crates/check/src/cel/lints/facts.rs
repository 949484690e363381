//! Facts about values, as formulas: present fields, equal values, types. A fact that the schema settles is a
//! constant, any other fact a variable. `laws.rs` has the relations between these variables.

use std::collections::{BTreeMap, HashMap};

use super::formula::{Formula, Formulas};
use super::texts;
use super::value::{Value, ValueId, Values};
use crdc_cel::compile::ast::Name;

/// The most literals that one value is compared with, or properties of an object, for which laws are added.
pub(super) const MOST: usize = 24;

/// The values of a schema's rules, with the facts about them.
pub(super) struct Facts<'s> {
    pub(super) values: Values<'s>,
    pub(super) formulas: Formulas,
    /// Whether a field is present.
    pub(super) present: BTreeMap<ValueId, Formula>,
    /// Whether two values are equal (`==`), or the first is less (`<`).
    related: HashMap<(&'static str, ValueId, ValueId), Formula>,
    /// For each value the literals that it is compared with, and whether it equals them.
    pub(super) literals: BTreeMap<ValueId, Vec<(ValueId, Formula)>>,
    /// Whether a boolean is true.
    truths: HashMap<ValueId, Formula>,
    /// Calls about a text, such as `a.startsWith("b")`, by the text.
    pub(super) questions: BTreeMap<ValueId, Vec<ValueId>>,
}

impl<'s> Facts<'s> {
    pub(super) fn new(values: Values<'s>) -> Facts<'s> {
        Facts {
            values,
            formulas: Formulas::default(),
            present: BTreeMap::new(),
            related: HashMap::new(),
            literals: BTreeMap::new(),
            truths: HashMap::new(),
            questions: BTreeMap::new(),
        }
    }

    /// Whether a boolean is true.
    pub(super) fn truth(&mut self, value: ValueId) -> Formula {
        if let Some(known) = self.truths.get(&value) {
            return *known;
        }
        let new = self.formulas.variable();
        self.truths.insert(value, new);
        new
    }

    /// Whether a list or map has an element.
    pub(super) fn some(&mut self, list: ValueId) -> Formula {
        let some = self.values.call("#some", vec![list]);
        self.truth(some)
    }

    /// Records a call about a text. Its result is known for each literal that the text may equal, so the text
    /// is compared with these literals.
    pub(super) fn asked_of_text(&mut self, call: ValueId) {
        let Some(of) = texts::subject(&self.values, call) else { return };
        let questions = self.questions.entry(of).or_default();
        if questions.contains(&call) || questions.len() >= MOST {
            return;
        }
        questions.push(call);
        for text in self.allowed(of).filter(|texts| texts.len() <= MOST).unwrap_or_default() {
            let literal = self.values.of(Value::Literal("string", text.to_owned()));
            self.equal(of, literal);
        }
    }

    /// Whether a field is present.
    pub(super) fn present(&mut self, field: ValueId) -> Formula {
        if let Some(known) = self.present.get(&field) {
            return *known;
        }
        let new = match self.values.get(field) {
            Value::Field(of, name) if self.is_certain(*of, name) => Formula::TRUE,
            _ => self.formulas.variable(),
        };
        self.present.insert(field, new);
        new
    }

    /// Whether the schema ensures that a field is present. A field that is null counts as absent.
    // apiserver: pkg/cel/common/valuesunstructured.go
    fn is_certain(&self, of: ValueId, name: &Name) -> bool {
        let Some(schema) = self.values.schema(of) else { return false };
        if schema.additional_schema().is_some() {
            return false;
        }
        match self.values.property(of, name) {
            Some(property) => {
                let filled = property.schema.default.is_some() || schema.requires(&property.name);
                filled && !property.schema.is_nullable()
            }
            None => super::value::is_resource_field(name),
        }
    }

    /// Whether a field and all fields around it are present.
    pub(super) fn reachable(&mut self, mut field: ValueId) -> Formula {
        let mut all = Formula::TRUE;
        while let Value::Field(of, _) = *self.values.get(field) {
            let present = self.present(field);
            all = self.formulas.and(all, present);
            field = of;
        }
        all
    }

    /// Whether two values are equal.
    pub(super) fn equal(&mut self, first: ValueId, second: ValueId) -> Formula {
        if first == second {
            return Formula::TRUE;
        }
        let (first, second) = if self.values.is_literal(first) { (second, first) } else { (first, second) };
        match (self.values.get(first), self.values.get(second)) {
            (Value::Literal(of, _), Value::Literal(other, _)) if of == other => return Formula::FALSE,
            (Value::Type(_), Value::Type(_)) => return Formula::FALSE,
            _ => {}
        }
        let defaulted = |value| matches!(self.values.get(value), Value::Call(name, _) if name == "orValue");
        let swap = defaulted(second) && !defaulted(first);
        let (first, second) = if swap { (second, first) } else { (first, second) };
        // `a.orValue(b)` equals a value if the field `a` is present and equals it, or is absent and `b`
        // equals it.
        if let Value::Call(function, args) = self.values.get(first)
            && function == "orValue"
            && let &[optional, otherwise] = args.as_slice()
            && let Value::Optional(field) = *self.values.get(optional)
            && self.values.is_literal(otherwise)
        {
            let present = self.reachable(field);
            let same = self.equal(field, second);
            let otherwise = self.equal(otherwise, second);
            return self.formulas.choose(present, same, otherwise);
        }
        if self.is_outside(first, second) {
            return Formula::FALSE;
        }
        let literal = self.values.is_literal(second);
        let (first, second) = if literal { (first, second) } else { (first.min(second), first.max(second)) };
        let (found, is_new) = self.related("==", first, second);
        if literal && is_new {
            self.literals.entry(first).or_default().push((second, found));
        }
        found
    }

    /// Whether there is a literal that both values equal: the first value wherever the first formula holds,
    /// and the second value wherever the second formula holds.
    pub(super) fn is_one_literal(
        &mut self,
        [(first, one), (second, other)]: [(Formula, ValueId); 2],
    ) -> bool {
        let [of_one, of_other] =
            [one, other].map(|value| self.literals.get(&value).cloned().unwrap_or_default());
        of_one.iter().any(|(literal, equal)| {
            let same = of_other.iter().find(|(of, _)| of == literal).map(|(_, equal)| *equal);
            let mut is_all =
                |how: Formula, equal: Formula| self.formulas.without(how, equal) == Formula::FALSE;
            is_all(first, *equal) && same.is_some_and(|equal| is_all(second, equal))
        })
    }

    /// Whether a rule protects nothing, because it lets a value change to a literal, and the literal to any
    /// value. `holds` is the condition under which the rule is true.
    pub(super) fn resets(&mut self, [new, old]: [ValueId; 2], holds: Formula, laws: Formula) -> bool {
        let [of_new, of_old] = [new, old].map(|value| self.literals.get(&value).cloned().unwrap_or_default());
        of_new.iter().any(|(literal, to)| {
            let from = of_old.iter().find(|(other, _)| other == literal).map(|(_, equal)| *equal);
            let mut is_free = |equal: Formula| {
                let given = self.formulas.and(equal, laws);
                given != Formula::FALSE && self.formulas.without(given, holds) == Formula::FALSE
            };
            is_free(*to) && from.is_some_and(is_free)
        })
    }

    /// The condition under which a value comes from a field, and the value that replaces it otherwise:
    /// `a.?b.orValue(c)` is `c` if `a.b` is absent.
    pub(super) fn otherwise(&mut self, value: ValueId) -> Option<(Formula, ValueId)> {
        let Value::Call(function, args) = self.values.get(value).clone() else { return None };
        if function == "orValue" {
            let Value::Optional(field) = *self.values.get(*args.first()?) else { return None };
            return Some((self.reachable(field), *args.get(1)?));
        }
        let &[of] = args.as_slice() else { return None };
        let (present, other) = self.otherwise(of)?;
        Some((present, self.values.call(function, vec![other])))
    }

    /// Whether one value is less than another.
    pub(super) fn less(&mut self, first: ValueId, second: ValueId) -> Formula {
        if first == second {
            return Formula::FALSE;
        }
        self.related("<", first, second).0
    }

    fn related(&mut self, how: &'static str, first: ValueId, second: ValueId) -> (Formula, bool) {
        let asked = (how, first, second);
        if let Some(known) = self.related.get(&asked) {
            return (*known, false);
        }
        let new = self.formulas.variable();
        self.related.insert(asked, new);
        (new, true)
    }

    /// Whether a value has a type.
    pub(super) fn is_of_type(&mut self, value: ValueId, name: &'static str) -> Formula {
        let asked = self.values.call("type", vec![value]);
        let of = self.values.of(Value::Type(name.into()));
        self.equal(asked, of)
    }

    /// Whether a literal is not among the values that the schema of the other value allows.
    fn is_outside(&self, value: ValueId, literal: ValueId) -> bool {
        let Value::Literal("string", text) = self.values.get(literal) else { return false };
        let Some(allowed) = self.allowed(value) else { return false };
        !allowed.contains(&text.as_str())
    }

    /// The strings that a value can be, if the schema lists them.
    pub(super) fn allowed(&self, value: ValueId) -> Option<Vec<&'s str>> {
        // An older schema may have accepted an old value.
        let schema = self.values.schema(value).filter(|_| self.values.is_new(value))?;
        if schema.is_nullable() || schema.type_name() != "string" {
            return None;
        }
        let listed = schema.enumeration.as_ref().filter(|values| !values.value.is_empty())?;
        let text = |node: &'s crdc_source::Node| match &node.value {
            crdc_source::Value::String(text) => Some(text.as_str()),
            _ => None,
        };
        listed.value.iter().map(text).collect()
    }
}
