//! The storage of a resource as one of its versions sees it. In: what flows ask for. Out: objects with the version's `apiVersion`, and as
//! the strategy of their kind prepares them.

use std::sync::Arc;

use crdc_admission::{
    Attributes, Creater, DeleteOptions, Deleter, Deletion, Getter, Identity, Object, Refusal, Saved, Stored,
    Updater,
};

use super::Kind;
use super::new::Prepare;

/// The storage of a kind.
pub(crate) struct At<'k>(pub(crate) &'k Kind);

impl Kind {
    /// Its storage, as its version sees it.
    pub(crate) fn at(&self) -> At<'_> {
        At(self)
    }
}

impl At<'_> {
    fn read(&self, stored: Stored) -> Result<Stored, Refusal> {
        let object = self.0.read(stored.object)?;
        Ok(Stored { object, ..stored })
    }

    /// Saves an object as its kind has it: prepared if it is new, without a generation if it has none, and those of Kubernetes' own kinds with
    /// `kind` before `apiVersion`, as Go writes them. Clients print places in such texts.
    fn save(
        &self,
        attributes: &Attributes<'_>,
        prepare: Option<Prepare>,
        save: impl FnOnce(&Attributes<'_>) -> Result<Saved, Refusal>,
    ) -> Result<Saved, Refusal> {
        let Some(object) = attributes.object().filter(|_| self.0.native) else { return save(attributes) };
        let text = kind_first(object);
        let mut object = Object::of(&text);
        if let Some(prepare) = prepare {
            prepare(&mut object);
        }
        if !self.0.has_generation {
            object.remove(&["metadata", "generation"]);
        }
        let attributes = attributes.with_object(object);
        let saved = save(&attributes)?;
        Ok(match (saved, attributes.object()) {
            (Saved::AsGiven, Some(object)) => Saved::As(object.bytes().into()),
            (saved, _) => saved,
        })
    }
}

/// The text of an object, with `kind` at its front.
fn kind_first(object: &Object<'_>) -> Vec<u8> {
    let text = object.bytes().to_vec();
    let Some(kind) = object.get(&["kind"]) else { return text };
    let mut others = Object::of(&text);
    others.remove(&["kind"]);
    // It has an `apiVersion`, too.
    match others.bytes().strip_prefix(b"{") {
        Some(others) => [b"{\"kind\":", kind, b",", others].concat(),
        None => text,
    }
}

impl Getter for At<'_> {
    fn get(&self, attributes: &Attributes<'_>) -> Result<Stored, Refusal> {
        self.0.storage.get(attributes).and_then(|stored| self.read(stored))
    }
}

impl Creater for At<'_> {
    fn before_create(&self, attributes: &mut Attributes<'_>) -> Result<Option<Identity>, Refusal> {
        let identity = self.0.storage.before_create(attributes)?;
        let status = self.0.initial_status.map(str::to_owned);
        Ok(identity.map(|identity| Identity { status, ..identity }))
    }

    fn create(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        self.save(attributes, self.0.prepare, |attributes| self.0.storage.create(attributes))
    }
}

impl Updater for At<'_> {
    fn before_update(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        self.0.storage.before_update(attributes)
    }

    fn update(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        self.save(attributes, None, |attributes| self.0.storage.update(attributes))
    }
}

impl Deleter for At<'_> {
    fn before_delete(
        &self,
        attributes: &Attributes<'_>,
        options: &DeleteOptions,
    ) -> Result<Deletion, Refusal> {
        self.0.storage.before_delete(attributes, options)
    }

    fn delete(&self, attributes: &Attributes<'_>, deletion: Deletion) -> Result<Option<Arc<[u8]>>, Refusal> {
        self.0.storage.delete(attributes, deletion)
    }
}
