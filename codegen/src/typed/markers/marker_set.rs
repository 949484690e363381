//! The markers of one position, in one form for all spellings, each with its span.

use super::given::Given;
use crate::json::Json;
use crate::typed::item::model::Constant;
use crdc_vocabulary::Immutability;
use proc_macro2::Span;

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
    /// The markers of the items of a list or of the values of a map.
    pub(crate) each: Option<Box<MarkerSet>>,
    /// Names of markers that could not be parsed. This was reported, so they are not reported as missing.
    pub(crate) garbled: Vec<&'static str>,
    /// All markers in the order in which they were written.
    pub(crate) log: Vec<Logged>,
}

/// A marker that was written.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    pub(crate) marker: &'static super::Marker,
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

/// `+unionMember` with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MemberSaid {
    /// The value that selects it, if given.
    pub(crate) value: Option<String>,
    pub(crate) optional: bool,
    /// The union's name, if given.
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
    /// A limit whose value only the compiler knows.
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
