//! Visits every nested schema, in document order within each keyword family.

use super::fields;
use super::model::{Dependency, Items, Schema, SchemaOrBool};

impl Schema {
    /// The direct subschemas.
    #[must_use]
    pub fn children(&self) -> Vec<&Schema> {
        fields!(self =>
            properties pattern_properties definitions additional_properties additional_items items all_of
            any_of one_of not dependencies;
            // These have no schemas.
            ignored: span misread misread_here id schema reference description r#type format title default
            maximum exclusive_maximum minimum exclusive_minimum max_length min_length pattern max_items
            min_items unique_items multiple_of enumeration max_properties min_properties required
            external_docs example nullable x_preserve_unknown_fields x_embedded_resource x_int_or_string
            x_list_map_keys x_list_type x_map_type x_validations marks unions normalize dialect no_prune
        );
        let mut found: Vec<&Schema> = Vec::new();
        for named in [properties, pattern_properties, definitions].into_iter().flatten() {
            found.extend(named.value.iter().map(|property| &property.schema));
        }
        for or_bool in [additional_properties, additional_items].into_iter().flatten() {
            found.extend(SchemaOrBool::schema(&or_bool.value));
        }
        match items.as_ref().map(|at| &at.value) {
            Some(Items::One(schema)) => found.push(schema),
            Some(Items::Each(list)) => found.extend(list),
            None => {}
        }
        for list in [all_of, any_of, one_of].into_iter().flatten() {
            found.extend(&list.value);
        }
        found.extend(not.as_ref().map(|at| &*at.value));
        for dependency in dependencies.iter().flat_map(|at| &at.value) {
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
