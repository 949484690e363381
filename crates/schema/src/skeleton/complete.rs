//! Completes a schema with its skeleton. In: a schema and its skeleton. Out: the schema with the skeleton
//! written into it: what a branch of a junctor specifies is also specified outside it, without constraints on
//! its values. This is option 4 of the design document, and the reason why the plan needs no second kind of
//! pruning: "the outcome will match that of 1".

use std::collections::HashMap;

use super::model::{Field, Keep, NO_PRUNE, Skeleton};
use crate::{At, Items, NoPrune, Properties, Property, Schema, SchemaOrBool};
use crdc_source::{Node, Span, Value};

/// The schema that specifies everything its skeleton specifies. Branches are unchanged and still constrain
/// values.
#[must_use]
pub fn complete(schema: &Schema, skeleton: &Skeleton) -> Box<Schema> {
    let mut completed = Box::new(schema.clone());
    fill(&mut completed, skeleton);
    completed
}

fn fill(schema: &mut Schema, skeleton: &Skeleton) {
    named(&mut schema.properties, skeleton.fields());
    named(&mut schema.pattern_properties, skeleton.pattern_fields());
    additional(schema, skeleton);
    items(schema, skeleton);
    if skeleton.keep == Keep::All {
        let value = Node { span: Span::default(), value: Value::Bool(true) };
        schema.no_prune = vec![NoPrune { name: NO_PRUNE[0].to_owned(), key: Span::default(), value }];
    }
}

/// A schema that specifies fields without constraining them.
fn bare(skeleton: &Skeleton) -> Schema {
    let mut schema = Schema::default();
    fill(&mut schema, skeleton);
    schema
}

fn at<T>(value: T) -> At<T> {
    At { value, span: Span::default(), key: Span::default() }
}

fn named(own: &mut Option<At<Properties>>, fields: &[Field]) {
    if fields.is_empty() {
        return;
    }
    let own = &mut own.get_or_insert_with(|| at(Properties::default())).value;
    let mut list = std::mem::take(own).into_list();
    let places: HashMap<String, usize> =
        list.iter().enumerate().map(|(place, property)| (property.name.clone(), place)).collect();
    for field in fields {
        match places.get(&field.name).and_then(|place| list.get_mut(*place)) {
            Some(property) => fill(&mut property.schema, &field.skeleton),
            None => list.push(Property {
                name: field.name.clone(),
                key: field.key,
                schema: bare(&field.skeleton),
            }),
        }
    }
    *own = list.into();
}

fn additional(schema: &mut Schema, skeleton: &Skeleton) {
    let Some(found) = &skeleton.additional else { return };
    match schema.additional_properties.as_mut().map(|at| &mut *at.value) {
        Some(SchemaOrBool::Schema(own)) => fill(own, &found.value),
        _ if found.value.is_blank() => {
            schema.additional_properties = Some(at(Box::new(SchemaOrBool::Bool(true))));
        }
        _ => {
            schema.additional_properties = Some(at(Box::new(SchemaOrBool::Schema(bare(&found.value)))));
        }
    }
}

fn items(schema: &mut Schema, skeleton: &Skeleton) {
    if skeleton.positions.is_empty() {
        if let Some(found) = &skeleton.items {
            match schema.items.as_mut().map(|at| &mut at.value) {
                Some(Items::One(own)) => fill(own, found),
                _ => schema.items = Some(at(Items::One(Box::new(bare(found))))),
            }
        }
        return;
    }
    schema.max_items = schema.most_items().map(at);
    let additional = schema.additional_items.take().map(|at| *at.value);
    // A schema for all items applies at each position, and after the last.
    let (mut own, mut after_positions) = match (schema.items.take().map(|at| at.value), additional) {
        (Some(Items::One(each)), _) => (Vec::new(), Some(*each)),
        (Some(Items::Each(list)), Some(SchemaOrBool::Schema(each))) if !list.is_empty() => (list, Some(each)),
        (Some(Items::Each(list)), _) => (list, None),
        (None, _) => (Vec::new(), None),
    };
    own.resize_with(skeleton.positions.len().max(own.len()), || after_positions.clone().unwrap_or_default());
    for (index, own) in own.iter_mut().enumerate() {
        if let Some(found) = skeleton.item(index) {
            fill(own, &found);
        }
    }
    if let Some(found) = skeleton.item(own.len()) {
        fill(after_positions.get_or_insert_default(), &found);
    }
    schema.items = Some(at(Items::Each(own)));
    schema.additional_items = after_positions.map(|each| at(Box::new(SchemaOrBool::Schema(each))));
}
