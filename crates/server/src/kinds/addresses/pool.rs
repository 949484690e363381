//! The addresses and ports that Services have. In: the changes of Services. Out: whether an address or a port
//! is taken, and the next free one.
//!
//! Easy to break: the first part of each range is for what Services ask for; the others are given out first.
// kubernetes: pkg/registry/core/service/{ipallocator,portallocator}

use std::collections::{BTreeSet, HashMap};
use std::net::Ipv4Addr;
use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::fields::{Spec, has_health_check, has_node_ports, list, number, ports, text};
use crate::storage::history::{Event, History};
use crate::storage::key::Key;

/// The network of cluster IPs, 10.96.0.0/12, which kubeadm sets up.
pub(super) const NETWORK: Ipv4Addr = Ipv4Addr::new(10, 96, 0, 0);
/// The number of addresses in the network, with its own and that of the broadcast.
const SIZE: u32 = 1 << 20;
/// The number of addresses that are given out last.
const KEPT_ADDRESSES: u32 = 256;
/// The node ports, and the number of those that are given out last.
// kubernetes: pkg/controlplane/apiserver/options; portallocator/allocator.go calculateRangeOffset
const NODE_PORTS: RangeInclusive<u32> = 30_000..=32_767;
const KEPT_PORTS: u32 = 86;

/// The server's words for an address that is taken, for one that is in no range, and for both of a port.
pub(super) const ALLOCATED: &str = "provided IP is already allocated";
const OUTSIDE: &str = "the provided network does not match the current range";
pub(super) const PORT_ALLOCATED: &str = "provided port is already allocated";
pub(super) const PORT_OUTSIDE: &str =
    "provided port is not in the valid range. The range of valid ports is 30000-32767";

/// What the stored Services have.
#[derive(Clone, Default)]
pub(super) struct Pool {
    /// The version up to which changes are known.
    seen: u64,
    addresses: HashMap<Ipv4Addr, Key>,
    ports: HashMap<u32, Key>,
    /// The number of addresses and of ports that were given out.
    given_addresses: u32,
    given_ports: u32,
}

/// Why an address is not in the network; `None` if it is.
pub(super) fn outside(address: Ipv4Addr) -> Option<&'static str> {
    let offset = address.to_bits().wrapping_sub(NETWORK.to_bits());
    if (1..SIZE - 1).contains(&offset) { None } else { Some(OUTSIDE) }
}

/// Whether a number is a node port.
pub(super) fn is_node_port(port: i64) -> bool {
    u32::try_from(port).is_ok_and(|port| NODE_PORTS.contains(&port))
}

/// The addresses of a Service.
fn addresses(spec: &Spec) -> impl Iterator<Item = Ipv4Addr> {
    let is_named = text(spec, "type") == "ExternalName";
    let all = if is_named { Vec::new() } else { list(spec, "clusterIPs") };
    all.into_iter().filter_map(|text| text.parse().ok())
}

/// The node ports of a Service, each with its field.
fn node_ports(spec: &Spec) -> impl Iterator<Item = (String, u32)> {
    let of_ports = ports(spec)
        .enumerate()
        .filter(|_| has_node_ports(spec))
        .map(|(index, port)| (format!("spec.ports[{index}].nodePort"), number(port, "nodePort")));
    let check = has_health_check(spec)
        .then(|| ("spec.healthCheckNodePort".to_owned(), number(spec, "healthCheckNodePort")));
    let all = of_ports.chain(check).filter(|(_, port)| *port != 0);
    all.filter_map(|(field, port)| u32::try_from(port).ok().map(|port| (field, port)))
}

