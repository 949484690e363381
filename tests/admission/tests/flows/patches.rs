//! Patches and their refusals.
// apiserver: endpoints/handlers/patch.go

use crdc::FieldValidation;
use crdc_admission::{Attributes, Chain, Context, MemoryStorage, Patch, UserInfo, Workspace, mutator_fn};
use crdc_admission_tests::database::Database;
use crdc_admission_tests::{accepted, database, refused, storage};
use serde_json::{Value, json};

/// A storage with one database, and the answer to a patch of it: the new spec, or code and message.
fn patched(chain: &Chain, patch: Patch<'_>, validation: FieldValidation) -> Result<Value, (u16, String)> {
    let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
    let context = Context::new(&user).field_validation(validation);
    let body = database("a", &json!({"engine": "mysql", "team": "a"}));
    assert!(Chain::of::<Database>().create(&memory, context, &body, &mut workspace).accepted());
    let response = chain.patch(&memory, context, "a", patch, &mut workspace);
    if response.accepted() { Ok(accepted(&response)["spec"].clone()) } else { Err(refused(&response)) }
}

fn chains() -> [Chain; 2] {
    [Chain::of::<Database>(), Chain::of::<Database>().mutator(mutator_fn("m", |_| Ok(())))]
}

#[test]
fn patches_are_applied() {
    for chain in chains() {
        let warn = FieldValidation::Warn;
        let merge = Patch::Merge(br#"{"spec": {"team": null, "replicas": 3}}"#);
        assert_eq!(patched(&chain, merge, warn), Ok(json!({"engine": "mysql", "replicas": 3})));
        let json = Patch::Json(
            br#"[{"op": "test", "path": "/spec/team", "value": "a"}, {"op": "move", "from": "/spec/team",
            "path": "/spec/team"}, {"op": "add", "path": "/spec/users", "value": [{"name": "x"}]}]"#,
        );
        let expected = json!({"engine": "mysql", "replicas": 1, "team": "a", "users": [{"name": "x", "role": "reader"}]});
        assert_eq!(patched(&chain, json, warn), Ok(expected));
    }
}

#[test]
fn refused_patches_are_refused_as_by_the_server() {
    let rejected = "the server rejected our request due to an error in our request";
    for chain in chains() {
        let rows: [(Patch<'_>, u16, &str); 6] = [
            (
                Patch::Merge(b"[]"),
                400,
                "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
            ),
            (Patch::Json(br#"[{"op": "remove", "path": "/spec/none"}]"#), 422, rejected),
            (Patch::Json(br#"[{"op": "test", "path": "/spec/team", "value": "b"}]"#), 422, rejected),
            (
                Patch::Merge(br#"{"metadata": {"name": "b"}}"#),
                400,
                "the name of the object (b) does not match the name on the URL (a)",
            ),
            (
                Patch::Merge(br#"{"metadata": {"resourceVersion": "9"}}"#),
                409,
                "Operation cannot be fulfilled on databases.example.com \"a\": the object has been modified; please \
                 apply your changes to the latest version and try again",
            ),
            (
                Patch::Merge(br#"{"spec": {"replicas": 9}}"#),
                422,
                "Database.example.com \"a\" is invalid: spec.replicas: Invalid value: 9: spec.replicas in body should \
                 be less than or equal to 7",
            ),
        ];
        for (patch, code, message) in rows {
            assert_eq!(
                patched(&chain, patch, FieldValidation::Warn),
                Err((code, message.to_owned())),
                "{patch:?}"
            );
        }
        let (code, message) = patched(&chain, Patch::Json(b"{"), FieldValidation::Warn).unwrap_err();
        assert!(code == 400 && message.starts_with("error decoding patch: "), "{message}");
    }
}

#[test]
fn what_a_patch_makes_unreadable_is_an_invalid_patch() {
    for chain in chains() {
        let patch = Patch::Merge(br#"{"spec": {"extra": 1}}"#);
        assert!(patched(&chain, patch, FieldValidation::Warn).is_ok());
        let (code, message) = patched(&chain, patch, FieldValidation::Strict).unwrap_err();
        assert_eq!(code, 422);
        assert!(
            message.starts_with(" \"\" is invalid: patch: Invalid value: \"{\\\"apiVersion\\\":"),
            "{message}"
        );
        assert!(message.ends_with(": strict decoding error: unknown field \"spec.extra\""), "{message}");
    }
}

#[test]
fn apply_is_refused_with_a_reason() {
    let (code, message) =
        patched(&Chain::of::<Database>(), Patch::Apply(b"{}"), FieldValidation::Warn).unwrap_err();
    assert_eq!(code, 415);
    assert!(message.starts_with("server-side apply is not supported: "), "{message}");
    let strategic = Patch::of_content_type("application/strategic-merge-patch+json", b"{}").unwrap_err();
    assert_eq!((strategic.code, strategic.reason), (415, "UnsupportedMediaType"));
    assert!(Patch::of_content_type("application/merge-patch+json; charset=utf-8", b"{}").is_ok());
}

/// A mutator of the first attempt changes the object behind the flow's back, so the flow starts again.
#[test]
fn a_patch_starts_again_when_the_object_changed_meanwhile() {
    let memory: &'static MemoryStorage = Box::leak(Box::new(storage()));
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let context = Context::new(&user);
    let plain = Chain::of::<Database>();
    let body = database("a", &json!({"engine": "mysql"}));
    assert!(plain.create(memory, context, &body, &mut workspace).accepted());
    let attempts = std::sync::atomic::AtomicUsize::new(0);
    let racing =
        Chain::of::<Database>().mutator(mutator_fn("race", move |attributes: &mut Attributes<'_>| {
            attributes.warn("once");
            if attempts.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 2 {
                let user = UserInfo::default();
                let patch = format!(
                    r#"{{"spec": {{"count": {}}}}}"#,
                    attempts.load(std::sync::atomic::Ordering::Relaxed)
                );
                let mut workspace = Workspace::new();
                let plain = Chain::of::<Database>();
                let patch = Patch::Merge(patch.as_bytes());
                assert!(plain.patch(memory, Context::new(&user), "a", patch, &mut workspace).accepted());
            }
            Ok(())
        }));
    let patch = Patch::Merge(br#"{"spec": {"team": "a"}}"#);
    let response = racing.patch(memory, context, "a", patch, &mut workspace);
    assert_eq!(
        accepted(&response)["spec"],
        json!({"engine": "mysql", "replicas": 1, "count": 2, "team": "a"})
    );
    assert_eq!(response.warnings(), ["once"]);
}
