//! The schema in the form that the server's steps use: `crdc_schema::Schema` without spans. An absent flag is
//! `false`, and unknown formats are removed.
//
// apiextensions-apiserver: pkg/apiserver/schema/convert.go, pkg/apiserver/validation/formats.go

use crdc_schema::{Items, Property, Schema, SchemaOrBool};
use crdc_source::{Node, Value};

use crate::json::Json;

/// One schema object.
#[derive(Clone, Debug, Default)]
pub struct Structural {
    /// `type`, empty where absent.
    pub type_name: String,
    /// `format`, empty where absent or not known for the type.
    pub format: String,
    /// `nullable`.
    pub nullable: bool,
    /// `default`.
    pub default: Option<Json>,
    /// `properties`, in document order.
    pub properties: Vec<(String, Structural)>,
    /// `additionalProperties`.
    pub additional: Option<Additional>,
    /// `items`.
    pub items: Option<Box<Structural>>,
    /// `items` as a list of schemas: one for each of the first items.
    pub positions: Vec<Structural>,
    /// `additionalItems`: the schema of all items after `positions`.
    pub behind: Option<Additional>,
    /// `required`.
    pub required: Vec<String>,
    /// `enum`.
    pub enumeration: Vec<Json>,
    /// `maximum`.
    pub maximum: Option<f64>,
    /// `exclusiveMaximum`.
    pub exclusive_maximum: bool,
    /// `minimum`.
    pub minimum: Option<f64>,
    /// `exclusiveMinimum`.
    pub exclusive_minimum: bool,
    /// `multipleOf`.
    pub multiple_of: Option<f64>,
    /// `maxLength`.
    pub max_length: Option<i64>,
    /// `minLength`.
    pub min_length: Option<i64>,
    /// `pattern`.
    pub pattern: Option<String>,
    /// `maxItems`.
    pub max_items: Option<i64>,
    /// `minItems`.
    pub min_items: Option<i64>,
    /// `maxProperties`.
    pub max_properties: Option<i64>,
    /// `minProperties`.
    pub min_properties: Option<i64>,
    /// `x-kubernetes-preserve-unknown-fields`.
    pub preserve: bool,
    /// `x-kubernetes-list-type`, empty where absent.
    pub list_type: String,
    /// `x-kubernetes-map-type`, empty where absent.
    pub map_type: String,
    /// `x-kubernetes-list-map-keys`.
    pub list_keys: Vec<String>,
    /// `x-kubernetes-no-prune`, or another spelling of this keyword.
    pub no_prune: bool,
    /// `x-kubernetes-embedded-resource`.
    pub embedded: bool,
    /// `x-kubernetes-int-or-string`.
    pub int_or_string: bool,
    /// `allOf`.
    pub all_of: Vec<Structural>,
    /// `anyOf`.
    pub any_of: Vec<Structural>,
    /// `oneOf`.
    pub one_of: Vec<Structural>,
    /// `not`.
    pub not: Option<Box<Structural>>,
    /// Immutability markers.
    pub marks: Marks,
    /// `x-kubernetes-normalize: undefined`.
    pub normalize: bool,
    /// `x-kubernetes-validations`.
    pub rules: Vec<super::cel::Rule>,
    /// `x-kubernetes-unions`, in the current or the older form.
    pub unions: Vec<super::unions::Union>,
}

/// The four immutability extensions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// `x-kubernetes-immutable`.
    pub immutable: bool,
    /// `x-kubernetes-immutable-keys`.
    pub keys: bool,
    /// `x-kubernetes-addition-only`.
    pub addition_only: bool,
    /// `x-kubernetes-deletion-only`.
    pub deletion_only: bool,
}

impl Marks {
    /// Reads the markers of a schema.
    fn of(marks: &crdc_schema::ImmutabilityKeywords) -> Marks {
        Marks {
            immutable: value(&marks.immutable),
            keys: value(&marks.immutable_keys),
            addition_only: value(&marks.addition_only),
            deletion_only: value(&marks.deletion_only),
        }
    }

    /// Whether one of the extensions is set.
    pub fn any(self) -> bool {
        self.immutable || self.keys || self.addition_only || self.deletion_only
    }
}

/// `additionalProperties` or `additionalItems`.
#[derive(Clone, Debug)]
pub enum Additional {
    /// `true` or `false`.
    Bool(bool),
    /// The schema of all other members or items.
    Schema(Box<Structural>),
}

