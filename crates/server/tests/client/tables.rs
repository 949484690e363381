//! Tables of Kubernetes' own kinds, as `kubectl get` prints them.
// kubernetes: pkg/printers/internalversion/printers_test.go

use crdc_server::TestServer;
use http::{Method, Request};
use serde_json::{Value, json};

use crate::native::Native;

/// A server on 2026-01-01.
fn native() -> Native {
    Native::of(TestServer::new().time(1_767_225_600).start().unwrap())
}

const TIME: &str = "2025-12-31T23:00:00Z";

/// The table at a path.
async fn table(native: &Native, path: &str) -> Value {
    let accept = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
    let request = Request::builder().method(Method::GET).uri(path).header("accept", accept);
    native.client.request(request.body(Vec::new()).unwrap()).await.unwrap()
}

/// The table as text: names of columns, those for `-o wide` in parentheses, and the cells of each row.
async fn printed(native: &Native, path: &str) -> Vec<String> {
    let table = table(native, path).await;
    let columns = table["columnDefinitions"].as_array().unwrap().iter().map(|column| {
        let name = column["name"].as_str().unwrap();
        if column["priority"] == 0 { name.to_owned() } else { format!("({name})") }
    });
    let mut lines = vec![columns.collect::<Vec<_>>().join(" | ")];
    lines.extend(table["rows"].as_array().unwrap().iter().map(|row| {
        let cells = row["cells"].as_array().unwrap().iter();
        let text = |cell: &Value| cell.as_str().map_or_else(|| cell.to_string(), str::to_owned);
        cells.map(text).collect::<Vec<_>>().join(" | ")
    }));
    lines
}

/// Creates an object, and sets its status.
async fn put(native: &Native, path: &str, object: Value) {
    let name = object["metadata"]["name"].as_str().unwrap().to_owned();
    let status = object.get("status").cloned();
    native.create(path, object).await;
    if let Some(status) = status {
        native.patch(&format!("{path}/{name}/status"), json!({"status": status})).await;
    }
}

const PODS: &str = "/api/v1/namespaces/default/pods";

/// A pod with two containers, one more that starts before them, and one beside them.
fn pod(name: &str, status: Value) -> Value {
    json!({"metadata": {"name": name}, "status": status, "spec": {
        "initContainers": [{"name": "init", "image": "i"}, {"name": "proxy", "image": "p", "restartPolicy": "Always"}],
        "containers": [{"name": "a", "image": "a:1"}, {"name": "b", "image": "b:1"}]}})
}

