//! Catches panics of plugins, so that they do not end the server.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crdc_vocabulary::go::quote;

use crate::response::refusal::Refusal;

/// A panic of a plugin.
pub(crate) struct Panic(Box<dyn Any + Send>);

/// Calls a plugin and catches a panic. Changes before the panic are discarded with the request, so no
/// half-changed object is visible.
pub(crate) fn caught<T>(call: impl FnOnce() -> T) -> Result<T, Panic> {
    catch_unwind(AssertUnwindSafe(call)).map_err(Panic)
}

/// Calls a named plugin. A panic becomes an internal error.
pub(crate) fn guarded<T>(plugin: &str, call: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    caught(call).unwrap_or_else(|panic| Err(panic.refusal(plugin)))
}

impl Panic {
    /// The refusal of the request, which names the plugin.
    #[cold]
    pub(crate) fn refusal(&self, plugin: &str) -> Refusal {
        let text = self.0.downcast_ref::<&str>().copied();
        let text = text.or_else(|| self.0.downcast_ref::<String>().map(String::as_str));
        let plugin = quote(plugin);
        Refusal::internal(format!("admission plugin {plugin} panicked: {}", text.unwrap_or("no message")))
    }
}
