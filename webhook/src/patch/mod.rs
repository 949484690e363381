//! Changes of objects as JSON text. In: texts of an object before and after a step. Out: a JSON patch, or a third text with
//! the same change.
//!
//! Easy to break: values of a patch are the bytes of the text that they come from, so numbers keep their digits. What a step
//! did not change is taken from the object that was sent, so that a field which the step does not know survives.

mod diff;
mod merge;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use diff::Diff;
pub(crate) use merge::merge;

/// Members that are never changed: those that servers maintain themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kept {
    /// No member.
    Nothing,
    /// Members of the root and of its metadata, by a function of the path.
    By(fn(parent: Parent, key: &str) -> bool),
}

/// Where a member is that may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    /// In the object itself.
    Root,
    /// In its `metadata`.
    Metadata,
}

impl Kept {
    /// Whether the member `key` at this depth, below `above`, is kept.
    fn keeps(self, above: &[&str], key: &str) -> bool {
        let Kept::By(keeps) = self else { return false };
        match above {
            [] => keeps(Parent::Root, key),
            ["metadata"] => keeps(Parent::Metadata, key),
            _ => false,
        }
    }
}
