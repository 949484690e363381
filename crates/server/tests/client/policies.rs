//! ValidatingAdmissionPolicies: what they deny, warn of, and say to the audit log.
// apiserver: pkg/admission/plugin/policy/validating/{validator_test,admission_test}.go

use crdc_server::Server;
use k8s_openapi::api::admissionregistration::v1::{
    ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding,
};
use k8s_openapi::api::core::v1::Namespace;
use kube::Api;
use kube::api::{DeleteParams, Patch, PatchParams, PostParams};
use kube::core::Status;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::webhooks::{create, refused};
use crate::{client, database, databases, server};

pub(crate) fn read<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

/// A policy for databases, with more in its spec.
pub(crate) async fn try_policy(server: &Server, name: &str, more: &Value) -> Result<(), Status> {
    let rules = json!([{"apiGroups": ["example.com"], "apiVersions": ["v1"], "operations": ["CREATE", "UPDATE", "DELETE"], "resources": ["databases"]}]);
    let mut spec = json!({"matchConstraints": {"resourceRules": rules}});
    for (field, value) in more.as_object().unwrap() {
        spec[field] = value.clone();
    }
    let policy: ValidatingAdmissionPolicy = read(json!({"metadata": {"name": name}, "spec": spec}));
    let all = Api::all(client(server));
    all.create(&PostParams::default(), &policy).await.map_err(refused).map(drop)
}

pub(crate) async fn policy(server: &Server, name: &str, more: &Value) {
    try_policy(server, name, more).await.unwrap();
}

/// A binding of a policy, with more in its spec.
pub(crate) async fn bind(server: &Server, policy: &str, more: &Value) {
    let mut spec = json!({"policyName": policy, "validationActions": ["Deny"]});
    for (field, value) in more.as_object().unwrap() {
        spec[field] = value.clone();
    }
    let name = format!("{policy}-binding");
    let binding: ValidatingAdmissionPolicyBinding = read(json!({"metadata": {"name": name}, "spec": spec}));
    Api::all(client(server)).create(&PostParams::default(), &binding).await.unwrap();
}

/// A server with a policy that is bound.
pub(crate) async fn with(more: &Value) -> Server {
    let server = server();
    policy(&server, "p", more).await;
    bind(&server, "p", &json!({})).await;
    server
}

/// What a server with a policy answers to a new database named `a`: the code, and what the policy says.
pub(crate) async fn said(more: &Value) -> Result<(), (u16, String)> {
    let answered = create(&with(more).await, "a").await;
    answered.map(drop).map_err(|status| (status.code, denial(&status)))
}

/// What the policy says in a status of the object `a`.
pub(crate) fn denial(status: &Status) -> String {
    let before =
        "\"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p-binding' denied request: ";
    let said = status.message.split_once(before).map(|(_, said)| said.to_owned());
    said.unwrap_or_else(|| panic!("{}", status.message))
}

pub(crate) fn denied(message: &str) -> Result<(), (u16, String)> {
    Err((422, message.to_owned()))
}

#[tokio::test]
async fn what_is_not_true_is_denied_with_the_status_of_a_server() {
    let server = with(&json!({"validations": [{"expression": "object.spec.replicas > 3"}]})).await;
    let status = create(&server, "a").await.unwrap_err();
    let message = "ValidatingAdmissionPolicy 'p' with binding 'p-binding' denied request: failed expression: object.spec.replicas > 3";
    assert_eq!(status.message, format!("databases.example.com \"a\" is forbidden: {message}"));
    assert_eq!((status.code, &*status.reason), (422, "Invalid"));
    let details = status.details.unwrap();
    assert_eq!((&*details.name, &*details.group, &*details.kind), ("a", "example.com", "databases"));
    let causes: Vec<_> =
        details.causes.iter().map(|cause| (&*cause.reason, &*cause.message, &*cause.field)).collect();
    assert_eq!(causes, [("", message, "")]);
}

