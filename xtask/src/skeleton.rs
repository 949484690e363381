//! `cargo xtask skeleton`: every object of the record pruned by the skeleton of its schema and as
//! servers prune, which has to be the same. The comparison is an example of the package `crdc-tests`.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::places;

/// Prunes every object of the record both ways.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record; `shared` beside the repository unless given
    #[arg(long, value_name = "DIR")]
    shared: Option<PathBuf>,
}

/// Whether both ways agree everywhere.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let shared = places::shared(args.shared.as_deref())?;
    let mut cargo = places::cargo();
    cargo.args(["run", "--quiet", "--package", "crdc-tests", "--example", "skeleton", "--"]);
    cargo.arg(shared).current_dir(places::repository());
    Ok(cargo.status().context("cargo run")?.success())
}
