//! Visits every nested schema, in document order within each keyword family.

use super::model::{Dependency, Items, Schema, SchemaOrBool};

impl Schema {
    /// The direct subschemas.
    #[must_use]
    pub fn children(&self) -> Vec<&Schema> {
        let mut found: Vec<&Schema> = Vec::new();
        for named in [&self.properties, &self.pattern_properties, &self.definitions].into_iter().flatten() {
            found.extend(named.value.iter().map(|property| &property.schema));
        }
        for or_bool in [&self.additional_properties, &self.additional_items].into_iter().flatten() {
            found.extend(SchemaOrBool::schema(&or_bool.value));
        }
        match self.items.as_ref().map(|at| &at.value) {
            Some(Items::One(schema)) => found.push(schema),
            Some(Items::Each(list)) => found.extend(list),
            None => {}
        }
        for list in [&self.all_of, &self.any_of, &self.one_of].into_iter().flatten() {
            found.extend(&list.value);
        }
        found.extend(self.not.as_ref().map(|at| &*at.value));
        for dependency in self.dependencies.iter().flat_map(|at| &at.value) {
            if let Dependency::Schema { schema, .. } = dependency {
                found.push(schema);
            }
        }
        found.sort_by_key(|schema| schema.span);
        found
    }

    /// Calls `see` with this schema and every nested one, outer before inner, in document order.
    pub fn visit<'s>(&'s self, see: &mut dyn FnMut(&'s Schema)) {
        let mut waiting = vec![self];
        while let Some(schema) = waiting.pop() {
            see(schema);
            waiting.extend(schema.children().into_iter().rev());
        }
    }
}
