//! All markers.

use super::marker::Marker;
use super::{
    addition_only, default, deletion_only, each_value, enumeration, exclusive_maximum, exclusive_minimum,
    format, immutable, immutable_keys, list_map_key, list_type, map_type, max_items, max_length,
    max_properties, maximum, min_items, min_length, min_properties, minimum, multiple_of, normalize,
    nullable, optional, pattern, required, rule, union_discriminated_by, union_discriminator, union_member,
    update, values,
};

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
    &rule::MARKER,
];
