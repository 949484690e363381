//! `cargo measure clients`: tests `crdc serve` with other clients. In: the clients. Out: what was answered
//! otherwise than they expect.
//!
//! | file | |
//! |---|---|
//! | `served.rs` | a server for a run |
//! | `kubectl.rs` | commands of kubectl, and what they say |
//! | `client.py` | Python's client |
//! | `kube.rs` | the integration tests and examples of kube, unchanged |

mod kube;
mod kubectl;
mod served;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, ensure};

use served::Served;

/// Arguments of `cargo measure clients`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The binary of kubectl
    #[arg(long, value_name = "FILE")]
    kubectl: Option<PathBuf>,
    /// A Python with the package `kubernetes`
    #[arg(long, value_name = "FILE")]
    python: Option<PathBuf>,
    /// A checkout of kube-rs/kube
    #[arg(long, value_name = "DIR")]
    kube: Option<PathBuf>,
}

/// Runs the clients that are given; returns `false` if one fails.
pub(crate) fn run(args: &Args) -> Result<bool> {
    ensure!(
        args.kubectl.is_some() || args.python.is_some() || args.kube.is_some(),
        "give at least one of --kubectl, --python and --kube"
    );
    let built = places::cargo().args(["build", "--quiet", "-p", "crdc-cli"]).status()?;
    ensure!(built.success(), "crdc does not build");
    let mut held = true;
    if let Some(kubectl) = &args.kubectl {
        held &= kubectl::run(kubectl, &Served::start()?)?;
    }
    if let Some(python) = &args.python {
        let served = Served::start()?;
        let script = served::folder().join("client.py");
        let done = Command::new(python).arg(script).env("KUBECONFIG", served.kubeconfig()).status()?;
        println!("Python's client: {}", if done.success() { "passed" } else { "FAILED" });
        held &= done.success();
    }
    if let Some(checkout) = &args.kube {
        held &= kube::run(checkout)?;
    }
    Ok(held)
}
