//! Strategic merge patches of Kubernetes' own kinds: keys and strategies are those of Go's tags, which are
//! not the list types of server-side apply.
// apimachinery: pkg/util/strategicpatch/patch.go

use http::Method;
use serde_json::{Value, json};

use crate::native::{Native, has};
use crate::raw::get;

const STRATEGIC: &str = "application/strategic-merge-patch+json";
const SERVICES: &str = "/api/v1/namespaces/default/services";
const PODS: &str = "/api/v1/namespaces/default/pods";

#[tokio::test]
async fn items_of_a_patch_come_first_in_its_order() {
    let native = Native::start();
    let port = |name: &str, port: u16| json!({"name": name, "port": port});
    let ports = json!([port("a", 80), port("b", 81), port("c", 82)]);
    native.create(SERVICES, json!({"metadata": {"name": "s"}, "spec": {"ports": ports}})).await;
    for (patch, names) in [
        (json!({"ports": [port("d", 83)]}), "d a b c"),
        (json!({"ports": [{"port": 82, "targetPort": 1}, {"port": 80, "targetPort": 2}]}), "d b c a"),
        (json!({"ports": [{"port": 83, "$patch": "delete"}]}), "b c a"),
        (json!({"$setElementOrder/ports": [{"port": 80}, {"port": 81}, {"port": 82}]}), "a b c"),
        (
            json!({"$setElementOrder/ports": [{"port": 81}, {"port": 84}], "ports": [port("e", 84)]}),
            "a b e c",
        ),
        (json!({"ports": [{"$patch": "replace"}, port("f", 85), port("g", 86)]}), "f g"),
    ] {
        let service = native.patch(&format!("{SERVICES}/s"), json!({ "spec": patch })).await;
        let ports = service["spec"]["ports"].as_array().unwrap();
        let found: Vec<&str> = ports.iter().map(|port| port["name"].as_str().unwrap()).collect();
        assert_eq!(found.join(" "), names, "{patch}");
    }
}

#[tokio::test]
async fn the_key_of_a_list_is_that_of_patches() {
    let native = Native::start();
    // Server-side apply has the keys `port` and `protocol`.
    native
        .create(
            SERVICES,
            json!({"metadata": {"name": "s"}, "spec": {"ports": [{"port": 53, "protocol": "UDP"}]}}),
        )
        .await;
    let patch = json!({"spec": {"ports": [{"port": 53, "protocol": "TCP"}]}});
    let service = native.patch(&format!("{SERVICES}/s"), patch).await;
    has(&service["spec"]["ports"], &json!([{"port": 53, "protocol": "TCP"}]), "ports");
    // It has an atomic list here.
    let jobs = "/apis/batch/v1/namespaces/default/jobs";
    let template = json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}});
    native
        .create(jobs, json!({"metadata": {"name": "j"}, "spec": {"suspend": true, "template": template}}))
        .await;
    for of in ["Suspended", "example.com/Ready"] {
        let patch = json!({"status": {"conditions": [{"type": of, "status": "True"}]}});
        native.patch(&format!("{jobs}/j/status"), patch).await;
    }
    let conditions = json!([{"type": "example.com/Ready"}, {"type": "Suspended"}]);
    has(&native.get(&format!("{jobs}/j")).await["status"]["conditions"], &conditions, "conditions");
    // A selector is replaced, and a map of labels is merged.
    let budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
    let budget = json!({"metadata": {"name": "b", "labels": {"a": "1"}},
        "spec": {"minAvailable": 1, "selector": {"matchLabels": {"a": "1"}}}});
    native.create(budgets, budget).await;
    let new = json!({"metadata": {"labels": {"b": "2"}}, "spec": {"selector": {"matchLabels": {"b": "2"}}}});
    let budget = native.patch(&format!("{budgets}/b"), new).await;
    assert_eq!(budget["spec"]["selector"]["matchLabels"], json!({"b": "2"}));
    assert_eq!(budget["metadata"]["labels"], json!({"a": "1", "b": "2"}));
}

#[tokio::test]
async fn patches_of_a_wrong_form_are_refused_in_the_words_of_go() {
    let native = Native::start();
    let pod = json!({"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}]}});
    native.create(PODS, pod).await;
    for (patch, code, why) in [
        (
            json!({"containers": [{"image": "j"}]}),
            500,
            "map: map[image:j] does not contain declared merge key: name",
        ),
        (
            json!({"containers": [{"name": "c", "$patch": "merge"}]}),
            500,
            "merging lists cannot yet be specified in the patch",
        ),
        (
            json!({"$patch": "merge", "hostname": "h"}),
            500,
            "unknown patch type: merge in map: map[$patch:merge hostname:h]",
        ),
        (json!({"$retainKeys": ["containers"], "hostname": "h"}), 400, "invalid patch format of retainKeys"),
        (
            json!({"$setElementOrder/containers": [{"name": "x"}], "containers": [{"name": "c"}]}),
            500,
            "The order in patch list:\n[map[name:c]]\n doesn't match $setElementOrder list:\n[map[name:x]]\n",
        ),
        (
            json!({"$setElementOrder/containers": "c"}),
            500,
            "expected a []interface {}, but received a string",
        ),
    ] {
        let body = json!({ "spec": patch });
        let error = native.ask(Method::PATCH, &format!("{PODS}/p"), STRATEGIC, &body).await.unwrap_err();
        let kube::Error::Api(status) = error else { panic!("{error}") };
        assert_eq!((status.code, &*status.message), (code, why), "{patch}");
    }
}

/// Without these keywords, `kubectl apply` removes no item of a list.
#[tokio::test]
async fn openapi_documents_have_the_keys_and_strategies_of_patches() {
    let server = crate::server();
    let core = get(&server, "/openapi/v3/api/v1", &[]).await.json();
    let apps = get(&server, "/openapi/v3/apis/apps/v1", &[]).await.json();
    let policy = get(&server, "/openapi/v3/apis/policy/v1", &[]).await.json();
    let old = get(&server, "/openapi/v2", &[("accept", "application/json")]).await.json();
    for (document, of, field, strategy, key) in [
        (&core, "core.v1.ServiceSpec", "ports", json!("merge"), json!("port")),
        (&core, "core.v1.PodSpec", "volumes", json!("merge,retainKeys"), json!("name")),
        (&core, "core.v1.PodSpec", "tolerations", Value::Null, Value::Null),
        (&apps, "apps.v1.DeploymentSpec", "strategy", json!("retainKeys"), Value::Null),
        (&policy, "policy.v1.PodDisruptionBudgetSpec", "selector", json!("replace"), Value::Null),
    ] {
        let of = format!("io.k8s.api.{of}");
        for schemas in [&document["components"]["schemas"], &old["definitions"]] {
            let found = &schemas[&of]["properties"][field];
            assert!(found.is_object(), "{of} {field}");
            let keywords = ["x-kubernetes-patch-strategy", "x-kubernetes-patch-merge-key"];
            assert_eq!(keywords.map(|keyword| &found[keyword]), [&strategy, &key], "{of} {field}");
        }
    }
}
