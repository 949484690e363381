//! The argument of user-written validators and mutators: a review, the current object, and warnings.
//!
//! Easy to break: a mutator that reads the object into a type and writes it back must not lose the fields
//! that the type lacks. [`Call::change`] applies only the differences between the two typed values.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use crdc::Scope;
use crdc_admission::{AdmissionRequest, Context, PluginAnswer, ResourceNames};
use serde::Serialize;

use crate::patch::{Kept, merge};
use crate::typed::missing;
use crate::{Denial, Request};

/// A call of a validator or mutator. Clones share its data.
#[derive(Clone, Debug)]
pub struct Call {
    pub(crate) request: Arc<Request>,
    pub(crate) object: Option<Bytes>,
    pub(crate) notes: Arc<Mutex<Notes>>,
    /// The name of the plugin, for the keys of annotations.
    pub(crate) plugin: Arc<str>,
}

/// The warnings and audit annotations of plugins.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) warnings: Vec<String>,
    pub(crate) annotations: Vec<(String, String)>,
}

impl Call {
    /// The request of the review: user, operation, names, and the objects as they were sent.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The new object with the changes of earlier mutators; `None` for deletions.
    #[must_use]
    pub fn object(&self) -> Option<&[u8]> {
        self.object.as_deref()
    }

    /// The new object with the differences between two typed values applied. Fields that the type lacks stay
    /// as they are.
    ///
    /// # Errors
    ///
    /// A status with code 400 if there is no object, and 500 if a value cannot be written as JSON.
    pub fn change<T: Serialize>(&self, before: &T, after: &T) -> Result<Bytes, Denial> {
        let write = |value: &T| serde_json::to_vec(value).map_err(Denial::internal);
        self.merged(&write(before)?, &write(after)?)
    }

    /// The new object with the differences between two texts applied.
    pub(crate) fn merged(&self, before: &[u8], after: &[u8]) -> Result<Bytes, Denial> {
        let object = self.object().ok_or_else(|| missing("object"))?;
        Ok(merge(object, before, after, Kept::Nothing).into())
    }

    /// Calls a plugin of the kind that chains use, with this review.
    pub(crate) fn admit<T>(
        &self,
        call: impl FnOnce(AdmissionRequest<'_>) -> PluginAnswer<T>,
    ) -> Result<T, Denial> {
        let request = &*self.request;
        let (resource, namespace) = (request.resource(), request.namespace());
        let mut context = Context::new(request.user()).dry_run(request.is_dry_run());
        if !namespace.is_empty() {
            context = context.namespace(namespace);
        }
        if let Some(subresource) = request.subresource() {
            context = context.subresource(subresource);
        }
        if let Some(options) = request.options() {
            context = context.options(options);
        }
        // apiserver: pkg/endpoints/handlers/create.go: a Namespace is in the namespace of its name
        let is_cluster =
            namespace.is_empty() || (resource.group.is_empty() && resource.resource == "namespaces");
        let answer = call(AdmissionRequest {
            operation: request.operation(),
            resource: ResourceNames {
                group: &resource.group,
                version: &resource.version,
                kind: &request.kind().kind,
                plural: &resource.resource,
                scope: if is_cluster { Scope::Cluster } else { Scope::Namespaced },
            },
            context,
            name: request.name(),
            object: self.object(),
            old_object: request.old_object(),
        });
        self.notes().warnings.extend(answer.warnings);
        answer.annotations.into_iter().for_each(|(key, value)| self.annotate(&key, value));
        answer.verdict.map_err(Denial::from)
    }

    /// Sends a warning to the client.
    pub fn warn(&self, text: impl Into<String>) {
        self.notes().warnings.push(text.into());
    }

    /// Adds an annotation to the audit event, with the name of the plugin before the key: `PLUGIN.KEY`.
    pub fn annotate(&self, key: &str, value: impl Into<String>) {
        let key = format!("{}.{key}", self.plugin);
        self.notes().annotations.push((key, value.into()));
    }

    fn notes(&self) -> std::sync::MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
