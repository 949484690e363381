//! What a catalogue keeps of a CRD.

use serde_json::Value;

/// What a catalogue keeps of a CRD.
#[must_use]
pub fn kept(crd: &Value) -> Value {
    crd.clone()
}
