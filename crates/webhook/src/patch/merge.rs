//! Applies the change of a step to another object. In: the object that was sent, and the same object before
//! and after a step that decoded it, without unknown fields and with defaults. Out: the sent object with the
//! changes of the step.
//!
//! Easy to break: a value that is equal before and after the step is taken unchanged from the sent object.

use crdc_object::json::escape::push_string;

use super::diff::equal_ends;
use super::value::{Members, items, same_plain, trimmed};

/// The depth below which a value is replaced as a whole.
const DEEPEST_MERGE: usize = 48;

/// Members that are never changed: those that servers maintain themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kept {
    /// No member.
    Nothing,
    /// Members of the root and of its metadata, by a function of the path.
    By(fn(parent: Parent, key: &str) -> bool),
}

/// The place of a member that may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    /// The member is in the object itself.
    Root,
    /// The member is in `metadata`.
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

/// Applies the changes between `before` and `after` to the sent object.
pub(crate) fn merge(sent: &[u8], before: &[u8], after: &[u8], kept: Kept) -> Vec<u8> {
    let mut merge = Merge { out: Vec::with_capacity(sent.len()), kept, depth: 0 };
    merge.value(&[], trimmed(sent), trimmed(before), trimmed(after));
    merge.out
}

struct Merge {
    out: Vec<u8>,
    kept: Kept,
    depth: usize,
}

impl Merge {
    /// Merges a value. `above` are the first keys of the path, as many as [`Kept`] reads.
    fn value(&mut self, above: &[&str], sent: &[u8], before: &[u8], after: &[u8]) {
        if before == after {
            return self.out.extend_from_slice(sent);
        }
        if self.depth < DEEPEST_MERGE {
            self.depth += 1;
            let done = self.members(above, sent, before, after) || self.items(sent, before, after);
            self.depth -= 1;
            if done {
                return;
            }
        }
        if above.len() == 1 && after.first() == Some(&b'{') && sent != b"{}" {
            // The metadata of the sent object were no object.
            return self.value(above, b"{}", b"{}", after);
        }
        self.out.extend_from_slice(if same_plain(before, after) { sent } else { after });
    }

    /// Merges objects. Returns `false` if one of the values is not an object.
    fn members(&mut self, above: &[&str], sent: &[u8], before: &[u8], after: &[u8]) -> bool {
        let all = (Members::of(sent), Members::of(before), Members::of(after));
        let (Some(sent), Some(before), Some(after)) = all else { return false };
        let mut comma = b'{';
        for (key, value) in &sent.all {
            let kept = self.kept.keeps(above, key);
            match (before.get(key), after.get(key)) {
                (Some(_), None) if !kept => {}
                (Some(old), Some(new)) if !kept => {
                    self.key(&mut comma, key);
                    let path = [above, &[key]].concat();
                    self.value(if path.len() < 3 { &path } else { &["", "", ""] }, value, old, new);
                }
                (None, Some(new)) if !kept => {
                    self.key(&mut comma, key);
                    self.added(above, key, new);
                }
                _ => {
                    self.key(&mut comma, key);
                    self.out.extend_from_slice(value);
                }
            }
        }
        for (key, new) in &after.all {
            let is_new = sent.get(key).is_none() && before.get(key) != Some(new);
            if is_new && !self.kept.keeps(above, key) {
                self.key(&mut comma, key);
                self.added(above, key, new);
            }
        }
        self.out.extend_from_slice(if comma == b'{' { b"{}" } else { b"}" });
        true
    }

    /// Adds a new member. If it is the metadata, the kept members are left out.
    fn added(&mut self, above: &[&str], key: &str, new: &[u8]) {
        if above.is_empty() && new.first() == Some(&b'{') {
            self.value(&[key], b"{}", b"{}", new);
        } else {
            self.out.extend_from_slice(new);
        }
    }

    /// Merges lists. Returns `false` if one of the values is not a list, or items cannot be paired.
    fn items(&mut self, sent: &[u8], before: &[u8], after: &[u8]) -> bool {
        let (Some(sent), Some(before), Some(after)) = (items(sent), items(before), items(after)) else {
            return false;
        };
        if sent.len() != before.len() {
            return false;
        }
        let paired = before.len() == after.len();
        let (start, end) = if paired { (0, 0) } else { equal_ends(&before, &after) };
        let from_end =
            |index: usize| (after.len() - index <= end).then(|| before.len() - (after.len() - index));
        self.out.push(b'[');
        for (index, new) in after.iter().enumerate() {
            if index > 0 {
                self.out.push(b',');
            }
            // The index of the item before the step.
            let place = if paired || index < start { Some(index) } else { from_end(index) };
            match place.and_then(|place| Some((sent.get(place)?, before.get(place)?))) {
                Some((sent, old)) => self.value(&["", "", ""], sent, old, new),
                None => self.out.extend_from_slice(new),
            }
        }
        self.out.push(b']');
        true
    }

    fn key(&mut self, comma: &mut u8, key: &str) {
        self.out.push(std::mem::replace(comma, b','));
        push_string(&mut self.out, key);
        self.out.push(b':');
    }
}
