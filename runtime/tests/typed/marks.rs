//! Every form with every immutability marker and every update: the rows of `tests/immutability/table.md`, by
//! hand.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crdc::Rules;
use crdc::typed::Scratch;
use serde::Serialize;

/// The type of the field `v`: absent, null or a value.
trait Shape {
    type Type: Serialize + Clone + Debug;

    /// The result of an update of `v` with a marker, in one line.
    fn answer(mark: Mark, old: Option<Option<Self::Type>>, new: Option<Option<Self::Type>>) -> String;
}

/// The marker of the field, or of its items or values: none, immutable, on keys, additions only, deletions
/// only.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mark {
    Field(usize),
    Held(usize),
}

/// An object or an item: fields that may be absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, crdc::Rules)]
struct Object {
    /// +immutable
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Tags(
    /// +listType=set
    Vec<&'static str>,
);

macro_rules! shapes {
    ($($name:ident: $type:ty, $($place:ident $mark:literal [$($doc:tt)*])*;)*) => {$(
        #[derive(Clone, Debug)]
        struct $name;
        impl Shape for $name {
            type Type = $type;
            fn answer(mark: Mark, old: Option<Option<$type>>, new: Option<Option<$type>>) -> String {
                $(if mark == Mark::$place($mark) {
                    #[derive(Clone, Debug, Serialize, crdc::Rules)]
                    struct Holder {
                        $(#[doc = $doc])*
                        #[serde(skip_serializing_if = "Option::is_none")]
                        v: Option<Option<$type>>,
                    }
                    return update(&Holder { v: old }, &Holder { v: new });
                })*
                panic!("{mark:?}")
            }
        }
    )*};
}

shapes! {
    AString: String, Field 0 [] Field 1 ["+immutable"];
    AnObject: Object, Field 0 [] Field 1 ["+immutable"];
    AMap: BTreeMap<&'static str, &'static str>, Field 0 [] Field 1 ["+immutable"] Field 2 ["+immutable=keys"] Field 3 ["+additionOnly"] Field 4 ["+deletionOnly"]
        Held 1 ["+k8s:eachVal=+immutable"];
    AListMap: Vec<Object>, Field 0 ["+listType=map" "+listMapKey=name"] Field 1 ["+listType=map" "+listMapKey=name" "+immutable"] Field 2 ["+listType=map" "+listMapKey=name" "+immutable=keys"] Field 3 ["+listType=map" "+listMapKey=name" "+additionOnly"] Field 4 ["+listType=map" "+listMapKey=name" "+deletionOnly"]
        Held 1 ["+listType=map" "+listMapKey=name" "+k8s:eachVal=+immutable"];
    ASet: Vec<&'static str>, Field 0 ["+listType=set"] Field 1 ["+listType=set" "+immutable"] Field 3 ["+listType=set" "+additionOnly"] Field 4 ["+listType=set" "+deletionOnly"];
    AList: Vec<&'static str>, Field 0 [] Field 1 ["+immutable"] Held 1 ["+k8s:eachVal=+immutable"];
    MapOfMaps: BTreeMap<&'static str, BTreeMap<&'static str, &'static str>>, Held 1 ["+k8s:eachVal=+immutable"] Held 2 ["+k8s:eachVal=+immutable=keys"]
        Held 3 ["+k8s:eachVal=+additionOnly"] Held 4 ["+k8s:eachVal=+deletionOnly"];
    MapOfSets: BTreeMap<&'static str, Tags>, Held 1 ["+k8s:eachVal=+immutable"];
    ListOfMaps: Vec<BTreeMap<&'static str, &'static str>>, Held 1 ["+k8s:eachVal=+immutable"] Held 2 ["+k8s:eachVal=+immutable=keys"]
        Held 3 ["+k8s:eachVal=+additionOnly"] Held 4 ["+k8s:eachVal=+deletionOnly"];
}

/// The result of an update, in one line.
fn update<T: Rules>(old: &T, new: &T) -> String {
    let mut scratch = Scratch::new();
    let Err(refused) = new.validate_update(old, &mut scratch) else { return "free".into() };
    let words = |detail: &str| match detail {
        "field cannot be set once created" => "set",
        "field cannot be cleared once set" => "unset",
        "field is immutable" => "modified",
        "item may not be added" => "added",
        "item may not be removed" => "removed",
        "" => "duplicate",
        _ => "other",
    };
    let errors =
        refused.errors().iter().map(|error| format!("{} {}", error.field, words(&error.detail.to_string())));
    core::iter::once(refused.code().to_string()).chain(errors).collect::<Vec<_>>().join(", ")
}

/// Asserts the results with the marker on the field.
fn field<S: Shape>(old: Option<Option<S::Type>>, new: Option<Option<S::Type>>, expected: &[&str]) {
    let marks = (1..=expected.len()).map(Mark::Field);
    let answers: Vec<String> = marks.map(|mark| S::answer(mark, old.clone(), new.clone())).collect();
    assert_eq!(answers, expected, "{old:?} -> {new:?}");
}

/// The same with the marker on the items or values of `v`.
fn held<S: Shape>(old: S::Type, new: S::Type, expected: &[&str]) {
    let marks = (1..=expected.len()).map(Mark::Held);
    let both = || (Some(Some(old.clone())), Some(Some(new.clone())));
    let answers: Vec<String> = marks.map(|mark| S::answer(mark, both().0, both().1)).collect();
    assert_eq!(answers, expected, "{old:?} -> {new:?}");
}

#[test]
fn scalars() {
    let v = |text: &str| Some(Some(text.to_string()));
    field::<AString>(None, v("a"), &["400, v set"]);
    field::<AString>(None, Some(None), &["400, v set"]);
    field::<AString>(None, v(""), &["400, v set"]);
    field::<AString>(v("a"), v("b"), &["400, v modified"]);
    field::<AString>(v("a"), None, &["400, v unset"]);
    field::<AString>(v("a"), Some(None), &["400, v modified"]);
    field::<AString>(Some(None), v("a"), &["400, v modified"]);
    field::<AString>(v("a"), v(""), &["400, v modified"]);
    field::<AString>(v("a"), v("a"), &["free"]);
    field::<AString>(Some(None), Some(None), &["free"]);
    field::<AString>(None, None, &["free"]);
}

#[test]
fn objects() {
    let v = |x, y| Some(Some(Object { name: "n", x, y }));
    field::<AnObject>(None, v(None, None), &["400, v set"]);
    field::<AnObject>(v(Some("1"), Some("2")), v(Some("3"), Some("2")), &["400, v.x modified"]);
    field::<AnObject>(v(Some("1"), Some("2")), v(None, None), &["400, v.x unset, v.y unset"]);
    field::<AnObject>(v(None, None), v(None, Some("2")), &["400, v.y set"]);
    // A removed field is reported at the object, before errors in its fields.
    field::<AnObject>(v(None, Some("2")), v(Some("1"), None), &["400, v.y unset, v.x set"]);
    field::<AnObject>(v(None, None), Some(None), &["400, v modified"]);
}

#[test]
fn maps() {
    let v =
        |keys: &[&'static str]| Some(Some(keys.iter().map(|key| (*key, "1")).collect::<BTreeMap<_, _>>()));
    let (kl, empty) = (v(&["k", "l"]), v(&[]));
    let added = "400, v[k] added, v[l] added";
    let removed = "400, v[k] removed, v[l] removed";
    field::<AMap>(None, kl.clone(), &["400, v set", added, "free", added]);
    field::<AMap>(None, Some(None), &["400, v set", "free", "free", "free"]);
    field::<AMap>(None, empty.clone(), &["400, v set", "free", "free", "free"]);
    field::<AMap>(
        kl.clone(),
        Some(Some(BTreeMap::from([("k", "2"), ("l", "1")]))),
        &["400, v[k] modified", "free", "free", "free"],
    );
    field::<AMap>(kl.clone(), None, &["400, v unset", removed, removed, "free"]);
    field::<AMap>(kl.clone(), Some(None), &["400, v modified", removed, removed, "free"]);
    field::<AMap>(kl.clone(), empty, &["400, v[k] unset, v[l] unset", removed, removed, "free"]);
    field::<AMap>(
        kl.clone(),
        v(&["k", "l", "m"]),
        &["400, v[m] set", "400, v[m] added", "free", "400, v[m] added"],
    );
    field::<AMap>(
        kl.clone(),
        v(&["k"]),
        &["400, v[l] unset", "400, v[l] removed", "400, v[l] removed", "free"],
    );
    field::<AMap>(
        kl,
        v(&["a", "l"]),
        &[
            "400, v[k] unset, v[a] set",
            "400, v[k] removed, v[a] added",
            "400, v[k] removed",
            "400, v[a] added",
        ],
    );
}

#[test]
fn list_maps() {
    let item = |name, x| Object { name, x: Some(x), y: None };
    let (a, b, c) = (item("a", "1"), item("b", "1"), item("c", "1"));
    let v = |items: &[&Object]| Some(Some(items.iter().map(|item| (*item).clone()).collect::<Vec<_>>()));
    let ab = v(&[&a, &b]);
    let added = "400, v[0] added, v[1] added";
    let (removed, both) = ("400, v removed", "400, v removed, v removed");
    field::<AListMap>(None, ab.clone(), &["400, v set", added, "free", added]);
    field::<AListMap>(None, v(&[]), &["400, v set", "free", "free", "free"]);
    field::<AListMap>(
        ab.clone(),
        v(&[&item("a", "2"), &b]),
        &["400, v[0].x modified", "free", "free", "free"],
    );
    field::<AListMap>(ab.clone(), None, &["400, v unset", both, both, "free"]);
    field::<AListMap>(ab.clone(), Some(None), &["400, v modified", both, both, "free"]);
    field::<AListMap>(ab.clone(), v(&[]), &["400, v modified", both, both, "free"]);
    field::<AListMap>(ab.clone(), v(&[&b, &a]), &["400, v modified", "free", "free", "free"]);
    field::<AListMap>(
        ab.clone(),
        v(&[&a, &b, &c]),
        &["400, v modified", "400, v[2] added", "free", "400, v[2] added"],
    );
    field::<AListMap>(ab.clone(), v(&[&a]), &["400, v modified", removed, removed, "free"]);
    field::<AListMap>(
        ab.clone(),
        v(&[&c, &b]),
        &["400, v modified", "400, v removed, v[0] added", removed, "400, v[0] added"],
    );
    field::<AListMap>(
        ab,
        v(&[&a, &b, &a]),
        &["400, v modified", "422, v[2] duplicate", "422, v[2] duplicate", "422, v[2] duplicate"],
    );
    // Items cannot be correlated: the list is compared as a whole.
    let twice = v(&[&a, &item("a", "2")]);
    field::<AListMap>(twice.clone(), twice.clone(), &["free"]);
    field::<AListMap>(twice, v(&[&a, &item("a", "3")]), &["400, v modified"]);
}

#[test]
fn sets() {
    let v = |items: &[&'static str]| Some(Some(items.to_vec()));
    let ab = v(&["a", "b"]);
    // The items of a set are its keys, so immutable-keys does not apply.
    let set = |old: &Option<Option<Vec<&'static str>>>, new, expected: [&str; 3]| {
        for (mark, expected) in [1, 3, 4].map(Mark::Field).into_iter().zip(expected) {
            assert_eq!(ASet::answer(mark, old.clone(), Clone::clone(&new)), expected, "{old:?} -> {new:?}");
        }
    };
    set(&None, ab.clone(), ["400, v set", "free", "400, v[0] added, v[1] added"]);
    set(&ab, v(&["a", "c"]), ["400, v modified", "400, v removed", "400, v[1] added"]);
    set(&ab, None, ["400, v unset", "400, v removed, v removed", "free"]);
    set(&ab, Some(None), ["400, v modified", "400, v removed, v removed", "free"]);
    set(&ab, v(&[]), ["400, v modified", "400, v removed, v removed", "free"]);
    set(&ab, v(&["b", "a"]), ["free", "free", "free"]);
    set(&ab, v(&["a", "b", "c"]), ["400, v modified", "free", "400, v[2] added"]);
    set(&ab, v(&["c", "a", "b"]), ["400, v modified", "free", "400, v[0] added"]);
    set(&ab, v(&["b"]), ["400, v modified", "400, v removed", "free"]);
    set(&ab, v(&["a", "b", "b"]), ["400, v modified", "422, v[2] duplicate", "422, v[2] duplicate"]);
    set(&v(&["a", "a", "b"]), v(&["b", "a", "a"]), ["free", "free", "free"]);
    set(&v(&["a", "a", "b"]), v(&["b", "b", "a"]), ["400, v modified", "free", "free"]);
}

#[test]
fn lists() {
    let v = |items: &[&'static str]| Some(Some(items.to_vec()));
    let ab = v(&["a", "b"]);
    field::<AList>(None, ab.clone(), &["400, v set"]);
    field::<AList>(ab.clone(), v(&["c", "b"]), &["400, v[0] modified"]);
    field::<AList>(ab.clone(), v(&["b", "a"]), &["400, v[0] modified, v[1] modified"]);
    field::<AList>(ab.clone(), v(&["a", "b", "c"]), &["400, v modified"]);
    field::<AList>(ab.clone(), v(&[]), &["400, v modified"]);
    field::<AList>(ab, None, &["400, v unset"]);
    held::<AList>(vec!["a", "b"], vec!["a", "c"], &["400, v[1] modified"]);
    held::<AList>(vec!["a", "b"], vec!["b", "a"], &["400, v[0] modified, v[1] modified"]);
    held::<AList>(vec!["a", "b"], vec!["a", "b", "c"], &["free"]);
    held::<AList>(vec!["a", "b"], vec!["a"], &["free"]);
}

#[test]
fn values_and_items() {
    let map = |value: &'static str| BTreeMap::from([("key", value)]);
    held::<AMap>(map("1"), map("2"), &["400, v[key] modified"]);
    held::<AMap>(map("1"), BTreeMap::from([("key", "1"), ("more", "2")]), &["free"]);
    held::<AMap>(map("1"), BTreeMap::new(), &["free"]);
    let inner = |keys: &[&'static str]| keys.iter().map(|key| (*key, "1")).collect::<BTreeMap<_, _>>();
    let outer = |keys| BTreeMap::from([("key", inner(keys))]);
    held::<MapOfMaps>(
        outer(&["k"]),
        outer(&["k", "m"]),
        &["400, v[key][m] set", "400, v[key][m] added", "free", "400, v[key][m] added"],
    );
    held::<MapOfMaps>(
        outer(&["k", "l"]),
        outer(&["k"]),
        &["400, v[key][l] unset", "400, v[key][l] removed", "400, v[key][l] removed", "free"],
    );
    held::<MapOfMaps>(outer(&["k"]), BTreeMap::new(), &["free", "free", "free", "free"]);
    held::<MapOfMaps>(BTreeMap::new(), outer(&["k"]), &["free", "free", "free", "free"]);
    let sets = |items: &[&'static str]| BTreeMap::from([("key", Tags(items.to_vec()))]);
    held::<MapOfSets>(sets(&["a", "b"]), sets(&["b", "a"]), &["free"]);
    held::<MapOfSets>(sets(&["a"]), sets(&["a", "c"]), &["400, v[key] modified"]);
    let list = |keys| vec![inner(&["keep"]), inner(keys)];
    held::<ListOfMaps>(
        list(&["k"]),
        list(&["m"]),
        &[
            "400, v[1][k] unset, v[1][m] set",
            "400, v[1][k] removed, v[1][m] added",
            "400, v[1][k] removed",
            "400, v[1][m] added",
        ],
    );
    held::<ListOfMaps>(list(&["k"]), vec![inner(&["keep"])], &["free", "free", "free", "free"]);
    let item = |name, x| Object { name, x, y: None };
    let (old, new) =
        (vec![item("a", Some("1")), item("b", Some("1"))], vec![item("b", None), item("a", Some("2"))]);
    held::<AListMap>(old.clone(), new, &["400, v[0].x unset, v[1].x modified"]);
    held::<AListMap>(old.clone(), vec![item("c", None), item("b", Some("1"))], &["free"]);
    // Of several items with the same keys the first is the counterpart, unless one is unchanged.
    let twice = vec![item("a", Some("1")), item("a", Some("2")), item("b", None)];
    held::<AListMap>(twice.clone(), twice.clone(), &["free"]);
    let changed = vec![item("a", Some("1")), item("a", Some("3")), item("b", None)];
    held::<AListMap>(twice.clone(), changed, &["400, v[1].x modified"]);
    let moved = vec![item("c", None), item("a", Some("2")), item("b", None)];
    held::<AListMap>(twice, moved, &["400, v[1].x modified"]);
}

#[test]
fn long_lists_are_as_short_ones() {
    let names: Vec<String> = (0..40).map(|at| format!("n{at}")).collect();
    let names: Vec<&'static str> = names.into_iter().map(|name| &*name.leak()).collect();
    let item = |name: &&'static str| Object { name, x: Some("1"), y: None };
    let old: Vec<Object> = names.iter().map(item).collect();
    let mut new: Vec<Object> = old.iter().rev().cloned().collect();
    held::<AListMap>(old.clone(), new.clone(), &["free"]);
    new[3].x = Some("2");
    held::<AListMap>(old.clone(), new.clone(), &["400, v[3].x modified"]);
    new.remove(7);
    new.insert(0, item(&"more"));
    let (before, after) = (Some(Some(old.clone())), Some(Some(new.clone())));
    let both = "400, v removed, v[0] added";
    field::<AListMap>(before, after, &["400, v modified", both, "400, v removed", "400, v[0] added"]);
    new.push(item(&"n5"));
    let twice = AListMap::answer(Mark::Field(0), None, Some(Some(new)));
    assert_eq!(twice, "422, v[40] duplicate");
    let mut set = names.clone();
    set.reverse();
    field::<ASet>(Some(Some(names.clone())), Some(Some(set.clone())), &["free"]);
    set.push("n5");
    assert_eq!(ASet::answer(Mark::Field(0), None, Some(Some(set))), "422, v[40] duplicate");
}
