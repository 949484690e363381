//! Certificates that can be replaced. In: files. Out: the TLS configuration of new connections.
//!
//! Easy to break: two files change one after the other, so a pair that does not match is refused and the
//! former pair stays. If there is a CA of clients, every connection needs a client certificate, which is
//! verified. Otherwise no client certificate is requested.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

use crate::snapshot::Snapshot;

/// Files in PEM: the certificate with its chain, its key, and the CA of clients.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CertificateFiles {
    /// The certificate of the server, followed by the certificates of its chain.
    pub certificate: PathBuf,
    /// The key.
    pub key: PathBuf,
    /// Clients need a certificate that this CA signed, if it is given.
    pub client_ca: Option<PathBuf>,
}

impl CertificateFiles {
    /// A certificate and its key.
    pub fn new(certificate: impl Into<PathBuf>, key: impl Into<PathBuf>) -> CertificateFiles {
        CertificateFiles { certificate: certificate.into(), key: key.into(), client_ca: None }
    }

    /// Requires that clients have a certificate which this CA signed.
    #[must_use]
    pub fn client_ca(self, ca: impl Into<PathBuf>) -> CertificateFiles {
        CertificateFiles { client_ca: Some(ca.into()), ..self }
    }

    /// All files.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        [&self.certificate, &self.key].into_iter().chain(&self.client_ca).map(PathBuf::as_path)
    }
}

/// The certificate of a server, which can be read again while it runs.
#[derive(Debug)]
pub struct Certificates {
    files: CertificateFiles,
    /// The state of the files before they were first read.
    seen: Snapshot,
    current: RwLock<Arc<ServerConfig>>,
}

impl Certificates {
    /// Reads the files.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or certificate and key do not match.
    pub fn read(files: CertificateFiles) -> Result<Certificates, CertificateError> {
        let seen = Snapshot::of(files.paths().map(Path::to_owned));
        let current = RwLock::new(Arc::new(config(&files)?));
        Ok(Certificates { files, seen, current })
    }

    /// Reads the files again. Open connections keep the former certificate.
    ///
    /// # Errors
    ///
    /// The errors of [`Certificates::read`]; the former certificate is used then.
    pub fn reload(&self) -> Result<(), CertificateError> {
        let read = Arc::new(config(&self.files)?);
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = read;
        Ok(())
    }

    /// The files.
    #[must_use]
    pub fn files(&self) -> &CertificateFiles {
        &self.files
    }

    pub(super) fn seen(&self) -> Snapshot {
        self.seen.clone()
    }

    pub(super) fn current(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }
}

fn config(files: &CertificateFiles) -> Result<ServerConfig, CertificateError> {
    let chain = certificates(&files.certificate)?;
    let key =
        PrivateKeyDer::from_pem_file(&files.key).map_err(|error| CertificateError::new(&files.key, error))?;
    let provider = Arc::new(ring::default_provider());
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| CertificateError::new(&files.certificate, error))?;
    let builder = match &files.client_ca {
        None => builder.with_no_client_auth(),
        Some(ca) => {
            let mut roots = RootCertStore::empty();
            for root in certificates(ca)? {
                roots.add(root).map_err(|error| CertificateError::new(ca, error))?;
            }
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build();
            builder.with_client_cert_verifier(verifier.map_err(|error| CertificateError::new(ca, error))?)
        }
    };
    let mut config = builder
        .with_single_cert(chain, key)
        .map_err(|error| CertificateError::new(&files.certificate, error))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

/// The certificates of a file, of which there is at least one.
fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, CertificateError> {
    let failed = |error| CertificateError::new(path, error);
    let all: Vec<_> =
        CertificateDer::pem_file_iter(path).map_err(failed)?.collect::<Result<_, _>>().map_err(failed)?;
    if all.is_empty() { Err(CertificateError::new(path, "it contains no certificate")) } else { Ok(all) }
}

/// The error of reading certificates.
#[derive(Debug)]
pub struct CertificateError {
    path: PathBuf,
    why: String,
}

impl CertificateError {
    fn new(path: &Path, why: impl fmt::Display) -> Self {
        CertificateError { path: path.to_owned(), why: why.to_string() }
    }
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.why)
    }
}

impl std::error::Error for CertificateError {}
