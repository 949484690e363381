//! Objects that are being initialized: the cases of the KEP.
// keps/admission-control.md, "Requirements for extensible admission"

use std::sync::{Arc, Mutex};

use crdc_admission::initialization::INITIALIZERS;
use crdc_admission::{
    Attributes, Chain, Context, MemoryStorage, Operation, Patch, UserInfo, Workspace, mutator_fn,
    validator_fn,
};
use crdc_admission_tests::database::Database;
use crdc_admission_tests::{accepted, database, read, refused, storage};
use serde_json::{Value, json};

/// Operation and user of every call of the validator.
type Seen = Arc<Mutex<Vec<(Operation, String)>>>;

/// A chain that demands two initializers, and notes whom its plugins see. `alice` may have no more than five
/// replicas.
fn chain(seen: &Seen) -> Chain {
    let mutated = Arc::clone(seen);
    let seen = Arc::clone(seen);
    Chain::of::<Database>()
        .mutator(
            mutator_fn("initializers", |attributes: &mut Attributes<'_>| {
                attributes.object_mut().unwrap().set_annotation(INITIALIZERS, "size,team");
                Ok(())
            })
            .on(&[Operation::Create]),
        )
        .mutator(
            mutator_fn("updates", move |attributes: &mut Attributes<'_>| {
                let entry = (Operation::Connect, attributes.user().username.clone());
                mutated.lock().unwrap().push(entry);
                Ok(())
            })
            .on(&[Operation::Update]),
        )
        .validator(validator_fn("replicas", move |attributes: &Attributes<'_>| {
            seen.lock().unwrap().push((attributes.operation(), attributes.user().username.clone()));
            let replicas = attributes.object().and_then(|object| object.integer(&["spec", "replicas"]));
            let limited =
                attributes.operation() == Operation::Create && attributes.user().username == "alice";
            if limited && replicas > Some(5) {
                Err(attributes.forbidden("more than five replicas"))
            } else {
                Ok(())
            }
        }))
}

struct Case {
    memory: MemoryStorage,
    chain: Chain,
    seen: Seen,
    workspace: Workspace,
}

/// A database that alice created and that is being initialized.
fn created() -> Case {
    let seen = Seen::default();
    let mut case = Case { memory: storage(), chain: chain(&seen), seen, workspace: Workspace::new() };
    let alice = UserInfo::new("alice");
    let body = database("a", &json!({"engine": "mysql", "replicas": 2}));
    assert!(case.chain.create(&case.memory, Context::new(&alice), &body, &mut case.workspace).accepted());
    assert_eq!(case.calls(), [(Operation::Create, "alice".to_owned())]);
    case
}

impl Case {
    fn calls(&self) -> Vec<(Operation, String)> {
        std::mem::take(&mut *self.seen.lock().unwrap())
    }

    fn stored(&self) -> Value {
        read(&self.memory.object("default", "a").unwrap().object)
    }

    fn is_initializing(&self) -> bool {
        self.memory.object("default", "a").unwrap().creator.is_some()
    }

    /// An update by an initializer.
    fn update(&mut self, change: impl FnOnce(&mut Value)) -> Result<Value, (u16, String)> {
        let mut object = self.stored();
        change(&mut object);
        let user = UserInfo::new("initializer");
        let text = object.to_string();
        let context = Context::new(&user);
        let response = self.chain.update(&self.memory, context, "a", text.as_bytes(), &mut self.workspace);
        if response.accepted() { Ok(accepted(&response)) } else { Err(refused(&response)) }
    }
}

fn pending(object: &mut Value, names: &str) {
    object["metadata"]["annotations"][INITIALIZERS] = json!(names);
}

#[test]
fn update_mutators_and_validators_do_not_run_while_initializing() {
    let mut case = created();
    let object = case.update(|object| object["spec"]["team"] = json!("a")).unwrap();
    assert_eq!(object["spec"]["team"], "a");
    assert_eq!(case.calls(), []);
    assert!(case.is_initializing());
}

#[test]
fn immutability_does_not_apply_while_initializing() {
    let mut case = created();
    let object = case.update(|object| object["spec"]["engine"] = json!("postgres")).unwrap();
    assert_eq!(object["spec"]["engine"], "postgres");
}

#[test]
fn an_object_is_validated_as_on_create_while_initializing() {
    let mut case = created();
    let message = case.update(|object| object["spec"]["replicas"] = json!(9)).unwrap_err();
    assert_eq!(message.0, 422);
    // Nothing is set aside for being unchanged, and a status is dropped as on a create.
    let object = case.update(|object| object["status"] = json!({"phase": "Ready"})).unwrap();
    assert_eq!(object.get("status"), None);
    assert_eq!(object["metadata"]["generation"], 1);
}

