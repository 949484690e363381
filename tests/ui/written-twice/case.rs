//! Two names that become one.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
struct Spec {
    host_port: u16,
    #[serde(rename = "hostPort")]
    port: u16,
}

fn main() {}
