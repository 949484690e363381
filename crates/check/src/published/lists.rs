//! Lists of type `map` in published schemas: the keys must be properties of the items, which are usually in a
//! definition. They need not be required: native types do not require all of theirs.

use crate::report::Report;
use crdc_schema::Schema;
use crdc_schema::references::{Definitions, Parts};
use crdc_source::diag::Code;
use crdc_source::diag::{meant_or, nearest};

/// Checks every list of a schema.
pub(super) fn lists(schema: &Schema, definitions: &Definitions, report: &mut Report) {
    schema.visit(&mut |schema| list(schema, definitions, report));
}

fn list(schema: &Schema, definitions: &Definitions, report: &mut Report) {
    let Some(list_type) = schema.x_list_type.as_ref() else { return };
    if !["atomic", "set", "map"].contains(&list_type.value.as_str()) {
        report
            .add(Code::WrongTopology, list_type.span, format!("unknown list type `{}`", list_type.value))
            .help("write one of atomic, set, map")
            .done();
    }
    if list_type.value != "map" {
        return;
    }
    let parts = Parts::of(schema, definitions);
    let keys = parts.find(|part| part.x_list_map_keys.as_ref()).filter(|keys| !keys.value.is_empty());
    let Some(keys) = keys else {
        report
            .add(Code::ListMapKeys, list_type.span, "a list of type `map` needs `x-kubernetes-list-map-keys`")
            .help("name the properties that identify an item, such as `x-kubernetes-list-map-keys: [name]`")
            .done();
        return;
    };
    let Some((item, _)) = parts.find(Schema::one_item) else {
        report
            .add(Code::ListMapItems, list_type.span, "a list of type `map` needs a schema for its items")
            .help("write `items` with the keys among its properties")
            .done();
        return;
    };
    let item = Parts::of(item, definitions);
    for key in &keys.value {
        let Some(property) = item.property(&key.value) else {
            let names = item.find(|part| Some(part.property_list()).filter(|list| !list.is_empty()));
            let names = names.unwrap_or_default().iter().take(200).map(|property| property.name.as_str());
            let help = meant_or(nearest(&key.value, names), || "name a property of the items".to_owned());
            report
                .add(Code::ListMapKeys, key.span, format!("the items have no property `{}`", key.value))
                .help(help)
                .done();
            continue;
        };
        let kind = Parts::of(&property.schema, definitions).type_name();
        if ["array", "object"].contains(&kind) {
            report
                .add(
                    Code::ListMapKeys,
                    key.span,
                    format!("the key `{}` cannot be of type `{kind}`", key.value),
                )
                .note(property.key, "the property")
                .help("choose a property that is a string, a number or a boolean")
                .done();
        }
    }
}