#[tokio::test]
async fn a_denial_has_the_message_and_the_reason_that_the_validation_gives() {
    let message = |more: Value| {
        let mut validation = json!({"expression": "false"});
        for (field, value) in more.as_object().unwrap() {
            validation[field] = value.clone();
        }
        json!({ "validations": [validation] })
    };
    for (more, expected) in [
        (json!({"message": " no "}), (422, "no")),
        (json!({"message": "no", "reason": "Forbidden"}), (403, "no")),
        (json!({"message": "no", "reason": "RequestEntityTooLarge"}), (413, "no")),
        (
            json!({"message": "no", "messageExpression": "object.metadata.name + ' is not'"}),
            (422, "a is not"),
        ),
        // What cannot be shown is replaced.
        (json!({"message": "no", "messageExpression": "string(object.spec.absent)"}), (422, "no")),
        (json!({"message": "no", "messageExpression": "'  '"}), (422, "no")),
        (json!({"message": "no", "messageExpression": "'a\\nb'"}), (422, "no")),
        (json!({"messageExpression": "string(object.spec.absent)"}), (422, "failed expression: false")),
    ] {
        let expected = Err((expected.0, expected.1.to_owned()));
        assert_eq!(said(&message(more.clone())).await, expected, "{more}");
    }
}

#[tokio::test]
async fn a_policy_counts_only_if_it_is_bound() {
    let server = server();
    policy(&server, "p", &json!({"validations": [{"expression": "false"}]})).await;
    bind(&server, "other", &json!({})).await;
    create(&server, "a").await.unwrap();
}

#[tokio::test]
async fn expressions_see_both_objects_the_request_and_the_namespace() {
    let expression = "request.operation == 'CREATE' ? oldObject == null && request.name == 'a' && request.userInfo.username != '' \
        && namespaceObject.metadata.labels['kubernetes.io/metadata.name'] == 'default' && !has(dyn(namespaceObject).metadata.managedFields) \
        : request.operation == 'UPDATE' ? object.spec.replicas >= oldObject.spec.replicas : oldObject.spec.replicas > 1";
    let server = with(&json!({"validations": [{"expression": expression, "message": "no"}]})).await;
    let api = databases(&server);
    create(&server, "a").await.unwrap();
    let replicas = |count: i32| Patch::Merge(json!({"spec": {"replicas": count}}));
    let delete = async || api.delete("a", &DeleteParams::default()).await.map(drop).map_err(refused);
    assert_eq!(denial(&delete().await.unwrap_err()), "no");
    api.patch("a", &PatchParams::default(), &replicas(5)).await.unwrap();
    let less = api.patch("a", &PatchParams::default(), &replicas(4)).await;
    assert_eq!(denial(&refused(less.unwrap_err())), "no");
    delete().await.unwrap();
}

#[tokio::test]
async fn variables_are_evaluated_where_they_are_named() {
    let variables = json!([
        {"name": "spec", "expression": "object.spec"},
        {"name": "twice", "expression": "variables.spec.replicas * 2"},
        {"name": "fails", "expression": "object.spec.absent"},
        {"name": "after", "expression": "variables.fails == 1"},
        {"name": "limits", "expression": "{'pg': quantity('1Gi')}"},
    ]);
    for (expression, expected) in [
        ("variables.twice == 2", Ok(())),
        ("variables.twice == 2 || variables.fails", Ok(())),
        ("variables.limits['pg'].isGreaterThan(quantity('1Mi'))", Ok(())),
        ("variables.twice > 2", denied("failed expression: variables.twice > 2")),
        (
            "variables.fails == 1",
            denied(
                "expression 'variables.fails == 1' resulted in error: composited variable \"fails\" fails to evaluate: no such key: absent",
            ),
        ),
        (
            "variables.after",
            denied(
                "expression 'variables.after' resulted in error: composited variable \"after\" fails to evaluate: \
                 composited variable \"fails\" fails to evaluate: no such key: absent",
            ),
        ),
    ] {
        let spec = json!({"variables": variables, "validations": [{"expression": expression}]});
        assert_eq!(said(&spec).await, expected, "{expression}");
    }
}

#[tokio::test]
async fn the_types_of_variables_are_known_when_a_policy_is_created() {
    let spec = json!({"variables": [{"name": "a", "expression": "1"}], "validations": [{"expression": "variables.b == 1"}]});
    let status = try_policy(&server(), "p", &spec).await.unwrap_err();
    assert!(status.message.contains("spec.validations[0].expression"), "{}", status.message);
}

