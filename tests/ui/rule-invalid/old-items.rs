//! Rules about old items of lists without keys.
use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:eachVal=+k8s:monotonic
    plain: Vec<i64>,
    /// +listType=set
    /// +k8s:eachVal=+crdc:rule=self == oldSelf
    set: Vec<String>,
}

fn main() {}
