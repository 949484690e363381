//! Markers in all their spellings.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, PartialEq, Serialize, Deserialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
struct Spec {
    /// +immutable
    /// +k8s:immutable
    class: String,
    /// +k8s:update=NoSet
    /// +k8s:update=NoUnset
    /// +k8s:update=NoModify
    name: String,
    /// +immutable=keys
    labels: BTreeMap<String, String>,
    /// +additionOnly
    /// +listType=set
    zones: Vec<String>,
    /// +deletionOnly
    nodes: BTreeSet<String>,
    /// +k8s:update=NoRemoveItem
    /// +k8s:listType=map
    /// +k8s:listMapKey=port
    ports: Vec<Port>,
    /// +listType=atomic
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    words: Vec<String>,
    /// +normalize=undefined
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// +optional
    /// +nullable
    node: Option<String>,
    /// +k8s:eachVal=+immutable
    /// +k8s:eachVal=+k8s:maxLength=3
    /// +kubebuilder:validation:items:MinLength=1
    /// +kubebuilder:validation:MaxItems:=10
    each: Vec<String>,
    /// +kubebuilder:validation:Minimum=1
    /// +kubebuilder:validation:Maximum=10
    /// +kubebuilder:validation:ExclusiveMaximum=true
    /// +kubebuilder:default=5
    size: u32,
    /// +kubebuilder:validation:Enum=a;b;"c d"
    /// +default="a"
    kind: String,
}

#[derive(Clone, PartialEq, Serialize, Deserialize, crdc::Rules)]
struct Port {
    /// +immutable
    /// +required
    port: u16,
}

fn main() {}
