//! What rules see of a schema: its types, the names of fields, the limits of sizes.
//
// apiserver: pkg/cel/common/schemas.go (SchemaDeclType), pkg/cel/limits.go;
// apiextensions-apiserver: pkg/apiserver/schema/cel/model/schemas.go

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::schema::Schema;
use crate::server::Minor;
use crate::source::Value;
pub(crate) use crdc_cel::compile::escape;
use crdc_cel::compile::types::{Declarations, Declared, DeclaredId, Shape};

/// The largest request, in bytes.
const REQUEST: u64 = 3 * 1024 * 1024;
/// The longest string in a request: without its quotes.
const LONGEST: u64 = REQUEST - 2;
/// The longest name.
const NAME: u64 = 253;

/// The types of a schema and all schemas below it.
#[derive(Default)]
pub(super) struct Declare {
    pub(super) declarations: Declarations,
    /// The type of each schema by itself; none if rules cannot see it.
    own: HashMap<*const Schema, Option<DeclaredId>>,
    /// The server whose limits count; none for the newest.
    server: Option<Minor>,
}

impl Declare {
    pub(super) fn of(root: &Schema) -> Declare {
        Declare::for_server(root, None)
    }

    /// The same as another server sees them.
    pub(super) fn for_server(root: &Schema, server: Option<Minor>) -> Declare {
        let mut declare = Declare { server, ..Declare::default() };
        declare.schema(root, true);
        declare
    }

    /// The types of a schema that is not that of a resource.
    pub(super) fn of_value(root: &Schema) -> Declare {
        let mut declare = Declare::default();
        declare.schema(root, false);
        declare
    }

    /// The type of a schema, regardless of the schemas around it.
    pub(super) fn own(&self, schema: &Schema) -> Option<DeclaredId> {
        self.own.get(&std::ptr::from_ref(schema)).copied().flatten()
    }

    fn add(&mut self, shape: Shape, max_elements: u64, min_size: u64) -> DeclaredId {
        self.declarations.add(Declared { shape, nullable: false, max_elements, min_size })
    }

    fn min_size(&self, id: DeclaredId) -> u64 {
        self.declarations.get(id).min_size
    }

    fn schema(&mut self, schema: &Schema, resource: bool) -> Option<DeclaredId> {
        let found = self.declared(schema, resource);
        if let Some(id) = found.filter(|_| schema.is_nullable()) {
            self.declarations.set_nullable(id);
        }
        self.own.insert(std::ptr::from_ref(schema), found);
        found
    }

    fn declared(&mut self, schema: &Schema, resource: bool) -> Option<DeclaredId> {
        if schema.is_int_or_string() {
            self.outside(schema, true);
            let counts = self.server.is_none_or(|server| server >= Minor::INT_OR_STRING_COSTS);
            let length = limit(schema.max_length.as_ref()).filter(|_| counts);
            let max = length.map_or(LONGEST, |length| length.saturating_mul(4));
            return Some(self.add(Shape::Dyn, max, 1));
        }
        // The server refuses schemas below a value that cannot have parts, but compiles their rules.
        self.outside(schema, schema.type_name() != "array");
        let found = match schema.type_name() {
            "array" => {
                let (items, _) = schema.one_item()?;
                let of = self.schema(items, items.is_embedded_resource())?;
                let unbounded = LONGEST / (self.min_size(of) + 1);
                let max = limit(schema.max_items.as_ref()).unwrap_or(unbounded);
                self.add(Shape::List(of), max, 2)
            }
            "object" => return self.object(schema, resource),
            "string" => self.string(schema),
            "boolean" => self.add(Shape::Bool, 0, 4),
            "number" => self.add(Shape::Double, 0, 1),
            "integer" => self.add(Shape::Int, 0, 1),
            _ => return None,
        };
        Some(found)
    }

    /// Declares what is below a schema without being a part of its type. `items` is whether items are outside too.
    fn outside(&mut self, schema: &Schema, items: bool) {
        let is_object = schema.type_name() == "object" && !schema.is_int_or_string();
        let fields = if is_object { &[] } else { schema.property_list() };
        let values = schema.additional_schema().filter(|_| !is_object);
        let items = schema.one_item().filter(|_| items);
        let inner = items.into_iter().chain(values).map(|(schema, _)| schema);
        for schema in fields.iter().map(|property| &property.schema).chain(inner) {
            self.schema(schema, schema.is_embedded_resource());
        }
    }

