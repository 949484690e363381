//! Finds entries of maps that expressions made: by comparing keys in small maps, by an index in large ones.
//! CEL charges 1 for `map[key]`, and `==` of maps looks up each key, so a search must be fast.
//!
//! Easy to break: several keys can equal the key that is looked up, if they are equal numbers of different
//! types. Then the first entry counts.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::keys::{Key, Keys};
use super::same::is_key;
use super::value::Value;
use crate::arena::Arena;
use crdc_object::hash::{mix, of_bytes};

/// The number of entries at the start of a map that are compared one after the other, without an index.
const SCANNED: usize = 16;

/// Entries of a map.
type Entries<'a> = [(Value<'a>, Value<'a>)];

/// The value of a key.
pub(super) fn get<'a>(arena: &Arena, entries: &Entries<'a>, key: Value<'_>) -> Option<Value<'a>> {
    let (near, far) = entries.split_at_checked(SCANNED).unwrap_or((entries, &[]));
    let found = near.iter().find(|(own, _)| is_key(*own, key));
    if let Some((_, value)) = found {
        return Some(*value);
    }
    if far.is_empty() {
        return None;
    }
    let at = arena.sorted(entries, || sorted(entries), |rows| find(entries, rows, key))?;
    entries.get(at).map(|(_, value)| *value)
}

/// Whether all keys have one type. Then no value equals the keys of two entries.
pub(crate) fn has_keys_of_one_type(entries: &Entries<'_>) -> bool {
    let mut types = entries.iter().map(|(key, _)| core::mem::discriminant(key));
    types.next().is_none_or(|first| types.all(|other| first == other))
}

/// The sort keys by which the index finds an entry; none if the value cannot be a key of a map.
fn keys_of(key: Value<'_>) -> Option<Keys<'_>> {
    let can_be =
        matches!(key, Value::Bool(_) | Value::String(_) | Value::Int(_) | Value::Uint(_) | Value::Double(_));
    can_be.then(|| Key::of(key)).flatten()
}

fn hash(key: &Key<'_>) -> u64 {
    match key {
        Key::String(text) => of_bytes(text.as_bytes()),
        Key::Integer(negative, bits) => mix(u64::from(*negative), *bits),
        Key::Double(bits) => mix(2, *bits),
        Key::Rounded(bits) => mix(3, *bits),
        _ => 0,
    }
}

/// The index of a map: a row for each sort key of each entry, with its hash and a number. The number is twice
/// the index of the entry, plus one for the second sort key. Rows with equal hashes are sorted by key, so
/// that hostile keys with equal hashes do not make a search slow.
fn sorted(entries: &Entries<'_>) -> Vec<(u64, u32)> {
    let mut rows = Vec::with_capacity(entries.len());
    for ((key, _), row) in entries.iter().zip((0_u32..).step_by(2)) {
        let Some(keys) = keys_of(*key) else { continue };
        rows.extend(keys.own.iter().map(|key| (hash(key), row)));
        rows.extend(keys.second.iter().map(|key| (hash(key), row + 1)));
    }
    rows.sort_unstable_by(|(a, one), (b, two)| {
        a.cmp(b).then_with(|| key_at(entries, *one).cmp(&key_at(entries, *two))).then(one.cmp(two))
    });
    rows
}

/// The sort key of a row, by the number in it.
fn key_at<'a>(entries: &Entries<'a>, row: u32) -> Option<Key<'a>> {
    let (key, _) = entries.get(row as usize / 2)?;
    let keys = keys_of(*key)?;
    if row.is_multiple_of(2) { keys.own } else { keys.second }
}

