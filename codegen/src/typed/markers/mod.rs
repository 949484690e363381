//! Markers: lines of doc comments that begin with `+`. **A marker is a file**: its spellings, where it may stand, what it
//! takes, what it means, how it looks; [`REGISTRY`] lists them, and `docs/markers.md` is made of that.
//!
//! In: the lines of one place. Out: what they say (`MarkerSet`), in one form for all spellings, each with its place.
//! What a marker *means* for the item is said by `item/` and validated by `rules/`.
//!
//! Easy to break: a line that means something to another tool is left alone only where `foreign.rs` lists it. Whatever
//! is ours and cannot be honoured is an error.

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

use crate::plan::Json;

/// A marker, with everything that there is to say of it.
#[derive(Debug)]
pub struct Marker {
    /// What it is called on the page of markers: its own spelling.
    pub name: &'static str,
    /// All spellings, the own one first.
    pub spellings: &'static [Spelling],
    /// Where it may stand.
    pub stands: &'static [Stand],
    /// At which types.
    pub on: On,
    /// It may be written several times at one place, with different arguments.
    pub repeats: bool,
    /// What it means, in a sentence or more.
    pub meaning: &'static str,
    /// What it is in a schema.
    pub keyword: &'static str,
    /// A field, or an item, as it is written.
    pub example: &'static str,
    /// Notes what was written.
    pub(crate) say: fn(&mut MarkerSet, Given, At),
}

/// A spelling of a marker.
#[derive(Debug)]
pub struct Spelling {
    /// What stands behind the `+`, up to the argument.
    pub name: &'static str,
    /// What follows.
    pub takes: Takes,
}

/// What follows the name of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// `=word`, this one.
    Word(&'static str),
    /// `=word`, one of these.
    OneOf(&'static [&'static str]),
    /// Nothing, `=true`; `=false` takes it back.
    Flag,
    /// `=3`, not below zero.
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
    /// `=NAME`, `,optional`, both or nothing.
    Member,
    /// `(name: "text")`, each of them optional; or nothing.
    Named(&'static [&'static str]),
    /// `=+marker`
    Marker,
}

/// Where a marker stands.
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
    /// In words, for lists.
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

/// At which types a marker means something. A type of its own (`Other`) may be anything that is not a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// Whatever is there.
    Anything,
    /// Lists, maps and sets.
    Collections,
    /// Texts, and what may be an enum of unit variants.
    Discriminators,
    /// Texts.
    Texts,
    /// Numbers.
    Numbers,
    /// Texts and numbers.
    Scalars,
    /// Lists and sets.
    Lists,
    /// Maps.
    Maps,
    /// Maps and structs.
    Objects,
    /// What may be null.
    Options,
    /// Enums of unit variants.
    UnitEnums,
}

impl On {
    /// In words.
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

/// What was given to a marker.
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
    /// The text, where it is one.
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

/// Every marker, in the order of the page.
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

/// Whether a line is a marker of ours or of a tool that we know. Another line that begins with `+` may be a sentence.
#[cfg(feature = "documents")]
pub(crate) fn is_known(line: &str) -> bool {
    let name = line::parts(line).name;
    is_rule(line) || foreign::is_left_alone(name) || foreign::is_ours(name)
}

/// Whether a line is a marker that says something of values.
#[cfg(feature = "documents")]
pub(crate) fn is_rule(line: &str) -> bool {
    read::spellings(line::parts(line).name).next().is_some()
}
