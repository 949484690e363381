//! Markers that stand for CEL rules, on Rust values: verdicts, paths, the texts of Kubernetes.
#![cfg(all(feature = "derive", feature = "cel"))]
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use crdc::Rules;
use crdc::typed::Scratch;
use serde::Serialize;

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

/// +kubebuilder:validation:ExactlyOneOf=bucket;image
/// +kubebuilder:validation:AtMostOneOf=image;tag
/// +kubebuilder:validation:AtLeastOneOf=image;tag;bucket
#[derive(Clone, Debug, Default, Serialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Source {
    bucket: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    tag: Option<u8>,
}

#[test]
fn counted_fields_have_the_texts_of_controller_gen() {
    let mut source = Source { bucket: Some(String::new()), ..Source::default() };
    assert_eq!(lines(&source, None), NONE);
    source.image = Some("a".into());
    source.tag = Some(1);
    assert_eq!(
        lines(&source, None),
        [
            "spec: Invalid value: at most one of the fields in [image tag] may be set",
            "spec: Invalid value: exactly one of the fields in [bucket image] must be set",
        ]
    );
    assert_eq!(
        lines(&Source::default(), None),
        [
            "spec: Invalid value: exactly one of the fields in [bucket image] must be set",
            "spec: Invalid value: at least one of the fields in [image tag bucket] must be set",
        ]
    );
}

#[derive(Clone, Debug, Default, Serialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
#[crdc(path = "spec")]
struct Members {
    /// +k8s:zeroOrOneOfMember
    bucket_name: Option<String>,
    /// +k8s:zeroOrOneOfMember
    hosts: Vec<String>,
    /// +k8s:zeroOrOneOfMember
    size: i64,
    /// +k8s:zeroOrOneOfMember(union: "other")
    #[serde(rename = "in")]
    inside: bool,
    /// +k8s:zeroOrOneOfMember(union: "other")
    name: String,
}

#[test]
fn at_most_one_member_is_set() {
    let one = Members { size: 3, inside: true, ..Members::default() };
    assert_eq!(lines(&one, None), NONE);
    let many = Members { hosts: vec!["a".into()], name: "b".into(), ..one.clone() };
    assert_eq!(
        lines(&many, None),
        [
            "spec: Invalid value: must specify at most one of: `bucketName`, `hosts`, `size`",
            "spec: Invalid value: must specify at most one of: `in`, `name`",
        ]
    );
    // What the object has already is set aside.
    assert_eq!(lines(&many, Some(&many.clone())), NONE);
    assert_eq!(lines(&many, Some(&one)).len(), 2);
}

#[derive(Clone, Debug, Default, Serialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Updates {
    /// +k8s:update=NoSet
    a: Option<u8>,
    /// +k8s:update=NoUnset
    #[serde(rename = "b.c", default, skip_serializing_if = "Vec::is_empty")]
    b: Vec<u8>,
    /// +k8s:update=NoModify
    /// +k8s:update=NoUnset
    c: String,
    /// +k8s:eachVal=+k8s:update=NoModify
    d: BTreeMap<String, u8>,
    /// +k8s:eachVal=+k8s:update=NoModify
    /// +listType=map
    /// +listMapKey=name
    e: Vec<Port>,
    /// +k8s:update=NoUnset
    /// +k8s:update=NoAddItem
    f: BTreeMap<String, u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inner: Option<Box<Updates>>,
}

#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Port {
    name: String,
    /// +k8s:monotonic
    number: u16,
    open: bool,
}

