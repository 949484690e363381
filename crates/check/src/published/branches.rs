//! Branches of junctors in published schemas: every field they restrict must be defined outside of them,
//! possibly in a definition. Servers check this only at a CRD's root and prune the rest; here the
//! restriction would be lost silently.
//
// apiextensions-apiserver: pkg/apiserver/schema/complete.go

use crate::report::Report;
use crdc_schema::references::{Definitions, Parts};
use crdc_schema::{Items, Schema, SchemaOrBool};
use crdc_source::Span;
use crdc_source::diag::Code;

/// Checks the branches of every schema; nested branches are reached through their parents.
pub(super) fn branches(schema: &Schema, definitions: &Definitions, report: &mut Report) {
    let mut waiting = vec![schema];
    while let Some(schema) = waiting.pop() {
        let outer = Parts::of(schema, definitions);
        each(schema, |branch| branch_of(branch, &outer, definitions, report));
        waiting.extend(schema.property_list().iter().map(|property| &property.schema));
        waiting.extend(schema.additional_schema().map(|(each, _)| each));
        match schema.items.as_ref().map(|at| &at.value) {
            Some(Items::One(one)) => waiting.push(one),
            Some(Items::Each(list)) => waiting.extend(list),
            None => {}
        }
    }
}

fn each<'s>(schema: &'s Schema, mut see: impl FnMut(&'s Schema)) {
    let lists = [&schema.all_of, &schema.any_of, &schema.one_of].into_iter().flatten();
    lists.flat_map(|at| &at.value).chain(schema.not.as_ref().map(|at| &*at.value)).for_each(&mut see);
}

fn branch_of(branch: &Schema, outer: &Parts<'_>, definitions: &Definitions, report: &mut Report) {
    each(branch, |inner| branch_of(inner, outer, definitions, report));
    // Unknown fields are preserved, so the field need not be defined.
    if outer.any(Schema::preserves_unknown_fields) {
        return;
    }
    if let Some((items, key)) = branch.one_item() {
        match outer.find(Schema::one_item) {
            Some((outer, _)) => branch_of(items, &Parts::of(outer, definitions), definitions, report),
            None => incomplete("items", key, report),
        }
    }
    let map = outer.find(|part| part.additional_properties.as_ref()).map(|at| &*at.value);
    for property in branch.property_list() {
        let of_map = || match map {
            Some(SchemaOrBool::Schema(each)) => Some(each),
            _ => None,
        };
        match outer.property(&property.name).map(|property| &property.schema).or_else(of_map) {
            Some(outer) => {
                branch_of(&property.schema, &Parts::of(outer, definitions), definitions, report);
            }
            None if matches!(map, Some(SchemaOrBool::Bool(true))) => {}
            None => incomplete(&format!("property `{}`", property.name), property.key, report),
        }
    }
}

fn incomplete(what: &str, span: Span, report: &mut Report) {
    report
        .add(Code::NestedIncomplete, span, format!("{what} is restricted here but not defined outside"))
        .help("define it and its type beside the alternatives")
        .done();
}
