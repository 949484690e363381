//! Paths from the value of a rule to the values of its nodes. The estimate finds the limits of the schema by
//! these paths.
//!
//! Easy to break: paths share memory, as slices in Go do. A path that is extended twice overwrites its first
//! extension if it has room, and the cost of the server depends on that.
//
// cel-go: checker/cost.go (addPath, getPath); apiextensions-apiserver:
// pkg/apiserver/schema/cel/compilation.go (sizeEstimator)

use crate::compile::ast::Name;
use crate::compile::types::{Declarations, DeclaredId, Shape};

/// A part of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The name of a variable or field.
    Field(Name),
    Items,
    Values,
    Keys,
    Indices,
}

/// A path: the first parts of an array that other paths may share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Path {
    array: usize,
    len: usize,
}

/// The arrays of all paths.
#[derive(Default)]
pub(super) struct Paths {
    arrays: Vec<Vec<Option<Part>>>,
}

impl Path {
    pub(super) fn is_empty(self) -> bool {
        self.len == 0
    }
}

impl Paths {
    /// The path of a variable.
    pub(super) fn variable(&mut self, name: Name) -> Path {
        self.arrays.push(vec![Some(Part::Field(name))]);
        Path { array: self.arrays.len() - 1, len: 1 }
    }

    /// Extends a path by a part, as Go's `append` does.
    pub(super) fn append(&mut self, path: Path, part: Part) -> Path {
        if path.len > 0
            && let Some(slot) = self.arrays[path.array].get_mut(path.len)
        {
            *slot = Some(part);
            return Path { len: path.len + 1, ..path };
        }
        let mut array = vec![None; (path.len * 2).max(1)];
        if path.len > 0 {
            array[..path.len].clone_from_slice(&self.arrays[path.array][..path.len]);
        }
        array[path.len] = Some(part);
        self.arrays.push(array);
        Path { array: self.arrays.len() - 1, len: path.len + 1 }
    }

    /// Extends a copy of a path by a part, without sharing memory.
    pub(super) fn extended(&mut self, path: Path, part: Part) -> Path {
        let mut array = match path.len {
            0 => Vec::new(),
            len => self.arrays[path.array][..len].to_vec(),
        };
        array.push(Some(part));
        self.arrays.push(array);
        Path { array: self.arrays.len() - 1, len: path.len + 1 }
    }

    /// The declared type at a path from the value of a rule. The first part, the name of the variable, is
    /// ignored.
    pub(super) fn resolve(
        &self,
        path: Path,
        root: DeclaredId,
        declarations: &Declarations,
    ) -> Option<DeclaredId> {
        if path.is_empty() {
            return None;
        }
        let mut at = root;
        for part in &self.arrays[path.array][1..path.len] {
            at = match (&declarations.get(at).shape, part.as_ref()?) {
                (Shape::List(of) | Shape::Map(of), Part::Items | Part::Values) => *of,
                (Shape::Object(fields), Part::Field(name)) => *fields.get(name.as_ref())?,
                _ => return None,
            };
        }
        Some(at)
    }

    /// Whether a path starts at the accumulator of a loop.
    pub(super) fn is_accumulator(&self, path: Path) -> bool {
        let first = self.arrays.get(path.array).and_then(|array| array.first());
        !path.is_empty() && matches!(first, Some(Some(Part::Field(name))) if name.as_ref() == "__result__")
    }

    /// Whether a path ends at the keys of a map, which have a size of their own.
    pub(super) fn is_keys(&self, path: Path, root: DeclaredId, declarations: &Declarations) -> bool {
        let Some(before) = path.len.checked_sub(1).filter(|before| *before > 0) else { return false };
        self.arrays[path.array][before] == Some(Part::Keys)
            && self
                .resolve(Path { len: before, ..path }, root, declarations)
                .is_some_and(|of| matches!(declarations.get(of).shape, Shape::Map(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_share_memory_as_slices_do() {
        let mut paths = Paths::default();
        let field = |name: &'static str| Part::Field(name.into());
        let one = paths.variable("self".into());
        let two = paths.append(one, field("a"));
        let three = paths.append(two, field("b"));
        let left = paths.append(three, field("c"));
        let right = paths.append(three, field("d"));
        assert_eq!(left, right);
        assert_eq!(paths.arrays[left.array][3], Some(field("d")));
        assert_ne!(paths.append(right, field("e")).array, right.array);
    }
}
