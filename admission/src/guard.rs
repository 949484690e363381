//! Keeps panics of plugins and storages from ending the server.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crdc_vocabulary::go::quote;

use crate::Refusal;
use crate::attributes::Plugin;

/// Calls a plugin. A panic is an internal error; what the plugin changed is discarded with the request, so nobody
/// sees a half-changed object.
pub(crate) fn guarded<T>(
    plugin: Plugin<'_>,
    call: impl FnOnce() -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| Err(panicked(plugin, &*payload)))
}

#[cold]
fn panicked(plugin: Plugin<'_>, payload: &(dyn Any + Send)) -> Refusal {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let plugin = quote(plugin.name());
    Refusal::internal(format!("admission plugin {plugin} panicked: {}", text.unwrap_or("no message")))
}
