//! Parameters of ValidatingAdmissionPolicies: which objects they are, and what is said if there are none.
// apiserver: pkg/admission/plugin/policy/validating/admission_test.go, policy/generic/policy_dispatcher.go

use crdc_server::Server;
use k8s_openapi::api::core::v1::{ConfigMap, Namespace, Secret};
use kube::api::{Api, PostParams};
use kube::core::Status;
use serde_json::{Value, json};

use crate::policies::{bind, denial, denied, policy, read};
use crate::webhooks::{create, refused};
use crate::{client, server};

/// A policy that compares with parameters, which are ConfigMaps.
fn limited() -> Value {
    json!({"paramKind": {"apiVersion": "v1", "kind": "ConfigMap"},
        "validations": [{"expression": "params == null || object.spec.replicas < int(params.data.most)",
            "messageExpression": "'more than ' + params.data.most"}]})
}

async fn config_map(server: &Server, name: &str, most: &str) {
    let map: ConfigMap =
        read(json!({"metadata": {"name": name, "labels": {"a": "b"}}, "data": {"most": most}}));
    Api::default_namespaced(client(server)).create(&PostParams::default(), &map).await.unwrap();
}

#[tokio::test]
async fn parameters_are_objects_of_the_binding() {
    let named = json!({"name": "limits", "parameterNotFoundAction": "Deny"});
    let absent = denied(
        "failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
    );
    let one_of = |namespace: &str| json!({"name": "limits", "namespace": namespace, "parameterNotFoundAction": "Allow"});
    let selected = json!({"selector": {"matchLabels": {"a": "b"}}, "parameterNotFoundAction": "Deny"});
    for (reference, maps, expected) in [
        (json!(null), &[][..], Ok(())),
        (named.clone(), &[], absent.clone()),
        (named.clone(), &[("limits", "5")], Ok(())),
        (named.clone(), &[("limits", "1")], denied("more than 1")),
        (named, &[("others", "1")], absent.clone()),
        (one_of("kube-system"), &[("limits", "1")], Ok(())),
        (one_of("default"), &[("limits", "1")], denied("more than 1")),
        (selected.clone(), &[], absent),
        (selected.clone(), &[("a", "5"), ("b", "1")], denied("more than 1")),
        (selected, &[("a", "5"), ("b", "6")], Ok(())),
    ] {
        let server = server();
        policy(&server, "p", &limited()).await;
        for (name, most) in maps {
            config_map(&server, name, most).await;
        }
        let more = if reference.is_null() { json!({}) } else { json!({ "paramRef": reference }) };
        bind(&server, "p", &more).await;
        let answered = create(&server, "a").await.map(drop);
        assert_eq!(answered.map_err(|status| (status.code, denial(&status))), expected, "{more} {maps:?}");
    }
}

#[tokio::test]
async fn parameters_may_be_custom_resources() {
    let server = server();
    create(&server, "limits").await.unwrap();
    let kind = json!({"apiVersion": "example.com/v1", "kind": "Database"});
    let validations = json!([{"expression": "object.spec.replicas > params.spec.replicas"}]);
    policy(&server, "p", &json!({"paramKind": kind, "validations": validations})).await;
    bind(&server, "p", &json!({"paramRef": {"name": "limits", "parameterNotFoundAction": "Deny"}})).await;
    let status = create(&server, "a").await.unwrap_err();
    assert_eq!(denial(&status), "failed expression: object.spec.replicas > params.spec.replicas");
}

/// What is said of an error of the policy, not of a binding.
fn of_policy(status: &Status) -> String {
    let before = "databases.example.com \"a\" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: ";
    status.message.strip_prefix(before).unwrap_or_else(|| panic!("{}", status.message)).to_owned()
}

#[tokio::test]
async fn a_kind_of_parameters_that_is_not_served_is_an_error_of_the_policy() {
    let reference = json!({"paramRef": {"name": "a", "parameterNotFoundAction": "Allow"}});
    for (kind, shown) in [
        (json!({"apiVersion": "example.com/v2", "kind": "Limit"}), "example.com/v2, Kind=Limit"),
        (json!({"apiVersion": "example.com/v2", "kind": "Database"}), "example.com/v2, Kind=Database"),
        (json!({"apiVersion": "v1", "kind": "Limit"}), "/v1, Kind=Limit"),
    ] {
        for binding in [&reference, &json!({}), &json!({"validationActions": ["Audit"]})] {
            let server = server();
            policy(&server, "p", &json!({"paramKind": kind, "validations": [{"expression": "true"}]})).await;
            create(&server, "b").await.unwrap();
            bind(&server, "p", binding).await;
            let status = create(&server, "a").await.unwrap_err();
            assert_eq!(
                of_policy(&status),
                format!("failed to find resource referenced by paramKind: '{shown}'")
            );
            assert_eq!((status.code, &*status.reason), (422, "Invalid"));
        }
    }
}

