//! Markers that stand for rules which always hold, or never.
use std::collections::BTreeMap;

use serde::Serialize;

/// +kubebuilder:validation:AtMostOneOf=name;other
#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:update=NoUnset
    always: Other,
    /// +k8s:eachVal=+k8s:update=NoSet
    values: BTreeMap<String, u8>,
    /// +k8s:zeroOrOneOfMember
    name: String,
    /// +k8s:dependentForbidden("always")
    other: Option<u8>,
    /// +k8s:update=NoModify
    /// +immutable
    whole: Option<u8>,
}

#[derive(Serialize, crdc::Rules)]
struct Other {
    a: u8,
}

fn main() {}
