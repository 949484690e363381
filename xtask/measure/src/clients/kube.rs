//! Runs the integration tests and examples of kube, unchanged. In: a checkout of kube-rs/kube. Out: those
//! that fail.
//!
//! These are what kube's own CI runs against a cluster. Tests that need more than an API server are left out,
//! with the reason.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::served::Served;

/// The crates with integration tests, which are the ignored ones.
const CRATES: [&str; 3] = ["kube", "kube-client", "kube-runtime"];

/// Examples that end by themselves.
const EXAMPLES: [&str; 2] = ["crd_api", "crd_derive"];

/// Tests that are left out, and the reason.
const LEFT_OUT: [(&str, &str); 5] = [
    ("pod_can_await_conditions", "a kubelet, which runs a Pod"),
    ("can_get_pod_logs_and_evict", "a kubelet, which has logs"),
    ("pod_can_exec_and_write_to_stdin", "a kubelet, which runs commands"),
    ("pod_can_exec_and_write_to_stdin_from_node_proxy", "a kubelet, which runs commands"),
    ("event_recorder_attaches_events_without_namespace", "the status of a control plane"),
];

/// Runs all; returns `false` if one fails.
pub(super) fn run(checkout: &Path) -> Result<bool> {
    let checkout = checkout.canonicalize().with_context(|| checkout.display().to_string())?;
    let mut held = true;
    for name in CRATES {
        let mut test = Command::new("cargo");
        test.args(["test", "--quiet", "--lib", "--all-features", "-p", name, "--", "--ignored"]);
        for (test_name, _) in LEFT_OUT {
            test.args(["--skip", test_name]);
        }
        held &= passes(&checkout, &format!("integration tests of {name}"), &mut test)?;
    }
    for name in EXAMPLES {
        let mut example = Command::new("cargo");
        example.args(["run", "--quiet", "-p", "kube-examples", "--example", name]);
        held &= passes(&checkout, &format!("example {name}"), &mut example)?;
    }
    println!("left out:");
    for (name, needed) in LEFT_OUT {
        println!("  {name} needs {needed}");
    }
    Ok(held)
}

/// Runs a command in a checkout, with a server of its own.
fn passes(checkout: &Path, what: &str, command: &mut Command) -> Result<bool> {
    let served = Served::start()?;
    let done = command.current_dir(checkout).env("KUBECONFIG", served.kubeconfig()).output()?;
    let out = String::from_utf8_lossy(&done.stdout);
    let counted = out.lines().find(|line| line.starts_with("test result")).unwrap_or_default();
    println!("kube, {what}: {} {counted}", if done.status.success() { "passed" } else { "FAILED" });
    if !done.status.success() {
        println!("{out}{}", String::from_utf8_lossy(&done.stderr));
    }
    Ok(done.status.success())
}