/// The index of the first entry with a key.
fn find(entries: &Entries<'_>, rows: &[(u64, u32)], key: Value<'_>) -> Option<usize> {
    let keys = keys_of(key)?;
    let first = |wanted: &Key<'_>| {
        let of = hash(wanted);
        let order = |(own, row): &(u64, u32)| {
            own.cmp(&of).then_with(|| key_at(entries, *row).as_ref().cmp(&Some(wanted)))
        };
        let at = rows.partition_point(|row| order(row) == Ordering::Less);
        rows.get(at).filter(|row| order(row) == Ordering::Equal).map(|(_, row)| *row as usize / 2)
    };
    keys.own.iter().chain(&keys.other).filter_map(first).min()
}

/// The keys of a map that grows.
#[derive(Default)]
pub(crate) struct Grown<'a> {
    keys: BTreeSet<Key<'a>>,
    /// The number of entries whose keys are in `keys`.
    count: usize,
}

impl<'a> Grown<'a> {
    /// Whether one of the entries has a key. Since the last call, entries may have been appended, but not
    /// changed.
    pub(crate) fn contains(&mut self, entries: &Entries<'a>, key: Value<'a>) -> bool {
        if entries.len() <= SCANNED {
            return entries.iter().any(|(own, _)| is_key(*own, key));
        }
        for (own, _) in entries.get(self.count..).unwrap_or_default() {
            let keys = keys_of(*own);
            self.keys.extend(keys.into_iter().flat_map(|keys| keys.own.into_iter().chain(keys.second)));
        }
        self.count = entries.len();
        keys_of(key).is_some_and(|keys| keys.own.iter().chain(&keys.other).any(|key| self.keys.contains(key)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys of all types, of which some are equal to one another.
    fn keys<'a>(arena: &'a Arena, count: u64) -> Vec<Value<'a>> {
        let of = |at: u64| {
            let near = (1 << 53) + at / 7 - 3;
            match at % 9 {
                0 => Value::String(arena.alloc_str(&alloc::format!("k{}", at / 3))),
                1 => Value::Int(near.cast_signed()),
                2 => Value::Uint(near),
                3 => Value::Double(near as f64),
                4 => Value::Int(-(at.cast_signed() % 5)),
                5 => Value::Double(-(at as f64 % 5.0)),
                6 => Value::Bool(at.is_multiple_of(2)),
                7 => Value::Double(f64::NAN),
                _ => Value::Bytes(b"k"),
            }
        };
        (0..count).map(of).collect()
    }

    #[test]
    fn entries_are_found_whatever_their_number() {
        let arena = Arena::new();
        let asked = keys(&arena, 700);
        for count in [0, 1, 15, 16, 17, 60, 500] {
            let entries: Vec<_> = keys(&arena, count).into_iter().zip((0..).map(Value::Int)).collect();
            let entries: &Entries<'_> = arena.alloc_slice_copy(&entries);
            for key in asked.iter().copied().chain([Value::Null, Value::String("")]) {
                let expected = entries.iter().find(|(own, _)| is_key(*own, key)).map(|(_, value)| *value);
                let found = get(&arena, entries, key);
                assert!(
                    matches!((found, expected), (None, None) | (Some(Value::Int(_)), Some(Value::Int(_)))),
                    "{key:?} of {count}"
                );
                let is = |value: Option<Value<'_>>| if let Some(Value::Int(at)) = value { at } else { -1 };
                assert_eq!(is(found), is(expected), "{key:?} of {count}");
                let rows = sorted(entries);
                let at = find(entries, &rows, key).map_or(-1, |at| at as i64);
                assert_eq!(at, is(expected), "{key:?} of {count}");
            }
        }
    }

    #[test]
    fn keys_of_a_growing_map_are_known() {
        let arena = Arena::new();
        let keys = keys(&arena, 300);
        let mut grown = Grown::default();
        let mut entries = Vec::new();
        for key in keys {
            let expected = entries.iter().any(|(own, _)| is_key(*own, key));
            assert_eq!(grown.contains(&entries, key), expected, "{key:?} after {}", entries.len());
            if !expected {
                entries.push((key, Value::Null));
            }
        }
        assert!(entries.len() > 100);
    }
}
