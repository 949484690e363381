//! Why a strategic merge patch is refused. In: what is wrong. Out: the server's answer.
//!
//! Most of these have code 500 and no reason: the server passes the errors of the library on as they are.
// apimachinery: pkg/util/mergepatch/errors.go; apiserver: pkg/endpoints/handlers/patch.go

use crdc::Status;
use crdc_admission::Refusal;
use crdc_apply::go_value;
use serde_json::{Map, Value};

use crate::apimachinery::go_types::go_type;

fn unexplained(message: String) -> Refusal {
    Status::new(500, "", message).into()
}

pub(super) fn retained() -> Refusal {
    Refusal::bad_request("invalid patch format of retainKeys")
}

pub(super) fn no_key(item: &Map<String, Value>, key: &str) -> Refusal {
    let item = go_value(&Value::Object(item.clone()));
    unexplained(format!("map: {item} does not contain declared merge key: {key}"))
}

pub(super) fn directive(directive: &Value, patch: &Map<String, Value>) -> Refusal {
    let (directive, patch) = (go_value(directive), go_value(&Value::Object(patch.clone())));
    unexplained(format!("unknown patch type: {directive} in map: {patch}"))
}

pub(super) fn merge() -> Refusal {
    unexplained("merging lists cannot yet be specified in the patch".to_owned())
}

pub(super) fn order(patch: &[Value], order: &[Value]) -> Refusal {
    let (patch, order) = (go_value(&patch.into()), go_value(&order.into()));
    unexplained(format!(
        "The order in patch list:\n{patch}\n doesn't match $setElementOrder list:\n{order}\n"
    ))
}

pub(super) fn type_of(expected: &str, actual: &Value) -> Refusal {
    // The form `%s` of Go.
    let actual = if actual.is_null() { "%!s(<nil>)" } else { go_type(actual) };
    unexplained(format!("expected a {expected}, but received a {actual}"))
}
