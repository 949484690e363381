//! Ratcheting, nesting, numbers and variants: rules that hold for all types.

use std::collections::BTreeMap;

use crdc::Rules;
use crdc::typed::Scratch;
use serde::Serialize;

use super::backup::{BackupSpec, Kind, Name, Source, Volume, Window};

fn lines(errors: &[crdc::FieldError]) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

/// Values with many constraints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, crdc::Rules)]
struct Many {
    /// +kubebuilder:validation:MultipleOf=2
    /// +k8s:maximum=10
    size: i64,
    items: Vec<Inner>,
    /// +listType=map
    /// +listMapKey=name
    keyed: Vec<Inner>,
    each: BTreeMap<String, Inner>,
    /// +listType=set
    /// +k8s:maxItems=3
    tags: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, crdc::Rules)]
struct Inner {
    name: String,
    /// +required
    /// +kubebuilder:validation:MultipleOf=2
    /// +k8s:maximum=10
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<i64>,
    free: u8,
}

/// An object whose fields are counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, crdc::Rules)]
struct Few {
    /// +kubebuilder:validation:MaxProperties=1
    inner: BTreeMap<String, Inner>,
    /// +kubebuilder:validation:MinItems=1
    more: Vec<Inner>,
}

fn inner(name: &str, size: impl Into<Option<i64>>) -> Inner {
    Inner { name: name.into(), size: size.into(), free: 0 }
}

#[test]
fn words_are_the_servers() {
    let constraints = Many { size: 11, items: vec![inner("a", None)], ..Many::default() };
    let mut scratch = Scratch::new();
    let refused = constraints.validate_create(&mut scratch).unwrap_err();
    assert_eq!(refused.code(), 422);
    assert_eq!(
        lines(refused.errors()),
        [
            "size: Invalid value: 11: size in body should be a multiple of 2",
            "size: Invalid value: 11: size in body should be less than or equal to 10",
            "items[0].size: Required value",
        ]
    );
    let status = refused.status("example.com", "Backup", "nightly");
    assert_eq!((status.code, status.reason), (422, "Invalid"));
    assert!(
        status.message.starts_with("Backup.example.com \"nightly\" is invalid: [size: "),
        "{}",
        status.message
    );
}

#[test]
fn items_of_lists_have_no_old_self_and_values_of_maps_do() {
    let bad = Many {
        items: vec![inner("a", 11)],
        keyed: vec![inner("a", 11), inner("b", 1)],
        each: BTreeMap::from([("a".into(), inner("a", 11))]),
        tags: vec!["a".into(), "b".into(), "c".into(), "d".into()],
        ..Many::default()
    };
    let mut scratch = Scratch::new();
    let faults = lines(bad.validate_create(&mut scratch).unwrap_err().errors());
    // Nothing changed: all errors are ratcheted, in the same order.
    assert!(bad.validate_update(&bad, &mut scratch).is_ok());
    assert_eq!(lines(scratch.ratcheted()), faults);
    // A change elsewhere does not affect ratcheting.
    let new = Many { size: 2, ..bad.clone() };
    assert!(new.validate_update(&bad, &mut scratch).is_ok());
    // A list without keys is compared as a whole, other lists item by item.
    let mut new = bad.clone();
    new.items[0].free = 1;
    new.keyed.reverse();
    new.each.insert("b".into(), inner("b", 2));
    let refused = new.validate_update(&bad, &mut scratch).unwrap_err();
    assert_eq!(
        lines(refused.errors()),
        [
            "items[0].size: Invalid value: 11: items[0].size in body should be a multiple of 2",
            "items[0].size: Invalid value: 11: items[0].size in body should be less than or equal to 10",
        ]
    );
    let mut new = bad.clone();
    new.keyed[0].free = 1;
    new.each.get_mut("a").unwrap().free = 1;
    // The invalid field is unchanged.
    assert!(new.validate_update(&bad, &mut scratch).is_ok());
    new.tags.swap(0, 1);
    let refused = new.validate_update(&bad, &mut scratch).unwrap_err();
    assert_eq!(lines(refused.errors()), ["tags: Too many: 4: must have at most 3 items"]);
    // Constraints of a value are reported before errors in its parts.
    let counted =
        Few { inner: ["a", "b"].map(|key| (key.to_string(), inner(key, None))).into(), more: vec![] };
    let refused = counted.validate_create(&mut scratch).unwrap_err();
    assert_eq!(
        lines(refused.errors()),
        [
            "inner: Too many: 2: must have at most 1 item",
            "inner.a.size: Required value",
            "inner.b.size: Required value",
            "more: Invalid value: 0: more in body should have at least 1 items",
        ]
    );
    // The schema step formats map keys with a dot.
    let new = Many { each: BTreeMap::from([("k".into(), inner("a", None))]), ..bad.clone() };
    let refused = new.validate_update(&bad, &mut scratch).unwrap_err();
    assert_eq!(lines(refused.errors()), ["each.k.size: Required value"]);
}

