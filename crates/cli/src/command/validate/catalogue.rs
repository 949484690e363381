//! Reads the catalogues of CRDs, and the releases that the command line and the configuration name. In: the
//! options. Out: the kinds of the catalogues.

use super::options::Validate;
use crate::catalogues;
use crate::config::Config;
use crate::failure::Failure;
use crate::validate::schemas::catalogue::{Catalogued, InUse, Releases, Upgrade};
use crate::validate::schemas::loader::Schemas;
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
        if let Some(Upgrade::To(targets)) = &self.upgrade {
            targets.iter().try_for_each(|(name, _)| known(&all, name))?;
        }
        for (name, version, file) in of_options.chain(of_config) {
            known(&all, name)?;
            releases.add([(name.clone(), InUse { version: Version::new(version), file })]);
        }
        Ok(Catalogued::new(all, releases, server))
    }

    /// Refuses an upgrade that changes nothing, or of which the release before is not known.
    pub(super) fn refuse_no_upgrade(&self, schemas: &Schemas) -> Result<(), Failure> {
        let Some(asked) = &self.upgrade else { return Ok(()) };
        let unknown = schemas.catalogued.moves().find(|(_, versions)| versions.from.is_empty());
        if let Some((project, _)) = unknown {
            return Err(format!(
                "no file says which release of {project} is in use: write --release {project}=VERSION for it"
            ));
        }
        if schemas.catalogued.moves().next().is_some() {
            return Ok(());
        }
        Err(match asked {
            Upgrade::To(_) => "name a project: NAME=VERSION".to_owned(),
            Upgrade::ToNewest => {
                "no project of the catalogue with objects here has a newer release".to_owned()
            }
            Upgrade::FromOld => "no release of a project of the catalogue differs from --old".to_owned(),
        })
    }
}

/// Refuses the name of a project that no catalogue has.
fn known(catalogues: &[Catalogue], name: &str) -> Result<(), Failure> {
    let projects = || catalogues.iter().flat_map(Catalogue::projects).map(|project| project.name.as_str());
    if projects().any(|known| known == name) {
        return Ok(());
    }
    let help = meant_or(nearest(name, projects()), || "crdc catalogue list names the projects".to_owned());
    Err(format!("no project {name} is in the catalogue: {help}"))
}
