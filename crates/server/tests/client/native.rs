//! Kubernetes' own kinds: what the server fills in, gives and answers.
// kubernetes: pkg/apis/*/v*/defaults.go, pkg/registry

use crdc_server::{Server, TestServer};
use http::{Method, Request};
use kube::Client;
use serde_json::{Value, json};

pub(crate) struct Native {
    pub(crate) client: Client,
    server: Server,
}

impl Native {
    pub(crate) fn start() -> Native {
        Native::of(TestServer::new().start().unwrap())
    }

    pub(crate) fn of(server: Server) -> Native {
        Native { client: Client::new(server.service(), "default"), server }
    }

    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        media: &str,
        body: &Value,
    ) -> Result<Value, kube::Error> {
        let request = Request::builder().method(method).uri(path).header("content-type", media);
        self.client.request(request.body(body.to_string().into_bytes()).unwrap()).await
    }

    pub(crate) async fn create(&self, path: &str, object: Value) -> Value {
        self.ask(Method::POST, path, "application/json", &object).await.unwrap()
    }

    pub(crate) async fn put(&self, path: &str, object: &Value) -> Value {
        self.ask(Method::PUT, path, "application/json", object).await.unwrap()
    }

    pub(crate) async fn patch(&self, path: &str, patch: Value) -> Value {
        self.ask(Method::PATCH, path, "application/strategic-merge-patch+json", &patch).await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.ask(Method::GET, path, "application/json", &Value::Null).await.unwrap()
    }
}

/// Everything of the first value is in the second.
#[track_caller]
pub(crate) fn has(found: &Value, expected: &Value, path: &str) {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            let nothing = Value::Null;
            expected.iter().for_each(|(name, value)| {
                has(found.get(name).unwrap_or(&nothing), value, &format!("{path}.{name}"));
            });
        }
        (Value::Array(found), Value::Array(expected)) => {
            assert_eq!(found.len(), expected.len(), "{path}: {found:?}");
            found
                .iter()
                .zip(expected)
                .for_each(|(found, expected)| has(found, expected, &format!("{path}[]")));
        }
        _ => assert_eq!(found, expected, "{path}"),
    }
}

const PODS: &str = "/api/v1/namespaces/default/pods";

#[tokio::test]
async fn pods_are_completed() {
    let native = Native::start();
    let probe = json!({"httpGet": {"port": 80}});
    let pod = native
        .create(PODS, json!({"metadata": {"name": "a"}, "spec": {
            "hostNetwork": true,
            "containers": [
                {"name": "a", "image": "registry:5000/app", "livenessProbe": probe, "ports": [{"containerPort": 80}],
                    "resources": {"limits": {"cpu": "1", "memory": "1Gi"}, "requests": {"cpu": "100m"}}},
                {"name": "b", "image": "app:v1", "env": [{"name": "E", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}]},
                {"name": "c", "image": "app@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"},
            ],
            "volumes": [{"name": "e"}, {"name": "s", "secret": {"secretName": "s"}}, {"name": "h", "hostPath": {"path": "/"}}],
        }}))
        .await;
    let expected = json!({
        "spec": {
            "restartPolicy": "Always", "dnsPolicy": "ClusterFirst", "terminationGracePeriodSeconds": 30,
            "schedulerName": "default-scheduler", "securityContext": {}, "enableServiceLinks": true,
            "containers": [
                {"imagePullPolicy": "Always", "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File",
                    "livenessProbe": {"timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3,
                        "httpGet": {"path": "/", "scheme": "HTTP"}},
                    "ports": [{"containerPort": 80, "hostPort": 80, "protocol": "TCP"}],
                    "resources": {"limits": {"cpu": "1", "memory": "1Gi"}, "requests": {"cpu": "100m", "memory": "1Gi"}}},
                {"imagePullPolicy": "IfNotPresent", "resources": {}, "env": [{"valueFrom": {"fieldRef": {"apiVersion": "v1"}}}]},
                {"imagePullPolicy": "IfNotPresent"},
            ],
            "volumes": [{"emptyDir": {}}, {"secret": {"defaultMode": 420}}, {"hostPath": {"type": ""}}],
        },
        "status": {"phase": "Pending"},
    });
    has(&pod, &expected, "pod");
    // A writer owns the defaults of its object, as on servers; not what the server began with.
    let fields = &pod["metadata"]["managedFields"][0]["fieldsV1"];
    assert!(fields["f:spec"]["f:dnsPolicy"].is_object() && fields["f:status"].is_null(), "{fields}");
    // What is there stays as it is.
    let again = native.put(&format!("{PODS}/a"), &pod).await;
    assert_eq!(again, pod);
}

