//! Computes a JSON patch from two texts. In: an object before and after a change. Out: operations that turn
//! the first into the second; none if they are equal.
//!
//! Easy to break: operations apply one after another, so indices of a list are those after the previous
//! operations. Members are compared by name, so another order of members is no change.

use crdc_object::json::escape::push_string;

use super::value::{Members, items, same_plain, trimmed};

/// The depth below which a value is replaced as a whole: every level reads the levels below it once more.
const DEEPEST_DIFF: usize = 48;

/// The operations of a patch. Several steps can add operations.
#[derive(Debug, Default)]
pub(crate) struct Diff {
    operations: Vec<u8>,
    path: String,
    depth: usize,
}

impl Diff {
    /// Adds the operations that turn `before` into `after`.
    pub(crate) fn add(&mut self, before: &[u8], after: &[u8]) {
        self.compare(trimmed(before), trimmed(after));
    }

    /// The patch; `None` if nothing changed.
    pub(crate) fn finish(mut self) -> Option<Vec<u8>> {
        if self.operations.is_empty() {
            return None;
        }
        self.operations.insert(0, b'[');
        self.operations.push(b']');
        Some(self.operations)
    }

    fn compare(&mut self, before: &[u8], after: &[u8]) {
        if before == after {
            return;
        }
        if self.depth < DEEPEST_DIFF {
            if let (Some(before), Some(after)) = (Members::of(before), Members::of(after)) {
                return self.members(&before, &after);
            }
            if let (Some(before), Some(after)) = (items(before), items(after)) {
                return self.items(&before, &after);
            }
        }
        if !same_plain(before, after) {
            self.operation("replace", Some(after));
        }
    }

    fn members(&mut self, before: &Members<'_>, after: &Members<'_>) {
        for (key, _) in &before.all {
            if after.get(key).is_none() {
                self.at_key(key, |diff| diff.operation("remove", None));
            }
        }
        for (key, value) in &after.all {
            match before.get(key) {
                Some(old) => {
                    if old != *value {
                        self.at_key(key, |diff| diff.compare(old, value));
                    }
                }
                None => self.at_key(key, |diff| diff.operation("add", Some(value))),
            }
        }
    }

    fn items(&mut self, before: &[&[u8]], after: &[&[u8]]) {
        let (start, end) = if before.len() == after.len() { (0, 0) } else { equal_ends(before, after) };
        let removed = before.get(start..before.len() - end).unwrap_or_default();
        let added = after.get(start..after.len() - end).unwrap_or_default();
        let pairs = removed.len().min(added.len());
        for (index, (old, new)) in (start..).zip(removed.iter().zip(added)) {
            if old != new {
                self.at_index(index, |diff| diff.compare(old, new));
            }
        }
        // Items are removed from the end, so that the other items keep their indices.
        for index in (start + pairs..start + removed.len()).rev() {
            self.at_index(index, |diff| diff.operation("remove", None));
        }
        for (index, new) in (start + pairs..).zip(added.iter().skip(pairs)) {
            self.at_index(index, |diff| diff.operation("add", Some(new)));
        }
    }

    fn at_key(&mut self, key: &str, found: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        self.path.push('/');
        for part in key.chars() {
            match part {
                '~' => self.path.push_str("~0"),
                '/' => self.path.push_str("~1"),
                other => self.path.push(other),
            }
        }
        self.below(length, found);
    }

    fn at_index(&mut self, index: usize, found: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        self.path.push('/');
        self.path.push_str(&index.to_string());
        self.below(length, found);
    }

    fn below(&mut self, length: usize, found: impl FnOnce(&mut Self)) {
        self.depth += 1;
        found(self);
        self.depth -= 1;
        self.path.truncate(length);
    }

    fn operation(&mut self, name: &str, value: Option<&[u8]>) {
        let out = &mut self.operations;
        out.extend_from_slice(if out.is_empty() { b"" } else { b"," });
        out.extend_from_slice(b"{\"op\":\"");
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\",\"path\":");
        push_string(out, &self.path);
        if let Some(value) = value {
            out.extend_from_slice(b",\"value\":");
            out.extend_from_slice(value);
        }
        out.push(b'}');
    }
}

/// The number of equal items at the start and at the end of two lists.
pub(super) fn equal_ends(one: &[&[u8]], other: &[&[u8]]) -> (usize, usize) {
    let most = one.len().min(other.len());
    let start = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let end = one.iter().rev().zip(other.iter().rev()).take(most - start);
    (start, end.take_while(|(one, other)| one == other).count())
}
