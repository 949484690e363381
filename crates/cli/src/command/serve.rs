//! `crdc serve`: an API server in memory, for kubectl and for tests of other languages. In: definitions and
//! objects. Out: a server on the loopback, until it is interrupted.

use crate::command::serve_webhook::{WebhookAt, webhook_at};
use crate::failure::Failure;
use crate::place::{To, write};
use crdc_server::{Server, TestServer};
use std::path::PathBuf;

/// How many changes are kept for watches.
const CHANGES: usize = 100_000;

/// Serves CustomResourceDefinitions and objects as a Kubernetes API server, in memory
///
/// For kubectl and for tests: objects are decoded, defaulted, validated, stored and watched as by
/// kube-apiserver. There are no controllers and no authentication, so it listens on the loopback alone.
#[derive(clap::Args)]
pub(super) struct Serve {
    /// Objects to begin with: a file, or a folder of .yaml, .yml and .json files
    #[arg(value_name = "FILE")]
    objects: Vec<PathBuf>,
    /// CustomResourceDefinitions: a file or a folder
    #[arg(long, alias = "crd", value_name = "FILE")]
    crds: Vec<PathBuf>,
    /// The port; a free one without it
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
    /// Writes a kubeconfig to this file
    #[arg(long, value_name = "FILE")]
    kubeconfig: Option<PathBuf>,
    /// Listens with TLS: the kubeconfig has a CA of this server, a certificate and a token
    #[arg(long)]
    tls: bool,
    /// Writes the files and variables of a pod to this folder, for clients configured as in a cluster
    #[arg(long, value_name = "FOLDER", requires = "tls")]
    in_cluster: Option<PathBuf>,
    /// Ends when the standard input does, so that the server does not outlive a program that started it
    #[arg(long)]
    until_input_ends: bool,
    /// Where the webhook of a Service listens, with TLS, such as system/webhook-service=127.0.0.1:9443; may
    /// be repeated. For webhooks of admission and of conversion whose configuration names a Service; those
    /// with a URL need no option
    #[arg(long = "webhook", value_name = "NAMESPACE/NAME=HOST:PORT", value_parser = webhook_at)]
    webhooks: Vec<WebhookAt>,
    /// The CA of these webhooks, or their certificate, in PEM: trusted where a configuration has no caBundle,
    /// which cert-manager writes in a cluster
    #[arg(long, value_name = "FILE", requires = "webhooks")]
    webhook_ca: Option<PathBuf>,
}

impl Serve {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let server = self.crds.iter().fold(TestServer::new(), TestServer::crds);
        let server = self.objects.iter().fold(server, TestServer::objects);
        let server = match server.start() {
            Ok(server) => server,
            Err(error) => {
                crate::output::complain(&error.to_string());
                return Ok(false);
            }
        };
        self.send_webhooks(&server)?;
        server.keep_changes(CHANGES);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        runtime.map_err(|error| error.to_string())?.block_on(async {
            let address = ([127, 0, 0, 1], self.port).into();
            let listening =
                if self.tls { server.listen_tls(address).await } else { server.listen(address).await };
            let listening =
                listening.map_err(|error| format!("cannot listen on port {}: {error}", self.port))?;
            let kinds = server.custom_resources();
            let kinds = if kinds.is_empty() { "no custom resources".to_owned() } else { kinds.join(", ") };
            if let Some(path) = &self.kubeconfig {
                std::fs::write(path, listening.kubeconfig())
                    .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            }
            if let Some(path) = &self.in_cluster {
                listening
                    .write_in_cluster(path)
                    .map_err(|error| format!("cannot write to {}: {error}", path.display()))?;
            }
            write(&To::Out, &format!("{}: {kinds}, and kinds of Kubernetes\n", listening.url()))?;
            // The server answers requests until it is interrupted.
            tokio::select! {
                interrupted = tokio::signal::ctrl_c() => interrupted.map_err(|error| error.to_string())?,
                () = input_ends(), if self.until_input_ends => {}
            }
            Ok(true)
        })
    }
    /// Says where the webhooks of Services listen.
    fn send_webhooks(&self, server: &Server) -> Result<(), Failure> {
        let Some(path) = &self.webhook_ca else {
            for webhook in &self.webhooks {
                server.webhook_service_at(&webhook.service, webhook.address);
            }
            return Ok(());
        };
        let file = path.display();
        let certificates =
            std::fs::read_to_string(path).map_err(|error| format!("cannot read {file}: {error}"))?;
        // An empty bundle would trust nobody, and every call would fail.
        if certificates.trim().is_empty() {
            return Err(format!("{file} is empty: give the CA of the webhook, or its certificate, in PEM"));
        }
        for webhook in &self.webhooks {
            let mounted = server.webhook_service_trusting(&webhook.service, webhook.address, &certificates);
            mounted.map_err(|error| {
                format!("{file}: {error}; give the CA of the webhook, or its certificate, in PEM")
            })?;
        }
        Ok(())
    }
}

/// Waits for the end of the standard input.
async fn input_ends() {
    let (send, ended) = tokio::sync::oneshot::channel();
    // A thread of its own: the runtime would wait for a read at its end.
    std::thread::spawn(move || {
        // An input that cannot be read has ended, too.
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        let _ = send.send(());
    });
    let _ = ended.await;
}
