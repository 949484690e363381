//! Field selectors of Kubernetes' own kinds.
// kubernetes: pkg/apis/*/v1/conversion.go AddFieldLabelConversionFunc

use http::Method;
use serde_json::{Value, json};

use crate::native::Native;

const NAMESPACED: &str = "/api/v1/namespaces/default";

/// The names of the objects that a selector selects.
async fn names(native: &Native, path: &str, selector: &str) -> Vec<String> {
    let list = native.get(&format!("{path}?fieldSelector={selector}")).await;
    let names =
        list["items"].as_array().unwrap().iter().map(|item| item["metadata"]["name"].as_str().unwrap());
    names.map(str::to_owned).collect()
}

#[tokio::test]
async fn objects_are_selected_by_the_labels_of_their_kind() {
    let native = Native::start();
    let pods = &format!("{NAMESPACED}/pods");
    for name in ["a", "b"] {
        let pod = json!({"metadata": {"name": name}, "spec": {"nodeName": format!("node-{name}"), "containers": [{"name": "c", "image": "i"}]}});
        native.create(pods, pod).await;
    }
    native
        .patch(
            &format!("{pods}/a/status"),
            json!({"status": {"podIP": "10.0.0.1", "podIPs": [{"ip": "10.0.0.1"}]}}),
        )
        .await;
    let services = &format!("{NAMESPACED}/services");
    native
        .create(
            services,
            json!({"metadata": {"name": "n"}, "spec": {"clusterIP": "None", "ports": [{"port": 80}]}}),
        )
        .await;
    native.create(services, json!({"metadata": {"name": "e"}, "spec": {"type": "ExternalName", "externalName": "example.com"}})).await;
    let events = &format!("{NAMESPACED}/events");
    for (name, source, reporting) in [("f", "kubelet", ""), ("g", "", "example.com/controller")] {
        let event = json!({"metadata": {"name": name}, "source": {"component": source}, "reportingComponent": reporting,
            "involvedObject": {"apiVersion": "v1", "kind": "Pod", "namespace": "default", "name": "a", "resourceVersion": "7",
                "fieldPath": "spec.containers{c}"}, "reason": "r", "type": "Normal"});
        native.create(events, event).await;
    }
    let jobs = &"/apis/batch/v1/namespaces/default/jobs".to_owned();
    let job = json!({"metadata": {"name": "j"}, "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}});
    native.create(jobs, job).await;
    let new_events = &"/apis/events.k8s.io/v1/namespaces/default/events".to_owned();
    for (path, selector, expected) in [
        (pods, "spec.host%3Dnode-a", &["a"][..]),
        (pods, "spec.nodeName%3Dnode-b", &["b"]),
        (pods, "spec.nodeName!%3Dnode-b", &["a"]),
        (pods, "status.podIP%3D10.0.0.1", &["a"]),
        (pods, "status.podIPs%3D10.0.0.1", &[]),
        (pods, "status.podIPs%3D", &["a", "b"]),
        (services, "spec.clusterIP%3DNone", &["n"]),
        (services, "spec.type%3DExternalName", &["e"]),
        (events, "source%3Dkubelet", &["f"]),
        (events, "source%3Dexample.com/controller", &["g"]),
        (events, "reportingComponent%3Dexample.com/controller", &["g"]),
        (events, "involvedObject.resourceVersion%3D7,involvedObject.apiVersion%3Dv1", &["f", "g"]),
        (events, "involvedObject.fieldPath%3Dspec.containers{c}", &["f", "g"]),
        (new_events, "reportingController%3Dexample.com/controller", &["g"]),
        (new_events, "regarding.resourceVersion%3D7,regarding.fieldPath%3Dspec.containers{c}", &["f", "g"]),
        (jobs, "status.successful%3D0", &["j"]),
        (jobs, "status.successful%3D1", &[]),
    ] {
        let selector = selector.replace('{', "%7B").replace('}', "%7D");
        assert_eq!(names(&native, path, &selector).await, expected, "{path} {selector}");
    }
    let patch = json!({"status": {"succeeded": 1}});
    native.patch(&format!("{jobs}/j/status"), patch).await;
    assert_eq!(names(&native, jobs, "status.successful%3D1").await, ["j"]);
}

#[tokio::test]
async fn each_kind_has_its_own_error_for_unknown_labels() {
    let native = Native::start();
    let plain = "field label not supported: spec.x";
    let meta = "\"spec.x\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"";
    for (path, label, expected) in [
        ("/api/v1/pods", "spec.x", plain),
        ("/api/v1/services", "spec.x", plain),
        ("/api/v1/nodes", "metadata.namespace", "field label not supported: metadata.namespace"),
        ("/api/v1/namespaces", "metadata.namespace", "field label not supported: metadata.namespace"),
        ("/api/v1/events", "regarding.kind", "field label not supported: regarding.kind"),
        ("/apis/events.k8s.io/v1/events", "source", "field label not supported: source"),
        ("/api/v1/configmaps", "spec.x", meta),
        ("/apis/apps/v1/deployments", "spec.x", meta),
        ("/apis/batch/v1/jobs", "spec.x", "field label \"spec.x\" not supported for Job"),
        ("/apis/certificates.k8s.io/v1/certificatesigningrequests", "spec.x", plain),
    ] {
        let path = format!("{path}?fieldSelector={label}%3Da");
        match native.ask(Method::GET, &path, "application/json", &Value::Null).await {
            Err(kube::Error::Api(status)) => {
                assert_eq!((status.code, &*status.message), (400, expected), "{path}")
            }
            other => panic!("{path}: {other:?}"),
        }
    }
    for (path, label) in [
        ("/api/v1/persistentvolumes", "metadata.namespace"),
        ("/apis/apps/v1/deployments", "metadata.namespace"),
        ("/apis/certificates.k8s.io/v1/certificatesigningrequests", "spec.signerName"),
        ("/api/v1/pods", "metadata.namespace"),
    ] {
        native.get(&format!("{path}?fieldSelector={label}%3Da")).await;
    }
}
