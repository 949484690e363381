//! Members of decoded objects are found without reading the text: the answers are those of the text. What
//! else plugins and storages may do with an object that was not copied.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crdc_admission::{
    Attributes, Chain, Context, Creator, Identity, Object, Refusal, Saved, UserInfo, Workspace, mutator_fn,
    validator_fn,
};
use crdc_admission_tests::database::Database;
use crdc_admission_tests::{accepted, database, read, refused, storage};
use crdc_oracle::json::read as read_json;
use crdc_oracle::random::Rng;
use crdc_oracle::random::text::{Spelling, write};
use serde_json::{Value, json};

/// Keys of metadata, and others.
const KEYS: [&str; 20] = [
    "name",
    "generateName",
    "namespace",
    "uid",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "resourceVersion",
    "labels",
    "annotations",
    "finalizers",
    "ownerReferences",
    "managedFields",
    "selfLink",
    "unknown",
    "",
    "a\"b",
    "é",
    "\n",
    "spec",
];

/// Compares the answers for all paths of an object, and for some that it does not have. Returns how many
/// there were.
fn compare(object: &Object<'_>) -> usize {
    let whole: Value = object.parse().unwrap();
    let mut todo: Vec<(Vec<String>, Option<&Value>)> = vec![(Vec::new(), Some(&whole))];
    let mut compared = 0;
    while let Some((path, value)) = todo.pop() {
        let keys: Vec<&str> = path.iter().map(String::as_str).collect();
        let text = Object::of(object.bytes());
        let found = object.get(&keys).map(String::from_utf8_lossy);
        assert_eq!(found, text.get(&keys).map(String::from_utf8_lossy), "{keys:?} of {whole}");
        assert_eq!(object.string(&keys), text.string(&keys), "{keys:?} of {whole}");
        assert_eq!(object.string(&keys).as_deref(), value.and_then(Value::as_str), "{keys:?} of {whole}");
        assert_eq!(found.map(|found| read(found.as_bytes())).as_ref(), value, "{keys:?} of {whole}");
        compared += 1;
        let Some(value) = value else { continue };
        let mut below: Vec<&str> = KEYS.to_vec();
        below.extend(value.as_object().into_iter().flat_map(|members| members.keys().map(String::as_str)));
        for key in below {
            todo.push((path.iter().cloned().chain([key.to_owned()]).collect(), value.get(key)));
        }
    }
    compared
}

/// A storage that compares what it gets.
struct Comparing(Cell<usize>);

impl Creator for Comparing {
    fn before_create(&self, attributes: &mut Attributes<'_>) -> Result<Option<Identity>, Refusal> {
        self.0.set(self.0.get() + compare(attributes.object().unwrap()));
        Ok(None)
    }

    fn create(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        self.0.set(self.0.get() + compare(attributes.object().unwrap()));
        Ok(Saved::AsGiven)
    }
}

fn body(rng: &mut Rng) -> String {
    let mut metadata = json!({"name": *rng.pick(&["a", "b", "c", "B!"])});
    for (field, value) in [
        ("labels", json!({"a": "1"})),
        ("labels", json!({"a": "1", "a\"b": "2", "é": "\u{1f600}"})),
        ("annotations", json!({"a": "line\nbreak", "x": ""})),
        ("annotations", json!({"\n": "\u{1f600}", "x": ""})),
        ("finalizers", json!(["example.com/a"])),
        ("uid", json!("mine")),
        ("deletionTimestamp", json!("2024-01-01T00:00:00Z")),
        ("namespace", json!("default")),
        ("unknown", json!({"name": 1})),
        ("generation", json!(7)),
        ("annotations", json!({"x": 1})),
        ("annotations", json!({})),
        ("annotations", json!(null)),
    ] {
        if rng.chance(15) {
            metadata[field] = value;
        }
    }
    let mut spec = json!({"engine": "mysql", "count": *rng.pick(&[1.0, 3.0, 7.0, 2.5])});
    for (field, value) in [
        ("replicas", json!(rng.below(9))),
        ("size", json!({"memory": 2, "unknown": 1})),
        ("users", json!([{"name": "x"}])),
        ("team", json!("\t")),
    ] {
        if rng.chance(40) {
            spec[field] = value;
        }
    }
    let object =
        json!({"apiVersion": "example.com/v1", "kind": "Database", "metadata": metadata, "spec": spec});
    let tree = read_json(object.to_string().as_bytes()).unwrap().value;
    let spelling = *rng.pick(&[Spelling::Plain, Spelling::Odd, Spelling::Repeating]);
    write(rng, &tree, spelling)
}

