//! Rules of Services.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidateService

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::addresses::Stored;
use super::at::At;
use super::ports::{PROTOCOLS, number_or_name, protocol};
use super::report::Report;
use super::texts::{PORTS, is_port};
use super::{addresses, cluster_ips, dropped, endpoints, metadata, shown};

const BALANCED: &str = "may only be used when `type` is 'LoadBalancer'";

/// A Service.
pub(super) fn service(root: &At<'_, '_>, old: Option<&At<'_, '_>>, is_complete: bool, report: &mut Report) {
    topology(root, report);
    let spec = root.child("spec");
    let old_root = old;
    let old = old.map(|old| old.child("spec"));
    let dropped = old.map(|old| dropped::dropped(&spec, &old)).unwrap_or_default();
    let stored = |field| Stored::of(old.as_ref().map(|old| old.child(field)).as_ref());
    let (kind, ports) = (spec.child("type"), spec.child("ports"));
    let kind_text = dropped::kind(&spec);
    let is_headless = spec.child("clusterIP").text() == "None";
    if ports.is_empty() && !is_headless && kind_text != "ExternalName" {
        report.required(&ports, "");
    }
    by_kind(&spec, kind_text, is_headless, &dropped, report);
    let mut taken = HashSet::new();
    for port in ports.items() {
        self::port(&port, ports.len() > 1, &mut taken, report);
    }
    metadata::labels(&spec.child("selector"), report);
    affinity(&spec, report);
    // A Service of type ExternalName has no cluster IPs.
    if kind_text != "ExternalName" {
        let mut known = stored("clusterIPs");
        known.add(old.map_or("", |old| old.child("clusterIP").text()));
        cluster_ips::cluster_ips(&spec, &known, report);
    }
    let known = stored("externalIPs");
    for ip in spec.child("externalIPs").items() {
        let before = report.count();
        addresses::ip(&ip, &known, report);
        if report.count() == before {
            endpoints::special(&ip, report);
        }
    }
    report.one_of(&kind, &["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"]);
    if !dropped.contains(&"nodePort") {
        node_ports(&ports, kind_text, report);
    }
    unique(&ports, report);
    let ranges = spec.child("loadBalancerSourceRanges");
    if !ranges.is_empty() {
        let named = ranges.named(&spec, "LoadBalancerSourceRanges");
        if kind_text != "LoadBalancer" {
            report.forbidden(&named, BALANCED);
        }
        let known = stored("loadBalancerSourceRanges");
        named.items().for_each(|item| addresses::range(&item, item.text().trim(), &known, report));
    } else {
        source_ranges(root, old_root, kind_text, report);
    }
    for field in ["allocateLoadBalancerNodePorts", "loadBalancerClass"] {
        let at = spec.child(field);
        if at.is_set() && kind_text != "LoadBalancer" && !dropped.contains(&field) {
            report.forbidden(&at, BALANCED);
        }
    }
    let class = spec.child("loadBalancerClass");
    if class.is_set() && kind_text == "LoadBalancer" {
        let reasons = names::against_qualified_of(report.minor(), class.text().as_bytes());
        report.against(&class, class.text(), reasons);
    }
    traffic(&spec, &dropped, report);
    // A server that completed the object has allocated its ports.
    if dropped::has_node_ports(&spec) && !is_complete {
        node_port_range(&ports, old.as_ref(), report);
    }
}

/// The first port outside of the range of nodes.
///
/// A server allocates ports once the object is valid, and stops at the first that it cannot allocate; the
/// stored ones stay. The range is the default of `--service-node-port-range`.
// kubernetes: pkg/registry/core/service/portallocator/allocator.go Allocate
fn node_port_range(ports: &At<'_, '_>, old: Option<&At<'_, '_>>, report: &mut Report) {
    let range = 30_000..=32_767;
    if report.has_errors() {
        return;
    }
    let list = old.map(|old| old.child("ports"));
    let stored: HashSet<i64> =
        list.iter().flat_map(At::items).map(|port| port.child("nodePort").int_or_zero()).collect();
    for port in ports.items() {
        let node = port.child("nodePort");
        let number = node.int_or_zero();
        if number != 0 && !range.contains(&number) && !stored.contains(&number) {
            report.invalid(
                &node,
                number,
                "provided port is not in the valid range. The range of valid ports is 30000-32767",
            );
            report.help("a server with another `--service-node-port-range` accepts other ports");
            return;
        }
    }
}

