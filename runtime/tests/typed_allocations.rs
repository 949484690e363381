//! Valid values cost no allocation once the buffers of a scratch have grown.
#![cfg(feature = "derive")]
#![allow(clippy::unwrap_used)]

#[path = "typed/backup.rs"]
mod backup;

use std::collections::BTreeMap;

use backup::{BackupSpec, Bucket, Kind, Name, Source, Storage, Volume};
use crdc::Rules;
use crdc::typed::Scratch;

fn spec(length: usize) -> BackupSpec {
    let text = |at: usize| format!("{}", at * 7919 % 1_000_003);
    let inner = BackupSpec { class: Some("gold".into()), schedule: "@x".into(), ..BackupSpec::default() };
    let inner = BackupSpec { storage: Storage { kind: Some(Kind::None), ..Storage::default() }, ..inner };
    BackupSpec {
        name: Name("nightly".into()),
        storage: Storage { kind: Some(Kind::S3), s3: Some(Bucket::default()), gcs: None },
        labels: (0..length).map(|at| (text(at), text(at))).collect::<BTreeMap<_, _>>(),
        volumes: (0..length)
            .map(|at| Volume { name: text(at), size_bytes: 1, claim: Some(text(at)) })
            .collect(),
        zones: (0..length).map(text).collect(),
        source: Source::Snapshot { class: "fast".into() },
        parent: Some(Box::new(inner.clone())),
        ..inner
    }
}

#[test]
fn valid_values_allocate_nothing() {
    for length in [0, 1, 5, 16, 17, 300] {
        let old = spec(length);
        let mut new = old.clone();
        new.schedule = "@weekly".into();
        new.storage = Storage { kind: Some(Kind::Gcs), s3: None, gcs: None };
        new.volumes.reverse();
        new.zones.reverse();
        new.volumes.push(Volume { name: "one more".into(), ..Volume::default() });
        let mut scratch = Scratch::new();
        for round in 0..2 {
            let mut normalized = new.clone();
            let counted = allocation_counter::measure(|| {
                normalized.normalize_with(Some(&old), &mut scratch);
                new.validate_update(&old, &mut scratch).unwrap();
                new.validate_create(&mut scratch).unwrap();
                old.validate_update(&old, &mut scratch).unwrap();
            });
            assert!(round == 0 || counted.count_total == 0, "{length}: {counted:?}");
        }
    }
}
