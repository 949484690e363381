//! The storage of a resource as one of its versions sees it. In: the reads and writes of flows. Out: objects
//! with the version's `apiVersion`. Stored objects have the form of the storage version.

use std::sync::Arc;

use crdc_admission::{
    Attributes, Clock, Creator, DeleteOptions, Deleter, Deletion, Getter, Identity, Object, Refusal, Saved,
    Stored, Updater, UserInfo,
};
use crdc_apply::go_json;
use crdc_kubernetes::encode;
use serde_json::{Value, json};

use super::custom::close;
use super::generation;
use super::namespaces::{NAMESPACES, is_deleted, is_unfinished, terminate};
use super::native::DEFINITIONS;
use super::{Kind, conversion_webhook, new};
use crate::conversion::coercer::SchemaCoercer;
use crate::storage::history::Text;

/// The object that is written: a new one with its creator, or a changed one with the object
/// that it replaces and the subresource of the request.
#[derive(Clone, Copy)]
enum Written<'w, 'o> {
    New(&'w UserInfo),
    Changed(Option<&'w Object<'o>>, Option<&'w str>),
}

/// The storage of a kind, for one request.
pub(crate) struct At<'k> {
    kind: &'k Kind,
    /// Whether an update changes fields that decoding prunes.
    is_pruned: bool,
}

impl At<'_> {
    /// Sets whether an update changes fields that decoding prunes. An apply stores such fields, and reading
    /// prunes them. So each change of them counts as a change of the specification.
    // apiserver: pkg/endpoints/handlers/patch.go applyPatcher: what it makes is not decoded
    pub(crate) fn pruned(self, is_pruned: bool) -> Self {
        At { is_pruned, ..self }
    }
}

impl Kind {
    /// The storage of the kind, as the version of the kind sees it.
    pub(crate) fn at(&self) -> At<'_> {
        At { kind: self, is_pruned: false }
    }

    /// Converts a stored object to the version of the kind.
    ///
    /// # Errors
    ///
    /// The object cannot be converted.
    pub(crate) fn read(&self, stored: Text) -> Result<Text, Refusal> {
        match &self.coercer {
            Some(coercer) => coercer.read(&self.conversion, stored, &self.api_version()),
            None => self.conversion.convert(stored, &self.api_version()),
        }
    }

    /// Whether objects may be stored in another form than they are read.
    fn is_mixed(&self) -> bool {
        self.coercer.as_deref().is_some_and(SchemaCoercer::is_mixed)
    }

    /// The form in which an object is stored, if its text differs: in the storage version, and with numbers
    /// as Go writes them.
    fn written(&self, new: &Object<'_>, change: Written<'_, '_>) -> Result<Option<Text>, Refusal> {
        if self.native {
            return Ok(Some(self.own(new, change)));
        }
        let mixed = self.coercer.as_deref().filter(|coercer| coercer.is_mixed());
        let formed =
            mixed.map(|coercer| coercer.written(&self.conversion, new.bytes().into())).transpose()?;
        let text = formed.as_deref().unwrap_or(new.bytes());
        // Numbers are validated as they are written in the request. A text that nests too deep to be parsed
        // stays as it is.
        let mut value = has_floats(text).then(|| serde_json::from_slice::<Value>(text).ok()).flatten();
        value.iter_mut().for_each(without_minus_zeros);
        Ok(value.map(|value| go_json(&value).into_bytes().into()).or(formed))
    }

    /// The form in which an object of one of Kubernetes' own kinds is stored: as Go writes it.
    ///
    /// Objects are prepared by the strategy of their kind. The generation is removed if the kind has none.
    fn own(&self, new: &Object<'_>, change: Written<'_, '_>) -> Text {
        let mut object = Object::of(new.bytes());
        if let Written::Changed(Some(old), subresource) = change
            && let Some(change) = new::on_update(&self.group, &self.names.kind)
        {
            change(&mut object, old, subresource);
        }
        if *self.resource == *DEFINITIONS {
            conversion_webhook::remove_empty(&mut object);
        }
        if !self.has_generation {
            object.remove(&["metadata", "generation"]);
        }
        // An object that nests too deep to be parsed stays as it is.
        let text = object.parse::<Value>().ok().and_then(|mut value| {
            if let (Written::New(user), Some(prepare)) = (change, self.prepare) {
                prepare(&mut value, user);
            }
            self.encoded(&value)
        });
        text.map_or_else(|| object.bytes().into(), |text| text.into_bytes().into())
    }

    /// The text of an object as Go writes it, if the kind is one of Kubernetes' own.
    pub(crate) fn encoded(&self, object: &Value) -> Option<String> {
        let kinds = self.kinds.get().filter(|_| self.native)?;
        let definition = kinds.resource(&self.api_version(), &self.names.kind)?;
        Some(encode(kinds, definition, object))
    }

    /// The status of new objects as Go writes it.
    fn initial_status(&self) -> Option<String> {
        let written = || {
            let given: Value = serde_json::from_str(self.initial_status?).ok()?;
            let text = self.encoded(&json!({ "status": given }))?;
            let status = Object::of(text.as_bytes()).get(&["status"])?.to_vec();
            String::from_utf8(status).ok()
        };
        self.written_status.get_or_init(written).clone()
    }
}

