//! The traits of a storage, divided as in the KEP: methods to prepare, to validate and to store, so that
//! admission can run between them.
//!
//! [`MemoryStorage`](crate::MemoryStorage) implements all of these traits but [`Connector`].
// apiserver: registry/rest/rest.go

use std::sync::Arc;

use serde::Deserialize;

use crate::attributes::context::UserInfo;
use crate::plugin::Attributes;
use crate::response::refusal::Refusal;

/// A stored object.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The JSON text, with a resource version.
    pub object: Arc<[u8]>,
    /// The user who created the object, while it is being initialized; `None` once it is initialized.
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

/// The fields that a server sets in a new object. They are set after validation, since a client cannot choose
/// them, and before the validators run, so that validators see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// `metadata.uid`
    pub uid: String,
    /// `metadata.creationTimestamp`, such as `2026-11-22T15:00:00Z`.
    pub creation_timestamp: String,
    /// The initial `status` as JSON, such as the phase of a Pod. It replaces the client's status if the
    /// status is a subresource. Kubernetes' own kinds have one.
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
    /// Prepares the new object after mutation and before validation: generates a missing name, and sets the
    /// identity of the object.
    ///
    /// # Errors
    ///
    /// If the object cannot be prepared.
    fn before_create(&self, attributes: &mut Attributes<'_>) -> Result<Option<Identity>, Refusal> {
        let _ = attributes;
        Ok(None)
    }

    /// Validates an object that crdc has found valid.
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

    /// Validates an object that crdc has found valid.
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
    /// The object is deleted after this many seconds.
    Graceful(i64),
    /// The object is already being deleted, and not later than requested. The storage does nothing.
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

    /// Removes the object or marks it as deleted, unless the request is a dry run. Returns the object if it
    /// stays, because of finalizers or a grace period.
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

    /// The initial options, before any were read.
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
    /// The number of seconds after which the object is deleted; zero means at once. Negative values count as
    /// one.
    pub grace_period_seconds: Option<i64>,
    /// The preconditions.
    pub preconditions: Option<Preconditions>,
    /// The list `["All"]` for a dry run.
    pub dry_run: Vec<String>,
    /// The propagation policy for dependents: `Background`, `Foreground` or `Orphan`.
    pub propagation_policy: Option<String>,
    /// Whether dependents stay: the deprecated field that propagation policies replace.
    pub orphan_dependents: Option<bool>,
}

/// The propagation policy for the dependents of a deleted object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagation {
    /// The dependents are deleted after the object.
    Background,
    /// The object stays until the dependents that block its deletion are deleted.
    Foreground,
    /// The dependents stay.
    Orphan,
}

impl Propagation {
    /// All policies, in the order in which the server names them.
    pub(crate) const ALL: [Propagation; 3] =
        [Propagation::Foreground, Propagation::Background, Propagation::Orphan];

    /// The name of the policy in a request.
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
    /// The uid that the object must have.
    pub uid: Option<String>,
    /// The resource version that the object must have.
    pub resource_version: Option<String>,
}

/// The options of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListOptions {
    /// The label selector, as in a URL.
    pub label_selector: String,
    /// The field selector, as in a URL.
    pub field_selector: String,
}