fn edit(object: &mut Object<'_>) {
    object.set_annotation("team", "\"");
    object.set(&["spec", "size", "cpu"], b" 3");
    object.remove(&["spec", "team"]);
}

#[test]
fn lookups_find_what_the_text_has() {
    let compared = Arc::new(AtomicUsize::new(0));
    let count = compared.clone();
    let mutator = mutator_fn("m", move |attributes: &mut Attributes<'_>| {
        let object = attributes.object_mut().unwrap();
        count.fetch_add(compare(object), Ordering::Relaxed);
        // Where an edit goes is known without reading the text, and is the same.
        let text = object.bytes().to_vec();
        let mut plain = Object::of(&text);
        edit(&mut plain);
        edit(object);
        assert_eq!(plain.bytes(), object.bytes());
        count.fetch_add(compare(object), Ordering::Relaxed);
        Ok(())
    });
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let chains = [Chain::of::<Database>(), Chain::of::<Database>().mutator(mutator)];
    let (storage, mut codes) = (Comparing(Cell::new(0)), [0, 0]);
    for seed in 0..150 {
        let body = body(&mut Rng::new(seed));
        for chain in &chains {
            let response = chain.create(&storage, Context::new(&user), body.as_bytes(), &mut workspace);
            codes[usize::from(response.accepted())] += 1;
        }
    }
    assert!(codes.iter().all(|&number| number > 50), "{codes:?}");
    assert!(storage.0.get() > 5_000 && compared.load(Ordering::Relaxed) > 5_000);
}

/// Where a label goes into an object that decoding leaves as it is comes from the tape, and is where a search
/// finds it.
#[test]
fn edits_of_unchanged_objects_go_where_a_search_finds() {
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let (storage, unchanged) = (Comparing(Cell::new(0)), Arc::new(AtomicUsize::new(0)));
    let body = database("a", &json!({"engine": "mysql"}));
    let chain = Chain::of::<Database>();
    let created = chain.create(&storage, Context::new(&user), &body, &mut workspace);
    let mut whole = accepted(&created);
    whole["metadata"] = json!({"name": "a", "namespace": "default", "generation": 1});
    for labels in [json!(null), json!({}), json!({"a": "1"}), json!({"b": "1"})] {
        let mut object = whole.clone();
        if !labels.is_null() {
            object["metadata"]["labels"] = labels;
        }
        for text in [object.to_string(), serde_json::to_string_pretty(&object).unwrap()] {
            let (expected, count) = (text.clone(), unchanged.clone());
            let chain =
                Chain::of::<Database>().mutator(mutator_fn("m", move |attributes: &mut Attributes<'_>| {
                    let object = attributes.object_mut().unwrap();
                    count.fetch_add(usize::from(object.bytes() == expected.as_bytes()), Ordering::Relaxed);
                    let text = object.bytes().to_vec();
                    let mut plain = Object::of(&text);
                    assert!(plain.set_label("a", "22") && object.set_label("a", "22"));
                    assert_eq!(object.bytes(), plain.bytes());
                    Ok(())
                }));
            let response = chain.create(&storage, Context::new(&user), text.as_bytes(), &mut workspace);
            assert_eq!(accepted(&response)["metadata"]["labels"]["a"], "22");
        }
    }
    // Empty labels are dropped.
    assert_eq!(unchanged.load(Ordering::Relaxed), 6);
}

