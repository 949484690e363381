//! The version skew matrix of the unions design, with mutators as clients: a mutator of one release, a server
//! of another. Each case has a structured mutator, which writes back only the fields that it knows, one that
//! edits a type ([`Object::edit`] keeps unknown fields), and an unstructured one.
//! `tests/tests/objects/skew.rs` has the clients themselves.
// KEP-1027, discriminator field; docs/semantics.md, Unions

use crdc::Compiled;
use crdc::Resource;
use crdc_admission::{
    Attributes, Chain, Context, MemoryStorage, Object, Operation, Patch, UserInfo, Workspace, mutator_fn,
};
use crdc_admission_tests::{accepted, newer, older, read, refused, storage};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How a mutator handles fields that it does not know.
#[derive(Clone, Copy, Debug)]
enum Style {
    Structured,
    Typed,
    Unstructured,
}

const STYLES: [Style; 3] = [Style::Structured, Style::Typed, Style::Unstructured];
/// Those that keep unknown fields.
const KEEPING: [Style; 2] = [Style::Typed, Style::Unstructured];

/// The type of an older mutator: no buckets.
#[derive(Debug, Deserialize, Serialize)]
struct Route {
    spec: Spec,
}

#[derive(Debug, Deserialize, Serialize)]
struct Spec {
    #[serde(skip_serializing_if = "Option::is_none")]
    replicas: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    service: Option<Value>,
}

impl Style {
    fn edit(self, object: &mut Object<'_>, change: impl FnOnce(&mut Spec)) {
        match self {
            Style::Typed => object.edit(|route: &mut Route| change(&mut route.spec)).unwrap(),
            Style::Structured => {
                let mut route: Route = object.parse().unwrap();
                change(&mut route.spec);
                assert!(object.set(&["spec"], &serde_json::to_vec(&route.spec).unwrap()));
            }
            Style::Unstructured => {
                let mut route: Route = object.parse().unwrap();
                change(&mut route.spec);
                let mut whole: Value = object.parse().unwrap();
                for key in ["replicas", "target", "host", "service"] {
                    let value = serde_json::to_value(&route.spec).unwrap().get(key).cloned();
                    match value {
                        Some(value) => whole["spec"][key] = value,
                        None => drop(whole["spec"].as_object_mut().unwrap().remove(key)),
                    }
                }
                object.replace(whole.to_string().as_bytes());
            }
        }
    }
}

/// Stores a route as a newer release does, then patches its replicas through a chain of `server` with this
/// mutator. The new spec, or code and message.
fn updated(
    server: &'static Compiled,
    style: Style,
    stored: &Value,
    change: impl Fn(&mut Spec) + Send + Sync + 'static,
) -> Result<Value, (u16, String)> {
    let (memory, mut workspace, user) = (storage(), Workspace::new(), UserInfo::default());
    let context = Context::new(&user);
    create(&memory, stored, &mut workspace);
    let chain =
        Chain::of_compiled(server).mutator(mutator_fn("older", move |attributes: &mut Attributes<'_>| {
            style.edit(attributes.object_mut().unwrap(), &change);
            Ok(())
        }));
    assert!(chain.handles(Operation::Update));
    let patch = Patch::Merge(br#"{"spec": {"replicas": 2}}"#);
    let response = chain.patch(&memory, context, "sample", patch, &mut workspace);
    if response.accepted() { Ok(accepted(&response)["spec"].clone()) } else { Err(refused(&response)) }
}

fn create(memory: &MemoryStorage, spec: &Value, workspace: &mut Workspace) {
    let user = UserInfo::default();
    let chain = Chain::of::<newer::Route>();
    assert!(chain.create(memory, Context::new(&user), &route(spec), workspace).accepted());
}

fn route(spec: &Value) -> Vec<u8> {
    let object = json!({"apiVersion": "skew.example.com/v1", "kind": "Route", "metadata": {"name": "sample"}, "spec": spec});
    object.to_string().into_bytes()
}

fn bucket() -> Value {
    json!({"replicas": 1, "target": "Bucket", "bucket": {"key": "k"}})
}

fn service() -> Value {
    json!({"replicas": 1, "target": "Service", "service": {"port": 80}})
}

/// A structured mutator drops the unknown bucket, although it wants no change: the request fails, no data is
/// lost.
#[test]
fn case_12_a_structured_mutator_that_does_not_know_the_member_echoes_the_union() {
    let (code, message) =
        updated(newer::Route::compiled(), Style::Structured, &bucket(), |_| ()).unwrap_err();
    assert_eq!(code, 422);
    assert!(
        message.ends_with("spec.bucket: Required value: must be specified when `target` is \"Bucket\""),
        "{message}"
    );
}

