//! The definition of a marker: spellings, allowed positions, types, argument. And the markers of one
//! position, in one form for all spellings, each with its span.

use super::given::Given;
use crate::model::{Constant, RuleWords};
use crdc_source::json::Json;
use crdc_vocabulary::Immutability;
use proc_macro2::Span;

/// The definition of a marker.
#[derive(Debug)]
pub struct Marker {
    /// The name on the page of markers: its primary spelling.
    pub name: &'static str,
    /// All spellings, the primary one first.
    pub spellings: &'static [Spelling],
    /// The allowed positions.
    pub stands: &'static [Stand],
    /// The types that it applies to.
    pub on: On,
    /// Whether the marker may be repeated at one position, with different arguments.
    pub repeats: bool,
    /// The meaning, in one or more sentences.
    pub meaning: &'static str,
    /// The keyword in the schema.
    pub keyword: &'static str,
    /// A field or an item with the marker.
    pub example: &'static str,
    /// The function that adds the marker to a `MarkerSet`.
    pub(crate) say: fn(&mut MarkerSet, Given, At),
}

/// A spelling of a marker.
#[derive(Debug)]
pub struct Spelling {
    /// The text between the `+` and the argument.
    pub name: &'static str,
    /// The argument.
    pub takes: Takes,
}

/// The kind of argument that follows the name of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// No argument.
    Nothing,
    /// `=word`, with this word.
    Word(&'static str),
    /// `=word`, with one of these words.
    OneOf(&'static [&'static str]),
    /// No argument, `=true` or `=false`.
    Flag,
    /// `=3`, a non-negative integer.
    Count,
    /// `=1.5`
    Number,
    /// `=text`, in quotes or not.
    Text,
    /// `=` and JSON.
    Json,
    /// `=` and JSON, or lists and maps as controller-gen writes them.
    Value,
    /// `=a;b;c`
    List,
    /// `=name`
    Name,
    /// `=NAME`, `,optional`, both or neither.
    Member,
    /// `(name: "text")` with these names, each of them optional; or nothing.
    Named(&'static [&'static str]),
    /// `("name")`, the JSON name of another field of the struct.
    Sibling,
    /// `=+marker`
    Marker,
    /// `=` and a CEL rule, up to the end of the line.
    Rule,
    /// `:rule="…",message="…"`, as controller-gen reads it.
    RuleWords,
}

/// The position of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// A struct or an enum.
    Item,
    /// A field.
    Field,
    /// A variant of an enum.
    Variant,
    /// Items of a list or values of a map, by `+k8s:eachVal=`.
    Each,
}

impl Stand {
    /// The position, as described in messages.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Stand::Item => "structs and enums",
            Stand::Field => "fields",
            Stand::Variant => "variants",
            Stand::Each => "items and values (`+k8s:eachVal=`)",
        }
    }
}

/// The types that a marker applies to. A `Form::Other` may be any type that is not a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// Any type.
    Anything,
    /// Lists, maps and sets.
    Collections,
    /// Strings, and types that may be enums of unit variants.
    Discriminators,
    /// Strings.
    Texts,
    /// Integers.
    Integers,
    /// Numbers.
    Numbers,
    /// Strings and numbers.
    Scalars,
    /// Lists and sets.
    Lists,
    /// Maps.
    Maps,
    /// Maps and structs.
    Objects,
    /// Types that can be null.
    Options,
    /// Enums of unit variants.
    UnitEnums,
}

impl On {
    /// The types, as described in messages.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            On::Anything => "any type",
            On::Collections => "lists, sets and maps",
            On::Discriminators => "strings and enums of unit variants",
            On::Texts => "strings",
            On::Integers => "integers",
            On::Numbers => "numbers",
            On::Scalars => "strings and numbers",
            On::Lists => "lists and sets",
            On::Maps => "maps",
            On::Objects => "maps and structs",
            On::Options => "`Option`s",
            On::UnitEnums => "enums of unit variants",
        }
    }
}

