//! The trait of schemas whose values rules read. In: the keywords of schemas, by their numbers. Out: the
//! forms, items and fields of values, with the fields that every resource has.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/model/schemas.go (WithTypeAndObjectMeta)

use std::collections::HashSet;

use crdc_cel::Form;

/// The fields of metadata that a schema may constrain and rules can read. They have the first numbers, in
/// this order.
pub const NAMES: [&str; 2] = ["name", "generateName"];

/// The fields of every resource.
const OF_RESOURCES: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// The form of strings of a format.
pub fn text_form(format: Option<&str>) -> Form {
    match format {
        Some("byte") => Form::Bytes,
        Some("duration") => Form::Duration,
        Some("date") => Form::Date,
        Some("date-time") => Form::DateTime,
        _ => Form::String,
    }
}

/// The form of lists of a type.
pub fn list_form(list_type: Option<&str>) -> Form {
    match list_type {
        Some("set") => Form::Set,
        Some("map") => Form::ListMap,
        _ => Form::List,
    }
}

/// The description of a value by which rules read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seen {
    /// A value with this schema.
    Node(usize),
    /// A value with this schema that is a resource: it has `apiVersion`, `kind` and `metadata`.
    Resource(usize),
    /// `apiVersion` or `kind`.
    Text,
    /// The metadata of a resource with this schema.
    Metadata(usize),
    /// A field of the metadata of a resource: the schema of the resource, and the index in [`NAMES`].
    Name(usize, usize),
}

impl Seen {
    /// The schema of the value. `None` for the fields that every resource has.
    pub fn schema(self) -> Option<usize> {
        match self {
            Seen::Node(id) | Seen::Resource(id) => Some(id),
            Seen::Text | Seen::Metadata(_) | Seen::Name(..) => None,
        }
    }
}

/// Schemas by their numbers.
pub trait Schemas {
    /// The form of a schema's values; `Preserved` if rules cannot see them.
    fn form(&self, id: usize) -> Form;
    /// Whether values of a schema can be null.
    fn is_nullable(&self, id: usize) -> bool;
    /// Whether values of a schema are resources.
    fn is_resource(&self, id: usize) -> bool;
    /// The schema of the items of a list, or of the values of a map.
    fn each(&self, id: usize) -> Option<usize>;
    /// The fields of an object.
    fn fields(&self, id: usize) -> Vec<(&str, usize)>;
    /// The schema of the field with this name.
    fn field(&self, id: usize, name: &str) -> Option<usize>;
    /// The keys of a list map.
    fn keys(&self, id: usize) -> Vec<&str>;

    /// The fields of an object in the order of their numbers, each with its value for rules, which is `None`
    /// if rules cannot read the field.
    fn numbered(&self, id: usize) -> Vec<(&str, Option<Seen>)> {
        let fields = self.fields_of(self.see(id)).into_iter();
        fields.map(|(name, seen)| (name, Some(seen))).collect()
    }
    /// The name of a field in the form that the types of values use.
    fn quoted(&self, name: &str) -> String {
        name.to_owned()
    }

    /// `maxLength`, `maxItems` or `maxProperties`. This limit, and the other bounds on sizes below, matter
    /// only for estimates of costs.
    fn limit(&self, _: usize) -> Option<u64> {
        None
    }
    /// The bytes of the longest string of an `enum`.
    fn longest_value(&self, _: usize) -> Option<u64> {
        None
    }
    /// The fields that are required.
    fn required(&self, _: usize) -> HashSet<&str> {
        HashSet::new()
    }
    /// Whether a schema has a default.
    fn has_default(&self, _: usize) -> bool {
        false
    }

    /// How rules read the values of a schema.
    fn see(&self, id: usize) -> Seen {
        if self.is_resource(id) { Seen::Resource(id) } else { Seen::Node(id) }
    }

    /// The form of a value.
    fn form_of(&self, seen: Seen) -> Form {
        match seen {
            Seen::Node(id) | Seen::Resource(id) => self.form(id),
            Seen::Text | Seen::Name(..) => Form::String,
            Seen::Metadata(_) => Form::Object,
        }
    }

    /// The item of a list, or the value of a map, for rules.
    fn each_of(&self, seen: Seen) -> Option<Seen> {
        Some(self.see(self.each(seen.schema()?)?))
    }

    /// The fields of an object that rules can read, by their names in the object.
    fn fields_of(&self, seen: Seen) -> Vec<(&str, Seen)> {
        let (id, resource) = match seen {
            Seen::Node(id) => (id, false),
            Seen::Resource(id) => (id, !self.has_resource_fields(id)),
            Seen::Metadata(id) => {
                return (0..).zip(NAMES).map(|(index, name)| (name, Seen::Name(id, index))).collect();
            }
            Seen::Text | Seen::Name(..) => return Vec::new(),
        };
        let own = self.fields(id).into_iter().filter(|(name, _)| !(resource && OF_RESOURCES.contains(name)));
        let mut fields: Vec<_> = own.map(|(name, field)| (name, self.see(field))).collect();
        if resource {
            fields.extend(OF_RESOURCES.into_iter().zip([Seen::Text, Seen::Text, Seen::Metadata(id)]));
        }
        fields
    }

    /// The fields in the order of their numbers, also fields that rules cannot read.
    fn numbered_of(&self, seen: Seen) -> Vec<(&str, Option<Seen>)> {
        match seen.schema() {
            Some(id) => self.numbered(id),
            None => self.fields_of(seen).into_iter().map(|(name, seen)| (name, Some(seen))).collect(),
        }
    }

    /// Whether the schema itself declares the fields that every resource has.
    fn has_resource_fields(&self, id: usize) -> bool {
        let is_object = |id: usize| matches!(self.form(id), Form::Object | Form::Map);
        let has_text = |id: usize, name: &str| {
            self.field(id, name).is_some_and(|field| {
                let texts = [Form::String, Form::Bytes, Form::Duration, Form::Date, Form::DateTime];
                texts.contains(&self.form(field))
            })
        };
        let metadata = self.field(id, "metadata").filter(|metadata| is_object(*metadata));
        has_text(id, "kind")
            && has_text(id, "apiVersion")
            && metadata.is_some_and(|metadata| NAMES.iter().all(|name| has_text(metadata, name)))
    }
}
