//! P6: with a warm scratch, a valid object that needs no change is processed without allocations.

use allocation_counter::measure;
use crdc_dynamic::validators::Validators;
use crdc_oracle::json;
use crdc_oracle::record::{Op, cases};
use crdc_source::Source;
use crdc_tests::compiled;

/// The largest objects of the small record that are stored unchanged.
fn objects() -> Vec<(String, Vec<u8>)> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/record");
    let all = cases(&std::fs::read_to_string(format!("{root}/cases.jsonl")).unwrap());
    let mut scratch = crdc::Scratch::new();
    let mut largest: std::collections::BTreeMap<String, Vec<u8>> = Default::default();
    for case in all.iter().filter(|case| case.op == Op::Create) {
        let file = case.crd.rsplit('/').next().unwrap();
        let name = format!("{}/{}", file.trim_end_matches(".yaml"), case.version);
        let outcome = crdc::answer(compiled::find(&name), crdc::Request::create(&case.new), &mut scratch);
        let Some(stored) = outcome.accepted_object().map(<[u8]>::to_vec) else {
            continue;
        };
        // A stored object has a resource version, which updates require.
        let stored = String::from_utf8(stored).unwrap();
        let stored = match json::read(stored.as_bytes()).unwrap().value.get("metadata") {
            Some(metadata) if metadata.get("resourceVersion").is_none() => {
                let (head, tail) = stored.split_once("\"metadata\":").unwrap();
                let tail = tail.trim_start().strip_prefix('{').unwrap();
                format!("{head}\"metadata\":{{\"resourceVersion\":\"7\",{tail}")
            }
            _ => stored,
        };
        let stored = stored.into_bytes();
        let known = largest.entry(name).or_default();
        if stored.len() > known.len() {
            *known = stored;
        }
    }
    largest.into_iter().collect()
}

#[test]
fn valid_and_unchanged_allocates_nothing() {
    let objects = objects();
    assert!(objects.len() > 20, "only {} objects", objects.len());
    let mut scratch = crdc::Scratch::new();
    for (name, object) in &objects {
        let compiled = compiled::find(name);
        // Stored objects are valid and complete, so that only normalization can change them, and only in the
        // first pass: the second pass must change nothing.
        let outcome = crdc::answer(compiled, crdc::Request::create(object), &mut scratch);
        assert!(outcome.accepted() && outcome.unchanged(), "{name} changes");
        let counted = measure(|| {
            let outcome = crdc::answer(compiled, crdc::Request::create(object), &mut scratch);
            assert!(outcome.accepted() && outcome.unchanged());
            assert!(outcome.accepted_object().is_some());
        });
        assert_eq!(counted.count_total, 0, "{name}: {} bytes", counted.bytes_total);
    }
}

/// Rules that are not simple are evaluated, which allocates; no other part of a plan does.
#[test]
fn plans_that_are_not_compiled_allocate_nothing() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/record/crds");
    let (mut scratch, mut with_rules, mut allocating) = (crdc::Scratch::new(), 0, Vec::new());
    let objects = objects();
    for (name, object) in &objects {
        let (file, version) = name.split_once('/').unwrap();
        let text = std::fs::read_to_string(format!("{root}/{file}.yaml")).unwrap();
        let validators = Validators::load(&[Source::new(file, text)]).unwrap();
        let plan = validators.all().find(|found| found.compiled().version == version).unwrap();
        let mut run = || {
            assert!(plan.create(object, &mut scratch).accepted(), "{name}");
            assert!(plan.update(object, object, &mut scratch).accepted(), "{name}");
        };
        run();
        let counted = measure(&mut run);
        with_rules += usize::from(plan.compiled().has_rules);
        if counted.count_total > 0 {
            assert!(plan.compiled().has_rules, "{name}: {} bytes", counted.bytes_total);
            allocating.push(name);
        }
    }
    println!("{with_rules} of {} have rules, {allocating:?} allocate", objects.len());
    assert!(allocating.len() * 2 <= with_rules, "{allocating:?} of {with_rules} with rules");
}