#[test]
fn updates_have_the_texts_of_kubernetes() {
    let old = Updates {
        b: vec![1],
        c: "x".into(),
        d: BTreeMap::from([("k".into(), 1), ("l".into(), 2)]),
        e: vec![Port { name: "p".into(), number: 5, open: true }],
        f: BTreeMap::from([("k".into(), 1)]),
        ..Updates::default()
    };
    assert_eq!(lines(&old, None), NONE);
    assert_eq!(lines(&old, Some(&old)), NONE);
    let mut new = old.clone();
    new.a = Some(0);
    new.b.clear();
    new.c.clear();
    new.d = BTreeMap::from([("k".into(), 2), ("m".into(), 2)]);
    new.e = vec![
        Port { name: "q".into(), number: 1, open: true },
        Port { name: "p".into(), number: 4, open: true },
    ];
    new.f.clear();
    assert_eq!(
        lines(&new, Some(&old)),
        [
            "spec.a: Invalid value: field cannot be set once created",
            "spec.b.c: Invalid value: field cannot be cleared once set",
            "spec.c: Invalid value: field cannot be cleared once set",
            "spec.f: Invalid value: field cannot be cleared once set",
            "spec.d[k]: Invalid value: 2: field cannot be modified once set",
            "spec.e[1]: Invalid value: field cannot be modified once set",
            "spec.e[1].number: Invalid value: 4: may not be decreased from 5",
        ]
    );
    new = old.clone();
    new.c = "y".into();
    new.inner = Some(Box::new(Updates { a: Some(1), ..Updates::default() }));
    assert_eq!(lines(&new, Some(&old)), ["spec.c: Invalid value: field cannot be modified once set"]);
    // Set before and after; a new struct has no old one.
    let unset = Updates { c: String::new(), ..old.clone() };
    assert_eq!(lines(&old, Some(&unset)), NONE);
    let mut added = old.clone();
    added.f.insert("l".into(), 1);
    assert_eq!(lines(&added, Some(&old)).len(), 1);
}

#[derive(Clone, Debug, Default, Serialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Dependent {
    /// +k8s:dependentRequired("multiplier")
    /// +k8s:dependentForbidden("plain")
    key: Option<String>,
    multiplier: u8,
    plain: Vec<u8>,
    inner: Option<Box<Dependent>>,
}

#[test]
fn dependencies_are_reported_at_the_other_field() {
    let mut new = Dependent { plain: vec![1], ..Dependent::default() };
    assert_eq!(lines(&new, None), NONE);
    new.key = Some(String::new());
    let both = |path: &str| {
        [
            format!("{path}.multiplier: Required value: must be set when key is set"),
            format!("{path}.plain: Forbidden: may not be set when key is set"),
        ]
    };
    assert_eq!(lines(&new, None), both("spec"));
    let outer = Dependent { inner: Some(Box::new(new.clone())), ..Dependent::default() };
    assert_eq!(lines(&outer, None), both("spec.inner"));
    new.multiplier = 1;
    new.plain.clear();
    assert_eq!(lines(&new, None), NONE);
}

/// +k8s:monotonic
#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Generation(i64);

#[derive(Clone, Debug, Serialize, crdc::Rules)]
#[crdc(path = "status")]
struct Status {
    #[serde(skip_serializing_if = "Option::is_none")]
    observed: Option<Generation>,
    /// +k8s:eachVal=+k8s:monotonic
    counts: BTreeMap<String, u64>,
}

#[test]
fn integers_do_not_decrease() {
    let status = |observed: Option<i64>, count| Status {
        observed: observed.map(Generation),
        counts: BTreeMap::from([("a".into(), count)]),
    };
    let old = status(Some(-5), 7);
    assert_eq!(lines(&status(Some(-5), 8), Some(&old)), NONE);
    assert_eq!(lines(&status(None, 7), Some(&old)), NONE);
    assert_eq!(lines(&status(Some(-9), 7), Some(&status(None, 7))), NONE);
    assert_eq!(
        lines(&status(Some(-6), 6), Some(&old)),
        [
            "status.observed: Invalid value: -6: may not be decreased from -5",
            "status.counts[a]: Invalid value: 6: may not be decreased from 7",
        ]
    );
    let mut scratch = Scratch::new();
    let refused = status(Some(-6), 7).validate_update(&old, &mut scratch).unwrap_err();
    assert_eq!(refused.code(), 422);
}
