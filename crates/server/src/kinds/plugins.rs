//! Admission plugins of a server: the plugins of tests, and plugins that check namespaces and definitions.
//!
//! Easy to break: a chain is built again when its CustomResourceDefinition changes, so chains share plugins.

use std::sync::Arc;

use crdc::{Details, Status};
use crdc_admission::{Attributes, Mutator, Operation, Refusal, Validator};
use crdc_vocabulary::go::quote;

use super::native::DEFINITIONS;
use crate::storage::history::History;
use crate::storage::key::ResourceId;

/// A plugin that refuses new objects in missing or terminating namespaces. It changes no object, but runs
/// with the mutators, before the object is validated.
// apiserver: pkg/admission/plugin/namespace/lifecycle/admission.go Admit
pub(crate) struct NamespaceLifecycle(pub(crate) Arc<History>);

impl Mutator for NamespaceLifecycle {
    fn name(&self) -> &str {
        "NamespaceLifecycle"
    }

    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Create
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let namespace = attributes.namespace();
        let Some(text) = self.0.get("namespaces", "", namespace) else {
            let details = Details::new("", "namespaces", namespace);
            let message = format!("namespaces {} not found", quote(namespace));
            return Err(Status::new(404, "NotFound", message).about(details).into());
        };
        let object = crdc_admission::Object::of(&text);
        if object.string(&["metadata", "deletionTimestamp"]).is_none() {
            return Ok(());
        }
        let why =
            format!("unable to create new content in namespace {namespace} because it is being terminated");
        let mut status = attributes.forbidden(&*why).into_status();
        let cause = crdc::Cause::new(
            "NamespaceTerminating",
            format!("namespace {namespace} is being terminated"),
            "metadata.namespace",
        );
        status.details.get_or_insert_with(|| Details::new("", "", "")).causes.push(cause);
        Err(status.into())
    }
}

/// A plugin that refuses new objects of a definition which is being deleted.
// apiextensions-apiserver: pkg/apiserver/customresource_handler.go forbidCreateAdmission
pub(crate) struct DefinitionLifecycle(pub(crate) Arc<History>, pub(crate) ResourceId);

impl Mutator for DefinitionLifecycle {
    fn name(&self) -> &str {
        "DefinitionLifecycle"
    }

    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Create
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        if !self.0.is_terminating(DEFINITIONS, &self.1) {
            return Ok(());
        }
        Err(attributes.forbidden("create not allowed while custom resource definition is terminating"))
    }
}

/// The namespaces that cannot be deleted.
// apiserver: pkg/admission/plugin/namespace/lifecycle/admission.go
const KEPT: [&str; 3] = ["default", "kube-system", "kube-public"];

/// A plugin that refuses to delete the namespaces which every cluster has.
pub(crate) struct KeptNamespaces;

impl Validator for KeptNamespaces {
    fn name(&self) -> &str {
        "NamespaceLifecycle"
    }

    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Delete
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        if KEPT.contains(&&*attributes.name()) {
            return Err(attributes.forbidden("this namespace may not be deleted"));
        }
        Ok(())
    }
}
