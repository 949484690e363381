//! The form in which a webhook calls all plugins: asynchronous functions of a call.
//!
//! Easy to break: mutators run one after another, each on the object that the previous one left. Validators
//! run at once, and the errors of all of them are reported. A plugin with a resource makes the webhook handle
//! that resource; a plugin without one is called for all resources that are handled anyway.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::{Call, Denial, GroupVersionResource, Request};

/// A future of a plugin.
pub(crate) type Running<T> = Pin<Box<dyn Future<Output = Result<T, Denial>> + Send>>;

/// A validator (`T` is `()`) or a mutator (`T` is the changed object, or `None`), created by
/// [`IntoValidator`](crate::IntoValidator) and [`IntoMutator`](crate::IntoMutator).
pub struct Plugin<T> {
    handles: Box<dyn Fn(&Request) -> bool + Send + Sync>,
    run: Box<dyn Fn(Call) -> Running<T> + Send + Sync>,
}

impl<T> Plugin<T> {
    /// A plugin that is called for requests for which `handles` returns true.
    pub(crate) fn new<R: Future<Output = Result<T, Denial>> + Send + 'static>(
        handles: impl Fn(&Request) -> bool + Send + Sync + 'static,
        run: impl Fn(Call) -> R + Send + Sync + 'static,
    ) -> Self {
        let run = move |call: Call| {
            let request = Arc::clone(&call.request);
            let running = run(call);
            Box::pin(async move { running.await.map_err(|denial| denial.of(&request)) }) as Running<T>
        };
        Plugin { handles: Box::new(handles), run: Box::new(run) }
    }
}

impl<T> fmt::Debug for Plugin<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plugin").finish_non_exhaustive()
    }
}

/// A registered plugin.
pub(crate) struct Registered<T> {
    pub(crate) name: Arc<str>,
    /// The resource that the plugin handles. A plugin without one is called for all resources that the
    /// webhook handles.
    resource: Option<GroupVersionResource>,
    plugin: Plugin<T>,
}

impl<T> Registered<T> {
    pub(crate) fn new(resource: Option<GroupVersionResource>, name: &str, plugin: Plugin<T>) -> Self {
        Registered { name: name.into(), resource, plugin }
    }

    /// Whether the plugin is called for this request. `is_known` is whether the webhook handles its resource.
    pub(crate) fn handles(&self, request: &Request, is_known: bool) -> bool {
        let is_registered = self.resource.as_ref().map_or(is_known, |named| named == request.resource());
        is_registered && (self.plugin.handles)(request)
    }

    /// Whether the plugin handles this resource.
    pub(crate) fn names(&self, resource: &GroupVersionResource) -> bool {
        self.resource.as_ref() == Some(resource)
    }

    pub(crate) fn run(&self, call: Call) -> Running<T> {
        (self.plugin.run)(call)
    }
}

impl<T> fmt::Debug for Registered<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
