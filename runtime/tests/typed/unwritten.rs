//! Values that cannot be written as they are: types that are like themselves, parts whose `Serialize` fails,
//! members that no type specifies, keys that are there twice.

use std::collections::BTreeMap;

use crdc::Rules;
use crdc::typed::Scratch;
use serde::ser::{Error as _, SerializeStruct as _};
use serde::{Serialize, Serializer};

fn lines<T: Rules>(new: &T, old: Option<&T>) -> Vec<String> {
    let mut scratch = Scratch::new();
    let validated = match old {
        Some(old) => new.validate_update(old, &mut scratch),
        None => new.validate_create(&mut scratch),
    };
    validated
        .map_or_else(|refused| refused.errors().iter().map(ToString::to_string).collect(), |()| Vec::new())
}

const NONE: [&str; 0] = [];

/// A type whose values cannot be written if it says so.
#[derive(Clone, Debug, PartialEq)]
struct Picky(bool);

impl Serialize for Picky {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 { Err(S::Error::custom("no")) } else { serializer.serialize_str("") }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, crdc::Rules)]
struct Noted {
    /// +normalize=undefined
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Picky>,
    /// +k8s:maxLength=1
    name: String,
}

#[test]
fn fields_that_cannot_be_written_are_not_cleared() {
    let noted = |fails| Noted { note: Some(Picky(fails)), name: "a".into() };
    let mut new = noted(true);
    new.normalize(None);
    assert_eq!(new, noted(true));
    new.normalize(Some(&noted(false)));
    assert_eq!(new, noted(true));
    let mut new = noted(false);
    new.normalize(None);
    assert_eq!(new.note, None);
}

#[test]
fn errors_beside_parts_that_cannot_be_written_are_kept() {
    #[derive(Clone, Debug, Serialize, crdc::Rules)]
    struct All {
        items: Vec<Noted>,
    }
    let item = |name: &str, fails| Noted { note: Some(Picky(fails)), name: name.into() };
    let items = vec![item("aa", true), item("b", true), item("cc", false), item("dd", true)];
    assert_eq!(
        lines(&All { items }, None),
        [
            "items[0].note: Invalid value: cannot be serialized",
            "items[0].name: Too long: may not be more than 1 byte",
            "items[2].name: Too long: may not be more than 1 byte",
            "items[3].name: Too long: may not be more than 1 byte",
        ]
    );
}

/// Types of which each is like the other.
#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Itself(Option<Box<Itself>>);
#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct One(Two);
#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Two(Option<Box<One>>);

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Around {
    /// +immutable
    itself: Itself,
    one: One,
    /// +listType=set
    many: Vec<Two>,
    /// +k8s:maxLength=3
    name: String,
}

#[test]
fn types_that_are_like_themselves_are_null() {
    let around = |name: &str| Around {
        itself: Itself(Some(Box::new(Itself(None)))),
        one: One(Two(Some(Box::new(One(Two(None)))))),
        many: vec![Two(None), Two(None)],
        name: name.into(),
    };
    assert_eq!(lines(&around("a"), None), ["many[1]: Duplicate value: null"]);
    assert_eq!(lines(&around("b"), Some(&around("a"))), NONE);
    assert_eq!(lines(&around("long"), Some(&around("a"))), ["name: Too long: may not be more than 3 bytes"]);
    assert_eq!(lines(&Itself(None), Some(&Itself(None))), NONE);
}

/// Writes a member that is not a field of the type.
#[derive(Clone, Debug, crdc::Rules)]
struct More {
    /// +k8s:maxLength=3
    name: String,
    /// +required
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl Serialize for More {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut written = serializer.serialize_struct("More", 2)?;
        written.serialize_field("more", &BTreeMap::from([("a", 1)]))?;
        written.serialize_field("name", &self.name)?;
        if let Some(note) = &self.note {
            written.serialize_field("note", note)?;
        }
        written.end()
    }
}

#[test]
fn members_that_no_type_specifies_are_compared_as_a_whole() {
    let more = |name: &str| More { name: name.into(), note: None };
    assert_eq!(lines(&more("a"), None), ["note: Required value"]);
    // The object did not change.
    assert_eq!(lines(&more("a"), Some(&more("a"))), NONE);
    assert_eq!(lines(&more("b"), Some(&more("a"))), ["note: Required value"]);
}

#[test]
fn fields_that_are_named_like_those_of_a_document_are_ratcheted() {
    #[derive(Clone, Debug, Serialize, crdc::Rules)]
    struct Reference {
        /// +k8s:maxLength=3
        kind: String,
        /// +k8s:maxLength=3
        #[serde(rename = "apiVersion")]
        api_version: String,
        name: String,
    }
    let reference =
        |name: &str| Reference { kind: "long".into(), api_version: "long".into(), name: name.into() };
    assert_eq!(lines(&reference("a"), None).len(), 2);
    assert_eq!(lines(&reference("b"), Some(&reference("a"))), NONE);
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Flat {
    #[serde(flatten)]
    first: BTreeMap<String, i32>,
    x: i32,
    #[serde(flatten)]
    second: BTreeMap<String, i32>,
    last: i32,
}

#[test]
fn the_last_of_equal_keys_counts() {
    #[derive(Clone, Debug, Serialize, crdc::Rules)]
    struct Held {
        /// +immutable
        of: Flat,
    }
    let held = |first: &[(&str, i32)], second: &[(&str, i32)]| {
        let map = |of: &[(&str, i32)]| of.iter().map(|(key, value)| ((*key).to_string(), *value)).collect();
        Held { of: Flat { first: map(first), x: 1, second: map(second), last: 1 } }
    };
    // The first `b` is not part of the object, and neither is a map's `x`.
    let old = held(&[("b", 1)], &[("b", 2)]);
    assert_eq!(lines(&held(&[("b", 3)], &[("b", 2)]), Some(&old)), NONE);
    let old = held(&[("a", 1), ("b", 1)], &[("b", 2), ("c", 1)]);
    assert_eq!(lines(&held(&[("a", 1), ("b", 3)], &[("b", 2), ("c", 1)]), Some(&old)), NONE);
    assert_eq!(lines(&held(&[("a", 1), ("b", 3)], &[("b", 3), ("c", 1)]), Some(&old)).len(), 1);
    let old = held(&[("x", 3)], &[("c", 2)]);
    assert_eq!(lines(&held(&[("x", 4)], &[("c", 2)]), Some(&old)), NONE);
    let old = held(&[("a\n", 3)], &[("a\n", 2)]);
    assert_eq!(lines(&held(&[("a\n", 4)], &[("a\n", 2)]), Some(&old)), NONE);
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Keyed {
    names: BTreeMap<Option<String>, i32>,
    pairs: BTreeMap<(i32, i32), i32>,
    bools: BTreeMap<bool, i32>,
}

#[test]
fn keys_that_json_does_not_have_cannot_be_written() {
    let keyed = |name: Option<&str>, pairs: &[(i32, i32)]| Keyed {
        names: BTreeMap::from([(name.map(Into::into), 1)]),
        pairs: pairs.iter().map(|pair| (*pair, 1)).collect(),
        bools: BTreeMap::from([(true, 1)]),
    };
    assert_eq!(lines(&keyed(Some("a"), &[]), None), NONE);
    assert_eq!(lines(&keyed(None, &[]), None), ["names[null]: Invalid value: cannot be serialized"]);
    assert_eq!(
        lines(&keyed(Some("a"), &[(1, 2)]), None),
        ["pairs[[1,2]]: Invalid value: cannot be serialized"]
    );
}
