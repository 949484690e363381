//! The laws of a schema: formulas over the variables of facts, which are true for all objects that the schema
//! accepts.

use super::facts::{Facts, MOST};
use super::formula::Formula;
use super::texts;
use super::value::{Value, ValueId};
use crdc_schema::Schema;

impl Facts<'_> {
    /// The conjunction of all laws.
    pub(super) fn laws(&mut self) -> Formula {
        let mut laws = Formula::TRUE;
        // Types come first, since they are compared with literals too.
        for (value, list) in self.compared() {
            laws = self.literals_have_types(laws, value, &list);
        }
        for (value, list) in self.compared() {
            laws = self.only_one(laws, list.iter().map(|(_, equal)| *equal));
            if self.is_all(value, &list) {
                laws = self.any(laws, list.iter().map(|(_, equal)| *equal));
            }
        }
        for (text, questions) in std::mem::take(&mut self.questions) {
            laws = self.answers(laws, text, &questions);
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

    /// Adds the results of calls about a text for the case that the text equals a literal.
    fn answers(&mut self, mut laws: Formula, text: ValueId, questions: &[ValueId]) -> Formula {
        let list = self.literals.get(&text).filter(|list| list.len() <= MOST).cloned().unwrap_or_default();
        for call in questions {
            let truth = self.truth(*call);
            for (literal, equal) in &list {
                let Some(answer) = texts::answer(&self.values, *call, *literal) else { continue };
                let other = if answer { self.formulas.not(truth) } else { truth };
                let wrong = self.formulas.and(*equal, other);
                laws = self.formulas.without(laws, wrong);
            }
        }
        laws
    }

    /// The values that are compared with literals.
    fn compared(&self) -> Vec<(ValueId, Vec<(ValueId, Formula)>)> {
        let few = self.literals.iter().filter(|(_, list)| list.len() <= MOST);
        few.map(|(value, list)| (*value, list.clone())).collect()
    }

    /// Whether a value always equals one of these literals.
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
            let escaped = crdc_cel::compile::escape(name).unwrap_or_else(|| format!("#{name}"));
            let field = self.values.of(Value::Field(object, escaped.into()));
            present.push(self.present(field));
        }
        present
    }
}
