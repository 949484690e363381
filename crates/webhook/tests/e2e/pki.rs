//! Certificates of the tests.

use std::path::Path;
use std::sync::Arc;

use crdc_webhook::CertificateFiles;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// A CA.
pub(crate) struct Ca(CertifiedIssuer<'static, KeyPair>);

impl Ca {
    pub(crate) fn new() -> Ca {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Ca(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    /// A certificate for `localhost`, and its key, in PEM.
    pub(crate) fn pair(&self) -> [String; 2] {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        [params.signed_by(&key, &self.0).unwrap().pem(), key.serialize_pem()]
    }

    /// Writes a certificate, its key, and the CA itself, as cert-manager calls them.
    pub(crate) fn write(&self, folder: &Path) -> CertificateFiles {
        std::fs::create_dir_all(folder).unwrap();
        let [certificate, key] = self.pair();
        std::fs::write(folder.join("tls.crt"), certificate).unwrap();
        std::fs::write(folder.join("tls.key"), key).unwrap();
        std::fs::write(folder.join("ca.crt"), self.0.pem()).unwrap();
        CertificateFiles::new(folder.join("tls.crt"), folder.join("tls.key"))
    }

    /// A client that trusts this CA, with a certificate of its own or without.
    pub(crate) fn client(&self, pair: Option<[String; 2]>) -> Arc<ClientConfig> {
        let mut roots = RootCertStore::empty();
        roots.add(self.0.der().clone()).unwrap();
        let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots);
        let config = match pair {
            None => builder.with_no_client_auth(),
            Some([certificate, key]) => {
                let chain = vec![CertificateDer::from_pem_slice(certificate.as_bytes()).unwrap()];
                let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap();
                builder.with_client_auth_cert(chain, key).unwrap()
            }
        };
        Arc::new(config)
    }
}
