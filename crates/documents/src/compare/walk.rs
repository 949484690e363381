//! Walks two schemas in parallel: every topic runs on every pair. A part that is only on one side is one
//! change, whatever is below it.

use super::change::Change;
use super::pair::Pair;
use super::{defaults, enums, fields, junctors, limits, lists, marks, required, rules, texts, types, unions};
use crdc_schema::{Property, fields};
use std::collections::HashMap;

/// A topic: a function that collects the changes of one kind for a pair.
type Topic = fn(&Pair<'_>, &mut Vec<Change>);

/// Topics for every pair.
const ALWAYS: &[Topic] = &[
    types::types,
    types::nullable,
    enums::enumeration,
    limits::numbers,
    limits::counts,
    texts::pattern,
    texts::format,
    required::required,
    junctors::junctors,
    rules::rules,
];

/// Topics that do not apply to branches of junctors.
const OUTSIDE: &[Topic] = &[
    types::embedded,
    defaults::default,
    lists::lists,
    fields::unknown,
    fields::additional,
    marks::marks,
    marks::normalize,
    marks::dialect,
    marks::no_prune,
    unions::unions,
];

/// Collects all changes of this pair and below, in the new document's order.
pub(super) fn walk(pair: &Pair<'_>, found: &mut Vec<Change>) {
    fields!(pair.new.schema => ;
        // A topic compares these keywords.
        ignored: r#type x_int_or_string nullable enumeration maximum exclusive_maximum minimum
        exclusive_minimum multiple_of max_length min_length max_items min_items max_properties min_properties
        pattern format required all_of any_of one_of not x_validations x_embedded_resource default
        x_list_type x_list_map_keys x_map_type x_preserve_unknown_fields additional_properties marks
        normalize dialect no_prune unions
        // The walk enters these.
        properties items
        // Changes of these keywords do not affect stored objects, or crdc-check rejects the keywords.
        span misread misread_here id schema reference description title external_docs example unique_items
        pattern_properties dependencies additional_items definitions
    );
    if types::of_both(pair) == 0 {
        types::types(pair, found);
        return;
    }
    for topic in ALWAYS {
        topic(pair, found);
    }
    if !pair.branch {
        for topic in OUTSIDE {
            topic(pair, found);
        }
    }
    properties(pair, found);
    match (pair.old.schema.one_item(), pair.new.schema.one_item()) {
        (Some((old, old_key)), Some((new, new_key))) => {
            walk(&pair.item(pair.old.items(old, old_key), pair.new.items(new, new_key)), found);
        }
        (None, Some((new, key))) => fields::items_described(pair, new, key, found),
        (Some((old, key)), None) => fields::items_free(pair, old, key, found),
        (None, None) => {}
    }
}

fn properties(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let by_name = |list: &'_ [Property]| -> HashMap<String, usize> {
        list.iter().enumerate().map(|(index, property)| (property.name.clone(), index)).collect()
    };
    let (old, new) = (pair.old.schema.property_list(), pair.new.schema.property_list());
    let (old_names, new_names) = (by_name(old), by_name(new));
    for property in new {
        match old_names.get(&property.name).and_then(|index| old.get(*index)) {
            Some(before) => {
                let old = pair.old.at(&before.schema, before.key);
                let new = pair.new.at(&property.schema, property.key);
                walk(&pair.member(&property.name, old, new), found);
            }
            None => fields::only_new(pair, property, found),
        }
    }
    for property in old.iter().filter(|property| !new_names.contains_key(&property.name)) {
        fields::only_old(pair, property, found);
    }
}
