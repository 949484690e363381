//! Two values are the same to the derive where serde writes the same JSON, whatever `==` of their types says.
//!
//! In: structs under the derive, pairs of values. Out: verdicts.
#![cfg(feature = "derive")]
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{Hash, Hasher};
use std::path::PathBuf;

use allocation_counter::measure;
use crdc::Rules;
use crdc::typed::Scratch;
use serde::{Serialize, Serializer};

/// A moment in a zone: equal where the moment is, written with its zone, as chrono's `DateTime<FixedOffset>`
/// is.
#[derive(Clone, Copy, Debug)]
struct Moment {
    seconds: i64,
    zone: i64,
}

impl PartialEq for Moment {
    fn eq(&self, other: &Self) -> bool {
        self.seconds == other.seconds
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}+{:02}:00", self.seconds + 3600 * self.zone, self.zone))
    }
}

/// A key that ignores case, written as it is.
#[derive(Clone, Debug)]
struct Header(&'static str);

impl Header {
    fn lower(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl PartialEq for Header {
    fn eq(&self, other: &Self) -> bool {
        self.lower() == other.lower()
    }
}

impl Eq for Header {}

impl PartialOrd for Header {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Header {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.lower().cmp(&other.lower())
    }
}

impl Hash for Header {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.lower().hash(state);
    }
}

impl Serialize for Header {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

/// A key that is written without its case: different keys with one text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Folded(&'static str);

impl Serialize for Folded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.to_ascii_lowercase())
    }
}

/// A type without the derive.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Mount {
    path: PathBuf,
    limits: HashMap<String, u32>,
    ratio: f64,
    since: Option<Moment>,
}

fn mount(path: &str) -> Mount {
    let limits = ["cpu", "memory", "disk", "pods"].into_iter().map(|name| (name.to_owned(), 3)).collect();
    Mount { path: path.into(), limits, ratio: 0.5, since: Some(Moment { seconds: 7, zone: 2 }) }
}

