//! Collects the members of an object. A duplicate key removes the earlier member and is appended at the end.
//! Linear in the number of members, whatever the keys.

use super::{Member, Node, Span, same_value};
use std::collections::HashMap;

/// Below this number of members, a linear search is faster than a table.
const TABLE_FROM: usize = 16;

#[derive(Debug, Default)]
pub(super) struct ObjectBuilder {
    // `None`: replaced by a later member.
    members: Vec<Option<Entry>>,
    places: HashMap<String, usize>,
}

#[derive(Debug)]
struct Entry {
    member: Member,
    merged: bool,
}

/// The member that an insertion replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Replaced {
    pub(super) key_span: Span,
    /// Whether the member came from a YAML merge, not from the text of this object.
    pub(super) merged: bool,
    /// Whether the new value came from a merge, and is equal.
    pub(super) equal: bool,
}

impl ObjectBuilder {
    pub(super) fn insert(
        &mut self,
        key: String,
        key_span: Span,
        value: Node,
        merged: bool,
    ) -> Option<Replaced> {
        let place = self.members.len();
        let before = self.find(&key);
        if place >= TABLE_FROM {
            self.places.insert(key.clone(), place);
        }
        let member = Member { key, key_span, value };
        self.members.push(Some(Entry { member, merged }));
        if place + 1 == TABLE_FROM {
            self.fill_table();
        }
        let old = before.and_then(|at| self.members.get_mut(at)?.take())?;
        let new = self.members.last().and_then(Option::as_ref);
        let equal = merged && new.is_some_and(|new| same_value(&old.member.value, &new.member.value));
        Some(Replaced { key_span: old.member.key_span, merged: old.merged, equal })
    }

    /// The key that was inserted last.
    pub(super) fn last_key(&self) -> &str {
        let last = self.members.last().and_then(Option::as_ref);
        last.map_or("", |entry| entry.member.key.as_str())
    }

    fn find(&self, key: &str) -> Option<usize> {
        if self.members.len() >= TABLE_FROM {
            return self.places.get(key).copied();
        }
        self.members.iter().position(|entry| entry.as_ref().is_some_and(|e| e.member.key == key))
    }

    fn fill_table(&mut self) {
        for (place, entry) in self.members.iter().enumerate() {
            if let Some(entry) = entry {
                self.places.insert(entry.member.key.clone(), place);
            }
        }
    }

    pub(super) fn finish(self) -> Vec<Member> {
        self.members.into_iter().flatten().map(|entry| entry.member).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Value;
    use super::*;

    #[test]
    fn the_last_of_a_repeated_key_stands_at_any_size() {
        for count in [1, 8, 15, 16, 17, 40] {
            let mut object = ObjectBuilder::default();
            for round in 0..3_u32 {
                for n in 0..count {
                    let span = Span { start: round, end: n };
                    let node = Node { span, value: Value::Int(i64::from(round)) };
                    let replaced = object.insert(format!("k{n}"), span, node, false);
                    assert_eq!(replaced.map(|r| r.key_span.start), round.checked_sub(1), "{count}");
                }
            }
            let members = object.finish();
            assert_eq!(members.len(), count as usize);
            assert!(members.iter().all(|m| m.value.value == Value::Int(2)));
        }
    }
}
