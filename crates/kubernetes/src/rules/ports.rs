//! Rules of the ports of containers.
//
// kubernetes: pkg/apis/core/validation/validation.go validateContainerPorts, AccumulateUniqueHostPorts,
// validatePodHostNetworkDeps

use std::collections::HashSet;

use crdc_vocabulary::go::quote;

use super::at::At;
use super::report::Report;
use super::texts::{PORTS, against_port_name, is_port};

/// The protocols in the order of the server's list.
pub(super) const PROTOCOLS: [&str; 3] = ["SCTP", "TCP", "UDP"];

/// The protocol, with Go's default.
pub(super) fn protocol<'n>(port: &At<'_, 'n>) -> &'n str {
    match port.child("protocol").text() {
        "" => "TCP",
        protocol => protocol,
    }
}

/// A number of a port, or a name of one.
// ValidatePortNumOrName
pub(super) fn number_or_name(at: &At<'_, '_>, report: &mut Report) {
    match at.int() {
        Some(number) if !is_port(number) => report.invalid(at, number, PORTS),
        Some(_) => {}
        None if at.is_set() => report.against(at, at.text(), against_port_name(at.text())),
        // A missing port is the number zero.
        None => report.invalid(at, 0, PORTS),
    }
}

/// The ports of a container.
pub(super) fn ports(at: &At<'_, '_>, report: &mut Report) {
    let mut names = HashSet::new();
    for port in at.items() {
        let name = port.child("name");
        if !name.text().is_empty() {
            let reasons = against_port_name(name.text());
            if reasons.is_empty() && !names.insert(name.text()) {
                report.duplicate(&name, quote(name.text()));
            }
            report.against(&name, name.text(), reasons);
        }
        let number = port.child("containerPort");
        match number.int_or_zero() {
            0 => report.required(&number, ""),
            other if !is_port(other) => report.invalid(&number, other, PORTS),
            _ => {}
        }
        let host = port.child("hostPort");
        if let Some(other) = host.int().filter(|&other| other != 0 && !is_port(other)) {
            report.invalid(&host, other, PORTS);
        }
        report.one_of(&port.child("protocol"), &PROTOCOLS);
    }
}

/// Ports of the host that two containers take. `shared` is whether ports of containers are ports of the host.
pub(super) fn host_ports<'s, 'n: 's>(
    containers: impl Iterator<Item = At<'s, 'n>>,
    shared: bool,
    report: &mut Report,
) {
    let mut taken = HashSet::new();
    for container in containers {
        for port in container.child("ports").items() {
            let host = port.child("hostPort");
            let number = match host.int_or_zero() {
                0 if shared => port.child("containerPort").int_or_zero(),
                number => number,
            };
            if number != 0 {
                let key = format!("{}/{}/{number}", protocol(&port), port.child("hostIP").text());
                let shown = quote(&key);
                if !taken.insert(key) {
                    report.duplicate(&host, shown);
                }
            }
        }
    }
}

/// Checks pods with the host's network, whose host ports must be their container ports.
pub(super) fn on_host(containers: &At<'_, '_>, report: &mut Report) {
    for container in containers.items() {
        for port in container.child("ports").items() {
            let host = port.child("hostPort");
            let number = host.int_or_zero();
            if number != 0 && number != port.child("containerPort").int_or_zero() {
                report.invalid(&host, number, "must match `containerPort` when `hostNetwork` is true");
            }
        }
    }
}
