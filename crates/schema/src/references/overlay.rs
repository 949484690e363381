//! Overlays a schema on the one it refers to: the siblings of a reference apply together with the definition.
//! Easy to break: a new field of `Schema` must be overlaid too; the compiler enforces it here.

use crate::{Schema, Unions};

/// Keywords that only document.
const WORDS: &[&str] = &["description", "title", "example", "externalDocs", "$ref"];

/// `base` with `over` overlaid, which resolves the reference.
pub(crate) fn overlay(mut base: Schema, over: &Schema) -> Schema {
    macro_rules! take {
        ($($field:ident)*) => {
            // Without `..`, so that no field is forgotten.
            let Schema { span: _, misread: _, misread_here: _, reference: _, marks, no_prune, $($field),* } = over;
            $( if $field.is_some() { base.$field.clone_from($field); } )*
            for (below, mark) in base.marks.each_mut().into_iter().zip(marks.each()) {
                if mark.is_some() {
                    below.clone_from(mark);
                }
            }
            for found in no_prune {
                base.no_prune.retain(|below| below.name != found.name);
                base.no_prune.push(found.clone());
            }
        };
    }
    take! {
        id schema description r#type format title default maximum exclusive_maximum minimum
        exclusive_minimum max_length min_length pattern max_items min_items unique_items multiple_of
        enumeration max_properties min_properties required items all_of one_of any_of not properties
        additional_properties pattern_properties dependencies additional_items definitions external_docs
        example nullable x_preserve_unknown_fields x_embedded_resource x_int_or_string x_list_map_keys
        x_list_type x_map_type x_validations unions normalize dialect
    }
    base.reference = None;
    base.misread |= over.misread;
    base.misread_here |= over.misread_here;
    base
}

/// Whether the siblings of the reference leave its schema unchanged. Immutability extensions, normalization
/// and the discriminator role belong to the path to a value and are ignored.
pub fn says_nothing(over: &Schema) -> bool {
    let of_the_way = matches!(over.unions.as_ref().map(|at| &at.value), None | Some(Unions::Members(_)));
    of_the_way
        && over.no_prune.is_empty()
        && over.written().iter().all(|written| WORDS.contains(&written.keyword))
}
