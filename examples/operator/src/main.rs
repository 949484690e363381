//! Shows updates of a backup that are accepted, normalized and refused, without a cluster and without JSON.
//! `tests/transitions.rs` has the same as tests.

mod show;

use crdc::Rules;
use crdc::typed::Scratch;
use operator::{BackupSpec, Bucket, EncryptionKey, Hook, Moment, StorageType};

/// A change of a backup.
struct Update {
    title: &'static str,
    change: fn(&mut BackupSpec),
}

const UPDATES: &[Update] = &[
    Update { title: "another schedule", change: |spec| spec.schedule = "0 3 * * *".to_owned() },
    Update {
        title: "from S3 to Google Cloud Storage, with the old bucket still set",
        change: |spec| {
            spec.storage.kind = StorageType::Gcs;
            spec.storage.gcs = Some(Bucket { name: "orders-backups".to_owned(), prefix: None });
        },
    },
    Update { title: "discard backups", change: |spec| spec.storage.kind = StorageType::Discard },
    Update { title: "to a volume, without details", change: |spec| spec.storage.kind = StorageType::Volume },
    Update {
        title: "to Google Cloud Storage, without a bucket",
        change: |spec| spec.storage.kind = StorageType::Gcs,
    },
    Update {
        title: "a second bucket beside the first",
        change: |spec| spec.storage.gcs = spec.storage.s3.clone(),
    },
    Update { title: "an empty description", change: |spec| spec.description = Some(String::new()) },
    Update { title: "another database", change: |spec| spec.database = "customers".to_owned() },
    Update {
        title: "another storage class, for a larger volume",
        change: |spec| {
            spec.workspace.storage_class = "fast".to_owned();
            spec.workspace.size.0 = "100Gi".to_owned();
        },
    },
    Update {
        title: "a new key",
        change: |spec| {
            spec.keys.push(EncryptionKey { id: "2027".to_owned(), secret: "keys-2027".to_owned() });
        },
    },
    Update {
        title: "a new key instead of the old ones",
        change: |spec| spec.keys = vec![EncryptionKey { id: "2027".to_owned(), secret: "k".to_owned() }],
    },
    Update {
        title: "the old keys in another secret",
        change: |spec| spec.keys[0].secret = "vault".to_owned(),
    },
    Update {
        title: "a table excluded twice",
        change: |spec| spec.exclude = ["audit", "sessions", "audit"].map(str::to_owned).to_vec(),
    },
    Update {
        title: "two hooks with the same name, one without a command",
        change: |spec| {
            let hook = |command: &[&str]| Hook {
                name: "notify".to_owned(),
                when: Moment::After,
                command: command.iter().map(|word| (*word).to_owned()).collect(),
                timeout_seconds: Some(30),
            };
            spec.hooks = vec![hook(&["notify", "--done"]), hook(&[])];
        },
    },
    Update { title: "keep no daily backups", change: |spec| spec.retention.daily = 0 },
];

fn main() -> serde_json::Result<()> {
    // Reused buffers: a valid update does not allocate.
    let mut scratch = Scratch::new();
    let old: BackupSpec = serde_json::from_str(include_str!("../objects/orders.json"))?;
    println!("a new backup");
    show::verdict(old.validate_create(&mut scratch));
    for Update { title, change } in UPDATES {
        let mut new = old.clone();
        change(&mut new);
        walk(title, &old, new, &mut scratch)?;
    }

    // Stored before there was a limit. The errors of unchanged values are set aside.
    let mut old = old;
    old.retention.daily = 365;
    let mut new = old.clone();
    new.schedule = "0 3 * * *".to_owned();
    walk("another schedule, for a backup with too many daily backups", &old, new, &mut scratch)
}

/// Processes an update as a server would: normalizes, then validates it.
fn walk(title: &str, old: &BackupSpec, mut new: BackupSpec, scratch: &mut Scratch) -> serde_json::Result<()> {
    println!("\n{title}");
    let sent = serde_json::to_value(&new)?;
    new.normalize(Some(old));
    show::difference("", &sent, &serde_json::to_value(&new)?);
    show::verdict(new.validate_update(old, scratch));
    scratch.ratcheted().iter().for_each(|error| println!("    as before: {error}"));
    Ok(())
}
