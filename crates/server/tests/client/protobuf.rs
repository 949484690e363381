//! Bodies in Kubernetes' protobuf, as kubectl and controller-runtime send them.

use http::{Method, Request};
use kube::Client;
use serde_json::{Value, json};

use crate::native::has;

const PROTOBUF: &str = "application/vnd.kubernetes.protobuf";

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 127 {
        bytes.push(value as u8 | 128);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

fn number(field: u64, value: u64) -> Vec<u8> {
    [varint(field << 3), varint(value)].concat()
}

fn message(field: u64, parts: &[Vec<u8>]) -> Vec<u8> {
    let bytes = parts.concat();
    [varint(field << 3 | 2), varint(bytes.len() as u64), bytes].concat()
}

fn text(field: u64, text: &str) -> Vec<u8> {
    message(field, &[text.as_bytes().to_vec()])
}

fn entry(field: u64, key: &str, value: &str) -> Vec<u8> {
    message(field, &[text(1, key), text(2, value)])
}

fn body(api_version: &str, kind: &str, parts: &[Vec<u8>]) -> Vec<u8> {
    let of = message(1, &[text(1, api_version), text(2, kind)]);
    [b"k8s\0".to_vec(), of, message(2, parts), text(3, ""), text(4, "")].concat()
}

/// Metadata as Go writes it, with all that is empty.
fn metadata(name: &str) -> Vec<u8> {
    let empty =
        [text(2, ""), text(3, ""), text(4, ""), text(5, ""), text(6, ""), number(7, 0), message(8, &[])];
    message(1, &[text(1, name), empty.concat()])
}

struct Served {
    client: Client,
    server: crdc_server::Server,
}

impl Served {
    fn start() -> Served {
        let server = crate::server();
        Served { client: crate::client(&server), server }
    }

    /// The code, and the object or the status.
    async fn ask(&self, method: Method, path: &str, body: Vec<u8>) -> (u16, Value) {
        let request = Request::builder().method(method).uri(path).header("content-type", PROTOBUF);
        let request = request.header("accept", format!("{PROTOBUF},application/json"));
        let answer = self.client.send(request.body(body.into()).unwrap()).await.unwrap();
        let code = answer.status().as_u16();
        let bytes = http_body_util::BodyExt::collect(answer.into_body()).await.unwrap().to_bytes();
        (code, serde_json::from_slice(&bytes).unwrap())
    }

    async fn create(&self, path: &str, body: Vec<u8>) -> Value {
        let (code, object) = self.ask(Method::POST, path, body).await;
        assert_eq!(code, 201, "{object}");
        object
    }

    /// The message of a refusal, and its code.
    async fn refused(&self, method: Method, path: &str, body: Vec<u8>) -> (u16, String) {
        let (code, status) = self.ask(method, path, body).await;
        assert_eq!(status["kind"], "Status", "{status}");
        (code, status["message"].as_str().unwrap_or_default().to_owned())
    }
}

const CONFIG_MAPS: &str = "/api/v1/namespaces/default/configmaps";
const PODS: &str = "/api/v1/namespaces/default/pods";

#[tokio::test]
async fn what_go_writes_of_empty_fields_is_nothing() {
    let served = Served::start();
    let namespace = body("v1", "Namespace", &[metadata("n"), message(2, &[]), message(3, &[text(1, "")])]);
    let namespace = served.create("/api/v1/namespaces", namespace).await;
    has(
        &namespace,
        &json!({"spec": {"finalizers": ["kubernetes"]}, "status": {"phase": "Active"}}),
        "namespace",
    );
    for empty in ["generateName", "namespace", "selfLink", "generation"] {
        assert_eq!(namespace["metadata"].get(empty), None, "{empty}");
    }
    // The policy is that of the server, and no empty text.
    let container = [text(1, "c"), text(2, "i"), text(5, ""), message(8, &[]), text(14, ""), number(16, 0)];
    let spec = [message(2, &container), text(3, ""), text(6, ""), text(8, ""), number(11, 0), text(19, "")];
    let pod = served.create(PODS, body("v1", "Pod", &[metadata("p"), message(2, &spec)])).await;
    let expected =
        json!({"restartPolicy": "Always", "dnsPolicy": "ClusterFirst", "schedulerName": "default-scheduler"});
    has(&pod["spec"], &expected, "pod");
}

#[tokio::test]
async fn values_of_all_types_are_those_of_json() {
    let served = Served::start();
    let bytes = message(3, &[text(1, "b"), message(2, &[vec![0xff, 0, 1]])]);
    let map = [metadata("c"), entry(2, "a", "é"), entry(2, "e", ""), bytes, number(4, 0)];
    let map = served.create(CONFIG_MAPS, body("v1", "ConfigMap", &map)).await;
    has(&map, &json!({"data": {"a": "é", "e": ""}, "binaryData": {"b": "/wAB"}, "immutable": false}), "map");

    let quantity = |field, key: &str, of: &str| message(field, &[text(1, key), message(2, &[text(1, of)])]);
    let resources = message(8, &[quantity(1, "cpu", "500m"), quantity(2, "memory", "1Gi")]);
    let port = message(6, &[text(1, ""), number(2, 0), number(3, 80), text(4, "TCP"), text(5, "")]);
    let probe = message(
        10,
        &[message(1, &[message(2, &[text(1, "/"), message(2, &[number(1, 1), text(3, "web")])])])],
    );
    let container = message(2, &[text(1, "c"), text(2, "i"), port, resources, probe]);
    let template = message(3, &[message(1, &[entry(11, "a", "b")]), message(2, &[container])]);
    let surge = message(2, &[number(1, 1), number(2, 0), text(3, "50%")]);
    let unavailable = message(1, &[number(1, 0), number(2, 2), text(3, "")]);
    let strategy = message(4, &[text(1, "RollingUpdate"), message(2, &[unavailable, surge])]);
    let spec =
        message(2, &[number(1, 0), message(2, &[entry(1, "a", "b")]), template, strategy, number(5, 0)]);
    let deployments = "/apis/apps/v1/namespaces/default/deployments";
    let deployment = served.create(deployments, body("apps/v1", "Deployment", &[metadata("d"), spec])).await;
    let container = json!({"ports": [{"containerPort": 80, "protocol": "TCP"}], "livenessProbe": {"httpGet": {"path": "/", "port": "web"}},
        "resources": {"limits": {"cpu": "500m"}, "requests": {"memory": "1Gi"}}});
    let rolling = json!({"maxSurge": "50%", "maxUnavailable": 2});
    // No replicas are a number, since it is a pointer.
    let expected = json!({"spec": {"replicas": 0, "strategy": {"rollingUpdate": rolling},
        "template": {"spec": {"containers": [container]}}}});
    has(&deployment, &expected, "deployment");

    let leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    let time = |nanos| message(4, &[number(1, 1_700_000_000), number(2, nanos)]);
    let lease = |nanos| [metadata("l"), message(2, &[text(1, "me"), number(2, 15), time(nanos)])];
    let lease = served.create(leases, body("coordination.k8s.io/v1", "Lease", &lease(5_000))).await;
    assert_eq!(lease["spec"]["renewTime"], "2023-11-14T22:13:20.000005Z");
}

#[tokio::test]
async fn updates_and_statuses_are_replaced() {
    let served = Served::start();
    served.create(CONFIG_MAPS, body("v1", "ConfigMap", &[metadata("c"), entry(2, "a", "1")])).await;
    let path = format!("{CONFIG_MAPS}/c?fieldManager=m");
    let (code, map) =
        served.ask(Method::PUT, &path, body("", "", &[metadata("c"), entry(2, "b", "2")])).await;
    assert_eq!((code, &map["data"]), (200, &json!({"b": "2"})));
    let managed = map["metadata"]["managedFields"].as_array().unwrap();
    assert!(managed.iter().any(|entry| entry["manager"] == "m"), "{managed:?}");

    let container = message(2, &[text(1, "c"), text(2, "i")]);
    served.create(PODS, body("v1", "Pod", &[metadata("p"), message(2, &[container])])).await;
    let since = message(4, &[number(1, 1_700_000_000)]);
    let condition =
        message(2, &[text(1, "Ready"), text(2, "True"), message(3, &[]), since, text(5, ""), text(6, "")]);
    let status = [metadata("p"), message(3, &[text(1, "Running"), condition])];
    let (code, pod) = served.ask(Method::PUT, &format!("{PODS}/p/status"), body("v1", "Pod", &status)).await;
    let expected = json!({"phase": "Running", "conditions": [{"type": "Ready", "status": "True", "lastTransitionTime": "2023-11-14T22:13:20Z"}]});
    assert_eq!(code, 200, "{pod}");
    has(&pod["status"], &expected, "status");
}

#[tokio::test]
async fn subresources_and_reviews_are_read() {
    let served = Served::start();
    let container = message(2, &[text(1, "c"), text(2, "i")]);
    served.create(PODS, body("v1", "Pod", &[metadata("p"), message(2, &[container])])).await;
    let dry = body("policy/v1", "Eviction", &[metadata("p"), message(2, &[text(5, "All")])]);
    served.create(&format!("{PODS}/p/eviction"), dry).await;
    assert_eq!(served.ask(Method::GET, &format!("{PODS}/p"), Vec::new()).await.0, 200);
    served.create(&format!("{PODS}/p/eviction"), body("policy/v1", "Eviction", &[metadata("p")])).await;
    assert_eq!(served.ask(Method::GET, &format!("{PODS}/p"), Vec::new()).await.0, 404);

    let accounts = "/api/v1/namespaces/default/serviceaccounts";
    served.create(accounts, body("v1", "ServiceAccount", &[metadata("a")])).await;
    let request =
        body("authentication.k8s.io/v1", "TokenRequest", &[message(2, &[text(1, "me"), number(4, 700)])]);
    let token = served.create(&format!("{accounts}/a/token"), request).await;
    assert_eq!(token["spec"], json!({"audiences": ["me"], "expirationSeconds": 700}));
    let token = token["status"]["token"].as_str().unwrap();
    let review =
        body("authentication.k8s.io/v1", "TokenReview", &[message(2, &[text(1, token), text(2, "me")])]);
    let review = served.create("/apis/authentication.k8s.io/v1/tokenreviews", review).await;
    assert_eq!(review["status"]["user"]["username"], "system:serviceaccount:default:a");

    let template = message(
        3,
        &[message(1, &[entry(11, "a", "b")]), message(2, &[message(2, &[text(1, "c"), text(2, "i")])])],
    );
    let spec = [metadata("d"), message(2, &[number(1, 1), message(2, &[entry(1, "a", "b")]), template])];
    let deployments = "/apis/apps/v1/namespaces/default/deployments";
    served.create(deployments, body("apps/v1", "Deployment", &spec)).await;
    let scale = body("autoscaling/v1", "Scale", &[metadata("d"), message(2, &[number(1, 4)])]);
    let (code, scale) = served.ask(Method::PUT, &format!("{deployments}/d/scale"), scale).await;
    assert_eq!((code, &scale["spec"]["replicas"]), (200, &json!(4)));
}

#[tokio::test]
async fn options_of_a_deletion_are_obeyed() {
    let served = Served::start();
    served.create(CONFIG_MAPS, body("v1", "ConfigMap", &[metadata("c")])).await;
    let path = format!("{CONFIG_MAPS}/c");
    let options = |parts: &[Vec<u8>]| body("v1", "DeleteOptions", parts);
    let (code, why) = served.refused(Method::DELETE, &path, options(&[message(2, &[text(1, "u")])])).await;
    assert!(code == 409 && why.contains("the UID in the precondition (u) does not match"), "{why}");
    let (code, why) = served.refused(Method::DELETE, &path, options(&[text(1, "x")])).await;
    assert_eq!((code, &*why), (400, "proto: wrong wireType = 2 for field GracePeriodSeconds"));
    assert_eq!(served.ask(Method::DELETE, &path, options(&[text(5, "All")])).await.0, 200);
    assert_eq!(served.ask(Method::GET, &path, Vec::new()).await.0, 200);
    assert_eq!(
        served.ask(Method::DELETE, &path, options(&[number(1, 0), text(4, "Background")])).await.0,
        200
    );
    assert_eq!(served.ask(Method::GET, &path, Vec::new()).await.0, 404);
}

#[tokio::test]
async fn a_definition_is_served() {
    let served = Served::start();
    let default = message(8, &[message(1, &[b"3".to_vec()])]);
    let size = message(29, &[text(1, "size"), message(2, &[text(5, "integer"), default])]);
    let items = message(24, &[message(1, &[text(5, "string")])]);
    let list = message(29, &[text(1, "list"), message(2, &[text(5, "array"), items])]);
    let values = message(30, &[number(1, 0), message(2, &[text(5, "string")])]);
    let map = message(29, &[text(1, "map"), message(2, &[text(5, "object"), values])]);
    let spec = message(29, &[text(1, "spec"), message(2, &[text(5, "object"), size, list, map])]);
    let schema = message(4, &[message(1, &[text(5, "object"), spec])]);
    let names = message(3, &[text(1, "things"), text(2, ""), text(4, "Thing"), text(5, "")]);
    let version = message(7, &[text(1, "v1"), number(2, 1), number(3, 1), schema]);
    let spec = message(2, &[text(1, "example.com"), names, text(4, "Namespaced"), version, number(10, 0)]);
    let definition =
        body("apiextensions.k8s.io/v1", "CustomResourceDefinition", &[metadata("things.example.com"), spec]);
    let path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    let definition = served.create(path, definition).await;
    let expected = json!({"size": {"type": "integer", "default": 3}, "list": {"type": "array", "items": {"type": "string"}},
        "map": {"type": "object", "additionalProperties": {"type": "string"}}});
    let schema = &definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    assert_eq!(schema["properties"]["spec"]["properties"], expected);
    assert_eq!(definition["spec"]["names"]["singular"], "thing");
    // Its objects are not read in this form.
    let things = "/apis/example.com/v1/namespaces/default/things";
    let (code, why) =
        served.refused(Method::POST, things, body("example.com/v1", "Thing", &[metadata("t")])).await;
    assert!(code == 415 && why.starts_with("the body of the request was in an unknown format"), "{why}");
}

#[tokio::test]
async fn what_cannot_be_read_has_the_servers_words() {
    let served = Served::start();
    let unrecognized =
        |why: &str| format!("the object provided is unrecognized (must be of type ConfigMap): {why}");
    let prefix = "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]";
    let handled = |why: &str| format!("ConfigMap in version \"v1\" cannot be handled as a ConfigMap: {why}");
    let sent = |parts: &[Vec<u8>]| body("v1", "ConfigMap", parts);
    let start = "{'kind': 'ConfigMap', 'apiVers";
    for (body, expected) in [
        (Vec::new(), unrecognized("empty data (<empty>)")),
        (b"k8s\0".to_vec(), unrecognized("empty body (6b387300)")),
        (b"xx".to_vec(), unrecognized(&format!("{prefix} (7878)"))),
        (b"{'kind': 'ConfigMap', 'apiVersion': 'v1'}".to_vec(), unrecognized(&format!("{prefix} ({start} ...)"))),
        (b"k8s\0\x0a\x05".to_vec(), unrecognized("unexpected EOF (6b3873000a05)")),
        (sent(&[number(1, 1)]), handled("proto: wrong wireType = 0 for field ObjectMeta")),
        (sent(&[vec![4]]), handled("proto: ConfigMap: wiretype end group for non-group")),
        (sent(&[vec![10, 9, 1]]), handled("unexpected EOF")),
        (
            body("v1", "Thing", &[]),
            "Thing in version \"v1\" cannot be handled as a ConfigMap: no kind \"Thing\" is registered for version \"v1\" in scheme \
             \"pkg/api/legacyscheme/scheme.go:30\""
                .to_owned(),
        ),
    ] {
        assert_eq!(served.refused(Method::POST, CONFIG_MAPS, body).await, (400, expected));
    }
    let path = format!("{PODS}/p/eviction");
    let (code, why) =
        served.refused(Method::POST, &path, body("policy/v1", "Eviction", &[number(1, 1)])).await;
    let expected = "Eviction in version \"v1\" cannot be handled as a Eviction: proto: wrong wireType = 0 for field ObjectMeta";
    assert_eq!((code, &*why), (400, expected));
}

#[tokio::test]
async fn unknown_fields_are_not_said_and_dry_runs_store_nothing() {
    let served = Served::start();
    let parts = [metadata("c"), text(900, "x"), number(901, 1), entry(2, "a", "b")];
    let path = format!("{CONFIG_MAPS}?dryRun=All&fieldValidation=Strict");
    let map = served.create(&path, body("v1", "ConfigMap", &parts)).await;
    assert_eq!(map["data"], json!({"a": "b"}));
    assert_eq!(served.ask(Method::GET, &format!("{CONFIG_MAPS}/c"), Vec::new()).await.0, 404);
    assert_eq!(served.server.received().len(), 2);
}

/// No time, however far, and no depth stops the server.
#[tokio::test]
async fn far_times_and_deep_schemas_are_answered() {
    let served = Served::start();
    let leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    for (index, (seconds, nanos)) in
        [(i64::MAX, 0), (i64::MIN, 0), (i64::MAX, i32::MAX), (i64::MIN, i32::MIN), (0, i32::MIN)]
            .iter()
            .enumerate()
    {
        let time = message(4, &[number(1, *seconds as u64), number(2, i64::from(*nanos) as u64)]);
        let parts = [metadata(&format!("l{index}")), message(2, &[text(1, "me"), number(2, 15), time])];
        let (code, answer) =
            served.ask(Method::POST, leases, body("coordination.k8s.io/v1", "Lease", &parts)).await;
        assert_ne!(code, 500, "{answer}");
    }
    let mut schema = Vec::new();
    for _ in 0..20_000 {
        schema = message(28, &[schema]);
    }
    let version =
        message(7, &[text(1, "v1"), number(2, 1), number(3, 1), message(4, &[message(1, &[schema])])]);
    let parts = [metadata("things.example.com"), message(2, &[text(1, "example.com"), version])];
    let path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    let (code, answer) = served
        .ask(Method::POST, path, body("apiextensions.k8s.io/v1", "CustomResourceDefinition", &parts))
        .await;
    assert_eq!(code, 400, "{answer}");
}