#[test]
fn metadata_is_checked_as_on_an_update_while_initializing() {
    let mut case = created();
    let before = case.stored();
    let (code, message) = case.update(|object| object["metadata"]["uid"] = json!("other")).unwrap_err();
    assert_eq!(code, 422);
    assert!(message.contains("metadata.uid: Invalid value: \"other\": field is immutable"), "{message}");
    let object = case
        .update(|object| {
            object["metadata"]["creationTimestamp"] = json!(null);
            object["metadata"]["labels"] = json!({"a": "b"});
        })
        .unwrap();
    for field in ["uid", "creationTimestamp", "name", "namespace"] {
        assert_eq!(object["metadata"][field], before["metadata"][field], "{field}");
    }
    assert_eq!(object["metadata"]["labels"], json!({"a": "b"}));
    // Versions are compared as always.
    let (code, _) = case.update(|object| object["metadata"]["resourceVersion"] = json!("1")).unwrap_err();
    assert_eq!(code, 409);
}

#[test]
fn the_create_validators_see_the_creator_when_the_object_becomes_initialized() {
    let mut case = created();
    case.update(|object| pending(object, "team")).unwrap();
    assert_eq!(case.calls(), []);
    case.update(|object| {
        object["metadata"]["annotations"].as_object_mut().unwrap().remove(INITIALIZERS);
    })
    .unwrap();
    assert_eq!(case.calls(), [(Operation::Create, "alice".to_owned())]);
    assert!(!case.is_initializing());
    // From now on it is an ordinary object.
    let (code, message) = case.update(|object| object["spec"]["engine"] = json!("postgres")).unwrap_err();
    assert_eq!(code, 400);
    assert!(message.contains("spec.engine: Invalid value: \"postgres\": field is immutable"), "{message}");
    case.calls();
    case.update(|object| object["spec"]["replicas"] = json!(3)).unwrap();
    let [operation, mutator] =
        [Operation::Update, Operation::Connect].map(|operation| (operation, "initializer".to_owned()));
    assert_eq!(case.calls(), [mutator, operation]);
}

/// What an initializer did is refused for whom the object is, not for who did it.
#[test]
fn the_creators_limits_apply_to_what_initializers_did() {
    let mut case = created();
    case.update(|object| object["spec"]["replicas"] = json!(7)).unwrap();
    let (code, message) = case.update(|object| pending(object, "")).unwrap_err();
    let forbidden = "databases.example.com \"a\" is forbidden: more than five replicas";
    assert_eq!((code, message.as_str()), (403, forbidden));
    assert!(case.is_initializing(), "it stays as it was");
    case.update(|object| {
        object["spec"]["replicas"] = json!(5);
        pending(object, "");
    })
    .unwrap();
    assert!(!case.is_initializing());
}

#[test]
fn a_patch_initializes_too() {
    let mut case = created();
    let user = UserInfo::new("initializer");
    let patch =
        format!(r#"{{"metadata": {{"annotations": {{"{INITIALIZERS}": null}}}}, "spec": {{"team": "b"}}}}"#);
    let patch = Patch::Merge(patch.as_bytes());
    let response = case.chain.patch(&case.memory, Context::new(&user), "a", patch, &mut case.workspace);
    assert_eq!(accepted(&response)["spec"]["team"], "b");
    assert_eq!(case.calls(), [(Operation::Create, "alice".to_owned())]);
}

#[test]
fn an_initialized_object_cannot_be_initialized_again() {
    let mut case = created();
    case.update(|object| pending(object, "")).unwrap();
    let (code, message) = case.update(|object| pending(object, "again")).unwrap_err();
    assert_eq!(code, 422);
    assert!(message.ends_with("initializers cannot be added once the object is initialized"), "{message}");
}

/// Nobody has ever used the object, so nobody has to clean up after it.
#[test]
fn a_deletion_while_initializing_is_final() {
    let mut case = created();
    case.update(|object| object["metadata"]["finalizers"] = json!(["example.com/cleanup"])).unwrap();
    let user = UserInfo::new("bob");
    let response = case.chain.delete(&case.memory, Context::new(&user), "a", b"");
    assert!(response.accepted() && response.object().is_none());
    assert_eq!(case.calls(), [(Operation::Delete, "bob".to_owned())]);
    assert!(case.memory.is_empty());
    let graceful = Case { memory: storage().graceful(30), ..created() };
    let mut workspace = Workspace::new();
    let alice = UserInfo::new("alice");
    let body = database("a", &json!({"engine": "mysql"}));
    assert!(graceful.chain.create(&graceful.memory, Context::new(&alice), &body, &mut workspace).accepted());
    assert!(graceful.chain.delete(&graceful.memory, Context::new(&user), "a", b"").accepted());
    assert!(graceful.memory.is_empty());
}

/// A status is not part of what initializers complete.
#[test]
fn a_status_update_does_not_initialize() {
    let mut case = created();
    let mut object = case.stored();
    object["status"] = json!({"phase": "Pending"});
    let user = UserInfo::new("controller");
    let context = Context::new(&user).subresource("status");
    let text = object.to_string();
    let response = case.chain.update(&case.memory, context, "a", text.as_bytes(), &mut case.workspace);
    assert_eq!(accepted(&response)["status"]["phase"], "Pending");
    assert!(case.is_initializing());
    assert_eq!(case.memory.object("default", "a").unwrap().creator.unwrap().username, "alice");
}
