//! The storage of a resource as one of its versions sees it. In: what flows ask for. Out: objects with the version's `apiVersion`.

use std::sync::Arc;

use crdc_admission::{
    Attributes, Creater, DeleteOptions, Deleter, Deletion, Getter, Identity, MemoryStorage, Object, Refusal,
    Saved, Stored, Updater,
};

use crate::conversion::Conversion;
use crate::forms::Forms;
use crate::history::Text;

/// A storage, and the `apiVersion` of the objects that are read.
pub(crate) struct At<'k> {
    pub(crate) storage: &'k MemoryStorage,
    pub(crate) api_version: &'k str,
    pub(crate) conversion: &'k Conversion,
    /// Of custom resources.
    pub(crate) forms: Option<&'k Forms>,
    /// The status that new objects begin with, as JSON.
    pub(crate) status: Option<&'static str>,
}

impl At<'_> {
    fn read(&self, stored: Stored) -> Result<Stored, Refusal> {
        let object = self.object(stored.object)?;
        Ok(Stored { object, ..stored })
    }

    /// A stored object in the version.
    pub(crate) fn object(&self, stored: Text) -> Result<Text, Refusal> {
        match self.forms {
            Some(forms) => forms.read(self.conversion, stored, self.api_version),
            None => self.conversion.convert(stored, self.api_version),
        }
    }

    /// What was stored, as the version has it.
    ///
    /// A dry run answers with what would be.
    // apiserver: pkg/registry/generic/registry/dryrun.go copyInto
    fn saved(&self, saved: Saved, written: Text, is_dry_run: bool) -> Result<Saved, Refusal> {
        Ok(match saved {
            Saved::As(object) => Saved::As(self.object(object)?),
            Saved::AsGiven if is_dry_run => Saved::As(self.object(written)?),
            Saved::AsGiven => Saved::AsGiven,
        })
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
        let (Some(forms), Some(new)) = (self.forms.filter(|forms| forms.is_mixed()), attributes.object())
        else {
            return self.storage.create(attributes);
        };
        let written = forms.written(self.conversion, new.bytes().into())?;
        let saved = self.storage.create(&attributes.stored_as(&written, None))?;
        self.saved(saved, written, attributes.is_dry_run())
    }
}

impl Updater for At<'_> {
    fn before_update(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        self.storage.before_update(attributes)
    }

    fn update(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        let (Some(forms), Some(new)) = (self.forms.filter(|forms| forms.is_mixed()), attributes.object())
        else {
            return self.storage.update(attributes);
        };
        let stored = self.storage.object(attributes.namespace(), &attributes.name());
        let version = |object: &Object<'_>| {
            object.string(&["metadata", "resourceVersion"]).map(|version| version.into_owned())
        };
        let old = attributes.old_object();
        // Whether something changes, the stored forms say. Without them it is a conflict.
        let Some(stored) = stored.filter(|stored| {
            old.as_ref().is_some_and(|old| version(&Object::of(&stored.object)) == version(old))
        }) else {
            return self.storage.update(attributes);
        };
        let written = forms.written(self.conversion, new.bytes().into())?;
        let saved = self.storage.update(&attributes.stored_as(&written, Some(&stored.object)))?;
        self.saved(saved, written, attributes.is_dry_run())
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
