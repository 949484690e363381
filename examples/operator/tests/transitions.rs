//! Tests of backup updates as an operator's author would write them: plain values, no cluster.
#![allow(clippy::unwrap_used)]

use crdc::Rules;
use crdc::typed::Scratch;
use operator::{BackupSpec, BackupStatus, Bucket, EncryptionKey, Run, StorageType};

fn orders() -> BackupSpec {
    serde_json::from_str(include_str!("../objects/orders.json")).unwrap()
}

/// The code and errors of an update; 200 if it is accepted. `new` becomes the stored value.
fn update(old: &BackupSpec, new: &mut BackupSpec) -> (u16, Vec<String>) {
    let mut scratch = Scratch::new();
    new.normalize(Some(old));
    match new.validate_update(old, &mut scratch) {
        Ok(()) => (200, Vec::new()),
        Err(refused) => (refused.code(), refused.errors().iter().map(ToString::to_string).collect()),
    }
}

/// An update that changes one thing.
fn change(change: impl FnOnce(&mut BackupSpec)) -> (u16, Vec<String>) {
    let (old, mut new) = (orders(), orders());
    change(&mut new);
    update(&old, &mut new)
}

fn refused(code: u16, lines: &[&str]) -> (u16, Vec<String>) {
    (code, lines.iter().map(|line| (*line).to_owned()).collect())
}

fn bucket(name: &str) -> Option<Bucket> {
    Some(Bucket { name: name.to_owned(), prefix: None })
}

#[test]
fn a_new_backup_is_fine() {
    let mut scratch = Scratch::new();
    orders().validate_create(&mut scratch).unwrap();
    assert_eq!(change(|_| {}), refused(200, &[]));
}

#[test]
fn name_and_storage_class_stay() {
    assert_eq!(
        change(|spec| spec.database = "customers".to_owned()),
        refused(400, &[r#"spec.database: Invalid value: "customers": field is immutable"#])
    );
    assert_eq!(
        change(|spec| spec.workspace.storage_class = "fast".to_owned()),
        refused(400, &[r#"spec.workspace.storageClass: Invalid value: "fast": field is immutable"#])
    );
    assert_eq!(change(|spec| spec.workspace.size.0 = "1Ti".to_owned()), refused(200, &[]));
}

#[test]
fn another_storage_clears_the_one_before() {
    let (old, mut new) = (orders(), orders());
    new.storage.kind = StorageType::Gcs;
    new.storage.gcs = bucket("orders-backups");
    assert_eq!(update(&old, &mut new), refused(200, &[]));
    assert!(new.storage.s3.is_none() && new.storage.gcs.is_some());

    let mut new = orders();
    new.storage.kind = StorageType::Discard;
    assert_eq!(update(&old, &mut new), refused(200, &[]));
    assert!(new.storage.s3.is_none());
}

/// What a server says behind errors that keep it from running rules.
const NOT_CHECKED: &str = "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct \
                           the existing errors to complete validation";

#[test]
fn storage_is_what_its_type_says() {
    assert_eq!(
        change(|spec| spec.storage.kind = StorageType::Gcs),
        refused(
            422,
            &[r#"spec.storage.gcs: Required value: must be specified when `type` is "GCS""#, NOT_CHECKED]
        )
    );
    // The volume member is optional.
    assert_eq!(change(|spec| spec.storage.kind = StorageType::Volume), refused(200, &[]));
    let (code, lines) = change(|spec| spec.storage.gcs = bucket("second"));
    assert_eq!((code, lines.len()), (422, 1));
    assert!(
        lines[0].starts_with("spec.storage.type: Invalid value: \"S3\": only one union member may be set")
    );
}

#[test]
fn keys_come_and_never_go() {
    let key = |id: &str| EncryptionKey { id: id.to_owned(), secret: "vault".to_owned() };
    assert_eq!(change(|spec| spec.keys.push(key("2027"))), refused(200, &[]));
    assert_eq!(change(|spec| spec.keys[0] = key("2025")), refused(200, &[]));
    let (code, lines) = change(|spec| spec.keys = vec![key("2026")]);
    assert_eq!((code, lines.len()), (400, 1));
    assert!(lines[0].starts_with("spec.keys") && lines[0].ends_with("item may not be removed"), "{lines:?}");
}

#[test]
fn lists_have_no_duplicates() {
    assert_eq!(
        change(|spec| spec.exclude.push("audit".to_owned())),
        refused(422, &[r#"spec.exclude[2]: Duplicate value: "audit""#])
    );
    let (code, lines) = change(|spec| spec.hooks[1].name = "freeze".to_owned());
    assert_eq!((code, lines), refused(422, &[r#"spec.hooks[1]: Duplicate value: {"name":"freeze"}"#]));
}

#[test]
fn an_empty_description_is_none() {
    let (old, mut new) = (orders(), orders());
    new.description = Some(String::new());
    assert_eq!(update(&old, &mut new), refused(200, &[]));
    assert_eq!(new.description, None);
}

#[test]
fn what_was_wrong_before_may_stay() {
    let mut old = orders();
    old.retention.daily = 365;
    let mut new = old.clone();
    new.schedule = "0 3 * * *".to_owned();
    assert_eq!(update(&old, &mut new), refused(200, &[]));
    new.retention.daily = 366;
    assert_eq!(update(&old, &mut new).0, 422);
}

#[test]
fn history_does_not_change() {
    let run = |started| Run { name: "orders-1".to_owned(), started, bytes: None };
    let old = BackupStatus { phase: None, runs: vec![run(1000)] };
    let new = BackupStatus { phase: None, runs: vec![run(2000)] };
    let mut scratch = Scratch::new();
    let refused = new.validate_update(&old, &mut scratch).unwrap_err();
    assert_eq!(refused.to_string(), "status.runs[0].started: Invalid value: 2000: field is immutable");
}

/// Rules in CEL: across fields, with a message of their own, compared with the old value, over a list, over
/// the keys of a map.
#[test]
fn rules_of_several_values_are_checked() {
    assert_eq!(
        change(|spec| (spec.retention.daily, spec.retention.weekly) = (6, 1)),
        refused(422, &["spec.retention: Invalid value: weekly backups are kept from a week of daily ones"])
    );
    assert_eq!(
        change(|spec| (spec.retention.daily, spec.retention.weekly) = (70, 40)),
        refused(422, &["spec.retention: Invalid value: keeps 110 backups, at most 100"])
    );
    assert_eq!(
        change(|spec| spec.hooks[0].timeout_seconds = Some(7200)),
        refused(422, &["spec.hooks: Invalid value: commands before a backup end within an hour"])
    );
    assert_eq!(
        change(|spec| spec.labels = [("a".repeat(64), String::new())].into()),
        refused(422, &["spec.labels: Invalid value: failed rule: self.all(key, key.size() <= 63)"])
    );
    let mut old = orders();
    old.retention.daily = 60;
    let mut new = old.clone();
    new.retention.daily = 29;
    assert_eq!(
        update(&old, &mut new),
        refused(422, &["spec.retention.daily: Forbidden: backups of at most 30 days are deleted at a time"])
    );
    new.retention.daily = 30;
    assert_eq!(update(&old, &mut new), refused(200, &[]));
}
