//! What mutators may do, and that nothing they did escapes crdc.

use crdc_admission::{Attributes, Chain, Context, Object, UserInfo, Workspace, mutator_fn, validator_fn};
use crdc_admission_tests::database::Database;
use crdc_admission_tests::{accepted, database, read, refused, storage};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A chain with one mutator.
fn mutating(change: impl Fn(&mut Object<'_>) + Send + Sync + 'static) -> Chain {
    Chain::of::<Database>().mutator(mutator_fn("m", move |attributes: &mut Attributes<'_>| {
        attributes.object_mut().into_iter().for_each(&change);
        Ok(())
    }))
}

fn create(chain: &Chain, spec: Value) -> Result<Value, (u16, String)> {
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let body = database("a", &spec);
    let response = chain.create(&storage(), Context::new(&user), &body, &mut workspace);
    if response.accepted() { Ok(accepted(&response)) } else { Err(refused(&response)) }
}

#[test]
fn mutators_see_decoded_objects() {
    let chain = mutating(|object| {
        assert_eq!(object.integer(&["spec", "replicas"]), Some(1), "defaulted");
        assert_eq!(object.get(&["spec", "extra"]), None, "pruned");
        assert_eq!(object.get(&["metadata", "uid"]), None, "wiped");
        assert_eq!(object.string(&["metadata", "namespace"]).as_deref(), Some("default"));
        object.set_string(&["spec", "team"], "seen");
    });
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let body = br#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"name":"a","uid":"mine"},
        "spec":{"engine":"mysql","engine":"postgres","extra":1}}"#;
    let response = chain.create(&storage(), Context::new(&user), body, &mut workspace);
    assert_eq!(accepted(&response)["spec"], json!({"engine": "postgres", "replicas": 1, "team": "seen"}));
    assert_eq!(response.warnings(), ["duplicate field \"spec.engine\"", "unknown field \"spec.extra\""]);
}

#[test]
fn what_mutators_change_is_pruned_defaulted_and_validated() {
    let stored = create(
        &mutating(|object| assert!(object.set(&["spec", "size", "disk"], b"1"))),
        json!({"engine": "mysql"}),
    );
    assert_eq!(stored.unwrap()["spec"]["size"], json!({"cpu": 1}));
    let refusal = create(
        &mutating(|object| assert!(object.set(&["spec", "replicas"], b"8"))),
        json!({"engine": "mysql"}),
    );
    let message = "Database.example.com \"a\" is invalid: spec.replicas: Invalid value: 8: spec.replicas in body should \
                   be less than or equal to 7";
    assert_eq!(refusal, Err((422, message.to_owned())));
    let refusal = create(&mutating(|object| object.replace(b"[1")), json!({"engine": "mysql"})).unwrap_err();
    assert_eq!(refusal.0, 500);
    let head = "Internal error occurred: the object is malformed after mutation by m: ";
    assert!(refusal.1.starts_with(head), "{}", refusal.1);
    // What only the server sets, a mutator cannot set either.
    let chain = mutating(|object| {
        object.set_string(&["metadata", "uid"], "mine");
        object.set(&["metadata", "generation"], b"7");
        object.set_string(&["status", "phase"], "Ready");
    });
    let stored = create(&chain, json!({"engine": "mysql"})).unwrap();
    assert_ne!(stored["metadata"]["uid"], "mine");
    assert_eq!((&stored["metadata"]["generation"], stored.get("status")), (&json!(1), None));
}

#[test]
fn an_update_validates_what_mutators_change() {
    let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
    let context = Context::new(&user);
    let body = database("a", &json!({"engine": "mysql", "backup": "S3", "s3": {"bucket": "b"}}));
    let plain = Chain::of::<Database>();
    let created = accepted(&plain.create(&memory, context, &body, &mut workspace));
    // Immutability applies to mutators.
    let chain = mutating(|object| assert!(object.set_string(&["spec", "engine"], "postgres")));
    let response = chain.update(&memory, context, "a", created.to_string().as_bytes(), &mut workspace);
    let message = "Database.example.com \"a\" cannot be updated: spec.engine: Invalid value: \"postgres\": field is immutable";
    assert_eq!(refused(&response), (400, message.to_owned()));
    // A mutator selects another union member; the former one is cleared after it, and a validator sees that.
    let chain = mutating(|object| {
        object.set_string(&["spec", "backup"], "Volume");
        object.set_string(&["spec", "volume", "claim"], "c");
    })
    .validator(validator_fn("v", |attributes: &Attributes<'_>| {
        let object = attributes.object().unwrap();
        assert!(object.get(&["spec", "s3"]).is_none());
        let old = attributes.old_object().unwrap();
        assert_eq!(old.string(&["spec", "s3", "bucket"]).as_deref(), Some("b"));
        Ok(())
    }));
    let response = chain.update(&memory, context, "a", created.to_string().as_bytes(), &mut workspace);
    let expected = json!({"engine": "mysql", "replicas": 1, "backup": "Volume", "volume": {"claim": "c"}});
    assert_eq!(accepted(&response)["spec"], expected);
    assert_eq!(accepted(&response)["metadata"]["generation"], 2);
}

