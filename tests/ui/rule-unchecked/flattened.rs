//! Rules and unions of a type that another one flattens.
use serde::Serialize;

/// +crdc:rule=self.least <= self.most
#[derive(Serialize, crdc::Rules)]
struct Range {
    least: i32,
    most: i32,
}

#[derive(Serialize, crdc::Rules)]
struct Source {
    /// +unionDiscriminator
    kind: String,
    /// +unionMember=A
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<i32>,
}

#[derive(Serialize, crdc::Rules)]
struct Spec {
    #[serde(flatten)]
    range: Range,
    #[serde(flatten)]
    source: Option<Box<Source>>,
}

#[derive(Serialize, crdc::Rules)]
#[serde(tag = "type")]
enum Choice {
    Range(Range),
}

#[derive(Serialize, crdc::Rules)]
struct Unchecked {
    #[serde(flatten)]
    #[crdc(unchecked_rules)]
    range: Range,
}

fn main() {}
