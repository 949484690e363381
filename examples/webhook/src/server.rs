//! What stands for a cluster: a certificate, and a client that sends reviews over TLS as an API server does.

use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use crdc_webhook::{CertificateFiles, Certificates, ServeOptions, Server, Webhook};
use http::Request;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// A review of a database.
pub(crate) struct Asked {
    operation: &'static str,
    object: Value,
    old: Value,
}

fn database(spec: &Value) -> Value {
    json!({"apiVersion": "shop.example.com/v1", "kind": "Database",
           "metadata": {"name": "a", "namespace": "default", "resourceVersion": "1"}, "spec": spec})
}

impl Asked {
    pub(crate) fn create(spec: &Value) -> Asked {
        Asked { operation: "CREATE", object: database(spec), old: Value::Null }
    }

    pub(crate) fn update(old: &Value, new: &Value) -> Asked {
        Asked { operation: "UPDATE", object: database(new), old: database(old) }
    }

    pub(crate) fn delete(old: &Value) -> Asked {
        Asked { operation: "DELETE", object: Value::Null, old: database(old) }
    }

    /// The body of the request.
    fn review(&self) -> Value {
        json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
            "uid": "705ab4f5-6393-11e8-b7cc-42010a800002",
            "kind": {"group": "shop.example.com", "version": "v1", "kind": "Database"},
            "resource": {"group": "shop.example.com", "version": "v1", "resource": "databases"},
            "name": "a", "namespace": "default", "operation": self.operation,
            "userInfo": {"username": "admin"}, "object": self.object, "oldObject": self.old, "dryRun": false}})
    }
}

/// A webhook that serves with a certificate of its own.
pub(crate) struct Running {
    address: SocketAddr,
    tls: Arc<ClientConfig>,
    folder: PathBuf,
    stop: oneshot::Sender<()>,
    server: JoinHandle<std::io::Result<()>>,
}

impl Running {
    pub(crate) async fn start(webhook: Webhook) -> Result<Running, Box<dyn Error>> {
        let pair = rcgen::generate_simple_self_signed(["localhost".to_owned()])?;
        let folder = std::env::temp_dir().join(format!("crdc-example-{}", unique_part(&pair.cert.pem())));
        std::fs::create_dir_all(&folder)?;
        let files = CertificateFiles::new(folder.join("tls.crt"), folder.join("tls.key"));
        std::fs::write(&files.certificate, pair.cert.pem())?;
        std::fs::write(&files.key, pair.signing_key.serialize_pem())?;

        let mut options = ServeOptions::default();
        // Any free port; in a cluster 9443 and 8080, which are the defaults.
        options.listen = ([127, 0, 0, 1], 0).into();
        options.operations = None;
        options.drain_delay = std::time::Duration::ZERO;
        let certificates = Arc::new(Certificates::read(files)?);
        let server = Server::bind(webhook, Some(certificates), options).await?;
        let address = server.address()?;
        let (stop, stopped) = oneshot::channel();
        let server = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));

        let mut roots = RootCertStore::empty();
        roots.add(pair.cert.der().clone())?;
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Running { address, tls: Arc::new(tls), folder, stop, server })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sends a review; the `response` of the answer.
    pub(crate) async fn ask(&self, path: &str, asked: &Asked) -> Result<Value, Box<dyn Error>> {
        let stream = TcpStream::connect(self.address).await?;
        let name = ServerName::try_from("localhost")?;
        let stream = TlsConnector::from(Arc::clone(&self.tls)).connect(name, stream).await?;
        let (mut sender, connection) = handshake(TokioIo::new(stream)).await?;
        let connection = tokio::spawn(connection);
        let request =
            Request::post(path).header("host", "localhost").header("content-type", "application/json");
        let response =
            sender.send_request(request.body(Full::new(Bytes::from(asked.review().to_string())))?).await?;
        let body = response.into_body().collect().await?.to_bytes();
        drop(sender);
        connection.await??;
        Ok(serde_json::from_slice::<Value>(&body)?["response"].take())
    }

    /// Ends the webhook as SIGTERM would.
    pub(crate) async fn stop(self) -> Result<(), Box<dyn Error>> {
        let _ = self.stop.send(());
        self.server.await??;
        std::fs::remove_dir_all(self.folder)?;
        Ok(())
    }
}

/// A part of a certificate that no other one has, as a file name.
fn unique_part(pem: &str) -> String {
    pem.chars().filter(char::is_ascii_alphanumeric).rev().skip(14).take(16).collect()
}

/// The verdict and the patch of a response, in a line.
pub(crate) fn shown(response: &Value) -> String {
    let patch = response["patch"].as_str().and_then(|patch| STANDARD.decode(patch).ok());
    match (response["allowed"].as_bool(), patch) {
        (Some(true), Some(patch)) => format!("allowed, with {}", String::from_utf8_lossy(&patch)),
        (Some(true), None) => "allowed".to_owned(),
        _ => {
            let status = &response["status"];
            format!("refused with {}: {}", status["code"], status["message"].as_str().unwrap_or_default())
        }
    }
}
