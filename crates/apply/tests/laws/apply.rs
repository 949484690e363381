//! Laws of apply and update, by random sequences of three managers.

use crdc_apply::{Atom, FieldManager, List, Map, Options, Schema, SingleVersion, Time};
use serde_json::{Value, json};

use crate::random::Rng;

fn site() -> SingleVersion {
    let mut schema = Schema::new();
    let item =
        schema.add(Atom::map(Map::new().field("name", Schema::DEDUCED).field("value", Schema::DEDUCED)));
    let items = schema.add(Atom::list(List::keyed(item, ["name"])));
    let spec = schema.add(Atom::map(
        Map::new().field("any", Schema::DEDUCED).field("whole", Schema::ATOMIC).field("items", items),
    ));
    let root = Map::new()
        .field("apiVersion", Schema::DEDUCED)
        .field("kind", Schema::DEDUCED)
        .field("metadata", Schema::DEDUCED);
    let root = schema.add(Atom::map(root.field("spec", spec)));
    SingleVersion::new("example.io/v1", schema, root)
}

fn object(rng: &mut Rng, repeated: bool) -> Value {
    let mut spec = json!({});
    for field in ["any", "whole", "items"] {
        if rng.below(3) > 0 {
            spec[field] = if field == "items" { rng.items(repeated) } else { rng.value(3) };
        }
    }
    json!({"apiVersion": "example.io/v1", "kind": "Site", "metadata": {"name": "a"}, "spec": spec})
}

/// Calls `check` with a live object, a configuration and a manager, after every step of many sequences.
fn sequences(check: impl Fn(&FieldManager<'_>, Option<&Value>, &Value, Options<'_>)) {
    let versions = site();
    let fields = FieldManager::new(&versions, "example.io/v1", "Site");
    for seed in 0..300 {
        let mut rng = Rng(seed);
        let mut live: Option<Value> = None;
        for step in 0..8 {
            let manager = ["ann", "bob", "cal"][rng.below(3)];
            let options = Options { manager, force: rng.below(2) == 0, now: Time(step) };
            let config = object(&mut rng, false);
            check(&fields, live.as_ref(), &config, options);
            live = match rng.below(2) {
                0 => fields.apply(live.as_ref(), &config, options).ok().or(live),
                _ => {
                    let updated = object(&mut rng, true);
                    Some(fields.update(live.as_ref(), updated, options))
                }
            };
        }
    }
}

#[test]
fn forced_apply_is_never_in_conflict_and_sets_what_is_applied() {
    sequences(|fields, live, config, options| {
        let object = fields.apply(live, config, Options { force: true, ..options }).expect("applied");
        if let Some(whole) = config["spec"].get("whole") {
            assert_eq!(&object["spec"]["whole"], whole);
        }
    });
}

/// Whether there is a map or a list without anything in it.
fn has_empty(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.is_empty() || map.values().any(has_empty),
        Value::Array(items) => items.is_empty() || items.iter().any(has_empty),
        _ => false,
    }
}

#[test]
fn applying_twice_is_applying_once() {
    sequences(|fields, live, config, options| {
        let force = |now| Options { force: true, now: Time(now), ..options };
        let once = fields.apply(live, config, force(1000)).expect("applied");
        // A map that the manager emptied becomes null in the server (structured-merge-diff#305), and is what
        // was applied after the second time.
        let twice = match has_empty(config) {
            true => fields.apply(Some(&once), config, force(2000)).expect("applied again"),
            false => once,
        };
        assert_eq!(fields.apply(Some(&twice), config, Options { force: false, ..force(3000) }), Ok(twice));
    });
}

#[test]
fn updating_with_the_same_object_changes_nothing() {
    sequences(|fields, live, _, options| {
        if let Some(live) = live {
            assert_eq!(&fields.update(Some(live), live.clone(), options), live);
        }
    });
}

#[test]
fn without_a_conflict_force_makes_no_difference() {
    sequences(|fields, live, config, options| {
        if let Ok(object) = fields.apply(live, config, Options { force: false, ..options }) {
            assert_eq!(fields.apply(live, config, Options { force: true, ..options }), Ok(object));
        }
    });
}

#[test]
fn applying_nothing_removes_only_what_nobody_else_owns() {
    sequences(|fields, live, config, options| {
        let options = Options { force: true, ..options };
        let applied = fields.apply(live, config, options).expect("applied");
        let nothing = json!({"apiVersion": "example.io/v1", "kind": "Site", "metadata": {"name": "a"}});
        let left = fields.apply(Some(&applied), &nothing, options).expect("applied");
        let entries = left["metadata"]["managedFields"].as_array().into_iter().flatten();
        let is_own = |entry: &&Value| entry["manager"] == options.manager && entry["operation"] == "Apply";
        assert_eq!(entries.filter(is_own).count(), 0);
    });
}
