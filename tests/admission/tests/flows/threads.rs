//! Many threads: no lost update, no deadlock, every conflict is a 409 in the server's words.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crdc_admission::{
    Attributes, Chain, Context, Object, Operation, Patch, UserInfo, Validator, Workspace, mutator_fn,
    validator_fn,
};
use crdc_admission_tests::database::Database;
use crdc_admission_tests::{database, read, storage};
use serde_json::json;

const THREADS: u64 = 16;
const OBJECTS: u64 = 10;
const UPDATES: u64 = 100_000;

fn incrementing() -> Chain {
    Chain::of::<Database>()
        .mutator(mutator_fn("label", |attributes: &mut Attributes<'_>| {
            attributes.object_mut().unwrap().set_label("touched", "yes");
            Ok(())
        }))
        .validator(monotonic())
}

/// Refuses updates that decrease the count.
fn monotonic() -> impl Validator {
    let validate = |attributes: &Attributes<'_>| {
        let count = |object: &Object<'_>| object.integer(&["spec", "count"]);
        let (new, old) =
            (attributes.object().and_then(count), attributes.old_object().as_ref().and_then(count));
        if new < old { Err(attributes.forbidden("the count falls")) } else { Ok(()) }
    };
    validator_fn("monotonic", validate).on(&[Operation::Update])
}

/// Each thread reads an object, increments its count and updates it, until all updates are made.
#[test]
fn no_update_is_lost() {
    let (memory, chain) = (storage(), incrementing());
    let user = UserInfo::default();
    let context = Context::new(&user);
    let mut workspace = Workspace::new();
    for index in 0..OBJECTS {
        let body = database(&format!("db-{index}"), &json!({"engine": "mysql", "count": 0}));
        assert!(chain.create(&memory, context, &body, &mut workspace).accepted());
    }
    let (left, conflicts) = (AtomicU64::new(UPDATES), AtomicU64::new(0));
    thread::scope(|scope| {
        for seed in 0..THREADS {
            let (memory, chain, left, conflicts) = (&memory, &chain, &left, &conflicts);
            scope.spawn(move || {
                let user = UserInfo::default();
                let context = Context::new(&user);
                let mut workspace = Workspace::new();
                let mut next = seed;
                while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok() {
                    next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let name = format!("db-{}", (next >> 33) % OBJECTS);
                    loop {
                        let stored = memory.object("default", &name).unwrap().object;
                        let text = std::str::from_utf8(&stored).unwrap();
                        let (head, tail) = text.split_once("\"count\":").unwrap();
                        let end = tail.find(|c: char| !c.is_ascii_digit()).unwrap();
                        let count: u64 = tail[..end].parse().unwrap();
                        let body = format!("{head}\"count\":{}{}", count + 1, &tail[end..]);
                        let response = chain.update(memory, context, &name, body.as_bytes(), &mut workspace);
                        let Some(refusal) = response.refusal() else { break };
                        let message = format!(
                            "Operation cannot be fulfilled on databases.example.com {name:?}: the object has been \
                             modified; please apply your changes to the latest version and try again"
                        );
                        assert_eq!((refusal.code, refusal.message.as_str()), (409, message.as_str()));
                        conflicts.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let mut total = 0;
    for index in 0..OBJECTS {
        let object = read(&memory.object("default", &format!("db-{index}")).unwrap().object);
        let count = object["spec"]["count"].as_u64().unwrap();
        assert_eq!(
            object["metadata"]["generation"].as_u64(),
            Some(count + 1),
            "a generation for each update"
        );
        total += count;
    }
    assert_eq!(total, UPDATES);
    println!("{UPDATES} updates, {} conflicts", conflicts.load(Ordering::Relaxed));
}

/// Creates, patches and deletes of the same names: every answer is one that the server could give.
#[test]
fn creates_patches_and_deletes_do_not_deadlock() {
    let (memory, chain) = (storage(), incrementing());
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (memory, chain) = (&memory, &chain);
            scope.spawn(move || {
                let user = UserInfo::default();
                let context = Context::new(&user);
                let mut workspace = Workspace::new();
                for turn in 0..300 {
                    let name = format!("db-{}", turn % 3);
                    let code = match (thread + turn) % 4 {
                        0 => {
                            let body = database(&name, &json!({"engine": "mysql", "count": 0}));
                            chain.create(memory, context, &body, &mut workspace).code()
                        }
                        1 => chain.delete(memory, context, &name, b"").code(),
                        2 => {
                            let patch = Patch::Merge(br#"{"spec": {"team": "a"}}"#);
                            chain.patch(memory, context, &name, patch, &mut workspace).code()
                        }
                        _ => chain.delete_collection(memory, context, "", b"").code(),
                    };
                    assert!([200, 201, 404, 409].contains(&code), "{code}");
                }
            });
        }
    });
}
