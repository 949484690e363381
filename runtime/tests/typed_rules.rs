//! CEL rules of Rust types: verdicts, paths, messages, transitions, ratcheting.
#![cfg(all(feature = "derive", feature = "cel"))]
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use crdc::Rules;
use crdc::typed::Scratch;
use serde::Serialize;

/// +crdc:rule=self.min <= self.max
/// +kubebuilder:validation:XValidation:rule="!has(self.note) || self.note != ''",message="a note has words"
/// +kubebuilder:validation:XValidation:rule=`self.max >= oldSelf.max`,messageExpression="'max was ' + string(oldSelf.max)",reason=FieldValueForbidden,fieldPath=.max
#[derive(Clone, Debug, Serialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
#[crdc(path = "spec")]
struct Range {
    min: i32,
    /// +k8s:maximum=100
    max: i32,
    /// +k8s:maxLength=5
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// +crdc:rule=self.all(zone, zone.startsWith('z'))
    zones: Vec<String>,
    /// +listType=map
    /// +listMapKey=name
    ports: Vec<Port>,
    /// +kubebuilder:validation:XValidation:rule="self.all(key, key.size() <= 3)",message="keys are short"
    labels: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inner: Option<Box<Range>>,
}

/// +crdc:rule=self.number == oldSelf.number || self.free
#[derive(Clone, Debug, Serialize, crdc::Rules)]
struct Port {
    name: String,
    /// +crdc:rule=self > 0
    number: u16,
    free: bool,
}

fn port(name: &str, number: u16) -> Port {
    Port { name: name.into(), number, free: false }
}

fn range(min: i32, max: i32) -> Range {
    Range {
        min,
        max,
        note: None,
        zones: vec!["z1".into()],
        ports: vec![port("a", 1), port("b", 2)],
        labels: BTreeMap::from([("key".into(), "value".into())]),
        inner: None,
    }
}

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

#[test]
fn rules_of_a_type_and_of_its_fields_run() {
    assert_eq!(lines(&range(1, 2), None), NONE);
    assert_eq!(lines(&range(3, 2), None), [r#"spec: Invalid value: failed rule: self.min <= self.max"#]);
    let mut new = range(1, 2);
    new.note = Some(String::new());
    new.zones.push("a".into());
    new.labels.insert("long key".into(), "value".into());
    new.ports[1].number = 0;
    assert_eq!(
        lines(&new, None),
        [
            "spec: Invalid value: a note has words",
            "spec.zones: Invalid value: failed rule: self.all(zone, zone.startsWith('z'))",
            "spec.ports[1].number: Invalid value: 0: failed rule: self > 0",
            "spec.labels: Invalid value: keys are short",
        ]
    );
}

#[test]
fn transitions_compare_with_the_value_of_the_same_key() {
    let old = range(1, 5);
    assert_eq!(lines(&range(1, 5), Some(&old)), NONE);
    assert_eq!(lines(&range(1, 6), Some(&old)), NONE);
    assert_eq!(lines(&range(1, 4), Some(&old)), ["spec.max: Forbidden: max was 5"]);
    let mut new = range(1, 5);
    new.ports = vec![port("c", 9), port("b", 3), port("a", 1)];
    assert_eq!(
        lines(&new, Some(&old)),
        ["spec.ports[1]: Invalid value: failed rule: self.number == oldSelf.number || self.free"]
    );
    new.ports[1].free = true;
    assert_eq!(lines(&new, Some(&old)), NONE);
}

#[test]
fn rules_of_unchanged_values_are_set_aside() {
    let mut old = range(9, 5);
    old.zones = vec!["a".into()];
    assert_eq!(lines(&old, None).len(), 2);
    assert_eq!(lines(&old.clone(), Some(&old)), NONE);
    let mut new = old.clone();
    new.labels.clear();
    assert_eq!(lines(&new, Some(&old)), ["spec: Invalid value: failed rule: self.min <= self.max"]);
}

#[test]
fn rules_run_where_a_type_leads_back_to_itself() {
    let mut new = range(1, 2);
    new.inner = Some(Box::new(range(4, 3)));
    new.inner.as_mut().unwrap().inner = Some(Box::new(range(6, 5)));
    assert_eq!(
        lines(&new, None),
        [
            "spec.inner: Invalid value: failed rule: self.min <= self.max",
            "spec.inner.inner: Invalid value: failed rule: self.min <= self.max",
        ]
    );
}

#[test]
fn errors_that_block_rules_block_them() {
    // A limit of a number does not block; a text that is too long does.
    let mut new = range(102, 101);
    assert_eq!(
        lines(&new, None),
        [
            "spec.max: Invalid value: 101: spec.max in body should be less than or equal to 100",
            "spec: Invalid value: failed rule: self.min <= self.max",
        ]
    );
    new.note = Some("too long".into());
    assert_eq!(
        lines(&new, None),
        [
            "spec.max: Invalid value: 101: spec.max in body should be less than or equal to 100",
            "spec.note: Too long: may not be more than 5 bytes",
            "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing \
             errors to complete validation",
        ]
    );
}

#[test]
fn rules_that_hold_allocate_nothing() {
    let (old, mut scratch) = (range(1, 5), Scratch::new());
    let new = range(1, 6);
    for round in 0..2 {
        let counted = allocation_counter::measure(|| {
            new.validate_update(&old, &mut scratch).unwrap();
            new.validate_create(&mut scratch).unwrap();
        });
        assert!(round == 0 || counted.count_total == 0, "{counted:?}");
    }
}
