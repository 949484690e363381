//! Laws, over random chains and objects. `CRDC_SAMPLES=N` runs N times as many cases, `CRDC_SEED=N` sets the
//! first seed.

use std::sync::Arc;

use crdc::{Request, Resource, Scratch};
use crdc_admission::{
    Attributes, Chain, Context, Patch, Refusal, UserInfo, Workspace, mutator_fn, validator_fn,
};
use crdc_admission_tests::database::Database;
use crdc_admission_tests::{read, storage};
use crdc_oracle::random::Rng;
use crdc_oracle::random::samples::{samples, seeds};
use serde_json::{Value, json};

/// How many times as much must be seen as with the usual number of cases.
fn many() -> usize {
    samples(1) as usize
}

fn cases() -> impl Iterator<Item = u64> {
    seeds(100)
}

/// A path of the object and a value for it; some are invalid, unknown, or in metadata.
fn field(rng: &mut Rng) -> (&'static [&'static str], Value) {
    let fields: [(&[&str], Value); 14] = [
        (&["spec", "engine"], json!(*rng.pick(&["mysql", "postgres"]))),
        (&["spec", "replicas"], json!(rng.below(9))),
        (&["spec", "team"], json!(*rng.pick(&["a", "", "much too long"]))),
        (&["spec", "count"], json!(*rng.pick(&[1.0, 2.5, 3e10]))),
        (&["spec", "size"], json!({"memory": rng.below(9), "unknown": 1})),
        (&["spec", "size", "cpu"], json!(rng.below(9))),
        (&["spec", "users"], json!([{"name": "x"}, {"name": *rng.pick(&["x", "y"]), "role": "owner"}])),
        (&["spec", "backup"], json!(*rng.pick(&["", "S3", "Volume"]))),
        (&["spec", "s3"], json!({"bucket": "b"})),
        (&["spec", "volume", "claim"], json!(*rng.pick(&["c", "d"]))),
        (&["spec", "unknown"], json!({"a": [1, null]})),
        (&["status"], json!({"phase": "Ready"})),
        (&["metadata", "labels", "a"], json!(*rng.pick(&["1", "no label value!"]))),
        (&["metadata", "annotations", "example.com/a"], json!("text")),
    ];
    rng.pick(&fields).clone()
}

fn object(rng: &mut Rng) -> Value {
    let mut object = json!({"apiVersion": "example.com/v1", "kind": "Database",
        "metadata": {"name": "a", "namespace": "default"}, "spec": {"engine": "mysql"}});
    for _ in 0..rng.below(5) {
        let (path, value) = field(rng);
        set(&mut object, path, value);
    }
    object
}

fn set(object: &mut Value, path: &[&str], value: Value) {
    let place = path.iter().fold(object, |place, key| {
        if !place.is_object() {
            *place = json!({});
        }
        &mut place[*key]
    });
    *place = value;
}

/// Mutators that only set fields, in order.
fn mutators(rng: &mut Rng) -> Vec<(&'static [&'static str], Value)> {
    (0..1 + rng.below(4)).map(|_| field(rng)).collect()
}

fn chain(settings: &[(&'static [&'static str], Value)]) -> Chain {
    settings.iter().cloned().enumerate().fold(Chain::of::<Database>(), |chain, (index, (path, value))| {
        let mutate = move |attributes: &mut Attributes<'_>| {
            let object = attributes.object_mut().unwrap();
            if index % 2 == 0 {
                assert!(object.set(path, value.to_string().as_bytes()));
            } else {
                object.edit(|whole: &mut Value| set(whole, path, value.clone())).unwrap();
            }
            Ok(())
        };
        chain.mutator(mutator_fn(format!("m{index}"), mutate))
    })
}

/// Without the fields that the storage sets.
fn comparable(object: &[u8]) -> Value {
    let mut object = read(object);
    let metadata = object["metadata"].as_object_mut().unwrap();
    for field in ["uid", "creationTimestamp", "resourceVersion"] {
        metadata.remove(field);
    }
    object
}

/// What is stored, or why it is not, for mutators that set fields: crdc's create of the object with those
/// fields set.
#[test]
fn mutating_is_creating_the_mutated_object() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in cases() {
        let mut rng = Rng::new(seed);
        let (given, settings) = (object(&mut rng), mutators(&mut rng));
        let mut scratch = Scratch::new();
        let decoded =
            crdc::answer(Database::compiled(), Request::decode(given.to_string().as_bytes()), &mut scratch)
                .accepted_object()
                .map(read)
                .unwrap();
        let mutated = settings.iter().fold(decoded, |mut object, (path, value)| {
            set(&mut object, path, value.clone());
            object
        });
        let text = mutated.to_string();
        let request = Request::create(text.as_bytes()).namespace("default");
        let expected = crdc::answer(Database::compiled(), request, &mut scratch);
        let (user, mut workspace) = (UserInfo::default(), Workspace::new());
        let body = given.to_string();
        let chain = chain(&settings);
        let response = chain.create(&storage(), Context::new(&user), body.as_bytes(), &mut workspace);
        let place = format!("seed {seed}: {body} {settings:?}");
        if expected.accepted() {
            assert!(response.accepted(), "{place}: {response:?}");
            assert_eq!(
                comparable(response.object().unwrap()),
                comparable(expected.accepted_object().unwrap()),
                "{place}"
            );
            accepted += 1;
        } else {
            let sorted = |status: &crdc::Status| {
                let mut causes = status.details.clone().unwrap().causes;
                causes.sort_by(|a, b| (&a.field, &a.message).cmp(&(&b.field, &b.message)));
                (status.code, causes)
            };
            let refusal = response.refusal().unwrap_or_else(|| panic!("{place}"));
            assert_eq!(sorted(refusal), sorted(&expected.status().unwrap()), "{place}");
            refused += 1;
        }
    }
    assert!(accepted > 7 * many() && refused > 7 * many(), "{accepted} accepted, {refused} refused");
}

