//! Rules of Endpoints and EndpointSlices, as they are written by hand for services outside of a cluster.
//
// kubernetes: pkg/apis/core/validation/validation.go validateEndpointSubsets, ValidateEndpointIP;
// pkg/apis/discovery/validation/validation.go

use std::collections::HashSet;
use std::net::IpAddr;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::addresses::{self, Stored};
use super::at::At;
use super::ports::PROTOCOLS;
use super::ranges;
use super::report::Report;
use super::texts::{PORTS, is_port};

/// Endpoints.
pub(super) fn endpoints(root: &At<'_, '_>, report: &mut Report) {
    for subset in root.child("subsets").items() {
        let (ready, others) = (subset.child("addresses"), subset.child("notReadyAddresses"));
        if ready.is_empty() && others.is_empty() {
            report.required(&subset, "must specify `addresses` or `notReadyAddresses`");
        }
        for address in ready.items().chain(others.items()) {
            let ip = address.child("ip");
            addresses::ip(&ip, &Stored::default(), report);
            host_name(&address.child("hostname"), report);
            node_name(&address, report);
            special(&ip, report);
        }
        let ports = subset.child("ports");
        for port in ports.items() {
            let (name, number) = (port.child("name"), port.child("port"));
            match name.text() {
                "" if ports.len() > 1 => report.required(&name, ""),
                "" => {}
                text => report.against(&name, text, names::against_namespace(text.as_bytes())),
            }
            if !is_port(number.int_or_zero()) {
                report.invalid(&number, number.int_or_zero(), PORTS);
            }
            report.one_of(&port.child("protocol"), &PROTOCOLS);
            protocol_of_application(&port, report);
        }
    }
}

/// An EndpointSlice.
// ValidateEndpointSlice
pub(super) fn slice(root: &At<'_, '_>, old: Option<&At<'_, '_>>, report: &mut Report) {
    let kind = root.child("addressType");
    match kind.text() {
        "" => report.required(&kind, ""),
        _ => report.one_of(&kind, &["FQDN", "IPv4", "IPv6"]),
    }
    ports(&root.child("ports"), report);
    let list = root.child("endpoints");
    // Endpoints that stay as they are stored are not looked at.
    let is_kept = old.is_some_and(|old| {
        let stored = old.child("endpoints");
        let json = |at: &At<'_, '_>| at.node().map(crdc_source::Node::to_go_json);
        report.version() >= 33 && json(&stored) == json(&list)
    });
    if is_kept {
        return;
    }
    if !report.exceeds(&list, 1000) {
        list.items().for_each(|endpoint| self::endpoint(&endpoint, kind.text(), report));
    }
}

// validatePorts
fn ports(list: &At<'_, '_>, report: &mut Report) {
    if report.exceeds(list, 20_000) {
        return;
    }
    let mut taken = HashSet::new();
    for port in list.items() {
        let name = port.child("name");
        host_name(&name, report);
        if !taken.insert(name.text()) {
            report.duplicate(&name, quote(name.text()));
        }
        report.one_of_if_set(&port.child("protocol"), &PROTOCOLS);
        protocol_of_application(&port, report);
    }
}

// validateEndpoints
fn endpoint(endpoint: &At<'_, '_>, kind: &str, report: &mut Report) {
    let list = endpoint.child("addresses");
    if list.is_empty() {
        report.required(&list, "must contain at least 1 address");
    }
    report.too_many(&list, 100);
    for address in list.items() {
        match kind {
            "IPv4" | "IPv6" => address_of(kind, &list, &address, report),
            "FQDN" => domain(&address, report),
            _ => {}
        }
    }
    node_name(endpoint, report);
    let topology = endpoint.child("deprecatedTopology");
    report.too_many(&topology, 16);
    super::metadata::labels(&topology, report);
    let host = endpoint.child("hostname");
    if host.is_set() {
        report.against(&host, host.text(), names::against_namespace(host.text().as_bytes()));
    }
    hints(&endpoint.child("hints"), report);
}

