//! Defaults that depend on other fields. In: the name of a type, and an object of the type. Out: the object
//! with these defaults.
// kubernetes: pkg/apis/{core,apps,batch,autoscaling,networking,rbac}/v*/defaults.go; apiextensions-apiserver:
// pkg/apis/apiextensions/v1/defaults.go

use serde_json::{Map, Value, json};

use super::absent::{has_items, is_absent, items, set_absent, set_zero, text};
use super::pods::pod;
use super::workloads::{
    daemon_set, daemon_set_strategy, deployment_strategy, job, replication_controller, stateful_set,
};

type Object = Map<String, Value>;
/// A type, and the function that fills in its defaults.
type Row = (&'static str, fn(&mut Object));

/// The types with defaults that depend on other fields, by name.
pub(super) const TYPES: [Row; 29] = [
    ("apps.v1.DaemonSet", daemon_set),
    ("apps.v1.DaemonSetUpdateStrategy", daemon_set_strategy),
    ("apps.v1.DeploymentStrategy", deployment_strategy),
    ("apps.v1.StatefulSetSpec", stateful_set),
    ("autoscaling.v2.HorizontalPodAutoscalerSpec", autoscaler),
    ("batch.v1.Job", job),
    ("core.v1.Container", container),
    ("core.v1.EphemeralContainer", container),
    ("core.v1.ImageVolumeSource", image_volume),
    ("core.v1.LimitRangeItem", limits),
    ("core.v1.Namespace", namespace),
    ("core.v1.NodeStatus", node_status),
    ("core.v1.PersistentVolume", pending),
    ("core.v1.PersistentVolumeClaim", pending),
    ("core.v1.Pod", pod),
    ("core.v1.Probe", probe),
    ("core.v1.ReplicationController", replication_controller),
    ("core.v1.Service", service_status),
    ("core.v1.ServiceSpec", service),
    ("core.v1.Volume", volume),
    ("flowcontrol.v1.FlowSchemaSpec", flow_schema),
    ("flowcontrol.v1.LimitedPriorityLevelConfiguration", limited_level),
    ("flowcontrol.v1.QueuingConfiguration", queuing),
    ("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames", names),
    ("networking.v1.NetworkPolicySpec", policy_types),
    ("rbac.v1.Subject", subject),
    ("resource.v1.DeviceSubRequest", device_request),
    ("resource.v1.ExactDeviceRequest", device_request),
    ("storage.v1.CSIDriverSpec", csi_driver),
];

/// Fills in the dependent defaults of a type.
pub(super) fn fill(name: &str, object: &mut Object) {
    if let Ok(index) = TYPES.binary_search_by(|(of, _)| (*of).cmp(name)) {
        TYPES[index].1(object);
    }
}

fn container(object: &mut Object) {
    pull_policy(object, "image", "imagePullPolicy");
}

fn image_volume(object: &mut Object) {
    pull_policy(object, "reference", "pullPolicy");
}

fn node_status(status: &mut Object) {
    if let Some(capacity) = status.get("capacity").filter(|capacity| capacity.is_object()).cloned() {
        set_absent(status, "allocatable", capacity);
    }
}

/// Sets the pull policy: an image without a tag, or with the tag `latest`, is always pulled.
fn pull_policy(object: &mut Object, image: &str, policy: &str) {
    let image = text(object, image);
    let (name, digest) = image.split_once('@').map_or((image, None), |(name, digest)| (name, Some(digest)));
    let last = name.rsplit('/').next().unwrap_or_default();
    let tag = last.split_once(':').map_or("", |(_, tag)| tag);
    let is_latest = tag == "latest" || tag.is_empty() && digest.is_none() && !image.is_empty();
    set_absent(object, policy, json!(if is_latest { "Always" } else { "IfNotPresent" }));
}

fn probe(object: &mut Object) {
    for (field, default) in
        [("timeoutSeconds", 1), ("periodSeconds", 10), ("successThreshold", 1), ("failureThreshold", 3)]
    {
        set_zero(object, field, default);
    }
}

fn volume(object: &mut Object) {
    if object.iter().all(|(field, value)| field == "name" || value.is_null()) {
        object.insert("emptyDir".to_owned(), json!({}));
    }
}

fn service(spec: &mut Object) {
    match text(spec, "sessionAffinity") {
        "ClientIP" => {
            if spec
                .get("sessionAffinityConfig")
                .is_none_or(|config| config["clientIP"]["timeoutSeconds"].is_null())
            {
                let config = json!({"clientIP": {"timeoutSeconds": 10_800}});
                spec.insert("sessionAffinityConfig".to_owned(), config);
            }
        }
        _ => drop(spec.remove("sessionAffinityConfig")),
    }
    for port in items(spec, "ports") {
        let number = port.get("port").cloned().unwrap_or_default();
        if is_absent(port.get("targetPort")) || port.get("targetPort") == Some(&json!(0)) {
            port.insert("targetPort".to_owned(), number);
        }
    }
    let of = text(spec, "type").to_owned();
    let has_external = has_items(spec, "externalIPs") && of == "ClusterIP";
    if of == "NodePort" || of == "LoadBalancer" || has_external {
        set_absent(spec, "externalTrafficPolicy", json!("Cluster"));
    }
    if of != "ExternalName" {
        set_absent(spec, "internalTrafficPolicy", json!("Cluster"));
    }
    if of == "LoadBalancer" {
        set_absent(spec, "allocateLoadBalancerNodePorts", json!(true));
    }
}

/// Sets the mode of addresses in the status of a load balancer.
fn service_status(service: &mut Object) {
    if service.get("spec").is_none_or(|spec| spec["type"] != "LoadBalancer") {
        return;
    }
    let ingress = service.get_mut("status").and_then(|status| status.pointer_mut("/loadBalancer/ingress"));
    let ingress = ingress.and_then(Value::as_array_mut).into_iter().flatten();
    for point in ingress.filter_map(Value::as_object_mut) {
        if !is_absent(point.get("ip")) {
            set_absent(point, "ipMode", json!("VIP"));
        }
    }
}

/// Sets the phase of a volume or a claim.
fn pending(object: &mut Object) {
    phase(object, "Pending");
}

fn phase(object: &mut Object, default: &str) {
    set_absent(object, "status", json!({}));
    if let Some(status) = object.get_mut("status").and_then(Value::as_object_mut) {
        set_absent(status, "phase", json!(default));
    }
}

fn namespace(object: &mut Object) {
    set_absent(object, "spec", json!({}));
    phase(object, "Active");
    let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) else { return };
    let name = text(metadata, "name").to_owned();
    set_absent(metadata, "labels", json!({}));
    if let Some(labels) =
        metadata.get_mut("labels").and_then(Value::as_object_mut).filter(|_| !name.is_empty())
    {
        labels.insert("kubernetes.io/metadata.name".to_owned(), json!(name));
    }
}

