//! `cargo xtask skeleton`: prunes every object of the record by the skeleton of its schema (the part that
//! pruning needs, after KEP 24) and by the rules of servers, and checks that the results are equal. An
//! example of the package `crdc-oracle` does the comparison.

use std::path::PathBuf;

use anyhow::{Context, Result};

/// Arguments of `cargo xtask skeleton`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record [default: ../shared beside the repository]
    #[arg(long, value_name = "DIR")]
    shared: Option<PathBuf>,
}

/// Runs the comparison; returns whether both results are always equal.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let shared = places::shared(args.shared.as_deref())?;
    let mut cargo = places::cargo();
    cargo.args(["run", "--quiet", "--package", "crdc-oracle", "--example", "skeleton", "--"]);
    cargo.arg(shared).current_dir(places::repository());
    Ok(cargo.status().context("cargo run")?.success())
}
