//! Rules of Ingresses, their classes, and network policies.
//
// kubernetes: pkg/apis/networking/validation/validation.go

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::addresses::Stored;
use super::at::At;
use super::report::Report;
use super::selector::selector;
use super::texts::{PORTS, against_port_name, against_wildcard, is_port};
use super::{addresses, shown};

const PATH_TYPES: [&str; 3] = ["Exact", "ImplementationSpecific", "Prefix"];

/// An Ingress.
pub(super) fn ingress(root: &At<'_, '_>, is_update: bool, report: &mut Report) {
    let spec = root.child("spec");
    let (rules, default) = (spec.child("rules"), spec.child("defaultBackend"));
    if rules.is_empty() && !default.is_set() {
        let shown = match (report.version(), rules.is_set()) {
            (34.., true) => "[]",
            (34.., false) => "null",
            (_, true) => "[]networking.IngressRule{}",
            (_, false) => "[]networking.IngressRule(nil)",
        };
        report.invalid(&spec, shown, "either `defaultBackend` or `rules` must be specified");
    }
    if default.is_set() {
        backend(&default, report);
    }
    for rule in rules.items() {
        let host = rule.child("host");
        if !host.text().is_empty() {
            if addresses::read(host.text()).is_some() {
                report.bad_text(&host, host.text(), "must be a DNS name, not an IP address");
            }
            host_name(&host, report);
        }
        let http = rule.child("http");
        if http.is_set() {
            let paths = http.child("paths");
            if paths.is_empty() {
                report.required(&paths, "");
            }
            paths.items().for_each(|path| self::path(&path, report));
        }
    }
    for tls in spec.child("tls").items() {
        tls.child("hosts").items().for_each(|host| host_name(&host, report));
        subdomain_if_any(&tls.child("secretName"), report);
    }
    let class = spec.child("ingressClassName");
    if class.is_set() {
        report.against(&class, class.text(), names::against_name(class.text().as_bytes()));
        let metadata = root.child("metadata");
        let annotations = metadata.child("annotations");
        let annotation = annotations.child("kubernetes.io/ingress.class");
        if !is_update && annotation.is_set() && annotation.text() != class.text() {
            // The path of the error differs from that of the field.
            let top = root.child("annotations");
            let at = annotation.named(&top, "kubernetes.io/ingress.class");
            let detail = "must match `ingressClassName` when both are specified";
            report.bad_text(&at, annotation.text(), detail);
        }
    }
}

fn host_name(at: &At<'_, '_>, report: &mut Report) {
    let reasons = match at.text().contains('*') {
        true => against_wildcard(at.text()),
        false => names::against_name(at.text().as_bytes()),
    };
    report.against(at, at.text(), reasons);
}

fn subdomain_if_any(at: &At<'_, '_>, report: &mut Report) {
    if !at.text().is_empty() {
        report.against(at, at.text(), names::against_name(at.text().as_bytes()));
    }
}

// validateHTTPIngressPath
fn path(at: &At<'_, '_>, report: &mut Report) {
    let (kind, path) = (at.child("pathType"), at.child("path"));
    if !kind.is_set() {
        report.required(&kind, "pathType must be specified");
        report.help("write `pathType: Prefix`, `Exact` or `ImplementationSpecific`");
        return;
    }
    let text = path.text();
    match kind.text() {
        "Exact" | "Prefix" => {
            if !text.starts_with('/') {
                report.bad_text(&path, text, "must be an absolute path");
            }
            for part in ["//", "/./", "/../", "%2f", "%2F"].into_iter().filter(|part| text.contains(part)) {
                report.bad_text(&path, text, &format!("must not contain '{part}'"));
            }
            for end in ["/..", "/."].into_iter().filter(|end| text.ends_with(end)) {
                report.bad_text(&path, text, &format!("cannot end with '{end}'"));
            }
        }
        "ImplementationSpecific" => {
            if !text.is_empty() && !text.starts_with('/') {
                report.bad_text(&path, text, "must be an absolute path");
            }
        }
        other => report.unsupported(&kind, other, &PATH_TYPES),
    }
    backend(&at.child("backend"), report);
}

