//! The nodes of a plan: the constraints on the values at one position of an object, and how these values are
//! transformed, independent of where the schema specifies this. Equal nodes are shared.

use super::{FieldExtensions, Union};
use crdc_source::Span;
use crdc_source::json::Json;

/// Index of a node in its [`Plan`](super::Plan).
pub type NodeId = usize;

/// A JSON type as schemas name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// `object`
    Object,
    /// `array`
    Array,
    /// `string`
    String,
    /// `integer`
    Integer,
    /// `number`
    Number,
    /// `boolean`
    Boolean,
}

impl Type {
    /// The name in schemas and in the server's errors.
    pub fn as_str(self) -> &'static str {
        match self {
            Type::Object => "object",
            Type::Array => "array",
            Type::String => "string",
            Type::Integer => "integer",
            Type::Number => "number",
            Type::Boolean => "boolean",
        }
    }

    /// The type with that name.
    pub fn from_name(name: &str) -> Option<Type> {
        [Type::Object, Type::Array, Type::String, Type::Integer, Type::Number, Type::Boolean]
            .into_iter()
            .find(|kind| kind.as_str() == name)
    }
}

/// The constraints on a value, and how it is transformed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The allowed types, in the server's order; empty allows all.
    pub types: Vec<Type>,
    /// `format`, if the server supports it for these types.
    pub format: Option<String>,
    /// `nullable`
    pub nullable: bool,
    /// Whether a null that is not allowed is kept, so that validation rejects it. Set if objects are not
    /// pruned.
    pub keeps_null: bool,
    /// Whether unknown fields are preserved.
    pub preserve: bool,
    /// Whether the value is an embedded resource with `apiVersion`, `kind` and `metadata`.
    pub embedded: bool,
    /// The default, which replaces an absent or null value: pruned, with all nested defaults applied.
    pub default: Option<Json>,
    /// `enum`
    pub values: Vec<Json>,
    /// Constraints on objects and maps.
    pub object: Object,
    /// Constraints on lists.
    pub array: Array,
    /// Constraints on strings.
    pub string: Text,
    /// Constraints on numbers.
    pub number: Number,
    /// `allOf`, `anyOf`, `oneOf`, `not`.
    pub junctors: Vec<Junctor>,
    /// The name of the definition, if it is recursive; unique among nodes.
    pub definition: Option<String>,
    /// `x-kubernetes-validations`: the CEL rules as written; `actions` compiles them.
    pub rules: Vec<Rule>,
    /// Unions of fields of this object.
    pub unions: Vec<Union>,
}

impl Object {
    /// The field with this name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The node of members that are not fields, if they have a schema.
    pub fn each(&self) -> Option<NodeId> {
        if let Others::Each(each) = self.others { Some(each) } else { None }
    }
}

impl Node {
    /// The nodes of members and items, without those of items by position.
    pub fn children(&self) -> impl Iterator<Item = NodeId> {
        let fields = self.object.fields.iter().map(|field| field.node);
        fields.chain(self.object.each()).chain(self.array.items)
    }

    /// The nodes of branches.
    pub fn branches(&self) -> impl Iterator<Item = NodeId> {
        self.junctors.iter().flat_map(|junctor| &junctor.branches).copied()
    }

    /// Whether a field is the discriminator of a union, which the runtime may deduce.
    pub fn is_discriminator(&self, name: &str) -> bool {
        self.unions.iter().any(|union| union.discriminator == name)
    }

    /// Whether the node is a string without constraints.
    pub fn accepts_any_string(&self) -> bool {
        let Node { nullable, keeps_null, .. } = *self;
        *self == Node { types: vec![Type::String], nullable, keeps_null, ..Node::default() }
    }
}

/// Constraints on objects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// Known fields in document order.
    pub fields: Vec<Field>,
    /// The handling of members that are not fields.
    pub others: Others,
    /// The extensions of members that are not fields.
    pub others_guard: FieldExtensions,
    /// Required names, in document order.
    pub required: Vec<String>,
    /// `minProperties`
    pub min: Option<i64>,
    /// `maxProperties`
    pub max: Option<i64>,
    /// `x-kubernetes-map-type`: under the ratcheting of KEP-4008, an `atomic` map changes as a whole.
    pub map_type: Option<String>,
}