/// Whether a text may contain a number that Go writes in another way: with a fraction, an exponent, or minus
/// zero.
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

/// Replaces minus zeros: Go writes minus zero as `-0`, and reads that as an integer.
fn without_minus_zeros(value: &mut Value) {
    match value {
        Value::Number(number) if number.as_f64().is_some_and(|float| float == 0.0) => *value = Value::from(0),
        Value::Array(items) => items.iter_mut().for_each(without_minus_zeros),
        Value::Object(members) => members.values_mut().for_each(without_minus_zeros),
        _ => {}
    }
}

impl At<'_> {
    /// Marks a Namespace as deleted, and returns it while it has finalizers in its specification; `None` if
    /// it has none.
    // kubernetes: pkg/registry/core/namespace/storage/storage.go Delete
    fn delete_namespace(&self, attributes: &Attributes<'_>) -> Option<Result<Text, Refusal>> {
        let old = attributes.old_object().filter(is_unfinished)?;
        if is_deleted(&old) {
            return Some(Ok(old.bytes().into()));
        }
        let bytes = old.bytes().to_vec();
        let mut marked = Object::of(&bytes);
        let options = attributes.options().and_then(|options| serde_json::from_slice(options).ok());
        let now = crdc_admission::time_of(self.kind.clock.now());
        terminate(&mut marked, &options.unwrap_or_default(), &now);
        let marked: Text = marked.bytes().into();
        let saved = self.kind.storage.update(&attributes.stored_as(&marked, Some(&bytes)));
        Some(saved.map(|saved| match saved {
            Saved::As(object) => object,
            Saved::AsGiven => marked.clone(),
        }))
    }

    /// Runs the part of the strategy of one of Kubernetes' own kinds that comes before validation.
    fn early(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let Kind { group, names, addresses, .. } = self.kind;
        if let Some(addresses) = addresses {
            addresses.allocate(attributes)?;
        }
        if let Some(early) = new::early(group, &names.kind).filter(|_| self.kind.native) {
            let old = attributes.old_object();
            if let Some(object) = attributes.object_mut() {
                early(object, old.as_ref());
            }
        }
        Ok(())
    }

    /// Stores an object; a Service under the lock of all addresses.
    fn store<T>(
        &self,
        attributes: &Attributes<'_>,
        store: impl FnOnce() -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        match &self.kind.addresses {
            Some(addresses) => addresses.stored(attributes, store),
            None => store(),
        }
    }

    /// The result of a write in the form of the version. A dry run returns the object that would be stored,
    /// and an update without a change the object that is stored.
    // apiserver: pkg/registry/generic/registry/dryrun.go copyInto, pkg/storage/etcd3/store.go
    // GuaranteedUpdate
    fn saved(&self, saved: Saved, written: Text, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        Ok(match saved {
            Saved::As(object) => Saved::As(self.kind.read(object)?),
            Saved::AsGiven if attributes.is_dry_run() => Saved::As(self.kind.read(written)?),
            Saved::AsGiven => match self.kind.storage.object(attributes.namespace(), &attributes.name()) {
                Some(stored) => Saved::As(self.kind.read(stored.object)?),
                None => Saved::AsGiven,
            },
        })
    }
}

