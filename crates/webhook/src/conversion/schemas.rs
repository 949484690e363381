//! The validators of the versions of a kind: compiled validators, and validators of CRDs that are read at run
//! time.

use std::sync::Arc;

use crdc::__private::plan;
use crdc::Compiled;

#[cfg(feature = "dynamic")]
use crate::Crds;

/// Schemas by version and kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Schemas {
    compiled: Arc<Vec<&'static Compiled>>,
    #[cfg(feature = "dynamic")]
    crds: Option<Arc<Crds>>,
}

impl Schemas {
    /// Adds a compiled schema; an earlier one of the same kind and version is replaced.
    pub(super) fn add(&mut self, added: &'static Compiled) {
        let all = Arc::make_mut(&mut self.compiled);
        all.retain(|known| known.api_version != added.api_version || known.kind != added.kind);
        all.push(added);
    }

    #[cfg(feature = "dynamic")]
    pub(super) fn set_crds(&mut self, crds: Arc<Crds>) {
        self.crds = Some(crds);
    }

    /// Calls `found` with the description of a version, or with `None` if there is none. Compiled schemas
    /// come first.
    pub(super) fn with<T>(
        &self,
        api_version: &str,
        kind: &str,
        found: impl FnOnce(Option<&plan::Compiled<'_>>) -> T,
    ) -> T {
        let compiled =
            self.compiled.iter().find(|known| known.api_version == api_version && known.kind == kind);
        if let Some(compiled) = compiled {
            return found(Some(compiled));
        }
        #[cfg(feature = "dynamic")]
        if let Some(crds) = &self.crds {
            let validators = crds.current();
            return found(validators.find(api_version, kind).map(crdc_dynamic::Validator::compiled));
        }
        found(None)
    }
}
