//! Apply merges, prunes and compares, and reports conflicts unless it is forced. Update gives changed and
//! added fields to its manager alone.
//!
//! Removed fields have no owner in both cases.
//
// structured-merge-diff: merge/update.go

use std::collections::BTreeMap;

use super::conflict::Conflicts;
use super::converter::{ConvertError, Converter};
use super::error::{MergeError, failed};
use super::managers::{Managers, VersionedSet};
use super::prune::Prune;
use crate::fields::{FieldSet, Filter};
use crate::typed::{Comparison, Typed};
use crate::value::equal;

/// Applies and updates.
///
/// ```
/// use std::borrow::Cow;
/// use crdc_apply::{Duplicates, Managers, MergeError, SameVersion, Schema, Typed, Updater};
/// use serde_json::{Value, json};
///
/// let schema = Schema::new();
/// let typed = |value: Value| Typed::new(Cow::Owned(value), &schema, Schema::DEDUCED, Duplicates::Refused);
/// let updater = Updater::new(&SameVersion);
/// let (live, managers) = updater.apply(&typed(json!({}))?, &typed(json!({"a": 1, "b": 1}))?, "v1", Managers::new(), "ann", false)?;
/// let live = live.ok_or("unchanged")?;
/// let Err(MergeError::Conflicts(conflicts)) = updater.apply(&live, &typed(json!({"a": 2}))?, "v1", managers, "bob", false) else {
///     return Err("no conflict".into());
/// };
/// assert_eq!(conflicts.to_string(), r#"conflict with "ann": .a"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Updater<'a> {
    converter: &'a dyn Converter,
    filters: Option<&'a BTreeMap<String, Filter>>,
}

impl<'a> Updater<'a> {
    /// An updater that tracks all fields.
    pub fn new(converter: &'a dyn Converter) -> Self {
        Updater { converter, filters: None }
    }

    /// Tracks only the fields that these filters select, by version. Other fields are never owned and never
    /// in conflict.
    #[must_use]
    pub fn with_filters(self, filters: &'a BTreeMap<String, Filter>) -> Self {
        Updater { filters: Some(filters), ..self }
    }

