//! The traits of plugins: mutators, which may change an object, and validators, which cannot; and their
//! argument, the attributes of a request.
//!
//! Easy to break: only [`Attributes::object_mut`] changes anything, and it takes `&mut self`. Validators get
//! a shared reference, so the compiler refuses one that changes the object.
// apiserver: admission/interfaces.go Attributes

pub(crate) mod admission_request;
pub(crate) mod closure;
pub(crate) mod guard;
pub(crate) mod shared;

use std::borrow::Cow;
use std::fmt;

use crdc::Scope;

use crate::attributes::context::{Context, UserInfo};
use crate::attributes::operation::Operation;
use crate::attributes::resource::ResourceNames;
use crate::object::Object;
use crate::object::initialization;
use crate::response::notes::Notes;
use crate::response::refusal::Refusal;

/// Changes the objects of requests, in the order of registration. A mutator can be added to a chain and to a
/// webhook (`crdc-webhook`).
///
/// `apply_mutations` is called with the decoded object, before validation. The changed object is decoded,
/// pruned, defaulted and validated again. An error refuses the request.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mutator",
    label = "`Chain::mutator` takes an `impl Mutator`",
    note = "implement `crdc_admission::Mutator`, or pass a closure to `crdc_admission::mutator_fn`",
    note = "a validator is registered with `Chain::validator`"
)]
pub trait Mutator: Send + Sync {
    /// The name, for messages and audit annotations.
    fn name(&self) -> &str;

    /// Whether the mutator is called for this operation: create or update. A chain asks once, when the
    /// mutator is added; a webhook for each request.
    fn handles(&self, operation: Operation) -> bool {
        let _ = operation;
        true
    }

    /// Whether the plugin may be called in dry runs. Return `false` if it has side effects that it cannot
    /// leave out.
    fn supports_dry_run(&self) -> bool {
        true
    }

    /// Changes [`Attributes::object_mut`].
    ///
    /// # Errors
    ///
    /// The request is refused, and nothing is stored.
    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal>;
}

/// Accepts or refuses requests, in no particular order. A validator can be added to a chain and to a webhook
/// (`crdc-webhook`).
///
/// `validate` is called with the object that would be stored, after all mutators and after validation. It
/// gets only a shared reference, so it cannot change the object.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a validator",
    label = "`Chain::validator` takes an `impl Validator`",
    note = "implement `crdc_admission::Validator`, or pass a closure to `crdc_admission::validator_fn`",
    note = "a mutator is registered with `Chain::mutator`"
)]
pub trait Validator: Send + Sync {
    /// The name, for messages and audit annotations.
    fn name(&self) -> &str;

    /// Whether the validator is called for this operation. A chain asks once, when the validator is added; a
    /// webhook for each request.
    fn handles(&self, operation: Operation) -> bool {
        let _ = operation;
        true
    }

    /// Whether the plugin may be called in dry runs. Return `false` if it has side effects that it cannot
    /// leave out.
    fn supports_dry_run(&self) -> bool {
        true
    }

    /// Accepts or refuses the request.
    ///
    /// # Errors
    ///
    /// The request is refused. The errors of all validators are reported.
    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal>;
}

/// A request in the form in which plugins and storages get it.
pub struct Attributes<'a> {
    pub(crate) operation: Operation,
    pub(crate) resource: &'a ResourceNames<'a>,
    pub(crate) context: &'a Context<'a>,
    /// The user of the context; for an object that becomes initialized, the user who created it.
    pub(crate) user: &'a UserInfo,
    pub(crate) name: Option<&'a str>,
    pub(crate) object: Option<Object<'a>>,
    pub(crate) old_object: Option<&'a [u8]>,
    pub(crate) creator: Option<&'a UserInfo>,
    pub(crate) notes: &'a Notes,
    /// The plugin that is being called.
    pub(crate) plugin: Plugin<'a>,
}

/// A plugin. Its name is only read if it is needed.
#[derive(Clone, Copy)]
pub(crate) enum Plugin<'a> {
    Nobody,
    Mutator(&'a dyn Mutator),
    Validator(&'a dyn Validator),
}

impl<'a> Plugin<'a> {
    /// The name of the plugin; empty if there is no plugin.
    pub(crate) fn name(self) -> &'a str {
        match self {
            Plugin::Nobody => "",
            Plugin::Mutator(mutator) => mutator.name(),
            Plugin::Validator(validator) => validator.name(),
        }
    }
}

