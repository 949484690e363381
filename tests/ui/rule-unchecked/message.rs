//! A rule that only servers run.
use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Range {
    /// +crdc:rule=google.protobuf.Empty{} == google.protobuf.Empty{}
    min: i32,
}

fn main() {}
