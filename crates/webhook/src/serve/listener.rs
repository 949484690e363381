//! Accepts connections. In: a bound socket. Out: a task for each connection. It ends when all tasks have
//! ended.
//!
//! Easy to break: connections that the kernel has accepted before listening stops are served too. If all
//! places are in use, connections that wait for their clients are ended, so that idle clients do not keep
//! other clients out.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use super::connection;
use super::drain::Drain;
use super::progress::{Progress, Waits};
use super::{Certificates, ServeOptions};
use crate::http::Slow;

/// The time that ended connections may take before further connections are ended.
const NEXT: Duration = Duration::from_millis(20);

/// A socket and what to do with its connections.
pub(super) struct Listener {
    pub(super) socket: TcpListener,
    /// The certificates; without them, plain HTTP is served.
    pub(super) certificates: Option<Arc<Certificates>>,
    pub(super) router: Router,
    /// The bodies that the router reads.
    pub(super) slow: Arc<Slow>,
    pub(super) options: ServeOptions,
    pub(super) drain: Arc<Drain>,
}

impl Listener {
    /// Accepts connections until the drain closes, and serves them to their end.
    pub(super) async fn serve(self) {
        let places = Arc::new(Semaphore::new(self.options.connections.clamp(1, Semaphore::MAX_PERMITS)));
        let (mut connections, open) = (JoinSet::new(), Open::new(Arc::clone(&self.slow)));
        loop {
            let accepted = tokio::select! {
                biased;
                () = self.drain.closing() => break,
                accepted = self.socket.accept() => accepted,
            };
            match accepted {
                Ok((stream, _)) => {
                    let place = open.place(&places).await;
                    self.spawn(&mut connections, stream, place, &open);
                }
                Err(error) => {
                    // Too many open files, or a client that went away already.
                    tracing::warn!(%error, "accept");
                    open.make_room();
                    sleep(NEXT).await;
                }
            }
            // Removes connections that have ended.
            while connections.try_join_next().is_some() {}
        }
        while let Some(stream) = self.accepted_already().await {
            let place = open.place(&places).await;
            self.spawn(&mut connections, stream, place, &open);
        }
        let Listener { socket, .. } = self;
        drop(socket);
        while connections.join_next().await.is_some() {}
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
        place: Option<OwnedSemaphorePermit>,
        open: &Open,
    ) {
        let config = self.certificates.as_ref().map(|certificates| certificates.current());
        let (router, options, drain) = (self.router.clone(), self.options.clone(), Arc::clone(&self.drain));
        let progress = Arc::new(Progress::new());
        open.add(&progress, self.options.connections);
        connections.spawn(async move {
            connection::serve(stream, config, router, &options, &drain, progress).await;
            drop(place);
        });
    }
}

/// The connections of a listener.
#[derive(Default)]
pub(super) struct Open {
    all: Mutex<Vec<Weak<Progress>>>,
    /// The bodies of their requests.
    slow: Arc<Slow>,
}

impl Open {
    fn new(slow: Arc<Slow>) -> Open {
        Open { slow, ..Open::default() }
    }

    pub(super) fn add(&self, progress: &Arc<Progress>, most: usize) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= most.saturating_mul(2) {
            all.retain(|known| known.strong_count() > 0);
        }
        all.push(Arc::downgrade(progress));
    }

    /// Waits for a place for one more connection.
    async fn place(&self, places: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
        loop {
            if let Ok(place) = Arc::clone(places).try_acquire_owned() {
                return Some(place);
            }
            let again = self.make_room();
            tokio::select! {
                biased;
                // The semaphore is never closed.
                place = Arc::clone(places).acquire_owned() => return place.ok(),
                () = sleep_until(again) => {}
            }
        }
    }

    /// Signals connections to end that have waited long enough for their clients: all connections whose
    /// clients do not read, or do not finish a head or body, or else the connection that has been idle for
    /// longest. Returns the time at which to call this again.
    pub(super) fn make_room(&self) -> Instant {
        let (any_slow, _) = self.slow.make_room();
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().filter_map(Weak::upgrade).filter(|progress| !progress.is_unwanted());
        let waiting = known.filter_map(|progress| Some((progress.makes_room()?, progress)));
        let (idle, others): (Vec<_>, Vec<_>) = waiting.partition(|((waits, _), _)| *waits == Waits::Idle);
        // All of them are ended at once: ended one by one, many of them would delay new clients.
        others.iter().for_each(|(_, progress)| progress.set_unwanted(true));
        let longest =
            idle.iter().min_by_key(|((_, since), _)| *since).filter(|_| others.is_empty() && !any_slow);
        if let Some((_, progress)) = longest {
            progress.set_unwanted(true);
        }
        Instant::now() + NEXT
    }
}
