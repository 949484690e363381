//! A key by its name in Rust.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map
    /// +listMapKey=host_port
    ports: Vec<Port>,
}

#[derive(Serialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
struct Port {
    host_port: u16,
}

fn main() {}
