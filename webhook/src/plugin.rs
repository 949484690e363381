//! Validators and mutators that users write, beside the rules of crdc.
//!
//! Easy to break: mutators run one after the other, each on what the one before left. Validators run at once, and the errors
//! of all of them are reported. A plugin with a resource answers for it; one without sees what is answered for anyway.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;

use crate::{Call, Denial, GroupVersionResource, Request};

/// A future of a plugin.
pub(crate) type Running<T> = Pin<Box<dyn Future<Output = Result<T, Denial>> + Send>>;

/// Accepts or refuses requests. Closures of type `Fn(Call) -> impl Future<Output = Result<(), Denial>>` are validators.
pub trait Validator: Send + Sync + 'static {
    /// Accepts or refuses a request. It runs in dry runs too, see [`Request::is_dry_run`].
    ///
    /// # Errors
    ///
    /// If the request is to be refused: why.
    fn validate(&self, call: Call) -> impl Future<Output = Result<(), Denial>> + Send;

    /// Whether it is called for this request, of those that it is registered for. A request that no plugin and no rule of
    /// crdc handles is answered with 404.
    fn handles(&self, request: &Request) -> bool {
        let _ = request;
        true
    }
}

/// Changes objects. Closures of type `Fn(Call) -> impl Future<Output = Result<Option<Bytes>, Denial>>` are mutators.
pub trait Mutator: Send + Sync + 'static {
    /// The changed object, or `None` if it stays as it is. It is called for requests that have an object.
    ///
    /// # Errors
    ///
    /// If the request is to be refused: why.
    fn mutate(&self, call: Call) -> impl Future<Output = Result<Option<Bytes>, Denial>> + Send;

    /// Whether it is called for this request, of those that it is registered for. A request that no plugin and no rule of
    /// crdc handles is answered with 404.
    fn handles(&self, request: &Request) -> bool {
        let _ = request;
        true
    }
}

impl<F, R> Validator for F
where
    F: Fn(Call) -> R + Send + Sync + 'static,
    R: Future<Output = Result<(), Denial>> + Send,
{
    fn validate(&self, call: Call) -> impl Future<Output = Result<(), Denial>> + Send {
        self(call)
    }
}

impl<F, R> Mutator for F
where
    F: Fn(Call) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Option<Bytes>, Denial>> + Send,
{
    fn mutate(&self, call: Call) -> impl Future<Output = Result<Option<Bytes>, Denial>> + Send {
        self(call)
    }
}

type Handles = Box<dyn Fn(&Request) -> bool + Send + Sync>;

/// A registered plugin, whose result is `T`.
pub(crate) struct Plugin<T> {
    pub(crate) name: Arc<str>,
    /// What it answers for; without one it is beside others.
    resource: Option<GroupVersionResource>,
    handles: Handles,
    run: Box<dyn Fn(Call) -> Running<T> + Send + Sync>,
}

impl<T> Plugin<T> {
    /// Whether it is called for this request, of a resource that somebody answers for or not.
    pub(crate) fn handles(&self, request: &Request, is_known: bool) -> bool {
        let is_registered = self.resource.as_ref().map_or(is_known, |named| named == request.resource());
        is_registered && (self.handles)(request)
    }

    /// Whether it answers for this resource.
    pub(crate) fn names(&self, resource: &GroupVersionResource) -> bool {
        self.resource.as_ref() == Some(resource)
    }

    pub(crate) fn run(&self, call: Call) -> Running<T> {
        (self.run)(call)
    }
}

impl Plugin<()> {
    pub(crate) fn validator(
        resource: Option<GroupVersionResource>,
        name: &str,
        validator: impl Validator,
    ) -> Self {
        let validator = Arc::new(validator);
        let handles = Arc::clone(&validator);
        Plugin {
            name: name.into(),
            resource,
            handles: Box::new(move |request| handles.handles(request)),
            run: Box::new(move |call| {
                let validator = Arc::clone(&validator);
                Box::pin(async move { validator.validate(call).await })
            }),
        }
    }
}

impl Plugin<Option<Bytes>> {
    pub(crate) fn mutator(resource: Option<GroupVersionResource>, name: &str, mutator: impl Mutator) -> Self {
        let mutator = Arc::new(mutator);
        let handles = Arc::clone(&mutator);
        Plugin {
            name: name.into(),
            resource,
            handles: Box::new(move |request| handles.handles(request)),
            run: Box::new(move |call| {
                let mutator = Arc::clone(&mutator);
                Box::pin(async move { mutator.mutate(call).await })
            }),
        }
    }
}

impl<T> fmt::Debug for Plugin<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
