//! Reads the catalogues of CRDs, and the releases that the command line and the configuration name. In: the
//! options. Out: the kinds of the catalogues.

use super::options::Validate;
use crate::catalogues;
use crate::config::Config;
use crate::failure::Failure;
use crate::validate::schemas::catalogue::{Catalogued, InUse, Releases};
use crdc_catalogue::{Catalogue, Version};
use crdc_source::diag::{meant_or, nearest};
use crdc_vocabulary::Minor;

impl Validate {
    /// The kinds of the catalogues: those of files first, then the one that is built in.
    ///
    /// # Errors
    /// A file is no catalogue, or no catalogue has a project that is named.
    pub(super) fn catalogued(&self, config: &Config, server: Option<Minor>) -> Result<Catalogued, Failure> {
        let files = self.catalogue.iter().chain(config.catalogues());
        let all = catalogues::load(files, !self.no_catalogue)?;
        let mut releases = Releases::default();
        let of_options = self.release.iter().map(|(name, version)| (name, version, None));
        let usual =
            || Some(self.config.as_ref().map_or_else(Config::usual, |path| path.display().to_string()));
        let of_config = config.releases().map(|(name, version)| (name, version, usual()));
        for (name, version, file) in of_options.chain(of_config) {
            known(&all, name)?;
            releases.add([(name.clone(), InUse { version: Version::new(version), file })]);
        }
        Ok(Catalogued::new(all, releases, server))
    }
}

/// Refuses the name of a project that no catalogue has.
pub(in crate::command) fn known(catalogues: &[Catalogue], name: &str) -> Result<(), Failure> {
    let projects = || catalogues.iter().flat_map(Catalogue::projects).map(|project| project.name.as_str());
    if projects().any(|known| known == name) {
        return Ok(());
    }
    let help = meant_or(nearest(name, projects()), || "crdc catalogue list names the projects".to_owned());
    Err(format!("no project {name} is in the catalogue: {help}"))
}
