//! Extracts the skeleton of a schema: `skel(s) = merge(drop(s), skel of every element of allOf, anyOf, oneOf
//! and not)`, where `drop` is a schema without its junctors, whose nested schemas are already skeletons.

use super::merge::merge;
use super::model::{Field, Keep, Skeleton};
use crate::{At, Items, Properties, Schema, SchemaOrBool, fields};

/// The skeleton of a schema. `preserving` is the meaning of `x-kubernetes-preserve-unknown-fields`:
/// [`Keep::Unknown`] in structural schemas, as on today's servers; [`Keep::All`], another spelling of
/// no-prune, in others.
///
/// Takes time linear in the schema for each level of nested junctors, of which the reader allows 256. The
/// skeleton is never larger than the schema.
#[must_use]
pub fn skeleton(schema: &Schema, preserving: Keep) -> Skeleton {
    let mut parts = vec![structural(schema, preserving)];
    let lists = [&schema.all_of, &schema.any_of, &schema.one_of];
    let branches = lists.into_iter().flatten().flat_map(|list| &list.value);
    let branches = branches.chain(schema.not.as_ref().map(|not| &*not.value));
    parts.extend(branches.map(|branch| skeleton(branch, preserving)));
    merge(parts)
}

/// The schema without its junctors: the six structural keywords, and the extensions that preserve fields.
fn structural(schema: &Schema, preserving: Keep) -> Skeleton {
    fields!(schema =>
        r#type items additional_items additional_properties properties pattern_properties;
        // Methods of the schema and `keep` read these.
        ignored: x_embedded_resource x_preserve_unknown_fields no_prune
        // `skeleton` merges the skeletons of these.
        all_of any_of one_of not
        // They do not say which fields are known.
        span misread misread_here id schema reference description format title default maximum
        exclusive_maximum minimum exclusive_minimum max_length min_length pattern max_items min_items
        unique_items multiple_of enumeration max_properties min_properties required dependencies definitions
        external_docs example nullable x_int_or_string x_list_map_keys x_list_type x_map_type x_validations
        marks unions normalize dialect
    );
    let (items, positions) = match items.as_ref().map(|at| &at.value) {
        Some(Items::One(each)) => (Some(Box::new(skeleton(each, preserving))), Vec::new()),
        Some(Items::Each(list)) => (None, list.iter().map(|item| skeleton(item, preserving)).collect()),
        None => (None, Vec::new()),
    };
    let additional_items =
        additional_items.as_ref().and_then(|at| or_bool(&at.value, preserving)).map(Box::new);
    let additional = additional_properties.as_ref().and_then(|at| {
        let value = Box::new(or_bool(&at.value, preserving)?);
        Some(At { value, span: at.span, key: at.key })
    });
    let (keep, kept) = keep(schema, preserving);
    Skeleton {
        r#type: r#type.as_ref().map(|at| at.value.clone()).filter(|name| !name.is_empty()),
        items,
        positions,
        additional_items,
        properties: named(properties.as_ref(), preserving),
        patterns: named(pattern_properties.as_ref(), preserving),
        additional,
        keep,
        kept,
        embedded: schema.is_embedded_resource(),
    }
}

/// `true` specifies the values, without constraints; `false` specifies none.
fn or_bool(found: &SchemaOrBool, preserving: Keep) -> Option<Skeleton> {
    match found {
        SchemaOrBool::Schema(schema) => Some(skeleton(schema, preserving)),
        SchemaOrBool::Bool(true) => Some(Skeleton::default()),
        SchemaOrBool::Bool(false) => None,
    }
}

fn named(named: Option<&At<Properties>>, preserving: Keep) -> Option<At<Vec<Field>>> {
    let named = named.filter(|at| !at.value.is_empty())?;
    let fields =
        named.value.iter().map(|property| Field::of(property, skeleton(&property.schema, preserving)));
    Some(At { value: fields.collect(), span: named.span, key: named.key })
}

fn keep(schema: &Schema, preserving: Keep) -> (Keep, Option<crdc_source::Span>) {
    if let Some(found) = schema.no_prune.iter().find(|found| found.is_true()) {
        return (Keep::All, Some(found.key));
    }
    match schema.x_preserve_unknown_fields.as_ref().filter(|at| at.value) {
        Some(at) => (preserving, Some(at.key)),
        None => (Keep::Nothing, None),
    }
}
