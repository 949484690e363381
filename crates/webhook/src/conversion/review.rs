//! `ConversionReview`, v1 and v1beta1. In: the body of a request. Out: its objects as ranges of the body; the
//! body of a response in the version of the request.
//!
//! Easy to break: the response has the uid of the request, and as many objects in the same order. A server
//! accepts all objects or none, so the message must name the objects that fail.
// apiextensions-apiserver: pkg/apis/apiextensions/v1/types.go ConversionReview

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::HttpError;

/// The longest message. A server returns it to every client that lists the objects.
const MAX_MESSAGE: usize = 4096;

/// The versions of reviews.
const VERSIONS: [&str; 2] = ["apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"];

#[derive(Deserialize)]
struct Body<'a> {
    #[serde(rename = "apiVersion")]
    api_version: String,
    kind: String,
    #[serde(borrow)]
    request: Option<Wanted<'a>>,
}

#[derive(Deserialize)]
struct Wanted<'a> {
    uid: String,
    #[serde(rename = "desiredAPIVersion")]
    desired: String,
    #[serde(borrow, default)]
    objects: Option<Vec<&'a RawValue>>,
}

/// A review as a server sends it.
pub(super) struct Review<'a> {
    version: &'static str,
    uid: String,
    desired: String,
    objects: Vec<&'a RawValue>,
}

impl<'a> Review<'a> {
    pub(super) fn read(body: &'a [u8]) -> Result<Review<'a>, HttpError> {
        let body: Body<'_> = serde_json::from_slice(body)
            .map_err(|error| HttpError::bad_request(format!("the body is no ConversionReview: {error}")))?;
        let version = VERSIONS.into_iter().find(|known| *known == body.api_version);
        let Some(version) = version.filter(|_| body.kind == "ConversionReview") else {
            let message = format!("the body is {} of {}, no ConversionReview", body.kind, body.api_version);
            return Err(HttpError::bad_request(message));
        };
        let Some(Wanted { uid, desired, objects }) = body.request else {
            return Err(HttpError::bad_request("the review has no request"));
        };
        Ok(Review { version, uid, desired, objects: objects.unwrap_or_default() })
    }

    pub(super) fn uid(&self) -> &str {
        &self.uid
    }

    /// The version to which the objects are converted.
    pub(super) fn desired(&self) -> &str {
        &self.desired
    }

    pub(super) fn objects(&self) -> &[&'a RawValue] {
        &self.objects
    }

    /// The name of an object in messages: `Database "default/a" (2 of 7)`.
    pub(super) fn name_of(&self, index: usize) -> String {
        #[derive(Default, Deserialize)]
        struct Named {
            #[serde(default)]
            kind: String,
            #[serde(default)]
            metadata: Metadata,
        }
        #[derive(Default, Deserialize)]
        struct Metadata {
            #[serde(default)]
            name: String,
            #[serde(default)]
            namespace: String,
        }
        let named: Named = self
            .objects
            .get(index)
            .and_then(|text| serde_json::from_str(text.get()).ok())
            .unwrap_or_default();
        let kind = if named.kind.is_empty() { "object" } else { &named.kind };
        let Metadata { name, namespace } = &named.metadata;
        let slash = if namespace.is_empty() { "" } else { "/" };
        format!("{kind} \"{namespace}{slash}{name}\" ({} of {})", index + 1, self.objects.len())
    }

    /// The response with all objects, in the order of the request.
    pub(super) fn succeeded(&self, converted: &[Vec<u8>]) -> Vec<u8> {
        let mut objects = Vec::with_capacity(converted.iter().map(Vec::len).sum::<usize>() + converted.len());
        for (index, object) in converted.iter().enumerate() {
            if index > 0 {
                objects.push(b',');
            }
            objects.extend_from_slice(object);
        }
        self.response(&objects, r#"{"status":"Success"}"#.to_owned())
    }

    /// The response without objects.
    pub(super) fn failed(&self, message: &str) -> Vec<u8> {
        #[derive(Serialize)]
        struct Failed<'m> {
            status: &'static str,
            message: &'m str,
            reason: &'static str,
            code: u16,
        }
        let end = (0..=MAX_MESSAGE.min(message.len())).rev().find(|end| message.is_char_boundary(*end));
        let message = message.get(..end.unwrap_or(0)).unwrap_or_default();
        let failed = Failed { status: "Failure", message, reason: "Invalid", code: 422 };
        // Strings and numbers can always be written as JSON.
        self.response(b"", serde_json::to_string(&failed).unwrap_or_default())
    }

    fn response(&self, objects: &[u8], result: String) -> Vec<u8> {
        let uid = serde_json::Value::from(self.uid.as_str());
        let mut out = format!(
            r#"{{"apiVersion":"{}","kind":"ConversionReview","response":{{"uid":{uid},"result":{result},"convertedObjects":["#,
            self.version
        )
        .into_bytes();
        out.extend_from_slice(objects);
        out.extend_from_slice(b"]}}");
        out
    }
}
