//! Takes over the ownership of fields in the annotation of `kubectl apply`, so that its users get no
//! conflicts when `kubectl` applies server-side.
//!
//! Only the manager `kubectl` takes them over.
//
// apimachinery: managedfields/internal/lastappliedmanager.go, lastappliedupdater.go

use std::borrow::Cow;

use serde_json::Value;

use super::annotation::{ANNOTATION, MANAGER};
use super::entries::ManagedFields;
use super::error::Problem;
use super::manager::{FieldManager, Options};
use super::object;
use super::versions::typed;
use crate::fields::FieldSet;
use crate::merge::Conflicts;
use crate::typed::Duplicates;

impl FieldManager<'_> {
    /// Applies a configuration. The apply is forced if all conflicts are about fields in the annotation that
    /// have not changed since.
    pub(super) fn apply_or_upgrade(
        &self,
        live: &Value,
        config: &Value,
        managed: ManagedFields,
        options: Options<'_>,
    ) -> Result<(Value, ManagedFields), Problem> {
        if options.manager != MANAGER {
            return self.apply_tracked(live, config, managed, options);
        }
        let conflicts = match self.apply_tracked(live, config, managed.clone(), options) {
            Err(Problem::Conflicts(conflicts)) => conflicts,
            other => return other,
        };
        let Some(allowed) = self.allowed(live) else { return Err(Problem::Conflicts(conflicts)) };
        let left: Vec<_> =
            conflicts.0.into_iter().filter(|conflict| !allowed.contains(&conflict.path)).collect();
        if !left.is_empty() {
            return Err(Problem::Conflicts(Conflicts(left)));
        }
        self.apply_tracked(live, config, managed, Options { force: true, ..options })
    }

    /// The fields of the annotation that the live object still has.
    fn allowed(&self, live: &Value) -> Option<FieldSet> {
        let text = object::annotation(live, ANNOTATION);
        let applied: Value = serde_json::from_str(text).ok()?;
        if object::text(&applied, "kind").is_empty()
            || object::text(&applied, "apiVersion") != self.api_version
        {
            return None;
        }
        let live = typed(self.versions, Cow::Borrowed(live), Duplicates::Refused).ok()?;
        let applied = typed(self.versions, Cow::Owned(applied), Duplicates::Refused).ok()?;
        let compared = applied.compare(&live).ok()?;
        let fields = applied.to_fields().ok()?;
        Some(fields.difference(&compared.modified).difference(&compared.added).difference(&compared.removed))
    }
}
