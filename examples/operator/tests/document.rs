//! `crds/backups.example.com.yaml` matches the types. `BLESS=1` writes it; review the diff.
#![allow(clippy::unwrap_used)]

use crdc::Rules;
use crdc_documents::publish::{Format, Publish};
use crdc_plan::explain;
use crdc_source::Source;
use kube::CustomResourceExt;
use operator::{Backup, BackupSpec, BackupStatus};

fn publish() -> Publish {
    Publish::new(serde_json::to_string(&Backup::crd()).unwrap())
        .rules("spec", BackupSpec::fragment())
        .rules("status", BackupStatus::fragment())
}

#[test]
fn the_crd_that_is_checked_in_is_that_of_the_types() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/crds/backups.example.com.yaml");
    let now = publish().yaml().unwrap_or_else(|refused| panic!("{refused}"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &now).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), now, "BLESS=1 cargo test -p operator writes it");
}

/// The only warnings are about what this operator never writes: resources with a claim without a name, which
/// k8s-openapi would read as an empty one; and nulls: kube makes the status nullable, so that setting it to
/// null removes immutable values; and it makes an optional enum nullable, although servers refuse its null.
#[test]
fn nothing_else_is_to_be_said_of_it() {
    let report = publish().run().report(Format::Plain);
    let said: Vec<&str> = report.lines().collect();
    assert_eq!(said.len(), 3, "{report}");
    let claims =
        "warning[publish-unchecked]: `spec.resources`: servers require `spec.resources.claims[].name`, ";
    assert!(said[0].contains(claims), "{report}");
    assert!(said[1].contains("warning[immutable-removable]: `status` can be set to null"), "{report}");
    assert!(said[2].contains("warning[nullable-enum]: null is never accepted"), "{report}");
}

/// The derive and schemars give the same schemas.
#[test]
fn rules_alone_have_the_plan_of_the_document() {
    let plan = |text: String| explain(&[Source::new("crd.json", text)], None);
    let alone = publish().rules_alone();
    assert!(!alone.has_errors(), "{}", alone.report(Format::Human));
    assert_eq!(plan(publish().run().json()), plan(alone.json()));
}

/// Descriptions, which `kubectl explain` shows, contain no markers.
#[test]
fn descriptions_have_no_markers() {
    let yaml = publish().yaml().unwrap();
    assert!(yaml.contains("Name of the database to back up."));
    assert!(!yaml.contains("+immutable") && !yaml.contains("+k8s:"));
}
