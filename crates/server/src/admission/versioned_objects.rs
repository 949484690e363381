//! Converts the objects of a request for webhooks and policies. In: a request whose objects have the storage
//! version. Out: the objects in another version, or their Scales.
//!
//! Easy to break: a Scale has one version, whatever version of the scaled object a webhook wants.

use crdc_admission::{Attributes, Object, Patch, Refusal};
use serde_json::Value;

use crate::apimachinery::written::Written;
use crate::conversion::Conversion;
use crate::subresources::scale::{SUBRESOURCE, Scale};

/// Converts the objects of one kind to the form that webhooks and policies get.
#[derive(Clone)]
pub(crate) struct VersionedObjects {
    /// The versions of the resource.
    pub(crate) versions: Vec<String>,
    pub(crate) conversion: Conversion,
    pub(crate) scale: Option<Scale>,
    pub(crate) written: Written,
}

impl VersionedObjects {
    /// The scale paths of the resource, if the request writes the subresource `scale`.
    fn scale(&self, attributes: &Attributes<'_>) -> Option<&Scale> {
        self.scale.as_ref().filter(|_| attributes.subresource() == Some(SUBRESOURCE))
    }

    /// The group, version and kind of the object that a request writes, in a version of the resource.
    pub(crate) fn kind<'k>(&self, attributes: &'k Attributes<'_>, version: &'k str) -> [&'k str; 3] {
        match self.scale(attributes) {
            Some(_) => ["autoscaling", "v1", "Scale"],
            None => [attributes.resource().group, version, attributes.resource().kind],
        }
    }

    /// The object and the old object of a request in a version; null for a missing object.
    pub(crate) fn objects(&self, attributes: &Attributes<'_>, version: &str) -> Result<[Value; 2], Refusal> {
        let read = |object: Option<&Object<'_>>| -> Result<Value, Refusal> {
            let Some(object) = object else { return Ok(Value::Null) };
            match self.scale(attributes) {
                Some(scale) => Ok(scale.of(&object.parse().map_err(Refusal::internal)?)),
                None => {
                    let converted = self.conversion.convert_to(object.bytes(), version)?;
                    serde_json::from_slice(&converted)
                        .map(|object| self.written.of(object))
                        .map_err(Refusal::internal)
                }
            }
        };
        Ok([read(attributes.object())?, read(attributes.old_object().as_ref())?])
    }

    /// Applies a JSON patch to an object of a request in the form that a webhook got, and returns whether the
    /// patch changes the object.
    pub(crate) fn patch(
        &self,
        attributes: &mut Attributes<'_>,
        version: &str,
        patch: &[u8],
    ) -> Result<bool, Refusal> {
        let scale = self.scale(attributes).cloned();
        let Some(object) = attributes.object_mut() else { return Ok(false) };
        let failed = |refusal: Refusal| Refusal::internal(&refusal.status().message);
        let before = match &scale {
            Some(scale) => scale.of(&object.parse().map_err(Refusal::internal)?).to_string().into_bytes(),
            None => self.conversion.convert_to(object.bytes(), version)?.to_vec(),
        };
        let after = Patch::Json(patch).applied(&before).map_err(failed)?;
        if *after == *before {
            return Ok(false);
        }
        match scale {
            Some(scale) => {
                let after: Value = serde_json::from_slice(&after).map_err(Refusal::internal)?;
                let change = scale.change(after["spec"]["replicas"].as_i64().unwrap_or_default()).to_string();
                let after = Patch::Merge(change.as_bytes()).applied(object.bytes()).map_err(failed)?;
                object.replace(&after);
            }
            None => {
                let own = object.string(&["apiVersion"]).unwrap_or_default().into_owned();
                let own = own.rsplit('/').next().unwrap_or_default();
                object.replace(&self.conversion.convert_to(&after, own)?);
            }
        }
        Ok(true)
    }
}
