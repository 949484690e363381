//! A port with TLS, and the configurations that clients take from it.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crdc_server::Listening;
use kube::config::Kubeconfig;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::server;

async fn listening(tls: bool) -> Listening {
    let (server, address) = (server(), ([127, 0, 0, 1], 0).into());
    if tls { server.listen_tls(address).await.unwrap() } else { server.listen(address).await.unwrap() }
}

/// A part of a kubeconfig, which is PEM in base64.
fn pem(text: Option<&String>) -> Vec<u8> {
    STANDARD.decode(text.unwrap()).unwrap()
}

/// A client that trusts this CA, with a certificate and its key or without.
fn client(ca: &[u8], pair: Option<[Vec<u8>; 2]>) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(ca).unwrap()).unwrap();
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots);
    let config = match pair {
        None => builder.with_no_client_auth(),
        Some([certificate, key]) => {
            let chain = vec![CertificateDer::from_pem_slice(&certificate).unwrap()];
            builder.with_client_auth_cert(chain, PrivateKeyDer::from_pem_slice(&key).unwrap()).unwrap()
        }
    };
    TlsConnector::from(Arc::new(config))
}

/// The answer to a GET of `/version`, or the error of the connection.
async fn version(url: &str, name: &str, client: &TlsConnector, token: &str) -> Result<String, String> {
    let stream = TcpStream::connect(url.strip_prefix("https://").unwrap()).await.unwrap();
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let mut stream = client.connect(name, stream).await.map_err(|error| error.to_string())?;
    let request = format!(
        "GET /version HTTP/1.1\r\nHost: kubernetes\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.map_err(|error| error.to_string())?;
    Ok(answer)
}

#[tokio::test]
async fn a_kubeconfig_with_tls_has_all_that_a_client_needs() {
    let listening = listening(true).await;
    let config = Kubeconfig::from_yaml(&listening.kubeconfig()).unwrap();
    let cluster = config.clusters[0].cluster.as_ref().unwrap();
    let user = config.auth_infos[0].auth_info.as_ref().unwrap();
    assert_eq!(cluster.server.as_ref(), Some(&listening.url()));
    assert_eq!(cluster.insecure_skip_tls_verify, None);
    let ca = pem(cluster.certificate_authority_data.as_ref());
    // The key and the token are secrets, which this type does not show.
    let text = listening.kubeconfig();
    let value = |name: &str| text.split(name).nth(1).unwrap().split([',', '}']).next().unwrap();
    let pair =
        [pem(user.client_certificate_data.as_ref()), STANDARD.decode(value("client-key-data: ")).unwrap()];
    let token = value("token: ");
    for name in ["127.0.0.1", "localhost", "kubernetes.default.svc"] {
        for client in [client(&ca, Some(pair.clone())), client(&ca, None)] {
            let answer = version(&listening.url(), name, &client, token).await.unwrap();
            assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("gitVersion"), "{answer}");
        }
    }
    let review = format!(r#"{{"spec":{{"token":"{token}"}}}}"#);
    let path = "/apis/authentication.k8s.io/v1/tokenreviews";
    let reviewed = crate::raw::ask(&server(), "POST", path, &[], &review).await.json();
    assert_eq!(reviewed["status"]["user"]["username"], "kubernetes-admin");
    let unknown = crate::raw::ask(&server(), "POST", path, &[], r#"{"spec":{"token":"abc"}}"#).await.json();
    assert_eq!(unknown["status"]["authenticated"], serde_json::Value::Null);
    let other = version(&listening.url(), "example.com", &client(&ca, None), token).await.unwrap_err();
    assert!(other.contains("not valid for name"), "{other}");
}

#[tokio::test]
async fn each_server_has_a_ca_of_its_own() {
    let (one, other) = (listening(true).await, listening(true).await);
    let ca_of = |listening: &Listening| {
        let config = Kubeconfig::from_yaml(&listening.kubeconfig()).unwrap();
        pem(config.clusters[0].cluster.as_ref().unwrap().certificate_authority_data.as_ref())
    };
    let stranger = version(&one.url(), "localhost", &client(&ca_of(&other), None), "").await.unwrap_err();
    // Both CAs have one name, so the signature is wrong.
    assert!(stranger.contains("invalid peer certificate: BadSignature"), "{stranger}");
    version(&one.url(), "localhost", &client(&ca_of(&one), None), "").await.unwrap();
}

#[tokio::test]
async fn without_tls_a_kubeconfig_says_that_nothing_is_verified() {
    let listening = listening(false).await;
    let config = Kubeconfig::from_yaml(&listening.kubeconfig()).unwrap();
    let cluster = config.clusters[0].cluster.as_ref().unwrap();
    assert_eq!(cluster.insecure_skip_tls_verify, Some(true));
    assert!(cluster.server.as_ref().unwrap().starts_with("http://127.0.0.1:"));
    assert_eq!(config.current_context.as_deref(), Some("crdc"));
}

#[tokio::test]
async fn the_files_of_a_pod_configure_a_client() {
    let folder = std::env::temp_dir().join(format!("crdc-server-in-cluster-{}", std::process::id()));
    let encrypted = listening(true).await;
    encrypted.write_in_cluster(&folder).unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("namespace"), "default");
    let environment = read("environment");
    let value = |name: &str| {
        environment.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=')).unwrap().to_owned()
    };
    let (host, port) = (value("KUBERNETES_SERVICE_HOST"), value("KUBERNETES_SERVICE_PORT"));
    let (url, ca, token) = (format!("https://{host}:{port}"), read("ca.crt"), read("token"));
    assert_eq!(url, encrypted.url());
    assert_eq!(token.split('.').count(), 3);
    version(&url, &host, &client(ca.as_bytes(), None), &token).await.unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    // Such clients take no other URLs.
    let error = listening(false).await.write_in_cluster(&folder).unwrap_err();
    assert!(error.to_string().contains("without TLS") && !folder.exists());
}