#[test]
fn a_status_update_replaces_only_the_status() {
    let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
    let context = Context::new(&user);
    let body = database("a", &json!({"engine": "mysql"}));
    let plain = Chain::of::<Database>();
    let mut object = accepted(&plain.create(&memory, context, &body, &mut workspace));
    object["spec"]["replicas"] = json!(5);
    object["status"] = json!({"phase": "Ready"});
    for chain in [plain, mutating(|object| assert!(object.set_label("seen", "yes")))] {
        let status = context.subresource("status");
        let response = chain.update(&memory, status, "a", object.to_string().as_bytes(), &mut workspace);
        let stored = accepted(&response);
        assert_eq!((&stored["spec"]["replicas"], &stored["status"]["phase"]), (&json!(1), &json!("Ready")));
        object["metadata"]["resourceVersion"] = stored["metadata"]["resourceVersion"].clone();
    }
}

#[test]
fn an_update_of_a_part_replaces_the_object_and_says_so() {
    let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
    let context = Context::new(&user);
    let body = database("a", &json!({"engine": "mysql"}));
    let chain = Chain::of::<Database>().mutator(mutator_fn("m", |attributes: &mut Attributes<'_>| {
        let part = attributes.subresource().unwrap_or("none").to_owned();
        attributes.object_mut().into_iter().for_each(|object| assert!(object.set_label("part", &part)));
        Ok(())
    }));
    let mut object = accepted(&chain.create(&memory, context, &body, &mut workspace));
    assert_eq!(object["metadata"]["labels"]["part"], "none");
    object["spec"]["replicas"] = json!(5);
    object["status"] = json!({"phase": "Ready"});
    let text = object.to_string();
    let response = chain.update(&memory, context.part("extras"), "a", text.as_bytes(), &mut workspace);
    let stored = accepted(&response);
    assert_eq!(
        (&stored["spec"]["replicas"], &stored["metadata"]["labels"]["part"]),
        (&json!(5), &json!("extras"))
    );
    assert_eq!(stored.get("status"), None);
}

/// A type of an older release, which knows fewer fields.
#[derive(Debug, Deserialize, Serialize)]
struct OldDatabase {
    spec: OldSpec,
}

#[derive(Debug, Deserialize, Serialize)]
struct OldSpec {
    engine: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    users: Vec<OldUser>,
    team: Option<String>,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct OldUser {
    name: String,
}

#[test]
fn typed_mutators_keep_what_their_type_does_not_know() {
    let chain = mutating(|object| {
        object
            .edit(|database: &mut OldDatabase| {
                database.spec.team = Some("a".to_owned());
                database.spec.users.insert(0, OldUser { name: "root".to_owned() });
            })
            .unwrap();
    });
    let spec =
        json!({"engine": "mysql", "count": 9007199254740993i64, "users": [{"name": "x", "role": "owner"}]});
    let stored = create(&chain, spec).unwrap();
    let expected = json!({
        "engine": "mysql", "replicas": 1, "count": 9007199254740993i64, "team": "a",
        "users": [{"name": "root", "role": "reader"}, {"name": "x", "role": "owner"}],
    });
    assert_eq!(stored["spec"], expected);
    // An edit that changes nothing is no change.
    let chain = mutating(|object| {
        object.edit(|_: &mut OldDatabase| ()).unwrap();
        assert!(!object.is_changed());
    });
    assert_eq!(create(&chain, json!({"engine": "mysql"})).unwrap()["spec"].get("team"), None);
}

#[test]
fn attributes_say_everything_about_a_request() {
    let chain = Chain::of::<Database>().validator(validator_fn("v", |attributes: &Attributes<'_>| {
        assert_eq!(attributes.user().username, "alice");
        assert_eq!(attributes.user().groups, ["dev"]);
        assert_eq!((attributes.namespace(), &*attributes.name()), ("prod", "a"));
        assert_eq!(attributes.resource().plural, "databases");
        assert_eq!(attributes.options(), Some(&br#"{"fieldManager":"me"}"#[..]));
        assert_eq!((attributes.subresource(), attributes.is_dry_run()), (None, false));
        // What would be stored, with what only the server knows.
        let object = attributes.object().unwrap();
        assert_eq!(
            object.string(&["metadata", "creationTimestamp"]).as_deref(),
            Some("2026-11-22T15:00:00Z")
        );
        assert_eq!(object.string(&["metadata", "uid"]).unwrap().len(), 36);
        assert!(attributes.old_object().is_none());
        Ok(())
    }));
    let (user, mut workspace) = (UserInfo::new("alice").group("dev"), Workspace::new());
    let context = Context::new(&user).namespace("prod").options(br#"{"fieldManager":"me"}"#);
    let body = database("a", &json!({"engine": "mysql"}));
    let stored = accepted(&chain.create(&storage(), context, &body, &mut workspace));
    assert_eq!(read(&body)["spec"]["engine"], stored["spec"]["engine"]);
}
