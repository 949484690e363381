//! `cargo measure json-schema`: compares the JSON Schemas of the corpus with the recorded answers to creates.
//! `bench/schemas` does it, a crate of the bench workspace, so that building crdc does not build the
//! `jsonschema` crate.

use std::path::PathBuf;

use anyhow::{Context, Result};

/// Arguments of `cargo measure json-schema`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record [default: ../shared beside the repository]
    #[arg(long, value_name = "DIR")]
    shared: Option<PathBuf>,
    /// The draft: 2020-12 or 7
    #[arg(long, value_name = "DRAFT", default_value = "2020-12", value_parser = ["2020-12", "7"])]
    draft: String,
}

/// Runs the comparison; returns whether the report of the schema names each difference.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let shared = places::shared(args.shared.as_deref())?;
    let mut cargo = places::cargo();
    cargo.args(["run", "--quiet", "--locked", "--manifest-path"]);
    cargo.arg(places::repository().join("xtask/measure/bench/Cargo.toml"));
    cargo.arg("--target-dir").arg(places::target().join("bench"));
    cargo.args(["-p", "crdc-bench-schemas", "--"]).arg(shared).arg(&args.draft);
    Ok(cargo.status().context("cargo")?.success())
}
