//! Measures how long a connection waits for its client. In: the events of its stream and its service. Out:
//! the time since which it waits, and the time until which it may wait.
//!
//! Easy to break: a response was sent only when a flush of the stream has ended. So the time of a response is
//! one sum: a client gains nothing by reading single bytes. hyper buffers responses to pipelined requests, so
//! the next request waits until the previous response was sent.
//!
//! hyper has a single timeout for idle connections and for unfinished heads. Here they have different ones:
//! an idle connection may last longer than an unfinished head.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::Instant;

use super::ServeOptions;

/// The state of a connection.
#[derive(Clone, Copy, Debug)]
enum State {
    /// There is no request since this time.
    Idle(Instant),
    /// A handshake or a head is being received since this time.
    Head(Instant),
    /// A request is read and processed, with timeouts of its own.
    Request,
    /// A response is being sent, or the connection is being closed, since this time.
    Answer { since: Instant, another: bool },
}

/// The reason why a connection waits for its client: a response that is not read, a request that does not
/// arrive, or a request that does not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    Answer,
    Idle,
    Head,
}

impl Waits {
    /// The time after which a waiting connection ends if another one needs its place. A client that reads
    /// does not block for a second; an idle client may be about to send a request.
    pub(super) fn patience(self) -> Duration {
        match self {
            Waits::Answer => Duration::from_secs(1),
            Waits::Idle | Waits::Head => Duration::from_secs(5),
        }
    }
}

/// The progress of a connection, for its stream, its service and its listener.
#[derive(Debug)]
pub(super) struct Progress {
    state: watch::Sender<State>,
    /// Whether another connection needs the place.
    is_unwanted: watch::Sender<bool>,
}

impl Progress {
    /// The progress of a new connection, whose client is expected to send data.
    pub(super) fn new() -> Progress {
        let state = watch::Sender::new(State::Head(Instant::now()));
        Progress { state, is_unwanted: watch::Sender::new(false) }
    }

    /// Records the end of the handshake.
    pub(super) fn greeted(&self) {
        self.state.send_replace(State::Head(Instant::now()));
    }

    /// Records that a head was read, and waits until the previous response was sent.
    pub(super) async fn request(&self) {
        let left = |state: &State| !matches!(state, State::Answer { .. });
        // The sender lives as long as this.
        let _ = self.state.subscribe().wait_for(left).await;
        self.state.send_replace(State::Request);
    }

    /// Records that a request was processed. Its response is not sent yet.
    pub(super) fn answered(&self) {
        self.state.send_replace(State::Answer { since: Instant::now(), another: false });
    }

    /// Waits until there is no request.
    pub(super) async fn idle(&self) {
        let _ = self.state.subscribe().wait_for(|state| matches!(state, State::Idle(_))).await;
    }

    /// The time at which the connection ends, because its client is too late.
    pub(super) fn ends(&self, options: &ServeOptions) -> Option<Instant> {
        match *self.state.borrow() {
            State::Idle(_) | State::Request => None,
            State::Head(since) => since.checked_add(options.header_timeout),
            State::Answer { since, .. } => since.checked_add(options.write_timeout),
        }
    }

    /// The time since which the connection waits for its client, and the reason, if it has waited long enough
    /// to end for another connection.
    pub(super) fn makes_room(&self) -> Option<(Waits, Instant)> {
        self.waits().filter(|(waits, since)| since.elapsed() >= waits.patience())
    }

    /// The time since which the connection waits for its client, and the reason.
    fn waits(&self) -> Option<(Waits, Instant)> {
        match *self.state.borrow() {
            State::Request => None,
            State::Answer { since, .. } => Some((Waits::Answer, since)),
            State::Idle(since) => Some((Waits::Idle, since)),
            State::Head(since) => Some((Waits::Head, since)),
        }
    }

    /// Whether the connection was signalled to end, because another one needs its place.
    pub(super) fn is_unwanted(&self) -> bool {
        *self.is_unwanted.borrow()
    }

    /// Sets whether the connection should end, because another one needs its place.
    pub(super) fn set_unwanted(&self, is_unwanted: bool) {
        self.is_unwanted.send_replace(is_unwanted);
    }

    /// Waits until another connection needs the place.
    pub(super) async fn unwanted(&self) {
        let _ = self.is_unwanted.subscribe().wait_for(|is_unwanted| *is_unwanted).await;
    }

    /// Records that data has arrived.
    fn read(&self) {
        self.state.send_if_modified(|state| {
            match state {
                State::Idle(_) => *state = State::Head(Instant::now()),
                State::Answer { another, .. } => *another = true,
                State::Head(_) | State::Request => return false,
            }
            true
        });
    }

    /// Records that all written data was sent.
    pub(super) fn flushed(&self) {
        self.state.send_if_modified(|state| {
            let State::Answer { another, .. } = *state else { return false };
            *state = if another { State::Head(Instant::now()) } else { State::Idle(Instant::now()) };
            true
        });
    }

    /// Records that the connection is being closed.
    fn closes(&self) {
        self.state.send_if_modified(|state| {
            let is_new = !matches!(state, State::Answer { .. });
            if is_new {
                *state = State::Answer { since: Instant::now(), another: false };
            }
            is_new
        });
    }
}

/// A stream that records its reads and writes in the progress.
pub(super) struct Watched<S> {
    stream: S,
    progress: Arc<Progress>,
}

impl<S> Watched<S> {
    pub(super) fn new(stream: S, progress: Arc<Progress>) -> Self {
        Watched { stream, progress }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.progress.read();
        }
        polled
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.progress.flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.progress.closes();
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