impl Getter for At<'_> {
    fn get(&self, attributes: &Attributes<'_>) -> Result<Stored, Refusal> {
        let stored = self.kind.storage.get(attributes)?;
        let object = self.kind.read(stored.object)?;
        Ok(Stored { object, ..stored })
    }
}

impl Creator for At<'_> {
    fn before_create(&self, attributes: &mut Attributes<'_>) -> Result<Option<Identity>, Refusal> {
        let identity = self.kind.storage.before_create(attributes)?;
        self.early(attributes)?;
        let status = self.kind.initial_status();
        Ok(identity.map(|identity| Identity { status, ..identity }))
    }

    fn create(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        let change = Written::New(attributes.user());
        let written = attributes.object().map(|new| self.kind.written(new, change)).transpose()?;
        match written.flatten() {
            None => self.store(attributes, || self.kind.storage.create(attributes)),
            Some(written) => {
                let stored = attributes.stored_as(&written, None);
                let saved = self.store(attributes, || self.kind.storage.create(&stored))?;
                self.saved(saved, written, attributes)
            }
        }
    }
}

impl Updater for At<'_> {
    fn before_update(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        self.kind.set_version(attributes);
        self.kind.storage.before_update(attributes)?;
        if attributes.subresource().is_none() {
            self.early(attributes)?;
        }
        Ok(())
    }

    fn update(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        let storage = &self.kind.storage;
        let Some(new) = attributes.object() else { return storage.update(attributes) };
        let old = attributes.old_object();
        let change = Written::Changed(old.as_ref(), attributes.subresource());
        let written = match self.kind.written(new, change)? {
            None if !self.kind.is_mixed() && !self.is_pruned => return storage.update(attributes),
            written => written.unwrap_or_else(|| new.bytes().into()),
        };
        let stored = storage.object(attributes.namespace(), &attributes.name());
        let version = |object: &Object<'_>| {
            object.string(&["metadata", "resourceVersion"]).map(|version| version.into_owned())
        };
        // The stored forms decide whether the object changes. If no stored form has the version of the old
        // object, the write is a conflict.
        let Some(stored) = stored.filter(|stored| {
            old.as_ref().is_some_and(|old| version(&Object::of(&stored.object)) == version(old))
        }) else {
            return storage.update(attributes);
        };
        let written = if *self.kind.resource == *DEFINITIONS {
            generation::kept(written, &stored.object)
        } else if self.is_pruned {
            generation::raised(written, &stored.object)
        } else {
            written
        };
        let changed = attributes.stored_as(&written, Some(&stored.object));
        let saved = self.store(attributes, || storage.update(&changed))?;
        self.saved(saved, written, attributes)
    }
}

impl Deleter for At<'_> {
    fn before_delete(
        &self,
        attributes: &Attributes<'_>,
        options: &DeleteOptions,
    ) -> Result<Deletion, Refusal> {
        self.kind.storage.before_delete(attributes, options)
    }

    fn delete(&self, attributes: &Attributes<'_>, deletion: Deletion) -> Result<Option<Arc<[u8]>>, Refusal> {
        let storage = &self.kind.storage;
        if *self.kind.resource == *NAMESPACES
            && let Some(stays) = self.delete_namespace(attributes)
        {
            return stays.map(Some);
        }
        let Some(old) = attributes.old_object() else { return storage.delete(attributes, deletion) };
        let bytes = old.bytes().to_vec();
        // An object that stays is written, so it gets the form in which objects are stored.
        if !self.kind.native
            && let Some(written) = self.kind.written(&old, Written::Changed(None, None))?
        {
            let stays = storage.delete(&attributes.stored_as(&bytes, Some(&written)), deletion)?;
            return stays.map(|object| self.kind.read(object)).transpose();
        }
        if *self.kind.resource != *DEFINITIONS || old.get(&["metadata", "deletionTimestamp"]).is_some() {
            return storage.delete(attributes, deletion);
        }
        let mut closed = Object::of(&bytes);
        close(&mut closed, &crdc_admission::time_of(self.kind.clock.now()));
        storage.delete(&attributes.stored_as(&bytes, Some(closed.bytes())), deletion)
    }
}
