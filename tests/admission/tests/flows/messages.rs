//! Refusals in the server's words, warnings and audit annotations.
// apimachinery: api/errors/errors.go; apiserver: admission/errors.go,
// admission/plugin/webhook/errors/statuserror.go

use crdc::{Cause, FieldValidation};
use crdc_admission::{
    Attributes, Chain, Context, Mutator, Operation, Refusal, UserInfo, Validator, Workspace,
};
use crdc_admission::{mutator_fn, validator_fn};
use crdc_admission_tests::database::Database;
use crdc_admission_tests::{accepted, database, read, refused, storage};
use serde_json::json;

fn refusing(
    name: &'static str,
    refusal: impl Fn(&Attributes<'_>) -> Refusal + Send + Sync + 'static,
) -> impl Validator {
    validator_fn(name, move |attributes: &Attributes<'_>| Err(refusal(attributes)))
}

/// The status of a create of `a` through one validator.
fn status(refusal: impl Fn(&Attributes<'_>) -> Refusal + Send + Sync + 'static) -> serde_json::Value {
    let chain = Chain::of::<Database>().validator(refusing("quota", refusal));
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let body = database("a", &json!({"engine": "mysql"}));
    let response = chain.create(&storage(), Context::new(&user), &body, &mut workspace);
    read(response.refusal().unwrap().to_json().as_bytes())
}

#[test]
fn a_plugin_forbids() {
    let expected = json!({
        "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
        "message": "databases.example.com \"a\" is forbidden: no more databases", "reason": "Forbidden",
        "details": {"name": "a", "group": "example.com", "kind": "databases"}, "code": 403,
    });
    assert_eq!(status(|attributes| attributes.forbidden("no more databases")), expected);
}

#[test]
fn a_webhook_denies() {
    let expected = json!({
        "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
        "message": "admission webhook \"quota.example.com\" denied the request: no more databases", "code": 422,
        "reason": "Invalid",
    });
    assert_eq!(status(|_| Refusal::webhook("quota.example.com", 422, "no more databases")), expected);
    let silent = status(|_| Refusal::webhook("q", 200, ""));
    assert_eq!(silent["message"], "admission webhook \"q\" denied the request without explanation");
    assert_eq!(silent["code"], 400);
}

#[test]
fn a_panic_is_an_internal_error() {
    let found = status(|_| panic!("index out of bounds"));
    let why = "admission plugin \"quota\" panicked: index out of bounds";
    assert_eq!((&found["code"], &found["reason"]), (&json!(500), &json!("InternalError")));
    assert_eq!(found["message"], format!("Internal error occurred: {why}"));
    assert_eq!(found["details"], json!({"causes": [{"message": why}]}));
}

#[test]
fn the_errors_of_all_validators_are_reported_whatever_their_order() {
    let plugins: [(&'static str, u16, &str); 4] =
        [("b", 403, "second"), ("a", 403, "first"), ("c", 422, "worst"), ("a2", 403, "first")];
    let mut answers = Vec::new();
    for turn in 0..plugins.len() {
        let mut chain = Chain::of::<Database>();
        for index in 0..plugins.len() {
            let (name, code, message) = plugins[(index + turn) % plugins.len()];
            chain = chain.validator(validator_fn(name, move |attributes: &Attributes<'_>| {
                attributes.warn(format!("{name} warns"));
                attributes.annotate("seen", name);
                if code == 403 {
                    Err(attributes.forbidden(message))
                } else {
                    Err(Refusal::webhook(name, code, message))
                }
            }));
        }
        let (user, mut workspace) = (UserInfo::default(), Workspace::new());
        let body = database("a", &json!({"engine": "mysql"}));
        let response = chain.create(&storage(), Context::new(&user), &body, &mut workspace);
        let refusal = response.refusal().unwrap().clone();
        answers.push((refusal, response.warnings().to_vec(), response.audit_annotations().to_vec()));
    }
    let (refusal, warnings, annotations) = &answers[0];
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
    assert_eq!(refusal.code, 422);
    let texts = [
        "admission webhook \"c\" denied the request: worst",
        "databases.example.com \"a\" is forbidden: first",
        "databases.example.com \"a\" is forbidden: second",
    ];
    assert_eq!(refusal.message, format!("[{}]", texts.join(", ")));
    assert_eq!(refusal.details.as_ref().unwrap().causes, texts.map(|text| Cause::new("", text, "")));
    assert_eq!(*warnings, ["a warns", "a2 warns", "b warns", "c warns"]);
    assert_eq!(annotations[0], ("a/seen".to_owned(), "a".to_owned()));
}

#[test]
fn warnings_and_audit_annotations_pass_through() {
    let chain = Chain::of::<Database>()
        .mutator(mutator_fn("defaults", |attributes: &mut Attributes<'_>| {
            attributes.warn("spec.team was set");
            attributes.annotate("team", "a");
            // Nobody is warned of what a mutator adds and crdc prunes.
            attributes.object_mut().unwrap().set(&["spec", "unknown"], b"1");
            Ok(())
        }))
        .validator(validator_fn("policy", |attributes: &Attributes<'_>| {
            attributes.warn("engine mysql is deprecated");
            Ok(())
        }));
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let body = database("a", &json!({"engine": "mysql", "extra": 1}));
    let response = chain.create(&storage(), Context::new(&user), &body, &mut workspace);
    assert_eq!(
        response.warnings(),
        ["unknown field \"spec.extra\"", "spec.team was set", "engine mysql is deprecated"]
    );
    assert_eq!(response.audit_annotations(), [("defaults/team".to_owned(), "a".to_owned())]);
    assert_eq!(accepted(&response)["spec"], json!({"engine": "mysql", "replicas": 1}));
}

#[test]
fn strict_field_validation_is_for_the_client_only() {
    let chain = Chain::of::<Database>().mutator(mutator_fn("m", |attributes: &mut Attributes<'_>| {
        attributes.object_mut().unwrap().set(&["spec", "unknown"], b"1");
        Ok(())
    }));
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    let context = Context::new(&user).field_validation(FieldValidation::Strict);
    let body = database("a", &json!({"engine": "mysql"}));
    assert!(chain.create(&storage(), context, &body, &mut workspace).accepted());
    let body = database("a", &json!({"engine": "mysql", "extra": 1}));
    let response = chain.create(&storage(), context, &body, &mut workspace);
    let message = "Database in version \"v1\" cannot be handled as a Database: strict decoding error: \
                   unknown field \"spec.extra\"";
    assert_eq!(refused(&response), (400, message.to_owned()));
}

#[test]
fn names_and_namespaces_are_those_of_the_url() {
    let user = UserInfo::default();
    let context = Context::new(&user).namespace("prod");
    for chain in [Chain::of::<Database>(), Chain::of::<Database>().mutator(mutator_fn("m", |_| Ok(())))] {
        let (memory, mut workspace) = (storage(), Workspace::new());
        let body = |name: &str, namespace: &str| {
            let mut object = read(&database(name, &json!({"engine": "mysql"})));
            object["metadata"]["resourceVersion"] = json!("1");
            if !namespace.is_empty() {
                object["metadata"]["namespace"] = json!(namespace);
            }
            object.to_string().into_bytes()
        };
        let new = database("a", &json!({"engine": "mysql"}));
        let created = accepted(&chain.create(&memory, context, &new, &mut workspace));
        assert_eq!(created["metadata"]["namespace"], "prod");
        let mut other = read(&new);
        other["metadata"]["namespace"] = json!("test");
        let other = other.to_string();
        let response = chain.create(&memory, context, other.as_bytes(), &mut workspace);
        let message = "the namespace of the provided object does not match the namespace sent on the request";
        assert_eq!(refused(&response), (400, message.to_owned()));
        let response = chain.update(&memory, context, "a", &body("a", "test"), &mut workspace);
        assert_eq!(refused(&response), (400, message.to_owned()));
        let response = chain.update(&memory, context, "a", &body("b", ""), &mut workspace);
        let message = "the name of the object (b) does not match the name on the URL (a)";
        assert_eq!(refused(&response), (400, message.to_owned()));
        let response = chain.update(&memory, context, "a", &body("", ""), &mut workspace);
        let message = "the name of the object (a based on URL) was undeterminable: name must be provided";
        assert_eq!(refused(&response), (400, message.to_owned()));
        assert!(chain.update(&memory, context, "a", &body("a", ""), &mut workspace).accepted());
        let scale = chain.update(&memory, context.subresource("scale"), "a", &body("a", ""), &mut workspace);
        assert_eq!(refused(&scale), (404, "the server could not find the requested resource".to_owned()));
    }
}

/// A plugin that calls other systems.
struct Effects;

impl Mutator for Effects {
    fn name(&self) -> &str {
        "effects"
    }
    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Create
    }
    fn supports_dry_run(&self) -> bool {
        false
    }
    fn apply_mutations(&self, _: &mut Attributes<'_>) -> Result<(), Refusal> {
        Ok(())
    }
}

