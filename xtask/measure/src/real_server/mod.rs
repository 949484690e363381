//! `cargo measure real-server`: tests the webhook and the server against a real API server. In: binaries of
//! kube-apiserver and etcd. Out: requests that were answered otherwise than crdc answers them.
//!
//! | file | |
//! |---|---|
//! | `home.rs` | a folder, and the processes that end with the task |
//! | `servers.rs` | etcd, kube-apiserver, a server of CRDs, `crdc-webhook`: their flags |
//! | `documents.rs` | documents of files as JSON |
//! | `client.rs` | requests, through `kubectl proxy` |
//! | `register.rs` | CRDs and what `crdc webhook manifests` prints, applied with kubectl |
//! | `cases.rs` | requests of a few resources, with the answers that documents promise |
//! | `sequences/` | random requests, to a real server without a kube-apiserver and to crdc's |
//! | `speed.rs` | both as processes: times, creates in a second, memory |
//! | `record.rs` | the recorded creates and updates of `shared`, compared with what crdc answers |
//!
//! Easy to break: everything listens on addresses of the loopback range, also the Service of the webhook.

mod cases;
mod client;
mod documents;
mod home;
mod record;
mod register;
mod sequences;
mod servers;
mod speed;

use std::path::PathBuf;

use anyhow::{Result, bail, ensure};

use home::Home;
use servers::{Binaries, Servers};

/// Arguments of `cargo measure real-server`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The binary of kube-apiserver
    #[arg(long, value_name = "FILE", required_unless_present_any = ["apply_sequences", "random_crds", "speed"])]
    apiserver: Option<PathBuf>,
    /// The binary of etcd
    #[arg(long, value_name = "FILE")]
    etcd: PathBuf,
    /// The binary of a standalone apiextensions-apiserver. It serves the CRDs, and reads the webhook
    /// configurations of kube-apiserver, which may be older
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
    /// So many random sequences of applies, updates and patches instead, at the `--crd-server` of
    /// `xtask/measure/apiextensions` and at crdc's server: no kube-apiserver is needed
    #[arg(long, value_name = "N", requires = "crd_server", conflicts_with = "apiserver")]
    apply_sequences: Option<usize>,
    /// So many random CRDs instead, with objects, as for `--apply-sequences`
    #[arg(long, value_name = "N", requires = "crd_server", conflicts_with_all = ["apiserver", "apply_sequences"])]
    random_crds: Option<usize>,
    /// Measures `crdc serve` beside the `--crd-server` of `xtask/measure/apiextensions` instead; with so many
    /// objects for the memory
    #[arg(long, value_name = "OBJECTS", num_args = 0..=1, default_missing_value = "100000", requires = "crd_server", conflicts_with_all = ["apiserver", "apply_sequences", "random_crds"])]
    speed: Option<usize>,
    /// Of the sequences
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// This one alone
    #[arg(long, value_name = "NUMBER")]
    only: Option<usize>,
}

/// Runs the chosen comparison; returns `false` if an answer differs.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let home = Home::new(places::target().join("real-server"))?;
    // A binary may be named relative to where this was started.
    let found = |file: &PathBuf| file.canonicalize().unwrap_or_else(|_| file.clone());
    if let (Some(count), Some(crd_server)) = (args.apply_sequences.or(args.random_crds), &args.crd_server) {
        let binaries = Binaries { etcd: &found(&args.etcd), crd_server: &found(crd_server) };
        let definitions = args.random_crds.is_some();
        let options = sequences::Options { count, seed: args.seed, only: args.only, definitions };
        return sequences::run(home, &binaries, &options);
    }
    if let (Some(objects), Some(crd_server)) = (args.speed, &args.crd_server) {
        let binaries = Binaries { etcd: &found(&args.etcd), crd_server: &found(crd_server) };
        return speed::run(home, &binaries, objects);
    }
    let Some(apiserver) = &args.apiserver else { bail!("--apiserver is missing") };
    let mut build = places::cargo();
    build.args(["build", "--quiet", "-p", "crdc-cli", "-p", "crdc-webhook"]);
    ensure!(build.status()?.success(), "crdc and crdc-webhook do not build");
    let mut servers = Servers::start(home, args, apiserver)?;
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
