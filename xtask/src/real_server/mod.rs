//! `cargo xtask real-server`: the webhook behind a real API server. In: binaries of kube-apiserver and etcd. Out: requests that
//! were answered otherwise than crdc answers them.
//!
//! | file | |
//! |---|---|
//! | `home.rs` | a folder, and the processes that end with the task |
//! | `servers.rs` | etcd, kube-apiserver, a server of CRDs, `crdc-webhook`: their flags |
//! | `client.rs` | requests, through `kubectl proxy` |
//! | `register.rs` | CRDs and what `crdc webhook manifests` prints, applied with kubectl |
//! | `cases.rs` | requests of a few resources, with the answers that documents promise |
//! | `record.rs` | the recorded creates and updates of `shared`, compared with what crdc answers |
//!
//! Easy to break: everything listens on addresses of the loopback range, also the Service of the webhook.

mod cases;
mod client;
mod home;
mod record;
mod register;
mod servers;

use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::places;
use home::Home;
use servers::Servers;

/// Arguments of `cargo xtask real-server`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The binary of kube-apiserver
    #[arg(long, value_name = "FILE")]
    apiserver: PathBuf,
    /// The binary of etcd
    #[arg(long, value_name = "FILE")]
    etcd: PathBuf,
    /// The binary of a standalone apiextensions-apiserver. It serves the CRDs, and reads the webhook configurations of
    /// kube-apiserver, which may be older
    #[arg(long, value_name = "FILE")]
    crd_server: Option<PathBuf>,
    /// The binary of kubectl
    #[arg(long, value_name = "FILE", default_value = "kubectl")]
    kubectl: PathBuf,
    /// The record [default: ../shared beside the repository]
    #[arg(long, value_name = "DIR")]
    shared: Option<PathBuf>,
    /// Without the record
    #[arg(long)]
    cases_only: bool,
}

/// Runs all; false if an answer differs.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let mut build = places::cargo();
    build.args(["build", "--quiet", "-p", "crdc-cli", "-p", "crdc-webhook"]);
    ensure!(build.status()?.success(), "crdc and crdc-webhook do not build");
    let home = Home::new(places::target().join("real-server"))?;
    let mut servers = Servers::start(home, args)?;
    let mut held = cases::run(&mut servers)?;
    if !args.cases_only {
        held &= record::run(&mut servers, &places::shared(args.shared.as_deref())?)?;
    }
    println!(
        "{}",
        if held { "all requests were answered as crdc answers them" } else { "there are differences" }
    );
    Ok(held)
}
