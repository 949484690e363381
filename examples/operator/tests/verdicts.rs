//! The derive and the code compiled from the CRD give the same answers to the same updates: 10,000 random
//! pairs with fixed seeds. A failure names its seed.
#![allow(clippy::unwrap_used)]

mod backup {
    crdc::include_crd!("backups.example.com/v1");
}
mod random;

use backup::Backup;
use crdc::typed::Scratch;
use crdc::{FieldError, Resource, Rules};
use operator::{BackupSpec, BackupStatus};
use serde_json::{Value, json};

/// An error in a sortable form.
type Line = (String, String, String, Option<String>);

fn line(error: &FieldError) -> Line {
    let (kind, detail) = (format!("{:?}", error.error_type), error.detail.to_string());
    (error.field.to_string(), kind, detail, error.bad_value.as_ref().map(ToString::to_string))
}

/// Code, errors and ratcheted errors, sorted.
type Verdict = (u16, Vec<Line>, Vec<Line>);

fn sorted<'e>(errors: impl IntoIterator<Item = &'e FieldError>) -> Vec<Line> {
    let mut lines: Vec<Line> = errors.into_iter().map(line).collect();
    lines.sort();
    lines
}

fn typed<T: Rules>(new: &mut T, old: Option<&T>) -> Verdict {
    let mut scratch = Scratch::new();
    new.normalize(old);
    let validated = match old {
        Some(old) => new.validate_update(old, &mut scratch),
        None => new.validate_create(&mut scratch),
    };
    match validated {
        Ok(()) => (200, Vec::new(), sorted(scratch.ratcheted())),
        Err(refused) => (refused.code(), sorted(refused.errors()), sorted(refused.ratcheted())),
    }
}

fn object(spec: &BackupSpec, status: Option<&BackupStatus>) -> Vec<u8> {
    let metadata = json!({"name": "orders", "namespace": "shop", "resourceVersion": "1",
        "uid": "0b5e3c3a-1111-4222-8333-944445555666", "creationTimestamp": "2026-01-01T00:00:00Z"});
    let mut object =
        json!({"apiVersion": "example.com/v1", "kind": "Backup", "metadata": metadata, "spec": spec});
    if let Some(status) = status {
        object["status"] = json!(status);
    }
    serde_json::to_vec(&object).unwrap()
}

/// The answer of the generated code, and a field of the stored object.
fn of_json(outcome: &crdc::Outcome<'_>, field: &str) -> (Verdict, Value) {
    let errors: Vec<FieldError> = outcome.errors().collect();
    let ratcheted: Vec<FieldError> = outcome.ratcheted().collect();
    let object = outcome.accepted_object().or(outcome.rejected_object());
    let object: Value = object.map_or(Value::Null, |object| serde_json::from_slice(object).unwrap());
    let code = if outcome.accepted() { 200 } else { outcome.code() };
    ((code, sorted(&errors), sorted(&ratcheted)), object[field].clone())
}

#[test]
fn updates_of_specs_are_validated_alike() {
    let mut scratch = crdc::Scratch::new();
    let mut seen = [0; 3];
    for seed in 0..10_000 {
        let (old, mut new) = random::specs(seed);
        let (old_json, new_json) = (object(&old, None), object(&new, None));
        let outcome = Backup::update(&new_json, &old_json, &mut scratch);
        let (expected, stored) = of_json(&outcome, "spec");
        let said = typed(&mut new, Some(&old));
        assert_eq!(said, expected, "seed {seed}\n{old:?}\n{new:?}");
        if said.0 == 200 {
            assert_eq!(serde_json::to_value(&new).unwrap(), stored, "seed {seed}");
        }
        seen[usize::from(said.0 == 400) + 2 * usize::from(said.0 == 422)] += 1;
    }
    assert!(seen.iter().all(|count| *count > 500), "all verdicts are met: {seen:?}");
}

#[test]
fn creates_of_specs_are_validated_alike() {
    let mut scratch = crdc::Scratch::new();
    for seed in 0..2_000 {
        let (_, mut new) = random::specs(seed);
        let mut value: Value = serde_json::from_slice(&object(&new, None)).unwrap();
        value["metadata"] = json!({"name": "orders", "namespace": "shop"});
        let bytes = serde_json::to_vec(&value).unwrap();
        let outcome = Backup::create(&bytes, &mut scratch);
        assert_eq!(typed(&mut new, None), of_json(&outcome, "spec").0, "seed {seed}\n{new:?}");
    }
}

#[test]
fn updates_of_statuses_are_validated_alike() {
    let mut scratch = crdc::Scratch::new();
    for seed in 0..2_000 {
        let (spec, _) = random::specs(0);
        let (old, mut new) = random::statuses(seed);
        let (old_json, new_json) = (object(&spec, Some(&old)), object(&spec, Some(&new)));
        let outcome = Backup::update_status(&new_json, &old_json, &mut scratch);
        let (expected, _) = of_json(&outcome, "status");
        assert_eq!(typed(&mut new, Some(&old)), expected, "seed {seed}\n{old:?}\n{new:?}");
    }
}
