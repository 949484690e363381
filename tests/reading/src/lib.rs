//! The objects that reading is tested with: those of the small record, and random ones of random schemas, in
//! odd spellings.
//!
//! In: nothing. Out: the outcomes of requests with these objects, one after the other.
#![allow(clippy::unwrap_used, clippy::panic)]

pub mod check;
pub mod views;

use std::collections::BTreeMap;

use crdc::{FieldValidation, Outcome, Request, Scratch, Value, ValueKind};
use crdc_dynamic::validators::Validators;
use crdc_oracle::load;
use crdc_oracle::random::object::{request, vary};
use crdc_oracle::random::samples::seeds;
use crdc_oracle::random::text::{Spelling, write};
use crdc_oracle::random::{Rng, resources, schema, unions};
use crdc_oracle::record::{Op, cases};
use crdc_vocabulary::Ratcheting;

/// An outcome, and the object that it is about.
pub struct Seen<'a> {
    /// The name of the case, for messages of tests.
    pub name: String,
    /// The name of the CRD, and the version.
    pub kind: String,
    /// The answer.
    pub outcome: Outcome<'a>,
}

impl<'a> Seen<'a> {
    /// The objects in the outcome: the refused or accepted one, and the old one.
    pub fn values(self) -> Vec<Value<'a>> {
        let (rejected, old) = (self.outcome.rejected_value(), self.outcome.old_value());
        let accepted = self.outcome.into_result().ok().map(|accepted| accepted.value());
        [rejected, old, accepted].into_iter().flatten().collect()
    }
}

/// Whether a value contains something that crdc reads in another way than `serde_json`, on purpose: the
/// server reads `-0` as the integer 0, and half a surrogate pair as U+FFFD. See `docs/reading.md`.
pub fn differs_on_purpose(value: Value<'_>) -> bool {
    let text = value.json();
    text.contains("\\ud") || text.contains("\\uD") || has_negative_zero(value)
}

/// Whether a value contains `-0`.
fn has_negative_zero(value: Value<'_>) -> bool {
    matches!(value.kind(), ValueKind::Int | ValueKind::Float) && value.json() == "-0"
        || value.items().chain(value.members().map(|(_, member)| member)).any(has_negative_zero)
}

/// The request of an operation.
fn asked<'a>(op: Op, new: &'a [u8], old: &'a [u8]) -> Request<'a> {
    let request = match op {
        Op::Create => Request::create(new),
        Op::Update => Request::update(new, old),
        Op::UpdateStatus => Request::update_status(new, old),
    };
    request.field_validation(FieldValidation::Ignore)
}

/// Calls `see` with the outcomes of the small record.
pub fn recorded(mut see: impl FnMut(Seen<'_>)) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../record");
    let mut loaded: BTreeMap<String, Validators> = BTreeMap::new();
    let mut scratch = Scratch::new();
    for case in cases(&std::fs::read_to_string(format!("{root}/cases.jsonl")).unwrap()) {
        let file = case.crd.rsplit('/').next().unwrap().to_owned();
        let validators = loaded.entry(file.clone()).or_insert_with_key(|file| {
            let text = std::fs::read_to_string(format!("{root}/crds/{file}")).unwrap();
            load::validators(file, &text, Ratcheting::default())
        });
        let found =
            validators.all().find(|found| found.api_version().ends_with(&format!("/{}", case.version)));
        let outcome = found.unwrap().answer(asked(case.op, &case.new, &case.old), &mut scratch);
        let kind = format!("{}/{}", file.trim_end_matches(".yaml"), case.version);
        see(Seen { name: case.id.clone(), kind, outcome });
    }
}

/// Calls `see` with the outcomes of random objects, `usual` for each schema (see `samples`).
pub fn random(usual: u64, mut see: impl FnMut(Seen<'_>)) {
    let texts = (0..40).map(|seed| (seed, schema::crd(seed)));
    let texts = texts.chain((1000..1020).map(|seed| (seed, unions::crd(seed))));
    let texts = texts.chain((2000..2018).map(|seed| (seed, resources::crd(seed))));
    let mut scratch = Scratch::new();
    for (crd, text) in texts {
        let validators = load::validators("random.json", &text, Ratcheting::default());
        for server in load::servers("random.json", &text) {
            let validator = validators.get(&server.group, &server.version, &server.kind).unwrap();
            for seed in seeds(usual) {
                let mut rng = Rng::new(seed);
                let new = request(&mut rng, &server);
                let old = vary(&mut rng, &new);
                let spelling = *rng.pick(&[Spelling::Plain, Spelling::Odd, Spelling::Repeating]);
                let [new, old] = [&new, &old].map(|object| write(&mut rng, object, spelling).into_bytes());
                let op = *rng.pick(&[Op::Create, Op::Update, Op::Update, Op::UpdateStatus]);
                let outcome = validator.answer(asked(op, &new, &old), &mut scratch);
                let kind = format!("{}s.{}/{}", server.kind.to_lowercase(), server.group, server.version);
                see(Seen { name: format!("schema {crd} seed {seed}"), kind, outcome });
            }
        }
    }
}
