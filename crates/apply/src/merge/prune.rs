//! Prunes fields that a manager applied last time and does not apply now, unless another manager owns them.
//!
//! Fields are pruned in the version of the last apply. Then fields of other managers are restored version by
//! version, beginning with that version, since conversion may need pruned fields. At the end, fields are
//! restored that the manager had not applied itself.
//
// structured-merge-diff: merge/update.go

use std::collections::BTreeMap;

use super::converter::{ConvertError, Converter};
use super::error::{MergeError, failed};
use super::managers::{Managers, VersionedSet};
use crate::fields::FieldSet;
use crate::typed::Typed;

/// The input of pruning.
pub(super) struct Prune<'m, 'a> {
    pub(super) converter: &'a dyn Converter,
    /// All managers, with the new fields of the manager that applies.
    pub(super) managers: &'m Managers,
    /// The fields that the manager applied last.
    pub(super) last: &'m VersionedSet,
    /// The version of this apply.
    pub(super) version: &'m str,
}

impl<'a> Prune<'_, 'a> {
    pub(super) fn run(&self, merged: Typed<'a>) -> Result<Typed<'a>, MergeError> {
        let version = &self.last.api_version;
        let converted = match self.converter.convert(&merged, version) {
            Ok(converted) => converted,
            Err(ConvertError::MissingVersion(_)) => return Ok(merged),
            Err(error) => {
                return Err(failed("failed to convert merged object to last applied version", error));
            }
        };
        let pruned = converted.without(&named(&self.last.fields, &converted));
        let pruned = self
            .add_owned(&converted, pruned)
            .map_err(|error| failed("failed add back owned items", error))?;
        let pruned = self
            .add_dangling(&converted, pruned)
            .map_err(|error| failed("failed add back dangling items", error))?;
        Ok(self.converter.convert(&pruned, self.version)?)
    }

    /// Puts back the fields that any manager owns, whether applied or updated.
    fn add_owned(&self, merged: &Typed<'a>, pruned: Typed<'a>) -> Result<Typed<'a>, MergeError> {
        let mut owned: BTreeMap<&str, FieldSet> = BTreeMap::new();
        for set in self.managers.values() {
            let of_version = owned.entry(&set.api_version).or_default();
            *of_version = of_version.union(&set.fields);
        }
        let mut objects = (merged.clone(), pruned);
        if let Some(fields) = owned.remove(self.last.api_version.as_str()) {
            objects = self.add_owned_in(objects, &self.last.api_version, &fields)?;
        }
        for (version, fields) in owned {
            objects = self.add_owned_in(objects, version, &fields)?;
        }
        Ok(objects.1)
    }

    fn add_owned_in(
        &self,
        (merged, pruned): (Typed<'a>, Typed<'a>),
        version: &str,
        owned: &FieldSet,
    ) -> Result<(Typed<'a>, Typed<'a>), MergeError> {
        let in_version = match self.converter.convert(&merged, version) {
            Ok(converted) => converted,
            Err(ConvertError::MissingVersion(_)) => return Ok((merged, pruned)),
            Err(error) => {
                return Err(failed(
                    format_args!("failed to convert merged object at version {version}"),
                    error,
                ));
            }
        };
        let merged = in_version;
        let pruned = match self.converter.convert(&pruned, version) {
            Ok(converted) => converted,
            Err(ConvertError::MissingVersion(_)) => return Ok((merged, pruned)),
            Err(error) => {
                return Err(failed(
                    format_args!("failed to convert pruned object at version {version}"),
                    error,
                ));
            }
        };
        let problem = |which: &str, error| {
            failed(format_args!("failed to create field set from {which} object at version {version}"), error)
        };
        let merged_fields = named(&merged.to_fields().map_err(|error| problem("merged", error))?, &merged);
        let pruned_fields = named(&pruned.to_fields().map_err(|error| problem("pruned", error))?, &merged);
        let kept = pruned_fields.union(&named(owned, &merged));
        let pruned = merged.without(&merged_fields.difference(&kept));
        Ok((merged, pruned))
    }

    /// Restores values that were removed with a parent, but that the manager had not applied.
    fn add_dangling(&self, merged: &Typed<'a>, pruned: Typed<'a>) -> Result<Typed<'a>, MergeError> {
        let converted = match self.converter.convert(&pruned, &self.last.api_version) {
            Ok(converted) => converted,
            Err(ConvertError::MissingVersion(_)) => return Ok(merged.clone()),
            Err(error) => {
                return Err(failed("failed to convert pruned object to last applied version", error));
            }
        };
        let problem = |which: &str, error| {
            failed(
                format_args!("failed to create field set from {which} object in last applied version"),
                error,
            )
        };
        let pruned_fields = named(&converted.to_fields().map_err(|error| problem("pruned", error))?, merged);
        let merged_fields = named(&merged.to_fields().map_err(|error| problem("merged", error))?, merged);
        let last = named(&self.last.fields, merged);
        Ok(merged.without(&merged_fields.difference(&pruned_fields).intersection(&last)))
    }
}

fn named(fields: &FieldSet, object: &Typed<'_>) -> FieldSet {
    fields.with_named_fields(object.schema(), Some(object.type_ref()))
}
