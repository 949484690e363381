//! What is made absent cannot be.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +normalize=undefined
    #[serde(default, skip_serializing_if = "Labels::is_empty")]
    labels: Labels,
}

#[derive(Serialize, crdc::Rules)]
struct Labels {
    name: Option<String>,
}

impl Labels {
    fn is_empty(&self) -> bool {
        self.name.is_none()
    }
}

fn main() {}