    fn object(&mut self, schema: &Schema, resource: bool) -> Option<DeclaredId> {
        if let Some((values, _)) = schema.additional_schema() {
            let of = self.schema(values, values.is_embedded_resource());
            // The server refuses both, but types what is below.
            for property in schema.property_list() {
                self.schema(&property.schema, property.schema.is_embedded_resource());
            }
            let of = of?;
            // A key, quotes, a colon and a comma.
            let unbounded = LONGEST / (self.min_size(of) + 6);
            let max = limit(schema.max_properties.as_ref()).unwrap_or(unbounded);
            return Some(self.add(Shape::Map(of), max, 2));
        }
        let required: HashSet<&str> =
            schema.required.iter().flat_map(|list| &list.value).map(|name| name.value.as_str()).collect();
        let server = resource && !has_resource_fields(schema);
        let mut fields = BTreeMap::new();
        let mut min_size = 2;
        for property in schema.property_list() {
            let name = property.name.as_str();
            let mut of = self.schema(&property.schema, property.schema.is_embedded_resource());
            let replaced = server && ["apiVersion", "kind", "metadata"].contains(&name);
            if replaced {
                of = Some(self.resource_field(name, schema));
            }
            let Some(of) = of else { continue };
            if required.contains(name) && (replaced || property.schema.default.is_none()) {
                min_size += name.len() as u64 + self.min_size(of) + 4;
            }
            fields.extend(escape(name).map(|name| (name, of)));
        }
        if server {
            for name in ["apiVersion", "kind", "metadata"] {
                if !fields.contains_key(name) {
                    let of = self.resource_field(name, schema);
                    if required.contains(name) {
                        min_size += name.len() as u64 + self.min_size(of) + 4;
                    }
                    fields.insert(name.to_owned(), of);
                }
            }
        }
        Some(self.add(Shape::Object(fields), 0, min_size))
    }

    /// A field that every resource has.
    fn resource_field(&mut self, name: &str, resource: &Schema) -> DeclaredId {
        if name != "metadata" {
            return self.add(Shape::String, LONGEST, 2);
        }
        let names = ["name", "generateName"];
        let limited = self.server.is_some_and(|server| server >= Minor::NAME_COSTS);
        let metadata = resource.property("metadata").map(|metadata| &metadata.schema);
        let fields = names.map(|name| {
            let own = metadata.and_then(|metadata| metadata.property(name));
            let own = own.and_then(|own| limit(own.schema.max_length.as_ref()));
            // The suffix of a generated name has at least one character.
            let most = if name == "name" { NAME } else { NAME - 1 };
            let max = if limited { own.map_or(most, |own| own.min(most)) * 4 } else { LONGEST };
            (name.to_owned(), self.add(Shape::String, max, 2))
        });
        self.add(Shape::Object(fields.into()), 0, 2)
    }

    fn string(&mut self, schema: &Schema) -> DeclaredId {
        let length = limit(schema.max_length.as_ref());
        let format = schema.format.as_ref().map_or("", |format| format.value.as_str());
        match format {
            "byte" => self.add(Shape::Bytes, length.unwrap_or(LONGEST), 2),
            "duration" => self.add(Shape::Duration, 32, 3),
            "date" => self.add(Shape::Timestamp, 12, 12),
            "date-time" => self.add(Shape::Timestamp, 32, 21),
            _ => {
                // A character has at most four bytes.
                let max = length.map(|length| length.saturating_mul(4)).or_else(|| longest_value(schema));
                self.add(Shape::String, max.unwrap_or(LONGEST), 2)
            }
        }
    }
}

fn limit(at: Option<&crate::schema::At<i64>>) -> Option<u64> {
    at.map(|at| u64::try_from(at.value).unwrap_or_default())
}

/// The length of the longest string of an enum.
fn longest_value(schema: &Schema) -> Option<u64> {
    let values = schema.enumeration.as_ref().filter(|values| !values.value.is_empty())?;
    let lengths = values.value.iter().map(|node| match &node.value {
        Value::String(text) => text.len() as u64,
        _ => 0,
    });
    lengths.max()
}

/// Whether the schema itself declares what every resource has.
pub(super) fn has_resource_fields(schema: &Schema) -> bool {
    let is = |schema: &Schema, name: &str, of: &str| {
        schema.property(name).is_some_and(|property| property.schema.type_name() == of)
    };
    is(schema, "kind", "string")
        && is(schema, "apiVersion", "string")
        && is(schema, "metadata", "object")
        && schema.property("metadata").is_some_and(|metadata| {
            is(&metadata.schema, "name", "string") && is(&metadata.schema, "generateName", "string")
        })
}
