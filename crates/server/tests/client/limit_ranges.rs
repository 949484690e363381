//! The admission plugin LimitRanger.
// kubernetes: plugin/pkg/admission/limitranger

use http::Method;
use serde_json::{Value, json};

use crate::built_in::{forbidden, pod};
use crate::native::{Native, has};

const PODS: &str = "/api/v1/namespaces/default/pods";
const CLAIMS: &str = "/api/v1/namespaces/default/persistentvolumeclaims";
const RANGES: &str = "/api/v1/namespaces/default/limitranges";

async fn limit(native: &Native, name: &str, limits: Value) {
    native.create(RANGES, json!({"metadata": {"name": name}, "spec": {"limits": limits}})).await;
}

/// A container with requests and limits.
fn container(name: &str, requests: Value, limits: Value) -> Value {
    json!({"name": name, "image": "i", "resources": {"requests": requests, "limits": limits}})
}

#[tokio::test]
async fn containers_have_the_limits_of_their_namespace() {
    let native = Native::start();
    let limits = json!([{"type": "Container", "default": {"cpu": "500m", "memory": "128Mi"}, "defaultRequest": {"cpu": "100m"},
        "min": {"cpu": "50m"}, "max": {"cpu": "1", "memory": "1Gi"}, "maxLimitRequestRatio": {"cpu": "10"}}, {"type": "Pod", "max": {"cpu": "1500m"}},
        {"type": "PersistentVolumeClaim", "min": {"storage": "1Gi"}, "max": {"storage": "2Gi"}}]);
    native
        .create(
            "/api/v1/namespaces/default/limitranges",
            json!({"metadata": {"name": "l"}, "spec": {"limits": limits}}),
        )
        .await;
    let made = native.create(PODS, pod("a", json!({"containers": [{"name": "c", "image": "i"}, {"name": "d", "image": "i", "resources": {"requests": {"cpu": "200m"}}}]}))).await;
    let expected = json!({
        "metadata": {"annotations": {"kubernetes.io/limit-ranger":
            "LimitRanger plugin set: cpu, memory request for container c; cpu, memory limit for container c; memory request for container d; cpu, memory limit for container d"}},
        "spec": {"containers": [
            {"resources": {"requests": {"cpu": "100m", "memory": "128Mi"}, "limits": {"cpu": "500m", "memory": "128Mi"}}},
            {"resources": {"requests": {"cpu": "200m", "memory": "128Mi"}, "limits": {"cpu": "500m", "memory": "128Mi"}}},
        ]},
        "status": {"qosClass": "Burstable"},
    });
    has(&made, &expected, "pod");
    let with = |requests: Value, limits: Value| json!([{"name": "c", "image": "i", "resources": {"requests": requests, "limits": limits}}]);
    for (containers, expected) in [
        (
            with(json!({"cpu": "10m"}), json!({"cpu": "100m"})),
            "minimum cpu usage per Container is 50m, but request is 10m",
        ),
        (
            with(json!({"cpu": "1"}), json!({"cpu": "2"})),
            "[maximum cpu usage per Container is 1, but limit is 2, maximum cpu usage per Pod is 1500m, but limit is 2]",
        ),
        (
            with(json!({"cpu": "50m"}), json!({"cpu": "1"})),
            "cpu max limit to request ratio per Container is 10, but provided ratio is 20.000000",
        ),
        (
            json!([{"name": "c", "image": "i", "resources": {"limits": {"cpu": "900m"}}}, {"name": "d", "image": "i", "resources": {"limits": {"cpu": "900m"}}}]),
            "maximum cpu usage per Pod is 1500m, but limit is 1800m",
        ),
    ] {
        assert_eq!(forbidden(&native, PODS, &pod("x", json!({"containers": containers}))).await, expected);
    }
    let claim = |storage: &str| json!({"metadata": {"name": "c"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": storage}}}});
    for (storage, expected) in [
        ("1Mi", "minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1Mi"),
        ("3Gi", "maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi"),
    ] {
        assert_eq!(forbidden(&native, CLAIMS, &claim(storage)).await, expected);
    }
    native.create(CLAIMS, claim("2Gi")).await;
    // Another namespace has no limits.
    native
        .create(
            "/api/v1/namespaces/kube-system/pods",
            pod("a", json!({"containers": with(json!({}), json!({"cpu": "64"}))})),
        )
        .await;
    // What is stored may change in other ways.
    native.patch(&format!("{PODS}/a"), json!({"metadata": {"labels": {"a": "b"}}})).await;
}

#[tokio::test]
async fn a_pod_has_the_resources_of_its_containers_together() {
    let native = Native::start();
    limit(
        &native,
        "l",
        json!([{"type": "Pod", "min": {"memory": "1Mi"}, "max": {"cpu": "2", "memory": "8Mi"}}]),
    )
    .await;
    let of = |name: &str, cpu: Value, memory: &str| {
        let mut limits = json!({"memory": memory});
        if !cpu.is_null() {
            limits["cpu"] = cpu;
        }
        container(name, json!({}), limits)
    };
    let none = Value::Null;
    let mut sidecar = of("s", json!("1"), "1Mi");
    sidecar["restartPolicy"] = json!("Always");
    for (name, spec, expected) in [
        // A container without a limit adds nothing.
        ("one", json!({"containers": [of("a", json!("1"), "1Mi"), of("b", none.clone(), "1Mi")]}), None),
        (
            "none",
            json!({"containers": [of("a", none.clone(), "1Mi")]}),
            Some("maximum cpu usage per Pod is 2.  No limit is specified"),
        ),
        // A sum has the format of its first part.
        (
            "format",
            json!({"containers": [of("a", json!("1"), "5Mi"), of("b", json!("1"), "4Mi")]}),
            Some("maximum memory usage per Pod is 8Mi, but limit is 9Mi"),
        ),
        // What runs before the others counts if it is more, and what goes on running beside them is added.
        (
            "before",
            json!({"containers": [of("a", json!("1"), "1Mi")], "initContainers": [of("b", json!("2"), "1Mi")]}),
            None,
        ),
        ("beside", json!({"containers": [of("a", json!("1"), "1Mi")], "initContainers": [sidecar]}), None),
        (
            "more",
            json!({"containers": [of("a", json!("1500m"), "1Mi")], "initContainers": [sidecar]}),
            Some("maximum cpu usage per Pod is 2, but limit is 2500m"),
        ),
        // The resources of the Pod itself count instead.
        (
            "own",
            json!({"containers": [of("a", json!("1"), "1Mi")], "resources": {"requests": {"cpu": "1", "memory": "1Mi"}, "limits": {"cpu": "2", "memory": "2Mi"}}}),
            None,
        ),
        // They request their limits, which the least amounts of the range ask for.
        (
            "limits",
            json!({"containers": [container("a", json!({}), json!({}))], "resources": {"limits": {"cpu": "2", "memory": "2Mi"}}}),
            None,
        ),
        (
            "large",
            json!({"containers": [of("a", json!("1"), "1Mi")], "resources": {"requests": {"cpu": "1", "memory": "1Mi"}, "limits": {"cpu": "3", "memory": "2Mi"}}}),
            Some("maximum cpu usage per Pod is 2, but limit is 3"),
        ),
    ] {
        match expected {
            None => drop(native.create(PODS, pod(name, spec)).await),
            Some(expected) => {
                assert_eq!(forbidden(&native, PODS, &pod(name, spec)).await, expected, "{name}")
            }
        }
    }
}

#[tokio::test]
async fn claims_have_no_ratio_and_the_first_range_that_is_left_is_named() {
    let native = Native::start();
    let claim = |storage: &str| json!({"metadata": {"name": "c"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": storage}}}});
    limit(&native, "a", json!([{"type": "PersistentVolumeClaim", "max": {"storage": "5Gi"}, "maxLimitRequestRatio": {"storage": "2"}}])).await;
    limit(&native, "b", json!([{"type": "PersistentVolumeClaim", "max": {"storage": "4Gi"}}])).await;
    native.create(CLAIMS, claim("1Gi")).await;
    let expected = "maximum storage usage per PersistentVolumeClaim is 5Gi, but request is 6Gi";
    assert_eq!(forbidden(&native, CLAIMS, &claim("6Gi")).await, expected);
    let expected = "maximum storage usage per PersistentVolumeClaim is 4Gi, but request is 5Gi";
    assert_eq!(forbidden(&native, CLAIMS, &claim("5Gi")).await, expected);
    // The second range finds the defaults of the first, and writes the annotation anew.
    limit(&native, "c", json!([{"type": "Container", "default": {"cpu": "1"}}])).await;
    limit(&native, "d", json!([{"type": "Container", "default": {"cpu": "2", "memory": "1Mi"}}])).await;
    let made = native.create(PODS, pod("p", json!({}))).await;
    let expected = json!({"metadata": {"annotations": {"kubernetes.io/limit-ranger":
            "LimitRanger plugin set: memory request for container c; memory limit for container c"}},
        "spec": {"containers": [{"resources": {"requests": {"cpu": "1", "memory": "1Mi"}, "limits": {"cpu": "1", "memory": "1Mi"}}}]}});
    has(&made, &expected, "pod");
}

#[tokio::test]
async fn amounts_are_compared_in_thousandths() {
    let native = Native::start();
    limit(&native, "l", json!([{"type": "Container", "max": {"example.com/a": "1", "memory": "1Ki"}}])).await;
    let of = |memory: &str| {
        let list = json!({"example.com/a": "1", "memory": memory});
        pod("p", json!({"containers": [container("c", list.clone(), list)]}))
    };
    let expected = "maximum memory usage per Container is 1Ki, but limit is 1025";
    assert_eq!(forbidden(&native, PODS, &of("1025")).await, expected);
    native.create(PODS, of("1024")).await;
}

#[tokio::test]
async fn defaults_do_not_make_a_pod_that_no_server_can_store() {
    const COUNT: usize = 300;
    let native = Native::start();
    let defaults: Value = (0..COUNT).map(|n| (format!("example.com/r{n}"), json!("1"))).collect();
    limit(&native, "l", json!([{"type": "Container", "default": defaults}])).await;
    let many = |count: usize| {
        let containers: Vec<Value> =
            (0..count).map(|n| json!({"name": format!("c{n}"), "image": "i"})).collect();
        pod("p", json!({ "containers": containers }))
    };
    match native.ask(Method::POST, PODS, "application/json", &many(COUNT)).await {
        Err(kube::Error::Api(status)) => {
            assert_eq!((status.code, &*status.message), (413, "Request entity too large: limit is 3145728"));
        }
        other => panic!("{other:?}"),
    }
    let made = native.create(PODS, many(3)).await;
    assert_eq!(made["spec"]["containers"][2]["resources"]["limits"].as_object().unwrap().len(), COUNT);
}