    fn filter(&self, version: &str) -> Option<&'a Filter> {
        self.filters.and_then(|filters| filters.get(version))
    }

    /// Applies a configuration. The returned object is `None` if the live object does not change.
    ///
    /// # Errors
    ///
    /// Conflicts, unless forced; and errors of [`Typed`] and of the converter.
    pub fn apply(
        &self,
        live: &Typed<'a>,
        config: &Typed<'a>,
        version: &str,
        managers: Managers,
        manager: &str,
        force: bool,
    ) -> Result<(Option<Typed<'a>>, Managers), MergeError> {
        let mut managers = self.reconciled(live, managers)?;
        let merged = live.merge(config).map_err(|error| failed("failed to merge config", error))?;
        let fields = config.to_fields().map_err(|error| failed("failed to get field set", error))?;
        let fields = filtered(self.filter(version), fields);
        let applied = VersionedSet { fields, api_version: version.to_owned(), applied: true };
        let last = managers.insert(manager.to_owned(), applied);
        let object = match &last {
            Some(last) if !last.fields.is_empty() => {
                let prune = Prune { converter: self.converter, managers: &managers, last, version };
                prune.run(merged).map_err(|error| failed("failed to prune fields", error))?
            }
            _ => merged,
        };
        let (managers, _) = self.track(live, &object, version, managers, manager, force)?;
        let changed = !equal(live.value(), object.value());
        Ok((changed.then_some(object), managers))
    }

    /// Tracks an update that has been made already.
    ///
    /// # Errors
    ///
    /// Errors of [`Typed`] and of the converter.
    pub fn update(
        &self,
        live: &Typed<'a>,
        new: &Typed<'a>,
        version: &str,
        managers: Managers,
        manager: &str,
    ) -> Result<Managers, MergeError> {
        let managers = self.reconciled(live, managers)?;
        let (mut managers, compared) = self.track(live, new, version, managers, manager, true)?;
        let before = managers.remove(manager).map(|set| set.fields).unwrap_or_default();
        let fields = before.difference(&compared.removed).union(&compared.modified).union(&compared.added);
        let fields = filtered(self.filter(version), fields);
        if !fields.is_empty() {
            managers.insert(
                manager.to_owned(),
                VersionedSet { fields, api_version: version.to_owned(), applied: false },
            );
        }
        Ok(managers)
    }

    /// Removes changed fields from all other managers; without force that is a conflict. Compares once for
    /// each version in which a manager owns fields.
    fn track(
        &self,
        live: &Typed<'a>,
        new: &Typed<'a>,
        version: &str,
        mut managers: Managers,
        manager: &str,
        force: bool,
    ) -> Result<(Managers, Comparison), MergeError> {
        let mut versions: BTreeMap<String, Changes> = BTreeMap::new();
        versions.insert(version.to_owned(), self.changes(live, new, version)?);
        let mut conflicts = BTreeMap::new();
        let mut removed = Vec::new();
        let mut gone = Vec::new();
        for (name, set) in managers.iter().filter(|(name, _)| *name != manager) {
            if !versions.contains_key(&set.api_version) {
                let converted = self.convert_both(live, new, &set.api_version)?;
                let Some((live, new)) = converted else {
                    gone.push(name.clone());
                    continue;
                };
                versions.insert(set.api_version.clone(), self.changes(&live, &new, &set.api_version)?);
            }
            let Some(changes) = versions.get(&set.api_version) else { continue };
            let conflict = set.fields.intersection(&changes.written);
            if !conflict.is_empty() {
                conflicts.insert(name.clone(), conflict);
            }
            if !changes.compared.removed.is_empty() {
                removed.push(name.clone());
            }
        }
        if !force && !conflicts.is_empty() {
            return Err(MergeError::Conflicts(Conflicts::new(&conflicts)));
        }
        for name in gone {
            managers.remove(&name);
        }
        for (name, conflict) in &conflicts {
            if let Some(set) = managers.get_mut(name) {
                *set = set.with_fields(set.fields.difference(conflict));
            }
        }
        for name in removed {
            if let Some(set) = managers.get_mut(&name)
                && let Some(changes) = versions.get(&set.api_version)
            {
                *set = set.with_fields(set.fields.difference(&changes.compared.removed));
            }
        }
        managers.retain(|_, set| !set.fields.is_empty());
        let compared = versions.remove(version).map(|changes| changes.compared).unwrap_or_default();
        Ok((managers, compared))
    }

    fn changes(&self, live: &Typed<'a>, new: &Typed<'a>, version: &str) -> Result<Changes, MergeError> {
        let compared = live.compare(new).map_err(|error| failed("failed to compare objects", error))?;
        let compared = compared.filtered(self.filter(version));
        let written = compared.modified.union(&compared.added);
        Ok(Changes { compared, written })
    }

    /// Both objects in a version; `None` if the version is not served any more.
    fn convert_both(
        &self,
        live: &Typed<'a>,
        new: &Typed<'a>,
        version: &str,
    ) -> Result<Option<(Typed<'a>, Typed<'a>)>, MergeError> {
        let converted = |object: &Typed<'a>, which: &str| match self.converter.convert(object, version) {
            Ok(object) => Ok(Some(object)),
            Err(ConvertError::MissingVersion(_)) => Ok(None),
            Err(ConvertError::Failed(problem)) => {
                Err(failed(format_args!("failed to convert {which} object"), problem))
            }
        };
        let Some(live) = converted(live, "old")? else { return Ok(None) };
        Ok(converted(new, "new")?.map(|new| (live, new)))
    }

    /// The managers after changes of types since their last write. Managers in versions that are not served
    /// any more are dropped.
    fn reconciled(&self, live: &Typed<'a>, managers: Managers) -> Result<Managers, MergeError> {
        let mut live_in: BTreeMap<String, Option<Typed<'a>>> = BTreeMap::new();
        let mut out = Managers::new();
        for (name, set) in managers {
            if !live_in.contains_key(&set.api_version) {
                let converted = match self.converter.convert(live, &set.api_version) {
                    Ok(object) => Some(object),
                    Err(ConvertError::MissingVersion(_)) => None,
                    Err(error) => return Err(error.into()),
                };
                live_in.insert(set.api_version.clone(), converted);
            }
            let Some(Some(live)) = live_in.get(&set.api_version) else { continue };
            let reconciled = live
                .reconcile(&set.fields)
                .map_err(|error| failed("errors reconciling field set with schema", error))?;
            let set = reconciled.map(|fields| set.with_fields(fields)).unwrap_or(set);
            out.insert(name, set);
        }
        Ok(out)
    }
}

/// The changed fields in one version.
struct Changes {
    compared: Comparison,
    /// The modified and the added fields.
    written: FieldSet,
}

fn filtered(filter: Option<&Filter>, fields: FieldSet) -> FieldSet {
    filter.map(|filter| filter.apply(&fields)).unwrap_or(fields)
}
