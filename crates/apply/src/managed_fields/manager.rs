//! Applies and updates objects of Kubernetes with `metadata.managedFields`.
//!
//! The layers are those of the server, from the outside to the inside: version, last-applied annotation,
//! objects without managers, the limit of entries, names, times, fields without an owner, merging.
//
// apimachinery: managedfields/internal/fieldmanager.go

use std::collections::BTreeMap;

use serde_json::Value;

use super::entries::{self, ManagedFields};
use super::error::{ApplyError, Problem};
use super::time::Time;
use super::versions::Versions;
use super::{annotation, object};
use crate::depth;
use crate::fields::Filter;

/// The options of a request.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// `fieldManager`; the server uses `unknown` if it is empty.
    pub manager: &'a str,
    /// `force`: whether an apply takes over fields in conflict. Updates always take over fields.
    pub force: bool,
    /// The time of the request.
    pub now: Time,
}

/// Tracks the owners of the fields of a kind's objects, and applies configurations.
///
/// A manager is cheap to create for each request. It is for one version of a kind, and optionally for a
/// subresource.
///
/// ```
/// use crdc_apply::{ApplyError, FieldManager, Options, Schema, SingleVersion, Time};
/// use serde_json::json;
///
/// let versions = SingleVersion::new("example.io/v1", Schema::new(), Schema::DEDUCED);
/// let fields = FieldManager::new(&versions, "example.io/v1", "Site");
/// let options = |manager| Options { manager, force: false, now: Time(1_767_225_600) };
///
/// let config = json!({"apiVersion": "example.io/v1", "kind": "Site", "metadata": {"name": "a"}, "spec": {"replicas": 1}});
/// let live = fields.apply(None, &config, options("ann"))?;
/// assert_eq!(live["metadata"]["managedFields"], json!([{
///     "manager": "ann", "operation": "Apply", "apiVersion": "example.io/v1", "time": "2026-01-01T00:00:00Z",
///     "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {".": {}, "f:replicas": {}}},
/// }]));
///
/// let other = json!({"apiVersion": "example.io/v1", "kind": "Site", "metadata": {"name": "a"}, "spec": {"replicas": 2}});
/// let conflict = fields.apply(Some(&live), &other, options("bob")).unwrap_err();
/// assert_eq!(conflict.message(), r#"Apply failed with 1 conflict: conflict with "ann": .spec.replicas"#);
/// # Ok::<(), ApplyError>(())
/// ```
#[derive(Clone, Copy)]
pub struct FieldManager<'a> {
    pub(super) versions: &'a dyn Versions,
    pub(super) api_version: &'a str,
    pub(super) kind: &'a str,
    pub(super) subresource: &'a str,
    pub(super) filters: Option<&'a BTreeMap<String, Filter>>,
}

impl<'a> FieldManager<'a> {
    /// A manager for requests in a version, as `apps/v1`, of a kind.
    pub fn new(versions: &'a dyn Versions, api_version: &'a str, kind: &'a str) -> Self {
        FieldManager { versions, api_version, kind, subresource: "", filters: None }
    }

    /// A manager for requests to a subresource, as `status`.
    #[must_use]
    pub fn subresource(self, subresource: &'a str) -> Self {
        FieldManager { subresource, ..self }
    }

    /// Tracks only the fields that these filters select, by version. The caller resets the fields that a
    /// request cannot change, so the request does not own them. For custom resources with a status these are
    /// `status` for the object itself, and `metadata` and `spec` for `status`.
    #[must_use]
    pub fn reset_fields(self, filters: &'a BTreeMap<String, Filter>) -> Self {
        FieldManager { filters: Some(filters), ..self }
    }

