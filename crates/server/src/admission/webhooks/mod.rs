//! The webhooks of MutatingWebhookConfigurations and ValidatingWebhookConfigurations, as plugins of each
//! kind's chain.
//!
//! `configuration` parses the configurations, `review` writes requests and reads responses, and `client`
//! calls webhooks; `trust` decides about their certificates. `conversion` calls the conversion webhooks of
//! definitions.
//!
//! Easy to break: an admission chain is synchronous, and a webhook may run on the runtime that sent the
//! request. So requests run on threads that may block as soon as a webhook configuration exists (`api`).
// apiserver: pkg/admission/plugin/webhook/{mutating,validating}/dispatcher.go

mod answer;
#[cfg(feature = "webhooks")]
mod certificate;
pub(crate) mod client;
mod configuration;
mod conversion;
#[cfg_attr(not(feature = "webhooks"), path = "unreachable.rs")]
mod network;
pub(crate) mod review;
#[cfg(feature = "webhooks")]
mod trust;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use bytes::Bytes;
use crdc_admission::{Attributes, Mutator, Names as _, Operation, Refusal, SeededNames, Validator};
use crdc_vocabulary::go::quote;
use http::Method;
use serde_json::Value;
use tokio::runtime::Handle;

use crate::admission::expressions::conditions::Conditions;
use crate::admission::expressions::{Expressions, Input};
use crate::admission::versioned_objects::VersionedObjects;
use crate::storage::history::History;
use client::{Services, Uncalled};
use configuration::{ClientConfig, Hook};
use review::Verdict;

const MUTATING: &str = "mutatingwebhookconfigurations.admissionregistration.k8s.io";
const VALIDATING: &str = "validatingwebhookconfigurations.admissionregistration.k8s.io";

/// The timeout of a webhook without `timeoutSeconds`, in seconds.
const TIMEOUT: u64 = 10;

/// The webhooks of a server.
pub(crate) struct Webhooks {
    history: Arc<History>,
    names: Arc<SeededNames>,
    pub(crate) services: Services,
    expressions: Expressions,
    /// Whether the server has started. The objects that it starts with are stored before any webhook is
    /// called.
    started: AtomicBool,
    /// Whether a definition has a conversion webhook.
    converts: AtomicBool,
}

impl Webhooks {
    pub(crate) fn new(history: Arc<History>, names: Arc<SeededNames>) -> Webhooks {
        let (services, expressions, started, converts) = Default::default();
        Webhooks { history, names, services, expressions, started, converts }
    }

    /// The webhooks of a copy of the server.
    pub(crate) fn copy(&self, history: Arc<History>, names: Arc<SeededNames>) -> Webhooks {
        let started = AtomicBool::new(self.started.load(Ordering::Relaxed));
        Webhooks { services: self.services.copy(), started, ..Webhooks::new(history, names) }
    }

    /// Starts calling webhooks.
    pub(crate) fn start(&self) {
        self.started.store(true, Ordering::Relaxed);
    }

    /// Whether a request may wait for a webhook, which may need the thread that runs the request.
    pub(crate) fn may_wait(&self, method: &Method) -> bool {
        self.converts.load(Ordering::Relaxed) || *method != Method::GET && self.are_configured()
    }

    /// Whether an admission webhook is configured and may be called.
    fn are_configured(&self) -> bool {
        self.started.load(Ordering::Relaxed)
            && (self.history.has_objects(MUTATING) || self.history.has_objects(VALIDATING))
    }

    /// Posts a review to a webhook and waits for its response. The webhook runs on the runtime of the
    /// request. The timeout is measured with the clock of the machine: the clock of tokio may be paused in
    /// tests, and would wait for this thread.
    fn post(&self, config: &ClientConfig, timeout: Duration, body: Vec<u8>) -> Result<Bytes, Uncalled> {
        let runtime = Handle::try_current()
            .map_err(|_| Uncalled::of("webhooks are called in a tokio runtime only".to_owned()))?;
        let (sender, receiver) = mpsc::channel();
        let endpoint = self.services.endpoint(config, timeout).map_err(Uncalled::of)?;
        let posted = endpoint.post(body)?;
        let call = runtime.spawn(async move { sender.send(posted.await) });
        let answered = receiver.recv_timeout(timeout);
        call.abort();
        let answered = answered.unwrap_or_else(|error| match error {
            RecvTimeoutError::Timeout => Err("context deadline exceeded".to_owned()),
            RecvTimeoutError::Disconnected => Err("EOF".to_owned()),
        });
        let answered = answered.map_err(|why| endpoint.uncalled(&why))?;
        answer::body(answered).map_err(Uncalled::of)
    }
}

