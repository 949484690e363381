//! What is known about values as formulas: which fields are present, which values are equal, which types they have.
//! Facts that the schema settles are constant; relations between the others are [`Facts::laws`].

use std::collections::{BTreeMap, HashMap};

use super::formula::{Formula, Formulas};
use super::value::{Value, ValueId, Values};
use crate::cel::ast::Name;
use crate::schema::Schema;
use crate::source;

/// The most literals that one value is compared with, and properties of an object, whose relations are known.
const MOST: usize = 24;

/// The values of a schema's rules, and what is known about them.
pub(super) struct Facts<'s> {
    pub(super) values: Values<'s>,
    pub(super) formulas: Formulas,
    /// Whether a field is present.
    present: BTreeMap<ValueId, Formula>,
    /// Whether two values are equal, or the first is less.
    related: HashMap<(&'static str, ValueId, ValueId), Formula>,
    /// Whether a value is equal to one of some literals.
    literals: BTreeMap<ValueId, Vec<(ValueId, Formula)>>,
    /// Whether a boolean is true.
    truths: HashMap<ValueId, Formula>,
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

    /// Whether the schema ensures that a field is present. A null of an object counts as absent.
    // apiserver: pkg/cel/common/valuesunstructured.go
    fn is_certain(&self, of: ValueId, name: &Name) -> bool {
        let Some(schema) = self.values.schema(of) else { return false };
        if schema.additional_schema().is_some() {
            return false;
        }
        match self.values.property(of, name) {
            Some(property) => {
                let filled = property.schema.default.is_some() || requires(schema, &property.name);
                filled && !property.schema.is_nullable()
            }
            None => super::value::is_resource_field(name),
        }
    }

    /// Whether a field and all that it is in are present.
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
        // Where the field is present, the value is compared as that of the field.
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

    /// When a value is itself, and what it is otherwise: `a.?b.orValue(c)` is `c` if `a.b` is absent.
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
    fn allowed(&self, value: ValueId) -> Option<Vec<&'s str>> {
        // An old value may have been accepted by an older schema.
        let schema = self.values.schema(value).filter(|_| self.values.is_new(value))?;
        if schema.is_nullable() || schema.type_name() != "string" {
            return None;
        }
        let listed = schema.enumeration.as_ref().filter(|values| !values.value.is_empty())?;
        let text = |node: &'s source::Node| match &node.value {
            source::Value::String(text) => Some(text.as_str()),
            _ => None,
        };
        listed.value.iter().map(text).collect()
    }

    /// What holds for all objects that the schema accepts.
    pub(super) fn laws(&mut self) -> Formula {
        let mut laws = Formula::TRUE;
        // Types first: they are compared with literals too.
        for (value, list) in self.compared() {
            laws = self.literals_have_types(laws, value, &list);
        }
        for (value, list) in self.compared() {
            laws = self.only_one(laws, list.iter().map(|(_, equal)| *equal));
            if self.is_all(value, &list) {
                laws = self.any(laws, list.iter().map(|(_, equal)| *equal));
            }
        }
        let mut objects: Vec<ValueId> = self
            .present
            .keys()
            .filter_map(|field| match self.values.get(*field) {
                Value::Field(of, _) => Some(*of),
                _ => None,
            })
            .collect();
        objects.sort_unstable();
        objects.dedup();
        for object in objects {
            if let Some(schema) = self.values.schema(object).filter(|_| self.values.is_new(object)) {
                laws = self.counted(laws, object, schema);
                laws = self.branches(laws, object, schema);
            }
        }
        laws
    }

    /// The values that are compared with literals.
    fn compared(&self) -> Vec<(ValueId, Vec<(ValueId, Formula)>)> {
        let few = self.literals.iter().filter(|(_, list)| list.len() <= MOST);
        few.map(|(value, list)| (*value, list.clone())).collect()
    }

    /// Whether a value is always one of these.
    fn is_all(&self, value: ValueId, list: &[(ValueId, Formula)]) -> bool {
        if let Value::Call(function, args) = self.values.get(value)
            && function == "type"
        {
            let both = self.values.schema(args[0]).is_some_and(Schema::is_int_or_string);
            let has = |name: &str| {
                list.iter().any(|(of, _)| matches!(self.values.get(*of), Value::Type(of) if of == name))
            };
            return both && has("int") && has("string");
        }
        let compared = |text: &&str| {
            list.iter()
                .any(|(of, _)| matches!(self.values.get(*of), Value::Literal("string", of) if of == text))
        };
        self.allowed(value).is_some_and(|allowed| allowed.iter().all(compared))
    }

    fn only_one(&mut self, mut laws: Formula, of: impl Iterator<Item = Formula>) -> Formula {
        let (mut any, mut two) = (Formula::FALSE, Formula::FALSE);
        for one in of {
            let both = self.formulas.and(any, one);
            two = self.formulas.or(two, both);
            any = self.formulas.or(any, one);
        }
        laws = self.formulas.without(laws, two);
        laws
    }

    fn any(&mut self, laws: Formula, of: impl Iterator<Item = Formula>) -> Formula {
        let any = of.fold(Formula::FALSE, |any, one| self.formulas.or(any, one));
        self.formulas.and(laws, any)
    }

    /// A value that equals a literal has its type.
    fn literals_have_types(
        &mut self,
        mut laws: Formula,
        value: ValueId,
        list: &[(ValueId, Formula)],
    ) -> Formula {
        if !self.values.schema(value).is_some_and(Schema::is_int_or_string) {
            return laws;
        }
        for (literal, equal) in list {
            if let Value::Literal(name @ ("int" | "string"), _) = *self.values.get(*literal) {
                let typed = self.is_of_type(value, name);
                let otherwise = self.formulas.without(*equal, typed);
                laws = self.formulas.without(laws, otherwise);
            }
        }
        laws
    }

    /// `minProperties: 1` and `maxProperties: 1` of an object.
    fn counted(&mut self, mut laws: Formula, object: ValueId, schema: &Schema) -> Formula {
        let list = schema.property_list();
        let open = schema.additional_properties.is_some()
            || schema.preserves_unknown_fields()
            || list.len() > MOST
            || list.iter().any(|property| property.schema.is_nullable());
        if open {
            return laws;
        }
        if schema.min_properties.as_ref().is_some_and(|least| least.value >= 1) {
            let present = self.fields(object, list.iter().map(|property| property.name.as_str()));
            laws = self.any(laws, present.into_iter());
        }
        if schema.max_properties.as_ref().is_some_and(|most| most.value == 1) {
            let present = self.fields(object, list.iter().map(|property| property.name.as_str()));
            laws = self.only_one(laws, present.into_iter());
        }
        laws
    }

    /// `anyOf` and `oneOf` of required fields.
    fn branches(&mut self, mut laws: Formula, object: ValueId, schema: &Schema) -> Formula {
        for list in [&schema.any_of, &schema.one_of].into_iter().flatten() {
            let required =
                |branch: &Schema| branch.required.as_ref().is_some_and(|list| !list.value.is_empty());
            if list.value.len() > MOST || !list.value.iter().all(required) {
                continue;
            }
            let mut any = Formula::FALSE;
            for branch in &list.value {
                let names =
                    branch.required.iter().flat_map(|list| &list.value).map(|name| name.value.as_str());
                let present = self.fields(object, names);
                let all = present.into_iter().fold(Formula::TRUE, |all, one| self.formulas.and(all, one));
                any = self.formulas.or(any, all);
            }
            laws = self.formulas.and(laws, any);
        }
        laws
    }

    fn fields<'n>(&mut self, object: ValueId, names: impl Iterator<Item = &'n str>) -> Vec<Formula> {
        let mut present = Vec::new();
        for name in names {
            // Rules cannot see a field without a name, but it counts.
            let escaped = crate::check::cel::declare::escape(name).unwrap_or_else(|| format!("#{name}"));
            let field = self.values.of(Value::Field(object, escaped.into()));
            present.push(self.present(field));
        }
        present
    }
}

/// Whether a schema requires a field, itself or in `allOf`.
pub(super) fn requires(schema: &Schema, name: &str) -> bool {
    let own = schema.required.iter().flat_map(|list| &list.value).any(|required| required.value == name);
    own || schema.all_of.iter().flat_map(|list| &list.value).any(|branch| requires(branch, name))
}