/// An object with one field of a type under `+immutable`, and the field in a list, a map and an option.
#[derive(Clone, Debug, Serialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Held<T> {
    /// +immutable
    #[crdc(leaf)]
    v: T,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Spec {
    /// +immutable
    path: PathBuf,
    /// +immutable
    since: Option<Moment>,
    /// +immutable
    mounts: Vec<Mount>,
    /// +immutable
    pointer: Box<PathBuf>,
    /// +immutable
    size: u64,
    /// +immutable
    signed: i128,
    /// +immutable
    sizes: BTreeSet<u64>,
    /// +immutable=keys
    headers: BTreeMap<Header, u32>,
    /// +immutable
    paths: BTreeMap<PathBuf, u32>,
    /// +immutable=keys
    folded: BTreeMap<Folded, Item>,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Item {
    /// +immutable
    name: &'static str,
    /// +k8s:maximum=9
    count: u32,
}

fn spec() -> Spec {
    Spec {
        path: "/data".into(),
        since: Some(Moment { seconds: 7, zone: 2 }),
        mounts: vec![mount("/data")],
        pointer: Box::new("/data".into()),
        size: u64::MAX,
        signed: i128::from(i64::MIN) - 1,
        sizes: BTreeSet::from([1, u64::MAX]),
        headers: BTreeMap::from([(Header("Accept"), 1)]),
        paths: BTreeMap::from([("/data".into(), 1)]),
        folded: BTreeMap::from([(Folded("A"), Item { name: "a", count: 1 })]),
    }
}

/// What an update is refused with, a line each.
fn update(change: impl FnOnce(&mut Spec)) -> Vec<String> {
    let (old, mut new) = (spec(), spec());
    change(&mut new);
    refused(&new, &old)
}

fn refused<T: Rules>(new: &T, old: &T) -> Vec<String> {
    match new.validate_update(old, &mut Scratch::new()) {
        Ok(()) => Vec::new(),
        Err(refused) => refused.errors().iter().map(ToString::to_string).collect(),
    }
}

const NONE: [&str; 0] = [];

#[test]
fn leaves_that_are_equal_and_written_otherwise_are_modified() {
    assert_eq!(update(|_| ()), NONE);
    assert_eq!(
        update(|new| new.path = "/data/./".into()),
        [r#"spec.path: Invalid value: "/data/./": field is immutable"#]
    );
    assert_eq!(
        update(|new| *new.pointer = "/data/".into()),
        [r#"spec.pointer: Invalid value: "/data/": field is immutable"#]
    );
    assert_eq!(
        update(|new| new.since = Some(Moment { seconds: 7, zone: 3 })),
        [r#"spec.since: Invalid value: "10807+03:00": field is immutable"#]
    );
    let other = update(|new| new.mounts[0].since = Some(Moment { seconds: 7, zone: 3 }));
    assert!(matches!(&other[..], [line] if line.starts_with("spec.mounts[0]: ")), "{other:?}");
}

#[test]
fn leaves_that_are_written_alike_are_the_same_whatever_equality_says() {
    // A map that is iterated in another order.
    for _ in 0..8 {
        assert_eq!(update(|new| new.mounts = vec![mount("/data")]), NONE);
    }
    let held = |v: f64| Held { v };
    assert_eq!(refused(&held(f64::NAN), &held(f64::INFINITY)), NONE, "both are written as null");
    assert_eq!(refused(&held(-0.0), &held(0.0)), NONE);
}

#[test]
fn keys_of_maps_are_what_is_written_of_them() {
    assert_eq!(
        update(|new| new.headers = BTreeMap::from([(Header("ACCEPT"), 1)])),
        [
            "spec.headers[Accept]: Invalid value: null: item may not be removed",
            "spec.headers[ACCEPT]: Invalid value: 1: item may not be added",
        ]
    );
    assert_eq!(
        update(|new| new.paths = BTreeMap::from([("/data/.".into(), 1)])),
        [
            "spec.paths[/data]: Invalid value: null: field cannot be cleared once set",
            "spec.paths[/data/.]: Invalid value: 1: field cannot be set once created",
        ]
    );
    let folded = |keys: [(&'static str, &'static str, u32); 2]| {
        let items = keys.map(|(key, name, count)| (Folded(key), Item { name, count }));
        Spec { folded: BTreeMap::from(items), ..spec() }
    };
    // "A" and "a" are one key, and so are "B" and "b", in whatever order the map has them.
    let old = folded([("A", "x", 1), ("b", "y", 12)]);
    assert_eq!(refused(&folded([("a", "x", 2), ("B", "y", 12)]), &old), NONE);
    assert_eq!(
        refused(&folded([("a", "z", 2), ("B", "y", 12)]), &old),
        [r#"spec.folded[a].name: Invalid value: "z": field is immutable"#]
    );
    assert_eq!(
        refused(&folded([("a", "x", 13), ("B", "y", 12)]), &old),
        [
            "spec.folded.a.count: Invalid value: 13: spec.folded.a.count in body should be less than or equal to 9"
        ]
    );
}

#[test]
fn keys_of_maps_that_are_numbers_are_written_in_full() {
    #[derive(Clone, Debug, Serialize, crdc::Rules)]
    struct Numbers {
        /// +immutable=keys
        by: BTreeMap<u64, u32>,
    }
    let numbers = |key: u64| Numbers { by: BTreeMap::from([(key, 1)]) };
    assert_eq!(
        refused(&numbers(u64::MAX), &numbers(u64::MAX - 1)),
        [
            "by[18446744073709551614]: Invalid value: null: item may not be removed",
            "by[18446744073709551615]: Invalid value: 1: item may not be added",
        ]
    );
}

#[test]
fn leaves_are_compared_without_allocating() {
    let mut mount = mount("/data");
    mount.limits.clear();
    // The `Serialize` and `Ord` of these keys allocate.
    let (headers, folded) = (BTreeMap::new(), BTreeMap::new());
    // No server takes larger ones: they would be old faults.
    let (size, signed, sizes) = (7, -7, BTreeSet::from([1, 2]));
    let old = Spec { mounts: vec![mount], headers, folded, size, signed, sizes, ..spec() };
    let (new, mut scratch) = (old.clone(), Scratch::new());
    assert!(new.validate_update(&old, &mut scratch).is_ok());
    assert!(scratch.ratcheted().is_empty());
    let mut passed = false;
    let counted = measure(|| passed = new.validate_update(&old, &mut scratch).is_ok());
    assert!(passed);
    assert_eq!(counted.count_total, 0);
}
