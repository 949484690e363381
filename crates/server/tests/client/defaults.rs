//! Kubernetes' own kinds: defaults that a strategy or a conversion sets, not the decoding alone.
// kubernetes: pkg/apis/*/v1/conversion.go, PrepareForCreate and PrepareForUpdate of pkg/registry

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::Method;
use serde_json::{Value, json};

use crate::native::{Native, has};

const SETS: &str = "/apis/apps/v1/namespaces/default";

fn template(more: Value) -> Value {
    json!({"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}], "restartPolicy": more}})
}

fn workload(name: &str, more: Value) -> Value {
    let mut object = json!({"metadata": {"name": name}, "spec": {"selector": {"matchLabels": {"a": "b"}},
        "template": template(json!("Always"))}});
    for (field, value) in more.as_object().unwrap() {
        object["spec"][field] = value.clone();
    }
    object
}

#[tokio::test]
async fn daemon_sets_count_the_changes_of_their_template() {
    let native = Native::start();
    let key = "deprecated.daemonset.template.generation";
    let generation = |set: &Value| set["metadata"]["annotations"][key].clone();
    let path = format!("{SETS}/daemonsets");
    let set = native.create(&path, workload("d", json!({}))).await;
    assert_eq!(generation(&set), "1");
    // As on servers, the conversion wrote the annotation before owners were tracked.
    let owned = &set["metadata"]["managedFields"][0]["fieldsV1"]["f:metadata"]["f:annotations"];
    assert!(owned[format!("f:{key}")].is_object(), "{owned}");
    let path = format!("{path}/d");
    for (patch, expected) in [
        (json!({"metadata": {"labels": {"x": "y"}}}), "1"),
        (json!({"spec": {"minReadySeconds": 3}}), "1"),
        (json!({"spec": {"template": {"metadata": {"annotations": {"x": "y"}}}}}), "2"),
        (json!({"metadata": {"annotations": {key: "7"}}}), "2"),
        (json!({"metadata": {"annotations": {key: null}}}), "2"),
        (json!({"spec": {"template": {"spec": {"priorityClassName": "p"}}}}), "3"),
    ] {
        assert_eq!(generation(&native.patch(&path, patch.clone()).await), expected, "{patch}");
    }
    let before = native.get(&path).await;
    assert_eq!(native.put(&path, &before).await, before);
    let mut without = before.clone();
    without["metadata"].as_object_mut().unwrap().remove("annotations");
    assert_eq!(generation(&native.put(&path, &without).await), "3");
    let mut given = workload("e", json!({}));
    given["metadata"]["annotations"] = json!({key: "5"});
    assert_eq!(generation(&native.create(&format!("{SETS}/daemonsets"), given).await), "5");
}

/// Go's conversion of a DaemonSet reads the annotation as a number.
#[tokio::test]
async fn an_annotation_of_a_daemon_set_that_is_no_number_is_refused() {
    let native = Native::start();
    let key = "deprecated.daemonset.template.generation";
    let path = format!("{SETS}/daemonsets");
    let with = |name: &str, text: &str| {
        let mut set = workload(name, json!({}));
        set["metadata"]["annotations"] = json!({key: text});
        set
    };
    let refusal = async |method: Method, path: &str, media: &str, body: &Value| match native
        .ask(method, path, media, body)
        .await
    {
        Err(kube::Error::Api(status)) => (status.code, status.message.clone()),
        other => panic!("{other:?}"),
    };
    for (text, why) in [
        ("x", "invalid syntax"),
        ("", "invalid syntax"),
        ("1.0", "invalid syntax"),
        ("9223372036854775808", "value out of range"),
        ("-9223372036854775809", "value out of range"),
    ] {
        let why = format!("strconv.ParseInt: parsing \"{text}\": {why}");
        let message = format!("DaemonSet in version \"v1\" cannot be handled as a DaemonSet: {why}");
        let found = refusal(Method::POST, &path, "application/json", &with("x", text)).await;
        assert_eq!(found, (400, message));
    }
    let made = native.create(&path, with("d", "+3")).await;
    assert_eq!(made["metadata"]["annotations"][key], "3");
    let path = format!("{path}/d");
    let (code, message) = refusal(Method::PUT, &path, "application/json", &with("d", "x")).await;
    assert!(code == 400 && message.ends_with("parsing \"x\": invalid syntax"), "{code} {message}");
    let patch = json!({"metadata": {"annotations": {key: "x"}}});
    let (code, message) = refusal(Method::PATCH, &path, "application/merge-patch+json", &patch).await;
    assert!(
        code == 422 && message.starts_with(" \"\" is invalid: patch: Invalid value: "),
        "{code} {message}"
    );
    assert!(message.ends_with("strconv.ParseInt: parsing \"x\": invalid syntax"), "{message}");
}

#[tokio::test]
async fn stateful_sets_have_whole_claims() {
    let native = Native::start();
    let claim = json!({"metadata": {"name": "d"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}});
    let path = format!("{SETS}/statefulsets");
    let set = workload("s", json!({"serviceName": "s", "volumeClaimTemplates": [claim]}));
    let set = native.create(&path, set).await;
    let expected = json!({"spec": {
        "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"partition": 0}},
        "volumeClaimTemplates": [{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "spec": {"volumeMode": "Filesystem"},
            "status": {"phase": "Pending"}}],
    }});
    has(&set, &expected, "set");
    assert_eq!(native.put(&format!("{path}/s"), &set).await, set);
    let on_delete = workload("o", json!({"serviceName": "o", "updateStrategy": {"type": "OnDelete"}}));
    let on_delete = native.create(&path, on_delete).await;
    assert_eq!(on_delete["spec"]["updateStrategy"], json!({"type": "OnDelete"}));
}

#[tokio::test]
async fn jobs_without_labels_get_those_of_their_template() {
    let native = Native::start();
    let path = "/apis/batch/v1/namespaces/default/jobs";
    let job = |name: &str, labels: Value, own: Value| {
        json!({"metadata": {"name": name, "labels": own}, "spec": {"template": {"metadata": {"labels": labels},
            "spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}})
    };
    let generated = |name: &str, uid: &Value| json!({"batch.kubernetes.io/controller-uid": uid, "batch.kubernetes.io/job-name": name, "controller-uid": uid, "job-name": name});
    let made = native.create(path, job("a", Value::Null, Value::Null)).await;
    assert_eq!(made["metadata"]["labels"], generated("a", &made["metadata"]["uid"]));
    assert_eq!(native.get(&format!("{path}/a")).await, made);
    assert_eq!(native.put(&format!("{path}/a"), &made).await, made);

    let made = native.create(path, job("b", json!({"x": "y"}), Value::Null)).await;
    let mut labels = generated("b", &made["metadata"]["uid"]);
    labels["x"] = json!("y");
    assert_eq!(made["metadata"]["labels"], labels);
    let owned = &made["metadata"]["managedFields"][0]["fieldsV1"]["f:metadata"]["f:labels"];
    assert!(owned["f:x"].is_object() && owned["f:job-name"].is_null(), "{owned}");

    let made = native.create(path, job("c", json!({"x": "y"}), json!({"x": "y"}))).await;
    assert_eq!(made["metadata"]["labels"], json!({"x": "y"}));
    let mut without = made.clone();
    without["metadata"]["labels"] = json!({});
    let labels = &native.put(&format!("{path}/c"), &without).await["metadata"]["labels"];
    assert_eq!(labels, &made["spec"]["template"]["metadata"]["labels"]);
}

#[tokio::test]
async fn pods_get_what_the_scheduler_reads() {
    let native = Native::start();
    let term = |keys: Value| json!({"topologyKey": "zone", "labelSelector": {"matchLabels": {"a": "b"}}, "matchLabelKeys": keys});
    let pod = native
        .create("/api/v1/namespaces/default/pods", json!({"metadata": {"name": "a", "labels": {"a": "b", "hash": "1"}}, "spec": {
            "containers": [{"name": "c", "image": "i"}],
            "schedulingGates": [{"name": "example.com/gate"}],
            "affinity": {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term(json!(["hash", "none"]))]}},
        }}))
        .await;
    let expected = json!({
        "spec": {"affinity": {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [{"labelSelector": {
            "matchExpressions": [{"key": "hash", "operator": "In", "values": ["1"]}]}}]}}},
        "status": {"phase": "Pending", "qosClass": "BestEffort", "conditions": [{"type": "PodScheduled", "status": "False",
            "reason": "SchedulingGated", "message": "Scheduling is blocked due to non-empty scheduling gates"}]},
    });
    has(&pod, &expected, "pod");
    assert_eq!(native.put("/api/v1/namespaces/default/pods/a", &pod).await, pod);
}

#[tokio::test]
async fn pods_get_resources_from_their_containers() {
    let native = Native::start();
    let path = "/api/v1/namespaces/default/pods";
    let pod = |name: &str, own: &Value, resources: &Value| {
        json!({"metadata": {"name": name}, "spec": {"resources": own, "containers": [
            {"name": "a", "image": "i", "resources": resources}, {"name": "b", "image": "i", "resources": {"requests": {"memory": "1Gi"}}}],
            "initContainers": [{"name": "c", "image": "i", "restartPolicy": "Always", "resources": {"requests": {"memory": "1Mi"}}}]}})
    };
    for (name, own, resources, expected) in [
        (
            "a",
            json!({"limits": {"cpu": "2", "memory": "4Gi"}}),
            json!({"requests": {"memory": "2Gi", "ephemeral-storage": "1Gi"}}),
            json!({"limits": {"cpu": "2", "memory": "4Gi"}, "requests": {"cpu": "2", "memory": "3073Mi"}}),
        ),
        (
            "b",
            json!({"requests": {"cpu": "2"}}),
            json!({"limits": {"cpu": "1", "hugepages-2Mi": "4Mi"}}),
            json!({"limits": {"hugepages-2Mi": "4Mi"}, "requests": {"cpu": "2", "hugepages-2Mi": "4Mi", "memory": "1025Mi"}}),
        ),
        (
            "c",
            json!({"requests": {"cpu": "2"}}),
            json!({"limits": {"cpu": "1"}}),
            json!({"requests": {"cpu": "2"}}),
        ),
    ] {
        let given = pod(name, &own, &resources);
        let made = native.create(path, given.clone()).await;
        assert_eq!(made["spec"]["resources"], expected);
        // A client that sends what it created changes nothing.
        let again = native.put(&format!("{path}/{name}"), &given).await;
        assert_eq!(again["spec"], made["spec"]);
    }
}

#[tokio::test]
async fn claims_have_both_data_sources() {
    let native = Native::start();
    let path = "/api/v1/namespaces/default/persistentvolumeclaims";
    let claim = |name: &str, more: Value| {
        let mut spec =
            json!({"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}});
        for (field, value) in more.as_object().unwrap() {
            spec[field] = value.clone();
        }
        json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": name}, "spec": spec})
    };
    let snapshot = json!({"apiGroup": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot", "name": "s"});
    let other = json!({"apiGroup": "example.com", "kind": "Backup", "name": "b"});
    for (name, given, expected) in [
        ("a", json!({"dataSource": snapshot}), json!({"dataSource": snapshot, "dataSourceRef": snapshot})),
        ("b", json!({"dataSourceRef": snapshot}), json!({"dataSource": snapshot, "dataSourceRef": snapshot})),
        ("c", json!({"dataSourceRef": other}), json!({"dataSource": other, "dataSourceRef": other})),
        ("d", json!({"dataSource": other}), json!({"dataSource": null, "dataSourceRef": null})),
    ] {
        let made = native.create(path, claim(name, given.clone())).await;
        has(&made["spec"], &expected, name);
        // A client that sends what it created changes nothing.
        let again = native.put(&format!("{path}/{name}"), &claim(name, given)).await;
        assert_eq!(again["spec"], made["spec"]);
    }
}

#[tokio::test]
async fn strategies_set_fields_of_other_kinds() {
    let native = Native::start();
    let volume = json!({"metadata": {"name": "v"}, "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
        "hostPath": {"path": "/a"}, "storageClassName": "s"}});
    let volume = native.create("/api/v1/persistentvolumes", volume).await;
    let status =
        json!({"phase": "Pending", "lastPhaseTransitionTime": volume["metadata"]["creationTimestamp"]});
    assert_eq!(volume["status"], status);

    let services = "/api/v1/namespaces/default/services";
    let service =
        json!({"metadata": {"name": "s"}, "spec": {"type": "LoadBalancer", "ports": [{"port": 80}]}});
    native.create(services, service).await;
    let status =
        json!({"status": {"loadBalancer": {"ingress": [{"ip": "1.2.3.4"}, {"hostname": "a.example.com"}]}}});
    let service = native.patch(&format!("{services}/s/status"), status).await;
    let ingress = json!([{"ip": "1.2.3.4", "ipMode": "VIP"}, {"hostname": "a.example.com"}]);
    assert_eq!(service["status"]["loadBalancer"]["ingress"], ingress);

    let key = rcgen::KeyPair::generate().unwrap();
    let names = rcgen::CertificateParams::new(Vec::<String>::new()).unwrap();
    let pem = names.serialize_request(&key).unwrap().pem().unwrap();
    let request = json!({"metadata": {"name": "r"}, "spec": {"request": STANDARD.encode(pem), "signerName": "example.com/signer",
        "usages": ["client auth"], "username": "somebody else"}});
    let request = native.create("/apis/certificates.k8s.io/v1/certificatesigningrequests", request).await;
    let user = json!({"username": "kubernetes-admin", "groups": ["system:masters", "system:authenticated"], "uid": null});
    has(&request["spec"], &user, "request");

    let api = json!({"metadata": {"name": "v1.example.com"}, "spec": {"group": "example.com", "version": "v1",
        "groupPriorityMinimum": 1, "versionPriority": 1, "insecureSkipTLSVerify": true, "service": {"name": "s", "namespace": "default"}}});
    let api = native.create("/apis/apiregistration.k8s.io/v1/apiservices", api).await;
    assert_eq!(api["spec"]["service"]["port"], 443);
}