#[tokio::test]
async fn pods_say_what_they_wait_for_and_why_they_ended() {
    let native = native();
    let done = json!({"name": "init", "state": {"terminated": {"exitCode": 0}}, "restartCount": 0, "ready": true, "image": "", "imageID": ""});
    let proxy = json!({"name": "proxy", "started": true, "ready": true, "restartCount": 1, "state": {"running": {}}, "image": "", "imageID": "",
        "lastState": {"terminated": {"exitCode": 1, "finishedAt": TIME}}});
    let container = |name: &str, ready: bool, state: Value| json!({"name": name, "ready": ready, "restartCount": 2, "state": state, "image": "", "imageID": ""});
    let running = || json!({"running": {}});
    let ended = |reason: &str, code: i64| json!({"terminated": {"exitCode": code, "reason": reason}});
    let of = |phase: &str, inits: Value, containers: Value| json!({"phase": phase, "initContainerStatuses": inits, "containerStatuses": containers});
    for (name, status) in [
        ("0-new", json!({"phase": "Pending"})),
        (
            "1-gated",
            json!({"phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False", "reason": "SchedulingGated"}]}),
        ),
        (
            "2-init",
            of(
                "Pending",
                json!([container("init", false, json!({"waiting": {"reason": "PodInitializing"}}))]),
                json!([]),
            ),
        ),
        ("3-init-fails", of("Pending", json!([container("init", false, ended("", 3))]), json!([]))),
        (
            "4-runs",
            of(
                "Running",
                json!([done, proxy]),
                json!([container("a", true, running()), container("b", true, running())]),
            ),
        ),
        (
            "5-waits",
            of(
                "Running",
                json!([done, proxy]),
                json!([
                    container("a", false, json!({"waiting": {"reason": "CrashLoopBackOff"}})),
                    container("b", true, running())
                ]),
            ),
        ),
        (
            "6-completed",
            of(
                "Running",
                json!([done]),
                json!([container("a", false, ended("Completed", 0)), container("b", true, running())]),
            ),
        ),
        (
            "7-failed",
            of(
                "Failed",
                json!([done]),
                json!([
                    container("a", false, ended("", 137)),
                    container("b", false, ended("OOMKilled", 137))
                ]),
            ),
        ),
        (
            "8-evicted",
            json!({"phase": "Failed", "reason": "Evicted", "podIPs": [{"ip": "10.0.0.1"}], "podIP": "10.0.0.1"}),
        ),
    ] {
        put(&native, PODS, pod(name, status)).await;
    }
    let none = "<none> | <none> | <none> | <none>";
    assert_eq!(
        printed(&native, PODS).await,
        [
            "Name | Ready | Status | Restarts | Age | (IP) | (Node) | (Nominated Node) | (Readiness Gates)"
                .to_owned(),
            format!("0-new | 0/3 | Pending | 0 | 0s | {none}"),
            format!("1-gated | 0/3 | SchedulingGated | 0 | 0s | {none}"),
            format!("2-init | 0/3 | Init:0/2 | 2 | 0s | {none}"),
            format!("3-init-fails | 0/3 | Init:ExitCode:3 | 2 | 0s | {none}"),
            format!("4-runs | 3/3 | Running | 5 (60m ago) | 0s | {none}"),
            format!("5-waits | 2/3 | CrashLoopBackOff | 5 (60m ago) | 0s | {none}"),
            format!("6-completed | 1/3 | NotReady | 4 | 0s | {none}"),
            format!("7-failed | 0/3 | ExitCode:137 | 4 | 0s | {none}"),
            "8-evicted | 0/3 | Evicted | 0 | 0s | 10.0.0.1 | <none> | <none> | <none>".to_owned(),
        ]
    );
    let table = table(&native, &format!("{PODS}/7-failed")).await;
    assert_eq!(
        table["rows"][0]["conditions"],
        json!([{"type": "Completed", "status": "True", "reason": "Failed", "message": "The pod failed."}])
    );
}

fn template() -> Value {
    json!({"metadata": {"labels": {"a": "b"}}, "spec": {"restartPolicy": "Always", "nodeSelector": {"d": "e"},
        "containers": [{"name": "c", "image": "i:1"}, {"name": "d", "image": "j:2"}]}})
}

