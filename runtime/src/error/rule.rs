//! What a value can break, as constants of the generated code. The words are made later
//! and only for errors that reach an answer (`error/text.rs`).

use crate::validate::ValidateFn;

/// A bit for each kind of JSON value that a node's `type` admits.
pub type Kinds = u8;

/// Bits of [`Kinds`].
pub mod kinds {
    /// `null`
    pub const NULL: u8 = 1;
    /// `true`, `false`
    pub const BOOL: u8 = 2;
    /// Integers.
    pub const INT: u8 = 4;
    /// Floats that are no whole number.
    pub const FLOAT: u8 = 8;
    /// Strings.
    pub const STRING: u8 = 16;
    /// Lists.
    pub const ARRAY: u8 = 32;
    /// Objects and maps.
    pub const OBJECT: u8 = 64;
    /// Floats that are a whole number.
    pub const WHOLE: u8 = 128;
}

/// A constant of an `enum`.
#[derive(Clone, Copy, Debug)]
pub enum Literal {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number that fits an `i64`.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string's content.
    String(&'static str),
    /// A list or object as JSON text.
    Json(&'static str),
}

/// One thing that a schema asks of a value.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// `type`, with the known `format` that changes its words.
    Type {
        /// The type as the server prints it: `integer`, `integer,string`.
        types: &'static str,
        /// The format the server kept, or nothing.
        format: &'static str,
    },
    /// `required`: the name that is missing.
    Required(&'static str),
    /// `enum`
    Enum(&'static [Literal]),
    /// `enum` of many constants: the runtime searches for a value instead of comparing each constant with it.
    Listed {
        /// The constants in the order of the schema.
        values: &'static [Literal],
        /// Their places, sorted by what is there: `null`, booleans, integers, other numbers, strings by their
        /// bytes, lists and objects.
        order: &'static [u16],
    },
    /// `maxLength`
    MaxLength(i64),
    /// `minLength`
    MinLength(i64),
    /// `pattern`
    Pattern(&'static str),
    /// `format` of strings, as the schema spells it.
    Format(&'static str),
    /// `maximum`
    Maximum(Bound),
    /// `minimum`
    Minimum(Bound),
    /// `multipleOf`
    MultipleOf {
        /// The factor.
        factor: f64,
        /// Whether integers are divided by the factor's whole part.
        native: bool,
    },
    /// A number, or a constraint on it, that its own type and format cannot hold.
    Range {
        /// `Checked`, `Maximum boundary`, `Minimum boundary` or `MultipleOf`.
        what: &'static str,
        /// `integer`, `number` or nothing.
        types: &'static str,
        /// The format, or nothing.
        format: &'static str,
    },
    /// `maxItems`
    MaxItems(i64),
    /// `minItems`
    MinItems(i64),
    /// `maxProperties`
    MaxProperties(i64),
    /// `minProperties`
    MinProperties(i64),
    /// `anyOf`: no branch holds.
    AnyOf,
    /// `oneOf`, with its branches: none holds, or several do.
    OneOf(&'static [ValidateFn]),
    /// `allOf`: not all branches hold.
    AllOf {
        /// Not even one does.
        none: bool,
    },
    /// `not`: its schema holds.
    Not,
    /// `x-kubernetes-list-type: set`: an item that stands there already.
    ListSet,
    /// `x-kubernetes-list-type: map`: an item whose keys another has already; sorted by name.
    ListMap(&'static [ListKey]),
    /// The item of a list map that is neither an object nor null.
    ListMapItem,
    /// A union, of the object that has it: several members are set though the discriminator is as it was.
    UnionSeveral {
        /// The discriminator's name.
        discriminator: &'static str,
        /// The members: their numbers among the fields, and their names.
        members: &'static [(u16, &'static str)],
    },
    /// The discriminator is none of the known values.
    UnionUnknown {
        /// Its name.
        discriminator: &'static str,
        /// What it may be.
        values: &'static [&'static str],
    },
    /// The discriminator is absent.
    UnionAbsent(&'static str),
    /// A member is set that the discriminator does not select.
    UnionRefused {
        /// The member.
        member: &'static str,
        /// The discriminator's name.
        discriminator: &'static str,
        /// The value that selects the member.
        value: &'static str,
    },
    /// The member is not set that the discriminator selects.
    UnionMissing {
        /// The member.
        member: &'static str,
        /// The discriminator's name.
        discriminator: &'static str,
        /// The value that selects the member.
        value: &'static str,
    },
}

/// A key of a list map.
#[derive(Clone, Copy, Debug)]
pub struct ListKey {
    /// Its name as keys are written, between the quotes.
    pub name: &'static str,
    /// Its number among the fields of the items, where it is one.
    pub field: Option<u16>,
}

/// A numeric limit.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The limit.
    pub limit: f64,
    /// Whether the limit itself is out.
    pub exclusive: bool,
    /// Whether integers are compared with the limit's whole part (kube-openapi does so
    /// where the limit fits the number's type).
    pub native: bool,
}
