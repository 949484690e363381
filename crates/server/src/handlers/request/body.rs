//! Decodes the bodies of requests: objects, apply configurations, options. In: the body of a request. Out:
//! its JSON, or a refusal.
// apiserver: pkg/endpoints/handlers/{create,update,delete,rest}.go

use std::borrow::Cow;

use crdc::{DecodeStage, Details, Status};
use crdc_admission::{Object, Refusal, syntax_error};
use crdc_kubernetes::{GroupVersionKind, Kinds, ProtobufError, protobuf_to_json};
use crdc_vocabulary::go::quote;
use crdc_vocabulary::messages::cannot_be_handled;
use serde_json::{Value, json};

use super::call::Request;
use crate::apimachinery::yaml::from_yaml;
use crate::kinds::Names;
use crate::response::reply::Reply;

/// The number of bytes of a body that a refusal quotes.
const SUMMARY: usize = 30;

/// The beginning of the refusal of a body whose kind is not known.
// apiserver: pkg/endpoints/handlers/rest.go transformDecodeError
const UNRECOGNIZED: &str = "the object provided is unrecognized (";

/// The media type of Kubernetes' own kinds in protobuf.
const PROTOBUF: &str = "application/vnd.kubernetes.protobuf";

impl Request<'_> {
    /// The refusal of a body that is no object, with the beginning of the body.
    pub(crate) fn summarized(&self, refusal: &Refusal) -> Option<Reply> {
        refusal.undecodable().filter(|why| why.stage == DecodeStage::TypeMeta)?;
        let mut status = refusal.status().clone();
        status.message = format!("{} ({})", status.message, self.summary());
        Some(Reply::status(&status))
    }

    /// The beginning of the body, for refusals.
    // apiserver: pkg/endpoints/handlers/rest.go summarizeData
    fn summary(&self) -> String {
        let body = self.call.body;
        let start = body.get(..SUMMARY).unwrap_or(body);
        let mut summary = match body.first() {
            None => "<empty>".to_owned(),
            Some(b'{') => String::from_utf8_lossy(start).into_owned(),
            Some(_) => start.iter().map(|byte| format!("{byte:02x}")).collect(),
        };
        if body.len() > SUMMARY {
            summary.push_str(" ...");
        }
        summary
    }

    /// Refuses a replacement whose uid differs from the uid of the stored object. Other faults of the
    /// replacement are reported first.
    // apiserver: pkg/registry/rest/update.go Preconditions, pkg/storage/interfaces.go Check
    pub(crate) fn check_uid(&self, sent: &[u8], stored: &[u8]) -> Result<(), Refusal> {
        let uid =
            |text: &[u8]| Object::of(text).string(&["metadata", "uid"]).unwrap_or_default().into_owned();
        let (sent_uid, stored_uid) = (uid(sent), uid(stored));
        let object = Object::of(sent);
        let is = |path: &[&str], text: &str| object.string(path).is_some_and(|found| found == text);
        let is_own = is(&["metadata", "name"], self.name())
            && is(&["kind"], &self.kind.names.kind)
            && is(&["apiVersion"], &self.api_version);
        if sent_uid.is_empty() || sent_uid == stored_uid || !is_own {
            return Ok(());
        }
        let root = if self.call.query.get("dryRun").is_some() { "" } else { "/registry" };
        let place =
            [&*self.kind.group, &*self.kind.names.plural, self.namespace.unwrap_or_default(), self.name()];
        let place: Vec<&str> = place.into_iter().filter(|part| !part.is_empty()).collect();
        let why = format!(
            "StorageError: invalid object, Code: 4, Key: {root}/{}, ResourceVersion: 0, AdditionalErrorMsg: Precondition \
             failed: UID in precondition: {sent_uid}, UID in object meta: {stored_uid}",
            place.join("/")
        );
        Err(Refusal::conflict(&self.names(), self.name(), why))
    }

    /// The apply configuration in the body; an empty body is an object without members.
    pub(crate) fn config(&self) -> Result<Value, Refusal> {
        let body = from_yaml(self.call.body)?;
        if body.is_empty() {
            return Ok(json!({}));
        }
        let config: Value =
            serde_json::from_slice(&body).map_err(|error| Refusal::bad_request(error.to_string()))?;
        let kind = match &config {
            Value::Object(_) => return Ok(config),
            Value::Null => return Ok(json!({})),
            Value::Array(_) => "array",
            Value::String(_) => "string",
            Value::Number(_) => "number",
            Value::Bool(_) => "bool",
        };
        Err(Refusal::bad_request(format!(
            "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {kind} into Go value of \
             type map[string]interface {{}}"
        )))
    }

    /// Refuses an object whose name differs from the name in the URL.
    // apiserver: pkg/endpoints/handlers/rest.go checkName
    pub(crate) fn check_name(&self, own: &str) -> Result<(), Refusal> {
        match self.name() {
            name if name == own => Ok(()),
            name => Err(Refusal::bad_request(format!(
                "the name of the object ({own}) does not match the name on the URL ({name})"
            ))),
        }
    }

    /// Checks that an object which an apply creates has the name in the URL.
    pub(crate) fn check_applied_name(&self, merged: &Value) -> Result<(), Refusal> {
        match merged["metadata"]["name"].as_str().unwrap_or_default() {
            "" => Err(Refusal::bad_request(format!(
                "the name of the object ({} based on URL) was undeterminable: name must be provided",
                self.name()
            ))),
            own => self.check_name(own),
        }
    }

    /// The object in the body. Objects of Kubernetes' own kinds may omit `kind` and `apiVersion`, which the
    /// URL implies.
    // apiserver: pkg/endpoints/handlers/create.go: decoding has a default kind
    pub(crate) fn object(&self) -> Result<Cow<'_, [u8]>, Refusal> {
        let Names { kind, .. } = &self.kind.names;
        if !self.kind.native {
            return self.text().unwrap_or_else(|| Err(unsupported()));
        }
        let body = self.json([&self.kind.group, &self.kind.version, kind])?;
        let object = Object::of(&body);
        if let (Some(sent), Some(api_version)) = (object.string(&["kind"]), object.string(&["apiVersion"])) {
            if sent != **kind && api_version == self.api_version {
                self.check_registered(&sent)?;
            }
            return Ok(body);
        }
        let mut object = Object::of(&body);
        for (field, value) in [("kind", kind), ("apiVersion", &self.api_version)] {
            if object.string(&[field]).is_none() {
                object.set_string(&[field], value);
            }
        }
        Ok(Cow::Owned(object.bytes().to_vec()))
    }

    /// Refuses a kind that the API version does not have. Lists and options, which have no URL, are refused
    /// later.
    // apimachinery: pkg/runtime/error.go notRegisteredErr
    fn check_registered(&self, kind: &str) -> Result<(), Refusal> {
        let (of, group, version) = (&self.kind.names.kind, &*self.kind.group, &self.kind.version);
        let has = |kinds: &Kinds| kinds.find(&self.api_version, kind).is_some();
        if ["List", "Options", "Status", "WatchEvent"].iter().any(|end| kind.ends_with(end))
            || self.api.registry.native.get().is_none_or(has)
        {
            return Ok(());
        }
        let scheme = match group {
            "apiextensions.k8s.io" => "k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go:55",
            "apiregistration.k8s.io" => "k8s.io/kube-aggregator/pkg/apiserver/scheme/scheme.go:28",
            _ => "pkg/api/legacyscheme/scheme.go:30",
        };
        let why = format!(
            "no kind {} is registered for version {} in scheme {}",
            quote(kind),
            quote(&self.api_version),
            quote(scheme)
        );
        Err(Refusal::bad_request(cannot_be_handled(kind, version, of, &why)))
    }

    /// The body as JSON, if it is in a text format.
    fn text(&self) -> Option<Result<Cow<'_, [u8]>, Refusal>> {
        match self.media_type() {
            "" | "application/json" => Some(Ok(Cow::Borrowed(self.call.body))),
            "application/yaml" => Some(from_yaml(self.call.body).map(Cow::Owned)),
            _ => None,
        }
    }

    fn media_type(&self) -> &str {
        self.call.content_type.split(';').next().unwrap_or_default().trim()
    }

    /// The body as JSON: an object of one of Kubernetes' own kinds. `expected` is its group, version and
    /// kind.
    // apiserver: pkg/endpoints/handlers/rest.go transformDecodeError
    pub(crate) fn json(&self, expected: [&str; 3]) -> Result<Cow<'_, [u8]>, Refusal> {
        self.decoded(expected, |error| {
            let ([.., of], why) = (expected, &error.message);
            match &error.kind {
                Some(GroupVersionKind { kind, version, .. }) => cannot_be_handled(kind, version, of, why),
                None => format!("{UNRECOGNIZED}must be of type {of}): {why} ({})", self.summary()),
            }
        })
    }

    /// The body as JSON. `refused` makes the refusal of a body that cannot be decoded.
    fn decoded(
        &self,
        [group, version, kind]: [&str; 3],
        refused: impl Fn(ProtobufError) -> String,
    ) -> Result<Cow<'_, [u8]>, Refusal> {
        if let Some(text) = self.text() {
            return text;
        }
        if self.media_type() != PROTOBUF {
            return Err(unsupported());
        }
        let Some(kinds) = self.api.registry.native.get() else {
            return Err(Refusal::internal("no definitions"));
        };
        let expected = GroupVersionKind::new(group, version, kind);
        let json = protobuf_to_json(kinds, self.call.body, &expected);
        json.map(Cow::Owned).map_err(|error| Refusal::bad_request(refused(error)))
    }

    /// The options of a deletion as JSON: the body, or the parameters of the URL if there is no body.
    // apiserver: pkg/endpoints/handlers/delete.go; apimachinery: pkg/apis/meta/v1/conversion.go
    // Convert_url_Values_To_v1_DeleteOptions
    pub(crate) fn options(&self) -> Result<Vec<u8>, Refusal> {
        // The media type of an empty body does not matter.
        let body = match self.call.body {
            [] => Cow::Borrowed(&[][..]),
            _ => self.decoded(["", "v1", "DeleteOptions"], |error| error.message)?,
        };
        if !body.is_empty() {
            let options: Value = serde_json::from_slice(&body).map_err(|error| {
                let why = syntax_error(&body).unwrap_or_else(|| error.to_string());
                Refusal::bad_request(format!("couldn't get version/kind; json parse error: {why}"))
            })?;
            check_kind(&options)?;
            return match options {
                Value::Object(_) => Ok(body.into_owned()),
                _ => Err(Refusal::bad_request("the options of a deletion are no object")),
            };
        }
        let query = self.call.query;
        let mut options = json!({});
        if let Some(seconds) = query.number("gracePeriodSeconds")? {
            options["gracePeriodSeconds"] = json!(seconds);
        }
        if query.get("orphanDependents").is_some() {
            options["orphanDependents"] = json!(query.flag("orphanDependents"));
        }
        if let Some(policy) = query.get("propagationPolicy") {
            options["propagationPolicy"] = json!(policy);
        }
        if let Some(dry_run) = query.get("dryRun") {
            options["dryRun"] = json!([dry_run]);
        }
        if let Some(uid) = query.get("uid") {
            options["preconditions"] = json!({"uid": uid});
        }
        Ok(options.to_string().into_bytes())
    }
}

