//! The response of a review. In: a verdict. Out: the body of the response.
//!
//! Easy to break: servers refuse responses with a `patchType` and no patch, a patch that is not standard
//! base64, another uid, and warnings that a header cannot contain. `warnings.rs` has the limits of warnings.
// apiserver: pkg/admission/plugin/webhook/request/admissionreview.go VerifyAdmissionResponse

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use crdc::Status;
use crdc_object::json::escape::push_string;

use super::version::ReviewVersion;

/// The response of a review.
///
/// ```
/// use crdc_webhook::{Answer, ReviewVersion};
///
/// let mut answer = Answer::allowed();
/// answer.patch = Some(br#"[{"op":"remove","path":"/spec/size"}]"#.to_vec());
/// assert_eq!(
///     String::from_utf8(answer.to_json(ReviewVersion::V1, "705ab4f5")).unwrap(),
///     r#"{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","response":{"uid":"705ab4f5","allowed":true,"#.to_owned()
///         + r#""patch":"W3sib3AiOiJyZW1vdmUiLCJwYXRoIjoiL3NwZWMvc2l6ZSJ9XQ==","patchType":"JSONPatch"}}"#
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// Whether the request is admitted.
    pub allowed: bool,
    /// The reason why the request is refused.
    pub status: Option<Status>,
    /// A JSON patch, for a mutating webhook that admits the request.
    pub patch: Option<Vec<u8>>,
    /// The warnings for the client, within the limits of servers.
    pub warnings: Vec<String>,
    /// Annotations of the audit event. The server puts the name of the webhook before each key.
    pub audit_annotations: Vec<(String, String)>,
}

impl Answer {
    /// A response that admits the request.
    #[must_use]
    pub fn allowed() -> Answer {
        Answer { allowed: true, ..Answer::default() }
    }

    /// A response that refuses the request.
    #[must_use]
    pub fn refused(status: Status) -> Answer {
        Answer { status: Some(status), ..Answer::default() }
    }

    /// The body of the response, in the version of the review.
    #[must_use]
    pub fn to_json(&self, version: ReviewVersion, uid: &str) -> Vec<u8> {
        let patch = self.patch.as_ref().filter(|_| self.allowed);
        let mut out = Vec::with_capacity(256 + patch.map_or(0, |patch| patch.len() / 3 * 4 + 64));
        out.extend_from_slice(br#"{"kind":"AdmissionReview","apiVersion":""#);
        out.extend_from_slice(version.as_str().as_bytes());
        out.extend_from_slice(br#"","response":{"uid":"#);
        push_string(&mut out, uid);
        out.extend_from_slice(if self.allowed {
            br#","allowed":true"#.as_slice()
        } else {
            br#","allowed":false"#
        });
        if let Some(status) = &self.status {
            out.extend_from_slice(br#","status":"#);
            out.extend_from_slice(status.to_json().as_bytes());
        }
        if let Some(patch) = patch {
            out.extend_from_slice(br#","patch":""#);
            out.extend_from_slice(STANDARD.encode(patch).as_bytes());
            out.extend_from_slice(br#"","patchType":"JSONPatch""#);
        }
        if !self.audit_annotations.is_empty() {
            out.extend_from_slice(br#","auditAnnotations":"#);
            for (index, (key, value)) in self.audit_annotations.iter().enumerate() {
                out.push(if index == 0 { b'{' } else { b',' });
                push_string(&mut out, key);
                out.push(b':');
                push_string(&mut out, value);
            }
            out.push(b'}');
        }
        let warnings = super::warnings::limited(&self.warnings);
        if !warnings.is_empty() {
            out.extend_from_slice(br#","warnings":"#);
            for (index, warning) in warnings.iter().enumerate() {
                out.push(if index == 0 { b'[' } else { b',' });
                push_string(&mut out, warning);
            }
            out.push(b']');
        }
        out.extend_from_slice(b"}}");
        out
    }
}
