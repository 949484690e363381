//! Markers of types and items at a field.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +enum
    class: Class,
    /// +k8s:eachVal=+required
    zones: Vec<String>,
}

#[derive(Serialize, crdc::Rules)]
enum Class {
    Fast,
}

fn main() {}
