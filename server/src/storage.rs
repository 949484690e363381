//! The storage of a resource as one of its versions sees it. In: what flows ask for. Out: objects with the version's `apiVersion`.

use std::sync::Arc;

use crdc_admission::{
    Attributes, Creater, DeleteOptions, Deleter, Deletion, Getter, Identity, MemoryStorage, Object, Refusal,
    Saved, Stored, Updater,
};

use crdc_apply::go_json;
use serde_json::Value;

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

    /// An object as it is stored, if that is another text: in the storage version, and with numbers as Go writes them.
    fn written(&self, new: &[u8]) -> Result<Option<Text>, Refusal> {
        let forms = self.forms.filter(|forms| forms.is_mixed());
        let converted = forms.map(|forms| forms.written(self.conversion, new.into())).transpose()?;
        let text = converted.as_deref().unwrap_or(new);
        // They were validated as they were written. What nests too deep to be read stays as it is.
        let value = has_floats(text).then(|| serde_json::from_slice::<Value>(text).ok()).flatten();
        Ok(value.map(|value| go_json(&value).into_bytes().into()).or(converted))
    }

    /// What was stored, as the version has it. A dry run answers with what would be, and an update without a change with what is.
    // apiserver: pkg/registry/generic/registry/dryrun.go copyInto, pkg/storage/etcd3/store.go GuaranteedUpdate
    fn saved(&self, saved: Saved, written: Text, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        Ok(match saved {
            Saved::As(object) => Saved::As(self.object(object)?),
            Saved::AsGiven if attributes.is_dry_run() => Saved::As(self.object(written)?),
            Saved::AsGiven => match self.storage.object(attributes.namespace(), &attributes.name()) {
                Some(stored) => Saved::As(self.object(stored.object)?),
                None => Saved::AsGiven,
            },
        })
    }
}

/// Whether there may be a number that Go writes in another way: with a fraction, an exponent, or minus zero.
fn has_floats(text: &[u8]) -> bool {
    let (mut is_text, mut is_escaped, mut before) = (false, false, b' ');
    for &byte in text {
        match (is_text, byte) {
            (true, _) if is_escaped => is_escaped = false,
            (true, b'\\') => is_escaped = true,
            (_, b'"') => is_text = !is_text,
            (false, b'.' | b'e' | b'E') if before.is_ascii_digit() => return true,
            (false, b'0') if before == b'-' => return true,
            _ => {}
        }
        before = byte;
    }
    false
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
        let Some(written) = attributes.object().map(|new| self.written(new.bytes())).transpose()? else {
            return self.storage.create(attributes);
        };
        match written {
            None => self.storage.create(attributes),
            Some(written) => {
                let saved = self.storage.create(&attributes.stored_as(&written, None))?;
                self.saved(saved, written, attributes)
            }
        }
    }
}

impl Updater for At<'_> {
    fn before_update(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        self.storage.before_update(attributes)
    }

    fn update(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        let Some(new) = attributes.object() else { return self.storage.update(attributes) };
        let is_mixed = self.forms.is_some_and(Forms::is_mixed);
        let written = match self.written(new.bytes())? {
            None if !is_mixed => return self.storage.update(attributes),
            written => written.unwrap_or_else(|| new.bytes().into()),
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
        let saved = self.storage.update(&attributes.stored_as(&written, Some(&stored.object)))?;
        self.saved(saved, written, attributes)
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
