//! Converts owners between an object and its scale: the owner of the object's replicas owns `spec.replicas`
//! of its scale, and vice versa.
//
// apimachinery: managedfields/scalehandler.go

use std::collections::BTreeMap;

use serde_json::Value;

use super::entries::ManagedFields;
use crate::fields::FieldSet;
use crate::merge::VersionedSet;
use crate::path::{Path, PathElement};

const SCALE_VERSION: &str = "autoscaling/v1";

/// Converts managedFields between an object and its scale.
///
/// ```
/// use std::collections::BTreeMap;
/// use crdc_apply::{PathElement, ScaleHandler};
/// use serde_json::json;
///
/// let entries = json!([{"manager": "ann", "operation": "Apply", "apiVersion": "example.io/v1", "fieldsType": "FieldsV1",
///     "fieldsV1": {"f:spec": {"f:size": {}, "f:text": {}}}}]);
/// let path = vec![PathElement::field("spec"), PathElement::field("size")];
/// let paths = BTreeMap::from([("example.io/v1".to_owned(), Some(path))]);
/// let scale = ScaleHandler::new(Some(&entries), "example.io/v1", &paths).to_subresource()?.ok_or("no entries")?;
/// assert_eq!(scale[0]["apiVersion"], "autoscaling/v1");
/// assert_eq!(scale[0]["fieldsV1"], json!({"f:spec": {"f:replicas": {}}}));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ScaleHandler<'a> {
    entries: Option<&'a Value>,
    api_version: &'a str,
    paths: &'a BTreeMap<String, Option<Path>>,
}

impl<'a> ScaleHandler<'a> {
    /// A handler with the managedFields of the object, the version of the request, and the path of the
    /// replicas in each served version; `None` for versions without a scale.
    pub fn new(
        entries: Option<&'a Value>,
        api_version: &'a str,
        paths: &'a BTreeMap<String, Option<Path>>,
    ) -> Self {
        ScaleHandler { entries, api_version, paths }
    }

    fn replicas() -> Path {
        vec![PathElement::field("spec"), PathElement::field("replicas")]
    }

    /// The managedFields of the scale.
    ///
    /// # Errors
    ///
    /// The fault of an entry, in the server's words.
    pub fn to_subresource(&self) -> Result<Option<Value>, String> {
        let parent = ManagedFields::read(self.entries)?;
        let mut out = ManagedFields::default();
        for (name, set) in &parent.managers {
            let Some(Some(path)) = self.paths.get(&set.api_version) else { continue };
            if set.fields.contains(path) {
                let fields = FieldSet::from_iter([ScaleHandler::replicas()]);
                let set =
                    VersionedSet { fields, api_version: SCALE_VERSION.to_owned(), applied: set.applied };
                out.managers.insert(name.clone(), set);
                out.times.insert(name.clone(), parent.times.get(name).copied().flatten());
            }
        }
        Ok(out.to_entries())
    }

    /// The managedFields of the object after those of its scale changed: a manager that lost the replicas of
    /// the scale loses the replicas of the object.
    ///
    /// # Errors
    ///
    /// An entry is invalid. The error is the server's message.
    pub fn to_parent(&self, scale: Option<&Value>) -> Result<Option<Value>, String> {
        let parent = ManagedFields::read(self.entries)?;
        let mut scale = ManagedFields::read(scale)?;
        let mut out = ManagedFields::default();
        for (name, set) in &parent.managers {
            // Entries of versions that are not served are dropped.
            let Some(path) = self.paths.get(&set.api_version) else { continue };
            let owned = path.as_ref().filter(|path| set.fields.contains(path));
            let fields = match owned {
                Some(path) if scale.managers.remove(name).is_none() => {
                    set.fields.difference(&FieldSet::from_iter([path]))
                }
                _ => set.fields.clone(),
            };
            if !fields.is_empty() {
                out.managers.insert(name.clone(), set.with_fields(fields));
                out.times.insert(name.clone(), parent.times.get(name).copied().flatten());
            }
        }
        let path = self.paths.get(self.api_version).cloned().flatten().unwrap_or_default();
        for (name, set) in scale.managers {
            if set.fields.contains(&ScaleHandler::replicas()) {
                let fields = FieldSet::from_iter([&path]);
                let set =
                    VersionedSet { fields, api_version: self.api_version.to_owned(), applied: set.applied };
                out.times.insert(name.clone(), parent.times.get(&name).copied().flatten());
                out.managers.insert(name, set);
            }
        }
        Ok(out.to_entries())
    }
}