#[test]
fn errors_of_lists_stand_unless_the_old_value_has_any() {
    let twice = |name: &str| vec![inner(name, 2), inner("x", 2), inner(name, 2)];
    let good = Many::default();
    let bad = Many { keyed: twice("a"), ..Many::default() };
    let mut scratch = Scratch::new();
    let refused = bad.validate_update(&good, &mut scratch).unwrap_err();
    assert_eq!(lines(refused.errors()), [r#"keyed[2]: Duplicate value: {"name":"a"}"#]);
    let other = Many { tags: vec!["a".into(), "a".into()], ..Many::default() };
    assert!(other.validate_update(&bad, &mut scratch).is_ok());
    assert_eq!(lines(scratch.ratcheted()), [r#"tags[1]: Duplicate value: "a""#]);
    // An item's own errors come before those of its keys, those of its fields after them.
    let bad = Many { keyed: vec![inner("a", 2), inner("a", None), inner("b", 3)], ..Many::default() };
    let refused = bad.validate_create(&mut scratch).unwrap_err();
    assert_eq!(
        lines(refused.errors()),
        [
            "keyed[1].size: Required value",
            r#"keyed[1]: Duplicate value: {"name":"a"}"#,
            "keyed[2].size: Invalid value: 3: keyed[2].size in body should be a multiple of 2",
        ]
    );
}

#[test]
fn an_update_to_itself_is_never_refused() {
    let specs = [
        BackupSpec::default(),
        BackupSpec { schedule: "much too long for that".into(), ..BackupSpec::default() },
        BackupSpec {
            // For two different items with the same keys, the server takes the first as the old value of the
            // second.
            volumes: vec![Volume::default(), Volume::default()],
            zones: vec!["a".into(), "a".into()],
            parent: Some(Box::default()),
            ..BackupSpec::default()
        },
    ];
    let mut scratch = Scratch::new();
    for spec in specs {
        assert!(spec.validate_update(&spec, &mut scratch).is_ok(), "{spec:?}");
        let mut normalized = spec.clone();
        normalized.normalize(Some(&spec));
        assert_eq!(normalized, spec);
    }
}

#[test]
fn values_may_nest_deep() {
    let mut old = BackupSpec::default();
    for _ in 0..200 {
        old = BackupSpec { parent: Some(Box::new(old)), class: Some("x".into()), ..BackupSpec::default() };
    }
    let mut new = old.clone();
    let mut inmost = &mut new;
    while inmost.parent.is_some() {
        inmost = inmost.parent.as_mut().unwrap();
    }
    inmost.name = Name("x".into());
    let mut scratch = Scratch::new();
    let refused = new.validate_update(&old, &mut scratch).unwrap_err();
    let [error] = refused.errors() else { panic!("{refused}") };
    assert_eq!(error.field, ["spec", &".parent".repeat(200), ".name"].concat());
}

#[test]
fn variants_inside_of_immutable_values() {
    /// `source` as a whole.
    #[derive(Clone, Debug, PartialEq, Serialize, crdc::Rules)]
    struct Fixed {
        /// +immutable
        source: Source,
    }
    let fixed = |source| Fixed { source };
    let (snapshot, copy) =
        (Source::Snapshot { class: "a".into() }, Source::Copy(Window { start: 1, end: None }));
    let mut scratch = Scratch::new();
    let mut of = |new: &Source, old: &Source| match fixed(new.clone())
        .validate_update(&fixed(old.clone()), &mut scratch)
    {
        Ok(()) => Vec::new(),
        Err(refused) => lines(refused.errors()),
    };
    assert_eq!(of(&snapshot, &snapshot), [""; 0]);
    assert_eq!(
        of(&copy, &snapshot),
        [
            "source.snapshot: Invalid value: null: field cannot be cleared once set",
            r#"source.copy: Invalid value: {"end":null,"start":1}: field cannot be set once created"#,
        ]
    );
    assert_eq!(
        of(&Source::Copy(Window { start: 2, end: None }), &copy),
        ["source.copy.start: Invalid value: 2: field is immutable"]
    );
}

#[test]
fn texts_are_those_of_the_json_code() {
    #[derive(Serialize)]
    struct All {
        text: &'static str,
        letter: char,
        floats: [f64; 5],
        short: f32,
        large: u64,
        none: Option<()>,
        unit: Unit,
        keys: BTreeMap<i32, bool>,
        #[serde(flatten)]
        rest: BTreeMap<&'static str, u8>,
    }
    #[derive(Serialize)]
    struct Unit;
    #[derive(Serialize)]
    enum Variants {
        Unit,
        New(u8),
        Two(u8, u8),
        Named { a: u8 },
    }
    let all = All {
        text: "a\"\n\u{1}é",
        letter: 'ü',
        floats: [1.0, 1.5, 1e21, f64::NAN, -0.0],
        short: 0.1,
        large: u64::MAX,
        none: None,
        unit: Unit,
        keys: BTreeMap::from([(9, true), (10, false)]),
        rest: BTreeMap::from([("z", 1)]),
    };
    /// The value as errors show it.
    fn text<T: Serialize>(value: T) -> String {
        #[derive(Serialize, crdc::Rules)]
        struct Held<T> {
            /// +immutable
            #[crdc(leaf)]
            #[serde(skip_serializing_if = "Option::is_none")]
            v: Option<T>,
        }
        let refused = Held { v: Some(value) }.validate_update(&Held { v: None }, &mut Scratch::new());
        refused.unwrap_err().errors()[0].bad_value.clone().unwrap_or_default()
    }
    // A whole float is an integer, as it is stored.
    assert_eq!(
        text(all),
        r#"{"text":"a\"\n\u0001é","letter":"ü","floats":[1,1.5,1e+21,null,0],"short":0.1,"large":18446744073709552000,"none":null,"unit":null,"keys":{"9":true,"10":false},"z":1}"#
    );
    let variants = [Variants::Unit, Variants::New(1), Variants::Two(1, 2), Variants::Named { a: 3 }];
    assert_eq!(text(variants), r#"["Unit",{"New":1},{"Two":[1,2]},{"Named":{"a":3}}]"#);
    assert_eq!(text(std::collections::HashMap::from([(true, ())])), r#"{"true":null}"#);
}

/// An enum that may be null and is serialized as null.
#[derive(Clone, Debug, PartialEq, Serialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Chosen {
    // The compiler does not see that this is never true.
    #[serde(skip_serializing_if = "is_left_out")]
    kind: Option<Kind>,
}

fn is_left_out(_: &Option<Kind>) -> bool {
    false
}

#[test]
fn null_is_no_text_of_an_enum_and_an_old_null_may_stay() {
    let mut scratch = Scratch::new();
    let (none, some) = (Chosen { kind: None }, Chosen { kind: Some(Kind::S3) });
    assert!(some.validate_create(&mut scratch).is_ok());
    let words = r#"spec.kind: Unsupported value: null: supported values: "S3", "GCS", "None""#;
    let refused =
        none.validate_create(&mut scratch).map_err(|refused| (refused.code(), lines(refused.errors())));
    assert_eq!(refused, Err((422, vec![words.to_string()])));
    let refused = none.validate_update(&some, &mut scratch).map_err(|refused| lines(refused.errors()));
    assert_eq!(refused, Err(vec![words.to_string()]));
    assert!(none.validate_update(&none, &mut scratch).is_ok());
    assert_eq!(lines(scratch.ratcheted()), [words]);
}