#[tokio::test]
async fn the_kind_of_parameters_may_be_defined_after_the_policy() {
    let server = server();
    let kind = json!({"apiVersion": "limits.example.com/v1", "kind": "Limit"});
    policy(
        &server,
        "p",
        &json!({"paramKind": kind, "validations": [{"expression": "params.spec.most > 3"}]}),
    )
    .await;
    bind(&server, "p", &json!({"paramRef": {"name": "a", "parameterNotFoundAction": "Allow"}})).await;
    create(&server, "a").await.unwrap_err();
    let schema = json!({"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}});
    let native = crate::native::Native::of(server.clone());
    let names = json!({"kind": "Limit", "plural": "limits", "singular": "limit", "listKind": "LimitList"});
    let versions = json!([{"name": "v1", "served": true, "storage": true, "schema": schema}]);
    let definition = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "limits.limits.example.com"},
        "spec": {"group": "limits.example.com", "scope": "Cluster", "names": names, "versions": versions}});
    native.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition).await;
    create(&server, "b").await.unwrap();
    let limit = json!({"apiVersion": "limits.example.com/v1", "kind": "Limit", "metadata": {"name": "a"}, "spec": {"most": 3}});
    native.create("/apis/limits.example.com/v1/limits", limit).await;
    assert_eq!(denial(&create(&server, "a").await.unwrap_err()), "failed expression: params.spec.most > 3");
}

#[tokio::test]
async fn a_reference_must_fit_the_scope_of_the_kind() {
    let server = server();
    let kind = json!({"apiVersion": "v1", "kind": "Namespace"});
    policy(&server, "p", &json!({"paramKind": kind, "validations": [{"expression": "true"}]})).await;
    bind(
        &server,
        "p",
        &json!({"paramRef": {"name": "default", "namespace": "default", "parameterNotFoundAction": "Deny"}}),
    )
    .await;
    let status = create(&server, "a").await.unwrap_err();
    let why = "failed to configure binding: paramRef.namespace must not be provided for a cluster-scoped `paramKind`";
    assert_eq!((status.code, denial(&status)), (422, why.to_owned()));
}

/// A policy for namespaces and cluster roles, which compares with a ConfigMap.
async fn of_cluster_kinds(server: &Server) {
    let rules = json!([{"apiGroups": ["*"], "apiVersions": ["*"], "operations": ["*"], "resources": ["namespaces", "clusterroles"]}]);
    let mut spec = limited();
    spec["matchConstraints"] = json!({ "resourceRules": rules });
    spec["validations"] = json!([{"expression": "params == null", "message": "no"}]);
    policy(server, "p", &spec).await;
    bind(server, "p", &json!({"paramRef": {"name": "limits", "parameterNotFoundAction": "Deny"}})).await;
}

#[tokio::test]
async fn a_namespace_has_its_parameters_in_itself_and_other_cluster_kinds_have_none() {
    let server = server();
    of_cluster_kinds(&server).await;
    let namespaces: Api<Namespace> = Api::all(client(&server));
    let namespace: Namespace = read(json!({"metadata": {"name": "a"}}));
    let status = refused(namespaces.create(&PostParams::default(), &namespace).await.unwrap_err());
    let why =
        "failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction";
    assert_eq!(denial(&status), why);
    let native = crate::native::Native::of(server);
    let role = json!({"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "a"}});
    let path = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
    let sent = native.ask(http::Method::POST, path, "application/json", &role).await;
    let why = "failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources";
    assert_eq!(denial(&refused(sent.unwrap_err())), why);
}

#[tokio::test]
async fn parameters_may_be_secrets() {
    let server = server();
    let secret: Secret = read(json!({"metadata": {"name": "s"}, "stringData": {"most": "5"}}));
    Api::default_namespaced(client(&server)).create(&PostParams::default(), &secret).await.unwrap();
    let kind = json!({"apiVersion": "v1", "kind": "Secret"});
    let expression = "params.kind == 'Secret' && params.apiVersion == 'v1' && params.data.most == 'Ng=='";
    policy(&server, "p", &json!({"paramKind": kind, "validations": [{"expression": expression, "messageExpression": "'most: ' + params.data.most"}]})).await;
    bind(&server, "p", &json!({"paramRef": {"name": "s", "parameterNotFoundAction": "Deny"}})).await;
    assert_eq!(denial(&create(&server, "a").await.unwrap_err()), "most: NQ==");
}
