//! The annotation of `kubectl apply`: who applied with it before does not get conflicts when `kubectl` applies server-side.
//!
//! Only for the manager `kubectl`. // apimachinery: managedfields/internal/lastappliedmanager.go, lastappliedupdater.go

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::entries::ManagedFields;
use super::error::Problem;
use super::versions::typed;
use super::{FieldManager, Options, object};
use crate::fields::FieldSet;
use crate::merge::Conflicts;
use crate::typed::Duplicates;
use crate::value::write_json;

const ANNOTATION: &str = "kubectl.kubernetes.io/last-applied-configuration";
const MANAGER: &str = "kubectl";
/// All annotations of an object, in bytes. // apimachinery: api/validation/objectmeta.go
const MAX_ANNOTATIONS: usize = 256 * 1024;

impl FieldManager<'_> {
    /// Applies; by force, if all conflicts are with what the annotation says was applied, and is unchanged since.
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
        let live = typed(self.versions, Cow::Owned(live.clone()), Duplicates::Refused).ok()?;
        let applied = typed(self.versions, Cow::Owned(applied), Duplicates::Refused).ok()?;
        let compared = applied.compare(&live).ok()?;
        let fields = applied.to_fields().ok()?;
        Some(fields.difference(&compared.modified).difference(&compared.added).difference(&compared.removed))
    }
}

/// Writes the configuration to the annotation, if the object has one.
pub(super) fn update(object: &mut Value, config: &Value, manager: &str) {
    if manager != MANAGER || object::annotation(object, ANNOTATION).is_empty() {
        return;
    }
    let text = written(config);
    let size = object::annotations(object).map_or(0, |annotations| {
        let others = annotations.iter().filter(|(name, _)| *name != ANNOTATION);
        others.map(|(name, value)| name.len() + value.as_str().map_or(0, str::len)).sum()
    });
    let fits = size + ANNOTATION.len() + text.len() <= MAX_ANNOTATIONS;
    let annotations = object
        .get_mut("metadata")
        .and_then(|meta| meta.get_mut("annotations"))
        .and_then(Value::as_object_mut);
    if let Some(annotations) = annotations {
        if fits {
            annotations.insert(ANNOTATION.to_owned(), text.into());
        } else {
            annotations.remove(ANNOTATION);
        }
    }
}

/// The configuration without the annotation, as JSON with a line break at its end.
fn written(config: &Value) -> String {
    let mut config = config.clone();
    let has_annotations = object::annotations(&config).is_some();
    if let Some(meta) = config.get_mut("metadata").and_then(Value::as_object_mut) {
        match meta.get_mut("annotations").and_then(Value::as_object_mut) {
            Some(annotations) if has_annotations => drop(Map::remove(annotations, ANNOTATION)),
            _ => drop(meta.remove("annotations")),
        }
    }
    let mut out = String::new();
    write_json(&config, &mut out);
    out.push('\n');
    out
}
