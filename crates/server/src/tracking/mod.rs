//! Tracks the owners of fields: `metadata.managedFields`, and server-side apply. In: the types of a kind, and
//! requests. Out: objects with field owners.
//!
//! `schema` builds the types of custom resources, and `native` the types of Kubernetes' own kinds. Tracking
//! is the first mutator of each chain: fields that other mutators change have no owner, as on servers.
// apiserver: pkg/endpoints/handlers/fieldmanager

mod native;
mod refused;
mod scale;
mod schema;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::{Arc, OnceLock};

use crdc_admission::{Attributes, Clock, Mutator, Object, Operation, Refusal};
use crdc_apply::{
    ConvertError, FieldManager, FieldSet, Filter, Matcher, Options, PathElement, Schema, Time, TypeRef,
    Versions, after_admission, keep_times,
};
use serde_json::{Value, json};

use crate::apimachinery::clock::ServerClock;
use crate::apimachinery::written::Written;
use crate::conversion::Conversion;
use crate::subresources::ephemeral_containers;

pub(crate) use native::NativeTypes;
use refused::refused;
pub(crate) use scale::{ScaleWrite, Scaled};

/// The types of the versions of a resource, built when a request first needs them.
pub(crate) struct Types {
    kind: String,
    /// The sources of the types, by API version.
    versions: BTreeMap<String, Source>,
    made: OnceLock<BTreeMap<String, (Schema, TypeRef)>>,
    /// Empty objects of the versions of one of Kubernetes' own kinds.
    empty: OnceLock<BTreeMap<String, Value>>,
    /// The API versions in which the status is a subresource.
    statuses: BTreeSet<String>,
    conversion: Conversion,
    /// The paths of the replicas of the scale, by API version.
    pub(crate) scales: BTreeMap<String, Option<String>>,
}

/// The source of the types of a version.
pub(crate) enum Source {
    /// The schema of a CustomResourceDefinition.
    Custom(Arc<Value>),
    /// The definitions of Kubernetes.
    Native(NativeTypes),
}

impl Types {
    pub(crate) fn new(
        kind: &str,
        versions: BTreeMap<String, Source>,
        statuses: BTreeSet<String>,
        conversion: Conversion,
    ) -> Types {
        let scales = versions.keys().map(|version| (version.clone(), None)).collect();
        Types {
            kind: kind.to_owned(),
            versions,
            made: OnceLock::new(),
            empty: OnceLock::new(),
            statuses,
            conversion,
            scales,
        }
    }

    /// Sets the path of the replicas of a version.
    pub(crate) fn scale(&mut self, api_version: &str, path: &str) {
        self.scales.insert(api_version.to_owned(), Some(path.to_owned()));
    }

    /// The object with which a new object is compared: `None`, or an empty object of one of Kubernetes' own
    /// kinds.
    fn empty(&self, api_version: &str) -> Option<&Value> {
        let empty = |(version, source): (&String, &Source)| match source {
            Source::Custom(_) => None,
            Source::Native(native) => Some((version.clone(), native.empty(version, &self.kind)?)),
        };
        self.empty.get_or_init(|| self.versions.iter().filter_map(empty).collect()).get(api_version)
    }

    /// The schema of a version of a custom resource.
    pub(crate) fn schema(&self, api_version: &str) -> Option<&Value> {
        match self.versions.get(api_version)? {
            Source::Custom(schema) => Some(schema),
            Source::Native(_) => None,
        }
    }

    fn made(&self) -> &BTreeMap<String, (Schema, TypeRef)> {
        self.made.get_or_init(|| {
            let make = |(version, source): (&String, &Source)| {
                let types = match source {
                    Source::Custom(schema) => schema::types(schema),
                    Source::Native(native) => native.types(version, &self.kind),
                };
                (version.clone(), types)
            };
            self.versions.iter().map(make).collect()
        })
    }

    /// The filters of fields that requests do not own. A write to the object does not own its status, in the
    /// version of the request alone. A write to the status does not own the other fields, in all versions
    /// that have a status.
    // apiextensions-apiserver: pkg/apiserver/customresource_handler.go getStatusResetFields
    fn filters(&self, api_version: &str, subresource: &str) -> BTreeMap<String, Filter> {
        if subresource == ephemeral_containers::SUBRESOURCE {
            let step = |name, below| Matcher::Steps(vec![(Some(PathElement::field(name)), below)]);
            let part = Filter::Include(step("spec", step(ephemeral_containers::FIELD, Matcher::Any)));
            return self.versions.keys().map(|version| (version.clone(), part.clone())).collect();
        }
        let is_status = subresource == "status";
        let reset = if is_status { json!({"f:metadata": {}, "f:spec": {}}) } else { json!({"f:status": {}}) };
        let Ok(set) = FieldSet::from_value(&reset) else { return BTreeMap::new() };
        let versions = self.statuses.iter().filter(|version| is_status || **version == *api_version);
        versions.map(|version| (version.clone(), Filter::Exclude(set.clone()))).collect()
    }
}