// validateIngressBackend
fn backend(at: &At<'_, '_>, report: &mut Report) {
    let (service, resource) = (at.child("service"), at.child("resource"));
    match (service.is_set(), resource.is_set()) {
        (true, true) => {
            report.invalid(at, quote(""), "cannot set both resource and service backends");
        }
        (false, false) => {
            report.invalid(at, quote(""), "resource or service backend is required");
            if at.child("serviceName").is_set() || at.child("servicePort").is_set() {
                report
                    .help("`serviceName` and `servicePort` are now `service: {name: …, port: {number: …}}`");
            }
        }
        (false, true) => {
            let group = resource.child("apiGroup");
            if group.is_set() {
                report.against(&group, group.text(), names::against_name(group.text().as_bytes()));
            }
            for field in ["kind", "name"] {
                required_segment(field, &resource.child(field), report);
            }
        }
        (true, false) => {
            let name = service.child("name");
            match name.text() {
                "" => report.required(&name, ""),
                // This is the rule for the names of Services.
                text => {
                    let rule = super::names::rule_for("", "Service", report.version());
                    report.against(&name, text, rule.against(text));
                }
            }
            let port = service.child("port");
            let (name, number) = (port.child("name"), port.child("number"));
            match (name.text(), number.int_or_zero()) {
                ("", 0) => report.required(at, "port name or number is required"),
                (text, number) if !text.is_empty() && number != 0 => {
                    report.invalid(at, quote(""), "cannot set both port name & port number");
                }
                ("", other) if !is_port(other) => report.invalid(&number, other, PORTS),
                ("", _) => {}
                (text, _) => report.against(&name, text, against_port_name(text)),
            }
        }
    }
}

/// A class of Ingresses.
pub(super) fn class(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    let controller = spec.child("controller");
    match controller.text() {
        "" => report.required(&controller, ""),
        text => {
            if text.len() > 250 {
                report.too_long(&controller, 250);
            }
            domain_prefixed_path(&controller, report);
        }
    }
    parameters(&spec.child("parameters"), report);
}

fn required_segment(field: &str, at: &At<'_, '_>, report: &mut Report) {
    match at.text() {
        "" if report.version() < 34 => report.required(at, &format!("{field} is required")),
        "" => report.required(at, ""),
        text => report.against(at, text, names::against_segment(text.as_bytes())),
    }
}

// validateIngressClassParametersReference
fn parameters(at: &At<'_, '_>, report: &mut Report) {
    if !at.is_set() {
        return;
    }
    let [group, kind, name, scope, space] =
        ["apiGroup", "kind", "name", "scope", "namespace"].map(|field| at.child(field));
    if group.is_set() {
        report.against(&group, group.text(), names::against_name(group.text().as_bytes()));
    }
    for (field, at) in [("kind", &kind), ("name", &name)] {
        required_segment(field, at, report);
    }
    report.one_of_if_set(&scope, &["Cluster", "Namespace"]);
    match scope.text() {
        "Namespace" if !space.is_set() => {
            report.required(&space, "`parameters.scope` is set to 'Namespace'");
        }
        "Namespace" => {
            report.against(&space, space.text(), names::against_namespace(space.text().as_bytes()));
        }
        // SetDefaults_IngressClass: an absent scope is `Cluster`.
        "Cluster" | "" if space.is_set() && (!scope.is_set() || !scope.text().is_empty()) => {
            report.forbidden(&space, "`parameters.scope` is set to 'Cluster'");
        }
        _ => {}
    }
}

// apimachinery: pkg/util/validation/validation.go IsDomainPrefixedPath
pub(super) fn domain_prefixed_path(at: &At<'_, '_>, report: &mut Report) {
    let Some((host, path)) =
        at.text().split_once('/').filter(|(host, path)| !host.is_empty() && !path.is_empty())
    else {
        report.bad_text(at, at.text(), "must be a domain-prefixed path (such as \"acme.io/foo\")");
        return;
    };
    report.against(at, host, names::against_name(host.as_bytes()));
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~%!$&'()*+,;=:".contains(&byte);
    if !path.bytes().all(is_inside) {
        let detail = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";
        report.bad_text(at, path, detail);
    }
}

