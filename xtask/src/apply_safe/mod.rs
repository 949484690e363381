//! `cargo xtask apply-safe`: the laws of `crdc publish --as apply-safe`. `record` compares the recorded
//! answers for CRDs with immutability and unions with those of a server that has the rules instead; `corpus`
//! publishes the CRDs of the corpus, without and with random extensions. A difference must be one that the
//! report of the CRD names.

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

/// Runs all laws; true if they hold.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let shared = places::shared(args.shared.as_deref())?;
    let record = record::run(&shared, args)?;
    Ok(corpus::run(&shared, args)? && record)
}