/// The webhooks as an admission plugin of one kind.
#[derive(Clone)]
pub(crate) struct WebhooksOf {
    pub(crate) all: Arc<Webhooks>,
    pub(crate) objects: VersionedObjects,
    pub(crate) repeated: Repeated,
}

/// The mutators that run again for an object that a webhook changed.
#[derive(Clone, Default)]
pub(crate) struct Repeated {
    /// Runs after each webhook that changed the object: decodes what it wrote.
    pub(crate) decoding: Option<Arc<dyn Mutator>>,
    /// Run after all webhooks, if one of them changed the object, and before webhooks are called again.
    pub(crate) plugins: Vec<Arc<dyn Mutator>>,
}

impl Repeated {
    fn decode(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        run(self.decoding.iter(), attributes)
    }

    /// Runs the plugins, and returns whether they changed the object.
    fn run_plugins(&self, attributes: &mut Attributes<'_>) -> Result<bool, Refusal> {
        let text = |attributes: &Attributes<'_>| attributes.object().map(|object| object.bytes().to_vec());
        let before = text(attributes);
        run(self.plugins.iter(), attributes)?;
        Ok(text(attributes) != before)
    }
}

fn run<'m>(
    mutators: impl Iterator<Item = &'m Arc<dyn Mutator>>,
    attributes: &mut Attributes<'_>,
) -> Result<(), Refusal> {
    let operation = attributes.operation();
    mutators
        .filter(|mutator| mutator.handles(operation))
        .try_for_each(|mutator| mutator.apply_mutations(attributes))
}

/// The failure of a webhook call.
enum Failure {
    /// The webhook cannot be called, or its response is not valid. The failure policy of the webhook decides
    /// whether the request fails.
    Call(String),
    Refused(Refusal),
}

impl WebhooksOf {
    /// The webhooks of the configurations of a resource. There are none if the request is about a webhook
    /// configuration.
    fn hooks(&self, resource: &str, attributes: &Attributes<'_>) -> Vec<Hook> {
        if attributes.resource().group == "admissionregistration.k8s.io" || !self.all.are_configured() {
            return Vec::new();
        }
        Hook::all(&self.all.history, resource)
    }

    /// Calls mutating webhooks in their order. If one of them changed the object, the plugins run again. A
    /// webhook with a reinvocation policy is called again if a later webhook or a plugin changed the object,
    /// and also if a webhook that is called again changes it.
    // apiserver: pkg/admission/plugin/webhook/mutating/{dispatcher,reinvocationcontext}.go,
    // pkg/admission/reinvocation.go
    fn mutate(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let hooks = self.hooks(MUTATING, attributes);
        let (mut called, mut again) = (BTreeSet::new(), BTreeSet::new());
        let mut is_changed = false;
        for round in 0..2 {
            if round > 0 && is_changed && self.repeated.run_plugins(attributes)? {
                again.append(&mut called);
            }
            for (index, hook) in hooks.iter().enumerate() {
                if round > 0 && !again.contains(&index) {
                    continue;
                }
                let Some(version) = self.wanted(hook, attributes)? else { continue };
                let changed = match self.mutate_with(hook, &version, attributes) {
                    Ok(changed) => changed,
                    Err(failure) => {
                        failed(hook, failure)?;
                        false
                    }
                };
                if changed {
                    is_changed = true;
                    again.append(&mut called);
                }
                if hook.is_reinvoked() {
                    called.insert(index);
                }
            }
        }
        Ok(())
    }

    /// Calls a mutating webhook, and returns whether it changed the object.
    fn mutate_with(
        &self,
        hook: &Hook,
        version: &str,
        attributes: &mut Attributes<'_>,
    ) -> Result<bool, Failure> {
        let verdict = self.ask(hook, version, attributes, true)?;
        if !has_changes(&verdict.patch) {
            return Ok(false);
        }
        if attributes.object().is_none() {
            return Err(unpatchable(hook));
        }
        let changed = self.objects.patch(attributes, version, &verdict.patch).map_err(Failure::Refused)?;
        if changed {
            self.repeated.decode(attributes).map_err(Failure::Refused)?;
        }
        Ok(changed)
    }

