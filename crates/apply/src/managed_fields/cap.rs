//! Limits the entries of updates to ten: the oldest entries are merged into `ancient-changes`, by version.
//!
//! The first entry of a version keeps its name until a second entry is merged into it.
//
// apimachinery: managedfields/internal/capmanagers.go

use std::collections::BTreeMap;

use super::entries::ManagedFields;
use super::identity::{Operation, identifier};
use crate::fields::FieldSet;

const MAX_UPDATES: usize = 10;

/// Merges the oldest updates.
pub(super) fn cap(managed: &mut ManagedFields) {
    let updates = managed.managers.iter().filter(|(_, set)| !set.applied);
    let mut updates: Vec<(i64, String)> = updates
        .map(|(name, _)| (managed.times.get(name).copied().flatten().map_or(0, |time| time.0), name.clone()))
        .collect();
    let mut count = updates.len();
    if count <= MAX_UPDATES {
        return;
    }
    updates.sort();
    let mut first_of_version: BTreeMap<String, String> = BTreeMap::new();
    // The fields to be merged into a bucket.
    let mut merged: BTreeMap<String, Vec<FieldSet>> = BTreeMap::new();
    for (_, name) in updates {
        if count <= MAX_UPDATES {
            break;
        }
        let Some(set) = managed.managers.get(&name).cloned() else { continue };
        let Some(first) = first_of_version.get(&set.api_version) else {
            first_of_version.insert(set.api_version, name);
            continue;
        };
        let bucket = identifier("ancient-changes", Operation::Update, &set.api_version, "");
        if !managed.managers.contains_key(&bucket)
            && let Some(first) = managed.managers.remove(first)
        {
            managed.managers.insert(bucket.clone(), first);
        }
        if managed.managers.contains_key(&bucket) {
            merged.entry(bucket.clone()).or_default().push(set.fields);
        }
        // The merged entry may itself be the one that is removed.
        managed.managers.remove(&name);
        if name == bucket {
            merged.remove(&bucket);
        }
        count -= 1;
        let time = managed.times.get(&name).copied().flatten();
        managed.times.insert(bucket, time);
    }
    for (bucket, mut sets) in merged {
        if let Some(of_bucket) = managed.managers.get_mut(&bucket) {
            sets.push(of_bucket.fields.clone());
            *of_bucket = of_bucket.with_fields(FieldSet::union_of(sets));
        }
    }
}
