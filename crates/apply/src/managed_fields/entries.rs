//! Reads and writes the entries of `metadata.managedFields`.
//!
//! Entries are sorted by operation, seconds, manager, version and subresource. A list with an entry that has
//! wrong types counts as no list.
//
// apimachinery: managedfields/internal/managedfields.go

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::identity::{Identity, Operation, identifier};
use super::time::Time;
use crate::fields::FieldSet;
use crate::merge::{Managers, VersionedSet};

/// The contents of `metadata.managedFields`: owners of fields and their times.
///
/// ```
/// use crdc_apply::ManagedFields;
/// use serde_json::json;
///
/// let entries = json!([{"manager": "ann", "operation": "Apply", "apiVersion": "v1", "time": "2026-01-01T00:00:00Z",
///     "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:replicas": {}}}}]);
/// let managed = ManagedFields::read(Some(&entries))?;
/// assert_eq!(managed.to_entries(), Some(entries));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ManagedFields {
    /// The fields that managers own. Their names are JSON: manager, operation, version (of updates) and
    /// subresource.
    pub(super) managers: Managers,
    pub(super) times: BTreeMap<String, Option<Time>>,
}

/// An entry with the right types.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Entry {
    pub(super) manager: String,
    pub(super) operation: String,
    pub(super) api_version: String,
    pub(super) time: Option<Time>,
    pub(super) fields_type: String,
    pub(super) fields: Option<Value>,
    pub(super) subresource: String,
}

impl Entry {
    fn read(value: &Value) -> Option<Self> {
        let map = value.as_object()?;
        let text = |name: &str| match map.get(name) {
            None | Some(Value::Null) => Some(String::new()),
            Some(Value::String(text)) => Some(text.clone()),
            Some(_) => None,
        };
        let time = match map.get("time") {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(Time::parse(text)?),
            Some(_) => return None,
        };
        Some(Entry {
            manager: text("manager")?,
            operation: text("operation")?,
            api_version: text("apiVersion")?,
            time,
            fields_type: text("fieldsType")?,
            fields: map.get("fieldsV1").filter(|fields| !fields.is_null()).cloned(),
            subresource: text("subresource")?,
        })
    }

    fn into_value(self) -> Value {
        let mut map = Map::new();
        let texts = [
            ("manager", self.manager),
            ("operation", self.operation),
            ("apiVersion", self.api_version),
            ("fieldsType", self.fields_type),
            ("subresource", self.subresource),
        ];
        for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            map.insert(name.to_owned(), text.into());
        }
        if let Some(time) = self.time {
            let time = if time == Time::ZERO { Value::Null } else { time.to_string().into() };
            map.insert("time".to_owned(), time);
        }
        if let Some(fields) = self.fields {
            map.insert("fieldsV1".to_owned(), fields);
        }
        Value::Object(map)
    }
}

/// The entries of `metadata.managedFields`; `None` if there is no list, or a list with wrong types.
pub(super) fn entries(list: Option<&Value>) -> Option<Vec<Entry>> {
    list?.as_array()?.iter().map(Entry::read).collect()
}

/// Whether a client clears managedFields: `[]` or `[{}]`.
pub(super) fn is_reset(list: Option<&Value>) -> bool {
    match entries(list).as_deref() {
        Some([]) => true,
        Some([only]) => *only == Entry::default(),
        _ => false,
    }
}

impl ManagedFields {
    /// Reads the value of `metadata.managedFields`.
    ///
    /// # Errors
    ///
    /// The fault of an entry, in the server's words.
    pub fn read(list: Option<&Value>) -> Result<Self, String> {
        let mut managed = ManagedFields::default();
        for (at, entry) in entries(list).unwrap_or_default().into_iter().enumerate() {
            let operation = match entry.operation.as_str() {
                "Apply" => Operation::Apply,
                "Update" => Operation::Update,
                _ => return Err("operation must be `Apply` or `Update`".to_owned()),
            };
            if entry.api_version.is_empty() {
                return Err("apiVersion must not be empty".to_owned());
            }
            match entry.fields_type.as_str() {
                "FieldsV1" => {}
                "" => return Err(format!("missing fieldsType in managed fields entry {at}")),
                other => return Err(format!("invalid fieldsType \"{other}\" in managed fields entry {at}")),
            }
            let fields =
                FieldSet::from_value(entry.fields.as_ref().unwrap_or(&Value::Null)).map_err(|problem| {
                    format!(
                        "error decoding versioned set from {}: error decoding set: {problem}",
                        entry.manager
                    )
                })?;
            let name = identifier(&entry.manager, operation, &entry.api_version, &entry.subresource);
            let applied = operation == Operation::Apply;
            managed
                .managers
                .insert(name.clone(), VersionedSet { fields, api_version: entry.api_version, applied });
            managed.times.insert(name, entry.time);
        }
        Ok(managed)
    }

    /// The value of `metadata.managedFields`; `None` if no field has an owner.
    pub fn to_entries(&self) -> Option<Value> {
        let mut entries: Vec<Entry> = self.managers.iter().map(|(name, set)| self.entry(name, set)).collect();
        entries.sort_by(|left, right| {
            let seconds = |entry: &Entry| entry.time.map_or(0, |time| time.0);
            let order = left.operation.cmp(&right.operation).then_with(|| seconds(left).cmp(&seconds(right)));
            let order = order.then_with(|| left.manager.cmp(&right.manager));
            order
                .then_with(|| left.api_version.cmp(&right.api_version))
                .then_with(|| left.subresource.cmp(&right.subresource))
        });
        (!entries.is_empty()).then(|| entries.into_iter().map(Entry::into_value).collect())
    }

    fn entry(&self, name: &str, set: &VersionedSet) -> Entry {
        let identity = Identity::read(name).unwrap_or_default();
        Entry {
            manager: identity.manager,
            operation: if set.applied { "Apply".to_owned() } else { identity.operation },
            api_version: set.api_version.clone(),
            time: self.times.get(name).copied().flatten(),
            fields_type: "FieldsV1".to_owned(),
            fields: Some(set.fields.to_value()),
            subresource: identity.subresource,
        }
    }

    /// The fields that a manager applied through a subresource (empty for the object itself); `None` if it
    /// applied none.
    pub fn applied_by(&self, manager: &str, subresource: &str) -> Option<&FieldSet> {
        self.managers.get(&identifier(manager, Operation::Apply, "", subresource)).map(|set| &set.fields)
    }
}
