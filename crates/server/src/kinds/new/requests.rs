//! Prepares new CertificateSigningRequests: they name the user who creates them.
// kubernetes: pkg/registry/certificates/certificates/strategy.go

use crdc_admission::UserInfo;
use serde_json::{Map, Value, json};

pub(super) fn prepare(request: &mut Value, user: &UserInfo) {
    let Some(spec) = request["spec"].as_object_mut() else { return };
    let extra: Map<String, Value> =
        user.extra.iter().map(|(key, values)| (key.clone(), json!(values))).collect();
    for (field, value, is_empty) in [
        ("username", json!(user.username), user.username.is_empty()),
        ("uid", json!(user.uid), user.uid.is_empty()),
        ("groups", json!(user.groups), user.groups.is_empty()),
        ("extra", Value::Object(extra), user.extra.is_empty()),
    ] {
        if is_empty {
            spec.remove(field);
        } else {
            spec.insert(field.to_owned(), value);
        }
    }
}
