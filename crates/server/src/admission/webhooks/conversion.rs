//! Conversion webhooks. In: `spec.conversion.webhook` of a definition. Out: a function that converts an
//! object by a call of the webhook.
//!
//! Easy to break: the response must contain the uid of the request, and the object in the requested version.
// apiextensions-apiserver: pkg/apiserver/conversion/webhook_converter.go

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crdc_admission::Names as _;
use crdc_vocabulary::go::quote;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::Webhooks;
use super::configuration::ClientConfig;
use crate::conversion::Converter;

/// The timeout of a conversion webhook.
const TIMEOUT: Duration = Duration::from_secs(30);

/// `spec.conversion.webhook` of a definition.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Configuration {
    client_config: ClientConfig,
    #[serde(default)]
    conversion_review_versions: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Review<'a> {
    #[serde(default)]
    api_version: String,
    #[serde(default)]
    kind: String,
    #[serde(borrow)]
    response: Option<Answer<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    #[serde(default)]
    uid: String,
    #[serde(borrow, default)]
    converted_objects: Option<Vec<&'a RawValue>>,
    #[serde(default)]
    result: Outcome,
}

#[derive(Default, Deserialize)]
struct Outcome {
    #[serde(default)]
    status: String,
    #[serde(default)]
    message: String,
}

impl Webhooks {
    /// The conversion function that calls the webhook of a definition. `webhook` is its
    /// `spec.conversion.webhook`.
    pub(crate) fn converter(self: &Arc<Self>, webhook: &Value) -> Arc<Converter> {
        self.converts.store(true, Ordering::Relaxed);
        let (webhooks, configuration) = (self.clone(), Configuration::deserialize(webhook));
        Arc::new(move |object, api_version| match &configuration {
            Ok(configuration) => configuration.convert(&webhooks, object, api_version),
            // A server refuses definitions with other faults, so they are not stored.
            Err(error) => Err(format!("failed: {error}")),
        })
    }
}

impl Configuration {
    /// Converts an object to a version by a call of the webhook.
    fn convert(&self, webhooks: &Webhooks, object: &[u8], api_version: &str) -> Result<Vec<u8>, String> {
        let failed = |why: String| format!("failed: {why}");
        let mut versions = self.conversion_review_versions.iter();
        let Some(review) = versions.find(|version| matches!(&***version, "v1" | "v1beta1")) else {
            return Err(failed("no supported conversion review versions".to_owned()));
        };
        let object: &RawValue = serde_json::from_slice(object).map_err(|error| failed(error.to_string()))?;
        let (uid, review) = (webhooks.names.uid(), format!("apiextensions.k8s.io/{review}"));
        let request = json!({"uid": uid, "desiredAPIVersion": api_version, "objects": [object]});
        let body = json!({"kind": "ConversionReview", "apiVersion": review, "request": request}).to_string();
        let answered = webhooks.post(&self.client_config, TIMEOUT, body.into_bytes());
        let answered = answered.map_err(|uncalled| failed(uncalled.why))?;
        let objects = converted(&answered, &uid, &review).map_err(failed)?;
        match &*objects {
            [object] => Ok(object.get().as_bytes().to_vec()),
            all => Err(format!("returned {} objects, expected 1", all.len())),
        }
    }
}

/// The converted objects in a response to the request with this uid.
fn converted<'a>(answered: &'a [u8], uid: &str, review: &str) -> Result<Vec<&'a RawValue>, String> {
    let read: Review<'_> = serde_json::from_slice(answered).map_err(|error| error.to_string())?;
    // The API version of responses is not compared for reviews of v1beta1.
    let is_exact = review == "apiextensions.k8s.io/v1";
    if is_exact && (&*read.api_version, &*read.kind) != (review, "ConversionReview") {
        let found = format!("{}, Kind={}", read.api_version, read.kind);
        return Err(format!("expected webhook response of {review}, Kind=ConversionReview, got {found}"));
    }
    let Some(Answer { uid: answer, converted_objects, result }) = read.response else {
        return Err("no response provided".to_owned());
    };
    if is_exact && answer != uid {
        return Err(format!("expected response.uid={}, got {}", quote(uid), quote(&answer)));
    }
    match (&*result.status, &*result.message) {
        ("Success", _) => Ok(converted_objects.unwrap_or_default()),
        (status, "") => Err(format!("response.result.status was '{status}', not 'Success'")),
        (_, message) => Err(message.to_owned()),
    }
}