/// A known field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name.
    pub name: String,
    /// The node of its value.
    pub node: NodeId,
    /// The extensions of its value.
    pub guard: FieldExtensions,
}

/// The handling of members without a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// Pruned, or kept if the node preserves unknown fields.
    #[default]
    Unknown,
    /// `additionalProperties: true`: kept, but objects inside them are pruned.
    PruneNested,
    /// `additionalProperties` with a schema.
    Each(NodeId),
}

/// Constraints on lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Array {
    /// `items`; without it, objects in items are emptied.
    pub items: Option<NodeId>,
    /// The extensions of items.
    pub items_guard: FieldExtensions,
    /// `items` by position; `items` then applies after the last.
    pub positions: Vec<NodeId>,
    /// `minItems`
    pub min: Option<i64>,
    /// `maxItems`
    pub max: Option<i64>,
    /// `uniqueItems`: printed only, because crdc-check refuses it, as servers do.
    pub unique: bool,
    /// `x-kubernetes-list-type`
    pub list_type: Option<String>,
    /// `x-kubernetes-list-map-keys`
    pub keys: Vec<String>,
}

/// Constraints on strings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    /// `minLength`, in code points.
    pub min: Option<i64>,
    /// `maxLength`, in code points.
    pub max: Option<i64>,
    /// `pattern`
    pub pattern: Option<String>,
}

/// Constraints on numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Number {
    /// `minimum`, and whether it is exclusive.
    pub min: Option<(f64, bool)>,
    /// `maximum`, and whether it is exclusive.
    pub max: Option<(f64, bool)>,
    /// `multipleOf`
    pub multiple_of: Option<f64>,
}

/// The branches of `allOf`, `anyOf`, `oneOf` or `not`.
#[derive(Clone, Debug, PartialEq)]
pub struct Junctor {
    /// `allOf`, `anyOf`, `oneOf` or `not`.
    pub keyword: &'static str,
    /// The branches.
    pub branches: Vec<NodeId>,
}

/// A CEL rule.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rule {
    /// The expression.
    pub rule: String,
    /// The place of the rule in the document, and its expression: everywhere, if nodes are equal. It is not
    /// printed.
    pub spans: Vec<(Span, Span)>,
    /// `message`
    pub message: Option<String>,
    /// `messageExpression`
    pub message_expression: Option<String>,
    /// `reason`
    pub reason: Option<String>,
    /// `fieldPath`
    pub field_path: Option<String>,
    /// `optionalOldSelf`
    pub optional_old_self: bool,
}

impl Node {
    /// Whether this is the only type of the node.
    pub fn is_only(&self, kind: Type) -> bool {
        self.types == [kind]
    }

    /// Whether the node constrains objects, or keeps anything in them.
    pub fn looks_into_objects(&self) -> bool {
        self.object != Object::default() || self.embedded
    }

    /// Whether the node constrains lists or their items.
    pub fn looks_into_arrays(&self) -> bool {
        self.array.items.is_some()
            || !self.array.positions.is_empty()
            || self.array.min.is_some()
            || self.array.max.is_some()
            || self.array.list_type.is_some()
    }

    /// Whether the node constrains the content of strings.
    pub fn looks_into_strings(&self) -> bool {
        self.string != Text::default() || self.string_format().is_some()
    }

    /// The `format` check for strings; `None` if every string passes.
    pub(crate) fn string_format(&self) -> Option<&'static crdc_vocabulary::format::Format> {
        self.format.as_deref().and_then(crdc_vocabulary::format::find).filter(|format| format.check.is_some())
    }

    /// Whether the node constrains values of a type other than its only one, which the server checks
    /// nevertheless.
    pub fn looks_elsewhere(&self) -> bool {
        let is = |kind| self.is_only(kind);
        let number = is(Type::Integer) || is(Type::Number);
        !is(Type::Object) && self.looks_into_objects()
            || !is(Type::Array) && self.looks_into_arrays()
            || !is(Type::String) && self.looks_into_strings()
            || !number && self.looks_into_numbers()
    }

    /// Whether the node constrains the value of numbers.
    pub fn looks_into_numbers(&self) -> bool {
        self.number != Number::default() || self.is_only(Type::Integer) || self.is_only(Type::Number)
    }
}
