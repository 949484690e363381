//! Why a strategic merge patch is refused. In: what is wrong. Out: the server's answer.
//!
//! Most of these have code 500 and no reason: the server passes the errors of the library on as they are.
// apimachinery: pkg/util/mergepatch/errors.go; apiserver: pkg/endpoints/handlers/patch.go

use crdc::Status;
use crdc_admission::Refusal;
use crdc_apply::go_value;
use serde_json::{Map, Value};

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
    let actual = match actual {
        Value::Null => "%!s(<nil>)",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float64",
        Value::Number(_) => "int64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    };
    unexplained(format!("expected a {expected}, but received a {actual}"))
}
