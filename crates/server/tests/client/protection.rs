//! The admission plugin StorageObjectInUseProtection, and the controllers that belong to it.
// kubernetes: plugin/pkg/admission/storage/storageobjectinuseprotection, pkg/controller/volume/*protection

use http::Method;
use serde_json::{Value, json};

use crate::built_in::pod;
use crate::native::Native;

const PODS: &str = "/api/v1/namespaces/default/pods";
const CLAIMS: &str = "/api/v1/namespaces/default/persistentvolumeclaims";
const JSON: &str = "application/json";

async fn remove(native: &Native, path: &str) -> Value {
    native.ask(Method::DELETE, path, JSON, &json!({})).await.unwrap()
}

async fn is_gone(native: &Native, path: &str) -> bool {
    match native.ask(Method::GET, path, JSON, &Value::Null).await {
        Err(kube::Error::Api(status)) => status.code == 404,
        _ => false,
    }
}

#[tokio::test]
async fn claims_and_volumes_stay_while_they_are_used() {
    let native = Native::start();
    let claim = |name: &str| json!({"metadata": {"name": name}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}});
    let delete = async |path: &str| remove(&native, path).await;
    let made = native.create(CLAIMS, claim("free")).await;
    assert_eq!(made["metadata"]["finalizers"], json!(["kubernetes.io/pvc-protection"]));
    delete(&format!("{CLAIMS}/free")).await;
    assert!(is_gone(&native, &format!("{CLAIMS}/free")).await);

    native.create(CLAIMS, claim("used")).await;
    let volumes = json!([{"name": "v", "persistentVolumeClaim": {"claimName": "used"}}]);
    // A Pod that waits for a node does not hold a claim.
    native.create(PODS, pod("waiting", json!({"volumes": volumes}))).await;
    native.create(PODS, pod("user", json!({"volumes": volumes, "nodeName": "n"}))).await;
    delete(&format!("{CLAIMS}/used")).await;
    let stays = native.get(&format!("{CLAIMS}/used")).await;
    assert!(stays["metadata"]["deletionTimestamp"].is_string());
    // It uses the claim until it is gone, also when it has ended.
    native.patch(&format!("{PODS}/user/status"), json!({"status": {"phase": "Succeeded"}})).await;
    assert!(!is_gone(&native, &format!("{CLAIMS}/used")).await);
    delete(&format!("{PODS}/user")).await;
    assert!(is_gone(&native, &format!("{CLAIMS}/used")).await);

    native.create(CLAIMS, claim("again")).await;
    let volumes = json!([{"name": "v", "persistentVolumeClaim": {"claimName": "again"}}]);
    native.create(PODS, pod("last", json!({"volumes": volumes, "nodeName": "n"}))).await;
    delete(&format!("{CLAIMS}/again")).await;
    delete(&format!("{PODS}/last")).await;
    assert!(is_gone(&native, &format!("{CLAIMS}/again")).await);

    let persistent = "/api/v1/persistentvolumes";
    let volume = json!({"metadata": {"name": "v", "finalizers": ["example.com/x"]}, "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
        "hostPath": {"path": "/a"}, "storageClassName": "s"}});
    let made = native.create(persistent, volume).await;
    assert_eq!(made["metadata"]["finalizers"], json!(["example.com/x", "kubernetes.io/pv-protection"]));
    let path = format!("{persistent}/v");
    native.patch(&format!("{path}/status"), json!({"status": {"phase": "Bound"}})).await;
    delete(&path).await;
    assert_eq!(native.get(&path).await["metadata"]["finalizers"].as_array().unwrap().len(), 2);
    native.patch(&format!("{path}/status"), json!({"status": {"phase": "Released"}})).await;
    assert_eq!(native.get(&path).await["metadata"]["finalizers"], json!(["example.com/x"]));
    native.patch(&path, json!({"metadata": {"finalizers": null}})).await;
    assert!(is_gone(&native, &path).await);

    // The contents of a namespace go with their finalizers.
    native.create("/api/v1/namespaces", json!({"metadata": {"name": "team"}})).await;
    native.create("/api/v1/namespaces/team/persistentvolumeclaims", claim("c")).await;
    delete("/api/v1/namespaces/team").await;
    assert!(is_gone(&native, "/api/v1/namespaces/team").await);
}

#[tokio::test]
async fn a_claim_that_is_made_for_a_pod_is_used_by_that_pod_alone() {
    let native = Native::start();
    let volumes = json!([{"name": "v", "ephemeral": {"volumeClaimTemplate": {"spec": {"accessModes": ["ReadWriteOnce"],
        "resources": {"requests": {"storage": "1Gi"}}}}}}]);
    for (name, is_owned, is_used) in [("own", true, true), ("other", false, false)] {
        let mut made = pod(name, json!({"volumes": volumes, "nodeName": "n"}));
        made["metadata"]["finalizers"] = json!(["example.com/x"]);
        let made = native.create(PODS, made).await;
        let mut metadata = json!({"name": format!("{name}-v")});
        if is_owned {
            metadata["ownerReferences"] = json!([{"apiVersion": "v1", "kind": "Pod", "name": name, "uid": made["metadata"]["uid"], "controller": true}]);
        }
        native.create(CLAIMS, json!({"metadata": metadata, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}})).await;
        let path = format!("{CLAIMS}/{name}-v");
        remove(&native, &path).await;
        assert_eq!(is_gone(&native, &path).await, !is_used, "{name}");
        // A Pod without time left does not use the claim any more, also while it waits for a finalizer.
        remove(&native, &format!("{PODS}/{name}")).await;
        assert!(!is_gone(&native, &format!("{PODS}/{name}")).await);
        assert!(is_gone(&native, &path).await, "{name}");
    }
}

#[tokio::test]
async fn classes_of_volumes_stay_while_claims_or_volumes_name_them() {
    let native = Native::start();
    let classes = "/apis/storage.k8s.io/v1/volumeattributesclasses";
    let class =
        json!({"metadata": {"name": "fast"}, "driverName": "example.com", "parameters": {"iops": "1"}});
    let path = format!("{classes}/fast");
    let made = native.create(classes, class.clone()).await;
    assert_eq!(made["metadata"]["finalizers"], json!(["kubernetes.io/vac-protection"]));
    remove(&native, &path).await;
    assert!(is_gone(&native, &path).await);

    let users = [
        (
            CLAIMS,
            json!({"metadata": {"name": "c"}, "spec": {"accessModes": ["ReadWriteOnce"], "volumeAttributesClassName": "fast",
                "resources": {"requests": {"storage": "1Gi"}}}}),
        ),
        (
            "/api/v1/persistentvolumes",
            json!({"metadata": {"name": "c"}, "spec": {"accessModes": ["ReadWriteOnce"], "volumeAttributesClassName": "fast",
                "capacity": {"storage": "1Gi"}, "csi": {"driver": "example.com", "volumeHandle": "h"}}}),
        ),
    ];
    for (resource, user) in users {
        native.create(classes, class.clone()).await;
        native.create(resource, user).await;
        remove(&native, &path).await;
        assert!(!is_gone(&native, &path).await, "{resource}");
        remove(&native, &format!("{resource}/c")).await;
        assert!(is_gone(&native, &path).await, "{resource}");
    }
}