impl Validator for Effects {
    fn name(&self) -> &str {
        "effects"
    }
    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Delete
    }
    fn supports_dry_run(&self) -> bool {
        false
    }
    fn validate(&self, _: &Attributes<'_>) -> Result<(), Refusal> {
        Ok(())
    }
}

#[test]
fn dry_runs_change_nothing_and_need_plugins_that_know_them() {
    let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
    let body = database("a", &json!({"engine": "mysql"}));
    let plain = Chain::of::<Database>();
    let dry = Context::new(&user).dry_run(true);
    let response = plain.create(&memory, dry, &body, &mut workspace);
    assert_eq!(accepted(&response)["spec"]["replicas"], 1);
    assert!(memory.is_empty());
    let created = accepted(&plain.create(&memory, Context::new(&user), &body, &mut workspace));
    assert_eq!(refused(&plain.create(&memory, dry, &body, &mut workspace)).0, 409);
    let stored = memory.object("default", "a").unwrap().object;
    let mut changed = created;
    changed["spec"]["replicas"] = json!(3);
    let response = plain.update(&memory, dry, "a", changed.to_string().as_bytes(), &mut workspace);
    assert_eq!(accepted(&response)["spec"]["replicas"], 3);
    assert!(plain.delete(&memory, Context::new(&user), "a", br#"{"dryRun":["All"]}"#).accepted());
    let response = plain.delete(&memory, Context::new(&user), "a", br#"{"dryRun":["Some"]}"#);
    let message = "DeleteOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value: [\"Some\"]: supported values: \"All\"";
    assert_eq!(refused(&response), (422, message.to_owned()));
    assert_eq!(memory.object("default", "a").unwrap().object, stored);
    let message = "admission webhook \"effects\" does not support dry run".to_owned();
    let mutating = Chain::of::<Database>().mutator(Effects);
    assert_eq!(refused(&mutating.create(&memory, dry, &body, &mut workspace)), (400, message.clone()));
    let validating = Chain::of::<Database>().validator(Effects);
    assert_eq!(refused(&validating.delete(&memory, dry, "a", b"")), (400, message));
}
