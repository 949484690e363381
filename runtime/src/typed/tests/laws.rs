//! Ratcheting, nesting, numbers and variants: rules that hold for all types.

use std::boxed::Box;
use std::collections::{BTreeMap, HashMap};
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use serde::Serialize;

use super::backup::{BackupSpec, Kind, Name, Source, Volume, Window};
use crate::error::{Bound, Rule};
use crate::typed::{
    Compare, Constrained, Constraint, Edge, Form, Fragment, Immutability, Key, List, ListMap, Map, Nested,
    Normalization, Optional, Pair, Rules, Scalars, Scratch, Set, Validator, Value, json,
};

fn lines(errors: &[crate::FieldError]) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

/// Values with many constraints.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Many {
    size: i64,
    items: Vec<Inner>,
    keyed: Vec<Inner>,
    each: BTreeMap<String, Inner>,
    tags: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Inner {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<i64>,
    free: u8,
}

const SIZE: &[Constraint] = &[
    Constraint::Rule(Rule::MultipleOf { factor: 2.0, native: true }),
    Constraint::Rule(Rule::Maximum(Bound { limit: 10.0, exclusive: false, native: true })),
];
const INNER: List<Nested> = List { items: Nested, edge: Edge::ITEMS };
const KEYED: ListMap<Nested> =
    ListMap { items: Nested, edge: Edge::ITEMS, keys: &[Key { name: "name", index: 0, default: None }] };
const EACH: Map<Scalars, Nested> = Map { keys: Scalars, values: Nested, edge: Edge::ITEMS };
const TAGS: Set<Scalars> = Set { items: Scalars, edge: Edge::ITEMS };
const TAGS_ASKED: Constrained<Set<Scalars>> =
    Constrained { form: TAGS, constraints: &[Constraint::Rule(Rule::MaxItems(3))] };

impl Value for Many {
    fn compare(&self, old: &Self, at: &mut Compare<'_>) {
        at.field("size", Scalars, Pair::always(&self.size, &old.size));
        at.field("items", INNER, Pair::always(&self.items, &old.items));
        at.field("keyed", KEYED, Pair::always(&self.keyed, &old.keyed));
        at.field("each", EACH, Pair::always(&self.each, &old.each));
        at.field("tags", TAGS, Pair::always(&self.tags, &old.tags));
    }

    fn validate(&self, old: Option<&Self>, at: &mut Validator<'_>) {
        at.field(
            "size",
            Constrained { form: Scalars, constraints: SIZE },
            Some(&self.size),
            old.map(|old| &old.size),
        );
        at.field("items", INNER, Some(&self.items), old.map(|old| &old.items));
        at.field("keyed", KEYED, Some(&self.keyed), old.map(|old| &old.keyed));
        at.field("each", EACH, Some(&self.each), old.map(|old| &old.each));
        at.field("tags", TAGS_ASKED, Some(&self.tags), old.map(|old| &old.tags));
    }

    fn normalize_value(&mut self, _: Option<&Self>, _: Normalization) {}

    fn json(&self, out: &mut String) {
        crate::typed::json(self, out);
    }
}

impl Rules for Many {
    fn fragment() -> &'static Fragment {
        &Fragment { name: "Asks", text: "{}", refs: &[] }
    }
}

impl Value for Inner {
    const FIELDS: &'static [&'static str] = &["name", "size", "free"];

    fn field(&self, index: usize) -> crate::typed::Scalar<'_> {
        match index {
            0 => Scalars.scalar(&self.name),
            2 => Scalars.scalar(&self.free),
            _ => crate::typed::scalar(Optional(Scalars), Some(&self.size).filter(|size| size.is_some())),
        }
    }

    fn compare(&self, old: &Self, at: &mut Compare<'_>) {
        at.field("name", Scalars, Pair::always(&self.name, &old.name));
        at.field("size", Optional(Scalars), Pair::unless(Option::is_none, &self.size, &old.size));
        at.field("free", Scalars, Pair::always(&self.free, &old.free));
    }

    fn validate(&self, old: Option<&Self>, at: &mut Validator<'_>) {
        at.required("size", self.size.is_some());
        let form = Constrained { form: Optional(Scalars), constraints: SIZE };
        let present = |inner: &'_ Inner| inner.size.is_some();
        let new = Some(&self.size).filter(|_| present(self));
        at.field("size", form, new, old.filter(|old| present(old)).map(|old| &old.size));
    }

    fn normalize_value(&mut self, _: Option<&Self>, _: Normalization) {}

    fn json(&self, out: &mut String) {
        crate::typed::json(self, out);
    }
}

