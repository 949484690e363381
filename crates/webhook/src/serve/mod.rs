//! Serves a webhook: listeners, certificates, health, shutdown. In: a [`Webhook`] and options. Out: an HTTPS
//! server that ends without losing a request.
//!
//! Easy to break: a server still sends requests for a while after a pod was told to terminate. So shutdown
//! has two steps: the webhook first answers requests and signals clients to leave, then it stops listening.
//! See `drain.rs`.

mod certificates;
mod connection;
mod drain;
mod health;
mod listener;
mod options;
mod progress;
mod terminated;
#[cfg(test)]
mod tests;
mod watch;

pub use certificates::{CertificateError, CertificateFiles, Certificates};
pub use options::ServeOptions;
pub use terminated::terminated;

use std::fmt;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use tokio::net::{TcpListener, TcpSocket};
use tokio::time::{sleep, timeout};

use crate::http::Slow;
use crate::{Metrics, Webhook};
use drain::{Drain, Phase};
use health::Health;
use listener::Listener;
use watch::{Reload, watch};

/// A webhook that is bound to its addresses.
///
/// ```no_run
/// use std::sync::Arc;
/// use crdc_webhook::{Certificates, CertificateFiles, Crds, ServeOptions, Server, Webhook};
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let webhook = Webhook::new().crds(Arc::new(Crds::read("crds".as_ref())?));
/// let files = CertificateFiles::new("/certs/tls.crt", "/certs/tls.key");
/// let certificates = Arc::new(Certificates::read(files)?);
/// let server = Server::bind(webhook, Some(certificates), ServeOptions::default()).await?;
/// server.run(crdc_webhook::terminated()).await?;
/// # Ok(()) }
/// ```
pub struct Server {
    listener: TcpListener,
    operations: Option<TcpListener>,
    certificates: Option<Arc<Certificates>>,
    router: Router,
    slow: Arc<Slow>,
    metrics: Metrics,
    options: ServeOptions,
    reloads: Vec<Reload>,
}

impl Server {
    /// Binds a webhook to its addresses. Without certificates it speaks plain HTTP, which no API server does.
    ///
    /// # Errors
    ///
    /// If an address cannot be bound.
    pub async fn bind(
        webhook: Webhook,
        certificates: Option<Arc<Certificates>>,
        options: ServeOptions,
    ) -> io::Result<Server> {
        let listener = bound(options.listen)?;
        let operations = options.operations.map(bound).transpose()?;
        let reloads = reloads(&webhook, certificates.as_ref());
        let (metrics, slow, router) = (webhook.metrics(), webhook.slow(), webhook.router());
        Ok(Server { listener, operations, certificates, router, slow, metrics, options, reloads })
    }

    /// The metrics, to expose them elsewhere.
    #[must_use]
    pub fn metrics(&self) -> Metrics {
        self.metrics.clone()
    }

    /// The address of the endpoints.
    ///
    /// # Errors
    ///
    /// The system does not return the address.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The address of `/healthz`, `/readyz` and `/metrics`, if there is one.
    #[must_use]
    pub fn operations_address(&self) -> Option<SocketAddr> {
        self.operations.as_ref()?.local_addr().ok()
    }

    /// Serves until `stop` is ready and the requests are answered.
    ///
    /// # Errors
    ///
    /// The system does not return the addresses.
    pub async fn run(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let Server { listener, operations, certificates, router, slow, metrics, options, reloads } = self;
        let watch = |reload| AbortOnDrop(tokio::spawn(watch(reload, options.poll, metrics.clone())));
        let _watched: Vec<AbortOnDrop> = reloads.into_iter().map(watch).collect();
        let drain = Arc::new(Drain::new());
        let health = Health::new(listener.local_addr()?, certificates.is_some(), Arc::clone(&drain));
        let endpoints = Listener {
            socket: listener,
            certificates,
            router: router.merge(health.router()),
            slow,
            options: options.clone(),
            drain: Arc::clone(&drain),
        };
        let mut serving = tokio::spawn(endpoints.serve());
        // The listener for health and metrics ends with this function, so that probes are answered until
        // then.
        let beside = operations.map(|socket| {
            let beside = Listener {
                socket,
                certificates: None,
                router: health.router().merge(health::metrics(metrics.clone())),
                // Its endpoints read no bodies.
                slow: Arc::default(),
                options: options.clone(),
                drain: Arc::new(Drain::new()),
            };
            AbortOnDrop(tokio::spawn(beside.serve()))
        });
        tokio::select! {
            () = stop => {}
            _ = &mut serving => return Ok(()),
        }
        tracing::info!(delay = ?options.drain_delay, "leaving");
        drain.enter(Phase::Leaving);
        sleep(options.drain_delay).await;
        drain.enter(Phase::Closing);
        if timeout(options.drain_timeout, &mut serving).await.is_err() {
            tracing::warn!(timeout = ?options.drain_timeout, "requests were not answered in time");
            serving.abort();
        }
        drop(beside);
        tracing::info!("stopped");
        Ok(())
    }
}

/// The number of bytes of unread responses that the system buffers for each connection. Without a limit it
/// buffers megabytes.
const SEND_BUFFER: u32 = 64 << 10;
/// The number of connections that wait in the system.
const BACKLOG: u32 = 1024;

/// Listens on an address.
fn bound(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // tokio does the same: a new process may use the address of a process that has just ended.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    // Accepted connections inherit the size.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// The files that are read again: certificates and CRDs.
fn reloads(webhook: &Webhook, certificates: Option<&Arc<Certificates>>) -> Vec<Reload> {
    #[cfg(not(feature = "dynamic"))]
    let _ = webhook;
    let mut all = Vec::new();
    if let Some(certificates) = certificates.map(Arc::clone) {
        all.push(Reload {
            what: "certificates",
            seen: certificates.seen(),
            read: Box::new(move || certificates.reload().map_err(|error| error.to_string())),
        });
    }
    #[cfg(feature = "dynamic")]
    if let Some(crds) = webhook.watched_crds()
        && let Some(seen) = crds.seen()
    {
        let read = Box::new(move || crds.reload().map_err(|error| error.to_string()));
        all.push(Reload { what: "crds", seen, read });
    }
    all
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("listener", &self.listener)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// A task that ends with its owner.
struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
