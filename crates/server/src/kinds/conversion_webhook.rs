//! Removes a conversion webhook that a server loses. In: a CustomResourceDefinition. Out: the definition
//! without the webhook.
// apiextensions-apiserver: pkg/apis/apiextensions/v1/{conversion.go,generated.pb.go}

use crdc_admission::Object;
use serde_json::Value;

const WEBHOOK: [&str; 3] = ["spec", "conversion", "webhook"];

/// Removes a webhook without a client configuration and versions.
pub(super) fn remove_unset(definition: &mut Object<'_>) {
    remove(definition, |versions| versions.is_null());
}

/// Removes also a webhook with an empty list of versions, which a server loses when it stores the definition.
/// The field owner of such a webhook stays.
pub(super) fn remove_empty(definition: &mut Object<'_>) {
    remove(definition, |versions| versions.as_array().is_none_or(Vec::is_empty));
}

fn remove(definition: &mut Object<'_>, is_none: fn(&Value) -> bool) {
    let webhook = definition.get(&WEBHOOK).and_then(|text| serde_json::from_slice::<Value>(text).ok());
    let is_lost =
        |webhook: &Value| webhook["clientConfig"].is_null() && is_none(&webhook["conversionReviewVersions"]);
    if webhook.as_ref().is_some_and(is_lost) {
        definition.remove(&WEBHOOK);
    }
}
