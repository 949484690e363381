//! The program of `docs/webhook.md`.

use std::sync::Arc;

use crdc_webhook::{CertificateFiles, Certificates, Crds, ServeOptions, Server, Webhook, terminated};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let crds = Arc::new(Crds::read("/crds".as_ref())?);
    let files = CertificateFiles::new("/tls/tls.crt", "/tls/tls.key");
    let certificates = Arc::new(Certificates::read(files)?);
    let webhook = Webhook::new().crds(crds);
    Server::bind(webhook, Some(certificates), ServeOptions::default()).await?.run(terminated()).await?;
    Ok(())
}
