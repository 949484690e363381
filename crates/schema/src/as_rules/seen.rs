//! Decides whether rules can read a value and compare it with `==`. In: a schema. Out: whether it can have
//! rules or rules can refer to it, and the faults of CEL's `==` for its values. **`==` must not be used where
//! it fails for equal values**: then no update would be accepted.
//
// apiserver: pkg/cel/common/{schemas,valuesunstructured}.go, pkg/cel/escaping.go

use crate::{Property, Schema, Topology};
use crdc_vocabulary::cel_names::escape;

/// Whether a schema can have rules.
pub(super) fn is_seen(schema: &Schema) -> bool {
    let mut schema = schema;
    loop {
        if schema.is_int_or_string() {
            return true;
        }
        schema = match (schema.type_name(), schema.additional_schema(), schema.one_item()) {
            ("array", _, Some((items, _))) => items,
            ("object", Some((values, _)), _) => values,
            ("object" | "string" | "boolean" | "number" | "integer", ..) => return true,
            _ => return false,
        };
    }
}

/// The expression for a field of an object, if rules of the object can refer to it.
pub(crate) fn field(property: &Property) -> Option<String> {
    escape(&property.name).filter(|_| is_seen(&property.schema))
}

/// Whether fields of a schema's values have names in rules.
pub(super) fn has_fields(schema: &Schema) -> bool {
    schema.type_name() == "object" && schema.additional_schema().is_none()
}

/// The fault of `==` for a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The comparison fails, or is false for equal values, of this sort.
    Fails(&'static str),
    /// The comparison is true for some values that differ, of this sort.
    Blind(&'static str),
}

/// Calls `see` for each fault of `==` with values of a schema.
pub(super) fn faults(schema: &Schema, see: &mut dyn FnMut(Fault)) {
    own_fault(schema).into_iter().for_each(&mut *see);
    items_faults(schema, see);
}

/// The fault of a list as such.
pub(super) fn own_fault(schema: &Schema) -> Option<Fault> {
    match schema.topology() {
        Topology::Set if schema.one_item().is_some_and(|(items, _)| !is_hashed(items)) => {
            Some(Fault::Fails("servers cannot compare sets of such items with `==`"))
        }
        Topology::ListMap if !has_plain_keys(schema) => {
            Some(Fault::Fails("servers do not find keys of list maps whose names need escapes"))
        }
        _ => None,
    }
}

/// The faults of everything but the list as such.
pub(super) fn items_faults(schema: &Schema, see: &mut dyn FnMut(Fault)) {
    if is_converted(schema) {
        see(Fault::Blind("texts of the same time, duration or bytes are equal"));
    }
    if schema.type_name() == "object" && (schema.preserves_unknown_fields() || schema.is_embedded_resource())
    {
        see(Fault::Blind("of unknown fields, one that is renamed is not compared"));
    }
    for property in schema.property_list() {
        if escape(&property.name)
            .is_some_and(|escaped| escaped != property.name && property.name.contains("__"))
        {
            see(Fault::Blind("fields with `__` in their names may not be compared"));
        }
        faults(&property.schema, see);
    }
    for (schema, _) in schema.one_item().into_iter().chain(schema.additional_schema()) {
        faults(schema, see);
    }
}

/// Whether servers find items of a set by the Go value that a rule reads.
pub(super) fn is_hashed(items: &Schema) -> bool {
    let kind = items.type_name();
    let is_plain = items.is_int_or_string() || ["integer", "boolean", "string"].contains(&kind);
    is_plain && !is_converted(items) && !items.is_nullable()
}

/// Whether rules read a string of this schema as another type.
fn is_converted(schema: &Schema) -> bool {
    let format = schema.format.as_ref().map_or("", |at| at.value.as_str());
    schema.type_name() == "string" && matches!(format, "byte" | "date" | "date-time" | "duration")
}

/// Whether servers find items of a list map by their keys.
pub(super) fn has_plain_keys(schema: &Schema) -> bool {
    let keys = || schema.x_list_map_keys.iter().flat_map(|at| &at.value);
    keys().all(|key| escape(&key.value).is_some_and(|escaped| escaped == key.value))
}
