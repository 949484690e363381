//! What to do with the values at one place of an object: no trace of where the schema
//! said so. Equal nodes are one node.

use super::{FieldExtensions, Json, Union};

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

    /// The type of that name.
    pub fn from_name(name: &str) -> Option<Type> {
        [Type::Object, Type::Array, Type::String, Type::Integer, Type::Number, Type::Boolean]
            .into_iter()
            .find(|kind| kind.as_str() == name)
    }
}

/// Everything that is asked of a value, and what becomes of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Types that are admitted, as the server lists them; empty admits all.
    pub types: Vec<Type>,
    /// `format`, where the server knows it for these types.
    pub format: Option<String>,
    /// `nullable`
    pub nullable: bool,
    /// Null stays where it is not admitted, to be refused: objects are not pruned.
    pub keeps_null: bool,
    /// Fields that the schema does not name are kept.
    pub preserve: bool,
    /// An object with `apiVersion`, `kind` and `metadata` of its own.
    pub embedded: bool,
    /// What replaces an absent or null value: pruned, with all defaults below it applied.
    pub default: Option<Json>,
    /// `enum`
    pub values: Vec<Json>,
    /// What is asked of objects and maps.
    pub object: Object,
    /// What is asked of lists.
    pub array: Array,
    /// What is asked of strings.
    pub string: Text,
    /// What is asked of numbers.
    pub number: Number,
    /// `allOf`, `anyOf`, `oneOf`, `not`.
    pub junctors: Vec<Junctor>,
    /// The definition that it is, where that leads back to itself; no two nodes have the same one.
    pub definition: Option<String>,
    /// `x-kubernetes-validations`: carried, not compiled yet.
    pub rules: Vec<Rule>,
    /// Unions of fields of this object.
    pub unions: Vec<Union>,
}

/// What is asked of objects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// Known fields in document order.
    pub fields: Vec<Field>,
    /// What becomes of other members.
    pub others: Others,
    /// What extensions ask of other members.
    pub others_guard: FieldExtensions,
    /// Names that must be there, in document order.
    pub required: Vec<String>,
    /// `minProperties`
    pub min: Option<i64>,
    /// `maxProperties`
    pub max: Option<i64>,
    /// `x-kubernetes-map-type`, carried.
    pub map_type: Option<String>,
}

/// A known field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What is done with its value.
    pub node: NodeId,
    /// What extensions ask of its value.
    pub guard: FieldExtensions,
}

/// What becomes of members that no field names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// Pruned, or kept where the node preserves unknown fields.
    #[default]
    Unknown,
    /// `additionalProperties: true`: kept, but what objects in them hold is pruned.
    PruneNested,
    /// `additionalProperties` with a schema.
    Each(NodeId),
}

/// What is asked of lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Array {
    /// `items`; without it objects in items are emptied.
    pub items: Option<NodeId>,
    /// What extensions ask of items.
    pub items_guard: FieldExtensions,
    /// `items` position by position; `items` is for those behind the last then.
    pub positions: Vec<NodeId>,
    /// `minItems`
    pub min: Option<i64>,
    /// `maxItems`
    pub max: Option<i64>,
    /// `uniqueItems`, carried.
    pub unique: bool,
    /// `x-kubernetes-list-type`
    pub list_type: Option<String>,
    /// `x-kubernetes-list-map-keys`
    pub keys: Vec<String>,
}

/// What is asked of strings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    /// `minLength`, in code points.
    pub min: Option<i64>,
    /// `maxLength`, in code points.
    pub max: Option<i64>,
    /// `pattern`
    pub pattern: Option<String>,
}

/// What is asked of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Number {
    /// `minimum`, and whether it is exclusive.
    pub min: Option<(f64, bool)>,
    /// `maximum`, and whether it is exclusive.
    pub max: Option<(f64, bool)>,
    /// `multipleOf`
    pub multiple_of: Option<f64>,
}

/// Alternatives of value validations.
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
    /// Whether it is of just this type.
    pub fn is_only(&self, kind: Type) -> bool {
        self.types == [kind]
    }

    /// Whether anything is asked of objects, or kept in them.
    pub fn looks_into_objects(&self) -> bool {
        self.object != Object::default() || self.embedded
    }

    /// Whether anything is asked of lists or their items.
    pub fn looks_into_arrays(&self) -> bool {
        self.array.items.is_some()
            || !self.array.positions.is_empty()
            || self.array.min.is_some()
            || self.array.max.is_some()
            || self.array.list_type.is_some()
    }

    /// Whether anything is asked of a string's content.
    pub fn looks_into_strings(&self) -> bool {
        self.string != Text::default() || self.string_format().is_some()
    }

    /// What `format` asks of strings; nothing where any string has it.
    pub(crate) fn string_format(&self) -> Option<&'static crdc_vocabulary::format::Format> {
        self.format.as_deref().and_then(crdc_vocabulary::format::find).filter(|format| format.check.is_some())
    }

    /// Whether anything is asked of values of another type than its only one, which the server
    /// does nevertheless.
    pub fn looks_elsewhere(&self) -> bool {
        let is = |kind| self.is_only(kind);
        let number = is(Type::Integer) || is(Type::Number);
        !is(Type::Object) && self.looks_into_objects()
            || !is(Type::Array) && self.looks_into_arrays()
            || !is(Type::String) && self.looks_into_strings()
            || !number && self.looks_into_numbers()
    }

    /// Whether anything is asked of a number's value.
    pub fn looks_into_numbers(&self) -> bool {
        self.number != Number::default() || self.is_only(Type::Integer) || self.is_only(Type::Number)
    }
}
