//! Services.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidateService

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::ports::{PROTOCOLS, number_or_name, protocol};
use super::report::Report;
use super::texts::{PORTS, is_port};
use super::{addresses, endpoints, metadata, shown};

const BALANCED: &str = "may only be used when `type` is 'LoadBalancer'";

/// A Service.
pub(super) fn service(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    let (kind, ports) = (spec.child("type"), spec.child("ports"));
    let kind_text = if kind.text().is_empty() { "ClusterIP" } else { kind.text() };
    let is_headless = spec.child("clusterIP").text() == "None";
    if ports.is_empty() && !is_headless && kind_text != "ExternalName" {
        report.required(&ports, "");
    }
    by_kind(&spec, kind_text, is_headless, report);
    let mut taken = HashSet::new();
    for port in ports.items() {
        self::port(&port, ports.len() > 1, &mut taken, report);
    }
    metadata::labels(&spec.child("selector"), report);
    affinity(&spec, report);
    cluster_ips(&spec, report);
    for ip in spec.child("externalIPs").items() {
        addresses::ip(&ip, report);
        if addresses::read(ip.text()).is_some() {
            endpoints::special(&ip, report);
        }
    }
    report.one_of(&kind, &["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"]);
    unique(&ports, kind_text, report);
    let ranges = spec.child("loadBalancerSourceRanges");
    if !ranges.is_empty() {
        let named = ranges.named(&spec, "LoadBalancerSourceRanges");
        if kind_text != "LoadBalancer" {
            report.forbidden(&named, BALANCED);
        }
        named.items().for_each(|item| addresses::range(&item, item.text().trim(), report));
    }
    for field in ["allocateLoadBalancerNodePorts", "loadBalancerClass"] {
        let at = spec.child(field);
        if at.is_set() && kind_text != "LoadBalancer" {
            report.forbidden(&at, BALANCED);
        }
    }
    traffic(&spec, kind_text, report);
}

fn by_kind(spec: &At<'_, '_>, kind: &str, is_headless: bool, report: &mut Report) {
    match kind {
        "LoadBalancer" | "NodePort" if is_headless => {
            let list = spec.child("clusterIPs");
            let at = spec.child("clusterIP").as_map(&list.item(0));
            report.bad_text(&at, "None", &format!("may not be set to 'None' for {kind} services"));
        }
        "ExternalName" => {
            for (field, at) in [
                ("clusterIPs", "clusterIP"),
                ("ipFamilies", "ipFamilies"),
                ("ipFamilyPolicy", "ipFamilyPolicy"),
            ] {
                let at = spec.child(at);
                if !at.text().is_empty() || !at.is_empty() {
                    report.forbidden(&at.named(spec, field), "may not be set for ExternalName services");
                }
            }
            let name = spec.child("externalName");
            let text = name.text().strip_suffix('.').unwrap_or(name.text());
            match text {
                "" => report.required(&name, ""),
                text => report.against(&name, text, names::against_name(text.as_bytes())),
            }
        }
        _ => {}
    }
}

fn port<'n>(port: &At<'_, 'n>, needs_name: bool, taken: &mut HashSet<&'n str>, report: &mut Report) {
    let name = port.child("name");
    match name.text() {
        "" if needs_name => {
            report.required(&name, "");
            report.help("a Service with more than one port names each");
        }
        "" => {}
        text => {
            report.against(&name, text, names::against_namespace(text.as_bytes()));
            if !taken.insert(text) {
                report.duplicate(&name, quote(text));
            }
        }
    }
    let number = port.child("port");
    if !is_port(number.int_or_zero()) {
        report.invalid(&number, number.int_or_zero(), PORTS);
    }
    report.one_of(&port.child("protocol"), &PROTOCOLS);
    let target = port.child("targetPort");
    // Zero and an empty text are the port.
    if target.is_set() && target.int() != Some(0) && !(target.int().is_none() && target.text().is_empty()) {
        number_or_name(&target, report);
    }
    let protocol = port.child("appProtocol");
    if protocol.is_set() {
        report.against(&protocol, protocol.text(), names::against_qualified(protocol.text().as_bytes()));
    }
}

