//! The inner layers of the field manager: names, times, fields without an owner, merging.
//!
//! An update is first tracked under a temporary name: if that name owns fields afterwards, the object has
//! changed, and the time changes with it.
//
// apimachinery: managedfields/internal/managedfieldsupdater.go, stripmeta.go, structuredmerge.go,
// skipnonapplied.go

use std::borrow::Cow;
use std::sync::LazyLock;

use serde_json::Value;

use super::entries::{self, ManagedFields};
use super::error::Problem;
use super::identity::{Operation, identifier};
use super::manager::{FieldManager, Options};
use super::versions::{ByVersions, typed};
use super::{cap, object};
use crate::fields::FieldSet;
use crate::merge::{Managers, Updater};
use crate::path::PathElement;
use crate::typed::Duplicates;

/// The temporary name of an update, before its manager gets the fields.
const SELF: &str = "current-operation";

impl FieldManager<'_> {
    fn name(&self, manager: &str, operation: Operation) -> String {
        let manager = if manager.is_empty() { "unknown" } else { manager };
        identifier(manager, operation, self.api_version, self.subresource)
    }

    /// Tracks an update, and limits the number of entries.
    pub(super) fn track(
        &self,
        live: &Value,
        new: &Value,
        mut managed: ManagedFields,
        options: Options<'_>,
    ) -> Result<ManagedFields, Problem> {
        let mut managers = self.update_fields(live, new, managed.managers)?;
        strip(&mut managers, SELF);
        if let Some(mut set) = managers.remove(SELF) {
            let name = self.name(options.manager, Operation::Update);
            if let Some(previous) = managers.get(&name) {
                set.fields = set.fields.union(&previous.fields);
            }
            managers.insert(name.clone(), set);
            managed.times.insert(name, Some(options.now));
        }
        managed.managers = managers;
        cap::cap(&mut managed);
        Ok(managed)
    }

    fn update_fields(&self, live: &Value, new: &Value, managers: Managers) -> Result<Managers, Problem> {
        let converter = ByVersions(self.versions);
        let to_typed = |object, which: &str| {
            typed(self.versions, Cow::Borrowed(object), Duplicates::Allowed).map_err(|problem| {
                let object = object::printed(object);
                Problem::internal(
                    format_args!("failed to convert {which} object ({object}) to smd typed"),
                    problem,
                )
            })
        };
        let (typed_new, typed_live) = (to_typed(new, "new")?, to_typed(live, "live")?);
        let updater = self.updater(&converter);
        updater.update(&typed_live, &typed_new, self.api_version, managers, SELF).map_err(|error| {
            let new = object::printed(new);
            Problem::internal(format_args!("failed to update ManagedFields ({new})"), error)
        })
    }

    fn updater<'u>(&'u self, converter: &'u ByVersions<'u>) -> Updater<'u> {
        match self.filters {
            None => Updater::new(converter),
            Some(filters) => Updater::new(converter).with_filters(filters),
        }
    }

    /// Applies, to an object that may have no managers yet. The objects have no managedFields.
    pub(super) fn apply_tracked(
        &self,
        live: &Value,
        config: &Value,
        mut managed: ManagedFields,
        options: Options<'_>,
    ) -> Result<(Value, ManagedFields), Problem> {
        if managed.managers.is_empty() {
            let empty = object::empty(self.api_version, self.kind);
            let before = Options { manager: "before-first-apply", ..options };
            managed = self.track(&empty, live, managed, before).map_err(|problem| {
                Problem::internal("failed to create manager for existing fields", problem)
            })?;
        }
        let name = self.name(options.manager, Operation::Apply);
        let (object, mut managers) = self.merge(live, config, managed.managers, &name, options.force)?;
        strip(&mut managers, &name);
        managed.managers = managers;
        let object = match object {
            Some(object) => {
                managed.times.insert(name, Some(options.now));
                object
            }
            None => live.clone(),
        };
        Ok((object, managed))
    }

    /// The merged object with defaults; `None` if nothing changes.
    fn merge(
        &self,
        live: &Value,
        config: &Value,
        managers: Managers,
        name: &str,
        force: bool,
    ) -> Result<(Option<Value>, Managers), Problem> {
        if entries::entries(object::managed_fields(config)).is_some() {
            return Err(Problem::BadRequest("metadata.managedFields must be nil".to_owned()));
        }
        let converter = ByVersions(self.versions);
        let to_typed = |object, which: &str, duplicates| {
            typed(self.versions, Cow::Borrowed(object), duplicates).map_err(|problem| {
                let object = object::printed(object);
                Problem::internal(format_args!("failed to create typed {which} object ({object})"), problem)
            })
        };
        let typed_config = to_typed(config, "patch", Duplicates::Refused)?;
        let typed_live = to_typed(live, "live", Duplicates::Allowed)?;
        let updater = self.updater(&converter);
        let (object, managers) =
            updater.apply(&typed_live, &typed_config, self.api_version, managers, name, force)?;
        let object = object.map(|object| {
            let mut object = object.into_value();
            self.versions.set_defaults(&mut object);
            object
        });
        Ok((object, managers))
    }
}

/// Removes the fields without an owner from a manager.
fn strip(managers: &mut Managers, name: &str) {
    if let Some(set) = managers.get_mut(name) {
        set.fields = set.fields.difference(&NEVER_OWNED);
        if set.fields.is_empty() {
            managers.remove(name);
        }
    }
}

/// The fields without an owner.
static NEVER_OWNED: LazyLock<FieldSet> = LazyLock::new(|| {
    let root = ["apiVersion", "kind", "metadata"].into_iter().map(|name| vec![PathElement::field(name)]);
    let meta = [
        "name",
        "namespace",
        "creationTimestamp",
        "selfLink",
        "uid",
        "clusterName",
        "generation",
        "managedFields",
        "resourceVersion",
    ];
    let meta = meta.into_iter().map(|name| vec![PathElement::field("metadata"), PathElement::field(name)]);
    root.chain(meta).collect()
});