#[test]
fn case_12_a_mutator_that_keeps_unknown_members_echoes_the_union() {
    for style in KEEPING {
        let stored = updated(newer::Route::compiled(), style, &bucket(), |_| ()).unwrap();
        assert_eq!(stored, json!({"replicas": 2, "target": "Bucket", "bucket": {"key": "k"}}), "{style:?}");
    }
}

#[test]
fn case_16_a_mutator_that_knows_the_member_echoes_the_union() {
    for style in STYLES {
        let stored = updated(newer::Route::compiled(), style, &service(), |_| ()).unwrap();
        assert_eq!(stored, json!({"replicas": 2, "target": "Service", "service": {"port": 80}}), "{style:?}");
    }
}

#[test]
fn case_22_a_mutator_clears_a_union_by_the_empty_value() {
    for style in STYLES {
        let clear = |spec: &mut Spec| spec.target = Some(String::new());
        let stored = updated(newer::Route::compiled(), style, &bucket(), clear).unwrap();
        assert_eq!(stored, json!({"replicas": 2, "target": ""}), "{style:?}");
    }
}

#[test]
fn case_27_a_mutator_clears_a_union_by_leaving_the_discriminator_out() {
    for style in STYLES {
        let stored = updated(newer::Route::compiled(), style, &bucket(), |spec| spec.target = None).unwrap();
        assert_eq!(stored, json!({"replicas": 2}), "{style:?}");
    }
}

fn switch(spec: &mut Spec) {
    spec.target = Some("Service".to_owned());
    spec.service = Some(json!({"port": 80}));
}

#[test]
fn case_23_a_mutator_sets_a_member_while_one_is_set_that_it_does_not_know() {
    for style in STYLES {
        let stored = updated(newer::Route::compiled(), style, &bucket(), switch).unwrap();
        assert_eq!(stored, json!({"replicas": 2, "target": "Service", "service": {"port": 80}}), "{style:?}");
    }
}

#[test]
fn case_28_a_mutator_sets_a_member_and_not_the_discriminator() {
    for style in STYLES {
        let set = |spec: &mut Spec| spec.service = Some(json!({"port": 80}));
        let (code, message) = updated(newer::Route::compiled(), style, &bucket(), set).unwrap_err();
        assert_eq!(code, 422);
        let expected = match style {
            Style::Structured => {
                "spec.service: Invalid value: \"\": may only be specified when `target` is \"Service\""
            }
            Style::Typed | Style::Unstructured => "only one union member may be set",
        };
        assert!(message.contains(expected), "{style:?}: {message}");
    }
}

/// A mutator of the newer release, and a server that does not know its member: pruned, and an unknown value.
#[test]
fn case_34_a_mutator_creates_a_member_that_the_server_does_not_know() {
    let chain =
        Chain::of::<older::Route>().mutator(mutator_fn("newer", |attributes: &mut Attributes<'_>| {
            let object = attributes.object_mut().unwrap();
            object.set_string(&["spec", "target"], "Bucket");
            object.set_string(&["spec", "bucket", "key"], "k");
            Ok(())
        }));
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let body = route(&json!({"replicas": 1}));
    let response = chain.create(&storage(), Context::new(&user), &body, &mut workspace);
    let (code, message) = refused(&response);
    let expected =
        "spec.target: Unsupported value: \"Bucket\": supported values: \"\", \"Host\", \"Service\"";
    assert!(code == 422 && message.ends_with(expected), "{message}");
    assert!(response.warnings().is_empty(), "the client did not send it");
}

#[test]
fn case_39_a_mutator_switches_to_a_member_that_the_server_does_not_know() {
    for style in STYLES {
        let switch = |spec: &mut Spec| spec.target = Some("Bucket".to_owned());
        let (code, message) = updated(older::Route::compiled(), style, &service(), switch).unwrap_err();
        let expected =
            "spec.target: Unsupported value: \"Bucket\": supported values: \"\", \"Host\", \"Service\"";
        assert!(code == 422 && message.ends_with(expected), "{style:?}: {message}");
    }
}

/// After a downgrade the storage has members that the server does not know: they are pruned before mutators.
#[test]
fn an_older_server_finds_a_newer_object_in_its_storage() {
    for style in STYLES {
        let stored = updated(older::Route::compiled(), style, &bucket(), |spec| {
            assert_eq!(spec.target.as_deref(), Some("Bucket"));
        });
        assert_eq!(stored.unwrap(), json!({"replicas": 2, "target": "Bucket"}), "{style:?}");
    }
    assert_eq!(read(&route(&bucket()))["spec"], bucket());
}