#[test]
fn comparing_items_allocates_nothing() {
    let compiled = compiled::find("lists.hostile.example.com/v1");
    let list = |count: usize, item: fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(",");
    let mut scratch = crdc::Scratch::new();
    // Short and long lists, strings with escapes, floats in lists, defaulted keys.
    for count in [1, 2, 16, 17, 400] {
        let object = format!(
            r#"{{"apiVersion":"hostile.example.com/v1","kind":"Lists","metadata":{{"name":"x","generation":1}},"spec":{{"set":[{}],"tuples":[{}],"keyed":[{}],"pairs":[{}]}}}}"#,
            list(count, |i| format!("\"\\u0061{i}\"")),
            list(count, |i| format!("[{i},{i}.5,{i}.0,{i}e25]")),
            list(count, |i| format!("{{\"name\":\"n{i}\",\"set\":[\"a\",\"b\"]}}")),
            list(count, |i| format!("{{\"port\":{},\"protocol\":\"P{}\"}}", i / 2, i % 2)),
        );
        let create = |scratch: &mut crdc::Scratch| {
            let outcome = crdc::answer(compiled, crdc::Request::create(object.as_bytes()), scratch);
            assert!(outcome.accepted() && outcome.unchanged(), "{object}");
        };
        create(&mut scratch);
        let counted = measure(|| create(&mut scratch));
        assert_eq!(counted.count_total, 0, "{count} items: {} bytes", counted.bytes_total);
    }
}

#[test]
fn updates_that_change_nothing_allocate_nothing() {
    let mut scratch = crdc::Scratch::new();
    for (name, object) in &objects() {
        let compiled = compiled::find(name);
        let request = || crdc::Request::update(object, object);
        let _ = crdc::answer(compiled, request(), &mut scratch).accepted();
        let counted = measure(|| {
            let outcome = crdc::answer(compiled, request(), &mut scratch);
            assert!(outcome.accepted());
        });
        assert_eq!(counted.count_total, 0, "{name}: {} bytes", counted.bytes_total);
    }
}

#[test]
fn updates_that_change_something_allocate_nothing() {
    let mut scratch = crdc::Scratch::new();
    let mut counted_updates = 0;
    for (name, object) in &objects() {
        let compiled = compiled::find(name);
        let with = |key: &str, value: json::Json| {
            let mut old = json::read(object).unwrap().value;
            if key == "labels" {
                old.get_mut("metadata").unwrap().set(key, value);
            } else {
                old.set(key, value);
            }
            old.to_string().into_bytes()
        };
        let label = json::object([("old", json::Json::from("label"))]);
        for old in [with("labels", label), with("spec", json::Json::Object(vec![]))] {
            let request = || crdc::Request::update(object, &old);
            let mut refused = false;
            for _ in 0..2 {
                let outcome = crdc::answer(compiled, request(), &mut scratch);
                // Rules of some resources do not let a spec be set later.
                refused = !outcome.accepted();
                assert!(outcome.errors().all(|error| error.source == crdc::ErrorSource::Cel), "{name}");
                assert!(refused || outcome.accepted_object().is_some(), "{name}");
            }
            if refused {
                continue;
            }
            counted_updates += 1;
            let counted = measure(|| {
                let outcome = crdc::answer(compiled, request(), &mut scratch);
                assert!(outcome.accepted() && outcome.accepted_object().is_some());
            });
            assert_eq!(counted.count_total, 0, "{name}: {} bytes", counted.bytes_total);
        }
    }
    assert!(counted_updates * 3 > objects().len() * 2 * 2, "{counted_updates}");
}

#[test]
fn one_warm_scratch_serves_every_kind() {
    let objects = objects();
    let mut scratch = crdc::Scratch::new();
    let run = |scratch: &mut crdc::Scratch| {
        for (name, object) in &objects {
            let compiled = compiled::find(name);
            assert!(crdc::answer(compiled, crdc::Request::create(object), scratch).accepted());
        }
    };
    run(&mut scratch);
    let counted = measure(|| {
        for (name, object) in &objects {
            let compiled = compiled::find(name);
            assert!(crdc::answer(compiled, crdc::Request::create(object), &mut scratch).accepted());
        }
    });
    assert_eq!(counted.count_total, 0, "{} objects, {} bytes", objects.len(), counted.bytes_total);
    // Check that the counter works.
    assert!(measure(|| drop(json::Json::from("text"))).count_total > 0);
}
