//! Deletions: finalizers, grace periods, preconditions, collections.
// apiserver: registry/rest/delete.go, registry/generic/registry/store.go

use std::sync::atomic::{AtomicI64, Ordering};

use crdc_admission::{
    Attributes, Chain, Context, MemoryStorage, SeededNames, UserInfo, Workspace, validator_fn,
};
use crdc_admission_tests::database::Database;
use crdc_admission_tests::{NOW, accepted, database, read, refused, storage};
use serde_json::{Value, json};

/// A storage with these databases, each with its finalizers.
fn stored(memory: &MemoryStorage, objects: &[(&str, &[&str])]) {
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    for (name, finalizers) in objects {
        let mut object = read(&database(name, &json!({"engine": "mysql"})));
        object["metadata"]["finalizers"] = json!(finalizers);
        object["metadata"]["labels"] = json!({"first": name[..1]});
        let text = object.to_string();
        let chain = Chain::of::<Database>();
        assert!(chain.create(memory, Context::new(&user), text.as_bytes(), &mut workspace).accepted());
    }
}

#[test]
fn an_object_goes_with_its_last_finalizer() {
    let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
    let (chain, context) = (Chain::of::<Database>(), Context::new(&user));
    stored(&memory, &[("a", &["example.com/cleanup"]), ("b", &[])]);
    let response = chain.delete(&memory, context, "b", b"");
    assert!(response.accepted() && response.object().is_none());
    assert!(memory.object("default", "b").is_none());
    let marked = accepted(&chain.delete(&memory, context, "a", b""));
    assert_eq!(marked["metadata"]["deletionTimestamp"], "2026-11-22T15:00:00Z");
    assert_eq!(marked["metadata"]["deletionGracePeriodSeconds"], 0);
    assert_eq!(marked["metadata"]["generation"], 2);
    // Deleting it again changes nothing.
    let again = accepted(&chain.delete(&memory, context, "a", b""));
    assert_eq!(again, marked);
    let same = database("a", &json!({"engine": "mysql"}));
    let taken = chain.create(&memory, context, &same, &mut workspace);
    let message = "object is being deleted: databases.example.com \"a\" already exists";
    assert_eq!(refused(&taken), (409, message.to_owned()));
    // No finalizers may be added now.
    let mut more = marked.clone();
    more["metadata"]["finalizers"] = json!(["example.com/cleanup", "example.com/more"]);
    let response = chain.update(&memory, context, "a", more.to_string().as_bytes(), &mut workspace);
    assert_eq!(response.code(), 422);
    let mut done = marked;
    done["metadata"].as_object_mut().unwrap().remove("finalizers");
    let dry = chain.update(&memory, context.dry_run(true), "a", done.to_string().as_bytes(), &mut workspace);
    assert!(dry.accepted() && memory.object("default", "a").is_some());
    let response = chain.update(&memory, context, "a", done.to_string().as_bytes(), &mut workspace);
    assert!(response.accepted());
    assert!(memory.is_empty());
}

#[test]
fn a_grace_period_is_only_shortened() {
    let clock: &'static AtomicI64 = Box::leak(Box::new(AtomicI64::new(NOW)));
    let memory = MemoryStorage::new(|| clock.load(Ordering::Relaxed), SeededNames::new(1)).graceful(30);
    let user = UserInfo::default();
    let (chain, context) = (Chain::of::<Database>(), Context::new(&user));
    stored(&memory, &[("a", &[])]);
    let delete = |seconds: Option<i64>| {
        let options = json!({"gracePeriodSeconds": seconds}).to_string();
        let response = chain.delete(&memory, context, "a", options.as_bytes());
        assert!(response.accepted(), "{response:?}");
        response.object().map(read).map(|object| {
            let metadata = &object["metadata"];
            let fields = ["deletionTimestamp", "deletionGracePeriodSeconds", "generation", "resourceVersion"];
            fields.map(|field| metadata[field].clone())
        })
    };
    let row = |time: &str, seconds: i64, version: &str| -> Option<[Value; 4]> {
        Some([json!(format!("2026-11-22T15:00:{time}Z")), json!(seconds), json!(2), json!(version)])
    };
    assert_eq!(delete(None), row("30", 30, "2"));
    assert_eq!(delete(Some(40)), row("30", 30, "2"), "pending");
    assert_eq!(delete(None), row("30", 30, "2"), "pending");
    assert_eq!(delete(Some(20)), row("20", 20, "3"));
    clock.store(NOW + 15, Ordering::Relaxed);
    // Ten seconds are over already; it gets a last one.
    assert_eq!(delete(Some(10)), row("15", 1, "4"));
    assert_eq!(delete(Some(0)), None);
    assert!(memory.is_empty());
}

