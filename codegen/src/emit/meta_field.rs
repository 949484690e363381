//! The fields of metadata that a schema may constrain and rules see.

/// The fields of metadata that a schema may constrain and rules see: the first ones, in the order of their numbers.
pub(super) const NAMES: [&str; 2] = ["name", "generateName"];

/// The number of a metadata field that a schema may constrain.
pub(super) fn meta_field(name: &str) -> Option<u16> {
    NAMES.iter().zip(0..).find(|(known, _)| **known == name).map(|(_, number)| number)
}
