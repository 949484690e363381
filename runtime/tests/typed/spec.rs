//! Updates of a realistic spec: verdicts, paths and messages.

use std::collections::BTreeMap;

use super::backup::{BackupSpec, Bucket, Kind, Name, Source, Storage, Volume, Window};
use crdc::Rules;
use crdc::typed::Scratch;

fn volume(name: &str, claim: &str) -> Volume {
    let claim = (!claim.is_empty()).then(|| claim.into());
    Volume { name: name.into(), size_bytes: 1, claim }
}

fn spec() -> BackupSpec {
    let bucket = Bucket { bucket: "b".into(), prefix: None };
    BackupSpec {
        name: Name("nightly".into()),
        schedule: "@daily".into(),
        class: Some("gold".into()),
        storage: Storage { kind: Some(Kind::S3), s3: Some(bucket), gcs: None },
        labels: BTreeMap::from([("a".into(), "1".into()), ("b".into(), "2".into())]),
        volumes: vec![volume("data", "c1"), volume("logs", "")],
        zones: vec!["x".into(), "y".into()],
        source: Source::Snapshot { class: "fast".into() },
        ..BackupSpec::default()
    }
}

/// The code and the errors of a rejected update, one per line. The value is normalized before validation.
fn update(change: impl FnOnce(&mut BackupSpec)) -> Vec<String> {
    update_of(&spec(), change)
}

fn update_of(old: &BackupSpec, change: impl FnOnce(&mut BackupSpec)) -> Vec<String> {
    let mut new = old.clone();
    change(&mut new);
    new.normalize(Some(old));
    let mut scratch = Scratch::new();
    let Err(refused) = new.validate_update(old, &mut scratch) else { return Vec::new() };
    let lines = refused.errors().iter().map(ToString::to_string);
    core::iter::once(refused.code().to_string()).chain(lines).collect()
}

const NONE: [&str; 0] = [];

#[test]
fn what_is_free_may_change() {
    assert_eq!(update(|_| ()), NONE);
    assert_eq!(update(|new| new.schedule = "@weekly".into()), NONE);
    assert_eq!(update(|new| *new.labels.get_mut("a").unwrap() = "3".into()), NONE);
    assert_eq!(update(|new| new.volumes.push(volume("more", "c"))), NONE);
    assert_eq!(update(|new| new.volumes.reverse()), NONE);
    assert_eq!(update(|new| new.zones.reverse()), NONE);
    assert_eq!(update(|new| new.window.end = Some(3)), NONE);
    assert_eq!(update(|new| new.note = Some(String::new())), NONE);
    assert_eq!(update(|new| new.parent = Some(Box::new(spec()))), NONE);
}

