//! What a marker is: its spellings, where it may stand, what it applies to, its argument.

use super::given::Given;
use super::marker_set::{At, MarkerSet};

/// The definition of a marker.
#[derive(Debug)]
pub struct Marker {
    /// The name on the page of markers: its primary spelling.
    pub name: &'static str,
    /// All spellings, the primary one first.
    pub spellings: &'static [Spelling],
    /// Its allowed positions.
    pub stands: &'static [Stand],
    /// The types that it applies to.
    pub on: On,
    /// Whether it may be repeated at one position, with different arguments.
    pub repeats: bool,
    /// Its meaning, in one or more sentences.
    pub meaning: &'static str,
    /// Its keyword in the schema.
    pub keyword: &'static str,
    /// A field or an item with the marker.
    pub example: &'static str,
    /// Adds it to a `MarkerSet`.
    pub(crate) say: fn(&mut MarkerSet, Given, At),
}

/// A spelling of a marker.
#[derive(Debug)]
pub struct Spelling {
    /// The text between the `+` and the argument.
    pub name: &'static str,
    /// Its argument.
    pub takes: Takes,
}

/// The kind of argument that follows the name of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// `=word`, with this word.
    Word(&'static str),
    /// `=word`, with one of these words.
    OneOf(&'static [&'static str]),
    /// Nothing, `=true` or `=false`.
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
    /// `=+marker`
    Marker,
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