fn unique(ports: &At<'_, '_>, kind: &str, report: &mut Report) {
    let (mut nodes, mut numbers) = (HashSet::new(), HashSet::new());
    for port in ports.items() {
        let node = port.child("nodePort");
        if let Some(number) = node.int().filter(|number| *number != 0) {
            if kind == "ClusterIP" {
                report.forbidden(&node, "may not be used when `type` is 'ClusterIP'");
            }
            if !nodes.insert((protocol(&port), number)) {
                report.duplicate(&node, number);
            }
        }
    }
    for port in ports.items() {
        let number = port.child("port").int_or_zero();
        if !numbers.insert((protocol(&port), number)) {
            let is_json = report.version() >= 34;
            let (nothing, target) = match is_json {
                true => ("null", "0"),
                false => ("(*string)(nil)", "intstr.IntOrString{Type:0, IntVal:0, StrVal:\"\"}"),
            };
            let shown = shown::structure(
                "core.ServicePort",
                &[
                    ("Name", "\"\""),
                    ("Protocol", &quote(protocol(&port))),
                    ("AppProtocol", nothing),
                    ("Port", &number.to_string()),
                    ("TargetPort", target),
                    ("NodePort", "0"),
                ],
                report.version(),
            );
            report.duplicate(&port, shown);
        }
    }
}

fn affinity(spec: &At<'_, '_>, report: &mut Report) {
    let kind = spec.child("sessionAffinity");
    report.one_of(&kind, &["ClientIP", "None"]);
    if kind.text() == "ClientIP" {
        let config = spec.child("sessionAffinityConfig");
        let client = config.child("clientIP");
        let seconds = client.child("timeoutSeconds");
        if let Some(number) = seconds.int().filter(|number| !(1..=86400).contains(number)) {
            report.invalid(&seconds, number, "must be greater than 0 and less than 86400");
        }
    }
}

fn cluster_ips(spec: &At<'_, '_>, report: &mut Report) {
    let (list, one) = (spec.child("clusterIPs"), spec.child("clusterIP"));
    if list.is_empty() && !["", "None"].contains(&one.text()) {
        addresses::ip(&one.as_map(&list.item(0)), report);
    }
    for ip in list.items().filter(|ip| ip.text() != "None") {
        addresses::ip(&ip, report);
    }
    spec.child("ipFamilies").items().for_each(|family| report.one_of(&family, &["IPv4", "IPv6"]));
    report.one_of_if_set(
        &spec.child("ipFamilyPolicy"),
        &["PreferDualStack", "RequireDualStack", "SingleStack"],
    );
}

fn traffic(spec: &At<'_, '_>, kind: &str, report: &mut Report) {
    let external = spec.child("externalTrafficPolicy");
    let is_outside = ["LoadBalancer", "NodePort"].contains(&kind)
        || (kind == "ClusterIP" && !spec.child("externalIPs").is_empty());
    match is_outside {
        true => report.one_of(&external, &["Cluster", "Local"]),
        false if !external.text().is_empty() => {
            let detail = "may only be set for externally-accessible services";
            report.bad_text(&external, external.text(), detail);
        }
        false => {}
    }
    let check = spec.child("healthCheckNodePort");
    let needs_check = kind == "LoadBalancer" && external.text() == "Local";
    if let Some(port) = check.int().filter(|port| *port != 0) {
        if !needs_check {
            let detail =
                "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
            report.invalid(&check, port, detail);
        } else if !is_port(port) {
            report.invalid(&check, port, PORTS);
        }
    }
    report.one_of_if_set(&spec.child("internalTrafficPolicy"), &["Cluster", "Local"]);
    // kube_features.go PreferSameTrafficDistribution: on since 1.34.
    let distribution: &[&str] = match report.version() {
        ..33 => &["PreferClose"],
        _ => &["PreferClose", "PreferSameNode", "PreferSameZone"],
    };
    report.one_of_if_set(&spec.child("trafficDistribution"), distribution);
}
