//! Parses webhook configurations. In: stored MutatingWebhookConfigurations or
//! ValidatingWebhookConfigurations. Out: their webhooks, in the order of their calls.
//!
//! Easy to break: configurations are sorted by name, but the webhooks in a configuration keep their order.
// apiserver: pkg/admission/configuration/{mutating,validating}_webhook_manager.go

use serde::Deserialize;

use crate::admission::expressions::conditions::Condition;
use crate::admission::matching::Criteria;
use crate::storage::history::History;

/// A webhook of a configuration.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Hook {
    pub(crate) name: String,
    pub(crate) client_config: ClientConfig,
    #[serde(flatten)]
    pub(crate) criteria: Criteria,
    #[serde(default)]
    failure_policy: String,
    #[serde(default)]
    reinvocation_policy: String,
    #[serde(default)]
    pub(crate) side_effects: String,
    #[serde(default)]
    pub(crate) match_conditions: Vec<Condition>,
    #[serde(default)]
    pub(crate) timeout_seconds: Option<u64>,
    #[serde(default)]
    pub(crate) admission_review_versions: Vec<String>,
}

/// The `clientConfig` of a webhook: a URL or a Service.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClientConfig {
    #[serde(default)]
    pub(crate) url: Option<String>,
    #[serde(default)]
    pub(crate) service: Option<ServiceReference>,
    /// The certificates of the CA: PEM in base64.
    #[serde(default)]
    pub(crate) ca_bundle: String,
}

/// The Service of a webhook.
#[derive(Deserialize)]
pub(crate) struct ServiceReference {
    pub(crate) namespace: String,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) path: String,
    #[serde(default)]
    pub(crate) port: Option<u16>,
}

impl Hook {
    /// The webhooks of all configurations of a resource, such as
    /// `mutatingwebhookconfigurations.admissionregistration.k8s.io`. A configuration that cannot be read is
    /// left out: it was not stored through the API.
    pub(crate) fn all(history: &History, resource: &str) -> Vec<Hook> {
        #[derive(Deserialize)]
        struct Configuration {
            #[serde(default)]
            webhooks: Vec<Hook>,
        }
        let Ok(all) = history.snapshot(resource, None, None) else { return Vec::new() };
        let read =
            all.objects.iter().filter_map(|(_, text)| serde_json::from_slice::<Configuration>(text).ok());
        read.flat_map(|configuration| configuration.webhooks).collect()
    }

    pub(crate) fn ignores_failures(&self) -> bool {
        self.failure_policy == "Ignore"
    }

    pub(crate) fn is_reinvoked(&self) -> bool {
        self.reinvocation_policy == "IfNeeded"
    }

    pub(crate) fn has_side_effects(&self) -> bool {
        !matches!(&*self.side_effects, "None" | "NoneOnDryRun")
    }
}
