//! The options about schemas of addresses. In: the command line. Out: how `--schema-location` gets them.
//!
//! Easy to break: people see this file as `crdc validate --help`.

use std::path::PathBuf;

/// How schemas of addresses are got.
#[derive(clap::Args)]
pub(super) struct Download {
    /// The folder that keeps schemas of addresses for a day [default: crdc/schemas in the user's folder for
    /// caches]
    #[arg(help_heading = "What is validated with", long, value_name = "FOLDER", overrides_with = "cache")]
    pub(super) cache: Option<PathBuf>,
    /// Get nothing from addresses: use what the cache has of them, however old
    #[arg(help_heading = "What is validated with", long, overrides_with = "offline")]
    pub(super) offline: bool,
    /// Trust any certificate of a server of schemas
    #[arg(help_heading = "What is validated with", long, overrides_with = "insecure_skip_tls_verify")]
    pub(super) insecure_skip_tls_verify: bool,
    /// The time for the whole answer of a server of schemas
    #[arg(
        help_heading = "What is validated with",
        long,
        value_name = "SECONDS",
        default_value_t = 30,
        value_parser = clap::value_parser!(u32).range(1..),
        overrides_with = "schema_timeout"
    )]
    pub(super) schema_timeout: u32,
}