impl<'a> Attributes<'a> {
    /// The operation.
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// The resource and kind: group, version, plural, kind, scope.
    pub fn resource(&self) -> &ResourceNames<'a> {
        self.resource
    }

    /// The subresource of the URL, such as `status`.
    pub fn subresource(&self) -> Option<&str> {
        self.context.subresource
    }

    /// The name of the URL, or else the name in the object; empty if there is none yet, or for a collection.
    #[inline]
    pub fn name(&self) -> Cow<'_, str> {
        let named = || self.object.as_ref()?.string(&["metadata", "name"]);
        self.name.map(Cow::Borrowed).or_else(named).unwrap_or_default()
    }

    /// The namespace; empty for a cluster-scoped resource. For a Namespace it is the namespace of the
    /// context, which a webhook sets to the name of the Namespace.
    pub fn namespace(&self) -> &str {
        match self.resource.scope {
            Scope::Cluster if self.resource.group.is_empty() && self.resource.plural == "namespaces" => {
                self.context.namespace.unwrap_or_default()
            }
            Scope::Cluster => "",
            Scope::Namespaced => self.context.namespace.unwrap_or("default"),
        }
    }

    /// The user of the request. When an object becomes initialized, this is the user who created it.
    pub fn user(&self) -> &UserInfo {
        self.user
    }

    /// Whether the request must not change anything, in the storage or elsewhere.
    pub fn is_dry_run(&self) -> bool {
        self.context.dry_run
    }

    /// Whether server-side apply merged the object, so that its field owners are known.
    pub fn is_applied(&self) -> bool {
        self.context.origin.is_applied()
    }

    /// The options of the operation as JSON, if the caller passed them on.
    pub fn options(&self) -> Option<&[u8]> {
        self.context.options
    }

    /// The new object: as decoded for mutators, as it would be stored for validators. `None` for deletions
    /// and connections.
    pub fn object(&self) -> Option<&Object<'a>> {
        self.object.as_ref()
    }

    /// The new object for changes. Only mutators and storages can call this.
    pub fn object_mut(&mut self) -> Option<&mut Object<'a>> {
        self.object.as_mut()
    }

    /// The attributes with other forms of the objects, for a storage that stores another version than that of
    /// the request.
    #[must_use]
    pub fn stored_as<'s>(&self, object: &'s [u8], old_object: Option<&'s [u8]>) -> Attributes<'s>
    where
        'a: 's,
    {
        Attributes {
            operation: self.operation,
            resource: self.resource,
            context: self.context,
            user: self.user,
            name: self.name,
            object: Some(Object::of(object)),
            old_object,
            creator: self.creator,
            notes: self.notes,
            plugin: self.plugin,
        }
    }

    /// The stored object, for updates and deletions.
    pub fn old_object(&self) -> Option<Object<'a>> {
        self.old_object.map(Object::of)
    }

    /// Whether the new object, or else the old one, is still being initialized: see [`initialization`].
    pub fn is_initializing(&self) -> bool {
        match (&self.object, self.old_object) {
            (Some(object), _) => initialization::is_pending(object),
            (None, Some(_)) => self.creator.is_some(),
            (None, None) => false,
        }
    }

    /// The user who created the object, while it is being initialized.
    pub fn creator(&self) -> Option<&UserInfo> {
        self.creator
    }

    /// Sends a warning to the client.
    pub fn warn(&self, text: impl Into<String>) {
        self.notes.warn(self.plugin.name(), text.into());
    }

    /// Adds an annotation to the audit event; its key gets the name of the plugin: `NAME/KEY`.
    pub fn annotate(&self, key: &str, value: impl Into<String>) {
        self.notes.annotate(self.plugin.name(), key, value.into());
    }

    /// The refusal of a plugin. If it is about a value alone, it gets the kind and the name of this object.
    #[cold]
    pub(crate) fn refused(&self, refusal: Refusal) -> Refusal {
        refusal.named(self.resource.group, self.resource.kind, &self.name())
    }

    /// Refuses the request: `RESOURCE "NAME" is forbidden: MESSAGE`.
    // apiserver: admission/errors.go NewForbidden
    pub fn forbidden(&self, message: impl fmt::Display) -> Refusal {
        let name = self.name();
        let generated = || self.object.as_ref()?.string(&["metadata", "generateName"]);
        if !name.is_empty() {
            return Refusal::forbidden(self.resource, &name, message);
        }
        Refusal::forbidden(self.resource, &generated().unwrap_or("Unknown".into()), message)
    }
}

impl fmt::Debug for Attributes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attributes")
            .field("operation", &self.operation)
            .field("resource", &self.resource.plural)
            .field("namespace", &self.namespace())
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}