#[tokio::test]
async fn workloads_are_completed() {
    let native = Native::start();
    let template =
        json!({"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}});
    let selector = json!({"matchLabels": {"a": "b"}});
    let deployments = "/apis/apps/v1/namespaces/default/deployments";
    let deployment = json!({"metadata": {"name": "a"}, "spec": {"selector": selector, "template": template}});
    let expected = json!({"spec": {
        "replicas": 1, "revisionHistoryLimit": 10, "progressDeadlineSeconds": 600,
        "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": "25%"}},
        "template": {"spec": {"restartPolicy": "Always", "enableServiceLinks": null}},
    }, "status": {}});
    has(&native.create(deployments, deployment.clone()).await, &expected, "deployment");
    let mut recreated = deployment.clone();
    recreated["metadata"]["name"] = json!("b");
    recreated["spec"]["strategy"] = json!({"type": "Recreate"});
    let recreated = native.create(deployments, recreated).await;
    assert_eq!(recreated["spec"]["strategy"], json!({"type": "Recreate"}));

    let mut set = deployment.clone();
    set["spec"]["serviceName"] = json!("s");
    set["spec"]["volumeClaimTemplates"] = json!([{"metadata": {"name": "d"}, "spec": {"accessModes": ["ReadWriteOnce"],
        "resources": {"requests": {"storage": "1Gi"}}}}]);
    let expected = json!({"spec": {
        "podManagementPolicy": "OrderedReady",
        "persistentVolumeClaimRetentionPolicy": {"whenDeleted": "Retain", "whenScaled": "Retain"},
        "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"partition": 0}},
        "volumeClaimTemplates": [{"spec": {"volumeMode": "Filesystem"}}],
    }, "status": {"replicas": 0}});
    has(&native.create("/apis/apps/v1/namespaces/default/statefulsets", set).await, &expected, "set");

    let daemons = native.create("/apis/apps/v1/namespaces/default/daemonsets", deployment).await;
    let rolling = json!({"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 0, "maxUnavailable": 1}});
    assert_eq!(daemons["spec"]["updateStrategy"], rolling);

    let mut template = template;
    template["spec"]["restartPolicy"] = json!("Never");
    let job = json!({"metadata": {"name": "a"}, "spec": {"template": template}});
    let expected = json!({"metadata": {"labels": {"a": "b"}}, "spec": {"completions": 1, "parallelism": 1, "backoffLimit": 6,
        "completionMode": "NonIndexed", "suspend": false, "podReplacementPolicy": "TerminatingOrFailed"}});
    let made = native.create("/apis/batch/v1/namespaces/default/jobs", job.clone()).await;
    has(&made, &expected, "job");
    // The selector is made of the uid.
    let (uid, key) = (&made["metadata"]["uid"], "batch.kubernetes.io/controller-uid");
    assert_eq!(made["spec"]["selector"], json!({"matchLabels": {key: uid}}));
    let labels = json!({"a": "b", "job-name": "a", "batch.kubernetes.io/job-name": "a", "controller-uid": uid, key: uid});
    assert_eq!(made["spec"]["template"]["metadata"]["labels"], labels);
    let mut changed = made.clone();
    changed["spec"]["parallelism"] = json!(2);
    let changed = native.put("/apis/batch/v1/namespaces/default/jobs/a", &changed).await;
    assert_eq!(changed["spec"]["selector"], made["spec"]["selector"]);

    let cron = json!({"metadata": {"name": "a"}, "spec": {"schedule": "@daily", "jobTemplate": {"spec": job["spec"]}}});
    let expected = json!({"spec": {"concurrencyPolicy": "Allow", "suspend": false, "successfulJobsHistoryLimit": 3,
        "failedJobsHistoryLimit": 1, "jobTemplate": {"spec": {"backoffLimit": null, "template": {"spec": {"dnsPolicy": "ClusterFirst"}}}}}});
    has(&native.create("/apis/batch/v1/namespaces/default/cronjobs", cron).await, &expected, "cron job");
}

#[tokio::test]
async fn services_get_addresses_and_keep_them() {
    let native = Native::start();
    let services = "/api/v1/namespaces/default/services";
    let spec = |more: Value| {
        let mut spec = json!({"ports": [{"port": 80}], "selector": {"a": "b"}});
        more.as_object().unwrap().iter().for_each(|(name, value)| spec[name] = value.clone());
        spec
    };
    let one = native.create(services, json!({"metadata": {"name": "one"}, "spec": spec(json!({}))})).await;
    let expected = json!({"type": "ClusterIP", "sessionAffinity": "None", "internalTrafficPolicy": "Cluster",
        "ipFamilies": ["IPv4"], "ipFamilyPolicy": "SingleStack", "ports": [{"port": 80, "protocol": "TCP", "targetPort": 80}]});
    has(&one["spec"], &expected, "spec");
    assert_eq!(one["status"], json!({"loadBalancer": {}}));
    let address = one["spec"]["clusterIP"].as_str().unwrap();
    assert_eq!(one["spec"]["clusterIPs"], json!([address]));
    assert_ne!(native.get(&format!("{services}/kubernetes")).await["spec"]["clusterIP"], address);

    // A client that knows nothing of versions and addresses takes none away.
    let put = json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "one"}, "spec": spec(json!({"type": "NodePort"}))});
    let two = native.put(&format!("{services}/one"), &put).await;
    assert_eq!(two["spec"]["clusterIP"], address);
    assert_eq!(two["spec"]["externalTrafficPolicy"], "Cluster");
    let port = two["spec"]["ports"][0]["nodePort"].as_u64().unwrap();
    assert!((30_000..32_768).contains(&port));
    assert_eq!(native.put(&format!("{services}/one"), &put).await["spec"]["ports"][0]["nodePort"], port);

    let headless = json!({"metadata": {"name": "headless"}, "spec": spec(json!({"clusterIP": "None"}))});
    let headless = native.create(services, headless).await;
    assert_eq!(headless["spec"]["clusterIPs"], json!(["None"]));
    let named = json!({"metadata": {"name": "named"}, "spec": {"type": "ExternalName", "externalName": "example.com"}});
    let named = native.create(services, named).await;
    assert!(named["spec"]["clusterIP"].is_null() && named["spec"]["internalTrafficPolicy"].is_null());
    let sticky = json!({"metadata": {"name": "sticky"}, "spec": spec(json!({"sessionAffinity": "ClientIP", "type": "LoadBalancer"}))});
    let sticky = native.create(services, sticky).await;
    assert_eq!(sticky["spec"]["sessionAffinityConfig"]["clientIP"]["timeoutSeconds"], 10_800);
    assert_eq!(sticky["spec"]["allocateLoadBalancerNodePorts"], true);
}

