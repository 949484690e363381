//! A quota of a namespace. It counts what will be stored: the default of the schema, what mutators added, and
//! for an update the difference to the old object.
//!
//! A real quota must also reserve what it grants: two requests at the same time each see the other one's
//! object missing.

use std::sync::Arc;

use crdc_admission::{Attributes, Chain, MemoryStorage, Object, Refusal, Validator};

use crate::limit::Sidecar;
use crate::requests::{Server, storage};
use crate::worker::Worker;

/// The quota, in MiB.
const QUOTA: i64 = 256;

struct ResourceQuota {
    storage: Arc<MemoryStorage>,
}

fn memory(object: &Object<'_>) -> i64 {
    object.integer(&["spec", "memory"]).unwrap_or(0)
}

impl Validator for ResourceQuota {
    fn name(&self) -> &str {
        "quota"
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        // Deletions have no new object and are always within the quota.
        let Some(object) = attributes.object() else { return Ok(()) };
        let others = self.storage.objects(attributes.namespace());
        let used: i64 = others.iter().map(|stored| memory(&Object::of(&stored.object))).sum();
        let more = memory(object) - attributes.old_object().map_or(0, |old| memory(&old));
        if more > 0 && used + more > QUOTA {
            let message =
                format!("exceeded quota: requested: {more} MiB, used: {used} MiB, limited: {QUOTA} MiB");
            return Err(attributes.forbidden(message));
        }
        Ok(())
    }
}

/// Three workers of 64 MiB fit by themselves, but not with their sidecars.
pub(crate) fn chain() -> Vec<String> {
    let storage = Arc::new(storage());
    let quota = ResourceQuota { storage: Arc::clone(&storage) };
    let chain = Chain::of::<Worker>().mutator(Sidecar).validator(quota);
    let mut server = Server::new(chain, &storage);
    vec![
        server.create("a", "{}"),
        server.create("b", "{}"),
        server.create("c", "{}"),
        server.create("c", r#"{"memory": 32}"#),
        server.patch("c", r#"{"memory": 1}"#),
    ]
}
