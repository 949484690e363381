//! Large and deep input. Sizes are such that quadratic work would take many minutes.

use crdc_apply::{
    Atom, FieldManager, FieldSet, List, MAX_DEPTH, Map, Options, Scalar, Schema, SingleVersion, Time,
};
use serde_json::{Value, json};

fn versions() -> SingleVersion {
    let mut schema = Schema::new();
    let scalar = schema.add(Atom::scalar(Scalar::Untyped));
    let item = schema.add(Atom::map(Map::new().field("id", scalar).field("text", scalar)));
    let items = schema.add(Atom::list(List::keyed(item, ["id", "text"])));
    let set = schema.add(Atom::list(List::set(scalar)));
    let tree = schema.named("tree");
    schema.define("tree", Atom::map(Map::new().field("below", tree).others(Schema::DEDUCED)));
    let spec =
        Map::new().field("items", items).field("set", set).field("tree", tree).field("any", Schema::DEDUCED);
    let spec = schema.add(Atom::map(spec));
    let root = Map::new()
        .field("apiVersion", scalar)
        .field("kind", scalar)
        .field("metadata", Schema::DEDUCED)
        .field("spec", spec);
    let root = schema.add(Atom::map(root));
    SingleVersion::new("v1", schema, root)
}

fn object(field: &str, value: Value) -> Value {
    // Without copies, which call themselves for each level.
    let mut object = json!({"apiVersion": "v1", "kind": "Big", "metadata": {"name": "a"}, "spec": {}});
    object["spec"][field] = value;
    object
}

/// Applies one value, then another one by another manager, then updates with the first one.
fn run(field: &str, first: Value, second: Value) {
    let versions = versions();
    let fields = FieldManager::new(&versions, "v1", "Big");
    let options = |manager| Options { manager, force: true, now: Time(0) };
    let first = object(field, first);
    let live = fields.apply(None, &first, options("ann")).expect("applied");
    let live = fields.apply(Some(&live), &object(field, second), options("bob")).expect("applied");
    let live = fields.apply(Some(&live), &first, options("bob")).expect("applied");
    let live = fields.update(Some(&live), first, options("cal"));
    assert!(live["metadata"]["managedFields"].is_array());
}

const MANY: usize = 30_000;

#[test]
fn long_lists_with_keys_in_any_order() {
    let item = |at: usize| json!({"id": at, "text": "x"});
    let forwards: Value = (0..MANY).map(item).collect();
    let backwards: Value = (0..MANY).rev().map(item).collect();
    run("items", forwards, backwards);
}

#[test]
fn long_sets_in_any_order() {
    let forwards: Value = (0..MANY).map(|at| json!(format!("{at:06}"))).collect();
    let mixed: Value = (0..MANY).map(|at| json!(format!("{:06}", at * 7919 % MANY))).collect();
    run("set", forwards, mixed);
}

#[test]
fn sets_of_all_kinds_of_numbers() {
    let numbers = |shift: usize| -> Value {
        let numbers = (0..MANY).map(|at| if at % 2 == shift { json!(at) } else { json!(at as f64 + 0.5) });
        numbers
            .chain([json!(9_007_199_254_740_993_i64), json!(9_007_199_254_740_992_i64), json!(1.5e300)])
            .collect()
    };
    run("set", numbers(0), numbers(1));
}

#[test]
fn lists_that_are_one_item_again_and_again() {
    let versions = versions();
    let fields = FieldManager::new(&versions, "v1", "Big");
    let options = Options { manager: "ann", force: true, now: Time(0) };
    let same: Value = (0..MANY).map(|_| json!({"id": 1, "text": "x"})).collect();
    let live = fields.update(None, object("items", same.clone()), options);
    let applied = fields
        .apply(Some(&live), &object("items", json!([{"id": 1, "text": "x"}])), options)
        .expect("applied");
    assert_eq!(applied["spec"]["items"], json!([{"id": 1, "text": "x"}]));
    let error = fields.apply(None, &object("items", same), options).expect_err("an error");
    assert_eq!(error.message().lines().count(), MANY);
}

#[test]
fn wide_maps() {
    let map = |name: &str| -> Value {
        (0..MANY).map(|at| (format!("{name}{at}"), json!(at))).collect::<serde_json::Map<_, _>>().into()
    };
    run("any", map("a"), map("b"));
}

fn nested(depth: usize, name: &str) -> Value {
    (0..depth).fold(json!({}), |below, _| {
        let mut map = serde_json::Map::new();
        map.insert(name.to_owned(), below);
        map.into()
    })
}

/// With half of the stack that threads have.
#[test]
fn deep_values_are_followed_up_to_a_limit() {
    // The root and the spec are levels as well.
    let deep = || {
        run("tree", nested(MAX_DEPTH - 4, "below"), nested(MAX_DEPTH - 5, "below"));
        run("any", nested(MAX_DEPTH - 4, "below"), nested(MAX_DEPTH - 5, "other"));
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(deep).expect("a thread");
    thread.join().expect("a thread that ends");
}

#[test]
fn deeper_values_are_refused() {
    let versions = versions();
    let fields = FieldManager::new(&versions, "v1", "Big");
    let options = Options { manager: "ann", force: true, now: Time(0) };
    for depth in [MAX_DEPTH + 1, 10 * MAX_DEPTH] {
        let mut deep = object("tree", nested(depth, "below"));
        let expected = format!("the value nests deeper than {MAX_DEPTH} levels");
        let error = fields.apply(None, &deep, options).expect_err("an error");
        assert_eq!(
            error.message(),
            format!("failed to create typed patch object (/a; /v1, Kind=Big): {expected}")
        );
        let error = fields.apply(Some(&deep), &object("any", json!(1)), options).expect_err("an error");
        assert_eq!(
            error.message(),
            format!("failed to create typed live object (/a; /v1, Kind=Big): {expected}")
        );
        assert_eq!(fields.update(Some(&deep), object("any", json!(1)), options), object("any", json!(1)));
        deep = fields.update(None, deep, options);
        assert!(deep["metadata"].get("managedFields").is_none());
        let mut config = object("any", json!(1));
        config["metadata"]["managedFields"] = json!([{"fieldsV1": nested(depth, "f:a")}]);
        assert!(fields.apply(None, &config, options).is_err());
    }
    assert!(FieldSet::from_value(&nested(MAX_DEPTH + 3, "f:a")).is_err());
    let set = FieldSet::from_value(&nested(MAX_DEPTH + 2, "f:a")).expect("fields");
    assert_eq!(set.union(&set).difference(&set), FieldSet::new());
    assert_eq!(set.leaves().len(), 1);
}
