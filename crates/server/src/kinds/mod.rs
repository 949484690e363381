//! The kinds that a server serves: each has names, a scope, subresources, an admission chain and a storage.
//!
//! `custom` builds kinds from CustomResourceDefinitions, and `native` Kubernetes' own kinds. `registry`
//! stores the served kinds, and `chain` selects the plugins of a kind.

pub(crate) mod accepted_names;
pub(crate) mod addresses;
pub(crate) mod built_in;
pub(crate) mod chain;
mod conversion_webhook;
pub(crate) mod custom;
mod decoding;
pub(crate) mod defaults;
mod events;
mod generation;
mod grace;
pub(crate) mod namespaces;
pub(crate) mod native;
pub(crate) mod new;
mod plugins;
pub(crate) mod registry;
pub(crate) mod selectable;
pub(crate) mod storage;
mod versions;

use std::sync::{Arc, OnceLock};

use crdc::__private::plan::Compiled;
use crdc_admission::{Chain, Describe, MemoryStorage};
use crdc_dynamic::Validators;
use tokio::sync::watch;

use self::addresses::Addresses;
use crate::apimachinery::clock::ServerClock;
use crate::apimachinery::native_kinds::NativeKinds;
use crate::conversion::Conversion;
use crate::conversion::coercer::SchemaCoercer;
use crate::storage::key::ResourceId;
use crate::subresources::ephemeral_containers;
pub(crate) use crate::subresources::scale::Scale;
use crate::tracking::Types;

/// The groups of reviews: kinds whose objects are posted and answered, but not stored.
const REVIEWS: [&str; 2] = ["authentication.k8s.io", "authorization.k8s.io"];

/// Subresources besides `status` that write a part of the status.
// kubernetes: pkg/registry/certificates/certificates/storage/storage.go
const OF_STATUS: [(&str, &str); 1] = [("CertificateSigningRequest", "approval")];

/// The names of a resource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names {
    pub(crate) plural: String,
    pub(crate) singular: String,
    pub(crate) kind: String,
    pub(crate) list_kind: String,
    pub(crate) short: Vec<String>,
    pub(crate) categories: Vec<String>,
}

/// A printer column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) of_type: String,
    pub(crate) format: String,
    pub(crate) description: String,
    pub(crate) priority: i64,
    pub(crate) path: String,
}

/// A version of a resource.
pub(crate) struct Kind {
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) names: Names,
    pub(crate) namespaced: bool,
    pub(crate) status: bool,
    /// The initial status of new objects, as JSON.
    pub(crate) initial_status: Option<&'static str>,
    /// The initial status as Go writes it, made when a request first needs it.
    pub(crate) written_status: OnceLock<Option<String>>,
    /// The create strategy, which prepares new objects.
    pub(crate) prepare: Option<new::Prepare>,
    /// Whether the objects of the kind have a `metadata.generation`: custom resources do.
    pub(crate) has_generation: bool,
    pub(crate) scale: Option<Scale>,
    pub(crate) columns: Vec<Column>,
    /// The selectable fields besides `metadata.name` and `metadata.namespace`, without the leading dot.
    pub(crate) selectable: Vec<String>,
    /// Whether the kind is one of Kubernetes' own.
    pub(crate) native: bool,
    /// The definitions of Kubernetes' own kinds.
    pub(crate) kinds: NativeKinds,
    pub(crate) resource: ResourceId,
    /// The types of the kind's fields, for server-side apply.
    pub(crate) types: Arc<Types>,
    pub(crate) chain: Chain,
    pub(crate) storage: Arc<MemoryStorage>,
    /// The addresses and ports of Services, if the objects are Services.
    pub(crate) addresses: Option<Arc<Addresses>>,
    pub(crate) clock: Arc<ServerClock>,
    pub(crate) conversion: Conversion,
    /// The coercer of a custom resource, which converts between stored and served forms.
    pub(crate) coercer: Option<Arc<SchemaCoercer>>,
    /// A flag that becomes true when the kind is no longer served, or is served by a new definition: that
    /// ends its watches.
    pub(crate) ended: watch::Sender<bool>,
}

impl Kind {
    /// `GROUP/VERSION`, or the version alone in the core group.
    pub(crate) fn api_version(&self) -> String {
        api_version(&self.group, &self.version)
    }

    /// Whether the objects of the kind are reviews, which are answered and not stored.
    pub(crate) fn is_review(&self) -> bool {
        self.native && REVIEWS.contains(&&*self.group)
    }

    /// Whether a collection can be deleted with one request: Namespaces are deleted one by one.
    pub(crate) fn has_collection_deletes(&self) -> bool {
        *self.resource != *namespaces::NAMESPACES
    }

    /// The subresources that write a part of the object.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &'static str> {
        let part = match &*self.names.kind {
            "Pod" => Some(ephemeral_containers::SUBRESOURCE),
            "Namespace" => Some(namespaces::FINALIZE),
            _ => None,
        };
        part.filter(|_| self.native && self.group.is_empty()).into_iter()
    }

    /// The verbs of a subresource that writes the object or a part of it.
    // kubernetes: pkg/registry/core/namespace/storage/storage.go FinalizeREST has no Get
    pub(crate) fn subresource_verbs(&self, name: &str) -> &'static [&'static str] {
        if self.native && name == namespaces::FINALIZE { &["update"] } else { &["get", "patch", "update"] }
    }

    /// The subresources that write the status.
    pub(crate) fn of_status(&self) -> impl Iterator<Item = &'static str> {
        let others = OF_STATUS.into_iter().filter(|(kind, _)| self.native && *kind == self.names.kind);
        self.status.then_some("status").into_iter().chain(others.map(|(_, name)| name))
    }
}

/// `GROUP/VERSION`, or the version alone in the core group.
pub(crate) fn api_version(group: &str, version: &str) -> String {
    if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") }
}

/// A resource in a set of loaded resources.
#[derive(Clone)]
pub(crate) struct Loaded {
    validators: Arc<Validators>,
    /// The index of the resource in the set.
    index: usize,
}

impl Loaded {
    /// The resource of a group, version and kind.
    pub(crate) fn find(validators: &Arc<Validators>, api_version: &str, kind: &str) -> Option<Loaded> {
        let is =
            |found: &crdc_dynamic::Validator<'_>| found.api_version() == api_version && found.kind() == kind;
        let index = validators.all().position(|found| is(&found))?;
        Some(Loaded { validators: validators.clone(), index })
    }
}

impl Describe for Loaded {
    fn compiled(&self) -> &Compiled<'_> {
        let found = self.validators.all().nth(self.index);
        // The resource was found at this index, and validators do not change.
        found.expect("a resource that was loaded").compiled()
    }
}
