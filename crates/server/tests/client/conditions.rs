//! `matchConditions` of webhooks: which requests a webhook is asked about.
// apiserver: pkg/admission/plugin/webhook/matchconditions/matcher_test.go

use crdc_server::Server;
use kube::api::{DeleteParams, Patch, PatchParams};
use serde_json::{Value, json};

use crate::webhooks::{Asked, allowed, create, hook, mutating, patch, refused, validating};
use crate::{databases, server};

/// Conditions of these expressions, named in their order.
fn conditions(expressions: &[&str]) -> Value {
    let named = expressions.iter().enumerate();
    let all: Vec<Value> =
        named.map(|(index, text)| json!({"name": format!("c{index}"), "expression": text})).collect();
    json!({"matchConditions": all})
}

/// A server with a validating webhook that has conditions.
async fn asked_if(expressions: &[&str], more: &Value) -> (Server, Asked) {
    let (server, asked) = (server(), Asked::default());
    server.webhook_service("default/asks", asked.router(allowed));
    let mut hook = hook("asks", &conditions(expressions));
    for (field, value) in more.as_object().unwrap() {
        hook[field] = value.clone();
    }
    validating(&server, "v", vec![hook]).await;
    (server, asked)
}

#[tokio::test]
async fn a_webhook_is_called_if_all_conditions_are_true() {
    let conditions = [
        "object.spec.engine == 'postgres' && object.metadata.name.startsWith('a')",
        "request.operation == 'CREATE' && request.userInfo.username != 'system:kubelet'",
        "oldObject == null && namespaceObject == null",
        "request.kind.kind == 'Database' && request.resource.resource == 'databases' && !has(request.subResource)",
        "!has(object.status) && object.?metadata.?labels.orValue({}).size() == 0",
    ];
    let (server, asked) = asked_if(&conditions, &json!({})).await;
    create(&server, "a").await.unwrap();
    create(&server, "b").await.unwrap();
    let names: Vec<Value> = asked.all().iter().map(|request| request["name"].clone()).collect();
    assert_eq!(names, ["a"]);
}

#[tokio::test]
async fn conditions_see_both_objects_of_updates_and_the_old_one_of_deletions() {
    let condition = "request.operation == 'DELETE' ? object == null && oldObject.spec.replicas == 5 : \
                     object.spec.replicas != oldObject.spec.replicas && object.spec.replicas > 2";
    let (server, asked) = asked_if(&["request.operation != 'CREATE'", condition], &json!({})).await;
    let api = databases(&server);
    create(&server, "a").await.unwrap();
    for replicas in [2, 5, 5] {
        let change =
            Patch::Merge(json!({"spec": {"replicas": replicas}, "metadata": {"labels": {"a": "b"}}}));
        api.patch("a", &PatchParams::default(), &change).await.unwrap();
    }
    api.delete("a", &DeleteParams::default()).await.unwrap();
    let operations: Vec<Value> = asked.all().iter().map(|request| request["operation"].clone()).collect();
    assert_eq!(operations, ["UPDATE", "DELETE"]);
}

#[tokio::test]
async fn a_condition_that_fails_refuses_the_request_unless_failures_are_ignored_or_another_is_false() {
    let fails = "object.spec.absent > 1";
    let (server, asked) = asked_if(&[fails, "true"], &json!({})).await;
    let status = create(&server, "a").await.unwrap_err();
    assert_eq!(
        (status.code, &*status.message),
        (
            403,
            "databases.example.com \"a\" is forbidden: expression 'object.spec.absent > 1' resulted in error: no such key: absent"
        )
    );
    assert!(asked.all().is_empty());

    let (server, _) = asked_if(&[fails, "object.spec.engine < 1"], &json!({})).await;
    let status = create(&server, "a").await.unwrap_err();
    assert!(
        status.message.ends_with(
            "is forbidden: [expression 'object.spec.absent > 1' resulted in error: no such key: absent, \
             expression 'object.spec.engine < 1' resulted in error: no such overload]"
        ),
        "{}",
        status.message
    );

    // What is said twice is told once.
    let (server, _) = asked_if(&[fails, "object.spec.engine < 1", fails], &json!({})).await;
    let status = create(&server, "a").await.unwrap_err();
    assert_eq!(status.message.matches("no such key").count(), 1, "{}", status.message);

    for (expressions, more) in
        [([fails, "true"], json!({"failurePolicy": "Ignore"})), ([fails, "false"], json!({}))]
    {
        let (server, asked) = asked_if(&expressions, &more).await;
        create(&server, "a").await.unwrap();
        assert!(asked.all().is_empty(), "{expressions:?}");
    }
}

