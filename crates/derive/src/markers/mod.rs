//! Markers: lines of doc comments that begin with `+`. **Each marker is a file** with its spellings, its
//! allowed positions and types, its meaning and an example. [`REGISTRY`] lists them; `docs/markers.md` is
//! generated from it.
//!
//! In: the lines of one position. Out: their markers (`MarkerSet`), in one form for all spellings, each with
//! its span. `item/` and `rules/` apply them to the item.
//!
//! Easy to break: a marker that begins with `crdc:`, `k8s:` or `kubebuilder:validation:` is ignored only if
//! `foreign.rs` lists it. Any other unknown marker is left to other tools, unless its name is close to one of
//! ours. A marker of crdc that cannot be applied is an error.

mod addition_only;
mod argument;
mod at_least_one_of;
mod at_most_one_of;
mod default;
mod deletion_only;
mod dependent_forbidden;
mod dependent_required;
mod each_value;
mod enumeration;
mod exactly_one_of;
mod exclusive_maximum;
mod exclusive_minimum;
pub(crate) mod foreign;
mod format;
mod given;
mod immutable;
mod immutable_keys;
mod known;
mod line;
mod list_map_key;
mod list_type;
mod map_type;
mod marker;
mod max_items;
mod max_length;
mod max_properties;
mod maximum;
mod min_items;
mod min_length;
mod min_properties;
mod minimum;
mod monotonic;
mod multiple_of;
mod normalize;
mod nullable;
mod optional;
mod page;
mod pattern;
mod read;
mod registry;
mod required;
mod rule;
mod union_discriminated_by;
mod union_discriminator;
mod union_member;
mod update;
mod value;
mod values;
mod zero_or_one_of_member;

pub(crate) use given::Given;
#[doc(hidden)]
pub use known::{is_known, is_rule};
pub(crate) use marker::{
    At, Constraint, Dependency, ListType, Logged, MapType, MarkerSet, MemberSaid, OneOf, Update,
};
pub use marker::{Marker, On, Spelling, Stand, Takes};
pub use page::page;
pub(crate) use read::{of_keyword, read};
pub use registry::REGISTRY;
pub(crate) use rule::NAME as RULE;
