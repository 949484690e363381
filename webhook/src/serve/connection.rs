//! One connection. In: a stream. Out: answers, until somebody leaves.
//!
//! Easy to break: HTTP/1.1 only, which is what API servers speak to webhooks. A connection ends behind an answer that said
//! so, never between two of them while a request may be on its way.

use std::io;
use std::pin::pin;
use std::sync::Arc;

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
use super::reading::{Reading, Watched};

/// Serves a connection to its end.
pub(super) async fn serve(
    stream: TcpStream,
    config: Option<Arc<ServerConfig>>,
    router: Router,
    options: &ServeOptions,
    drain: &Drain,
) {
    let _ = stream.set_nodelay(true);
    let served = match config {
        None => requests(stream, router, options, drain).await,
        Some(config) => match timeout(options.header_timeout, TlsAcceptor::from(config).accept(stream)).await
        {
            Ok(Ok(stream)) => requests(stream, router, options, drain).await,
            Ok(Err(error)) => Err(error),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        },
    };
    if let Err(error) = served {
        tracing::debug!(%error, "connection");
    }
}

async fn requests(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    router: Router,
    options: &ServeOptions,
    drain: &Drain,
) -> io::Result<()> {
    let reading = Arc::new(Reading::new());
    let ends = Instant::now() + options.connection_age;
    let service = service_fn(|request: Request<Incoming>| {
        reading.answers();
        let mut router = router.clone();
        let reading = Arc::clone(&reading);
        async move {
            let answered = router.call(request.map(Body::new)).await;
            reading.waits();
            answered.map(|mut response: Response<Body>| {
                if drain.is_leaving() || Instant::now() >= ends {
                    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
                }
                response
            })
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(options.idle_timeout);
    let stream = TokioIo::new(Watched::new(stream, Arc::clone(&reading)));
    let mut connection = pin!(http.serve_connection(stream, service));
    let mut closing = pin!(drain.closing());
    let mut check = Instant::now() + options.header_timeout;
    loop {
        tokio::select! {
            // First, so that what has arrived is read before anything is closed.
            biased;
            ended = connection.as_mut() => return ended.map_err(io::Error::other),
            // A request that is expected, read or answered is waited for: its answer ends the connection.
            () = async { closing.as_mut().await; reading.idle().await } => {
                connection.as_mut().graceful_shutdown();
                return connection.await.map_err(io::Error::other);
            }
            () = sleep_until(check) => {
                if reading.is_late(options.header_timeout) {
                    return Err(io::ErrorKind::TimedOut.into());
                }
                check = Instant::now() + options.header_timeout;
            }
        }
    }
}
