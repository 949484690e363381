//! Removes metadata that clients cannot set. In: a recorded object that a create stores. Out: the object
//! without the metadata that clients cannot set.
//!
//! The recorder ran after the handler that removes these fields, so its README requires to compare without
//! them. Most of the record was corrected that way; raw bodies were not. The answers of crdc are not changed.
// apiserver: endpoints/handlers/create.go, registry/rest/meta.go WipeObjectMetaSystemFields

use std::collections::BTreeMap;

use serde_json::value::{RawValue, to_raw_value};

const SYSTEM: [&str; 5] =
    ["uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"];

type Members = BTreeMap<String, Box<RawValue>>;

/// The object without these fields; `None` if it has none of them.
pub(super) fn wiped(object: &RawValue) -> Option<Box<RawValue>> {
    // The text `same` is no object.
    let mut members: Members = serde_json::from_str(object.get()).ok()?;
    let mut metadata: Members = serde_json::from_str(members.get("metadata")?.get()).ok()?;
    let before = metadata.len();
    metadata.retain(|name, _| !SYSTEM.contains(&name.as_str()));
    if metadata.len() == before {
        return None;
    }
    members.insert("metadata".to_owned(), to_raw_value(&metadata).ok()?);
    to_raw_value(&members).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn of(text: &str) -> Option<String> {
        let object = RawValue::from_string(text.to_owned()).unwrap();
        wiped(&object).map(|object| object.get().to_owned())
    }

    #[test]
    fn only_system_fields_of_the_root_are_wiped() {
        let text = r#"{"metadata":{"name":"a","uid":"u","selfLink":""},"spec":{"uid":"u","n":1.50}}"#;
        let expected = r#"{"metadata":{"name":"a"},"spec":{"uid":"u","n":1.50}}"#;
        assert_eq!(of(text).as_deref(), Some(expected));
        assert_eq!(of(r#"{"metadata":{"name":"a"},"uid":"u"}"#), None);
        assert_eq!(of("\"same\""), None);
    }
}
