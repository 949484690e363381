//! Serves one connection. In: a stream. Out: responses, until one side closes the connection.
//!
//! Easy to break: only HTTP/1.1 is served, which API servers use for webhooks. A connection ends after a
//! response with `Connection: close`, and never between two responses while a request may be on its way. It
//! also ends if its client is waited for too long.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use http::header::CONNECTION;
use http::{HeaderValue, Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tower::Service;

use super::ServeOptions;
use super::drain::Drain;
use super::progress::{Progress, Waits, Watched};

/// The size of the buffer for received bytes. The head of a request has to fit.
const READ_BUFFER: usize = 64 << 10;

/// Serves a connection to its end.
pub(super) async fn serve(
    stream: TcpStream,
    config: Option<Arc<ServerConfig>>,
    router: Router,
    options: &ServeOptions,
    drain: &Drain,
    progress: Arc<Progress>,
) {
    let _ = stream.set_nodelay(true);
    let served = match config {
        None => requests(stream, router, options, drain, progress).await,
        Some(config) => match greeted(stream, config, options, &progress).await {
            Ok(stream) => requests(stream, router, options, drain, progress).await,
            Err(error) => Err(error),
        },
    };
    if let Err(error) = served {
        tracing::debug!(%error, "connection");
    }
}

/// Performs the TLS handshake.
async fn greeted(
    stream: TcpStream,
    config: Arc<ServerConfig>,
    options: &ServeOptions,
    progress: &Progress,
) -> io::Result<tokio_rustls::server::TlsStream<TcpStream>> {
    let stream = tokio::select! {
        biased;
        done = timeout(options.header_timeout, TlsAcceptor::from(config).accept(stream)) => done??,
        () = progress.unwanted() => return Err(unwanted()),
    };
    progress.greeted();
    Ok(stream)
}

pub(super) async fn requests(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    router: Router,
    options: &ServeOptions,
    drain: &Drain,
    progress: Arc<Progress>,
) -> io::Result<()> {
    let ends = Instant::now().checked_add(options.connection_age);
    let service = service_fn(|request: Request<Incoming>| {
        let mut router = router.clone();
        let progress = Arc::clone(&progress);
        async move {
            progress.request().await;
            let answered = router.call(request.map(Body::new)).await;
            progress.answered();
            answered.map(|mut response: Response<Body>| {
                if drain.is_leaving() || ends.is_some_and(|ends| Instant::now() >= ends) {
                    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
                }
                response
            })
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(options.idle_timeout).max_buf_size(READ_BUFFER);
    let stream = TokioIo::new(Watched::new(stream, Arc::clone(&progress)));
    let mut connection = pin!(http.serve_connection(stream, service));
    let mut closing = pin!(async {
        drain.closing().await;
        progress.idle().await;
    });
    let mut is_closing = false;
    // Requests that start from now on have at least this time.
    let (least, most) = (Duration::from_millis(1), Duration::from_secs(3600));
    let shortest = options.header_timeout.min(options.write_timeout).clamp(least, most);
    loop {
        let check = Instant::now() + shortest;
        let check = progress.ends(options).map_or(check, |ends| ends.min(check));
        tokio::select! {
            // This branch comes first, so that received data is read before the connection is closed.
            biased;
            ended = connection.as_mut() => return ended.map_err(io::Error::other),
            // A request that is expected, read or processed is waited for: its response ends the connection.
            () = closing.as_mut(), if !is_closing => {
                is_closing = true;
                connection.as_mut().graceful_shutdown();
            }
            () = progress.unwanted() => {
                progress.set_unwanted(false);
                // A request may have arrived meanwhile.
                match progress.makes_room() {
                    None => {}
                    Some((Waits::Idle, _)) => {
                        is_closing = true;
                        connection.as_mut().graceful_shutdown();
                    }
                    Some((Waits::Answer | Waits::Head, _)) => return Err(unwanted()),
                }
            }
            () = sleep_until(check) => {
                if progress.ends(options).is_some_and(|ends| ends <= Instant::now()) {
                    return Err(io::ErrorKind::TimedOut.into());
                }
            }
        }
    }
}

fn unwanted() -> io::Error {
    io::Error::other("it kept the webhook waiting while others wanted to connect")
}
