//! Writes definitions as Go does. In: an object from a request. Out: for a CustomResourceDefinition what Go
//! writes for it, which is without empty lists and maps; any other object as it is.
//!
//! The rules of definitions tell empty lists and maps from missing ones, so a definition keeps them until it
//! is stored. Field owners, webhooks and policies get what Go writes.

use crdc_kubernetes::encode;
use serde_json::Value;

use super::native_kinds::NativeKinds;

/// Writes the objects of one kind; `None` for kinds other than definitions.
#[derive(Clone, Default)]
pub(crate) struct Written(pub(crate) Option<NativeKinds>);

impl Written {
    pub(crate) fn of(&self, object: Value) -> Value {
        let written = self.0.as_ref().and_then(NativeKinds::get).and_then(|kinds| {
            let definition = kinds.find(object["apiVersion"].as_str()?, object["kind"].as_str()?)?;
            serde_json::from_str(&encode(kinds, definition, &object)).ok()
        });
        written.unwrap_or(object)
    }
}
