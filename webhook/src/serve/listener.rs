//! Accepts connections. In: a bound socket. Out: a task for each connection; the end when all of them have ended.
//!
//! Easy to break: what the kernel has accepted by the time listening stops is served too.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::connection;
use super::drain::Drain;
use super::{Certificates, ServeOptions};

/// A socket and what to do with its connections.
pub(super) struct Listener {
    pub(super) socket: TcpListener,
    /// Without them, plain HTTP.
    pub(super) certificates: Option<Arc<Certificates>>,
    pub(super) router: Router,
    pub(super) options: ServeOptions,
    pub(super) drain: Arc<Drain>,
}

impl Listener {
    /// Accepts connections until the drain closes, and serves them to their end.
    pub(super) async fn serve(self) {
        let places = Arc::new(Semaphore::new(self.options.connections.clamp(1, Semaphore::MAX_PERMITS)));
        let mut connections = JoinSet::new();
        loop {
            let accepted = tokio::select! {
                biased;
                () = self.drain.closing() => break,
                accepted = self.accept(&places) => accepted,
            };
            if let Some((stream, place)) = accepted {
                self.spawn(&mut connections, stream, place);
            }
            // Those that have ended.
            while connections.try_join_next().is_some() {}
        }
        while let Some(stream) = self.accepted_already().await {
            if let Ok(place) = Arc::clone(&places).acquire_owned().await {
                self.spawn(&mut connections, stream, place);
            }
        }
        let Listener { socket, .. } = self;
        drop(socket);
        while connections.join_next().await.is_some() {}
    }

    async fn accept(
        &self,
        places: &Arc<Semaphore>,
    ) -> Option<(TcpStream, tokio::sync::OwnedSemaphorePermit)> {
        let place = Arc::clone(places).acquire_owned().await.ok()?;
        match self.socket.accept().await {
            Ok((stream, _)) => Some((stream, place)),
            Err(error) => {
                // Too many open files, or a client that went away already.
                tracing::warn!(%error, "accept");
                tokio::time::sleep(Duration::from_millis(20)).await;
                None
            }
        }
    }

    /// A connection that waits in the kernel.
    async fn accepted_already(&self) -> Option<TcpStream> {
        poll_fn(|context| match self.socket.poll_accept(context) {
            Poll::Ready(Ok((stream, _))) => Poll::Ready(Some(stream)),
            Poll::Ready(Err(_)) | Poll::Pending => Poll::Ready(None),
        })
        .await
    }

    fn spawn(
        &self,
        connections: &mut JoinSet<()>,
        stream: TcpStream,
        place: tokio::sync::OwnedSemaphorePermit,
    ) {
        let config = self.certificates.as_ref().map(|certificates| certificates.current());
        let (router, options, drain) = (self.router.clone(), self.options.clone(), Arc::clone(&self.drain));
        connections.spawn(async move {
            connection::serve(stream, config, router, &options, &drain).await;
            drop(place);
        });
    }
}
