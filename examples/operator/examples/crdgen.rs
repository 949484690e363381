//! Prints the CRD with the rules of the markers: `cargo run -p operator --example crdgen >
//! crds/backups.example.com.yaml`. kube's CRD types have no fields for these extensions, so they are added to
//! the CRD that kube generates.

use crdc::Rules;
use crdc_documents::publish::{Format, Publish};
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
