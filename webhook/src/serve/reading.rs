//! Whether a client takes too long to send the head of a request. In: what is read from a stream. Out: since when.
//!
//! hyper has one time for idle connections and for heads that do not come to their end. An idle connection may last; a head
//! may not.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

/// What a connection does.
#[derive(Clone, Copy, Debug)]
enum State {
    /// Nothing.
    Idle,
    /// A head arrives, since then.
    Head(Instant),
    /// A request is read and answered, with times of its own.
    Request,
}

/// How often a connection that ends is checked.
const CHECKED: Duration = Duration::from_millis(20);

/// What a connection does, for its stream and its service.
#[derive(Debug)]
pub(super) struct Reading(Mutex<State>);

impl Reading {
    /// A client that connects has something to say.
    pub(super) fn new() -> Reading {
        Reading(Mutex::new(State::Head(Instant::now())))
    }

    /// A head was read.
    pub(super) fn answers(&self) {
        *self.state() = State::Request;
    }

    /// A request was answered.
    pub(super) fn waits(&self) {
        *self.state() = State::Idle;
    }

    /// Waits until there is no request.
    pub(super) async fn idle(&self) {
        while !matches!(*self.state(), State::Idle) {
            tokio::time::sleep(CHECKED).await;
        }
    }

    /// Whether a head has been arriving for longer than this.
    pub(super) fn is_late(&self, limit: Duration) -> bool {
        matches!(*self.state(), State::Head(since) if since.elapsed() >= limit)
    }

    fn read(&self) {
        let mut state = self.state();
        if matches!(*state, State::Idle) {
            *state = State::Head(Instant::now());
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stream that tells when something arrives.
pub(super) struct Watched<S> {
    stream: S,
    reading: Arc<Reading>,
}

impl<S> Watched<S> {
    pub(super) fn new(stream: S, reading: Arc<Reading>) -> Self {
        Watched { stream, reading }
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
            self.reading.read();
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
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
