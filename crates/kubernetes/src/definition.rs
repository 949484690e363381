//! The definition of a Go type, read from an OpenAPI document. In: the name and the JSON Schema. Out: fields
//! and types.
//!
//! Easy to break: the schema of a type with a decoder of its own, such as a quantity, does not contain which
//! values it accepts: the name of the type determines them.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::go_fields::{self, GoField};

/// The index of a definition in its [`Kinds`](crate::Kinds).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionId(pub(crate) usize);

/// A kind by its names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct GroupVersionKind {
    /// The API group; empty for the core group.
    pub group: String,
    /// The version, such as `v1`.
    pub version: String,
    /// The kind.
    pub kind: String,
}

impl GroupVersionKind {
    /// A kind by its names.
    pub fn new(group: impl Into<String>, version: impl Into<String>, kind: impl Into<String>) -> Self {
        GroupVersionKind { group: group.into(), version: version.into(), kind: kind.into() }
    }

    /// `apps/v1`, or `v1` for the core group. [`group_of`] has the group again.
    #[must_use]
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.clone() } else { format!("{}/{}", self.group, self.version) }
    }
}

/// The group of an API version; empty for the core group.
///
/// ```
/// assert_eq!(crdc_kubernetes::group_of("apps/v1"), "apps");
/// assert_eq!(crdc_kubernetes::group_of("v1"), "");
/// ```
#[must_use]
pub fn group_of(api_version: &str) -> &str {
    group_and_version(api_version).0
}

/// The group and the version of an API version.
pub(crate) fn group_and_version(api_version: &str) -> (&str, &str) {
    api_version.split_once('/').unwrap_or(("", api_version))
}

/// A Go type.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name, such as `io.k8s.api.apps.v1.DeploymentSpec`.
    pub name: String,
    /// The shape.
    pub shape: Shape,
    /// The kind of objects of this type, if there are any.
    pub kind: Option<GroupVersionKind>,
    /// The indices of the fields in the order of the Go struct.
    pub(crate) order: Vec<usize>,
}

impl Definition {
    /// The name of the Go type: `DeploymentSpec`.
    #[must_use]
    pub fn go_name(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or_default()
    }
}

/// The shape of a Go type.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A struct; its fields are sorted by name.
    Struct(Vec<Field>),
    /// `resource.Quantity`
    Quantity,
    /// `intstr.IntOrString`
    IntOrString,
    /// `metav1.Time`
    Time,
    /// `metav1.MicroTime`
    MicroTime,
    /// `metav1.Duration`
    Duration,
    /// Any JSON, such as `runtime.RawExtension`.
    Any,
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name in JSON.
    pub name: String,
    /// The type.
    pub value: Type,
    /// Whether the schema requires it.
    pub is_required: bool,
    /// The default of the schema. Go's zero values are published as defaults, too.
    pub default: Option<Value>,
    /// How strategic merge patches change the field.
    pub patch: Strategy,
    /// How Go writes the field.
    pub(crate) go: GoField,
}

/// How strategic merge patches change a field. It is not the list type of server-side apply: ports of a
/// Service have the key `port` here, and the keys `port` and `protocol` there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Strategy {
    /// Whether the list of a patch is merged into the list of the object.
    pub merges: bool,
    /// Whether the struct of a patch replaces the struct of the object.
    pub replaces: bool,
    /// Whether clients send the names of the fields that stay.
    pub retains_keys: bool,
    /// The key that identifies the items of a list; `None` if they are no structs.
    pub key: Option<String>,
}

/// Strategies beside a `$ref`, which the stored document of 1.36 does not have: a definition, a field, and
/// the strategy, which is that of all versions.
// kubernetes: staging/src/k8s.io/api/{apps,policy}/v1/types.go
const BESIDE_REFERENCES: [(&str, &str, &str); 2] = [
    ("io.k8s.api.apps.v1.DeploymentSpec", "strategy", "retainKeys"),
    ("io.k8s.api.policy.v1.PodDisruptionBudgetSpec", "selector", "replace"),
];

impl Strategy {
    // kube-openapi: pkg/generators/openapi.go
    fn read(definition: &str, field: &str, schema: &Value) -> Strategy {
        let beside = BESIDE_REFERENCES.iter().find(|(of, name, _)| (*of, *name) == (definition, field));
        let words = beside.map_or_else(|| word(schema, "x-kubernetes-patch-strategy"), |(.., words)| *words);
        let has = |wanted: &str| words.split(',').any(|is| is == wanted);
        let key = schema.get("x-kubernetes-patch-merge-key").and_then(Value::as_str).map(str::to_owned);
        Strategy { merges: has("merge"), replaces: has("replace"), retains_keys: has("retainKeys"), key }
    }

    /// The strategy as OpenAPI documents write it: `merge,retainKeys`; `None` if there is none.
    #[must_use]
    pub fn published(&self) -> Option<String> {
        let words = [(self.merges, "merge"), (self.replaces, "replace"), (self.retains_keys, "retainKeys")];
        let words: Vec<&str> = words.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
        (!words.is_empty()).then(|| words.join(","))
    }
}

/// The type of a field, an item or a value.
#[derive(Clone, Debug)]
pub enum Type {
    /// A named type.
    Named(DefinitionId),
    /// A list.
    List(Box<Type>, ListType),
    /// A map from strings.
    Map(Box<Type>),
    /// `string`
    String,
    /// `[]byte`, which is base64 in JSON.
    Bytes,
    /// `bool`
    Bool,
    /// `int32`
    Int32,
    /// `int64`
    Int64,
    /// `float64`
    Double,
    /// A value of which nothing is known.
    Any,
}