impl Structural {
    /// Converts the schema of the front end.
    pub fn new(schema: &Schema) -> Structural {
        let mut out = Structural {
            type_name: text(&schema.r#type),
            format: text(&schema.format),
            nullable: value(&schema.nullable),
            default: schema.default.as_ref().map(|at| json(&at.value)).filter(|d| *d != Json::Null),
            maximum: schema.maximum.as_ref().map(|at| at.value),
            exclusive_maximum: value(&schema.exclusive_maximum),
            minimum: schema.minimum.as_ref().map(|at| at.value),
            exclusive_minimum: value(&schema.exclusive_minimum),
            multiple_of: schema.multiple_of.as_ref().map(|at| at.value),
            max_length: schema.max_length.as_ref().map(|at| at.value),
            min_length: schema.min_length.as_ref().map(|at| at.value),
            pattern: schema.pattern.as_ref().map(|at| at.value.clone()).filter(|p| !p.is_empty()),
            max_items: schema.max_items.as_ref().map(|at| at.value),
            min_items: schema.min_items.as_ref().map(|at| at.value),
            max_properties: schema.max_properties.as_ref().map(|at| at.value),
            min_properties: schema.min_properties.as_ref().map(|at| at.value),
            preserve: value(&schema.x_preserve_unknown_fields),
            list_type: text(&schema.x_list_type),
            map_type: text(&schema.x_map_type),
            no_prune: schema.no_prune.iter().any(crdc_schema::NoPrune::is_true),
            embedded: value(&schema.x_embedded_resource),
            int_or_string: value(&schema.x_int_or_string),
            all_of: branches(&schema.all_of),
            any_of: branches(&schema.any_of),
            one_of: branches(&schema.one_of),
            marks: Marks::of(&schema.marks),
            normalize: schema.normalize.as_ref().is_some_and(|at| at.value == "undefined"),
            not: schema.not.as_ref().map(|at| Box::new(Structural::new(&at.value))),
            rules: super::cel::Rule::read(schema),
            unions: super::unions::read(schema),
            ..Structural::default()
        };
        if let Some(at) = &schema.enumeration {
            out.enumeration = at.value.iter().map(json).collect();
        }
        if let Some(at) = &schema.required {
            out.required = at.value.iter().map(|name| name.value.clone()).collect();
        }
        if let Some(at) = &schema.x_list_map_keys {
            out.list_keys = at.value.iter().map(|name| name.value.clone()).collect();
        }
        if let Some(at) = &schema.properties {
            out.properties = at.value.iter().map(property).collect();
        }
        out.additional = schema.additional_properties.as_ref().map(additional);
        match schema.items.as_ref().map(|at| &at.value) {
            Some(Items::One(schema)) => out.items = Some(Box::new(Structural::new(schema))),
            Some(Items::Each(list)) => out.positions = list.iter().map(Structural::new).collect(),
            None => {}
        }
        out.behind = schema.additional_items.as_ref().map(additional);
        out.strip_format();
        out
    }

    /// The schema of a property by name.
    pub fn property(&self, name: &str) -> Option<&Structural> {
        self.properties.iter().find(|(key, _)| key == name).map(|(_, schema)| schema)
    }

    /// The schema of the item at an index. Servers do not support `items` as a list of schemas; KEP 24 does.
    pub fn item(&self, index: usize) -> Option<&Structural> {
        match (&self.items, self.positions.get(index), &self.behind) {
            (Some(each), ..) => Some(each),
            (None, Some(own), _) => Some(own),
            (None, None, Some(Additional::Schema(behind))) if !self.positions.is_empty() => Some(behind),
            _ => None,
        }
    }

    /// The schema of `additionalProperties`, if it is a schema.
    pub fn additional_schema(&self) -> Option<&Structural> {
        match &self.additional {
            Some(Additional::Schema(schema)) => Some(schema),
            _ => None,
        }
    }

    /// The allowed types of a value; an empty list if the schema has no type.
    //
    // apiextensions-apiserver: pkg/apiserver/validation/validation.go, ConvertJSONSchemaProps
    pub fn types(&self) -> Vec<&str> {
        if self.int_or_string {
            vec!["integer", "string"]
        } else if self.type_name.is_empty() {
            vec![]
        } else {
            vec![&self.type_name]
        }
    }

    /// Removes a format that the server does not know for the type of the schema.
    fn strip_format(&mut self) {
        let known = match self.types().as_slice() {
            ["integer"] => matches!(self.format.as_str(), "int32" | "int64"),
            ["number"] => matches!(self.format.as_str(), "float" | "double"),
            ["string"] | [] | [_, _] => STRING_FORMATS.contains(&self.format.replace('-', "").as_str()),
            _ => false,
        };
        if !known {
            self.format.clear();
        }
    }
}

/// The names of the string formats that servers know, without dashes.
pub const STRING_FORMATS: [&str; 26] = [
    "bsonobjectid",
    "uri",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "cidr",
    "mac",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
    "isbn",
    "isbn10",
    "isbn13",
    "creditcard",
    "ssn",
    "hexcolor",
    "rgbcolor",
    "byte",
    "password",
    "date",
    "duration",
    "datetime",
    "k8sshortname",
    "k8slongname",
];

fn additional(at: &crdc_schema::At<Box<SchemaOrBool>>) -> Additional {
    match &*at.value {
        SchemaOrBool::Bool(allows) => Additional::Bool(*allows),
        SchemaOrBool::Schema(schema) => Additional::Schema(Box::new(Structural::new(schema))),
    }
}

/// The schemas of `allOf`, `anyOf` or `oneOf`.
fn branches(at: &Option<crdc_schema::At<Vec<Schema>>>) -> Vec<Structural> {
    at.iter().flat_map(|at| &at.value).map(Structural::new).collect()
}

/// The text of a keyword, empty if it is absent.
fn text(at: &Option<crdc_schema::At<String>>) -> String {
    at.as_ref().map(|at| at.value.clone()).unwrap_or_default()
}

/// The value of a flag, `false` if it is absent.
fn value(at: &Option<crdc_schema::At<bool>>) -> bool {
    at.as_ref().is_some_and(|at| at.value)
}

fn property(property: &Property) -> (String, Structural) {
    (property.name.clone(), Structural::new(&property.schema))
}

/// The JSON of a value in the document of the schema.
fn json(node: &Node) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Bool(bool) => Json::Bool(*bool),
        Value::Int(int) => Json::Int(*int),
        Value::Float(float) => Json::Float(*float),
        Value::String(text) => Json::String(text.clone()),
        Value::Array(items) => Json::Array(items.iter().map(json).collect()),
        Value::Object(members) => {
            Json::Object(members.iter().map(|member| (member.key.clone(), json(&member.value))).collect())
        }
    }
}
