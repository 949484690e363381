//! `--schema-location`: the locations of the command line, and how their schemas are got. In: the options.
//! Out: the locations, or why they cannot be used.

use std::path::PathBuf;
use std::time::Duration;

use super::options::Validate;
use crate::failure::Failure;
use crate::field_validation::FieldValidation;
use crate::kubernetes_version::Wanted;
use crate::validate::locations::{Locations, Options, Server};
use crate::validate::schemas::loader::Schemas;

/// How schemas of addresses are got.
#[derive(clap::Args)]
pub(super) struct Download {
    /// The folder that keeps schemas of addresses for a day [default: crdc/schemas in the user's folder for
    /// caches]
    #[arg(help_heading = "What is validated with", long, value_name = "FOLDER", overrides_with = "cache")]
    pub(super) cache: Option<PathBuf>,
    /// Get nothing from addresses: use what the cache has of them, however old
    #[arg(help_heading = "What is validated with", long, overrides_with = "offline")]
    offline: bool,
    /// Trust any certificate of a server of schemas
    #[arg(help_heading = "What is validated with", long, overrides_with = "insecure_skip_tls_verify")]
    insecure_skip_tls_verify: bool,
    /// The time for the whole answer of a server of schemas
    #[arg(
        help_heading = "What is validated with",
        long,
        value_name = "SECONDS",
        default_value_t = 30,
        value_parser = clap::value_parser!(u32).range(1..),
        overrides_with = "schema_timeout"
    )]
    schema_timeout: u32,
}

impl Validate {
    /// The locations, for a version of Kubernetes.
    pub(super) fn locations(&self, wanted: &Wanted, schemas: &Schemas) -> Locations {
        let version = match wanted {
            // kubeconform's layout has a folder for each patch; a minor version stands for its first one.
            Wanted::Version(minor) => Some(format!("1.{}.0", minor.0)),
            Wanted::Newest | Wanted::File(_) => None,
        };
        let server = Server { version, is_strict: self.field_validation == FieldValidation::Strict };
        let Download { cache, offline, insecure_skip_tls_verify, schema_timeout } = &self.download;
        let options = Options {
            cache: cache.clone(),
            is_offline: *offline,
            trusts_all: *insecure_skip_tls_verify,
            timeout: Duration::from_secs(u64::from(*schema_timeout)),
        };
        Locations::new(self.schema_location.clone(), server, schemas.server, options)
    }

    /// Refuses a folder that is not there, which is probably misspelt.
    pub(super) fn refuse_locations(&self) -> Result<(), Failure> {
        match self.schema_location.iter().filter_map(|location| location.path()).find(|path| !path.exists()) {
            Some(path) => Err(format!("--schema-location: there is no {}", path.display())),
            None => Ok(()),
        }
    }
}
