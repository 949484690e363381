//! Two fields of one name in JSON.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    class: String,
    #[serde(rename = "class")]
    name: String,
}

fn main() {}