    /// Calls validating webhooks, and returns the first refusal.
    fn check(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let mut wanted = Vec::new();
        for hook in self.hooks(VALIDATING, attributes) {
            if let Some(version) = self.wanted(&hook, attributes)? {
                wanted.push((hook, version));
            }
        }
        for (hook, version) in wanted {
            if let Err(failure) = self.ask(&hook, &version, attributes, false) {
                failed(&hook, failure)?;
            }
        }
        Ok(())
    }

    fn wanted(&self, hook: &Hook, attributes: &Attributes<'_>) -> Result<Option<String>, Refusal> {
        let criteria = &hook.criteria;
        let version =
            criteria.version(attributes, &self.all.history, &self.objects.versions)?.map(str::to_owned);
        let Some(version) = version.filter(|_| !criteria.has_no_rules()) else { return Ok(None) };
        if hook.match_conditions.is_empty() {
            return Ok(Some(version));
        }
        let objects = self.objects.objects(attributes, &version)?;
        let request =
            review::request(attributes, &version, &self.objects, [Value::Null, Value::Null], "", "v1");
        let namespace = &Value::Null;
        let input = Input { objects: &objects, request: &request["request"], namespace, params: None };
        match Conditions::new(&hook.match_conditions, &self.all.expressions, false).hold(&input) {
            Ok(hold) => Ok(hold.then_some(version)),
            Err(_) if hook.ignores_failures() => Ok(None),
            Err(why) => Err(attributes.forbidden(why)),
        }
    }

    /// Sends the review of a request to a webhook, with the objects in a version.
    fn ask(
        &self,
        hook: &Hook,
        version: &str,
        attributes: &Attributes<'_>,
        is_mutating: bool,
    ) -> Result<Verdict, Failure> {
        if attributes.is_dry_run() && hook.has_side_effects() {
            return Err(Failure::Refused(Refusal::no_dry_run(&hook.name)));
        }
        let review = review::version(hook).map_err(Failure::Call)?;
        let objects = self.objects.objects(attributes, version).map_err(Failure::Refused)?;
        let uid = self.all.names.uid();
        let body = review::request(attributes, version, &self.objects, objects, &uid, review).to_string();
        let timeout = Duration::from_secs(hook.timeout_seconds.unwrap_or(TIMEOUT));
        let answered = self
            .all
            .post(&hook.client_config, timeout, body.into_bytes())
            .map_err(|Uncalled { what, why }| Failure::Call(format!("{what}: {why}")))?;
        let verdict = review::verdict(&answered, hook, &uid, review, is_mutating).map_err(Failure::Call)?;
        verdict.warnings.iter().for_each(|warning| attributes.warn(warning));
        match verdict.refusal {
            Some(refusal) => Err(Failure::Refused(refusal)),
            None => Ok(verdict),
        }
    }
}

/// Whether a JSON patch has operations.
fn has_changes(patch: &[u8]) -> bool {
    !matches!(patch, b"" | b"[]")
}

/// The failure of a webhook whose patch cannot be applied to the request.
fn unpatchable(hook: &Hook) -> Failure {
    let name = quote(&hook.name);
    let why = "attempted to modify the object, which is not supported for this operation";
    Failure::Refused(Refusal::internal(format!("admission webhook {name} {why}")))
}

/// Refuses or continues a request after the failure of a webhook, by the webhook's failure policy.
fn failed(hook: &Hook, failure: Failure) -> Result<(), Refusal> {
    match failure {
        Failure::Refused(refusal) => Err(refusal),
        Failure::Call(_) if hook.ignores_failures() => Ok(()),
        Failure::Call(why) => {
            Err(Refusal::internal(format!("failed calling webhook {}: {why}", quote(&hook.name))))
        }
    }
}

impl Mutator for WebhooksOf {
    fn name(&self) -> &str {
        "MutatingAdmissionWebhook"
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        self.mutate(attributes)
    }
}

impl Validator for WebhooksOf {
    fn name(&self) -> &str {
        "ValidatingAdmissionWebhook"
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        // A chain runs no mutators for deletions, so the mutating webhooks are called here.
        if attributes.operation() == Operation::Delete {
            for hook in self.hooks(MUTATING, attributes) {
                let Some(version) = self.wanted(&hook, attributes)? else { continue };
                match self.ask(&hook, &version, attributes, true) {
                    Ok(Verdict { patch, .. }) if has_changes(&patch) => failed(&hook, unpatchable(&hook))?,
                    Ok(_) => {}
                    Err(failure) => failed(&hook, failure)?,
                }
            }
        }
        self.check(attributes)
    }
}