impl Versions for Types {
    fn type_of(&self, api_version: &str, kind: &str) -> Option<(&Schema, TypeRef)> {
        if kind != self.kind {
            return None;
        }
        self.made().get(api_version).map(|(schema, of)| (schema, *of))
    }

    fn convert(&self, object: &Value, api_version: &str) -> Result<Value, ConvertError> {
        if !self.versions.contains_key(api_version) {
            return Err(ConvertError::MissingVersion(format!("there is no version {api_version}")));
        }
        let text = object.to_string().into_bytes().into();
        let failed = |why: &dyn Display| ConvertError::Failed(why.to_string());
        let text = self.conversion.convert(text, api_version).map_err(|why| failed(&why.status().message))?;
        serde_json::from_slice(&text).map_err(|why| failed(&why))
    }
}

/// A request to apply.
pub(crate) struct Apply<'a> {
    pub(crate) api_version: &'a str,
    pub(crate) subresource: &'a str,
    pub(crate) manager: &'a str,
    pub(crate) force: bool,
    pub(crate) now: i64,
}

impl Types {
    /// Merges an apply configuration into the stored object, or into a new one.
    pub(crate) fn apply(
        &self,
        live: Option<&Value>,
        config: &Value,
        apply: &Apply<'_>,
    ) -> Result<Value, Refusal> {
        let filters = self.filters(apply.api_version, apply.subresource);
        let fields = FieldManager::new(self, apply.api_version, &self.kind)
            .subresource(apply.subresource)
            .reset_fields(&filters);
        let options = Options { manager: apply.manager, force: apply.force, now: Time(apply.now) };
        fields.apply(live, config, options).map_err(|error| refused(&error))
    }
}

/// A mutator that tracks the owners of fields for creates, updates and patches. An apply was tracked when it
/// was merged.
pub(crate) struct Tracker {
    pub(crate) types: Arc<Types>,
    pub(crate) api_version: String,
    pub(crate) clock: Arc<ServerClock>,
    pub(crate) written: Written,
}

/// The refusal of an object that the parser of this crate does not accept: it nests deeper than 127 values. A
/// server of Kubernetes stores it; here its owners would be lost, and later applies would fail.
fn unparsable(error: serde_json::Error) -> Refusal {
    Refusal::bad_request(format!("the object cannot be read: {error}"))
}

impl Mutator for Tracker {
    fn name(&self) -> &str {
        "managedFields"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let options: Value =
            attributes.options().and_then(|text| serde_json::from_slice(text).ok()).unwrap_or_default();
        let is_applied = attributes.is_applied();
        let subresource = attributes.subresource().unwrap_or_default().to_owned();
        let old = attributes.old_object().and_then(|old| old.parse::<Value>().ok());
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        let new = object.parse::<Value>().map_err(unparsable)?;
        if is_applied {
            return Ok(());
        }
        let new = self.written.of(new);
        let tracked = {
            let filters = self.types.filters(&self.api_version, &subresource);
            let fields = FieldManager::new(&*self.types, &self.api_version, &self.types.kind)
                .subresource(&subresource)
                .reset_fields(&filters);
            let manager = options["fieldManager"].as_str().unwrap_or_default();
            let options = Options { manager, force: true, now: Time(self.clock.now()) };
            let live = old.as_ref().or_else(|| self.types.empty(&self.api_version));
            fields.update(live, new, options)
        };
        set_owners(object, &tracked);
        Ok(())
    }
}

/// The path of the field owners of an object.
const MANAGED: [&str; 2] = ["metadata", "managedFields"];

/// Gives an object the field owners of another one.
fn set_owners(object: &mut Object<'_>, of: &Value) {
    let owners = of["metadata"].get("managedFields").map(Value::to_string);
    match owners.as_deref().map(str::as_bytes) {
        same if same == object.get(&MANAGED) => {}
        Some(owners) => drop(object.set(&MANAGED, owners)),
        None => drop(object.remove(&MANAGED)),
    }
}

/// A mutator that runs after all other mutators: it restores owners that one of them broke, and keeps times
/// if nothing else changed.
pub(crate) struct Settled(pub(crate) Written);

impl Mutator for Settled {
    fn name(&self) -> &str {
        "managedFields"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let old = attributes.old_object().and_then(|old| old.parse::<Value>().ok());
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        if old.is_none() {
            // Only the owners of a new object matter.
            let owners = object.get(&MANAGED).and_then(|text| serde_json::from_slice::<Value>(text).ok());
            let mut new = json!({"metadata": {}});
            new["metadata"]["managedFields"] = owners.unwrap_or_default();
            if let Some(warning) = after_admission(&mut new, None) {
                object.remove(&MANAGED);
                attributes.warn(warning);
            }
            return Ok(());
        }
        let mut settled = self.0.of(object.parse::<Value>().map_err(unparsable)?);
        // A server uses the owners before admission; the stored owners are as close here.
        let before = old.as_ref().map(|old| old["metadata"]["managedFields"].clone()).filter(Value::is_array);
        let warning = after_admission(&mut settled, before);
        if let Some(old) = &old {
            keep_times(&mut settled, old);
        }
        set_owners(object, &settled);
        if let Some(warning) = warning {
            attributes.warn(warning);
        }
        Ok(())
    }
}
