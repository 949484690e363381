//! Builder of a webhook. In: resources, CRDs, plugins, endpoints. Out: a router for axum, which is a service
//! for tower.

use std::fmt;
use std::sync::Arc;

use axum::Router;
use axum::routing::MethodRouter;

#[cfg(feature = "dynamic")]
use crate::Crds;
use crate::http;
use crate::metrics::Metrics;
use crate::plugin::Registered;
use crate::reviews::{Core, Mutate, Validate};
use crate::{Endpoint, GroupVersionResource, IntoMutator, IntoValidator, Limits, Only};

/// An admission webhook: validators and mutators for resources, as endpoints of an HTTP server.
///
/// `/validate` refuses objects, `/mutate` normalizes them. Neither needs a client of the cluster.
///
/// ```
/// use crdc_webhook::{Call, Denial, GroupVersionResource, Only, Webhook};
///
/// let databases = GroupVersionResource::new("example.com", "v1", "databases");
/// let webhook = Webhook::new()
///     // .resource::<Database>(), for a resource that crdc compiled
///     .only(Only::Extensions)
///     .validator_for(databases, "owner.example.com", |call: Call| async move {
///         if call.request().user().username.is_empty() {
///             return Err(Denial::forbidden("databases have an owner"));
///         }
///         Ok(())
///     });
/// // A service: mount it in a router of your own, or serve it.
/// let router: axum::Router = axum::Router::new().nest("/admission", webhook.router());
/// # let _ = router;
/// ```
#[derive(Default)]
pub struct Webhook {
    core: Core,
    limits: Limits,
    /// The bodies that are being read.
    slow: Arc<http::Slow>,
    endpoints: Vec<(String, Mount)>,
}

/// A function that creates the route of an endpoint.
type Mount = Box<dyn FnOnce(&Arc<http::Gate>) -> MethodRouter + Send + Sync>;

impl Webhook {
    /// A webhook without resources.
    #[must_use]
    pub fn new() -> Webhook {
        Webhook::default()
    }

    /// Makes the webhook handle a compiled resource.
    #[must_use]
    pub fn resource<R: crdc::Resource>(mut self) -> Webhook {
        self.core.resources.add::<R>();
        self
    }

    /// Makes the webhook handle the resources of CRDs, which can be replaced later.
    #[cfg(feature = "dynamic")]
    #[must_use]
    pub fn crds(mut self, crds: Arc<Crds>) -> Webhook {
        self.core.resources.set_crds(crds);
        self
    }

    /// Sets the scope: the rules that refuse and change objects. The default is the extensions.
    #[must_use]
    pub fn only(mut self, only: Only) -> Webhook {
        self.core.only = only;
        self
    }

    /// Adds a validator to `/validate`, for every resource that is handled there: the resources of
    /// [`Webhook::resource`] and [`Webhook::crds`], and those that [`Webhook::validator_for`] names. It is
    /// called for every request for them, also for deletions, connections and all subresources. It adds no
    /// resource: a request for another resource gets 404, and no validator is called.
    ///
    /// All validators run at once, in parallel with crdc, and get the object as it was sent to `/validate`.
    /// The name of the validator is part of audit annotations.
    ///
    /// ```
    /// use crdc_webhook::{Attributes, Operation, Webhook, validator_fn};
    ///
    /// // A plugin that a chain of crdc-admission takes too.
    /// let guarded = validator_fn("guarded", |attributes: &Attributes<'_>| match attributes.old_object() {
    ///     Some(old) if old.get(&["spec", "guarded"]) == Some(b"true") => Err(attributes.forbidden("it is guarded")),
    ///     _ => Ok(()),
    /// });
    /// let webhook = Webhook::new().validator("guarded", guarded.on(&[Operation::Delete]));
    /// # let _ = webhook;
    /// ```
    #[must_use]
    pub fn validator<Form>(mut self, name: &str, validator: impl IntoValidator<Form>) -> Webhook {
        self.core.validators.push(Registered::new(None, name, validator.into_validator()));
        self
    }

    /// Adds a validator for one resource. The webhook need not have the resource otherwise: it may be a
    /// native resource, or a resource whose CRD it does not have. The validator is for one version; it is not
    /// called for other versions.
    ///
    /// A function of a call and a typed object is called for creates and updates, also of the status. Objects
    /// that are not of the type are refused. It is not called for deletions, connections and other
    /// subresources, whose objects have other kinds; a function of a call alone is called for these too.
    ///
    /// ```
    /// use crdc_webhook::{Call, Denial, GroupVersionResource, Webhook};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Database { spec: Spec }
    /// #[derive(serde::Deserialize)]
    /// struct Spec { owner: Option<String> }
    ///
    /// let databases = GroupVersionResource::new("example.com", "v1", "databases");
    /// let webhook = Webhook::new().validator_for(databases, "owner", |_: Call, new: Database| async move {
    ///     match new.spec.owner {
    ///         Some(_) => Ok(()),
    ///         None => Err(Denial::forbidden("databases have an owner")),
    ///     }
    /// });
    /// # let _ = webhook;
    /// ```
    #[must_use]
    pub fn validator_for<Form>(
        mut self,
        resource: GroupVersionResource,
        name: &str,
        validator: impl IntoValidator<Form>,
    ) -> Webhook {
        self.core.validators.push(Registered::new(Some(resource), name, validator.into_validator()));
        self
    }