/// Easy to break: the error of another family names the list. Since 1.33, addresses of IPv6 must be as Go
/// writes them, and those of IPv4 as in older fields.
fn address_of(kind: &str, list: &At<'_, '_>, at: &At<'_, '_>, report: &mut Report) {
    let address = addresses::read(at.text());
    let has_family = address.is_some_and(|address| addresses::is_ipv4(address) == (kind == "IPv4"));
    if report.version() < 33 {
        if !has_family {
            report.bad_text(at, at.text(), &format!("must be a valid {kind} address"));
        }
        special(at, report);
        return;
    }
    let before = report.count();
    match kind {
        "IPv4" => addresses::ip(at, &Stored::default(), report),
        _ => {
            let reason = ranges::against_address(at.text());
            reason.into_iter().for_each(|reason| report.bad_text(at, at.text(), &reason));
        }
    }
    if report.count() > before {
        return;
    }
    if !has_family {
        report.bad_text(&at.as_map(list), at.text(), &format!("must be an {kind} address"));
    }
    special(at, report);
}

// apimachinery: pkg/util/validation/validation.go IsFullyQualifiedDomainName
fn domain(at: &At<'_, '_>, report: &mut Report) {
    let text = at.text();
    let name = text.strip_suffix('.').unwrap_or(text);
    if text.is_empty() {
        report.required(at, "");
        return;
    }
    let reasons = names::against_name(name.as_bytes());
    if !reasons.is_empty() {
        report.against_at_once(at, name, reasons, ",");
    } else if !name.contains('.') {
        report.bad_text(at, name, "should be a domain with at least two segments separated by dots");
    } else {
        let mut labels = name.split('.').map(|label| (label, names::against_namespace(label.as_bytes())));
        if let Some((label, reasons)) = labels.find(|(_, reasons)| !reasons.is_empty()) {
            report.against_at_once(at, label, reasons, ",");
        }
    }
}

// validateHints
fn hints(at: &At<'_, '_>, report: &mut Report) {
    for field in ["forZones", "forNodes"] {
        let list = at.child(field);
        // The hints of nodes came with 1.33.
        if field == "forNodes" && report.version() < 33 {
            continue;
        }
        if report.exceeds(&list, 8) {
            return;
        }
        let mut taken = HashSet::new();
        for item in list.items() {
            let name = item.child("name");
            if !taken.insert(name.text()) {
                report.duplicate(&name, quote(name.text()));
            }
            let reasons = match field {
                "forZones" => names::against_label_value_of(report.minor(), name.text().as_bytes()),
                _ => names::against_name(name.text().as_bytes()),
            };
            report.against(&name, name.text(), reasons);
        }
    }
}

fn node_name(endpoint: &At<'_, '_>, report: &mut Report) {
    let node = endpoint.child("nodeName");
    if node.is_set() {
        report.against(&node, node.text(), names::against_name(node.text().as_bytes()));
    }
}

fn host_name(at: &At<'_, '_>, report: &mut Report) {
    if !at.text().is_empty() {
        report.against(at, at.text(), names::against_namespace(at.text().as_bytes()));
    }
}

fn protocol_of_application(port: &At<'_, '_>, report: &mut Report) {
    let protocol = port.child("appProtocol");
    if protocol.is_set() {
        report.against(
            &protocol,
            protocol.text(),
            names::against_qualified_of(report.minor(), protocol.text().as_bytes()),
        );
    }
}

/// An address that no endpoint has.
// ValidateEndpointIP
pub(super) fn special(at: &At<'_, '_>, report: &mut Report) {
    let text = at.text();
    let Some(address) = addresses::read(text) else {
        report.bad_text(at, text, "must be a valid IP address");
        return;
    };
    // Go takes an IPv4-mapped address for the address in it.
    let address = address.to_canonical();
    if address.is_unspecified() {
        report.bad_text(at, text, &format!("may not be unspecified ({text})"));
    }
    if address.is_loopback() {
        report.bad_text(at, text, "may not be in the loopback range (127.0.0.0/8, ::1/128)");
    }
    let (is_local, is_multicast) = match address {
        IpAddr::V4(address) => (address.is_link_local(), address.octets().starts_with(&[224, 0, 0])),
        IpAddr::V6(address) => (address.is_unicast_link_local(), address.segments()[0] & 0xff0f == 0xff02),
    };
    if is_local {
        report.bad_text(at, text, "may not be in the link-local range (169.254.0.0/16, fe80::/10)");
    }
    if is_multicast {
        report.bad_text(at, text, "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
    }
}