#[tokio::test]
async fn workloads_count_their_pods() {
    let native = native();
    let selector = json!({"matchLabels": {"a": "b"}, "matchExpressions": [{"key": "c", "operator": "In", "values": ["z", "y"]}, {"key": "0", "operator": "DoesNotExist"}]});
    let mut template_of_all = template();
    template_of_all["metadata"]["labels"]["c"] = json!("y");
    let spec = json!({"replicas": 3, "selector": selector, "template": template_of_all});
    let counts = json!({"replicas": 3, "readyReplicas": 2, "updatedReplicas": 1, "availableReplicas": 2});
    let object = |name: &str| json!({"metadata": {"name": name}, "spec": spec, "status": counts});
    let of = |plural: &str| format!("/apis/apps/v1/namespaces/default/{plural}");
    put(&native, &of("deployments"), object("d")).await;
    put(&native, &of("replicasets"), object("r")).await;
    let mut set = object("s");
    set["spec"]["serviceName"] = json!("s");
    put(&native, &of("statefulsets"), set).await;
    let daemons = json!({"metadata": {"name": "n"}, "spec": {"selector": selector, "template": template_of_all},
        "status": {"desiredNumberScheduled": 5, "currentNumberScheduled": 4, "numberReady": 3, "updatedNumberScheduled": 2, "numberAvailable": 1, "numberMisscheduled": 0}});
    put(&native, &of("daemonsets"), daemons).await;
    let selected = "c,d | i:1,j:2 | !0,a=b,c in (y,z)";
    assert_eq!(
        printed(&native, &of("deployments")).await,
        [
            "Name | Ready | Up-to-date | Available | Age | (Containers) | (Images) | (Selector)".to_owned(),
            format!("d | 2/3 | 1 | 2 | 0s | {selected}")
        ]
    );
    assert_eq!(
        printed(&native, &of("replicasets")).await,
        [
            "Name | Desired | Current | Ready | Age | (Containers) | (Images) | (Selector)".to_owned(),
            format!("r | 3 | 3 | 2 | 0s | {selected}")
        ]
    );
    assert_eq!(
        printed(&native, &of("statefulsets")).await,
        ["Name | Ready | Age | (Containers) | (Images)", "s | 2/3 | 0s | c,d | i:1,j:2"]
    );
    assert_eq!(
        printed(&native, &of("daemonsets")).await,
        [
            "Name | Desired | Current | Ready | Up-to-date | Available | Node Selector | Age | (Containers) | (Images) | (Selector)".to_owned(),
            format!("n | 5 | 4 | 3 | 2 | 1 | d=e | 0s | {selected}")
        ]
    );
}

#[tokio::test]
async fn jobs_say_how_far_they_are() {
    let native = native();
    let jobs = "/apis/batch/v1/namespaces/default/jobs";
    let mut template = template();
    template["spec"]["restartPolicy"] = json!("Never");
    let condition = |of: &str| json!([{"type": of, "status": "True"}]);
    for (name, spec, status) in [
        (
            "done",
            json!({"completions": 2}),
            json!({"succeeded": 2, "startTime": TIME, "completionTime": "2025-12-31T23:05:30Z", "conditions": [
                {"type": "SuccessCriteriaMet", "status": "True"}, {"type": "Complete", "status": "True"}]}),
        ),
        ("many", json!({"parallelism": 3}), json!({"startTime": "2025-12-31T23:59:00Z"})),
        ("new", json!({}), json!({})),
        ("paused", json!({"suspend": true}), json!({"conditions": condition("Suspended")})),
    ] {
        let mut object = json!({"metadata": {"name": name}, "spec": spec, "status": status});
        object["spec"]["template"] = template.clone();
        put(&native, jobs, object).await;
    }
    let lines: Vec<String> = printed(&native, jobs).await;
    let front: Vec<String> =
        lines.iter().map(|line| line.split(" | ").take(5).collect::<Vec<_>>().join(" | ")).collect();
    assert_eq!(
        front,
        [
            "Name | Status | Completions | Duration | Age",
            "done | Complete | 2/2 | 5m30s | 0s",
            "many | Running | 0/1 of 3 | 60s | 0s",
            "new | Running | 0/1 |  | 0s",
            "paused | Suspended | 0/1 |  | 0s",
        ]
    );
    let crons = "/apis/batch/v1/namespaces/default/cronjobs";
    let cron = json!({"metadata": {"name": "c"}, "spec": {"schedule": "*/5 * * * *", "timeZone": "Etc/UTC", "jobTemplate": {"spec": {"template": template}}},
        "status": {"lastScheduleTime": TIME, "active": [{"name": "a"}]}});
    put(&native, crons, cron).await;
    assert_eq!(
        printed(&native, crons).await,
        [
            "Name | Schedule | Timezone | Suspend | Active | Last Schedule | Age | (Containers) | (Images) | (Selector)",
            "c | */5 * * * * | Etc/UTC | False | 1 | 60m | 0s | c,d | i:1,j:2 | <none>"
        ]
    );
}

