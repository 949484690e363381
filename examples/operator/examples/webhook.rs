//! The webhook of `docs/derive.md`.

use std::sync::Arc;

use crdc::{Rules, typed::Scratch};
use crdc_webhook::{
    Call, CertificateFiles, Certificates, Denial, GroupVersionResource, ServeOptions, Server, Webhook,
    terminated,
};
use operator::Backup; // your type

/// Refuses what the rules of the types refuse.
async fn checked(call: Call, new: Backup) -> Result<(), Denial> {
    let mut scratch = Scratch::new();
    if call.request().old_object().is_none() {
        new.spec.validate_create(&mut scratch)?;
    } else {
        let old: Backup = call.old_object_as()?;
        new.spec.validate_update(&old.spec, &mut scratch)?;
    }
    Ok(())
}

/// Clears the members of a union that are not selected any more, and what `+normalize` names.
async fn normalized(call: Call, mut new: Backup) -> Result<Backup, Denial> {
    let is_update = call.request().old_object().is_some();
    let old: Option<Backup> = is_update.then(|| call.old_object_as()).transpose()?;
    new.spec.normalize(old.as_ref().map(|old| &old.spec));
    Ok(new)
}

pub(crate) fn webhook() -> Webhook {
    let backups = GroupVersionResource::new("example.com", "v1", "backups");
    Webhook::new().validator_for(backups.clone(), "checked", checked).mutator_for(
        backups,
        "normalized",
        normalized,
    )
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options = ServeOptions::default();
    options.listen = "0.0.0.0:8443".parse()?;
    options.operations = Some("127.0.0.1:8081".parse()?);
    let files = CertificateFiles::new("/tls/tls.crt", "/tls/tls.key");
    let certificates = Arc::new(Certificates::read(files)?);
    Server::bind(webhook(), Some(certificates), options).await?.run(terminated()).await?;
    Ok(())
}
