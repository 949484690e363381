//! An HTTP client over TLS, with one connection at a time: hyper's.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http::header::{CONNECTION, CONTENT_TYPE, HOST};
use http::{Method, Request};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::pki_types::ServerName;

/// A client of one address.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) tls: Option<Arc<ClientConfig>>,
}

/// A connection of a client.
pub(crate) struct Connection {
    sender: SendRequest<Full<Bytes>>,
    /// Whether the last answer ended it.
    pub(crate) closed: bool,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Got {
    pub(crate) code: u16,
    pub(crate) body: String,
}

impl Client {
    /// Connects.
    pub(crate) async fn connect(&self) -> io::Result<Connection> {
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        match &self.tls {
            None => over(stream).await,
            Some(tls) => {
                let name = ServerName::try_from("localhost").unwrap();
                over(TlsConnector::from(Arc::clone(tls)).connect(name, stream).await?).await
            }
        }
    }

    /// Sends a request over a connection of its own.
    pub(crate) async fn get(&self, path: &str) -> Got {
        let request = Request::get(path).header(HOST, "localhost").body(Full::default()).unwrap();
        self.connect().await.unwrap().send(request).await.unwrap()
    }

    /// Sends JSON over a connection of its own.
    pub(crate) async fn post(&self, path: &str, body: impl Into<Bytes>) -> Got {
        self.connect().await.unwrap().post(path, body.into()).await.unwrap()
    }
}

async fn over(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) -> io::Result<Connection> {
    let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    tokio::spawn(connection);
    Ok(Connection { sender, closed: false })
}

impl Connection {
    /// Sends JSON.
    pub(crate) async fn post(&mut self, path: &str, body: Bytes) -> io::Result<Got> {
        let request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header(HOST, "localhost")
            .header(CONTENT_TYPE, "application/json");
        self.send(request.body(Full::new(body)).unwrap()).await
    }

    /// Sends a request.
    pub(crate) async fn send(&mut self, request: Request<Full<Bytes>>) -> io::Result<Got> {
        self.sender.ready().await.map_err(io::Error::other)?;
        let response = self.sender.send_request(request).await.map_err(io::Error::other)?;
        self.closed = response.headers().get(CONNECTION).is_some_and(|value| value == "close");
        let code = response.status().as_u16();
        let body = response.into_body().collect().await.map_err(io::Error::other)?.to_bytes();
        Ok(Got { code, body: String::from_utf8_lossy(&body).into_owned() })
    }
}
