//! Prints the CRD with all that the markers say: `cargo run -p operator --example crdgen > crds/backups.example.com.yaml`.
//! kube's own types of a CRD do not have these extensions, so they are laid over what kube gives.

use crdc::Rules;
use crdc_codegen::diag::Format;
use crdc_codegen::publish::Publish;
use kube::CustomResourceExt;
use operator::{Backup, BackupSpec, BackupStatus};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let published = Publish::new(serde_json::to_string(&Backup::crd())?)
        .rules("spec", BackupSpec::fragment())
        .rules("status", BackupStatus::fragment())
        .run()
        .accepted()?;
    eprint!("{}", published.report(Format::Plain));
    print!("{}", published.yaml());
    Ok(())
}
