//! Shared parts of the tests of the admission chain: compiled resources, objects, and a storage and plugins
//! that record their calls and fail on demand.

#[allow(missing_docs)]
pub mod database {
    crdc::include_crd!("current/databases.example.com/v1");
}
#[allow(missing_docs)]
pub mod zone {
    crdc::include_crd!("current/zones.example.com/v1");
}
#[allow(missing_docs)]
pub mod older {
    crdc::include_crd!("older/routes.skew.example.com/v1");
}
#[allow(missing_docs)]
pub mod newer {
    crdc::include_crd!("newer/routes.skew.example.com/v1");
}
mod log;
mod recorded;

pub use log::Log;
pub use recorded::{Recorded, chain};

use crdc_admission::{MemoryStorage, Response, SeededNames};
use serde_json::Value;

/// Runs the code of docs/admission.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/admission.md")]
pub struct Page;

/// The time of every test: 2026-11-22T15:00:00Z.
pub const NOW: i64 = 1_795_359_600;

/// An empty storage.
#[must_use]
pub fn storage() -> MemoryStorage {
    MemoryStorage::new(|| NOW, SeededNames::new(1))
}

/// A database of this name and spec, as JSON.
#[must_use]
pub fn database(name: &str, spec: &Value) -> Vec<u8> {
    let object = serde_json::json!({
        "apiVersion": "example.com/v1", "kind": "Database", "metadata": {"name": name}, "spec": spec,
    });
    object.to_string().into_bytes()
}

/// The object of an accepted response.
///
/// # Panics
///
/// If the request was refused.
#[track_caller]
#[must_use]
pub fn accepted(response: &Response<'_>) -> Value {
    assert!(response.accepted(), "{:?}", response.refusal());
    response.object().map_or(Value::Null, read)
}

/// Code and message of a refused response.
///
/// # Panics
///
/// If the request was accepted.
#[track_caller]
#[must_use]
pub fn refused(response: &Response<'_>) -> (u16, String) {
    let refusal = response.refusal().unwrap_or_else(|| panic!("accepted: {:?}", response.object()));
    (response.code(), refusal.message.clone())
}

/// JSON text as a value.
///
/// # Panics
///
/// If it is not valid.
#[track_caller]
#[must_use]
pub fn read(text: &[u8]) -> Value {
    serde_json::from_slice(text).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(text)))
}
