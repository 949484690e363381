//! Validation of the values at the paths of the scale subresource.
//
// apiextensions-apiserver: pkg/registry/customresource/validator.go, ValidateScaleSpec,
// ValidateScaleStatus; apimachinery: pkg/apis/meta/v1/unstructured/helpers.go

use super::FieldError;
use crate::json::{Json, go_float};

/// `subresources.scale`.
#[derive(Clone, Debug)]
pub struct Scale {
    /// `specReplicasPath`.
    pub spec: String,
    /// `statusReplicasPath`.
    pub status: String,
    /// `labelSelectorPath`.
    pub selector: Option<String>,
}

impl Scale {
    /// The error of the number at `specReplicasPath`, if any.
    pub(super) fn validate_spec(&self, object: &Json) -> Vec<FieldError> {
        replicas(object, &self.spec).into_iter().collect()
    }

    /// The errors of the number at `statusReplicasPath` and the text at `labelSelectorPath`.
    pub(super) fn validate_status(&self, object: &Json) -> Vec<FieldError> {
        let selector = self.selector.as_ref().and_then(|path| match nested(object, path) {
            Ok(None | Some(Json::String(_))) => None,
            Ok(Some(other)) => Some(invalid(path, "".into(), wrong(path, other, "string"))),
            Err(error) => Some(invalid(path, "".into(), error)),
        });
        replicas(object, &self.status).into_iter().chain(selector).collect()
    }
}

fn invalid(path: &str, bad_value: Json, detail: String) -> FieldError {
    let bad_value = Some(bad_value);
    FieldError { error_type: "FieldValueInvalid", field: path.to_owned(), bad_value, detail, source: "scale" }
}

/// The error of a number of replicas, if it is not in 0..=2147483647. Absent numbers have none.
fn replicas(object: &Json, path: &str) -> Option<FieldError> {
    let int = match nested(object, path) {
        Ok(None) => return None,
        Ok(Some(Json::Int(int))) => *int,
        Ok(Some(other)) => return Some(invalid(path, Json::Int(0), wrong(path, other, "int64"))),
        Err(error) => return Some(invalid(path, Json::Int(0), error)),
    };
    match int {
        ..0 => Some(invalid(path, int.into(), "should be a non-negative integer".to_owned())),
        2_147_483_648.. => {
            Some(invalid(path, int.into(), "should be less than or equal to 2147483647".to_owned()))
        }
        _ => None,
    }
}

/// The value at a path, `None` if it is absent: `NestedFieldNoCopy`. A value on the way that is not an object
/// is an error.
fn nested<'a>(object: &'a Json, path: &str) -> Result<Option<&'a Json>, String> {
    let mut value = object;
    let mut gone = String::new();
    for field in path.strip_prefix('.').unwrap_or(path).split('.') {
        gone = format!("{gone}.{field}");
        match value {
            Json::Null => return Ok(None),
            Json::Object(_) => {}
            other => return Err(wrong(&gone, other, "map[string]interface{}")),
        }
        match value.get(field) {
            Some(member) => value = member,
            None => return Ok(None),
        }
    }
    Ok(Some(value))
}

/// The text about a value of a wrong type.
fn wrong(path: &str, value: &Json, expected: &str) -> String {
    let path = path.strip_prefix('.').unwrap_or(path);
    let (value, kind) = (printed(value), kind(value));
    format!(".{path} accessor error: {value} is of the type {kind}, expected {expected}")
}

/// The Go type of a value.
fn kind(value: &Json) -> &'static str {
    match value {
        Json::Null => "<nil>",
        Json::Bool(_) => "bool",
        Json::Int(_) => "int64",
        Json::Float(_) => "float64",
        Json::String(_) => "string",
        Json::Array(_) => "[]interface {}",
        Json::Object(_) => "map[string]interface {}",
    }
}

/// A value as Go's `%v` prints it.
fn printed(value: &Json) -> String {
    match value {
        Json::Null => "<nil>".to_owned(),
        Json::Bool(bool) => bool.to_string(),
        Json::Int(int) => int.to_string(),
        Json::Float(float) => go_float(*float),
        Json::String(text) => text.clone(),
        Json::Array(items) => format!("[{}]", items.iter().map(printed).collect::<Vec<_>>().join(" ")),
        Json::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|a, b| a.0.cmp(&b.0));
            let members: Vec<_> =
                members.iter().map(|(key, value)| format!("{key}:{}", printed(value))).collect();
            format!("map[{}]", members.join(" "))
        }
    }
}