fn limits(item: &mut Object) {
    if text(item, "type") != "Container" {
        return;
    }
    for (from, to) in [("max", "default"), ("default", "defaultRequest"), ("min", "defaultRequest")] {
        set_absent(item, to, json!({}));
        let values = item.get(from).and_then(Value::as_object).cloned().unwrap_or_default();
        if let Some(defaults) = item.get_mut(to).and_then(Value::as_object_mut) {
            values.into_iter().for_each(|(name, value)| set_absent(defaults, &name, value));
        }
    }
}

fn autoscaler(spec: &mut Object) {
    if !has_items(spec, "metrics") {
        let target = json!({"type": "Utilization", "averageUtilization": 80});
        let metric = json!({"type": "Resource", "resource": {"name": "cpu", "target": target}});
        spec.insert("metrics".to_owned(), json!([metric]));
    }
    let Some(behavior) = spec.get_mut("behavior").and_then(Value::as_object_mut) else { return };
    let policy = |of: &str, value: i32| json!({"type": of, "value": value, "periodSeconds": 15});
    let up = json!({"stabilizationWindowSeconds": 0, "selectPolicy": "Max", "policies": [policy("Pods", 4), policy("Percent", 100)]});
    let down = json!({"selectPolicy": "Max", "policies": [policy("Percent", 100)]});
    for (field, defaults) in [("scaleUp", up), ("scaleDown", down)] {
        set_absent(behavior, field, json!({}));
        let rules = behavior.get_mut(field).and_then(Value::as_object_mut);
        if let (Some(rules), Value::Object(defaults)) = (rules, defaults) {
            defaults.into_iter().for_each(|(name, default)| set_absent(rules, &name, default));
        }
    }
}

fn policy_types(spec: &mut Object) {
    if has_items(spec, "policyTypes") {
        return;
    }
    let egress = has_items(spec, "egress").then_some("Egress");
    spec.insert("policyTypes".to_owned(), ["Ingress"].into_iter().chain(egress).collect());
}

fn names(names: &mut Object) {
    let kind = text(names, "kind").to_owned();
    set_absent(names, "singular", json!(kind.to_lowercase()));
    if !kind.is_empty() {
        set_absent(names, "listKind", json!(format!("{kind}List")));
    }
}

fn subject(object: &mut Object) {
    if let "User" | "Group" = text(object, "kind") {
        set_absent(object, "apiGroup", json!("rbac.authorization.k8s.io"));
    }
}

fn flow_schema(spec: &mut Object) {
    set_zero(spec, "matchingPrecedence", 1000);
}

fn limited_level(level: &mut Object) {
    set_absent(level, "nominalConcurrencyShares", json!(30));
    set_absent(level, "lendablePercent", json!(0));
}

fn queuing(queuing: &mut Object) {
    for (field, default) in [("queues", 64), ("handSize", 8), ("queueLengthLimit", 50)] {
        set_zero(queuing, field, default);
    }
}

fn device_request(request: &mut Object) {
    set_absent(request, "allocationMode", json!("ExactCount"));
    if text(request, "allocationMode") == "ExactCount" {
        set_zero(request, "count", 1);
    }
}

fn csi_driver(spec: &mut Object) {
    if !has_items(spec, "volumeLifecycleModes") {
        spec.insert("volumeLifecycleModes".to_owned(), json!(["Persistent"]));
    }
}
