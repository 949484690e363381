//! Completes managedFields around admission, as a server does.
//
// apiserver: endpoints/handlers/fieldmanager/admission.go, equality.go

use serde_json::Value;

use super::entries::{Entry, ManagedFields, entries};
use super::object;

/// Restores managedFields that mutating admission made invalid. `before` are the managedFields before
/// admission. Returns the warning for the client.
///
/// ```
/// use serde_json::json;
///
/// let mut object = json!({"metadata": {"managedFields": [{"operation": "Delete"}]}});
/// let warning = crdc_apply::after_admission(&mut object, None);
/// assert_eq!(object, json!({"metadata": {}}));
/// assert!(warning.is_some_and(|warning| warning.ends_with("operation must be `Apply` or `Update`")));
/// ```
pub fn after_admission(object: &mut Value, before: Option<Value>) -> Option<String> {
    let problem = ManagedFields::read(object::managed_fields(object)).err()?;
    object::set_managed_fields(object, before);
    Some(format!(
        ".metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission \
         controller; please fix your requests: {problem}"
    ))
}

/// Puts the times of managedFields back if nothing else of an object changed, so that nothing has to be
/// stored. To be called last, with the object as it would be stored, but for its resource version.
///
/// ```
/// use serde_json::json;
///
/// let old = json!({"metadata": {"managedFields": [{"manager": "a", "time": "2026-01-01T00:00:00Z"}]}, "spec": 1});
/// let mut new = json!({"metadata": {"managedFields": [{"manager": "a", "time": "2026-01-01T00:00:05Z"}]}, "spec": 1});
/// crdc_apply::keep_times(&mut new, &old);
/// assert_eq!(new, old);
/// ```
pub fn keep_times(new: &mut Value, old: &Value) {
    let (Some(old_entries), Some(new_entries)) =
        (entries(object::managed_fields(old)), entries(object::managed_fields(new)))
    else {
        return;
    };
    let without_time = |entry: &Entry| Entry { time: None, ..entry.clone() };
    let same_but_times = old_entries.len() == new_entries.len()
        && old_entries.iter().zip(&new_entries).all(|(old, new)| without_time(old) == without_time(new));
    if same_but_times && equal_but_managed_fields(old, new) {
        let entries = object::managed_fields(old).cloned();
        object::set_managed_fields(new, entries);
    }
}

fn equal_but_managed_fields(old: &Value, new: &Value) -> bool {
    let (Value::Object(old), Value::Object(new)) = (old, new) else { return true };
    old.len() == new.len()
        && old.iter().all(|(name, old)| match (name.as_str(), old, new.get(name)) {
            (_, _, None) => false,
            ("metadata", Value::Object(old), Some(Value::Object(new))) => {
                old.len() == new.len()
                    && old.iter().all(|(name, old)| {
                        new.get(name).is_some_and(|new| name == "managedFields" || old == new)
                    })
            }
            (_, old, Some(new)) => old == new,
        })
}
