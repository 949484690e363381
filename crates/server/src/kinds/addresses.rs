//! Allocates cluster IPs and node ports for Services. In: a Service, and the Service that it replaces. Out:
//! the Service with its `clusterIP` and node ports.
//!
//! Easy to break: an update that omits the address or the ports keeps the values of the stored Service.
// kubernetes: pkg/registry/core/service/storage/{alloc,storage}.go, pkg/registry/core/service/strategy.go

use std::sync::atomic::{AtomicU32, Ordering};

use crdc_admission::{Attributes, Mutator, Operation, Refusal};
use serde_json::{Map, Value, json};

/// The first node port; there are 2768 node ports.
const NODE_PORTS: u32 = 30_000;

/// Allocates addresses and ports. Each is allocated again only after all were allocated.
#[derive(Default)]
pub(crate) struct Addresses {
    addresses: AtomicU32,
    ports: AtomicU32,
}

impl Addresses {
    /// A copy for another server, which continues with the same address and port.
    pub(crate) fn copy(&self) -> Addresses {
        let next = |counter: &AtomicU32| AtomicU32::new(counter.load(Ordering::Relaxed));
        Addresses { addresses: next(&self.addresses), ports: next(&self.ports) }
    }
}

impl Mutator for Addresses {
    fn name(&self) -> &str {
        "addresses"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let old = attributes.old_object().and_then(|old| old.parse::<Value>().ok()).unwrap_or_default();
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        let Ok(mut service) = object.parse::<Value>() else { return Ok(()) };
        let before = service.clone();
        if let Some(spec) = service["spec"].as_object_mut() {
            self.give_address(spec, &old["spec"]);
            self.give_ports(spec, &old["spec"]);
        }
        if service != before {
            object.replace(service.to_string().as_bytes());
        }
        Ok(())
    }
}

fn has_node_ports(kind: Option<&Value>) -> bool {
    kind.is_some_and(|kind| kind == "NodePort" || kind == "LoadBalancer")
}

impl Addresses {
    fn give_address(&self, spec: &mut Map<String, Value>, old: &Value) {
        if spec.get("type").is_none_or(|kind| kind == "ExternalName") {
            return;
        }
        let is_absent = |value: Option<&Value>| value.is_none_or(|value| value.is_null() || value == "");
        for field in ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"] {
            if is_absent(spec.get(field)) && old["type"] != "ExternalName" && old[field] != Value::Null {
                spec.insert(field.to_owned(), old[field].clone());
            }
        }
        if is_absent(spec.get("clusterIP")) {
            let [_, _, high, low] = (self.addresses.fetch_add(1, Ordering::Relaxed) + 1).to_be_bytes();
            spec.insert("clusterIP".to_owned(), json!(format!("10.96.{high}.{low}")));
        }
        let address = spec.get("clusterIP").cloned();
        for (field, value) in [
            ("clusterIPs", json!([address])),
            ("ipFamilies", json!(["IPv4"])),
            ("ipFamilyPolicy", json!("SingleStack")),
        ] {
            if is_absent(spec.get(field)) {
                spec.insert(field.to_owned(), value);
            }
        }
    }

    fn give_ports(&self, spec: &mut Map<String, Value>, old: &Value) {
        let needs = match spec.get("type") {
            Some(kind) if kind == "LoadBalancer" => {
                spec.get("allocateLoadBalancerNodePorts") != Some(&json!(false))
            }
            kind => has_node_ports(kind),
        };
        let had_node_ports = has_node_ports(old.get("type"));
        let old_ports = old["ports"].as_array().map(Vec::as_slice).unwrap_or_default();
        for port in spec.get_mut("ports").and_then(Value::as_array_mut).into_iter().flatten() {
            let is_same = |old: &&Value| old["port"] == port["port"] && old["protocol"] == port["protocol"];
            let before =
                old_ports.iter().find(is_same).filter(|_| had_node_ports).map(|old| old["nodePort"].clone());
            let before = before.filter(|number| !number.is_null());
            let Some(port) = port.as_object_mut() else { continue };
            let is_given = port.get("nodePort").is_some_and(|number| !number.is_null() && number != 0);
            if needs && !is_given {
                let next = || json!(NODE_PORTS + self.ports.fetch_add(1, Ordering::Relaxed) % 2768);
                port.insert("nodePort".to_owned(), before.unwrap_or_else(next));
            } else if !needs && had_node_ports && is_given && port.get("nodePort") == before.as_ref() {
                port.remove("nodePort");
            }
        }
    }
}
