//! Calls webhooks over the network: TLS with the certificates of the configuration, HTTP/1.1, and a new
//! connection for each call.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::Request;
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{self, ClientConfig};

use super::answer::{Answered, whole};
use super::trust::Trust;

/// Posts to a URL, or to the address that replaces the host of the URL.
pub(crate) async fn post(
    url: String,
    address: Option<SocketAddr>,
    config: ClientConfig,
    request: Request<Full<Bytes>>,
) -> Answered {
    let uri: http::Uri = url.parse().map_err(|error: http::uri::InvalidUri| error.to_string())?;
    let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']').to_owned();
    let port = uri.port_u16().unwrap_or(443);
    let connected = match address {
        Some(address) => TcpStream::connect(address).await,
        None => TcpStream::connect((&*host, port)).await,
    };
    let dialed = address.map_or_else(|| format!("{host}:{port}"), |address| address.to_string());
    let stream = connected.map_err(|error| match error.kind() {
        io::ErrorKind::ConnectionRefused => format!("dial tcp {dialed}: connect: connection refused"),
        _ => format!("dial tcp {dialed}: {error}"),
    })?;
    let name = ServerName::try_from(host).map_err(|error| error.to_string())?;
    let stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await;
    let stream = stream.map_err(|error| tls_error(&error))?;
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    // The connection ends with this call, also if the call is cancelled.
    let mut connections = JoinSet::new();
    connections.spawn(connection);
    whole(sender.send_request(request).await.map_err(|error| error.to_string())?).await
}

/// The TLS configuration with the certificates of a bundle.
///
/// # Errors
///
/// The bundle has none.
pub(crate) fn config(ca_bundle: &str) -> Result<ClientConfig, String> {
    let pem = STANDARD.decode(ca_bundle).map_err(|error| format!("caBundle: {error}"))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let trust = Arc::new(Trust::new(&pem, provider.clone())?);
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|error| error.to_string())?;
    Ok(config.dangerous().with_custom_certificate_verifier(trust).with_no_client_auth())
}

/// Go's error for a connection that cannot be made.
fn tls_error(error: &io::Error) -> String {
    match error.get_ref().and_then(|error| error.downcast_ref::<rustls::Error>()) {
        Some(rustls::Error::General(why)) => format!("tls: {why}"),
        _ => format!("tls: {error}"),
    }
}
