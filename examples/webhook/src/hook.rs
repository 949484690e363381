//! The webhook: the rules of the CRD that no server has, and one rule in Rust.

use crdc_webhook::{Call, Denial, GroupVersionResource, Webhook};

use crate::database::Database;

/// Answers reviews of databases. A program serves it with `crdc_webhook::Server`, or mounts `.router()` in
/// its own.
pub(crate) fn webhook() -> Webhook {
    Webhook::new().resource::<Database>().validator_for(
        GroupVersionResource::of::<Database>(),
        "odd.shop.example.com",
        odd,
    )
}

/// An even number of replicas has no majority.
async fn odd(_: Call, database: serde_json::Value) -> Result<(), Denial> {
    match database["spec"]["replicas"].as_u64() {
        Some(even) if even % 2 == 0 => Err(Denial::forbidden(format!("{even} replicas have no majority"))),
        _ => Ok(()),
    }
}
