//! A webhook that runs while a test does.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crdc_webhook::{Certificates, Metrics, ServeOptions, Server, Webhook};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::client::Client;
use super::pki::Ca;

/// Longer than any machine needs for anything.
pub(crate) const DEADLINE: Duration = Duration::from_secs(300);

/// Waits until something holds.
pub(crate) async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let wait = async {
        while !holds().await {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(DEADLINE, wait).await.unwrap_or_else(|_| panic!("never: {what}"));
}

/// A webhook behind TLS, on free ports.
pub(crate) struct Running {
    pub(crate) client: Client,
    pub(crate) operations: Client,
    pub(crate) ca: Ca,
    /// A folder of the test: `certs` has the certificates.
    pub(crate) folder: PathBuf,
    pub(crate) metrics: Metrics,
    stop: Option<oneshot::Sender<()>>,
    server: JoinHandle<std::io::Result<()>>,
}

/// Options of tests: free ports, no haste with clients, and a short end.
pub(crate) fn options() -> ServeOptions {
    let mut options = ServeOptions::default();
    options.listen = ([127, 0, 0, 1], 0).into();
    options.operations = Some(options.listen);
    for time in [&mut options.header_timeout, &mut options.write_timeout, &mut options.idle_timeout] {
        *time = DEADLINE;
    }
    options.drain_delay = Duration::from_millis(300);
    options.drain_timeout = DEADLINE;
    options.poll = Duration::from_millis(200);
    options
}

/// A new folder.
pub(crate) fn folder() -> PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("crdc-webhook-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

impl Running {
    pub(crate) async fn start(webhook: Webhook) -> Running {
        Self::start_with(webhook, options(), false).await
    }

    /// Starts a webhook; with `mutual`, clients need a certificate.
    pub(crate) async fn start_with(webhook: Webhook, options: ServeOptions, mutual: bool) -> Running {
        let (ca, folder) = (Ca::new(), folder());
        let mut files = ca.write(&folder.join("certs"));
        if mutual {
            files = files.client_ca(folder.join("certs/ca.crt"));
        }
        let certificates = Arc::new(Certificates::read(files).unwrap());
        let server = Server::bind(webhook, Some(certificates), options).await.unwrap();
        let client = Client { address: server.address().unwrap(), tls: Some(ca.client(None)) };
        let operations = Client { address: server.operations_address().unwrap(), tls: None };
        let metrics = server.metrics();
        let (stop, stopped) = oneshot::channel();
        let server = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Running { client, operations, ca, folder, metrics, stop: Some(stop), server }
    }

    /// Asks the webhook to end.
    pub(crate) fn ask_to_stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Ends it at once.
    pub(crate) async fn abort(self) {
        self.server.abort();
        let _ = self.server.await;
        std::fs::remove_dir_all(&self.folder).unwrap();
    }

    /// Waits for its end.
    pub(crate) async fn end(mut self) {
        if self.stop.is_some() {
            self.ask_to_stop();
        }
        self.server.await.unwrap().unwrap();
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

/// A review of an object: group, version and kind are those of the object.
pub(crate) fn review(operation: &str, plural: &str, object: &Value, old: &Value) -> Value {
    let about = if object.is_null() { old } else { object };
    let api_version = about["apiVersion"].as_str().unwrap();
    let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
    json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
        "uid": "705ab4f5-6393-11e8-b7cc-42010a800002",
        "kind": {"group": group, "version": version, "kind": about["kind"]},
        "resource": {"group": group, "version": version, "resource": plural},
        "name": about["metadata"]["name"], "namespace": about["metadata"]["namespace"],
        "operation": operation, "userInfo": {"username": "admin", "groups": ["system:masters"]},
        "object": object, "oldObject": old, "dryRun": false,
        "options": {"kind": "CreateOptions", "apiVersion": "meta.k8s.io/v1"},
    }})
}