/// The refusal of a body in an unsupported format. Servers list protobuf here for custom resources too,
/// although they do not read it.
fn unsupported() -> Refusal {
    let why = "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, \
               application/vnd.kubernetes.protobuf";
    Status::new(415, "UnsupportedMediaType", why).into()
}

/// The refusal of a patch of one of Kubernetes' own kinds whose content type no route accepts.
// go-restful: jsr311.go detectRoute
pub(crate) fn unsupported_patch(body: &[u8]) -> Refusal {
    let (code, reason, why) = match body {
        [] => (406, "NotAcceptable", "406: Not Acceptable\n\nAvailable representations: "),
        _ => (415, "UnsupportedMediaType", "415: Unsupported Media Type"),
    };
    Status::new(code, reason, why).about(Details::new("", "", "")).into()
}

/// Refuses the body of a deletion if it is not an object of options.
fn check_kind(options: &Value) -> Result<(), Refusal> {
    match (options["kind"].as_str(), options["apiVersion"].as_str()) {
        (Some(kind), Some(version)) if kind != "DeleteOptions" => Err(Refusal::bad_request(format!(
            "no kind {} is registered for version {} in scheme \
             \"k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27\"",
            quote(kind),
            quote(version)
        ))),
        _ => Ok(()),
    }
}