/// A NetworkPolicy.
pub(super) fn policy(root: &At<'_, '_>, old: Option<&At<'_, '_>>, report: &mut Report) {
    let spec = root.child("spec");
    let stored = old.map(stored_ranges).unwrap_or_default();
    selector(&spec.child("podSelector"), report);
    for (direction, peers) in [("ingress", "from"), ("egress", "to")] {
        for rule in spec.child(direction).items() {
            rule.child("ports").items().for_each(|port| policy_port(&port, report));
            rule.child(peers).items().for_each(|peer| self::peer(&peer, &stored, report));
        }
    }
    let kinds = spec.child("policyTypes");
    if kinds.len() > 2 {
        let shown = shown::list(&kinds, report.version());
        report.invalid(&kinds, shown, "may not specify more than two policyTypes");
        return;
    }
    for kind in kinds.items() {
        if !["Ingress", "Egress"].contains(&kind.text()) {
            report.unsupported(&kind, kind.text(), &["Ingress", "Egress"]);
        }
    }
}

/// The ranges of a stored policy.
fn stored_ranges<'n>(old: &At<'_, 'n>) -> Stored<'n> {
    let (spec, mut stored) = (old.child("spec"), Stored::default());
    for (direction, peers) in [("ingress", "from"), ("egress", "to")] {
        for rule in spec.child(direction).items() {
            for peer in rule.child(peers).items() {
                let block = peer.child("ipBlock");
                stored.add(block.child("cidr").text());
                block.child("except").items().for_each(|except| stored.add(except.text()));
            }
        }
    }
    stored
}

// ValidateNetworkPolicyPort
fn policy_port(at: &At<'_, '_>, report: &mut Report) {
    report.one_of_if_set(&at.child("protocol"), &["TCP", "UDP", "SCTP"]);
    let (port, end) = (at.child("port"), at.child("endPort"));
    match port.int() {
        Some(number) => {
            if !is_port(number) {
                report.invalid(&port, number, PORTS);
            }
            if let Some(last) = end.int() {
                if last < number {
                    report.invalid(&end, last, "must be greater than or equal to `port`");
                }
                if !is_port(last) {
                    report.invalid(&end, last, PORTS);
                }
            }
        }
        None if port.is_set() => {
            if let Some(last) = end.int() {
                report.invalid(&end, last, "may not be specified when `port` is non-numeric");
            }
            report.against(&port, port.text(), against_port_name(port.text()));
        }
        None => {
            if let Some(last) = end.int() {
                report.invalid(&end, last, "may not be specified when `port` is not specified");
            }
        }
    }
}

// ValidateNetworkPolicyPeer
fn peer(at: &At<'_, '_>, stored: &Stored<'_>, report: &mut Report) {
    let kinds = ["podSelector", "namespaceSelector", "ipBlock"];
    let number = kinds.iter().filter(|kind| at.child(kind).is_set()).count();
    selector(&at.child("podSelector"), report);
    selector(&at.child("namespaceSelector"), report);
    let block = at.child("ipBlock");
    if block.is_set() {
        ip_block(&block, stored, report);
    }
    if number == 0 {
        report.required(at, "must specify a peer");
    } else if number > 1 && block.is_set() {
        report.forbidden(at, "may not specify both ipBlock and another peer");
    }
}

fn ip_block(at: &At<'_, '_>, stored: &Stored<'_>, report: &mut Report) {
    let range = at.child("cidr");
    if range.text().is_empty() {
        report.required(&range, "");
        return;
    }
    addresses::range(&range, range.text(), stored, report);
    let Some(outer) = addresses::read_range(range.text()) else { return };
    for except in at.child("except").items() {
        addresses::range(&except, except.text(), stored, report);
        let Some(inner) = addresses::read_range(except.text()) else { continue };
        if !addresses::is_inside(inner, outer) {
            report.bad_text(&except, except.text(), "must be a strict subset of `cidr`");
        }
    }
}