#[test]
fn preconditions_hold() {
    let (user, memory) = (UserInfo::default(), storage());
    let (chain, context) = (Chain::of::<Database>(), Context::new(&user));
    stored(&memory, &[("a", &[])]);
    let uid = read(&memory.object("default", "a").unwrap().object)["metadata"]["uid"].clone();
    // A running server has the kind here, and not the resource.
    let head = "Operation cannot be fulfilled on Database.example.com \"a\": the ";
    let options = br#"{"preconditions": {"uid": "other"}}"#;
    let message = format!(
        "{head}UID in the precondition (other) does not match the UID in record ({}). The object might have been \
         deleted and then recreated",
        uid.as_str().unwrap()
    );
    assert_eq!(refused(&chain.delete(&memory, context, "a", options)), (409, message));
    let options = br#"{"preconditions": {"resourceVersion": "7"}}"#;
    let message = format!(
        "{head}ResourceVersion in the precondition (7) does not match the ResourceVersion in record (1). The object \
         might have been modified"
    );
    assert_eq!(refused(&chain.delete(&memory, context, "a", options)), (409, message));
    let options = json!({"preconditions": {"uid": uid, "resourceVersion": "1"}}).to_string();
    assert!(chain.delete(&memory, context, "a", options.as_bytes()).accepted());
}

#[test]
fn a_collection_is_validated_once_and_object_by_object() {
    let (user, memory) = (UserInfo::default(), storage());
    let context = Context::new(&user);
    stored(&memory, &[("a1", &[]), ("a2", &[]), ("b1", &["example.com/cleanup"]), ("c1", &[])]);
    // The old object is what a validator protects; the collection itself has no name.
    let chain = Chain::of::<Database>().validator(validator_fn("protect", |attributes: &Attributes<'_>| {
        assert!(attributes.object().is_none());
        match attributes.old_object() {
            None => assert_eq!(attributes.name(), ""),
            Some(old) => assert_eq!(old.string(&["metadata", "name"]).unwrap(), attributes.name()),
        }
        if attributes.name() == "c1" { Err(attributes.forbidden("protected")) } else { Ok(()) }
    }));
    let response = chain.delete_collection(&memory, context, "labelSelector=first%3Da", b"");
    assert!(response.accepted());
    assert_eq!(memory.len(), 2);
    let response = chain.delete_collection(&memory, context, "", b"");
    assert_eq!(refused(&response), (403, "databases.example.com \"c1\" is forbidden: protected".to_owned()));
    assert!(
        read(&memory.object("default", "b1").unwrap().object)["metadata"]["deletionTimestamp"].is_string()
    );
    let response = chain.delete_collection(&memory, context.namespace("other"), "", b"");
    assert!(response.accepted());
    let never = Chain::of::<Database>().validator(validator_fn("never", |attributes: &Attributes<'_>| {
        Err(attributes.forbidden("no collections"))
    }));
    let response = never.delete_collection(&memory, context, "", b"");
    assert_eq!(
        refused(&response),
        (403, "databases.example.com \"Unknown\" is forbidden: no collections".to_owned())
    );
    let response = chain.delete_collection(&memory, context, "fieldSelector=a%3Db", b"");
    assert_eq!(response.code(), 400);
}