/// A mutator that exchanges the object instead of changing it.
#[test]
fn exchanged_objects_are_validated() {
    let exchanging = |text: &'static [u8]| {
        Chain::of::<Database>().mutator(mutator_fn("m", move |attributes: &mut Attributes<'_>| {
            *attributes.object_mut().unwrap() = Object::of(text);
            Ok(())
        }))
    };
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let body = database("a", &json!({"engine": "mysql"}));
    let mut create = |text| {
        let chain = exchanging(text);
        let response = chain.create(&storage(), Context::new(&user), &body, &mut workspace);
        if response.accepted() { Ok(accepted(&response)) } else { Err(refused(&response)) }
    };
    let stored = create(
        br#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"name":"b"},"spec":{"engine":"mysql"}}"#,
    );
    assert_eq!(stored.unwrap()["metadata"]["name"], "b");
    let refusal = create(
        br#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"name":"b"},"spec":{"engine":"x"}}"#,
    );
    assert_eq!(refusal.unwrap_err().0, 422);
    assert_eq!(create(b"").unwrap_err().0, 500);
}

/// An update stores what a mutator has exchanged the object for, changed or not.
#[test]
fn exchanged_objects_are_stored_by_updates() {
    const TEXT: &[u8] =
        br#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"name":"a","resourceVersion":"1"},"spec":{"engine":"mysql","replicas":4}}"#;
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let body = database("a", &json!({"engine": "mysql"}));
    for is_changed in [false, true] {
        let storage = storage();
        let plain = Chain::of::<Database>();
        let created = accepted(&plain.create(&storage, Context::new(&user), &body, &mut workspace));
        assert_eq!(created["metadata"]["resourceVersion"], "1");
        let chain =
            Chain::of::<Database>().mutator(mutator_fn("m", move |attributes: &mut Attributes<'_>| {
                let mut other = Object::of(TEXT);
                if is_changed {
                    assert!(other.set_label("a", "1"));
                }
                *attributes.object_mut().unwrap() = other;
                Ok(())
            }));
        let response = chain.update(&storage, Context::new(&user), "a", &body, &mut workspace);
        let stored = accepted(&response);
        assert_eq!(stored["spec"]["replicas"], 4);
        assert_eq!(stored["metadata"]["labels"].is_object(), is_changed);
    }
}

/// A storage that exchanges the object does not change it: what is stored is what crdc has validated.
#[test]
fn a_storage_cannot_exchange_the_object() {
    struct Exchanging;
    impl Creator for Exchanging {
        fn before_create(&self, attributes: &mut Attributes<'_>) -> Result<Option<Identity>, Refusal> {
            *attributes.object_mut().unwrap() = Object::of(b"{}");
            Ok(None)
        }
        fn create(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
            assert_eq!(attributes.name(), "a");
            Ok(Saved::AsGiven)
        }
    }
    let chain = Chain::of::<Database>().validator(validator_fn("v", |attributes: &Attributes<'_>| {
        assert_eq!(attributes.object().unwrap().string(&["spec", "engine"]).as_deref(), Some("mysql"));
        Ok(())
    }));
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let body = database("a", &json!({"engine": "mysql"}));
    let response = chain.create(&Exchanging, Context::new(&user), &body, &mut workspace);
    assert_eq!(accepted(&response)["metadata"]["name"], "a");
}

/// An edit that is not possible leaves the object as it is; others are counted.
#[test]
fn impossible_edits_change_nothing() {
    let chain = Chain::of::<Database>().mutator(mutator_fn("m", |attributes: &mut Attributes<'_>| {
        let object = attributes.object_mut().unwrap();
        assert!(!object.is_changed(), "the namespace is set before");
        let before = object.bytes().to_vec();
        assert!(!object.set(&["kind", "a"], b"1"));
        assert!(!object.set(&[], b"1"));
        assert!(!object.remove(&["metadata", "absent"]));
        assert!(!object.remove(&["spec", "absent"]));
        assert!(!object.is_changed());
        assert_eq!(object.bytes(), before);
        assert!(object.set_string(&["metadata", "labels", "a"], "1"));
        assert!(object.set_string(&["metadata", "labels", "a"], "22"));
        assert!(object.remove(&["metadata", "namespace"]));
        assert!(object.is_changed());
        assert_eq!(object.get(&["metadata"]).unwrap(), br#"{"name":"a","labels":{"a":"22"}}"#);
        Ok(())
    }));
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let body = database("a", &json!({"engine": "mysql"}));
    let response = chain.create(&storage(), Context::new(&user), &body, &mut workspace);
    assert_eq!(accepted(&response)["metadata"]["labels"], json!({"a": "22"}));
}
