//! Constraints of a schema as constants of generated code. Messages are created only for errors that are
//! reported (`error/text.rs`). CEL rules are in `rules/rule.rs`.

use crdc_object::tape::Tape;

/// Kinds of JSON values that a node's `type` accepts, one bit each.
pub type Kinds = u8;

/// Bits of [`Kinds`].
pub mod kinds {
    /// `null`
    pub const NULL: u8 = 1;
    /// `true`, `false`
    pub const BOOL: u8 = 2;
    /// Integers.
    pub const INT: u8 = 4;
    /// Floats that are not whole numbers.
    pub const FLOAT: u8 = 8;
    /// Strings.
    pub const STRING: u8 = 16;
    /// Lists.
    pub const ARRAY: u8 = 32;
    /// Objects and maps.
    pub const OBJECT: u8 = 64;
    /// Floats that are whole numbers.
    pub const WHOLE: u8 = 128;
}

/// A constant of an `enum`.
#[derive(Clone, Copy, Debug)]
pub enum Literal<'p> {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number that fits an `i64`.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string's content.
    String(&'p str),
    /// A list or object as JSON text.
    Json(&'p str),
}

/// One constraint of a schema.
#[derive(Clone, Copy, Debug)]
pub enum Rule<'p> {
    /// `type`, and the `format` that changes its message.
    Type {
        /// The type as in the server's message: `integer`, `integer,string`.
        types: &'p str,
        /// The format that the server keeps, or an empty string.
        format: &'p str,
    },
    /// `required`: the missing name.
    Required(&'p str),
    /// `enum`
    Enum(&'p [Literal<'p>]),
    /// `enum` with many constants, which the runtime finds by binary search.
    Listed {
        /// The constants in the order of the schema.
        values: &'p [Literal<'p>],
        /// The indices, sorted by constant: `null`, booleans, integers, other numbers, strings by their
        /// bytes, lists and objects.
        order: &'p [u16],
    },
    /// `maxLength`
    MaxLength(i64),
    /// `minLength`
    MinLength(i64),
    /// `pattern`
    Pattern(&'p str),
    /// `format` of strings, as the schema spells it.
    Format(&'p str),
    /// `maximum`
    Maximum(Bound),
    /// `minimum`
    Minimum(Bound),
    /// `multipleOf`
    MultipleOf {
        /// The factor.
        factor: f64,
        /// Whether integers are divided by the integer part of the factor.
        native: bool,
    },
    /// A number, or a constraint on it, that is out of range for its type and format.
    Range {
        /// `Checked`, `Maximum boundary`, `Minimum boundary` or `MultipleOf`.
        what: &'p str,
        /// `integer`, `number` or empty.
        types: &'p str,
        /// The format, or empty.
        format: &'p str,
    },
    /// `maxItems`
    MaxItems(i64),
    /// `minItems`
    MinItems(i64),
    /// `maxProperties`
    MaxProperties(i64),
    /// `minProperties`
    MinProperties(i64),
    /// `anyOf`: no branch is valid.
    AnyOf,
    /// `oneOf`: not exactly one branch is valid.
    OneOf,
    /// `allOf`: not all branches are valid.
    AllOf {
        /// Whether no branch is valid.
        none: bool,
    },
    /// `not`: the value is valid against its schema.
    Not,
    /// `x-kubernetes-list-type: set`: a duplicate item.
    ListSet,
    /// `x-kubernetes-list-type: map`: an item with duplicate keys. The keys are sorted by name.
    ListMap(&'p [ListKey<'p>]),
    /// An item of a list map that is neither an object nor null.
    ListMapItem,
    /// Error of an object with a union: several members are set and the discriminator did not change.
    UnionSeveral {
        /// The discriminator's name.
        discriminator: &'p str,
        /// The field numbers and names of the members.
        members: &'p [(u16, &'p str)],
    },
    /// The discriminator has an unknown value.
    UnionUnknown {
        /// The name.
        discriminator: &'p str,
        /// The known values.
        values: &'p [&'p str],
    },
    /// The discriminator is absent.
    UnionAbsent(&'p str),
    /// A member is set but not selected by the discriminator.
    UnionRefused {
        /// The member.
        member: &'p str,
        /// The discriminator's name.
        discriminator: &'p str,
        /// The value that selects the member.
        value: &'p str,
    },
    /// The member that the discriminator selects is not set.
    UnionMissing {
        /// The member.
        member: &'p str,
        /// The discriminator's name.
        discriminator: &'p str,
        /// The value that selects the member.
        value: &'p str,
    },
}

impl Rule<'_> {
    /// The keyword of the schema; `None` if there is no one keyword, as for unions.
    pub(crate) fn keyword(&self) -> Option<&'static str> {
        Some(match self {
            Rule::Type { .. } => "type",
            Rule::Required(_) => "required",
            Rule::Enum(_) | Rule::Listed { .. } => "enum",
            Rule::MaxLength(_) => "maxLength",
            Rule::MinLength(_) => "minLength",
            Rule::Pattern(_) => "pattern",
            Rule::Format(_) => "format",
            Rule::Maximum(_) => "maximum",
            Rule::Minimum(_) => "minimum",
            Rule::MultipleOf { .. } => "multipleOf",
            Rule::MaxItems(_) => "maxItems",
            Rule::MinItems(_) => "minItems",
            Rule::MaxProperties(_) => "maxProperties",
            Rule::MinProperties(_) => "minProperties",
            Rule::AnyOf => "anyOf",
            Rule::OneOf => "oneOf",
            Rule::AllOf { .. } => "allOf",
            Rule::Not => "not",
            Rule::ListSet | Rule::ListMap(_) | Rule::ListMapItem => "x-kubernetes-list-type",
            Rule::Range { .. }
            | Rule::UnionSeveral { .. }
            | Rule::UnionUnknown { .. }
            | Rule::UnionAbsent(_)
            | Rule::UnionRefused { .. }
            | Rule::UnionMissing { .. } => return None,
        })
    }
}

/// A key of a list map.
#[derive(Clone, Copy, Debug)]
pub struct ListKey<'p> {
    /// The name as written between quotes.
    pub name: &'p str,
    /// The field number in the items, if it has one.
    pub field: Option<u16>,
}

impl ListKey<'_> {
    /// The live member of `item` with this key.
    pub(crate) fn of(&self, tape: Tape<'_>, item: u32) -> Option<u32> {
        match self.field {
            Some(field) => tape.field(item, field),
            None => tape.member(item, self.name.as_bytes()),
        }
    }
}

/// A numeric limit.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The limit.
    pub limit: f64,
    /// Whether the limit itself is excluded.
    pub exclusive: bool,
    /// Whether integers are compared with the integer part of the limit (kube-openapi does so if the limit
    /// fits the number's type).
    pub native: bool,
}
