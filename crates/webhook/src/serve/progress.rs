//! Times how long a connection waits for its client. In: what passes its stream and its service. Out: since
//! when it waits for its client, and until when it may.
//!
//! Easy to break: an answer has left when a flush of the stream came to its end, and not before. So the time
//! of an answer is one sum: a client that reads a byte now and then gains nothing. hyper buffers answers to
//! requests that were sent in advance, so the next request waits until the answer before it has left.
//!
//! hyper has one time for idle connections and for heads that do not come to their end. An idle connection
//! may last; a head may not.

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
    /// There is no request, since then.
    Idle(Instant),
    /// A handshake or a head arrives, since then.
    Head(Instant),
    /// A request is read and answered, with times of its own.
    Request,
    /// An answer leaves, or the end of the connection, since then.
    Answer { since: Instant, another: bool },
}

/// The reason why a connection waits: an answer that is not read, a request that does not come, one that does
/// not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    Answer,
    Idle,
    Head,
}

impl Waits {
    /// A connection that has waited this long ends if another one needs its place. A client that reads does
    /// not block for a second; who is idle may just be about to send.
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
    /// A client that connects has something to say.
    pub(super) fn new() -> Progress {
        let state = watch::Sender::new(State::Head(Instant::now()));
        Progress { state, is_unwanted: watch::Sender::new(false) }
    }

    /// The handshake is done.
    pub(super) fn greeted(&self) {
        self.state.send_replace(State::Head(Instant::now()));
    }

    /// A head was read: waits until the answer before it has left.
    pub(super) async fn request(&self) {
        let left = |state: &State| !matches!(state, State::Answer { .. });
        // The sender lives as long as this.
        let _ = self.state.subscribe().wait_for(left).await;
        self.state.send_replace(State::Request);
    }

    /// A request was answered. The answer is yet to leave.
    pub(super) fn answered(&self) {
        self.state.send_replace(State::Answer { since: Instant::now(), another: false });
    }

    /// Waits until there is no request.
    pub(super) async fn idle(&self) {
        let _ = self.state.subscribe().wait_for(|state| matches!(state, State::Idle(_))).await;
    }

    /// The time at which the client is too late.
    pub(super) fn ends(&self, options: &ServeOptions) -> Option<Instant> {
        match *self.state.borrow() {
            State::Idle(_) | State::Request => None,
            State::Head(since) => since.checked_add(options.header_timeout),
            State::Answer { since, .. } => since.checked_add(options.write_timeout),
        }
    }

    /// Since when the client has been waited for, and for what, if that is long enough to make room for
    /// another one.
    pub(super) fn makes_room(&self) -> Option<(Waits, Instant)> {
        self.waits().filter(|(waits, since)| since.elapsed() >= waits.patience())
    }

    /// Since when the client is waited for, and for what.
    fn waits(&self) -> Option<(Waits, Instant)> {
        match *self.state.borrow() {
            State::Request => None,
            State::Answer { since, .. } => Some((Waits::Answer, since)),
            State::Idle(since) => Some((Waits::Idle, since)),
            State::Head(since) => Some((Waits::Head, since)),
        }
    }

    /// Whether the connection was asked to end for the sake of another one.
    pub(super) fn is_unwanted(&self) -> bool {
        *self.is_unwanted.borrow()
    }

    /// Asks the connection to end for the sake of another one, or no longer.
    pub(super) fn set_unwanted(&self, is_unwanted: bool) {
        self.is_unwanted.send_replace(is_unwanted);
    }

    /// Waits until another connection needs the place.
    pub(super) async fn unwanted(&self) {
        let _ = self.is_unwanted.subscribe().wait_for(|is_unwanted| *is_unwanted).await;
    }

    /// Something arrived.
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

    /// All that was written has left.
    pub(super) fn flushed(&self) {
        self.state.send_if_modified(|state| {
            let State::Answer { another, .. } = *state else { return false };
            *state = if another { State::Head(Instant::now()) } else { State::Idle(Instant::now()) };
            true
        });
    }

    /// The connection is being closed.
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

/// A stream that tells what passes.
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
