//! `--schema-location`: the locations of the command line, and how their schemas are got. In: the options.
//! Out: the locations, or why they cannot be used.

use std::time::Duration;

use super::download::Download;
use super::options::Validate;
use crate::failure::Failure;
use crate::field_validation::FieldValidation;
use crate::kubernetes_version::Wanted;
use crate::validate::locations::{Locations, Options, Server};
use crate::validate::schemas::loader::Schemas;

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
