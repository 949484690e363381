//! Markers: lines of doc comments that begin with `+`. **Each marker is a file** with its spellings, its
//! allowed positions and types, its meaning and an example. [`REGISTRY`] lists them; `docs/markers.md` is
//! generated from it.
//!
//! In: the lines of one position. Out: their markers (`MarkerSet`), in one form for all spellings, each with
//! its span. `item/` and `rules/` apply them to the item.
//!
//! Easy to break: a marker of another tool is ignored only if `foreign.rs` lists it. A marker of crdc that
//! cannot be applied is an error.

mod addition_only;
mod argument;
mod default;
mod deletion_only;
mod each_value;
mod enumeration;
mod exclusive_maximum;
mod exclusive_minimum;
pub(crate) mod foreign;
mod format;
mod immutable;
mod immutable_keys;
mod line;
mod list_map_key;
mod list_type;
mod map_type;
mod marker_set;
mod max_items;
mod max_length;
mod max_properties;
mod maximum;
mod min_items;
mod min_length;
mod min_properties;
mod minimum;
mod multiple_of;
mod normalize;
mod nullable;
mod optional;
mod page;
mod pattern;
mod read;
mod required;
mod union_discriminated_by;
mod union_discriminator;
mod union_member;
mod update;
mod value;
mod values;

pub(crate) use marker_set::{At, Constraint, ListType, MapType, MarkerSet, MemberSaid, Update};
pub use page::page;
pub(crate) use read::read;

use crate::json::Json;

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

/// The argument of a marker.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Given {
    Nothing,
    Word(&'static str),
    Flag(bool),
    Count(i64),
    Number(f64),
    Text(String),
    Json(Json),
    List(Vec<Json>),
    Member { value: Option<String>, optional: bool },
    Named(Vec<(String, String)>),
    Marker(String),
}

impl Given {
    /// The string, if it is one.
    pub(crate) fn into_text(self) -> Option<String> {
        match self {
            Given::Text(text) => Some(text),
            Given::Word(word) => Some(word.to_owned()),
            _ => None,
        }
    }

    /// A named argument.
    pub(crate) fn named(&self, name: &str) -> Option<String> {
        match self {
            Given::Named(list) => {
                list.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
            }
            _ => None,
        }
    }
}

/// All markers, in the order of the page.
pub const REGISTRY: &[&Marker] = &[
    &immutable::MARKER,
    &immutable_keys::MARKER,
    &addition_only::MARKER,
    &deletion_only::MARKER,
    &update::MARKER,
    &normalize::MARKER,
    &union_discriminator::MARKER,
    &union_member::MARKER,
    &union_discriminated_by::MARKER,
    &list_type::MARKER,
    &list_map_key::MARKER,
    &map_type::MARKER,
    &each_value::MARKER,
    &required::MARKER,
    &optional::MARKER,
    &nullable::MARKER,
    &default::MARKER,
    &enumeration::MARKER,
    &values::MARKER,
    &minimum::MARKER,
    &exclusive_minimum::MARKER,
    &maximum::MARKER,
    &exclusive_maximum::MARKER,
    &multiple_of::MARKER,
    &min_length::MARKER,
    &max_length::MARKER,
    &pattern::MARKER,
    &format::MARKER,
    &min_items::MARKER,
    &max_items::MARKER,
    &min_properties::MARKER,
    &max_properties::MARKER,
];

/// Whether a line is a marker of crdc or of a known tool. Any other line that begins with `+` may be a
/// sentence.
#[cfg(feature = "documents")]
pub(crate) fn is_known(line: &str) -> bool {
    let name = line::parts(line).name;
    is_rule(line) || foreign::is_left_alone(name) || foreign::is_ours(name)
}

/// Whether a line is a marker that constrains values.
#[cfg(feature = "documents")]
pub(crate) fn is_rule(line: &str) -> bool {
    read::spellings(line::parts(line).name).next().is_some()
}
