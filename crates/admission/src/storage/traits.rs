//! The traits of a storage, split as the KEP splits it: methods to prepare, to validate and to store, so that
//! admission can run between them.
//!
//! [`MemoryStorage`](crate::MemoryStorage) implements all of these traits but [`Connector`].
// apiserver: registry/rest/rest.go

use std::sync::Arc;

use serde::Deserialize;

use crate::attributes::context::UserInfo;
use crate::plugin::Attributes;
use crate::response::refusal::Refusal;

/// An object as it is stored.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The JSON text, with a resource version.
    pub object: Arc<[u8]>,
    /// The user who created it, while it is being initialized; `None` once it is initialized.
    pub creator: Option<Arc<UserInfo>>,
}

/// The result of saving an object.
#[derive(Clone, Debug)]
pub enum Saved {
    /// The storage stored [`Attributes::object`] as it is.
    AsGiven,
    /// The storage stored this object: the given one with the members that the storage sets, such as the
    /// resource version.
    As(Arc<[u8]>),
}

/// The fields that a server gives to a new object. They are set after validation, since a client cannot
/// choose them, and before the validators run, who see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// `metadata.uid`
    pub uid: String,
    /// `metadata.creationTimestamp`, such as `2026-11-22T15:00:00Z`.
    pub creation_timestamp: String,
    /// The `status` that the object begins with, as JSON; the client's is dropped where the status is a
    /// subresource. Kubernetes' own kinds have one, such as the phase of a Pod.
    pub status: Option<String>,
}

/// Reads objects.
pub trait Getter {
    /// The object of the namespace and the name of the request.
    ///
    /// # Errors
    ///
    /// [`Refusal::not_found`] if there is none.
    fn get(&self, attributes: &Attributes<'_>) -> Result<Stored, Refusal>;
}

/// Stores new objects.
pub trait Creator {
    /// Prepares the new object after mutation and before validation: generates a missing name, and gives the
    /// object its identity.
    ///
    /// # Errors
    ///
    /// If the object cannot be prepared.
    fn before_create(&self, attributes: &mut Attributes<'_>) -> Result<Option<Identity>, Refusal> {
        let _ = attributes;
        Ok(None)
    }

    /// Validates what crdc has found to be valid.
    ///
    /// # Errors
    ///
    /// If the object is invalid for this storage.
    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let _ = attributes;
        Ok(())
    }

    /// Stores the object, unless the request is a dry run.
    ///
    /// # Errors
    ///
    /// [`Refusal::already_exists`] if the name is taken. If the name was generated, the flow tries another
    /// one.
    fn create(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal>;
}

/// Stores changed objects.
pub trait Updater: Getter {
    /// Prepares the changed object after mutation and before validation: compares the resource versions.
    ///
    /// # Errors
    ///
    /// [`Refusal::modified`] if the new object was made from another version.
    fn before_update(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let _ = attributes;
        Ok(())
    }

    /// Validates what crdc has found to be valid.
    ///
    /// # Errors
    ///
    /// If the object is invalid for this storage.
    fn validate_update(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let _ = attributes;
        Ok(())
    }

    /// Stores the object, unless the request is a dry run.
    ///
    /// # Errors
    ///
    /// [`Refusal::modified`] if the stored object is not [`Attributes::old_object`] any more.
    fn update(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal>;
}

/// The kind of a deletion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// The object is deleted at once, or as soon as it has no finalizers.
    Immediate,
    /// After this many seconds.
    Graceful(i64),
    /// The object is being deleted already, and not later than the request asks for. Nothing is to do.
    Pending,
}

/// Deletes objects.
pub trait Deleter: Getter {
    /// Decides how the object is deleted.
    ///
    /// # Errors
    ///
    /// If a precondition of the options does not hold.
    fn before_delete(
        &self,
        attributes: &Attributes<'_>,
        options: &DeleteOptions,
    ) -> Result<Deletion, Refusal>;

