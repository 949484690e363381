//! Certificates of a server with TLS, made when it begins to listen. In: nothing. Out: the TLS configuration
//! of its connections, and what clients need to trust it and to name themselves.
//!
//! Easy to break: OpenSSL, as Python calls it, refuses a CA without key usages, and a certificate that does
//! not name the key of its CA.

use std::io;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa, KeyPair,
    KeyUsagePurpose,
};
use serde_json::{Value, json};
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

use crate::handlers::request::user::{ADMINISTRATOR, MASTERS};

/// The names by which clients call the server: on this machine, and in a cluster.
// kubernetes: pkg/controlplane/instance.go; cmd/kubeadm/app/util/pkiutil/pki_helpers.go GetAPIServerAltNames
const NAMES: [&str; 7] = [
    "localhost",
    "127.0.0.1",
    "::1",
    "kubernetes",
    "kubernetes.default",
    "kubernetes.default.svc",
    "kubernetes.default.svc.cluster.local",
];

/// What clients need: PEM texts, and a token.
#[derive(Debug)]
pub(super) struct Credentials {
    /// The certificate of the CA.
    pub(super) ca: String,
    /// The certificate of the client `kubernetes-admin`.
    pub(super) certificate: String,
    /// The key of that certificate.
    pub(super) key: String,
    /// The token of the administrator. Nobody verifies it, but a TokenReview knows it.
    pub(super) token: String,
    /// The token of a pod's service account.
    pub(super) pod_token: String,
}

impl Credentials {
    /// Makes a CA, a certificate of the server and one of a client.
    pub(super) fn create() -> io::Result<(Credentials, Arc<ServerConfig>)> {
        let ca = authority().map_err(io::Error::other)?;
        let (server, server_key) =
            signed(&ca, "kube-apiserver", None, &NAMES, ExtendedKeyUsagePurpose::ServerAuth)
                .map_err(io::Error::other)?;
        let admin = Some(MASTERS);
        let (client, client_key) =
            signed(&ca, ADMINISTRATOR, admin, &[], ExtendedKeyUsagePurpose::ClientAuth)
                .map_err(io::Error::other)?;
        let mut roots = RootCertStore::empty();
        roots.add(ca.der().clone()).map_err(io::Error::other)?;
        let provider = Arc::new(default_provider());
        // A client needs no certificate: it may send a token, or nothing, since all may do everything.
        let clients = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider.clone())
            .allow_unauthenticated()
            .build()
            .map_err(io::Error::other)?;
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(server_key.serialize_der()));
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .and_then(|builder| {
                builder.with_client_cert_verifier(clients).with_single_cert(vec![server.der().clone()], key)
            })
            .map_err(io::Error::other)?;
        let credentials = Credentials {
            ca: ca.pem(),
            certificate: client.pem(),
            key: client_key.serialize_pem(),
            token: token(json!({"sub": ADMINISTRATOR})),
            pod_token: token(json!({
                "kubernetes.io": {"namespace": "default", "serviceaccount": {"name": "default"}},
                "sub": "system:serviceaccount:default:default",
            })),
        };
        Ok((credentials, Arc::new(config)))
    }

    /// The members of a cluster and of a user in a kubeconfig.
    pub(super) fn in_kubeconfig(&self) -> (String, String) {
        let [ca, certificate, key] =
            [&self.ca, &self.certificate, &self.key].map(|text| STANDARD.encode(text));
        (
            format!("certificate-authority-data: {ca}"),
            format!("client-certificate-data: {certificate}, client-key-data: {key}, token: {}", self.token),
        )
    }
}

fn authority() -> Result<CertifiedIssuer<'static, KeyPair>, rcgen::Error> {
    let mut params = CertificateParams::new(Vec::new())?;
    params.distinguished_name.push(DnType::CommonName, "kubernetes");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages =
        vec![KeyUsagePurpose::DigitalSignature, KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    CertifiedIssuer::self_signed(params, KeyPair::generate()?)
}

/// A certificate that the CA signed, and its key.
fn signed(
    ca: &CertifiedIssuer<'static, KeyPair>,
    name: &str,
    organization: Option<&str>,
    names: &[&str],
    usage: ExtendedKeyUsagePurpose,
) -> Result<(rcgen::Certificate, KeyPair), rcgen::Error> {
    let mut params = CertificateParams::new(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())?;
    params.distinguished_name = rcgen::DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, name);
    if let Some(organization) = organization {
        params.distinguished_name.push(DnType::OrganizationName, organization);
    }
    params.use_authority_key_identifier_extension = true;
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![usage];
    let key = KeyPair::generate()?;
    Ok((params.signed_by(&key, ca)?, key))
}

/// A token with these claims, without a signature: some clients read the claims.
fn token(mut claims: Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    claims["aud"] = json!(["https://kubernetes.default.svc.cluster.local"]);
    claims["iss"] = json!("https://kubernetes.default.svc.cluster.local");
    format!("{}.{}.", part(&json!({"alg": "none"})), part(&claims))
}
