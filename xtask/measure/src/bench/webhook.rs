//! Measures a webhook under load. In: bench objects of twenty kilobytes. Out: requests a second and the 99th
//! percentile of crdc's webhook, which validates, beside an axum server that parses the same review into
//! kube's types and allows it; the memory of crdc's webhook after many requests.
//!
//! Easy to break: each server has one core and the load another one (`taskset`), and rounds alternate, so
//! that a slow moment of the machine affects both.

use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::inputs::{self, Inputs};

/// Objects, their CRDs in the corpus, and plurals.
const OBJECTS: [(&str, &str, &str); 3] = [
    ("certificate-20k", "cert-manager/certificates.cert-manager.io.yaml", "certificates"),
    ("httproute-20k", "gateway-api/httproutes.gateway.networking.k8s.io.yaml", "httproutes"),
    ("prometheus-20k", "prometheus-operator/prometheuses.monitoring.coreos.com.yaml", "prometheuses"),
];
const ROUNDS: usize = 5;
const REQUESTS: usize = 10_000;
/// The number of requests for which the memory is measured, with the first object.
const MANY: usize = 200_000;
const CONNECTIONS: usize = 8;
const PORTS: [u16; 2] = [19_443, 19_444];
/// The lowest factor by which the requests a second must exceed those of the other server.
const BAR: f64 = 2.0;

/// A server on a core of its own. The process ends when this is dropped.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Prints the figures; returns `false` if a bar (target) is missed.
pub(crate) fn measure(inputs: &Inputs, shared: &Path) -> Result<bool> {
    let binary = inputs.binary("webhook", "release", "")?;
    let mut held = true;
    for (object, crd, plural) in OBJECTS {
        let crd = shared.join("corpus/crds").join(crd);
        let text = std::fs::read_to_string(shared.join("bench").join(format!("{object}.json")))?;
        for operation in ["CREATE", "UPDATE"] {
            let body = places::target().join("bench").join(format!("review-{object}-{operation}.json"));
            places::write_if_changed(&body, review(&text, plural, operation)?.as_bytes())?;
            held &= compare(&binary, &crd, &body, &format!("{object} {operation}"))?;
        }
    }
    Ok(held)
}

fn compare(binary: &Path, crd: &Path, body: &Path, name: &str) -> Result<bool> {
    let ports = PORTS.map(|port| port.to_string());
    let ours = serve(binary, &["serve-crdc".as_ref(), crd.as_os_str(), ports[0].as_ref()], PORTS[0])?;
    let _theirs = serve(binary, &["serve-kube".as_ref(), ports[1].as_ref()], PORTS[1])?;
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push([load(binary, PORTS[0], body, REQUESTS)?, load(binary, PORTS[1], body, REQUESTS)?]);
    }
    let median = |figure: &dyn Fn(&[[f64; 3]; 2]) -> f64| {
        let mut all: Vec<f64> = rounds.iter().map(figure).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let (rate, tail) =
        (median(&|round| round[0][0] / round[1][0]), median(&|round| round[0][2] / round[1][2]));
    println!(
        "{name}: {:.0} requests a second, beside {:.0}: {rate:.2} times; p99 {:.0} µs, beside {:.0} µs",
        median(&|round| round[0][0]),
        median(&|round| round[1][0]),
        median(&|round| round[0][2]),
        median(&|round| round[1][2]),
    );
    let held = rate >= BAR && tail <= 1.0;
    if name != "certificate-20k CREATE" {
        return Ok(held);
    }
    let before = resident(&ours.0)?;
    load(binary, PORTS[0], body, MANY)?;
    let after = resident(&ours.0)?;
    println!("{name}: {before} KiB resident, {after} KiB after {MANY} more requests");
    Ok(held && after <= before + before / 10)
}

/// The resident memory of a server, in KiB.
fn resident(server: &Child) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

fn serve(binary: &Path, arguments: &[&std::ffi::OsStr], port: u16) -> Result<Serving> {
    let server = Command::new("taskset").args(["-c", "1"]).arg(binary).args(arguments).spawn()?;
    let server = Serving(server);
    for _ in 0..500 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return Ok(server);
        }
        sleep(Duration::from_millis(20));
    }
    bail!("no server at port {port}")
}

/// Sends requests; returns the requests a second, the median and the 99th percentile in microseconds.
fn load(binary: &Path, port: u16, body: &Path, count: usize) -> Result<[f64; 3]> {
    let mut command = Command::new("taskset");
    command.args(["-c", "0"]).arg(binary).args(["load", &port.to_string()]).arg(body);
    command.args([count.to_string(), CONNECTIONS.to_string()]);
    let text = inputs::output(&mut command)?;
    let figures: Vec<f64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let figures: Result<[f64; 3], _> = figures.try_into();
    figures.ok().context("three figures")
}

/// The review of an object, whose bytes stay as they are.
fn review(object: &str, plural: &str, operation: &str) -> Result<String> {
    // Stored objects have a version, and so has what updates them.
    let (before, rest) = object.trim().split_once("\"metadata\"").context("no metadata")?;
    let (between, rest) = rest.split_once('{').context("no metadata")?;
    let versioned = format!("{before}\"metadata\"{between}{{\"resourceVersion\":\"1\",{rest}");
    let object = if operation == "UPDATE" { versioned.as_str() } else { object.trim() };
    let read: Value = serde_json::from_str(object)?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (api_version, kind) = (text(&read["apiVersion"]), text(&read["kind"]));
    let (group, version) = api_version.split_once('/').context("a group")?;
    ensure!(matches!(operation, "CREATE" | "UPDATE"), "{operation}");
    let old = if operation == "UPDATE" { object } else { "null" };
    let (name, namespace) = (text(&read["metadata"]["name"]), text(&read["metadata"]["namespace"]));
    Ok(format!(
        r#"{{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{{"uid":"705ab4f5-6393-11e8-b7cc-42010a800002","kind":{{"group":"{group}","version":"{version}","kind":"{kind}"}},"resource":{{"group":"{group}","version":"{version}","resource":"{plural}"}},"name":"{name}","namespace":"{namespace}","operation":"{operation}","userInfo":{{"username":"admin","groups":["system:masters","system:authenticated"]}},"object":{object},"oldObject":{old},"dryRun":false,"options":{{"kind":"CreateOptions","apiVersion":"meta.k8s.io/v1"}}}}}}"#
    ))
}