#[tokio::test]
async fn services_and_ingresses_say_where_they_are() {
    let native = native();
    let services = "/api/v1/namespaces/default/services";
    let port = json!([{"port": 80, "name": "a"}, {"port": 53, "name": "b", "protocol": "UDP"}]);
    let balancers = json!({"loadBalancer": {"ingress": [{"ip": "1.2.3.4"}, {"hostname": "a.example.com"}]}});
    for (name, spec, status) in [
        (
            "balanced",
            json!({"type": "LoadBalancer", "ports": port, "selector": {"a": "b"}, "externalIPs": ["5.6.7.8"]}),
            balancers.clone(),
        ),
        ("elsewhere", json!({"type": "ExternalName", "externalName": "example.com"}), json!({})),
        ("headless", json!({"clusterIP": "None", "ports": port}), json!({})),
        ("waiting", json!({"type": "LoadBalancer", "ports": port}), json!({})),
    ] {
        put(&native, services, json!({"metadata": {"name": name}, "spec": spec, "status": status})).await;
    }
    assert_eq!(
        printed(&native, services).await,
        [
            "Name | Type | Cluster-IP | External-IP | Port(s) | Age | (Selector)",
            "balanced | LoadBalancer | 10.96.1.1 | 1.2.3.4,a.example.com,5.6.7.8 | 80:30086/TCP,53:30087/UDP | 0s | a=b",
            "elsewhere | ExternalName | <none> | example.com | <none> | 0s | <none>",
            "headless | ClusterIP | None | <none> | 80/TCP,53/UDP | 0s | <none>",
            "kubernetes | ClusterIP | 10.96.0.1 | <none> | 443/TCP | 0s | <none>",
            "waiting | LoadBalancer | 10.96.1.2 | <pending> | 80:30088/TCP,53:30089/UDP | 0s | <none>",
        ]
    );
    let ingresses = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
    let rule = |host: &str| json!({"host": host, "http": {"paths": [{"path": "/", "pathType": "Prefix", "backend": {"service": {"name": "a", "port": {"number": 80}}}}]}});
    let rules: Vec<Value> =
        ["a.example.com", "b.example.com", "c.example.com", "d.example.com"].map(rule).into();
    let ingress = json!({"metadata": {"name": "i"}, "spec": {"ingressClassName": "nginx", "rules": rules, "tls": [{"hosts": ["a.example.com"]}]}, "status": balancers});
    put(&native, ingresses, ingress).await;
    assert_eq!(
        printed(&native, ingresses).await,
        [
            "Name | Class | Hosts | Address | Ports | Age",
            "i | nginx | a.example.com,b.example.com,c.example.com + 1 more... | 1.2.3.4,a.example.com | 80, 443 | 0s"
        ]
    );
}

