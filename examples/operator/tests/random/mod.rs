//! Pairs of values: a random one, and the same after a few random changes. Each seed gives one pair.

use std::collections::BTreeMap;

use k8s_openapi::api::core::v1::ResourceRequirements;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use operator::{
    BackupSpec, BackupStatus, Bucket, EncryptionKey, Hook, Moment, Phase, Retention, Run, Storage,
    StorageType, Volume, Workspace,
};

/// xorshift.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| {
            random.below(2);
        });
        random
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % limit as u64).unwrap()
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Random) -> T) -> Option<T> {
        (self.below(2) == 0).then(|| make(self))
    }

    fn some<T>(&mut self, most: usize, mut make: impl FnMut(&mut Random) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    /// Short, long and empty strings, several scripts, characters that need escapes.
    fn text(&mut self) -> String {
        self.one(&["", "a", "orders", "30 2 * * *", "日本語の説明", "a \"b\"\n\\", "e\u{301}"]).to_owned()
            + &"x".repeat(self.one(&[0, 0, 0, 3, 31, 64, 201]))
    }

    fn bucket(&mut self) -> Bucket {
        Bucket { name: self.text(), prefix: self.maybe(Random::text) }
    }

    fn storage(&mut self) -> Storage {
        use StorageType::{Discard, Gcs, S3, Volume as OnVolume};
        Storage {
            kind: self.one(&[S3, Gcs, OnVolume, Discard]),
            s3: self.maybe(Random::bucket),
            gcs: if self.below(3) == 0 { self.maybe(Random::bucket) } else { None },
            volume: if self.below(3) == 0 {
                Some(Volume { claim: self.text(), path: self.maybe(Random::text) })
            } else {
                None
            },
        }
    }

    fn key(&mut self) -> EncryptionKey {
        EncryptionKey {
            id: self.one(&["1", "2", "3", "4"]).to_owned(),
            secret: self.one(&["a", "b"]).to_owned(),
        }
    }

    fn hook(&mut self) -> Hook {
        Hook {
            name: self.one(&["freeze", "thaw", "notify", ""]).to_owned(),
            when: self.one(&[Moment::Before, Moment::After]),
            command: self.some(2, Random::text),
            timeout_seconds: self.maybe(|random| random.one(&[-1, 0, 1, 60, i64::MAX])),
        }
    }

    fn resources(&mut self) -> ResourceRequirements {
        let limits = self.maybe(|random| {
            let limits =
                random.some(2, |random| (random.one(&["cpu", "memory"]).to_owned(), Quantity(random.text())));
            BTreeMap::from_iter(limits)
        });
        ResourceRequirements { claims: None, limits, requests: None }
    }

    fn retention(&mut self) -> Retention {
        Retention { daily: self.one(&[-1, 0, 1, 14, 90, 91]), weekly: self.one(&[-1, 0, 8, 52, 53]) }
    }

    fn labels(&mut self) -> BTreeMap<String, String> {
        let long = "a".repeat(64);
        self.some(2, |random| (random.one(&["team", "x/y", &long]).to_owned(), random.text()))
            .into_iter()
            .collect()
    }

    fn spec(&mut self) -> BackupSpec {
        BackupSpec {
            database: self.one(&["orders", "customers"]).to_owned(),
            schedule: self.text(),
            description: self.maybe(Random::text),
            storage: self.storage(),
            workspace: Workspace {
                storage_class: self.one(&["standard", "fast"]).to_owned(),
                size: Quantity(self.text()),
            },
            retention: self.retention(),
            exclude: self.some(3, |random| random.one(&["audit", "sessions", "log", ""]).to_owned()),
            keys: self.some(3, Random::key),
            hooks: self.some(3, Random::hook),
            labels: self.labels(),
            resources: self.maybe(Random::resources),
        }
    }

    /// One change. Most do not touch immutable fields, so that updates reach schema validation.
    fn change(&mut self, spec: &mut BackupSpec) {
        match self.below(25) {
            0 => spec.database = self.one(&["orders", "customers"]).to_owned(),
            1 => spec.workspace.storage_class = self.one(&["standard", "fast"]).to_owned(),
            2 => spec.workspace.size = Quantity(self.text()),
            3 => spec.schedule = self.text(),
            4 | 5 => spec.description = self.maybe(Random::text),
            6 => spec.storage = self.storage(),
            7 => spec.storage.kind = self.storage().kind,
            8 => spec.storage.s3 = self.maybe(Random::bucket),
            9 => spec.storage.gcs = self.maybe(Random::bucket),
            10 => spec.retention = self.retention(),
            11 => spec.exclude.push(self.one(&["audit", "sessions"]).to_owned()),
            12 => spec.exclude.reverse(),
            13 => spec.keys.push(self.key()),
            14 => spec.keys.reverse(),
            15 => {
                spec.keys.pop();
            }
            16 => spec.hooks.push(self.hook()),
            17 => spec.hooks.reverse(),
            18 => spec.hooks = self.some(3, Random::hook),
            19 => spec.resources = self.maybe(Random::resources),
            21 => spec.labels = self.labels(),
            22 => spec.retention.weekly += self.one(&[1, -1, 40]),
            23 => spec.workspace.size = Quantity(self.one(&["10Gi", "20Gi", "1Ti", "0.5", "x"]).to_owned()),
            20 => spec.keys.iter_mut().for_each(|key| "c".clone_into(&mut key.secret)),
            _ => {
                spec.hooks.pop();
            }
        }
    }

    fn run(&mut self) -> Run {
        Run {
            name: self.one(&["a", "b", "c"]).to_owned(),
            started: self.one(&[0, 1000, i64::MIN]),
            bytes: self.maybe(|random| random.one(&[0, 1 << 40])),
        }
    }

    fn status(&mut self) -> BackupStatus {
        let phase = self.maybe(|random| random.one(&[Phase::Waiting, Phase::Running, Phase::Failed]));
        BackupStatus { phase, runs: self.some(4, Random::run) }
    }
}

/// Two specs: an object and an update of it.
pub(crate) fn specs(seed: u64) -> (BackupSpec, BackupSpec) {
    let mut random = Random::new(seed);
    // Half of them begin with a valid one.
    let old = if random.below(2) == 0 {
        serde_json::from_str(include_str!("../../objects/orders.json")).unwrap()
    } else {
        random.spec()
    };
    let mut new = if random.below(20) == 0 { random.spec() } else { old.clone() };
    (0..random.below(4)).for_each(|_| random.change(&mut new));
    (old, new)
}

/// Two statuses.
pub(crate) fn statuses(seed: u64) -> (BackupStatus, BackupStatus) {
    let mut random = Random::new(seed);
    let old = random.status();
    let mut new = if random.below(4) == 0 { random.status() } else { old.clone() };
    new.runs.extend(random.some(1, Random::run));
    (old, new)
}