/// The list type of server-side apply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ListType {
    /// One value.
    #[default]
    Atomic,
    /// No item is equal to another item.
    Set,
    /// Items are identified by keys; a missing key has the default of its field.
    Map(Vec<String>),
}

impl Definition {
    /// Reads a definition. `id` finds the definition of a name.
    pub(crate) fn read(name: &str, schema: &Value, id: &dyn Fn(&str) -> Option<DefinitionId>) -> Definition {
        let mut shape =
            by_name(name).unwrap_or_else(|| match schema.get("properties").and_then(Value::as_object) {
                Some(properties) => {
                    let required: BTreeSet<&str> =
                        list(schema, "required").filter_map(Value::as_str).collect();
                    let mut fields: Vec<Field> = properties
                        .iter()
                        .map(|(field, schema)| Field {
                            name: field.clone(),
                            value: Type::read(schema, id),
                            is_required: required.contains(field.as_str()),
                            default: schema.get("default").cloned(),
                            patch: Strategy::read(name, field, schema),
                            go: GoField::default(),
                        })
                        .collect();
                    fields.sort_by(|one, other| one.name.cmp(&other.name));
                    Shape::Struct(fields)
                }
                None if word(schema, "type") == "object" && schema.get("additionalProperties").is_none() => {
                    Shape::Struct(Vec::new())
                }
                None => Shape::Any,
            });
        let mut order = Vec::new();
        if let Shape::Struct(fields) = &mut shape {
            for (field, go) in go_fields::of(name) {
                let found = fields.binary_search_by(|known| known.name.as_str().cmp(field));
                if let Some(known) = found.ok().and_then(|index| fields.get_mut(index)) {
                    known.go = go;
                }
            }
            order.extend(0..fields.len());
            order.sort_by_key(|index| fields.get(*index).map(|field| field.go.position));
        }
        Definition { name: name.to_owned(), shape, kind: None, order }
    }

    /// The fields with their indices, in the order of the Go struct.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (usize, &Field)> {
        let fields = if let Shape::Struct(fields) = &self.shape { fields.as_slice() } else { &[] };
        self.order.iter().filter_map(|index| Some((*index, fields.get(*index)?)))
    }

    /// The field of this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        let Shape::Struct(fields) = &self.shape else { return None };
        let index = fields.binary_search_by(|field| field.name.as_str().cmp(name)).ok()?;
        fields.get(index)
    }
}

/// The shape of a type with a decoder of its own, by its name.
fn by_name(name: &str) -> Option<Shape> {
    Some(match name.strip_prefix("io.k8s.")? {
        "apimachinery.pkg.api.resource.Quantity" => Shape::Quantity,
        "apimachinery.pkg.util.intstr.IntOrString" => Shape::IntOrString,
        "apimachinery.pkg.apis.meta.v1.Time" => Shape::Time,
        "apimachinery.pkg.apis.meta.v1.MicroTime" => Shape::MicroTime,
        "apimachinery.pkg.apis.meta.v1.Duration" => Shape::Duration,
        "apimachinery.pkg.apis.meta.v1.FieldsV1"
        | "apimachinery.pkg.apis.meta.v1.Patch"
        | "apimachinery.pkg.runtime.RawExtension"
        | "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON"
        | "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray"
        | "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool"
        | "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray" => Shape::Any,
        _ => return None,
    })
}

impl Type {
    fn read(schema: &Value, id: &dyn Fn(&str) -> Option<DefinitionId>) -> Type {
        let named = |schema: &Value| {
            let name = schema.get("$ref")?.as_str()?.rsplit('/').next()?;
            Some(id(name).map_or(Type::Any, Type::Named))
        };
        let of_all = || list(schema, "allOf").find_map(named);
        if let Some(found) = named(schema).or_else(of_all) {
            return found;
        }
        match (word(schema, "type"), word(schema, "format")) {
            ("string", "byte") => Type::Bytes,
            ("string", _) => Type::String,
            ("boolean", _) => Type::Bool,
            ("integer", "int32") => Type::Int32,
            ("integer", _) => Type::Int64,
            ("number", _) => Type::Double,
            ("array", _) => {
                let item = schema.get("items").map_or(Type::Any, |items| Type::read(items, id));
                Type::List(Box::new(item), list_type(schema))
            }
            ("object", _) => match schema.get("additionalProperties") {
                Some(values) if values.is_object() => Type::Map(Box::new(Type::read(values, id))),
                _ => Type::Any,
            },
            _ => Type::Any,
        }
    }
}

fn list_type(schema: &Value) -> ListType {
    match word(schema, "x-kubernetes-list-type") {
        "set" => ListType::Set,
        "map" => {
            let keys = list(schema, "x-kubernetes-list-map-keys").filter_map(Value::as_str);
            ListType::Map(keys.map(str::to_owned).collect())
        }
        _ => ListType::Atomic,
    }
}

/// The kinds in a schema, if it is a schema of objects with metadata.
pub(crate) fn kinds_of(schema: &Value) -> Vec<GroupVersionKind> {
    if schema.pointer("/properties/metadata").is_none() {
        return Vec::new();
    }
    let of =
        |kind: &Value| GroupVersionKind::new(word(kind, "group"), word(kind, "version"), word(kind, "kind"));
    list(schema, "x-kubernetes-group-version-kind").map(of).collect()
}

fn word<'s>(schema: &'s Value, key: &str) -> &'s str {
    schema.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn list<'s>(schema: &'s Value, key: &str) -> impl Iterator<Item = &'s Value> {
    schema.get(key).and_then(Value::as_array).into_iter().flatten()
}