#[tokio::test]
async fn autoscalers_and_endpoints_name_the_first_few() {
    let native = native();
    let scalers = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
    let resource =
        |name: &str, target: Value| json!({"type": "Resource", "resource": {"name": name, "target": target}});
    let metrics = json!([resource("cpu", json!({"type": "Utilization", "averageUtilization": 80})), resource("memory", json!({"type": "AverageValue", "averageValue": "1Gi"})),
        {"type": "Pods", "pods": {"metric": {"name": "p"}, "target": {"type": "AverageValue", "averageValue": "5"}}}]);
    let status = json!({"currentReplicas": 2, "desiredReplicas": 2, "currentMetrics": [{"type": "Resource", "resource": {"name": "cpu", "current": {"averageUtilization": 40}}}]});
    let spec = json!({"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "d"}, "maxReplicas": 5, "metrics": metrics});
    put(&native, scalers, json!({"metadata": {"name": "h"}, "spec": spec, "status": status})).await;
    assert_eq!(
        printed(&native, scalers).await,
        [
            "Name | Reference | Targets | MinPods | MaxPods | Replicas | Age",
            "h | Deployment/d | cpu: 40%/80%, memory: <unknown>/1Gi + 1 more... | 1 | 5 | 2 | 0s"
        ]
    );
    let endpoints = "/api/v1/namespaces/default/endpoints";
    let subsets = json!([{"addresses": [{"ip": "10.0.0.1"}, {"ip": "10.0.0.2"}], "ports": [{"name": "a", "port": 80}, {"name": "b", "port": 443}]}]);
    put(&native, endpoints, json!({"metadata": {"name": "e"}, "subsets": subsets})).await;
    let line = "e | 10.0.0.1:80,10.0.0.2:80,10.0.0.1:443 + 1 more... | 0s";
    assert_eq!(printed(&native, &format!("{endpoints}/e")).await, ["Name | Endpoints | Age", line]);
    let slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
    let slice = json!({"metadata": {"name": "s"}, "addressType": "IPv4", "ports": [{"name": "http", "port": 80}], "endpoints": [{"addresses": ["10.0.0.1"]}]});
    put(&native, slices, slice).await;
    assert_eq!(
        printed(&native, &format!("{slices}/s")).await,
        ["Name | AddressType | Ports | Endpoints | Age", "s | IPv4 | 80 | 10.0.0.1 | 0s"]
    );
}

#[tokio::test]
async fn plain_kinds_have_their_columns() {
    let native = native();
    let of = |plural: &str| format!("/api/v1/namespaces/default/{plural}");
    put(
        &native,
        &of("configmaps"),
        json!({"metadata": {"name": "m"}, "data": {"a": "b", "c": "d"}, "binaryData": {"e": "Zg=="}}),
    )
    .await;
    put(&native, &of("secrets"), json!({"metadata": {"name": "s"}, "stringData": {"a": "b"}})).await;
    put(&native, &of("serviceaccounts"), json!({"metadata": {"name": "a"}, "secrets": [{"name": "s"}]}))
        .await;
    let claim = json!({"metadata": {"name": "c"}, "spec": {"accessModes": ["ReadWriteMany", "ReadWriteOnce"], "storageClassName": "fast", "volumeName": "v",
        "resources": {"requests": {"storage": "1Gi"}}}, "status": {"phase": "Bound", "accessModes": ["ReadWriteMany", "ReadWriteOnce"], "capacity": {"storage": "2Gi"}}});
    put(&native, &of("persistentvolumeclaims"), claim).await;
    let leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    put(&native, leases, json!({"metadata": {"name": "l"}, "spec": {"holderIdentity": "me"}})).await;
    for (path, columns, row) in [
        (of("configmaps"), "Name | Data | Age", "m | 3 | 0s"),
        (of("secrets"), "Name | Type | Data | Age", "s | Opaque | 1 | 0s"),
        (of("serviceaccounts"), "Name | Secrets | Age", "a | 1 | 0s"),
        (leases.to_owned(), "Name | Holder | Age", "l | me | 0s"),
        (
            of("persistentvolumeclaims"),
            "Name | Status | Volume | Capacity | Access Modes | StorageClass | VolumeAttributesClass | Age | (VolumeMode)",
            "c | Bound | v | 2Gi | RWO,RWX | fast | <unset> | 0s | Filesystem",
        ),
        ("/api/v1/namespaces/default".to_owned(), "Name | Status | Age", "default | Active | 0s"),
    ] {
        assert_eq!(printed(&native, &path).await, [columns, row], "{path}");
    }
}

#[tokio::test]
async fn nodes_have_roles_and_a_status() {
    let native = native();
    let node = json!({"metadata": {"name": "n", "labels": {"node-role.kubernetes.io/control-plane": "", "kubernetes.io/role": "edge"}}, "spec": {"unschedulable": true},
        "status": {"conditions": [{"type": "Ready", "status": "False"}], "nodeInfo": {"kubeletVersion": "v1.36.0", "osImage": "Debian", "machineID": "", "systemUUID": "", "bootID": "",
            "kernelVersion": "", "containerRuntimeVersion": "", "kubeProxyVersion": "", "operatingSystem": "", "architecture": ""},
            "addresses": [{"type": "InternalIP", "address": "10.0.0.1"}]}});
    put(&native, "/api/v1/nodes", node).await;
    assert_eq!(
        printed(&native, "/api/v1/nodes").await,
        [
            "Name | Status | Roles | Age | Version | (Internal-IP) | (External-IP) | (OS-Image) | (Kernel-Version) | (Container-Runtime)",
            "n | NotReady,SchedulingDisabled | control-plane,edge | 0s | v1.36.0 | 10.0.0.1 | <none> | Debian | <unknown> | <unknown>"
        ]
    );
}

#[tokio::test]
async fn an_event_is_the_same_row_in_both_groups() {
    let native = native();
    let events = "/api/v1/namespaces/default/events";
    let event = json!({"metadata": {"name": "e"}, "involvedObject": {"kind": "Pod", "name": "p", "namespace": "default", "fieldPath": "spec.containers{a}"},
        "type": "Normal", "reason": "Started", "message": " Started a \n", "count": 3, "source": {"component": "kubelet", "host": "n"},
        "firstTimestamp": "2025-12-31T22:00:00Z", "lastTimestamp": TIME});
    put(&native, events, event).await;
    let wanted = [
        "Last Seen | Type | Reason | Object | (Subobject) | (Source) | Message | (First Seen) | (Count) | (Name)",
        "60m | Normal | Started | pod/p | spec.containers{a} | kubelet, n | Started a | 120m | 3 | e",
    ];
    assert_eq!(printed(&native, events).await, wanted);
    assert_eq!(printed(&native, "/apis/events.k8s.io/v1/namespaces/default/events").await, wanted);
}

#[tokio::test]
async fn new_events_have_only_the_time_of_the_event() {
    let native = native();
    let (old, new) =
        ("/api/v1/namespaces/default/events", "/apis/events.k8s.io/v1/namespaces/default/events");
    let event = |name: &str, more: Value| {
        let mut event = json!({"metadata": {"name": name}, "regarding": {"kind": "Pod", "name": "p", "namespace": "default"}, "type": "Normal",
            "reason": "R", "note": "n", "action": "a", "reportingController": "c", "reportingInstance": "c-0", "eventTime": "2025-12-31T22:00:00.123456Z"});
        more.as_object().unwrap().iter().for_each(|(field, value)| event[field] = value.clone());
        event
    };
    put(&native, new, event("a", json!({}))).await;
    let series = json!({"count": 4, "lastObservedTime": "2025-12-31T23:59:00.000001Z"});
    put(&native, new, event("b", json!({"series": series}))).await;
    let wanted = [
        "Last Seen | Type | Reason | Object | (Subobject) | (Source) | Message | (First Seen) | (Count) | (Name)",
        "120m | Normal | R | pod/p |  | c, c-0 | n | 120m | 1 | a",
        "60s | Normal | R | pod/p |  | c, c-0 | n | 120m | 4 | b",
    ];
    assert_eq!(printed(&native, old).await, wanted);
    assert_eq!(printed(&native, new).await, wanted);
}

#[tokio::test]
async fn scales_are_tables_too() {
    let native = Native::of(crate::builder().time(1_767_225_600).start().unwrap());
    let databases = "/apis/example.com/v1/namespaces/default/databases";
    let database = json!({"apiVersion": "example.com/v1", "kind": "Database", "metadata": {"name": "d"}, "spec": {"engine": "e", "replicas": 3}});
    put(&native, databases, database).await;
    let scale = format!("{databases}/d/scale");
    assert_eq!(printed(&native, &scale).await, ["Name | Desired | Available | Age", "d | 3 | 0 | 0s"]);
    let found = table(&native, &scale).await;
    assert_eq!(found["columnDefinitions"][1]["description"], "Number of desired replicas");
    assert_eq!(found["columnDefinitions"][3]["type"], "date");
    assert_eq!(found["rows"][0]["object"]["kind"], "PartialObjectMetadata");
    assert!(found["metadata"]["resourceVersion"].is_string());
    let deployments = "/apis/apps/v1/namespaces/default/deployments";
    let template =
        json!({"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}});
    let deployment = json!({"metadata": {"name": "w"}, "spec": {"replicas": 2, "selector": {"matchLabels": {"a": "b"}}, "template": template}});
    put(&native, deployments, deployment).await;
    assert_eq!(
        printed(&native, &format!("{deployments}/w/scale")).await,
        ["Name | Desired | Available | Age", "w | 2 | 0 | 0s"]
    );
    // A client that accepts objects gets one.
    assert_eq!(native.get(&scale).await["kind"], "Scale");
}

#[tokio::test]
async fn kinds_without_a_table_of_their_own_say_when_they_were_created() {
    let server = crate::builder().time(1_767_225_600).start().unwrap();
    let native = Native::of(server);
    let definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    assert_eq!(
        printed(&native, definitions).await,
        ["Name | Created At", "databases.example.com | 2026-01-01T00:00:00Z"]
    );
    let found = table(&native, definitions).await;
    assert_eq!(
        (&found["columnDefinitions"][0]["format"], &found["columnDefinitions"][1]["type"]),
        (&json!("name"), &json!("date"))
    );
    let role = json!({"metadata": {"name": "r"}, "rules": []});
    put(&native, "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles", role).await;
    let roles = printed(&native, "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles").await;
    assert_eq!(roles, ["Name | Created At", "r | 2026-01-01T00:00:00Z"]);
    let binding = json!({"metadata": {"name": "b"}, "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "r"},
        "subjects": [{"kind": "User", "name": "ann", "apiGroup": "rbac.authorization.k8s.io"}, {"kind": "ServiceAccount", "name": "s", "namespace": "x"}]});
    let bindings = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings";
    put(&native, bindings, binding).await;
    assert_eq!(
        printed(&native, bindings).await,
        ["Name | Role | Age | (Users) | (Groups) | (ServiceAccounts)", "b | Role/r | 0s | ann |  | x/s"]
    );
}

#[tokio::test]
async fn policies_say_what_their_parameters_are() {
    let native = native();
    let (policies, bindings) = (
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
    );
    let rules =
        json!([{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}]);
    for (name, kind) in
        [("a", json!(null)), ("b", json!({"apiVersion": "rules.example.com/v1", "kind": "Limit"}))]
    {
        let spec = json!({"paramKind": kind, "matchConstraints": {"resourceRules": rules}, "validations": [{"expression": "true"}]});
        native.create(policies, json!({"metadata": {"name": name}, "spec": spec})).await;
    }
    assert_eq!(
        printed(&native, policies).await,
        [
            "Name | Validations | ParamKind | Age",
            "a | 1 | <unset> | 0s",
            "b | 1 | rules.example.com/v1/Limit | 0s"
        ]
    );
    let selector = json!({"matchLabels": {"c": "d", "a": "b"}, "matchExpressions": [{"key": "e", "operator": "In", "values": ["f", "g"]}]});
    for (name, reference) in [
        ("a", json!(null)),
        ("b", json!({"name": "p", "parameterNotFoundAction": "Deny"})),
        ("c", json!({"name": "p", "namespace": "n", "parameterNotFoundAction": "Deny"})),
        ("d", json!({"selector": selector, "parameterNotFoundAction": "Deny"})),
    ] {
        let spec = json!({"policyName": "b", "paramRef": reference, "validationActions": ["Audit"]});
        native.create(bindings, json!({"metadata": {"name": name}, "spec": spec})).await;
    }
    let shown = "&LabelSelector{MatchLabels:map[string]string{a: b,c: d,},\
                 MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:e,Operator:In,Values:[f g],},},}";
    assert_eq!(
        printed(&native, bindings).await,
        [
            "Name | PolicyName | ParamRef | Age".to_owned(),
            "a | b | <unset> | 0s".to_owned(),
            "b | b | */p | 0s".to_owned(),
            "c | b | n/p | 0s".to_owned(),
            format!("d | b | {shown} | 0s"),
        ]
    );
}
