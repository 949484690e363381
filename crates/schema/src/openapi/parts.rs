//! Questions about schemas with references, which only published documents need.

use crate::Schema;
use crate::references::Parts;

impl<'s> Parts<'s> {
    /// `type`; empty if none has it.
    pub fn type_name(&self) -> &'s str {
        self.find(|part| Some(part.type_name()).filter(|name| !name.is_empty())).unwrap_or_default()
    }

    /// The constraints of all parts on a value itself, without those on its children.
    pub fn scalar(&self) -> Schema {
        let mut schema = Schema::default();
        macro_rules! first {
            ($($field:ident)*; ignored: $($ignored:ident)*) => {
                // Without `..`, so that no field is forgotten.
                let Schema { $($field,)* $($ignored: _,)* } = &mut schema;
                $( *$field = self.find(|part| part.$field.clone()); )*
            };
        }
        first! {
            r#type format maximum exclusive_maximum minimum exclusive_minimum max_length min_length pattern
            max_items min_items multiple_of enumeration max_properties min_properties nullable
            x_int_or_string x_preserve_unknown_fields;
            // They restrict children, or nothing.
            ignored: span misread misread_here id schema reference description title default unique_items
            required items all_of one_of any_of not properties additional_properties pattern_properties
            dependencies additional_items definitions external_docs example x_embedded_resource
            x_list_map_keys x_list_type x_map_type x_validations marks unions normalize dialect no_prune
        }
        schema
    }
}
