//! Parses webhook configurations. In: stored MutatingWebhookConfigurations or
//! ValidatingWebhookConfigurations. Out: their webhooks, in the order of their calls.
//!
//! Easy to break: configurations are sorted by name, the webhooks of one stay as they are written.
// apiserver: pkg/admission/configuration/{mutating,validating}_webhook_manager.go

use serde::Deserialize;

use crate::expressions::conditions::Condition;
use crate::history::History;
use crate::matching::Criteria;

/// A webhook of a configuration.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Hook {
    pub(super) name: String,
    pub(super) client_config: ClientConfig,
    #[serde(flatten)]
    pub(super) criteria: Criteria,
    #[serde(default)]
    failure_policy: String,
    #[serde(default)]
    reinvocation_policy: String,
    #[serde(default)]
    pub(super) side_effects: String,
    #[serde(default)]
    pub(super) match_conditions: Vec<Condition>,
    #[serde(default)]
    pub(super) timeout_seconds: Option<u64>,
    #[serde(default)]
    pub(super) admission_review_versions: Vec<String>,
}

/// The address of a webhook, as it is configured.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClientConfig {
    #[serde(default)]
    pub(super) url: Option<String>,
    #[serde(default)]
    pub(super) service: Option<ServiceReference>,
    /// PEM in base64.
    #[serde(default)]
    pub(super) ca_bundle: String,
}

/// The Service of a webhook.
#[derive(Deserialize)]
pub(super) struct ServiceReference {
    pub(super) namespace: String,
    pub(super) name: String,
    #[serde(default)]
    pub(super) path: String,
    #[serde(default)]
    pub(super) port: Option<u16>,
}

impl Hook {
    /// The webhooks of all configurations of a resource, such as
    /// `mutatingwebhookconfigurations.admissionregistration.k8s.io`. Those that cannot be read are left out:
    /// they did not come through the API.
    pub(super) fn all(history: &History, resource: &str) -> Vec<Hook> {
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

    pub(super) fn ignores_failures(&self) -> bool {
        self.failure_policy == "Ignore"
    }

    pub(super) fn is_reinvoked(&self) -> bool {
        self.reinvocation_policy == "IfNeeded"
    }

    pub(super) fn has_side_effects(&self) -> bool {
        !matches!(&*self.side_effects, "None" | "NoneOnDryRun")
    }
}
