//! Updates of Kubernetes' own kinds: what cannot change, and what a status cannot be.
// kubernetes: pkg/apis/*/validation/validation.go Validate*Update, Validate*StatusUpdate

use http::Method;
use serde_json::{Value, json};

use super::native::Native;

/// Creates an object, and replaces it with one that has another value at a pointer. Out: the answer's fields
/// and messages, or none if the server stores it.
async fn replaced(
    native: &Native,
    path: &str,
    object: Value,
    (pointer, value): (&str, Value),
) -> Vec<String> {
    let name = object["metadata"]["name"].as_str().unwrap().to_owned();
    let mut stored = native.create(path, object).await;
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = stored.pointer_mut(parent).unwrap().as_object_mut().unwrap();
    match value {
        Value::Null => drop(parent.remove(key)),
        value => drop(parent.insert(key.to_owned(), value)),
    }
    answered(native, &format!("{path}/{name}"), &stored).await
}

async fn answered(native: &Native, path: &str, object: &Value) -> Vec<String> {
    match native.ask(Method::PUT, path, "application/json", object).await {
        Ok(_) => Vec::new(),
        Err(kube::Error::Api(status)) => {
            let causes = status.details.map(|details| details.causes).unwrap_or_default();
            causes.into_iter().map(|cause| format!("{}: {}", cause.field, cause.message)).collect()
        }
        Err(other) => panic!("{other}"),
    }
}

const PODS: &str = "/api/v1/namespaces/default/pods";

fn pod(name: &str) -> Value {
    json!({"metadata": {"name": name}, "spec": {"activeDeadlineSeconds": 100, "tolerations": [{"key": "a", "operator": "Exists"}],
        "containers": [{"name": "a", "image": "x"}]}})
}

#[tokio::test]
async fn what_a_pod_has_stays() {
    let native = Native::start();
    let others = "spec: Forbidden: pod updates may not change fields other than";
    for (index, (pointer, value, wanted)) in [
        ("/spec/containers/0/image", json!("y"), None),
        ("/spec/activeDeadlineSeconds", json!(50), None),
        ("/spec/activeDeadlineSeconds", json!(200), Some("spec.activeDeadlineSeconds: Invalid value: 200")),
        ("/spec/activeDeadlineSeconds", json!(null), Some("spec.activeDeadlineSeconds: Invalid value: null")),
        ("/spec/tolerations", json!([]), Some("spec.tolerations: Forbidden: existing toleration")),
        ("/spec/containers/0/resources", json!({"requests": {"cpu": 1}}), Some(others)),
        ("/spec/serviceAccountName", json!("b"), Some(others)),
        // What is left out gets its default again.
        ("/spec/dnsPolicy", json!(null), None),
        ("/spec/containers/0/resources", json!(null), None),
    ]
    .into_iter()
    .enumerate()
    {
        let found = replaced(&native, PODS, pod(&format!("p{index}")), (pointer, value.clone())).await;
        assert_eq!(found.len(), wanted.iter().len(), "{pointer} {value} {found:?}");
        let is_wanted = wanted.is_none_or(|wanted| found.iter().all(|message| message.starts_with(wanted)));
        assert!(is_wanted, "{pointer} {value} {found:?}");
    }
}

#[tokio::test]
async fn a_service_keeps_its_class_and_what_is_left_out() {
    let native = Native::start();
    let services = "/api/v1/namespaces/default/services";
    let service = |name: &str| json!({"metadata": {"name": name}, "spec": {"type": "LoadBalancer", "loadBalancerClass": "a/b", "ports": [{"port": 80}]}});
    let change = ("/spec/loadBalancerClass", json!("a/c"));
    assert_eq!(
        replaced(&native, services, service("a"), change).await,
        ["spec.loadBalancerClass: Invalid value: \"a/c\": may not change once set"]
    );
    for field in ["clusterIP", "clusterIPs", "ipFamilies"] {
        let change = (format!("/spec/{field}"), json!(null));
        let name = field.to_lowercase();
        let found = replaced(&native, services, service(&name), (&change.0, change.1)).await;
        assert_eq!(found, [""; 0], "{field}");
    }
}

#[tokio::test]
async fn a_claim_grows_only_when_it_is_bound() {
    let native = Native::start();
    let claims = "/api/v1/namespaces/default/persistentvolumeclaims";
    let size = |size: &str| json!({"requests": {"storage": size}});
    let claim = json!({"metadata": {"name": "a"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": size("1Gi")}});
    let found = replaced(&native, claims, claim, ("/spec/resources", size("2Gi"))).await;
    let why = "spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
    assert_eq!(found, [why]);
    native.patch(&format!("{claims}/a/status"), json!({"status": {"phase": "Bound"}})).await;
    native.patch(&format!("{claims}/a"), json!({"spec": {"resources": size("2Gi")}})).await;
}

#[tokio::test]
async fn statuses_are_validated() {
    let native = Native::start();
    let deployments = "/apis/apps/v1/namespaces/default/deployments";
    let template =
        json!({"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "a", "image": "x"}]}});
    let spec = json!({"selector": {"matchLabels": {"a": "b"}}, "template": template});
    let mut deployment = native.create(deployments, json!({"metadata": {"name": "a"}, "spec": spec})).await;
    let path = format!("{deployments}/a/status");
    deployment["status"] = json!({"replicas": 1, "readyReplicas": -1});
    assert!(
        answered(&native, &path, &deployment).await.contains(
            &"status.readyReplicas: Invalid value: -1: must be greater than or equal to 0".to_owned()
        )
    );
    deployment["status"] = json!({"replicas": 1, "readyReplicas": 1});
    assert_eq!(answered(&native, &path, &deployment).await, [""; 0]);
}
