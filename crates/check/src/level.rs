//! The position of a schema in the resource: some rules differ for the root, items and fields.

/// The position of a schema in the resource.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    Root,
    Item,
    Field,
}
