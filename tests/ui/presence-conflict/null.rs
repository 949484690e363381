//! `None` that is written as null, which is no value of an enum.
use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
enum Level {
    Low,
    High,
}

#[derive(Serialize, crdc::Rules)]
struct Wrapped(Level);

/// +kubebuilder:validation:Enum=a;b
#[derive(Serialize, crdc::Rules)]
struct Text(String);

#[derive(Serialize, crdc::Rules)]
struct Spec {
    level: Option<Level>,
    boxed: Box<Option<Level>>,
    wrapped: Option<Box<Wrapped>>,
    text: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<Level>,
    /// +required
    required: Option<Level>,
    #[crdc(unchecked_rules)]
    unchecked: Option<Level>,
    #[crdc(leaf)]
    leaf: Option<Level>,
    in_list: Vec<Option<Level>>,
}

#[derive(Serialize, crdc::Rules)]
#[serde(tag = "type")]
enum Choice {
    A { level: Option<Level> },
    B { other: i32 },
}

fn main() {}
