//! The identities of managers: name, operation, API version and subresource. The server sorts managers by the
//! JSON of their identity.
//!
//! A manager that applies keeps its identity when the API version changes.
//
// apimachinery: managedfields/internal/managedfields.go, buildmanagerinfo.go

use serde_json::Value;

use super::time::Time;
use crdc_vocabulary::go::{Escapes, append_json_string, quote};

/// The operation that wrote fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operation {
    Apply,
    Update,
}

impl Operation {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Operation::Apply => "Apply",
            Operation::Update => "Update",
        }
    }
}

/// The name of a manager.
pub(super) fn identifier(
    manager: &str,
    operation: Operation,
    api_version: &str,
    subresource: &str,
) -> String {
    let api_version = if operation == Operation::Apply { "" } else { api_version };
    let fields = [
        ("manager", manager),
        ("operation", operation.as_str()),
        ("apiVersion", api_version),
        ("subresource", subresource),
    ];
    let mut out = "{".to_owned();
    for (name, value) in fields.into_iter().filter(|(_, value)| !value.is_empty()) {
        if out.len() > 1 {
            out.push(',');
        }
        append_json_string(&mut out, name, Escapes::Standard);
        out.push(':');
        append_json_string(&mut out, value, Escapes::Standard);
    }
    out.push('}');
    out
}

/// The identity of a manager.
#[derive(Default)]
pub(super) struct Identity {
    pub(super) manager: String,
    pub(super) operation: String,
    pub(super) api_version: String,
    pub(super) subresource: String,
    time: Option<Time>,
}

impl Identity {
    pub(super) fn read(identifier: &str) -> Option<Self> {
        let Ok(Value::Object(map)) = serde_json::from_str(identifier) else { return None };
        let text = |name: &str| match map.get(name) {
            None | Some(Value::Null) => Some(String::new()),
            Some(Value::String(text)) => Some(text.clone()),
            Some(_) => None,
        };
        Some(Identity {
            manager: text("manager")?,
            operation: text("operation")?,
            api_version: text("apiVersion")?,
            subresource: text("subresource")?,
            time: Some(text("time")?).filter(|time| !time.is_empty()).and_then(|time| Time::parse(&time)),
        })
    }
}

/// A manager as conflicts name it: `"m" with subresource "status" using v1`.
pub(super) fn printed(identifier: &str) -> String {
    let Some(identity) = Identity::read(identifier) else { return quote(identifier) };
    let mut out = quote(&identity.manager);
    if !identity.subresource.is_empty() {
        out.push_str(" with subresource ");
        out.push_str(&quote(&identity.subresource));
    }
    if identity.operation == "Update" {
        out.push_str(" using ");
        out.push_str(&identity.api_version);
        if let Some(time) = identity.time {
            out.push_str(&format!(" at {time}"));
        }
    }
    out
}
