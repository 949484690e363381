//! Rules of a resource that its schema does not have: their errors and crdc's are one list.
// apiserver: pkg/registry/rest/create.go BeforeCreate

use crdc::Cause;
use crdc_admission::{Attributes, Chain, Context, Object, Refusal, UserInfo, Workspace, validator_fn};
use crdc_admission_tests::database::Database;
use crdc_admission_tests::{accepted, database, refused, storage};
use serde_json::{Value, json};

fn invalid(field: &str) -> Refusal {
    let cause = Cause::new("FieldValueForbidden", "Forbidden: not here", field);
    Refusal::invalid(["example.com", "Database", "a"], vec![cause])
}

/// A chain with a rule, and a validator that always refuses.
fn chain(rule: impl Fn(&Attributes<'_>) -> Result<(), Refusal> + Send + Sync + 'static) -> Chain {
    let chain = Chain::of::<Database>().rule(validator_fn("rule", rule));
    chain.validator(validator_fn("policy", |attributes: &Attributes<'_>| Err(attributes.forbidden("policy"))))
}

fn created(chain: &Chain, spec: &Value) -> (u16, String) {
    let (user, mut workspace) = (UserInfo::default(), Workspace::new());
    refused(&chain.create(&storage(), Context::new(&user), &database("a", spec), &mut workspace))
}

#[test]
fn errors_of_rules_come_behind_those_of_crdc_and_each_once() {
    let chain = chain(|_| {
        let own = invalid("spec.engine");
        let size = Cause::new("FieldValueRequired", "Required value", "spec.engine");
        let mut status = own.into_status();
        status.details.iter_mut().for_each(|details| details.causes.push(size.clone()));
        Err(status.into())
    });
    let (code, message) = created(&chain, &json!({}));
    let expected = "Database.example.com \"a\" is invalid: [spec.engine: Required value, spec.engine: Forbidden: not here]";
    assert_eq!((code, &*message), (422, expected));
}

#[test]
fn a_rule_is_asked_before_validators_and_of_valid_objects_too() {
    let chain =
        chain(|attributes| match attributes.object().and_then(|object| object.string(&["spec", "engine"])) {
            Some(engine) if engine == "mysql" => Ok(()),
            _ => Err(invalid("spec.engine")),
        });
    assert_eq!(created(&chain, &json!({"engine": "mysql"})).0, 403);
    let (code, message) = created(&chain, &json!({"engine": "postgres"}));
    assert_eq!(
        (code, &*message),
        (422, "Database.example.com \"a\" is invalid: spec.engine: Forbidden: not here")
    );
}

#[test]
fn a_rule_that_cannot_read_the_object_hides_other_errors() {
    let chain = chain(|_| Err(Refusal::bad_request("unreadable")));
    assert_eq!(created(&chain, &json!({})), (400, "unreadable".to_owned()));
    let chain = self::chain(|_| panic!("index out of bounds"));
    assert_eq!(created(&chain, &json!({"engine": "mysql"})).0, 500);
}

#[test]
fn a_rule_sees_both_objects_of_an_update() {
    const OWNER: [&str; 3] = ["metadata", "labels", "owner"];
    let rule = |attributes: &Attributes<'_>| {
        let owner = |object: &Object<'_>| object.string(&OWNER).map(|text| text.into_owned());
        let old = attributes.old_object().as_ref().and_then(owner);
        match old.is_some() && old != attributes.object().and_then(owner) {
            true => Err(invalid("metadata.labels")),
            false => Ok(()),
        }
    };
    let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
    let chain = Chain::of::<Database>().rule(validator_fn("rule", rule));
    let body = database("a", &json!({"engine": "mysql"}));
    let mut object = accepted(&chain.create(&memory, Context::new(&user), &body, &mut workspace));
    let mut update = |object: &Value| {
        let text = object.to_string();
        let response = chain.update(&memory, Context::new(&user), "a", text.as_bytes(), &mut workspace);
        if response.accepted() { Ok(accepted(&response)) } else { Err(refused(&response)) }
    };
    object["metadata"]["labels"] = json!({"owner": "a"});
    object = update(&object).unwrap();
    object["metadata"]["labels"] = json!({"owner": "b"});
    object["spec"]["replicas"] = json!(9);
    let message = "Database.example.com \"a\" is invalid: [spec.replicas: Invalid value: 9: spec.replicas in body should be less than or equal to 7, \
                   metadata.labels: Forbidden: not here]";
    assert_eq!(update(&object), Err((422, message.to_owned())));
}
