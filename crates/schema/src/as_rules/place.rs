//! The place of a schema: its path, its container, and the fields next to it.

use std::collections::{HashMap, HashSet};

use crate::places::ROOT;
use crate::{Property, Schema};

/// The place of a schema.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The number among the places of rules.
    pub(super) number: usize,
    /// The path of its values, such as `spec.items[].name`.
    pub(super) path: String,
    /// Whether rules can read the old values.
    pub(super) correlates: bool,
    /// Whether the place is in an item of a set, which is its own key.
    pub(super) in_set: bool,
    /// Whether the place is below an immutable value.
    pub(super) inside: bool,
}

/// The container of a value.
pub(super) enum Holder<'p, 's> {
    /// An object.
    Field {
        /// The place of the object.
        object: &'p Place,
        /// The name of the field in rules of the object, if it has one there.
        name: Option<String>,
        /// The field.
        property: &'s Property,
    },
    /// A map or a list.
    Other,
}

impl Place {
    pub(super) fn root() -> Place {
        Place { number: ROOT, path: String::new(), correlates: true, in_set: false, inside: false }
    }
}

/// The fields of an object that has unions; otherwise empty.
#[derive(Default)]
pub(super) struct Fields<'s> {
    pub(super) by_name: HashMap<&'s str, &'s Property>,
    pub(super) required: HashSet<&'s str>,
}

impl<'s> Fields<'s> {
    pub(crate) fn of(schema: &'s Schema) -> Fields<'s> {
        let properties = schema.property_list();
        if schema.unions.is_none() && properties.iter().all(|property| property.schema.unions.is_none()) {
            return Fields::default();
        }
        let required = schema.required.iter().flat_map(|at| &at.value);
        Fields {
            by_name: properties.iter().map(|property| (property.name.as_str(), property)).collect(),
            required: required.map(|name| name.value.as_str()).collect(),
        }
    }
}
