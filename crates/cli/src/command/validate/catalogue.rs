//! Reads the catalogues of CRDs, and the releases that the command line and the configuration name. In: the
//! options. Out: the kinds of the catalogues.

use super::options::Validate;
use crate::config::Config;
use crate::failure::Failure;
use crate::validate::schemas::catalogue::{Catalogued, InUse, Releases};
use crdc_catalogue::{Catalogue, Version};
use crdc_source::diag::{meant_or, nearest};
use crdc_vocabulary::Minor;
use std::path::PathBuf;

impl Validate {
    /// The kinds of the catalogues: those of files first, then the one that is built in.
    ///
    /// # Errors
    /// A file is no catalogue, or no catalogue has a project that is named.
    pub(super) fn catalogued(&self, config: &Config, server: Option<Minor>) -> Result<Catalogued, Failure> {
        let mut all = Vec::new();
        let named: Vec<&PathBuf> = self.catalogue.iter().chain(config.catalogues()).collect();
        for path in named {
            let bytes =
                std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            let catalogue = Catalogue::read(bytes).map_err(|error| format!("{}: {error}", path.display()))?;
            all.push(catalogue);
        }
        if !self.no_catalogue {
            all.push(
                Catalogue::built_in().map_err(|error| format!("the catalogue that is built in: {error}"))?,
            );
        }
        let mut releases = Releases::default();
        let of_options = self.release.iter().map(|(name, version)| (name, version, None));
        let usual =
            || Some(self.config.as_ref().map_or_else(|| Config::usual(), |path| path.display().to_string()));
        let of_config = config.releases().map(|(name, version)| (name, version, usual()));
        for (name, version, file) in of_options.chain(of_config) {
            let projects = || all.iter().flat_map(Catalogue::projects).map(|project| project.name.as_str());
            if projects().all(|known| known != name) {
                let help = meant_or(nearest(name, projects()), || {
                    "crdc catalogue list names the projects".to_owned()
                });
                return Err(format!("no project {name} is in the catalogue: {help}"));
            }
            releases.add([(name.clone(), InUse { version: Version::new(version), file })]);
        }
        Ok(Catalogued::new(all, releases, server))
    }
}
