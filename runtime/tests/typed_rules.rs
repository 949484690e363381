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
fn errors_have_the_field_path_of_the_rule() {
    /// +kubebuilder:validation:XValidation:rule="self.labels.size() < 1",fieldPath=`.labels['it\'s']`
    #[derive(Serialize, crdc::Rules)]
    #[crdc(path = "spec")]
    struct Labelled {
        /// +kubebuilder:validation:XValidation:rule="self.size() < 1",fieldPath=.a,reason=FieldValueForbidden
        labels: BTreeMap<String, String>,
    }
    let new = Labelled { labels: BTreeMap::from([("a".into(), "b".into())]) };
    assert_eq!(
        lines(&new, None),
        [
            "spec.labels[it's]: Invalid value: failed rule: self.labels.size() < 1",
            // The server appends the path with a dot, whatever it begins with.
            "spec.labels.[a]: Forbidden: failed rule: self.size() < 1",
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

mod seen {
    //! What rules see of values, by the types of Rust.

    use super::*;

    /// A type without the derive, whose schema is a string with a time.
    #[derive(Clone, Debug, Serialize)]
    struct Time(String);

    #[derive(Clone, Debug, Serialize, crdc::Rules)]
    #[serde(rename_all = "kebab-case")]
    struct Names {
        namespace: String,
        max_surge: i32,
    }

    /// +crdc:rule=self != 'C'
    #[derive(Clone, Debug, Serialize, crdc::Rules)]
    enum Class {
        A,
        C,
    }

    /// +crdc:rule=self.size() > 1
    #[derive(Clone, Debug, Serialize, crdc::Rules)]
    struct Name(
        /// +crdc:rule=self != 'ab'
        String,
    );

    #[derive(Clone, Debug, Serialize, crdc::Rules)]
    #[serde(tag = "type", rename_all = "camelCase")]
    enum Target {
        One { size: i32 },
        Two { size: String },
    }

    /// +crdc:rule=self.count <= oldSelf.count
    #[derive(Clone, Debug, Serialize, crdc::Rules)]
    struct Counted {
        count: u32,
    }

    mod text {
        pub(super) fn serialize<S: serde::Serializer>(value: &u32, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(value)
        }
    }

    /// +crdc:rule=self.names.__namespace__ != 'x' && self.names.max__dash__surge < 9 && (self.names == self.names)
    /// +crdc:rule=self.target.type == 'one' ? self.target.size > 1 : self.target.size.startsWith('b')
    #[derive(Clone, Debug, Serialize, crdc::Rules)]
    struct All<T> {
        names: Names,
        class: Class,
        /// +crdc:rule=self != 'abc'
        name: Name,
        target: Target,
        /// +crdc:rule=self > timestamp('2026-01-01T00:00:00Z')
        since: Time,
        /// +k8s:format=date-time
        /// +crdc:rule=self.getFullYear() > 2000
        at: String,
        /// +crdc:rule=self.all(item, dyn(item) == null || item > 1)
        items: Vec<Option<i32>>,
        /// +listType=set
        /// +crdc:rule=self == oldSelf
        set: Vec<String>,
        /// +crdc:rule=self.startsWith('1')
        #[serde(with = "text")]
        written: u32,
        counted: BTreeMap<String, Counted>,
        /// +crdc:rule=self == self
        of: T,
        /// +crdc:rule=self / 2.0 > 0.5
        ratio: f64,
    }

    fn all() -> All<Vec<Counted>> {
        All {
            names: Names { namespace: "a".into(), max_surge: 1 },
            class: Class::A,
            name: Name("name".into()),
            target: Target::One { size: 2 },
            since: Time("2026-02-01T00:00:00Z".into()),
            at: "2026-02-01T00:00:00Z".into(),
            items: vec![None, Some(2)],
            set: vec!["a".into(), "b".into()],
            written: 12,
            counted: BTreeMap::from([("a".into(), Counted { count: 1 })]),
            of: vec![Counted { count: 1 }],
            ratio: 2.0,
        }
    }

    fn changed(change: impl FnOnce(&mut All<Vec<Counted>>)) -> Vec<String> {
        let mut new = all();
        change(&mut new);
        lines(&new, Some(&all()))
    }

    #[test]
    fn values_are_what_their_types_say() {
        assert_eq!(lines(&all(), None), NONE);
        assert_eq!(changed(|_| {}), NONE);
        let first = "<nil>: Invalid value: failed rule: self.names.__namespace__ != 'x' && self.names.max__dash__surge < 9 && (self.names == \
                     self.names)";
        assert_eq!(changed(|new| new.names.namespace = "x".into()), [first]);
        assert_eq!(changed(|new| new.names.max_surge = 9), [first]);
        assert_eq!(
            changed(|new| new.class = Class::C),
            [r#"class: Invalid value: "C": failed rule: self != 'C'"#]
        );
        assert_eq!(
            changed(|new| new.target = Target::One { size: 1 })[0],
            "<nil>: Invalid value: failed rule: self.target.type == 'one' ? self.target.size > 1 : self.target.size.startsWith('b')"
        );
        assert_eq!(changed(|new| new.target = Target::Two { size: "b".into() }), NONE);
        assert_eq!(
            changed(|new| new.since = Time("2025-02-01T00:00:00Z".into())),
            [
                r#"since: Invalid value: "2025-02-01T00:00:00Z": failed rule: self > timestamp('2026-01-01T00:00:00Z')"#
            ]
        );
        assert_eq!(
            changed(|new| new.at = "1999-02-01T00:00:00Z".into()),
            [r#"at: Invalid value: "1999-02-01T00:00:00Z": failed rule: self.getFullYear() > 2000"#]
        );
        assert_eq!(
            changed(|new| new.items.push(Some(1))),
            ["items: Invalid value: failed rule: self.all(item, dyn(item) == null || item > 1)"]
        );
        assert_eq!(changed(|new| new.set.reverse()), NONE);
        assert_eq!(
            changed(|new| new.set = vec!["a".into()]),
            ["set: Invalid value: failed rule: self == oldSelf"]
        );
        assert_eq!(
            changed(|new| new.written = 2),
            [r#"written: Invalid value: "2": failed rule: self.startsWith('1')"#]
        );
        assert_eq!(
            changed(|new| new.counted =
                BTreeMap::from([("a".into(), Counted { count: 2 }), ("b".into(), Counted { count: 9 })])),
            ["counted[a]: Invalid value: failed rule: self.count <= oldSelf.count"]
        );
        assert_eq!(
            changed(|new| new.of.push(Counted { count: 7 })),
            NONE,
            "items of a list have no old values"
        );
        assert_eq!(
            changed(|new| new.ratio = 1.0),
            ["ratio: Invalid value: 1: failed rule: self / 2.0 > 0.5"]
        );
    }

    #[test]
    fn rules_of_a_type_come_before_those_of_its_field() {
        assert_eq!(
            changed(|new| new.name = Name("abc".into())),
            [r#"name: Invalid value: "abc": failed rule: self != 'abc'"#]
        );
        assert_eq!(
            changed(|new| new.name = Name("ab".into())),
            [r#"name: Invalid value: "ab": failed rule: self != 'ab'"#]
        );
        assert_eq!(
            changed(|new| new.name = Name("a".into())),
            [r#"name: Invalid value: "a": failed rule: self.size() > 1"#]
        );
    }

    #[test]
    fn rules_that_cost_too_much_end_the_step() {
        /// +crdc:rule=self.a.all(x, self.a.all(y, self.a.all(z, x + y + z != 1)))
        #[derive(Clone, Debug, Serialize, crdc::Rules)]
        struct Costly {
            a: Vec<i64>,
        }
        assert_eq!(lines(&Costly { a: vec![1; 9] }, None), NONE);
        let lines = lines(&Costly { a: vec![1; 200] }, None);
        assert_eq!(lines.len(), 1);
        assert!(
            lines[0]
                .contains("no further validation rules will be run due to call cost exceeds limit for rule"),
            "{lines:?}"
        );
    }
}
