//! The storage of a resource as one of its versions sees it. In: what flows ask for. Out: objects with the version's `apiVersion`.

use std::sync::Arc;

use crdc_admission::{
    Attributes, Creater, DeleteOptions, Deleter, Deletion, Getter, Identity, MemoryStorage, Refusal, Saved,
    Stored, Updater,
};

use crate::conversion::Conversion;

/// A storage, and the `apiVersion` of the objects that are read.
pub(crate) struct At<'k> {
    pub(crate) storage: &'k MemoryStorage,
    pub(crate) api_version: &'k str,
    pub(crate) conversion: &'k Conversion,
    /// The status that new objects begin with, as JSON.
    pub(crate) status: Option<&'static str>,
}

impl At<'_> {
    fn read(&self, stored: Stored) -> Result<Stored, Refusal> {
        let object = self.conversion.convert(stored.object, self.api_version)?;
        Ok(Stored { object, ..stored })
    }
}

impl Getter for At<'_> {
    fn get(&self, attributes: &Attributes<'_>) -> Result<Stored, Refusal> {
        self.storage.get(attributes).and_then(|stored| self.read(stored))
    }
}

impl Creater for At<'_> {
    fn before_create(&self, attributes: &mut Attributes<'_>) -> Result<Option<Identity>, Refusal> {
        let identity = self.storage.before_create(attributes)?;
        Ok(identity.map(|identity| Identity { status: self.status.map(str::to_owned), ..identity }))
    }

    fn create(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        self.storage.create(attributes)
    }
}

impl Updater for At<'_> {
    fn before_update(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        self.storage.before_update(attributes)
    }

    fn update(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        self.storage.update(attributes)
    }
}

impl Deleter for At<'_> {
    fn before_delete(
        &self,
        attributes: &Attributes<'_>,
        options: &DeleteOptions,
    ) -> Result<Deletion, Refusal> {
        self.storage.before_delete(attributes, options)
    }

    fn delete(&self, attributes: &Attributes<'_>, deletion: Deletion) -> Result<Option<Arc<[u8]>>, Refusal> {
        self.storage.delete(attributes, deletion)
    }
}
