//! Builds the admission chain of a kind. In: the plugins that all kinds share, and the plugins of a test.
//! Out: the chain with the plugins of one kind, in the order of a server.
//!
//! Easy to break: field owners are tracked before other mutators change the object, and settled after all
//! mutators.

use std::sync::Arc;

use crdc::Outcome;
use crdc_admission::{Chain, Mutator, Validator};

use super::Loaded;
use super::built_in;
use super::custom::Definitions;
use super::decoding::{Decoding, DecodingAgain};
use super::defaults::Defaults;
use super::native::{DEFINITIONS, Rules, SecretTexts};
use super::plugins::{DefinitionLifecycle, KeptNamespaces, NamespaceLifecycle};
use crate::admission::expressions::evaluable::Evaluable;
use crate::admission::policies::PoliciesOf;
use crate::admission::webhooks::{Repeated, WebhooksOf};
use crate::apimachinery::native_kinds::NativeKinds;
use crate::storage::history::History;
use crate::storage::key::ResourceId;
use crate::subresources::ephemeral_containers::EphemeralContainers;
use crate::tracking::{Settled, Tracker};

/// A function of a test that gets each answer of crdc.
pub(crate) type AnswerObserver = dyn Fn(&Outcome<'_>) + Send + Sync;

/// The plugins from which a chain is built.
pub(super) struct Plugins<'p> {
    pub(super) history: &'p Arc<History>,
    /// The definitions of all of Kubernetes' own kinds, if the kind is one of them.
    pub(super) native: Option<&'p NativeKinds>,
    pub(super) defaults: &'p Defaults,
    pub(super) definitions: Definitions,
    /// The mutators of a test, each with the resource that it is for.
    pub(super) mutators: &'p [(String, Arc<dyn Mutator>)],
    /// The validators of a test, each with the resource that it is for.
    pub(super) validators: &'p [(String, Arc<dyn Validator>)],
    pub(super) answer_observer: Option<Arc<AnswerObserver>>,
    pub(super) tracker: Tracker,
    pub(super) policies: PoliciesOf,
    pub(super) webhooks: WebhooksOf,
}

impl Plugins<'_> {
    /// The chain of a resource, with the plugins that a test registered for its qualified name.
    pub(super) fn chain(
        mut self,
        loaded: Loaded,
        resource: &ResourceId,
        qualified: &str,
        namespaced: bool,
    ) -> Chain {
        let is = |name: &str| self.native.is_some() && **resource == *name;
        let mut chain = Chain::of_described(loaded);
        if let Some(observer) = self.answer_observer {
            chain = chain.answer_observer(move |outcome| observer(outcome));
        }
        if self.native.is_some() {
            if is("pods") {
                chain = chain.mutator(EphemeralContainers);
            }
            // This mutator converts the object: even field owners refer to the converted object.
            if is("secrets") {
                chain = chain.mutator(SecretTexts);
            }
            chain = chain.mutator(Decoding(self.defaults.clone()));
        }
        let written = self.tracker.written.clone();
        chain = chain.mutator(self.tracker);
        if self.native.is_none() {
            chain = chain.mutator(DefinitionLifecycle(self.history.clone(), resource.clone()));
        }
        if namespaced {
            chain = chain.mutator(NamespaceLifecycle(self.history.clone()));
        }
        if self.native.is_some() {
            let plugins = built_in::mutators(resource, self.history);
            chain = plugins.iter().cloned().fold(chain, Chain::mutator);
            let decoding = Some(Arc::new(DecodingAgain(self.defaults.clone())) as Arc<dyn Mutator>);
            self.webhooks.repeated = Repeated { decoding, plugins };
        }
        for (_, mutator) in self.mutators.iter().filter(|(of, _)| *of == qualified) {
            chain = chain.mutator(mutator.clone());
        }
        chain = chain.mutator(self.webhooks.clone()).mutator(Settled(written));
        if is("namespaces") {
            chain = chain.validator(KeptNamespaces);
        }
        match self.native {
            Some(_) if is(DEFINITIONS) => chain = chain.rule(self.definitions),
            Some(native) => chain = chain.rule(Rules(native.clone())),
            None => {}
        }
        if self.native.is_some() {
            chain = built_in::validators(resource, self.history).into_iter().fold(chain, Chain::validator);
        }
        if self.native.is_some() && qualified.ends_with(".admissionregistration.k8s.io") {
            chain = chain.rule(Evaluable);
        }
        for (_, validator) in self.validators.iter().filter(|(of, _)| *of == qualified) {
            chain = chain.validator(validator.clone());
        }
        chain.validator(self.policies).validator(self.webhooks)
    }
}
