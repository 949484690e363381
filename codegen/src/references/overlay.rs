//! A schema laid over the one it refers to: what is written beside a reference holds together with what
//! the definition says.
//! Easy to break: a new field of `Schema` must be laid over too; the compiler asks for it here.

use crate::schema::{Schema, Unions};

/// Keywords that say something to people only.
const WORDS: &[&str] = &["description", "title", "example", "externalDocs", "$ref"];

/// `base` with what `over` says laid over it; the reference is resolved by that.
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

/// Whether nothing is said beside the reference that makes another schema of it. Marks, normalisation and what makes a
/// field a discriminator are said of the way to the value.
pub(crate) fn says_nothing(over: &Schema) -> bool {
    let of_the_way = matches!(over.unions.as_ref().map(|at| &at.value), None | Some(Unions::Members(_)));
    of_the_way
        && over.no_prune.is_empty()
        && over.written().iter().all(|written| WORDS.contains(&written.keyword))
}