    /// The object that an apply makes, with managedFields; it may be the unchanged live object. `live` is
    /// `None` if there is no object yet. It may have any version; the result has the version of the request.
    ///
    /// The result is not yet the stored object: the caller resets fields, admits, validates, and calls
    /// [`keep_times`](crate::keep_times).
    ///
    /// # Errors
    ///
    /// Conflicts (409); another version or kind than the request's, and managedFields in the configuration
    /// (400); values that do not fit their types (500).
    pub fn apply(
        &self,
        live: Option<&Value>,
        config: &Value,
        options: Options<'_>,
    ) -> Result<Value, ApplyError> {
        let (live, entries) = self.live(live)?;
        let managed = ManagedFields::read(entries.as_ref())
            .map_err(|problem| Problem::internal("failed to decode managed fields", problem))?;
        let (api_version, kind) = (object::text(config, "apiVersion"), object::text(config, "kind"));
        if (api_version, kind) != (self.api_version, self.kind) {
            let kind = object::printed_kind(api_version, kind);
            return Err(ApplyError::BadRequest(format!("invalid object type: {kind}")));
        }
        checked_depth(config, "patch")?;
        let (mut object, managed) = self.apply_or_upgrade(&live, config, managed, options)?;
        annotation::update(&mut object, config, options.manager);
        object::set_managed_fields(&mut object, managed.to_entries());
        Ok(object)
    }

    /// A created, updated or patched object with managedFields. `live` is `None` for a create, and may have
    /// any version; `new` has the version of the request. A client may change managedFields itself, except
    /// through a subresource; `[]` and `[{}]` clear them.
    ///
    /// If tracking fails, the object has no managedFields, as in the server.
    pub fn update(&self, live: Option<&Value>, new: Value, options: Options<'_>) -> Value {
        let mut object = new;
        let too_deep = depth::is_object_too_deep(&object);
        let requested = object::remove_managed_fields(&mut object);
        if too_deep {
            return object;
        }
        match self.tracked(live, requested.as_ref(), &object, options) {
            Ok(managed) => object::set_managed_fields(&mut object, managed.to_entries()),
            // The server logs this as an unexpected error.
            Err(_) => drop(object::remove_managed_fields(&mut object)),
        }
        object
    }

    /// The managedFields of [`FieldManager::update`], for callers that need to know of failures. `new` has no
    /// managedFields; `requested` are the managedFields in the request.
    ///
    /// # Errors
    ///
    /// Values that do not fit their types, and objects that are not converted.
    pub fn track_update(
        &self,
        live: Option<&Value>,
        requested: Option<&Value>,
        new: &Value,
        options: Options<'_>,
    ) -> Result<Option<Value>, ApplyError> {
        Ok(self.tracked(live, requested, new, options)?.to_entries())
    }

    fn tracked(
        &self,
        live: Option<&Value>,
        requested: Option<&Value>,
        new: &Value,
        options: Options<'_>,
    ) -> Result<ManagedFields, Problem> {
        let (live, entries) = self.live(live)?;
        let of_live = || ManagedFields::read(entries.as_ref()).unwrap_or_default();
        let managed = if !self.subresource.is_empty() {
            of_live()
        } else if entries::is_reset(requested) {
            ManagedFields::default()
        } else {
            // A client that does not know managedFields must not delete them by accident.
            match ManagedFields::read(requested) {
                Ok(managed) if !managed.managers.is_empty() => managed,
                _ => of_live(),
            }
        };
        // An object that was created before tracking is not tracked until a manager applies.
        if managed.managers.is_empty() && !object::meta_text(&live, "uid").is_empty() {
            return Ok(managed);
        }
        self.track(&live, new, managed, options)
    }

    /// The live object in the version of the request, and its managedFields, which are not compared and
    /// merged with the rest.
    fn live(&self, live: Option<&Value>) -> Result<(Value, Option<Value>), Problem> {
        if let Some(live) = live {
            checked_depth(live, "live")?;
        }
        let mut object = match live {
            None => object::empty(self.api_version, self.kind),
            Some(live) if object::text(live, "apiVersion") == self.api_version => live.clone(),
            Some(live) => self.versions.convert(live, self.api_version).map_err(|problem| {
                let live = object::printed(live);
                Problem::internal(
                    format_args!("failed to convert live object ({live}) to proper version"),
                    problem,
                )
            })?,
        };
        let entries = object::remove_managed_fields(&mut object);
        Ok((object, entries))
    }
}

/// Refuses an object that nests too deep, before it is copied.
fn checked_depth(object: &Value, which: &str) -> Result<(), Problem> {
    if !depth::is_object_too_deep(object) {
        return Ok(());
    }
    let what = format!("failed to create typed {which} object ({})", object::printed(object));
    Err(Problem::internal(what, depth::too_deep()))
}