/// The same for updates: what is stored is crdc's update with the mutated object, also through a patch.
#[test]
fn mutating_is_updating_to_the_mutated_object() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in cases() {
        let mut rng = Rng::new(seed ^ 0x5eed);
        let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
        let context = Context::new(&user);
        let plain = Chain::of::<Database>();
        let first = object(&mut rng).to_string();
        if !plain.create(&memory, context, first.as_bytes(), &mut workspace).accepted() {
            continue;
        }
        let old = memory.object("default", "a").unwrap().object;
        let settings = mutators(&mut rng);
        let mutated = settings.iter().fold(read(&old), |mut object, (path, value)| {
            set(&mut object, path, value.clone());
            object
        });
        let text = mutated.to_string();
        let mut scratch = Scratch::new();
        let request = Request::update(text.as_bytes(), &old).namespace("default");
        let expected = crdc::answer(Database::compiled(), request, &mut scratch);
        let chain = chain(&settings);
        let place = format!("seed {seed}: {} {settings:?}", String::from_utf8_lossy(&old));
        let response = if rng.chance(50) {
            chain.update(&memory, context, "a", &old, &mut workspace)
        } else {
            chain.patch(&memory, context, "a", Patch::Merge(b"{}"), &mut workspace)
        };
        assert_eq!(response.accepted(), expected.accepted(), "{place} {response:?}");
        if expected.accepted() {
            assert_eq!(
                comparable(response.object().unwrap()),
                comparable(expected.accepted_object().unwrap()),
                "{place}"
            );
            accepted += 1;
        } else {
            assert_eq!(response.code(), expected.code(), "{place}");
            refused += 1;
        }
    }
    assert!(accepted > 4 * many() && refused > 4 * many(), "{accepted} accepted, {refused} refused");
}

type Check = Arc<dyn Fn(&Attributes<'_>) -> Result<(), Refusal> + Send + Sync>;

/// A chain without mutators answers like crdc, and the order of validators does not matter.
#[test]
fn the_order_of_validators_does_not_matter() {
    let mut refused = 0;
    for seed in cases() {
        let mut rng = Rng::new(seed ^ 0x0dd);
        let body = object(&mut rng).to_string();
        let mut validators: Vec<(String, Check)> = (0..2 + rng.below(4))
            .map(|index| {
                let (refuses, limit) = (rng.chance(40), rng.below(9) as i64);
                let code = *rng.pick(&[400, 403, 500]);
                let name = format!("v{}", index % 3);
                let says = name.clone();
                let check = move |attributes: &Attributes<'_>| {
                    attributes.warn(format!("{says} {limit}"));
                    attributes.annotate("limit", limit.to_string());
                    let replicas =
                        attributes.object().and_then(|object| object.integer(&["spec", "replicas"]));
                    let too_many = refuses && replicas > Some(limit);
                    if too_many {
                        Err(Refusal::webhook(&says, code, &format!("above {limit}")))
                    } else {
                        Ok(())
                    }
                };
                (name, Arc::new(check) as Check)
            })
            .collect();
        // Validators of one name keep their order: only names tell their warnings apart.
        validators.sort_by(|a, b| a.0.cmp(&b.0));
        validators.dedup_by(|a, b| a.0 == b.0);
        let mut answers = Vec::new();
        for _ in 0..3 {
            let turn = rng.below(validators.len());
            validators.rotate_left(turn);
            if rng.chance(50) {
                validators.reverse();
            }
            let chain = validators.iter().fold(Chain::of::<Database>(), |chain, (name, check)| {
                let check = Arc::clone(check);
                chain.validator(validator_fn(name.as_str(), move |attributes: &Attributes<'_>| {
                    check(attributes)
                }))
            });
            let (user, mut workspace, memory) = (UserInfo::default(), Workspace::new(), storage());
            let response = chain.create(&memory, Context::new(&user), body.as_bytes(), &mut workspace);
            let answer = (response.code(), response.object().map(read), response.refusal().cloned());
            let notes = (response.warnings().to_vec(), response.audit_annotations().to_vec());
            let stored = memory.object("default", "a").map(|stored| read(&stored.object));
            assert_eq!(stored, answer.1);
            answers.push((answer, notes));
        }
        refused += usize::from(answers[0].0.2.is_some());
        assert!(answers.iter().all(|answer| *answer == answers[0]), "seed {seed}: {answers:#?}");
    }
    assert!(refused > 7 * many(), "{refused}");
}
