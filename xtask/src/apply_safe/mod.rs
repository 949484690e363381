//! `cargo xtask apply-safe`: checks `crdc publish --as apply-safe`, which lowers extensions to rules that any
//! server evaluates. `record` compares recorded answers for CRDs with immutability and unions with the
//! answers of a server that has the rules instead; the report of the CRD must name each difference. `corpus`
//! publishes the CRDs of the corpus, without and with random extensions.

mod corpus;
mod record;

use std::path::PathBuf;

use anyhow::Result;

/// Arguments of `cargo xtask apply-safe`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record [default: ../shared beside the repository]
    #[arg(long, value_name = "DIR")]
    shared: Option<PathBuf>,
    /// The minor version of the server
    #[arg(long, value_name = "MINOR", default_value_t = 36)]
    server: u8,
    /// Print every difference
    #[arg(long)]
    words: bool,
}

/// Checks all laws; returns whether they hold.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let shared = places::shared(args.shared.as_deref())?;
    let record = record::run(&shared, args)?;
    Ok(corpus::run(&shared, args)? && record)
}