    /// Removes or marks the object, unless the request is a dry run. Returns the object if it stays: with
    /// finalizers, or with a grace period.
    ///
    /// # Errors
    ///
    /// [`Refusal::modified`] if the stored object is not [`Attributes::old_object`] any more.
    fn delete(&self, attributes: &Attributes<'_>, deletion: Deletion) -> Result<Option<Arc<[u8]>>, Refusal>;
}

/// Lists the objects of a collection to delete them.
pub trait CollectionDeleter: Deleter {
    /// The objects of the namespace that the options select, in the order of their names.
    ///
    /// # Errors
    ///
    /// If the options cannot be understood.
    fn list(&self, attributes: &Attributes<'_>, options: &ListOptions) -> Result<Vec<Stored>, Refusal>;
}

/// Connects clients to a subresource, such as `exec`.
pub trait Connector {
    /// Options of a connection.
    type Options;
    /// The connection that a client gets.
    type Connection;

    /// Options before any were read.
    fn new_connect_options(&self) -> Self::Options;

    /// Reads the query of the URL into the options.
    ///
    /// # Errors
    ///
    /// If it cannot be understood.
    fn decode_connect_options(&self, query: &str, options: &mut Self::Options) -> Result<(), Refusal>;

    /// Connects the client.
    ///
    /// # Errors
    ///
    /// If that is not possible.
    fn connect(
        &self,
        attributes: &Attributes<'_>,
        options: Self::Options,
    ) -> Result<Self::Connection, Refusal>;
}

/// The options of a deletion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct DeleteOptions {
    /// After how many seconds the object is deleted; zero is at once. Negative values count as one.
    pub grace_period_seconds: Option<i64>,
    /// The preconditions.
    pub preconditions: Option<Preconditions>,
    /// `["All"]` for a dry run.
    pub dry_run: Vec<String>,
    /// The propagation policy for dependents: `Background`, `Foreground` or `Orphan`.
    pub propagation_policy: Option<String>,
    /// Whether dependents stay: the field from before there were policies.
    pub orphan_dependents: Option<bool>,
}

/// The propagation policy for the dependents of a deleted object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagation {
    /// The dependents are deleted after the object.
    Background,
    /// The object stays until the dependents that block it are gone.
    Foreground,
    /// The dependents stay.
    Orphan,
}

impl Propagation {
    /// All of them, in the order in which the server names them.
    pub(crate) const ALL: [Propagation; 3] =
        [Propagation::Foreground, Propagation::Background, Propagation::Orphan];

    /// The word of a request.
    pub fn as_str(self) -> &'static str {
        match self {
            Propagation::Background => "Background",
            Propagation::Foreground => "Foreground",
            Propagation::Orphan => "Orphan",
        }
    }

    /// The finalizer with which an object waits for the garbage collector.
    pub fn finalizer(self) -> Option<&'static str> {
        match self {
            Propagation::Background => None,
            Propagation::Foreground => Some("foregroundDeletion"),
            Propagation::Orphan => Some("orphan"),
        }
    }
}

impl DeleteOptions {
    /// The propagation policy of the request, if it has one.
    // apiserver: registry/generic/registry/store.go shouldOrphanDependents,
    // shouldDeleteDependentsInForeground
    pub fn propagation(&self) -> Option<Propagation> {
        match self.orphan_dependents {
            Some(true) => Some(Propagation::Orphan),
            Some(false) => Some(Propagation::Background),
            None => {
                let wanted = self.propagation_policy.as_deref()?;
                Propagation::ALL.into_iter().find(|policy| policy.as_str() == wanted)
            }
        }
    }
}

/// The preconditions of a deletion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct Preconditions {
    /// The object has this uid.
    pub uid: Option<String>,
    /// The object has this resource version.
    pub resource_version: Option<String>,
}

/// The options of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListOptions {
    /// `labelSelector`, as in a URL.
    pub label_selector: String,
    /// `fieldSelector`, as in a URL.
    pub field_selector: String,
}
