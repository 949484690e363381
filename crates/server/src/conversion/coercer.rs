//! Converts custom resources between their stored form and the served versions. In: objects in the form of
//! their last writer, or of an older definition. Out: objects in the form of a version.
//!
//! The order of pruning, defaulting and conversion is that of [`Validator::stored`] and
//! [`Validator::shown_in`].
// apiextensions-apiserver: pkg/apiserver/customresource_handler.go crdConversionRESTOptionsGetter

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crdc_admission::{Object, Refusal};
use crdc_dynamic::{Validator, Validators};
use serde_json::Value;

use crate::conversion::Conversion;
use crate::storage::history::Text;

/// The coercer of a custom resource: its versions, and the version that is stored.
pub(crate) struct SchemaCoercer {
    kind: String,
    /// `GROUP/VERSION` of stored objects.
    stored: String,
    validators: Arc<Validators>,
    /// Whether some objects may be stored in another form than that of this definition's storage version.
    is_mixed: AtomicBool,
}

impl SchemaCoercer {
    /// The coercer of a definition with these validators.
    pub(crate) fn new(crd: &Value, validators: Arc<Validators>) -> SchemaCoercer {
        let spec = &crd["spec"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let versions = spec["versions"].as_array().map(Vec::as_slice).unwrap_or_default();
        let stored = versions.iter().find(|version| version["storage"] == true);
        // A new object is stored without its status, but read with the default of the status.
        let has_default_status = versions.iter().any(|version| {
            version["subresources"]["status"].is_object()
                && !version["schema"]["openAPIV3Schema"]["properties"]["status"]["default"].is_null()
        });
        SchemaCoercer {
            kind: text(&spec["names"]["kind"]),
            stored: format!(
                "{}/{}",
                text(&spec["group"]),
                stored.map(|version| text(&version["name"])).unwrap_or_default()
            ),
            validators,
            is_mixed: AtomicBool::new(versions.len() > 1 || has_default_status),
        }
    }

    /// The validators of all versions.
    pub(crate) fn validators(&self) -> &Arc<Validators> {
        &self.validators
    }

    /// The coercer for a copy of the server.
    pub(crate) fn copy(&self) -> SchemaCoercer {
        SchemaCoercer {
            kind: self.kind.clone(),
            stored: self.stored.clone(),
            validators: self.validators.clone(),
            is_mixed: AtomicBool::new(self.is_mixed()),
        }
    }

    /// Whether the definition has a version, served or not.
    pub(crate) fn has(&self, api_version: &str) -> bool {
        self.version(api_version).is_some()
    }

    /// Records that some objects may be stored in the form of another definition.
    pub(crate) fn mix(&self) {
        self.is_mixed.store(true, Ordering::Relaxed);
    }

    /// Whether objects may be stored in another form than they are read.
    pub(crate) fn is_mixed(&self) -> bool {
        self.is_mixed.load(Ordering::Relaxed)
    }

    /// Converts a stored object to a version.
    pub(crate) fn read(
        &self,
        conversion: &Conversion,
        object: Text,
        api_version: &str,
    ) -> Result<Text, Refusal> {
        if !self.is_mixed() {
            return conversion.convert(object, api_version);
        }
        let convert = |object, api_version: &str| conversion.convert(object, api_version);
        match (self.version(&version_of(&object)), self.version(api_version)) {
            (Some(own), Some(wanted)) => own.shown_in(wanted, object, convert),
            // A definition may have lost the version in which an object was stored.
            (None, Some(wanted)) => Ok(wanted.coerced(convert(object, api_version)?, false)),
            (_, None) => convert(object, api_version),
        }
    }

    /// Converts an object to the form in which it is stored.
    pub(crate) fn written(&self, conversion: &Conversion, object: Text) -> Result<Text, Refusal> {
        let convert = |object, api_version: &str| conversion.convert(object, api_version);
        match self.version(&version_of(&object)) {
            Some(own) => own.stored(object, convert),
            None => convert(object, &self.stored),
        }
    }

    fn version(&self, api_version: &str) -> Option<Validator<'_>> {
        self.validators.find(api_version, &self.kind)
    }

    /// Whether decoding an object prunes any field outside of its metadata. The status does not count either
    /// if it is a subresource.
    pub(crate) fn prunes(&self, object: &Value, has_status_apart: bool) -> bool {
        let api_version = object["apiVersion"].as_str().unwrap_or_default();
        let text = Text::from(object.to_string().into_bytes());
        let decoded =
            self.version(api_version).map_or_else(|| text.clone(), |own| own.coerced(text.clone(), false));
        let decoded: Value = serde_json::from_slice(&decoded).unwrap_or_default();
        let (Some(these), Some(those)) = (object.as_object(), decoded.as_object()) else { return false };
        let is_apart = |name: &str| name == "metadata" || has_status_apart && name == "status";
        these.iter().any(|(name, value)| !is_apart(name) && has_more(value, those.get(name)))
    }
}

/// Whether a value has a member that another value lacks, at any depth. Nulls do not count: defaults replace
/// them.
fn has_more(this: &Value, other: Option<&Value>) -> bool {
    match (this, other) {
        (Value::Null, _) => false,
        (_, None) => true,
        (Value::Object(these), Some(Value::Object(those))) => {
            these.iter().any(|(name, value)| has_more(value, those.get(name)))
        }
        (Value::Array(these), Some(Value::Array(those))) => {
            these.iter().zip(those).any(|(this, other)| has_more(this, Some(other)))
        }
        _ => false,
    }
}

fn version_of(object: &[u8]) -> String {
    Object::of(object).string(&["apiVersion"]).unwrap_or_default().into_owned()
}
