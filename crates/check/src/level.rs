//! The level of a schema in the resource. Some rules differ for the root, items and fields.

/// The level of a schema: root, item or field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    Root,
    Item,
    Field,
}