impl Pool {
    /// Reads the changes of Services that were made since the last time.
    pub(super) fn catch_up(&mut self, history: &History) {
        match history.since("services", self.seen, usize::MAX) {
            Ok((events, version)) => {
                events.iter().for_each(|event| self.apply(event));
                self.seen = version;
            }
            // The changes are no longer known, so all Services are read.
            Err(_) => {
                self.addresses.clear();
                self.ports.clear();
                if let Ok(all) = history.snapshot("services", None, None) {
                    all.objects.iter().for_each(|(key, text)| self.hold(key, text));
                    self.seen = all.version;
                }
            }
        }
    }

    fn apply(&mut self, event: &Event) {
        if let Some(old) = event.old.as_deref().and_then(|old| serde_json::from_slice::<Value>(old).ok())
            && let Some(spec) = old["spec"].as_object()
        {
            for address in addresses(spec) {
                if self.addresses.get(&address) == Some(&event.key) {
                    self.addresses.remove(&address);
                }
            }
            for (_, port) in node_ports(spec) {
                if self.ports.get(&port) == Some(&event.key) {
                    self.ports.remove(&port);
                }
            }
        }
        if let Some(new) = &event.new {
            self.hold(&event.key, new);
        }
    }

    fn hold(&mut self, key: &Key, service: &[u8]) {
        let service: Value = serde_json::from_slice(service).unwrap_or_default();
        if let Some(spec) = service["spec"].as_object() {
            addresses(spec).for_each(|address| drop(self.addresses.insert(address, key.clone())));
            node_ports(spec).for_each(|(_, port)| drop(self.ports.insert(port, key.clone())));
        }
    }

    /// The first address or port of a Service that another one has: its field, its value, and the server's
    /// words.
    pub(super) fn conflict(&self, key: &Key, service: &Value) -> Option<(String, Value, String)> {
        let spec = service["spec"].as_object()?;
        let is_other = |holder: Option<&Key>| holder.is_some_and(|holder| holder != key);
        if let Some(address) = addresses(spec).find(|address| is_other(self.addresses.get(address))) {
            let why = format!("failed to allocate IP {address}: {ALLOCATED}");
            return Some(("spec.clusterIPs".to_owned(), json!(list(spec, "clusterIPs")), why));
        }
        let (field, port) = node_ports(spec).find(|(_, port)| is_other(self.ports.get(port)))?;
        Some((field, json!(port), PORT_ALLOCATED.to_owned()))
    }

    pub(super) fn has_address(&self, address: Ipv4Addr) -> bool {
        self.addresses.contains_key(&address)
    }

    pub(super) fn has_port(&self, port: i64) -> bool {
        u32::try_from(port).is_ok_and(|port| self.ports.contains_key(&port))
    }

    /// A free address; `None` if there is none.
    pub(super) fn next_address(&mut self) -> Option<Ipv4Addr> {
        let count = SIZE - 2;
        let mut all = (0..count).map(|index| {
            // The kept ones come last.
            let place = (self.given_addresses.wrapping_add(index)) % count;
            (index, Ipv4Addr::from_bits(NETWORK.to_bits() + 1 + (place + KEPT_ADDRESSES) % count))
        });
        let (index, address) = all.find(|(_, address)| !self.addresses.contains_key(address))?;
        self.given_addresses = (self.given_addresses.wrapping_add(index + 1)) % count;
        Some(address)
    }

    /// A free node port that is not among `others`; `None` if there is none.
    pub(super) fn next_port(&mut self, others: &BTreeSet<i64>) -> Option<u32> {
        let (first, count) = (*NODE_PORTS.start(), NODE_PORTS.end() - NODE_PORTS.start() + 1);
        let is_free = |port: &u32| !self.ports.contains_key(port) && !others.contains(&i64::from(*port));
        let mut all = (0..count).map(|index| {
            let place = (self.given_ports.wrapping_add(index)) % count;
            (index, first + (place + KEPT_PORTS) % count)
        });
        let (index, port) = all.find(|(_, port)| is_free(port))?;
        self.given_ports = (self.given_ports.wrapping_add(index + 1)) % count;
        Some(port)
    }
}