#[tokio::test]
async fn other_kinds_are_completed() {
    let native = Native::start();
    let secret =
        native.create("/api/v1/namespaces/default/secrets", json!({"metadata": {"name": "a"}})).await;
    assert_eq!(secret["type"], "Opaque");
    let namespace = native.create("/api/v1/namespaces", json!({"metadata": {"name": "n"}})).await;
    let expected = json!({"metadata": {"labels": {"kubernetes.io/metadata.name": "n"}}, "spec": {"finalizers": ["kubernetes"]},
        "status": {"phase": "Active"}});
    has(&namespace, &expected, "namespace");
    let claim = json!({"metadata": {"name": "c"}, "spec": {"accessModes": ["ReadWriteOnce"],
        "resources": {"requests": {"storage": "1Gi"}}}});
    let claim = native.create("/api/v1/namespaces/default/persistentvolumeclaims", claim).await;
    has(&claim, &json!({"spec": {"volumeMode": "Filesystem"}, "status": {"phase": "Pending"}}), "claim");
    let rbac = "/apis/rbac.authorization.k8s.io/v1";
    let role = native
        .create(&format!("{rbac}/clusterroles"), json!({"metadata": {"name": "system:a"}, "rules": []}))
        .await;
    assert_eq!(role["metadata"]["name"], "system:a");
    let binding = json!({"metadata": {"name": "system:a"}, "roleRef": {"kind": "ClusterRole", "name": "system:a"},
        "subjects": [{"kind": "Group", "name": "g"}, {"kind": "ServiceAccount", "name": "s", "namespace": "default"}]});
    let binding = native.create(&format!("{rbac}/clusterrolebindings"), binding).await;
    let group = "rbac.authorization.k8s.io";
    has(
        &binding,
        &json!({"roleRef": {"apiGroup": group}, "subjects": [{"apiGroup": group}, {"apiGroup": null}]}),
        "binding",
    );
    let policy = json!({"metadata": {"name": "p"}, "spec": {"podSelector": {}, "egress": [{"ports": [{"port": 53}]}]}});
    let policy = native.create("/apis/networking.k8s.io/v1/namespaces/default/networkpolicies", policy).await;
    let expected =
        json!({"spec": {"policyTypes": ["Ingress", "Egress"], "egress": [{"ports": [{"protocol": "TCP"}]}]}});
    has(&policy, &expected, "policy");
    let scaler = json!({"metadata": {"name": "h"}, "spec": {"maxReplicas": 3, "behavior": {"scaleDown": {"selectPolicy": "Min"}},
        "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "d"}}});
    let scaler =
        native.create("/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", scaler).await;
    let expected = json!({"spec": {"minReplicas": 1, "metrics": [{"resource": {"target": {"averageUtilization": 80}}}],
        "behavior": {"scaleUp": {"stabilizationWindowSeconds": 0}, "scaleDown": {"selectPolicy": "Min", "policies": [{"value": 100}]}}}});
    has(&scaler, &expected, "scaler");
    let hook = json!({"metadata": {"name": "w"}, "webhooks": [{"name": "a.example.com", "sideEffects": "None",
        "admissionReviewVersions": ["v1"], "clientConfig": {"service": {"namespace": "default", "name": "s"}},
        "rules": [{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"], "resources": ["pods"]}]}]});
    let hook =
        native.create("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", hook).await;
    let expected = json!({"webhooks": [{"failurePolicy": "Fail", "timeoutSeconds": 10, "reinvocationPolicy": "Never",
        "rules": [{"scope": "*"}], "clientConfig": {"service": {"port": 443}}}]});
    has(&hook, &expected, "webhook");
    let range = json!({"metadata": {"name": "l"}, "spec": {"limits": [{"type": "Container", "max": {"cpu": "2"}, "min": {"memory": "1Mi"}}]}});
    let range = native.create("/api/v1/namespaces/default/limitranges", range).await;
    let expected = json!({"default": {"cpu": "2"}, "defaultRequest": {"cpu": "2", "memory": "1Mi"}});
    has(&range["spec"]["limits"][0], &expected, "limit");
}

#[tokio::test]
async fn absent_numbers_and_booleans_are_selected_as_zero() {
    let native = Native::start();
    native.create("/api/v1/nodes", json!({"metadata": {"name": "n"}})).await;
    let schedulable = "/api/v1/nodes?fieldSelector=spec.unschedulable%3D%3Dfalse";
    assert_eq!(native.get(schedulable).await["items"].as_array().unwrap().len(), 1);
    native.patch("/api/v1/nodes/n", json!({"spec": {"unschedulable": true}})).await;
    assert_eq!(native.get(schedulable).await["items"], json!([]));
}

#[tokio::test]
async fn deletions_answer_with_what_servers_say() {
    let native = Native::start();
    let delete =
        async |path: &str| native.ask(Method::DELETE, path, "application/json", &json!({})).await.unwrap();
    native
        .create(
            PODS,
            json!({"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}]}}),
        )
        .await;
    let pod = delete(&format!("{PODS}/p")).await;
    assert_eq!((&pod["kind"], &pod["metadata"]["name"]), (&json!("Pod"), &json!("p")));
    let maps = "/api/v1/namespaces/default/configmaps";
    native.create(maps, json!({"metadata": {"name": "m"}})).await;
    let status = delete(&format!("{maps}/m")).await;
    assert_eq!((&status["kind"], &status["status"]), (&json!("Status"), &json!("Success")));
}

#[tokio::test]
async fn scales_of_workloads_are_patched_strategically() {
    let native = Native::start();
    let sets = "/apis/apps/v1/namespaces/default/replicasets";
    let set = json!({"metadata": {"name": "r"}, "spec": {"selector": {"matchLabels": {"a": "b"}},
        "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}}});
    native.create(sets, set).await;
    let scale = native.patch(&format!("{sets}/r/scale"), json!({"spec": {"replicas": 3}})).await;
    assert_eq!(scale["spec"]["replicas"], 3);
    assert_eq!(native.get(&format!("{sets}/r")).await["spec"]["replicas"], 3);
}

#[tokio::test]
async fn a_service_account_has_tokens_that_expire() {
    let server = TestServer::new().time(1_000_000).start().unwrap();
    let native = Native::of(server);
    let accounts = "/api/v1/namespaces/default/serviceaccounts";
    native
        .create(accounts, json!({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "a"}}))
        .await;
    let path = format!("{accounts}/a/token");
    let token =
        native.create(&path, json!({"spec": {"audiences": ["vault"], "expirationSeconds": 1200}})).await;
    assert_eq!(token["status"]["expirationTimestamp"], "1970-01-12T14:06:40Z");
    assert_eq!(token["status"]["token"].as_str().unwrap().split('.').count(), 3);
    for (spec, why) in [
        (
            json!({"expirationSeconds": i64::MAX}),
            "spec.expirationSeconds: Invalid value: 9223372036854775807: may not specify a duration larger than 2^32 seconds",
        ),
        (json!({"expirationSeconds": "soon"}), "spec.expirationSeconds must be an integer"),
        (json!("soon"), "spec must be an object"),
    ] {
        let error =
            native.ask(Method::POST, &path, "application/json", &json!({"spec": spec})).await.unwrap_err();
        assert!(error.to_string().contains(why), "{error}");
    }
    let short = json!({"spec": {"expirationSeconds": 5}});
    let error = native.ask(Method::POST, &path, "application/json", &short).await.unwrap_err();
    assert!(
        error.to_string().contains(
            "spec.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes"
        ),
        "{error}"
    );
}

#[tokio::test]
async fn only_some_kinds_have_a_generation() {
    let native = Native::start();
    let maps = "/api/v1/namespaces/default/configmaps";
    let made =
        native.create(maps, json!({"metadata": {"name": "a", "generation": 7}, "data": {"a": "1"}})).await;
    assert_eq!(made["metadata"]["generation"], Value::Null);
    // The same again is no change; another value is one.
    let map = format!("{maps}/a");
    assert_eq!(native.put(&map, &made).await, made);
    let changed = native.patch(&map, json!({"data": {"a": "2"}})).await;
    assert_ne!(changed["metadata"]["resourceVersion"], made["metadata"]["resourceVersion"]);
    assert_eq!(native.get(&map).await["metadata"]["generation"], Value::Null);
    let dry = native.create(&format!("{maps}?dryRun=All"), json!({"metadata": {"name": "b"}})).await;
    assert_eq!(dry["metadata"]["generation"], Value::Null);
    let spec = json!({"containers": [{"name": "c", "image": "i"}]});
    let pod = native
        .create("/api/v1/namespaces/default/pods", json!({"metadata": {"name": "a"}, "spec": spec.clone()}))
        .await;
    assert_eq!(pod["metadata"]["generation"], 1);
    // A CSIDriver gets a generation when it changes, and a PodTemplate when it is created.
    let drivers = "/apis/storage.k8s.io/v1/csidrivers";
    let templates = "/api/v1/namespaces/default/podtemplates";
    let template = json!({"metadata": {"name": "a"}, "template": {"spec": spec}});
    for (path, object, change, generations) in [
        (
            drivers,
            json!({"metadata": {"name": "a"}, "spec": {}}),
            json!({"spec": {"requiresRepublish": true}}),
            [Value::Null, Value::Null, json!(1)],
        ),
        (
            templates,
            template,
            json!({"template": {"metadata": {"labels": {"a": "b"}}}}),
            [json!(1), json!(1), json!(2)],
        ),
    ] {
        let made = native.create(path, object).await;
        let path = format!("{path}/a");
        let labels = native.patch(&path, json!({"metadata": {"labels": {"a": "b"}}})).await;
        let changed = native.patch(&path, change).await;
        let found = [made, labels, changed].map(|object| object["metadata"]["generation"].clone());
        assert_eq!(found, generations, "{path}");
        // Both deletions return the object.
        let gone = native.ask(Method::DELETE, &path, "application/json", &json!({})).await.unwrap();
        assert_eq!(gone["metadata"]["name"], "a", "{path}: {gone}");
    }
    assert_eq!(pod["status"], json!({"phase": "Pending", "qosClass": "BestEffort"}));
}

#[tokio::test]
async fn an_event_has_the_fields_of_the_group_that_asks() {
    let native = Native::start();
    let [core, new] =
        ["/api/v1/namespaces/default/events", "/apis/events.k8s.io/v1/namespaces/default/events"];
    let reported = json!({"metadata": {"name": "a"}, "eventTime": "2026-11-27T00:00:00.000000Z", "action": "Scale", "reason": "Scaled",
        "regarding": {"kind": "Pod", "name": "p", "namespace": "default"}, "note": "to 3", "type": "Normal",
        "reportingController": "example.com/c", "reportingInstance": "c-0"});
    native.create(new, reported.clone()).await;
    let seen = native.get(&format!("{core}?fieldSelector=involvedObject.name%3Dp,reason%3DScaled")).await;
    let expected = json!({"apiVersion": "v1", "involvedObject": {"kind": "Pod", "name": "p"}, "message": "to 3", "reportingComponent": "example.com/c"});
    has(&seen["items"][0], &expected, "event");
    let patched = native.patch(&format!("{core}/a"), json!({"message": "to 4", "count": 2})).await;
    assert_eq!(patched["message"], "to 4");
    has(&native.get(&format!("{new}/a")).await, &json!({"note": "to 4", "deprecatedCount": 2}), "event");
    // Both are as Go writes them: the fields in its order, and an empty controller in the older group alone.
    let reported = json!({"metadata": {"name": "b", "namespace": "default"}, "message": "m",
        "involvedObject": {"kind": "Pod", "name": "p", "namespace": "default"}});
    native.create(core, reported).await;
    for (path, expected) in [
        (format!("{core}/a"), r#","reason":"Scaled","message":"to 4","source":{},"firstTimestamp":null,"#),
        (format!("{core}/b"), r#","reportingComponent":"","reportingInstance":""}"#),
        (format!("{new}/b"), r#","note":"m","deprecatedSource":{},"deprecatedFirstTimestamp":null,"#),
    ] {
        let answer = crate::raw::get(&native.server, &path, &[]).await;
        let found = answer.text();
        assert!(
            found.starts_with(r#"{"kind":"Event","apiVersion":""#) && found.contains(expected),
            "{found}"
        );
        assert_eq!(found.contains(r#""reporting"#), path != format!("{new}/b"), "{found}");
    }
}

#[tokio::test]
async fn updates_of_some_kinds_create() {
    let native = Native::start();
    let leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    let lease = |name: &str| json!({"metadata": {"name": name}, "spec": {"holderIdentity": "a"}});
    let put = |path: String, body: Value| {
        let native = &native;
        async move { native.ask(Method::PUT, &path, "application/json", &body).await }
    };
    let made = put(format!("{leases}/a"), lease("a")).await.unwrap();
    assert!(made["metadata"]["uid"].is_string());
    let refused = put(format!("{leases}/b"), lease("c")).await.unwrap_err().to_string();
    assert!(
        refused.contains("the name of the object (c) does not match the name on the URL (b)"),
        "{refused}"
    );
    let refused =
        put("/api/v1/namespaces/default/configmaps/a".to_owned(), json!({"metadata": {"name": "a"}})).await;
    assert!(refused.unwrap_err().to_string().contains("configmaps \"a\" not found"));
}

#[tokio::test]
async fn options_that_contradict_each_other_are_refused() {
    let native = Native::start();
    let maps = "/api/v1/namespaces/default/configmaps";
    for (query, expected) in [
        (
            "resourceVersionMatch=Exact",
            "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
        ),
        (
            "resourceVersionMatch=Exact&resourceVersion=0",
            "resourceVersionMatch: Forbidden: resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"",
        ),
        (
            "resourceVersionMatch=Near&resourceVersion=1",
            "resourceVersionMatch: Unsupported value: \"Near\": supported values: \"Exact\", \"NotOlderThan\", \"\"",
        ),
        ("sendInitialEvents=true", "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list"),
    ] {
        let path = format!("{maps}?{query}");
        let refused =
            native.ask(Method::GET, &path, "application/json", &Value::Null).await.unwrap_err().to_string();
        assert!(refused.contains(expected), "{query}: {refused}");
    }
    for (options, expected) in [
        (
            json!({"propagationPolicy": "Never"}),
            "propagationPolicy: Unsupported value: \"Never\": supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"",
        ),
        (
            json!({"propagationPolicy": "Orphan", "orphanDependents": true}),
            "propagationPolicy: Invalid value: \"Orphan\": orphanDependents and deletionPropagation cannot be both set",
        ),
        (
            json!({"dryRun": ["All", "Some"]}),
            "dryRun: Unsupported value: [\"All\",\"Some\"]: supported values: \"All\"",
        ),
    ] {
        let path = format!("{maps}/a");
        let refused =
            native.ask(Method::DELETE, &path, "application/json", &options).await.unwrap_err().to_string();
        assert!(refused.contains(expected), "{options}: {refused}");
    }
}

#[tokio::test]
async fn the_published_schemas_of_own_kinds_are_whole() {
    fn references<'v>(value: &'v Value, all: &mut Vec<&'v str>) {
        match value {
            Value::Object(members) => members.iter().for_each(|(name, value)| match value {
                Value::String(to) if name == "$ref" => all.push(to),
                value => references(value, all),
            }),
            Value::Array(items) => items.iter().for_each(|item| references(item, all)),
            _ => {}
        }
    }
    let native = Native::start();
    for (path, name, field) in [
        ("api/v1", "io.k8s.api.core.v1.Pod", "spec"),
        ("apis/apps/v1", "io.k8s.api.apps.v1.Deployment", "status"),
    ] {
        let document = native.get(&format!("/openapi/v3/{path}")).await;
        let schemas = document["components"]["schemas"].as_object().unwrap();
        assert!(schemas[name]["properties"][field]["allOf"][0]["$ref"].is_string(), "{name}");
        assert!(schemas[name]["x-kubernetes-group-version-kind"][0]["kind"].is_string(), "{name}");
        let mut all = Vec::new();
        references(&document, &mut all);
        let missing =
            all.iter().find(|to| !schemas.contains_key(to.trim_start_matches("#/components/schemas/")));
        assert_eq!(missing, None);
    }
}

#[tokio::test]
async fn reviews_are_answered_and_not_stored() {
    let native = Native::start();
    let accounts = "/api/v1/namespaces/default/serviceaccounts";
    native.create(accounts, json!({"metadata": {"name": "a"}})).await;
    let token = native.create(&format!("{accounts}/a/token"), json!({"spec": {"audiences": ["x"]}})).await;
    let token = &token["status"]["token"];
    let reviews = "/apis/authentication.k8s.io/v1/tokenreviews";
    let review = native.create(reviews, json!({"spec": {"token": token, "audiences": ["y", "x"]}})).await;
    let expected = json!({"authenticated": true, "audiences": ["x"], "user": {"username": "system:serviceaccount:default:a"}});
    has(&review["status"], &expected, "status");
    for wrong in [json!({"token": token, "audiences": ["y"]}), json!({"token": "a.b.c"}), json!({})] {
        let review = native.create(reviews, json!({"spec": wrong})).await;
        assert_eq!(review["status"], json!({"user": {}, "error": "invalid bearer token"}), "{wrong}");
    }
    let access = json!({"spec": {"resourceAttributes": {"verb": "get", "resource": "pods"}}});
    let access = native.create("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", access).await;
    assert_eq!(access["status"], json!({"allowed": true}));
    let refused =
        native.ask(Method::GET, reviews, "application/json", &Value::Null).await.unwrap_err().to_string();
    assert!(refused.contains("does not allow this method"), "{refused}");
}

#[tokio::test]
async fn a_certificate_request_is_approved() {
    let native = Native::start();
    let requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
    let spec = json!({"request": "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KWVE9PQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K", "signerName": "example.com/s", "usages": ["client auth"]});
    native.create(requests, json!({"metadata": {"name": "a"}, "spec": spec})).await;
    let approved = json!({"spec": {"usages": ["any"]}, "status": {"conditions": [{"type": "Approved", "status": "True", "reason": "r"}]}});
    native.patch(&format!("{requests}/a/approval"), approved).await;
    let read = native.get(&format!("{requests}/a")).await;
    has(
        &read,
        &json!({"spec": {"usages": ["client auth"]}, "status": {"conditions": [{"type": "Approved"}]}}),
        "request",
    );
}

#[tokio::test]
async fn quantities_times_and_bytes_are_stored_as_go_writes_them() {
    let native = Native::start();
    let requests = json!({"cpu": 2, "memory": "1024Mi", "ephemeral-storage": "1500m"});
    let container = json!({"name": "a", "image": "a", "resources": {"requests": requests}});
    let pod = json!({"metadata": {"name": "a"}, "spec": {"containers": [container]}});
    let pod = native.create("/api/v1/namespaces/default/pods", pod).await;
    let expected = json!({"cpu": "2", "memory": "1Gi", "ephemeral-storage": "1500m"});
    assert_eq!(pod["spec"]["containers"][0]["resources"]["requests"], expected);
    // A line break is an escape in JSON, which Go does not decode, so it refuses the value.
    let wrong = json!({"name": "a", "image": "a", "resources": {"requests": {"cpu": "1\n"}}});
    let wrong = json!({"metadata": {"name": "b"}, "spec": {"containers": [wrong]}});
    let refused =
        native.ask(Method::POST, "/api/v1/namespaces/default/pods", "application/json", &wrong).await;
    assert!(
        refused.is_err_and(|why| why.to_string().contains("quantities must match the regular expression"))
    );

    let spec = json!({"holderIdentity": "a", "renewTime": "2026-01-31T12:00:00.123456+02:00"});
    let lease = json!({"metadata": {"name": "a"}, "spec": spec});
    let leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    let lease = native.create(leases, lease).await;
    assert_eq!(lease["spec"]["renewTime"], "2026-01-31T10:00:00.123456Z");
    let time = json!({"spec": {"renewTime": "2026-01-31T10:00:00.000001+00:00"}});
    let lease = native.patch(&format!("{leases}/a"), time).await;
    assert_eq!(lease["spec"]["renewTime"], "2026-01-31T10:00:00.000001Z");

    let secret = json!({"metadata": {"name": "a"}, "data": {"a": "aGk\n="}});
    let secret = native.create("/api/v1/namespaces/default/secrets", secret).await;
    assert_eq!(secret["data"], json!({"a": "aGk="}));
}