#[tokio::test]
async fn errors_deny_unless_failures_are_ignored() {
    let fails = json!({"validations": [{"expression": "object.spec.absent > 1"}]});
    let why = "expression 'object.spec.absent > 1' resulted in error: no such key: absent";
    assert_eq!(said(&fails).await, denied(why));
    let with_policy = |policy: &str| {
        let mut spec = fails.clone();
        spec["failurePolicy"] = json!(policy);
        spec
    };
    assert_eq!(said(&with_policy("Fail")).await, denied(why));
    assert_eq!(said(&with_policy("Ignore")).await, Ok(()));
    // What is false is no failure.
    let mut spec = with_policy("Ignore");
    spec["validations"] = json!([{"expression": "object.spec.absent > 1"}, {"expression": "1 > 2"}]);
    assert_eq!(said(&spec).await, denied("failed expression: 1 > 2"));
}

#[tokio::test]
async fn conditions_and_rules_choose_the_requests() {
    let condition = |text: &str| json!({"matchConditions": [{"name": "a", "expression": text}]});
    let rules = |more: Value| {
        let mut constraints = json!({"resourceRules": [{"apiGroups": ["example.com"], "apiVersions": ["*"], "operations": ["*"], "resources": ["*"]}]});
        for (field, value) in more.as_object().unwrap() {
            constraints[field] = value.clone();
        }
        json!({ "matchConstraints": constraints })
    };
    let all = &rules(json!({}))["matchConstraints"]["resourceRules"];
    let named = |name: &str| {
        let mut rule = all[0].clone();
        rule["resourceNames"] = json!([name]);
        json!([rule])
    };
    for (more, is_denied) in [
        (condition("object.spec.replicas == 1"), true),
        (condition("object.spec.replicas == 2"), false),
        (condition("namespaceObject == null"), true),
        (rules(json!({})), true),
        (rules(json!({"resourceRules": named("a")})), true),
        (rules(json!({"resourceRules": named("b")})), false),
        (rules(json!({ "excludeResourceRules": all })), false),
        (rules(json!({"excludeResourceRules": named("b")})), true),
        (rules(json!({"objectSelector": {"matchLabels": {"a": "b"}}})), false),
        (
            rules(json!({"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "default"}}})),
            true,
        ),
        (rules(json!({"namespaceSelector": {"matchLabels": {"a": "b"}}})), false),
    ] {
        let mut spec = json!({"validations": [{"expression": "false"}]});
        for (field, value) in more.as_object().unwrap() {
            spec[field] = value.clone();
        }
        assert_eq!(said(&spec).await.is_err(), is_denied, "{more}");
    }
    let fails = condition("object.spec.absent == 1");
    let mut spec = json!({"validations": [{"expression": "true"}]});
    spec["matchConditions"] = fails["matchConditions"].clone();
    let why = "expression 'object.spec.absent == 1' resulted in error: no such key: absent";
    assert_eq!(said(&spec).await, denied(why));
}

#[tokio::test]
async fn a_binding_can_choose_fewer_requests() {
    let server = server();
    policy(&server, "p", &json!({"validations": [{"expression": "false"}]})).await;
    bind(&server, "p", &json!({"matchResources": {"objectSelector": {"matchLabels": {"a": "b"}}}})).await;
    create(&server, "a").await.unwrap();
    let mut labelled = database("b", "pg");
    labelled.metadata.labels = Some([("a".to_owned(), "b".to_owned())].into());
    databases(&server).create(&PostParams::default(), &labelled).await.unwrap_err();
}

#[tokio::test]
async fn actions_warn_or_only_tell_the_audit_log() {
    let server = server();
    policy(&server, "p", &json!({"validations": [{"expression": "false", "message": "no"}]})).await;
    bind(&server, "p", &json!({"validationActions": ["Warn", "Audit"]})).await;
    let body = serde_json::to_vec(&database("a", "pg")).unwrap();
    let request = http::Request::builder()
        .method("POST")
        .uri("/apis/example.com/v1/namespaces/default/databases")
        .header("content-type", "application/json")
        .body(http_body_util::Full::<bytes::Bytes>::from(body))
        .unwrap();
    let response = tower_service::Service::call(&mut server.service(), request).await.unwrap();
    assert_eq!(response.status(), 201);
    let warnings: Vec<_> = response.headers().get_all("warning").iter().collect();
    assert_eq!(
        warnings,
        ["299 - \"Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p-binding': no\""]
    );
}

#[tokio::test]
async fn audit_annotations_that_fail_deny() {
    let annotate = |text: &str| json!({"auditAnnotations": [{"key": "a", "valueExpression": text}]});
    assert_eq!(said(&annotate("'replicas: ' + string(object.spec.replicas)")).await, Ok(()));
    assert_eq!(said(&annotate("null")).await, Ok(()));
    let why = "expression 'string(object.spec.absent)' resulted in error: no such key: absent";
    assert_eq!(said(&annotate("string(object.spec.absent)")).await, denied(why));
    let spec = annotate("object.metadata.name");
    let status = try_policy(&server(), "p", &spec).await.unwrap_err();
    let why = "must evaluate to one of [string null_type] but got dyn";
    assert!(status.message.ends_with(why), "{}", status.message);
}

#[tokio::test]
async fn policies_have_a_budget() {
    // A list whose size nobody knows, three times in each other.
    let loops = "dyn(list).all(a, list.all(b, list.all(c, a + b + c >= 0)))";
    let loops = loops.replace("list", &format!("[{}]", "1,".repeat(200).trim_end_matches(',')));
    let answered = said(&json!({"validations": [{"expression": loops}]})).await;
    let (code, message) = answered.unwrap_err();
    assert_eq!(code, 422);
    assert!(message.contains("cost"), "{message}");
}

#[tokio::test]
async fn policies_check_native_kinds_but_not_themselves() {
    let server = server();
    let rules = json!({"resourceRules": [{"apiGroups": ["*"], "apiVersions": ["*"], "operations": ["*"], "resources": ["*"]}]});
    policy(&server, "p", &json!({"matchConstraints": rules, "validations": [{"expression": "false"}]})).await;
    bind(&server, "p", &json!({})).await;
    let namespace: Namespace = read(json!({"metadata": {"name": "a"}}));
    let namespaces: Api<Namespace> = Api::all(client(&server));
    namespaces.create(&PostParams::default(), &namespace).await.unwrap_err();
    let bindings: Api<ValidatingAdmissionPolicyBinding> = Api::all(client(&server));
    bindings.delete("p-binding", &DeleteParams::default()).await.unwrap();
    namespaces.create(&PostParams::default(), &namespace).await.unwrap();
}

#[tokio::test]
async fn what_asks_for_permissions_is_refused_by_name() {
    let expression = "authorizer.group('').resource('pods').check('get').allowed()";
    let spec = json!({"validations": [{"expression": expression}]});
    let status = try_policy(&server(), "p", &spec).await.unwrap_err();
    assert!(status.message.contains("spec.validations[0].expression: Invalid value"), "{}", status.message);
    assert!(status.message.contains("crdc does not evaluate `authorizer`"), "{}", status.message);
}

#[tokio::test]
async fn a_copy_of_a_server_has_its_policies() {
    let server = with(&json!({"validations": [{"expression": "false"}]})).await;
    create(&server.copy(), "a").await.unwrap_err();
}

/// As the CRDs of the Gateway API bring one: nobody installs older ones over them.
#[tokio::test]
async fn definitions_are_kept_from_being_replaced_by_older_ones() {
    let server = server();
    let rules = json!({"resourceRules": [{"apiGroups": ["apiextensions.k8s.io"], "apiVersions": ["v1"],
        "resources": ["customresourcedefinitions"], "operations": ["CREATE", "UPDATE"]}]});
    let expression = "object.spec.group != 'example.com' || (has(object.metadata.annotations) && \
        object.metadata.annotations.exists(k, k == 'example.com/bundle-version') && \
        !matches(object.metadata.annotations['example.com/bundle-version'], 'v1.[0-4].\\\\d+'))";
    let validations = json!([{"expression": expression, "message": "Too old.", "reason": "Invalid"}]);
    policy(
        &server,
        "p",
        &json!({"failurePolicy": "Fail", "matchConstraints": rules, "validations": validations}),
    )
    .await;
    bind(&server, "p", &json!({})).await;
    let change = |version: &str| {
        Patch::Merge(json!({"metadata": {"annotations": {"example.com/bundle-version": version}}}))
    };
    let all: Api<
        k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
    > = Api::all(client(&server));
    let name = "databases.example.com";
    all.patch(name, &PatchParams::default(), &change("v1.5.1")).await.unwrap();
    let status = refused(all.patch(name, &PatchParams::default(), &change("v1.4.0")).await.unwrap_err());
    assert!(status.message.ends_with("denied request: Too old."), "{}", status.message);
}

#[tokio::test]
async fn variables_may_be_asked_for_and_chosen() {
    let variables = json!([{"name": "a", "expression": "object.spec"}]);
    let expression = "has(variables.a) && variables.?a.orValue({}).replicas == 1";
    assert_eq!(
        said(&json!({"variables": variables, "validations": [{"expression": expression}]})).await,
        Ok(())
    );
}

#[tokio::test]
async fn more_variables_than_can_be_evaluated_are_refused() {
    let all: Vec<Value> =
        (0..1001).map(|index| json!({"name": format!("v{index}"), "expression": "1"})).collect();
    let spec = json!({"variables": all[..1000], "validations": [{"expression": "variables.v999 == 1"}]});
    assert_eq!(said(&spec).await, Ok(()));
    let spec = json!({"variables": all, "validations": [{"expression": "true"}]});
    let status = try_policy(&server(), "p", &spec).await.unwrap_err();
    assert!(
        status.message.ends_with("spec.variables: Too many: 1001: crdc evaluates at most 1000 variables"),
        "{}",
        status.message
    );
}

#[tokio::test]
async fn a_scale_is_checked_by_policies_for_scales() {
    let validations = json!([{"expression": "object.spec.replicas < 3"}]);
    let only_objects = with(&json!({ "validations": validations })).await;
    create(&only_objects, "a").await.unwrap();
    let replicas = Patch::Merge(json!({"spec": {"replicas": 5}}));
    let scale = async |server| databases(server).patch_scale("a", &PatchParams::default(), &replicas).await;
    scale(&only_objects).await.unwrap();

    let rules = json!({"resourceRules": [{"apiGroups": ["example.com"], "apiVersions": ["v1"], "operations": ["*"], "resources": ["databases/scale"]}]});
    let scales = with(&json!({ "matchConstraints": rules, "validations": validations })).await;
    create(&scales, "a").await.unwrap();
    let status = refused(scale(&scales).await.unwrap_err());
    assert_eq!(denial(&status), "failed expression: object.spec.replicas < 3");
}

#[tokio::test]
async fn variables_may_be_named_in_messages_and_annotations_alone() {
    let variables = json!([{"name": "a", "expression": "'no ' + object.metadata.name"},
        {"name": "fails", "expression": "object.spec.absent"}]);
    let message = |text: &str| json!({"variables": variables, "validations": [{"expression": "false", "messageExpression": text}]});
    assert_eq!(said(&message("variables.a")).await, denied("no a"));
    assert_eq!(said(&message("string(variables.fails)")).await, denied("failed expression: false"));
    let annotation = |text: &str| json!({"variables": variables, "auditAnnotations": [{"key": "a", "valueExpression": text}]});
    assert_eq!(said(&annotation("variables.a")).await, Ok(()));
    let why = "expression 'string(variables.fails)' resulted in error: composited variable \"fails\" fails to evaluate: no such key: absent";
    assert_eq!(said(&annotation("string(variables.fails)")).await, denied(why));
}

#[tokio::test]
async fn a_variable_of_a_loop_hides_those_of_the_policy() {
    let variables = json!([{"name": "a", "expression": "1"}]);
    for expression in [
        "[2].all(variables, variables == 2)",
        "[{'a': 2}].all(variables, variables.a == 2 && has(variables.a) && variables.?a.orValue(3) == 2)",
        "[{'b': 2}].all(variables, variables.b == 2) && variables.a == 1",
        "[{'b': 2}].all(variables, variables.b == 2 && .variables.a == 1)",
        "[{'b': {'c': {'d': {'e': {'f': 2}}}}}].all(variables, variables.b.c.d.e.f == 2)",
        "[{'a': 2}].all(object, object.a == 2)",
    ] {
        let spec = json!({"variables": variables, "validations": [{"expression": expression}]});
        assert_eq!(said(&spec).await, Ok(()), "{expression}");
    }
}

#[tokio::test]
async fn names_may_have_many_parts() {
    let variables = json!([{"name": "a", "expression": "{'b': {'c': {'d': {'e': {'f': object.spec}}}}}"}]);
    for expression in [
        "variables.a.b.c.d.e.f.replicas == 1",
        "has(variables.a.b.c.d.e.f.replicas)",
        "variables.a.?b.c.d.e.f.replicas == optional.of(1)",
    ] {
        let spec = json!({"variables": variables, "validations": [{"expression": expression}]});
        assert_eq!(said(&spec).await, Ok(()), "{expression}");
    }
}

#[tokio::test]
async fn failures_that_are_ignored_allow() {
    let fails = "object.spec.absent == 1";
    let loops = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
    // About a million.
    let dear = format!(
        "{loops}.all(a, {loops}.all(b, {loops}.all(c, {loops}.all(d, {loops}.all(e, a + b + c + d + e > 0)))))"
    );
    let dear: Vec<Value> = (0..40)
        .map(|number| json!({"expression": format!("{dear} && {number} >= 0"), "messageExpression": "'a'"}))
        .collect();
    let condition = json!([{"name": "a", "expression": fails}]);
    for (spec, fails_with) in [
        (json!({"validations": [{"expression": fails}]}), "no such key: absent"),
        (
            json!({"validations": [{"expression": "true"}], "matchConditions": condition}),
            "no such key: absent",
        ),
        (json!({"validations": dear}), "no further validation rules will be run"),
        (
            json!({"auditAnnotations": [{"key": "a", "valueExpression": format!("string({fails})")}]}),
            "no such key: absent",
        ),
        (
            json!({"validations": [{"expression": "true"}], "paramKind": {"apiVersion": "example.com/v2", "kind": "Limit"}}),
            "",
        ),
    ] {
        let server = with(&spec).await;
        let status = create(&server, "a").await.unwrap_err();
        assert!(status.message.ends_with(fails_with), "{}", status.message);
        let mut spec = spec;
        spec["failurePolicy"] = json!("Ignore");
        create(&with(&spec).await, "a").await.unwrap();
    }
}

#[tokio::test]
async fn each_way_to_write_is_checked() {
    let server = server();
    create(&server, "a").await.unwrap();
    let rules = json!({"resourceRules": [{"apiGroups": ["example.com"], "apiVersions": ["*"], "operations": ["*"], "resources": ["*/*"]}]});
    let expression = "request.operation == 'DELETE' ? oldObject.spec.engine == 'none' : object.spec.replicas < 3 && \
        (!has(object.status) || object.status.replicas < 3)";
    policy(
        &server,
        "p",
        &json!({"matchConstraints": rules, "validations": [{"expression": expression, "message": "no"}]}),
    )
    .await;
    bind(&server, "p", &json!({})).await;
    let api = databases(&server);
    let is_denied =
        |answered: Result<(), kube::Error>| assert_eq!(denial(&refused(answered.unwrap_err())), "no");
    let status = Patch::Merge(json!({"status": {"replicas": 3}}));
    is_denied(api.patch_status("a", &PatchParams::default(), &status).await.map(drop));
    let object = json!({"apiVersion": "example.com/v1", "kind": "Database", "metadata": {"name": "a"}, "spec": {"replicas": 3}});
    is_denied(api.patch("a", &PatchParams::apply("me").force(), &Patch::Apply(&object)).await.map(drop));
    let dry = PatchParams { dry_run: true, ..PatchParams::default() };
    let replicas = Patch::Merge(json!({"spec": {"replicas": 3}}));
    is_denied(api.patch("a", &dry, &replicas).await.map(drop));
    is_denied(api.patch_scale("a", &PatchParams::default(), &replicas).await.map(drop));
    is_denied(api.delete("a", &DeleteParams::default()).await.map(drop));
    is_denied(
        api.delete_collection(&DeleteParams::default(), &kube::api::ListParams::default()).await.map(drop),
    );
    assert_eq!(api.get("a").await.unwrap().spec.replicas, 1);
}

#[tokio::test]
async fn changes_of_policies_and_bindings_count_at_once() {
    let server = with(&json!({"validations": [{"expression": "false"}]})).await;
    create(&server, "a").await.unwrap_err();
    let policies: Api<ValidatingAdmissionPolicy> = Api::all(client(&server));
    let change =
        |expression: &str| Patch::Merge(json!({"spec": {"validations": [{"expression": expression}]}}));
    policies.patch("p", &PatchParams::default(), &change("true")).await.unwrap();
    create(&server, "a").await.unwrap();
    policies.patch("p", &PatchParams::default(), &change("false")).await.unwrap();
    create(&server, "b").await.unwrap_err();
    policies.delete("p", &DeleteParams::default()).await.unwrap();
    create(&server, "b").await.unwrap();
}

#[tokio::test]
async fn namespaces_are_selected_by_their_own_labels() {
    let rules = json!([{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["*"], "resources": ["namespaces", "namespaces/status"]}]);
    let selector = json!({"matchLabels": {"a": "b"}});
    let server = server();
    let namespaces: Api<Namespace> = Api::all(client(&server));
    let labelled = |name: &str, value: &str| -> Namespace {
        read(json!({"metadata": {"name": name, "labels": {"a": value}}}))
    };
    namespaces.create(&PostParams::default(), &labelled("b", "b")).await.unwrap();
    let constraints = json!({"resourceRules": rules, "namespaceSelector": selector});
    policy(&server, "p", &json!({"matchConstraints": constraints, "validations": [{"expression": "namespaceObject != null", "message": "no"}]})).await;
    bind(&server, "p", &json!({})).await;
    let created = namespaces.create(&PostParams::default(), &labelled("a", "b")).await;
    assert_eq!(denial(&refused(created.unwrap_err())), "no");
    namespaces.create(&PostParams::default(), &labelled("a", "c")).await.unwrap();
    let label = Patch::Merge(json!({"metadata": {"labels": {"a": "b"}}}));
    namespaces.patch("a", &PatchParams::default(), &label).await.unwrap_err();
    // Of what writes a subresource or deletes, those of the stored one count.
    namespaces.patch_status("a", &PatchParams::default(), &label).await.unwrap();
    namespaces.delete("b", &DeleteParams::default()).await.unwrap_err();
    namespaces.delete("a", &DeleteParams::default()).await.unwrap();
}

#[tokio::test]
async fn values_of_variables_in_each_other_are_deep_at_most_200_times() {
    let chain = |length: usize, brackets: usize| -> Value {
        let (open, close) = ("[".repeat(brackets), "]".repeat(brackets));
        let variable = |index: usize| {
            let inner = if index == 0 { "1".to_owned() } else { format!("dyn(variables.v{})", index - 1) };
            json!({"name": format!("v{index}"), "expression": format!("{open}{inner}{close}")})
        };
        let last = length - 1;
        let expression = format!("variables.v{last} == variables.v{last}");
        json!({"variables": (0..length).map(variable).collect::<Vec<_>>(), "validations": [{"expression": expression}]})
    };
    assert_eq!(said(&chain(200, 1)).await, Ok(()));
    assert_eq!(said(&chain(2, 100)).await, Ok(()));
    for spec in [chain(201, 1), chain(1000, 100)] {
        let (code, message) = said(&spec).await.unwrap_err();
        let why =
            "fails to compile: crdc evaluates no values of variables in each other that are deeper than 200";
        assert_eq!(code, 422);
        assert!(message.ends_with(why), "{message}");
    }
}