#[tokio::test]
async fn conditions_have_a_budget() {
    let loops = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
    let expression = format!(
        "{loops}.all(a, {loops}.all(b, {loops}.all(c, {loops}.all(d, {loops}.all(e, {loops}.all(f, a + b + c + d + e + f > 0))))))"
    );
    let (server, _) = asked_if(&[&expression], &json!({})).await;
    let status = create(&server, "a").await.unwrap_err();
    assert_eq!(status.code, 403);
    assert!(
        status.message.ends_with("resulted in error: operation cancelled: actual cost limit exceeded"),
        "{}",
        status.message
    );
    let three = [expression.replace("a +", "1 + a +"), expression.replace("b +", "1 + b +"), expression];
    let (server, _) = asked_if(&three.each_ref().map(String::as_str), &json!({})).await;
    let status = create(&server, "a").await.unwrap_err();
    let why = "validation failed due to running out of cost budget, no further validation rules will be run";
    assert!(status.message.ends_with(why), "{}", status.message);
    // Also after one that is false.
    let [one, two, three] = three.each_ref().map(String::as_str);
    let (server, _) = asked_if(&["false", one, two, three], &json!({})).await;
    let status = create(&server, "a").await.unwrap_err();
    assert!(status.message.ends_with(why), "{}", status.message);
}

#[tokio::test]
async fn a_mutating_webhook_that_is_called_again_is_asked_for_what_is_there_now() {
    let server = server();
    let (first, later) = (Asked::default(), Asked::default());
    server.webhook_service("default/first", first.router(allowed));
    let adds =
        |_: &Value| patch(&json!([{"op": "add", "path": "/metadata/labels", "value": {"added": "yes"}}]));
    server.webhook_service("default/later", later.router(adds));
    let mut again = conditions(&["!has(object.metadata.labels)"]);
    again["reinvocationPolicy"] = json!("IfNeeded");
    mutating(&server, "a", vec![hook("first", &again)]).await;
    mutating(&server, "b", vec![hook("later", &json!({}))]).await;
    create(&server, "a").await.unwrap();
    assert_eq!((first.all().len(), later.all().len()), (1, 1));
}

#[tokio::test]
async fn conditions_that_do_not_compile_are_refused_when_the_webhook_is_configured() {
    let server = server();
    let native = crate::native::Native::of(server);
    for (expression, why) in [
        ("object.", "compilation failed: ERROR: <input>:1:8: Syntax error"),
        ("objects.spec", "undeclared reference to 'objects'"),
        ("self.spec.replicas > 1", "undeclared reference to 'self'"),
        ("1 + 1", "must evaluate to bool but got int"),
        (
            "authorizer.group('').resource('pods').check('get').allowed()",
            "crdc does not evaluate `authorizer`",
        ),
    ] {
        let configuration = json!({"metadata": {"name": "v"}, "webhooks": [hook("asks", &conditions(&["true", expression]))]});
        let path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
        let sent = native.ask(http::Method::POST, path, "application/json", &configuration).await;
        let status = refused(sent.unwrap_err());
        assert_eq!(status.code, 422, "{}", status.message);
        let cause = &status.details.unwrap().causes[0];
        assert_eq!(cause.field, "webhooks[0].matchConditions[1].expression");
        assert!(cause.message.contains(why), "{}", cause.message);
    }
}
