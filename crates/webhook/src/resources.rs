//! The registry of resources: compiled resources, and resources of CRDs that are read at run time.
//!
//! Easy to break: a request keeps the CRDs with which it started, even if they are replaced meanwhile.

#[cfg(feature = "dynamic")]
use std::sync::Arc;

use crdc::{Compiled, Resource};

#[cfg(feature = "dynamic")]
use crate::Crds;
use crate::GroupVersionResource;

/// The resources of a webhook.
#[derive(Debug, Default)]
pub(crate) struct Resources {
    compiled: Vec<&'static Compiled>,
    #[cfg(feature = "dynamic")]
    crds: Option<Arc<Crds>>,
}

impl Resources {
    /// Adds a compiled resource; an earlier one of the same name and version is replaced.
    pub(crate) fn add<R: Resource>(&mut self) {
        let added = R::compiled();
        self.compiled.retain(|known| known.api_version != added.api_version || known.plural != added.plural);
        self.compiled.push(added);
    }

    #[cfg(feature = "dynamic")]
    pub(crate) fn set_crds(&mut self, crds: Arc<Crds>) {
        self.crds = Some(crds);
    }

    #[cfg(all(feature = "dynamic", feature = "serve"))]
    pub(crate) fn crds(&self) -> Option<Arc<Crds>> {
        self.crds.clone()
    }

    /// Calls `found` with the description of a resource, or with `None` if there is none. Compiled resources
    /// come first.
    pub(crate) fn with<T>(
        &self,
        wanted: &GroupVersionResource,
        found: impl FnOnce(Option<&crdc::__private::plan::Compiled<'_>>) -> T,
    ) -> T {
        let GroupVersionResource { group, version, resource } = wanted;
        let compiled = self
            .compiled
            .iter()
            .find(|known| known.plural == resource && known.group == group && known.version == version);
        if let Some(compiled) = compiled {
            return found(Some(compiled));
        }
        #[cfg(feature = "dynamic")]
        if let Some(crds) = &self.crds {
            let validators = crds.current();
            let mut all = validators.all().map(crdc_dynamic::Validator::compiled);
            return found(
                all.find(|known| {
                    known.plural == resource && known.group == group && known.version == version
                }),
            );
        }
        found(None)
    }

    /// Whether the registry has no resources.
    pub(crate) fn is_empty(&self) -> bool {
        #[cfg(feature = "dynamic")]
        if self.crds.is_some() {
            return false;
        }
        self.compiled.is_empty()
    }
}