#[test]
fn what_is_marked_may_not() {
    assert_eq!(
        update(|new| new.name = Name("daily".into())),
        ["400", r#"spec.name: Invalid value: "daily": field is immutable"#]
    );
    assert_eq!(
        update(|new| {
            new.labels.remove("a");
            new.labels.insert("c".into(), "4".into());
        }),
        [
            "400",
            "spec.labels[a]: Invalid value: null: item may not be removed",
            r#"spec.labels[c]: Invalid value: "4": item may not be added"#
        ]
    );
    assert_eq!(
        update(|new| new.labels.clear()),
        [
            "400",
            "spec.labels[a]: Invalid value: null: item may not be removed",
            "spec.labels[b]: Invalid value: null: item may not be removed"
        ]
    );
    assert_eq!(
        update(|new| {
            new.volumes.swap(0, 1);
            new.volumes[0].claim = Some("c2".into());
            new.volumes[1].claim = None;
        }),
        [
            "400",
            r#"spec.volumes[0].claim: Invalid value: "c2": field cannot be set once created"#,
            "spec.volumes[1].claim: Invalid value: null: field cannot be cleared once set"
        ]
    );
    assert_eq!(
        update(|new| {
            new.volumes.remove(0);
        }),
        ["400", "spec.volumes: Invalid value: {\"name\":\"data\"}: item may not be removed"]
    );
    assert_eq!(
        update(|new| new.zones.push("x".into())),
        ["400", r#"spec.zones: Invalid value: ["x","y","x"]: field is immutable"#]
    );
    assert_eq!(
        update(|new| new.limits.cpu = 2.0),
        ["400", r#"spec.limits: Invalid value: {"cpu":2,"memory":0}: field is immutable"#]
    );
    assert_eq!(
        update(|new| new.window.start = 7),
        ["400", "spec.start: Invalid value: 7: field is immutable"]
    );
}

#[test]
fn variants_are_fields() {
    assert_eq!(
        update(|new| new.source = Source::Snapshot { class: "slow".into() }),
        ["400", r#"spec.source.snapshot.class: Invalid value: "slow": field is immutable"#]
    );
    // Another variant has no such field.
    assert_eq!(update(|new| new.source = Source::Copy(Window { start: 1, end: None })), NONE);
    let old = BackupSpec { source: Source::Copy(Window { start: 1, end: None }), ..spec() };
    assert_eq!(
        update_of(&old, |new| new.source = Source::Copy(Window { start: 2, end: Some(2) })),
        ["400", "spec.source.copy.start: Invalid value: 2: field is immutable"]
    );
    assert_eq!(update_of(&old, |new| new.source = Source::Snapshot { class: "x".into() }), NONE);
}

#[test]
fn variants_that_may_not_change_are_set_and_cleared() {
    #[derive(Clone, serde::Serialize, crdc::Rules)]
    #[crdc(path = "spec")]
    struct Held {
        /// +immutable
        source: Source,
    }
    let (copy, snapshot) =
        (Source::Copy(Window { start: 1, end: None }), Source::Snapshot { class: "x".into() });
    let lines = |new: &Source, old: &Source| -> Vec<String> {
        let [new, old] = [new, old].map(|source| Held { source: source.clone() });
        let refused = new.validate_update(&old, &mut Scratch::new()).unwrap_err();
        assert_eq!(refused.code(), 400);
        refused.errors().iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        lines(&copy, &snapshot),
        [
            "spec.source.snapshot: Invalid value: null: field cannot be cleared once set",
            r#"spec.source.copy: Invalid value: {"end":null,"start":1}: field cannot be set once created"#
        ]
    );
    assert_eq!(
        lines(&snapshot, &copy),
        [
            "spec.source.copy: Invalid value: null: field cannot be cleared once set",
            r#"spec.source.snapshot: Invalid value: {"class":"x"}: field cannot be set once created"#
        ]
    );
    assert_eq!(
        lines(&Source::Copy(Window { start: 1, end: Some(2) }), &copy),
        ["spec.source.copy.end: Invalid value: 2: field is immutable"]
    );
}

#[test]
fn a_changed_discriminator_clears() {
    let old = spec();
    let mut new = spec();
    new.storage.kind = Some(Kind::Gcs);
    new.storage.gcs = Some(Bucket::default());
    new.normalize(Some(&old));
    assert_eq!(new.storage.s3, None);
    assert_eq!(new.storage.gcs, Some(Bucket::default()));
    // On create, the intended member is not known.
    new.storage.s3 = Some(Bucket::default());
    new.normalize(None);
    assert!(new.storage.s3.is_some());
}

#[test]
fn unions_are_validated() {
    assert_eq!(
        update(|new| new.storage.gcs = Some(Bucket::default())),
        [
            "422",
            r#"spec.storage.type: Invalid value: "S3": only one union member may be set, but these are: gcs, s3; change the discriminator to select one of them"#
        ]
    );
    assert_eq!(
        update(|new| new.storage.s3 = None),
        ["422", r#"spec.storage.s3: Required value: must be specified when `type` is "S3""#]
    );
    assert_eq!(
        update(|new| new.storage.kind = None),
        ["422", "spec.storage.type: Required value: must be set to select a union member"]
    );
    assert_eq!(update(|new| new.storage.kind = Some(Kind::None)), NONE);
    let old = BackupSpec { storage: Storage { kind: None, ..spec().storage }, ..spec() };
    assert_eq!(update_of(&old, |new| new.schedule = "@x".into()), NONE);
    assert_eq!(
        update_of(&old, |new| new.storage.s3.as_mut().unwrap().prefix = Some("p".into())),
        ["422", "spec.storage.type: Required value: must be set to select a union member"]
    );
}

#[test]
fn values_are_asked_and_old_faults_kept() {
    let long = "daily, at three";
    assert_eq!(
        update(|new| new.schedule = long.into()),
        ["422", "spec.schedule: Too long: may not be more than 12 bytes"]
    );
    assert_eq!(
        update(|new| new.schedule = "daily".into()),
        ["422", r#"spec.schedule: Invalid value: "daily": spec.schedule in body should match '^@'"#]
    );
    assert_eq!(update(|new| new.class = None), ["422", "spec.class: Required value"]);
    let old = BackupSpec { schedule: long.into(), class: None, ..spec() };
    assert_eq!(update_of(&old, |_| ()), NONE);
    // A missing field is an error of the object, which changed.
    assert_eq!(update_of(&old, |new| new.window.end = Some(1)), ["422", "spec.class: Required value"]);
    let mut scratch = Scratch::new();
    let new = BackupSpec { window: Window { end: Some(1), ..old.window.clone() }, ..old.clone() };
    let refused = new.validate_update(&old, &mut scratch).unwrap_err();
    let ratcheted: Vec<String> = refused.ratcheted().iter().map(ToString::to_string).collect();
    assert_eq!(ratcheted, ["spec.schedule: Too long: may not be more than 12 bytes"]);
}

#[test]
fn lists_are_told_apart() {
    let twice = |new: &mut BackupSpec| {
        new.volumes.push(volume("data", "c3"));
        new.volumes.push(volume("data", "c4"));
    };
    assert_eq!(update(twice), {
        let old = r#"spec.volumes[2].claim: Invalid value: "c3": field is immutable"#;
        let older = r#"spec.volumes[3].claim: Invalid value: "c4": field is immutable"#;
        ["400", old, older]
    });
    let again = |new: &mut BackupSpec| new.volumes.push(volume("data", "c1"));
    assert_eq!(update(again), ["422", r#"spec.volumes[2]: Duplicate value: {"name":"data"}"#]);
    let mut old = spec();
    again(&mut old);
    assert_eq!(update_of(&old, |new| new.schedule = "@x".into()), NONE);
    assert_eq!(update_of(&old, |new| new.volumes.push(volume("logs", ""))), NONE);
    let mut scratch = Scratch::new();
    let new = BackupSpec { zones: vec!["x".into(), "x".into(), "x".into()], ..spec() };
    let refused = new.validate_create(&mut scratch).unwrap_err();
    assert_eq!(refused.to_string(), r#"spec.zones[1]: Duplicate value: "x""#);
}

#[test]
fn what_nests_is_named() {
    let old = BackupSpec { parent: Some(Box::new(spec())), ..spec() };
    let update = update_of(&old, |new| {
        let parent = new.parent.as_mut().unwrap();
        parent.storage.s3 = Some(Bucket { bucket: "c".into(), prefix: None });
        parent.name = Name("x".into());
    });
    assert_eq!(
        update,
        [
            "400",
            r#"spec.parent.name: Invalid value: "x": field is immutable"#,
            r#"spec.parent.storage.s3.bucket: Invalid value: "c": field is immutable"#
        ]
    );
}
