//! Admission reviews: the requests to webhooks, and their responses. In: a request, and the objects in the
//! version that the webhook wants. Out: the JSON of a review; and from the response, whether it allows the
//! request, a patch, and warnings. Audit annotations are not read, since there is no audit log.
// apiserver: pkg/admission/plugin/webhook/request/admissionreview.go, errors/statuserror.go

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crdc::{Cause, Details};
use crdc_admission::{Attributes, Refusal, UserInfo};
use crdc_vocabulary::go::quote;
use serde::Deserialize;
use serde_json::{Value, json};

use super::configuration::Hook;
use crate::admission::matching::namespace;
use crate::admission::versioned_objects::VersionedObjects;

/// The contents of a webhook's response.
pub(crate) struct Verdict {
    pub(crate) refusal: Option<Refusal>,
    /// A JSON patch; empty if the response has none.
    pub(crate) patch: Vec<u8>,
    pub(crate) warnings: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Review {
    #[serde(default)]
    api_version: String,
    #[serde(default)]
    kind: String,
    response: Option<Answer>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    #[serde(default)]
    uid: String,
    #[serde(default)]
    allowed: bool,
    #[serde(default)]
    status: Value,
    patch: Option<String>,
    patch_type: Option<String>,
    #[serde(default)]
    warnings: Option<Vec<String>>,
}

/// The first version of AdmissionReview in the webhook's list that the server supports.
pub(crate) fn version(hook: &Hook) -> Result<&str, String> {
    let known = hook.admission_review_versions.iter().find(|version| matches!(&***version, "v1" | "v1beta1"));
    known.map(|version| &**version).ok_or_else(|| {
        "could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)".to_owned()
    })
}

/// The JSON of a user.
// api: authentication/v1/types.go UserInfo
pub(crate) fn user_info(user: &UserInfo) -> Value {
    let mut info = json!({"username": user.username, "groups": user.groups});
    if !user.uid.is_empty() {
        info["uid"] = json!(user.uid);
    }
    if !user.extra.is_empty() {
        info["extra"] = user.extra.iter().map(|(key, values)| (key.clone(), json!(values))).collect();
    }
    info
}

/// The JSON of a review of a request. The objects are in this version of the resource.
pub(crate) fn request(
    attributes: &Attributes<'_>,
    version: &str,
    of: &VersionedObjects,
    objects: [Value; 2],
    uid: &str,
    review: &str,
) -> Value {
    let names = attributes.resource();
    let named = |[group, version, kind]: [&str; 3]| json!({"group": group, "version": version, "kind": kind});
    let resource =
        |version: &str| json!({"group": names.group, "version": version, "resource": names.plural});
    let [object, old] = objects;
    let options: Value =
        attributes.options().and_then(|text| serde_json::from_slice(text).ok()).unwrap_or_default();
    let mut request = json!({
        "uid": uid,
        "kind": named(of.kind(attributes, version)),
        "resource": resource(version),
        "requestKind": named(of.kind(attributes, names.version)),
        "requestResource": resource(names.version),
        "operation": attributes.operation().as_str(),
        "userInfo": user_info(attributes.user()),
        "object": object,
        "oldObject": old,
        "dryRun": attributes.is_dry_run(),
        "options": options,
    });
    let (name, namespace) = (attributes.name(), namespace(attributes));
    let subresource = attributes.subresource().unwrap_or_default();
    let optional = [
        ("name", &*name),
        ("namespace", &*namespace),
        ("subResource", subresource),
        ("requestSubResource", subresource),
    ];
    for (field, value) in optional.into_iter().filter(|(_, value)| !value.is_empty()) {
        request[field] = json!(value);
    }
    json!({"kind": "AdmissionReview", "apiVersion": format!("admission.k8s.io/{review}"), "request": request})
}

/// Parses the response of a webhook.
///
/// # Errors
///
/// The server rejects the response. The error is the reason.
pub(crate) fn verdict(
    body: &[u8],
    hook: &Hook,
    uid: &str,
    review: &str,
    is_mutating: bool,
) -> Result<Verdict, String> {
    let read: Review =
        serde_json::from_slice(body).map_err(|error| format!("failed to call webhook: {error}"))?;
    let invalid = |why: String| Err(format!("received invalid webhook response: {why}"));
    let Some(answer) = read.response else { return invalid("webhook response was absent".to_owned()) };
    let (patch, patch_type) = (answer.patch.unwrap_or_default(), answer.patch_type);
    if review == "v1" {
        if answer.uid != uid {
            return invalid(format!("expected response.uid={}, got {}", quote(uid), quote(&answer.uid)));
        }
        if read.api_version != "admission.k8s.io/v1" || read.kind != "AdmissionReview" {
            let kind = format!("{}, Kind={}", read.api_version, read.kind);
            return invalid(format!(
                "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got {kind}"
            ));
        }
        let why = match (is_mutating, patch.is_empty(), &patch_type) {
            (true, false, None) => "webhook returned response.patch but not response.patchType",
            (true, true, Some(_)) => "webhook returned response.patchType but not response.patch",
            (false, false, _) => "validating webhook may not return response.patch",
            (false, true, Some(_)) => "validating webhook may not return response.patchType",
            _ => "",
        };
        if !why.is_empty() {
            return invalid(why.to_owned());
        }
        if let Some(other) = patch_type.filter(|of| of != "JSONPatch") {
            return Err(format!("unsupported patch type {}", quote(&other)));
        }
    }
    let patch = match STANDARD.decode(if is_mutating { &*patch } else { "" }) {
        Ok(patch) => patch,
        Err(error) => return Err(format!("failed to call webhook: {error}")),
    };
    Ok(Verdict {
        refusal: (!answer.allowed).then(|| refusal(&hook.name, &answer.status)),
        patch,
        warnings: answer.warnings.unwrap_or_default(),
    })
}

/// The reasons of statuses and of causes that a server defines.
// apimachinery: pkg/apis/meta/v1/types.go
const REASONS: [&str; 26] = [
    "Unauthorized",
    "Forbidden",
    "NotFound",
    "AlreadyExists",
    "Conflict",
    "Gone",
    "Invalid",
    "ServerTimeout",
    "StoreReadError",
    "Timeout",
    "TooManyRequests",
    "BadRequest",
    "MethodNotAllowed",
    "NotAcceptable",
    "RequestEntityTooLarge",
    "UnsupportedMediaType",
    "InternalError",
    "Expired",
    "ServiceUnavailable",
    "FieldValueNotFound",
    "FieldValueRequired",
    "FieldValueDuplicate",
    "FieldValueInvalid",
    "FieldValueNotSupported",
    "FieldValueForbidden",
    "FieldValueTooLong",
];

/// The refusal of a request that a webhook does not allow, made of the status in the response.
fn refusal(name: &str, status: &Value) -> Refusal {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let reason =
        |value: &Value| REASONS.into_iter().find(|reason| value.as_str() == Some(reason)).unwrap_or_default();
    let explanation =
        [&status["message"], &status["reason"]].map(text).into_iter().find(|text| !text.is_empty());
    let code = status["code"].as_u64().and_then(|code| u16::try_from(code).ok()).unwrap_or_default();
    let mut refused = Refusal::webhook(name, code, &explanation.unwrap_or_default()).into_status();
    // The reason comes from the webhook, even if it gave none.
    refused.reason = reason(&status["reason"]);
    if let details @ Value::Object(_) = &status["details"] {
        let mut about = Details::new(text(&details["group"]), text(&details["kind"]), text(&details["name"]));
        let causes = details["causes"].as_array().into_iter().flatten();
        about.causes.extend(causes.map(|cause| {
            Cause::new(reason(&cause["reason"]), text(&cause["message"]), text(&cause["field"]))
        }));
        refused = refused.about(about);
    }
    refused.into()
}