/// The span and the text of a marker or attribute.
#[derive(Clone, Debug)]
pub(crate) struct At {
    pub(crate) span: Span,
    /// As written, with its argument: `+immutable=keys`, `length(min = 1)`.
    pub(crate) text: String,
}

/// The markers of one position.
#[derive(Debug, Default)]
pub(crate) struct MarkerSet {
    pub(crate) marks: Vec<(Immutability, At)>,
    pub(crate) updates: Vec<(Update, At)>,
    pub(crate) normalize: Option<At>,
    /// The discriminator of a union, with the union's name if it has one.
    pub(crate) discriminator: Option<(Option<String>, At)>,
    pub(crate) member: Option<(MemberSaid, At)>,
    pub(crate) discriminated_by: Option<(String, At)>,
    pub(crate) list_type: Option<(ListType, At)>,
    pub(crate) keys: Vec<(String, At)>,
    pub(crate) map_type: Option<(MapType, At)>,
    pub(crate) enumeration: Option<At>,
    pub(crate) default: Option<(Json, At)>,
    pub(crate) required: Option<At>,
    pub(crate) optional: Option<At>,
    /// `#[validate(required)]`: an `Option` is `Some`.
    pub(crate) is_some: bool,
    pub(crate) nullable: Option<At>,
    pub(crate) constraints: Vec<(Constraint, At)>,
    /// CEL rules.
    pub(crate) rules: Vec<(RuleWords, At)>,
    /// Names of fields of a struct, and how many of them may be set.
    pub(crate) one_of: Vec<(OneOf, Vec<String>, At)>,
    /// `+k8s:zeroOrOneOfMember`, with the union's name if it has one.
    pub(crate) zero_or_one_of: Vec<(Option<String>, At)>,
    /// Names of other fields that a field needs or excludes.
    pub(crate) dependents: Vec<(Dependency, String, At)>,
    /// The markers of the items of a list or of the values of a map.
    pub(crate) each: Option<Box<MarkerSet>>,
    /// Names of markers that could not be parsed, or conflict. This was reported, so they are not reported as
    /// missing.
    pub(crate) garbled: Vec<&'static str>,
    /// All markers in the order in which they were written.
    pub(crate) log: Vec<Logged>,
}

/// A marker that was written.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    pub(crate) marker: &'static Marker,
    pub(crate) given: Given,
    pub(crate) at: At,
}

/// The change that `+k8s:update=No…` forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    Set,
    Unset,
    Modify,
    AddItem,
    RemoveItem,
}

/// The number of the named fields that are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OneOf {
    AtMost,
    Exactly,
    AtLeast,
}

/// The dependency of one field on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dependency {
    Required,
    Forbidden,
}

/// `+unionMember` with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MemberSaid {
    /// The value of the discriminator that selects the member, if specified.
    pub(crate) value: Option<String>,
    pub(crate) optional: bool,
    /// The union's name, if specified.
    pub(crate) union: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListType {
    Atomic,
    Set,
    Map,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MapType {
    Atomic,
    Granular,
}

/// A keyword that constrains values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Constraint {
    MinLength(i64),
    MaxLength(i64),
    Pattern(String),
    Format(String),
    Minimum(f64),
    ExclusiveMinimum,
    Maximum(f64),
    ExclusiveMaximum,
    MultipleOf(f64),
    Values(Vec<Json>),
    MinItems(i64),
    MaxItems(i64),
    MinProperties(i64),
    MaxProperties(i64),
    /// A limit whose value only the compiler can compute.
    Constant(Constant),
}

impl MarkerSet {
    /// Whether one of these markers is present but could not be parsed.
    pub(crate) fn is_garbled(&self, names: &[&str]) -> bool {
        self.garbled.iter().any(|name| names.contains(name))
    }

    /// The markers of items and values.
    pub(crate) fn each_mut(&mut self) -> &mut MarkerSet {
        self.each.get_or_insert_default()
    }
}