    /// Adds a mutator to `/mutate`, for every resource that is handled there: the resources of
    /// [`Webhook::resource`] and [`Webhook::crds`], and those that [`Webhook::mutator_for`] names. It is
    /// called for every request for them that has an object, also for subresources. It adds no resource: a
    /// request for another resource gets 404, and no mutator is called.
    ///
    /// Mutators run in this order, and crdc normalizes the object that they leave.
    #[must_use]
    pub fn mutator<Form>(mut self, name: &str, mutator: impl IntoMutator<Form>) -> Webhook {
        self.core.mutators.push(Registered::new(None, name, mutator.into_mutator()));
        self
    }

    /// Adds a mutator for one resource, which the webhook need not have otherwise, as in
    /// [`Webhook::validator_for`].
    ///
    /// A function of a call and a typed object returns the changed object. Fields that the type lacks stay as
    /// they are. It is called only for creates and updates, also of the status.
    ///
    /// ```
    /// use crdc_webhook::{Call, GroupVersionResource, Webhook};
    ///
    /// #[derive(serde::Deserialize, serde::Serialize)]
    /// struct Database { spec: Spec }
    /// #[derive(serde::Deserialize, serde::Serialize)]
    /// struct Spec { owner: Option<String> }
    ///
    /// let databases = GroupVersionResource::new("example.com", "v1", "databases");
    /// let webhook = Webhook::new().mutator_for(databases, "owner", |call: Call, mut new: Database| async move {
    ///     new.spec.owner.get_or_insert_with(|| call.request().user().username.clone());
    ///     Ok(new)
    /// });
    /// # let _ = webhook;
    /// ```
    #[must_use]
    pub fn mutator_for<Form>(
        mut self,
        resource: GroupVersionResource,
        name: &str,
        mutator: impl IntoMutator<Form>,
    ) -> Webhook {
        self.core.mutators.push(Registered::new(Some(resource), name, mutator.into_mutator()));
        self
    }

    /// Adds an endpoint at a path, with the same limits and metrics as the other endpoints.
    #[must_use]
    pub fn endpoint(mut self, path: &str, endpoint: impl Endpoint) -> Webhook {
        let mount: Mount = Box::new(move |gate| http::route(Arc::clone(gate), endpoint));
        self.endpoints.push((path.to_owned(), mount));
        self
    }

    /// Sets the limits of requests.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Webhook {
        self.limits = limits;
        self
    }

    /// The metrics, to expose them elsewhere.
    #[must_use]
    pub fn metrics(&self) -> Metrics {
        self.core.metrics.clone()
    }

    /// The CRDs, to read them again.
    #[cfg(all(feature = "dynamic", feature = "serve"))]
    pub(crate) fn watched_crds(&self) -> Option<Arc<Crds>> {
        self.core.resources.crds()
    }

    /// The bodies that are being read, to end slow ones.
    #[cfg(feature = "serve")]
    pub(crate) fn slow(&self) -> Arc<http::Slow> {
        Arc::clone(&self.slow)
    }

    /// Whether there are neither resources nor plugins, so that the webhook has no effect.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let core = &self.core;
        let plugins = core.validators.len() + core.mutators.len() + self.endpoints.len();
        core.resources.is_empty() && plugins == 0
    }

    /// The endpoints: `/validate`, `/mutate`, and those that were added.
    ///
    /// # Panics
    ///
    /// If an endpoint was added at one of these paths, or two at one path.
    pub fn router(self) -> Router {
        let core = Arc::new(self.core);
        let gate = Arc::new(http::Gate::new(self.limits, self.slow, core.metrics.clone()));
        let router = Router::new()
            .route("/validate", http::route(Arc::clone(&gate), Validate(Arc::clone(&core))))
            .route("/mutate", http::route(Arc::clone(&gate), Mutate(core)));
        self.endpoints.into_iter().fold(router, |router, (path, mount)| router.route(&path, mount(&gate)))
    }
}

impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paths: Vec<&str> = self.endpoints.iter().map(|(path, _)| path.as_str()).collect();
        f.debug_struct("Webhook")
            .field("core", &self.core)
            .field("limits", &self.limits)
            .field("endpoints", &paths)
            .finish()
    }
}
