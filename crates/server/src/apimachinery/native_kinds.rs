//! The definitions of Kubernetes' own kinds, read when they are first needed.

use std::sync::{Arc, OnceLock};

use crdc_kubernetes::Kinds;
use crdc_kubernetes::archive::Archive;

/// The definitions of Kubernetes' own kinds in the newest version. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct NativeKinds(Arc<OnceLock<Option<Kinds>>>);

impl NativeKinds {
    pub(crate) fn get(&self) -> Option<&Kinds> {
        let newest = || {
            let archive = Archive::built_in().ok()?;
            let newest = archive.versions().pop()?;
            Kinds::of(archive, newest)
        };
        self.0.get_or_init(newest).as_ref()
    }
}
