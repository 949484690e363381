//! Strategic merge patches of Kubernetes' own kinds: keys and strategies are those of Go's tags, which are
//! not the list types of server-side apply.
// apimachinery: pkg/util/strategicpatch/patch.go

use serde_json::{Value, json};

use crate::raw::get;

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
