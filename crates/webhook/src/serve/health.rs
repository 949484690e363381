//! The endpoints `/healthz`, `/readyz` and `/metrics`.
//!
//! Easy to break: readiness connects to the webhook itself, so that a listener which is stuck or has no
//! certificate is not ready.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{ClientConfig, DigitallySignedStruct, Error, SignatureScheme};

use super::drain::Drain;
use crate::Metrics;

/// The timeout of that connection.
const DIAL: Duration = Duration::from_secs(2);

/// Answers probes.
#[derive(Clone, Debug)]
pub(super) struct Health {
    address: SocketAddr,
    tls: Option<Arc<ClientConfig>>,
    drain: Arc<Drain>,
}

impl Health {
    pub(super) fn new(listening: SocketAddr, tls: bool, drain: Arc<Drain>) -> Health {
        let ip = match listening.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        let tls = tls.then(dialer).flatten();
        Health { address: (ip, listening.port()).into(), tls, drain }
    }

    /// The routes: `/healthz` reports that the process runs, `/readyz` that it answers requests.
    pub(super) fn router(&self) -> Router {
        let health = self.clone();
        let ready = move || {
            let health = health.clone();
            async move {
                match health.ready().await {
                    Ok(()) => (StatusCode::OK, "ok\n".to_owned()),
                    Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
                }
            }
        };
        Router::new().route("/healthz", get(async || "ok\n")).route("/readyz", get(ready))
    }

    async fn ready(&self) -> Result<(), String> {
        if self.drain.is_leaving() {
            return Err("the webhook is shutting down".into());
        }
        let dial = async {
            let stream = TcpStream::connect(self.address).await.map_err(|error| error.to_string())?;
            if let Some(tls) = &self.tls {
                let name = ServerName::from(self.address.ip());
                let connector = TlsConnector::from(Arc::clone(tls));
                connector.connect(name, stream).await.map_err(|error| error.to_string())?;
            }
            Ok(())
        };
        timeout(DIAL, dial).await.map_err(|_| "no answer".to_owned())?
    }
}

/// The metrics, for Prometheus.
pub(super) fn metrics(metrics: Metrics) -> Router {
    let show = move || {
        let text = metrics.to_text();
        async move { ([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text) }
    };
    Router::new().route("/metrics", get(show))
}

/// The TLS client for connections to the webhook itself, which accepts a certificate for any name.
fn dialer() -> Option<Arc<ClientConfig>> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider));
    let builder = builder.with_safe_default_protocol_versions().ok()?.dangerous();
    let config = builder.with_custom_certificate_verifier(Arc::new(Own(provider))).with_no_client_auth();
    Some(Arc::new(config))
}

/// Accepts any certificate whose key the other side has: no data is sent to it, and none is trusted.
#[derive(Debug)]
struct Own(Arc<CryptoProvider>);

impl ServerCertVerifier for Own {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
