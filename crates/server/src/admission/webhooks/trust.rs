//! Decides whether the certificate of a webhook is trusted. In: the bundle of a configuration, and what a
//! webhook sent. Out: Go's verdict, in its words.
//!
//! Easy to break: Go trusts a certificate that is in the bundle itself, whether it is one of a CA or not, but
//! still checks its time and its names. Other certificates need a chain to the bundle.
// go: crypto/x509/verify.go Certificate.Verify

use std::sync::Arc;

use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{WebPkiServerVerifier, verify_server_name};
use tokio_rustls::rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use tokio_rustls::rustls::pki_types::pem::{PemObject, SectionKind};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{CertificateError, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use super::certificate::Certificate;

const UNKNOWN: &str = "x509: certificate signed by unknown authority";
const USAGE: &str = "x509: certificate specifies an incompatible key usage";
const MALFORMED: &str = "x509: malformed certificate";

/// The trust in the certificates of a bundle.
#[derive(Debug)]
pub(super) struct Trust {
    bundle: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

impl Trust {
    /// The trust in a bundle in PEM. What is no certificate in it is left out. An empty bundle trusts nobody.
    ///
    /// # Errors
    ///
    /// The bundle has no certificate.
    // go: crypto/x509/cert_pool.go AppendCertsFromPEM; client-go: transport/transport.go rootCertPool
    pub(super) fn new(pem: &[u8], provider: Arc<CryptoProvider>) -> Result<Trust, String> {
        let all = CertificateDer::pem_slice_iter(pem).filter_map(Result::ok);
        let bundle: Vec<_> = all.filter(|der| Certificate::read(der).is_some()).collect();
        if bundle.is_empty() && !pem.is_empty() {
            return Err(format!("unable to load root certificates: {}", unreadable(pem)));
        }
        Ok(Trust { bundle, provider })
    }

    /// The reason why a certificate is not trusted.
    fn fault(
        &self,
        sent: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        now: UnixTime,
    ) -> Result<(), String> {
        let certificate = Certificate::read(sent).ok_or(MALFORMED)?;
        let seconds = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
        if let Some(why) = certificate.untimely(seconds) {
            return Err(why);
        }
        let parsed = ParsedCertificate::try_from(sent).map_err(|_| MALFORMED)?;
        if verify_server_name(&parsed, host).is_err() {
            return Err(certificate.other_host(&host.to_str()));
        }
        if self.bundle.contains(sent) {
            return if certificate.is_for_servers() { Ok(()) } else { Err(USAGE.to_owned()) };
        }
        self.chain(sent, others, host, now).map_err(|error| match error {
            Error::InvalidCertificate(CertificateError::BadSignature) => {
                // The authority has the right name, and another key.
                let issuers = self.bundle.iter().filter_map(|der| Certificate::read(der));
                let mut named = issuers.filter(|issuer| issuer.subject == certificate.issuer);
                let remark = named.next().map(|issuer| issuer.did_not_sign()).unwrap_or_default();
                format!("{UNKNOWN}{remark}")
            }
            _ if !certificate.is_for_servers() => USAGE.to_owned(),
            _ => UNKNOWN.to_owned(),
        })
    }

    /// Looks for a chain to a certificate of the bundle that is valid now.
    fn chain(
        &self,
        sent: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        now: UnixTime,
    ) -> Result<(), Error> {
        let seconds = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
        let is_valid = |der: &CertificateDer<'_>| {
            Certificate::read(der).is_some_and(|certificate| certificate.untimely(seconds).is_none())
        };
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(self.bundle.iter().filter(|der| is_valid(der)).cloned());
        let verifier = WebPkiServerVerifier::builder_with_provider(roots.into(), self.provider.clone())
            .build()
            .map_err(|_| Error::InvalidCertificate(CertificateError::UnknownIssuer))?;
        verifier.verify_server_cert(sent, others, host, &[], now).map(drop)
    }
}

/// The reason why a bundle has no certificate.
// client-go: transport/transport.go createErrorParsingCAData
fn unreadable(pem: &[u8]) -> String {
    let mut blocks = <(SectionKind, Vec<u8>)>::pem_slice_iter(pem).peekable();
    if blocks.peek().is_none() {
        return "unable to parse bytes as PEM block".to_owned();
    }
    for block in blocks {
        match block {
            Ok((SectionKind::Certificate, _)) => return format!("failed to parse certificate: {MALFORMED}"),
            Ok(_) => {}
            Err(_) => return "unable to parse bytes as PEM block".to_owned(),
        }
    }
    "no valid certificate authority data seen".to_owned()
}

impl ServerCertVerifier for Trust {
    fn verify_server_cert(
        &self,
        sent: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        _ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match self.fault(sent, others, host, now) {
            Ok(()) => Ok(ServerCertVerified::assertion()),
            Err(why) => Err(Error::General(format!("failed to verify certificate: {why}"))),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