/// An object whose fields are counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Few {
    inner: Inner,
    more: Vec<Inner>,
}

impl Value for Few {
    fn compare(&self, _: &Self, _: &mut Compare<'_>) {}

    fn validate(&self, old: Option<&Self>, at: &mut Validator<'_>) {
        const INNERS: Constrained<List<Nested>> =
            Constrained { form: INNER, constraints: &[Constraint::Rule(Rule::MinItems(1))] };
        let one = Constrained { form: Nested, constraints: &[Constraint::Rule(Rule::MaxProperties(1))] };
        at.field("inner", one, Some(&self.inner), old.map(|old| &old.inner));
        at.field("more", INNERS, Some(&self.more), old.map(|old| &old.more));
    }

    fn normalize_value(&mut self, _: Option<&Self>, _: Normalization) {}

    fn json(&self, out: &mut String) {
        crate::typed::json(self, out);
    }
}

impl Rules for Few {
    fn fragment() -> &'static Fragment {
        &Fragment { name: "Few", text: "{}", refs: &[] }
    }
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
    // Constraints of an object are reported after missing fields and before errors in its fields.
    let counted = Few { inner: inner("a", None), more: vec![] };
    let refused = counted.validate_create(&mut scratch).unwrap_err();
    assert_eq!(
        lines(refused.errors()),
        [
            "inner.size: Required value",
            "inner: Too many: 2: must have at most 1 item",
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
            // For two different items with the same keys, the server takes the first as the old value of the second.
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
    #[derive(Clone, Debug, PartialEq, Serialize)]
    struct Fixed {
        source: Source,
    }
    impl Value for Fixed {
        fn compare(&self, old: &Self, at: &mut Compare<'_>) {
            at.marked("source", Immutability::Immutable, Nested, Pair::always(&self.source, &old.source));
        }
        fn validate(&self, _: Option<&Self>, _: &mut Validator<'_>) {}
        fn normalize_value(&mut self, _: Option<&Self>, _: Normalization) {}

        fn json(&self, out: &mut String) {
            crate::typed::json(self, out);
        }
    }
    impl Rules for Fixed {
        fn fragment() -> &'static Fragment {
            &Fragment { name: "Fixed", text: "{}", refs: &[] }
        }
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
    fn text(value: &impl Serialize) -> String {
        let mut out = String::new();
        json(value, &mut out);
        out
    }
    assert_eq!(
        text(&all),
        r#"{"text":"a\"\n\u0001é","letter":"ü","floats":[1,1.5,1e+21,null,-0],"short":0.1,"large":18446744073709552000,"none":null,"unit":null,"keys":{"9":true,"10":false},"z":1}"#
    );
    let variants = [Variants::Unit, Variants::New(1), Variants::Two(1, 2), Variants::Named { a: 3 }];
    assert_eq!(text(&variants), r#"["Unit",{"New":1},{"Two":[1,2]},{"Named":{"a":3}}]"#);
    let mut out = String::new();
    json(&HashMap::from([(true, ())]), &mut out);
    assert_eq!(out, r#"{"true":null}"#);
}

/// An enum that may be null and is serialized as null.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Chosen {
    kind: Option<Kind>,
}

impl Value for Chosen {
    fn compare(&self, old: &Self, at: &mut Compare<'_>) {
        at.field("kind", Optional(Nested), Pair::always(&self.kind, &old.kind));
    }

    fn validate(&self, old: Option<&Self>, at: &mut Validator<'_>) {
        at.field("kind", Optional(Nested), Some(&self.kind), old.map(|old| &old.kind));
    }

    fn normalize_value(&mut self, _: Option<&Self>, _: Normalization) {}

    fn json(&self, out: &mut String) {
        crate::typed::json(self, out);
    }
}

impl Rules for Chosen {
    const PATH: &'static str = "spec";

    fn fragment() -> &'static Fragment {
        &Fragment { name: "Chosen", text: "{}", refs: &[] }
    }
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