/// Two annotations with one meaning.
fn topology(root: &At<'_, '_>, report: &mut Report) {
    const HINTS: &str = "service.kubernetes.io/topology-aware-hints";
    let metadata = root.child("metadata");
    let annotations = metadata.child("annotations");
    let (hints, mode) = (annotations.key(HINTS), annotations.key("service.kubernetes.io/topology-mode"));
    if hints.is_set() && mode.is_set() && hints.text() != mode.text() {
        let detail = format!("must match annotations[{HINTS}] when both are specified");
        report.bad_text(&mode, mode.text(), &detail);
    }
}

/// The annotation that was there before `loadBalancerSourceRanges`.
fn source_ranges(root: &At<'_, '_>, old: Option<&At<'_, '_>>, kind: &str, report: &mut Report) {
    const RANGES: &str = "service.beta.kubernetes.io/load-balancer-source-ranges";
    let metadata = root.child("metadata");
    let annotations = metadata.child("annotations");
    let at = annotations.key(RANGES);
    if !at.is_set() {
        return;
    }
    if kind != "LoadBalancer" {
        report.forbidden(&at, BALANCED);
    }
    let is_stored = old.is_some_and(|old| {
        let metadata = old.child("metadata");
        let annotations = metadata.child("annotations");
        annotations.key(RANGES).is_set() && annotations.key(RANGES).text() == at.text()
    });
    if !is_stored && !at.text().trim().is_empty() {
        for range in at.text().split(',') {
            addresses::range(&at, range.trim(), &Stored::default(), report);
        }
    }
}

fn by_kind(spec: &At<'_, '_>, kind: &str, is_headless: bool, dropped: &[&str], report: &mut Report) {
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
                if (!at.text().is_empty() || !at.is_empty()) && !dropped.contains(&field) {
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
    // SetDefaults_Service: zero and an empty text are the port.
    if target.is_set() && target.int() != Some(0) && !(target.int().is_none() && target.text().is_empty()) {
        number_or_name(&target, report);
    } else if !is_port(number.int_or_zero()) {
        report.invalid(&number.named(port, "targetPort"), number.int_or_zero(), PORTS);
    }
    let protocol = port.child("appProtocol");
    if protocol.is_set() {
        report.against(
            &protocol,
            protocol.text(),
            names::against_qualified_of(report.minor(), protocol.text().as_bytes()),
        );
    }
}

fn node_ports(ports: &At<'_, '_>, kind: &str, report: &mut Report) {
    let mut taken = HashSet::new();
    for port in ports.items() {
        let node = port.child("nodePort");
        if let Some(number) = node.int().filter(|number| *number != 0) {
            if kind == "ClusterIP" {
                report.forbidden(&node, "may not be used when `type` is 'ClusterIP'");
            }
            if !taken.insert((protocol(&port), number)) {
                report.duplicate(&node, number);
            }
        }
    }
}

fn unique(ports: &At<'_, '_>, report: &mut Report) {
    let mut numbers = HashSet::new();
    for port in ports.items() {
        let number = port.child("port").int_or_zero();
        if !numbers.insert((protocol(&port), number)) {
            let is_json = report.version() >= 34;
            let (nothing, target) = match is_json {
                true => ("null", "0"),
                false => ("(*string)(nil)", "intstr.IntOrString{Type:0, IntVal:0, StrVal:\"\"}"),
            };
            let fields = [
                ("Name", "\"\"".to_owned()),
                ("Protocol", shown::text_in(report.version(), protocol(&port))),
                ("AppProtocol", nothing.to_owned()),
                ("Port", number.to_string()),
                ("TargetPort", target.to_owned()),
                ("NodePort", "0".to_owned()),
            ];
            let shown = shown::structure("core.ServicePort", &fields, report.version());
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

fn traffic(spec: &At<'_, '_>, dropped: &[&str], report: &mut Report) {
    let external = spec.child("externalTrafficPolicy");
    match dropped::is_outside(spec) {
        true => report.one_of(&external, &["Cluster", "Local"]),
        false if !external.text().is_empty() && !dropped.contains(&"externalTrafficPolicy") => {
            let detail = "may only be set for externally-accessible services";
            report.bad_text(&external, external.text(), detail);
        }
        false => {}
    }
    let check = spec.child("healthCheckNodePort");
    let needs_check = dropped::has_health_check(spec);
    let is_dropped = dropped.contains(&"healthCheckNodePort");
    if let Some(port) = check.int().filter(|port| *port != 0 && !is_dropped) {
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
        ..34 => &["PreferClose"],
        _ => &["PreferClose", "PreferSameZone", "PreferSameNode"],
    };
    report.one_of_if_set(&spec.child("trafficDistribution"), distribution);
}
