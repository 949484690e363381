//! Keeps panics of plugins and storages from ending the server.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crdc_vocabulary::go::quote;

use crate::Refusal;

/// Calls a plugin. A panic is an internal error; what the plugin changed is discarded with the request, so nobody
/// sees a half-changed object.
pub(crate) fn guarded<T>(plugin: &str, call: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let plugin = quote(plugin);
        Err(Refusal::internal(format!(
            "admission plugin {plugin} panicked: {}",
            text.unwrap_or("no message")
        )))
    })
}
