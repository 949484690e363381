//! The storage in memory: versions, names, conflicts.

use crdc_admission::{Chain, Context, MemoryStorage, Names, UserInfo, Workspace};
use crdc_admission_tests::database::Database;
use crdc_admission_tests::zone::Zone;
use crdc_admission_tests::{NOW, accepted, database, read, refused, storage};
use serde_json::json;

#[test]
fn versions_rise_and_stale_updates_conflict() {
    let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
    let (chain, context) = (Chain::of::<Database>(), Context::new(&user));
    let body = database("a", &json!({"engine": "mysql"}));
    let first = accepted(&chain.create(&memory, context, &body, &mut workspace));
    assert_eq!(first["metadata"]["resourceVersion"], "1");
    let mut changed = first.clone();
    changed["spec"]["replicas"] = json!(2);
    let second =
        accepted(&chain.update(&memory, context, "a", changed.to_string().as_bytes(), &mut workspace));
    assert_eq!(second["metadata"]["resourceVersion"], "2");
    assert_eq!(second["metadata"]["uid"], first["metadata"]["uid"]);
    let response = chain.update(&memory, context, "a", changed.to_string().as_bytes(), &mut workspace);
    let message = "Operation cannot be fulfilled on databases.example.com \"a\": the object has been modified; please \
                   apply your changes to the latest version and try again";
    assert_eq!(refused(&response), (409, message.to_owned()));
    assert_eq!(response.refusal().unwrap().reason, "Conflict");
    // An update that changes nothing keeps the version.
    let text = serde_json::to_string_pretty(&second).unwrap();
    let same = accepted(&chain.update(&memory, context, "a", text.as_bytes(), &mut workspace));
    assert_eq!(same["metadata"]["resourceVersion"], "2");
    changed["metadata"].as_object_mut().unwrap().remove("resourceVersion");
    let response = chain.update(&memory, context, "a", changed.to_string().as_bytes(), &mut workspace);
    let message = "databases.example.com \"a\" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified \
                   for an update";
    assert_eq!(refused(&response), (422, message.to_owned()));
}

#[test]
fn names_are_taken_and_missing() {
    let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
    let (chain, context) = (Chain::of::<Database>(), Context::new(&user));
    let body = database("a", &json!({"engine": "mysql"}));
    let stored = accepted(&chain.create(&memory, context, &body, &mut workspace));
    let response = chain.create(&memory, context, &body, &mut workspace);
    assert_eq!(refused(&response), (409, "databases.example.com \"a\" already exists".to_owned()));
    assert_eq!(response.refusal().unwrap().reason, "AlreadyExists");
    assert_eq!(read(&memory.object("default", "a").unwrap().object), stored);
    // The same name in another namespace is another object.
    assert!(chain.create(&memory, context.namespace("other"), &body, &mut workspace).accepted());
    assert_eq!(memory.len(), 2);
    for response in [
        chain.update(
            &memory,
            context,
            "b",
            &database("b", &json!({"engine": "mysql"})),
            &mut Workspace::new(),
        ),
        chain.delete(&memory, context, "b", b""),
        chain.patch(&memory, context, "b", crdc_admission::Patch::Merge(b"{}"), &mut Workspace::new()),
    ] {
        assert_eq!(refused(&response), (404, "databases.example.com \"b\" not found".to_owned()));
    }
}

/// Storage refuses a created object that has a version. What is no number is none, and a dry run does not
/// ask.
#[test]
fn created_objects_have_no_version() {
    let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
    let (chain, context) = (Chain::of::<Database>(), Context::new(&user));
    let versioned = |name: &str, version: &str| {
        let mut object = read(&database(name, &json!({"engine": "mysql"})));
        object["metadata"]["resourceVersion"] = json!(version);
        object.to_string()
    };
    let refusal = (500, "resourceVersion should not be set on objects to be created".to_owned());
    for version in ["1", "007", "18446744073709551615"] {
        let object = versioned("a", version);
        let response = chain.create(&memory, context, object.as_bytes(), &mut workspace);
        assert_eq!(refused(&response), refusal, "{version}");
        assert!(chain.create(&memory, context.dry_run(true), object.as_bytes(), &mut workspace).accepted());
    }
    for (index, version) in ["", "0", "000", "x", "+1", "-1", "18446744073709551616"].into_iter().enumerate()
    {
        let object = versioned(&format!("b{index}"), version);
        let stored = accepted(&chain.create(&memory, context, object.as_bytes(), &mut workspace));
        assert_eq!(stored["metadata"]["resourceVersion"], (index + 1).to_string(), "{version}");
    }
}

/// Gives the same name `free` times, then another one.
struct Repeating {
    asked: std::sync::atomic::AtomicUsize,
    free: usize,
}

impl Names for Repeating {
    fn name(&self, prefix: &str) -> String {
        let asked = self.asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        format!("{prefix}{}", if asked < self.free { 0 } else { asked })
    }
    fn uid(&self) -> String {
        "uid".to_owned()
    }
}

#[test]
fn taken_generated_names_are_tried_again() {
    let body = br#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"generateName":"db-"},"spec":{"engine":"mysql"}}"#;
    for (free, expected) in [(3, Ok("db-3")), (9, Err(409))] {
        let (user, mut workspace) = (UserInfo::default(), Workspace::new());
        let names = Repeating { asked: 0.into(), free };
        let memory = MemoryStorage::new(|| NOW, names);
        let (chain, context) = (Chain::of::<Database>(), Context::new(&user));
        assert_eq!(
            accepted(&chain.create(&memory, context, body, &mut workspace))["metadata"]["name"],
            "db-0"
        );
        let response = chain.create(&memory, context, body, &mut workspace);
        match expected {
            Ok(name) => assert_eq!(accepted(&response)["metadata"]["name"], name),
            Err(code) => {
                let message = "databases.example.com \"db-0\" already exists, the server was not able to generate a \
                               unique name for the object";
                assert_eq!(refused(&response), (code, message.to_owned()));
                let json = read(response.refusal().unwrap().to_json().as_bytes());
                assert_eq!(json["details"]["retryAfterSeconds"], 1);
            }
        }
    }
    // A generated name is validated as it is.
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let body = String::from_utf8(body.to_vec()).unwrap().replace("db-", "Upper-");
    let chain = Chain::of::<Database>();
    let response = chain.create(&storage(), Context::new(&user), body.as_bytes(), &mut workspace);
    assert_eq!(response.code(), 422);
}

#[test]
fn cluster_scoped_objects_have_no_namespace() {
    let body =
        br#"{"apiVersion":"example.com/v1","kind":"Zone","metadata":{"name":"a","namespace":"default"}}"#;
    for chain in
        [Chain::of::<Zone>(), Chain::of::<Zone>().mutator(crdc_admission::mutator_fn("m", |_| Ok(())))]
    {
        let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
        let context = Context::new(&user).namespace("ignored");
        let created = accepted(&chain.create(&memory, context, body, &mut workspace));
        assert_eq!(created["metadata"].get("namespace"), None);
        let mut changed = created;
        changed["spec"] = json!({"region": "north"});
        let changed = chain.update(&memory, context, "a", changed.to_string().as_bytes(), &mut workspace);
        assert_eq!(accepted(&changed)["spec"]["region"], "north");
        assert!(memory.object("", "a").is_some());
        assert!(chain.delete_collection(&memory, context, "", b"").accepted());
        assert!(memory.is_empty());
    }
}
