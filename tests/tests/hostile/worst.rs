//! The worst cases: for every family of bodies, twice the size costs about twice the time and memory,
//! whichever parts of the answer are read.

use crdc::{FieldValidation, Request, Scratch};
use crdc_oracle::stack::deep;
use crdc_tests::compiled;

use crate::below::{BELOW, Below, KEYS, Key, RULED};
use crate::floods::{EMBEDDED, FLOODS, METADATA};
use crate::measure::{Keep, compare};
use crate::{body, metadata};

/// The request and its resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Create,
    Update,
    UpdateStatus,
}

/// A request with both of its objects.
pub(super) struct Sent {
    pub(super) kind: &'static str,
    pub(super) op: Op,
    pub(super) new: Vec<u8>,
    pub(super) old: Vec<u8>,
}

impl Sent {
    /// Reads everything in an outcome. Returns the code and the numbers of errors and strict errors.
    fn ask(&self, validation: FieldValidation, keep: Keep, warm: &mut Scratch) -> (u16, usize, usize) {
        let mut new = Scratch::new();
        let scratch = if keep == Keep::All { &mut new } else { warm };
        let compiled = compiled::find(if self.kind == "Ruled" {
            "ruleds.hostile.example.com/v1"
        } else {
            "targets.hostile.example.com/v1"
        });
        let request = match self.op {
            Op::Create => Request::create(&self.new),
            Op::Update => Request::update(&self.new, &self.old),
            Op::UpdateStatus => Request::update_status(&self.new, &self.old),
        };
        let outcome = crdc::answer(compiled, request.field_validation(validation), scratch);
        let errors = outcome.errors().chain(outcome.ratcheted());
        let (kept, errors) = match keep {
            Keep::All => {
                let kept: Vec<_> = errors.collect();
                (Some(kept), outcome.errors().count() + outcome.ratcheted().count())
            }
            Keep::Nothing => (None, errors.count()),
        };
        assert!(kept.is_none_or(|kept| kept.len() == errors));
        let (strict, pruned) = (outcome.strict().count(), outcome.pruned().count());
        let warnings = outcome.warnings().count();
        assert!(pruned <= strict && (warnings >= strict || validation == FieldValidation::Strict));
        let status = outcome.status().map(|status| status.to_json());
        assert!(status.is_some() || outcome.accepted());
        assert_eq!(outcome.message().is_some(), outcome.code() == 400);
        (outcome.code(), errors, strict)
    }
}

/// The requests for values below a long key.
pub(super) fn below(kind: &'static str, (_, new, old): Below, n: usize, key: &str) -> Vec<Sent> {
    let below = |members: &str, string: &str| {
        of_kind(kind, body(&format!("{{\"string\":\"{string}\",\"below\":{{\"{key}\":{{{members}}}}}}}")))
    };
    let status = |members: &str| {
        let spec = String::from_utf8(body("{}")).unwrap();
        let spec = spec.strip_suffix('}').unwrap();
        of_kind(kind, format!("{spec},\"status\":{{\"below\":{{\"{key}\":{{{members}}}}}}}}}").into_bytes())
    };
    let new = new(n);
    match old {
        Some(old) => vec![
            Sent { kind, op: Op::Update, new: below(&new, "a"), old: below(&old(n), "a") },
            Sent { kind, op: Op::UpdateStatus, new: status(&new), old: status(&old(n)) },
        ],
        None => vec![
            Sent { kind, op: Op::Create, new: below(&new, "a"), old: Vec::new() },
            // The old object has all errors too.
            Sent { kind, op: Op::Update, new: below(&new, "a"), old: below(&new, "b") },
            Sent { kind, op: Op::UpdateStatus, new: status(&new), old: status("") },
        ],
    }
}

fn of_kind(kind: &str, object: Vec<u8>) -> Vec<u8> {
    String::from_utf8(object).unwrap().replacen("\"Target\"", &format!("\"{kind}\""), 1).into_bytes()
}

const BOTH: [FieldValidation; 2] = [FieldValidation::Warn, FieldValidation::Strict];

/// Compares requests of a size with those of twice that. At the limits of caches and pages, linear cost can
/// look worse, so a failing comparison is repeated with the next size.
fn compare_all(
    what: &str,
    requests: &dyn Fn(usize) -> Vec<Sent>,
    n: usize,
    asked: &[FieldValidation],
    failed: &mut Vec<String>,
) {
    let mut scratch = Scratch::new();
    let [small, large] = [n, 2 * n].map(requests);
    for (index, (small, large)) in small.iter().zip(&large).enumerate() {
        for &validation in asked {
            let what = format!("{what} ({:?}, {validation:?})", small.op);
            let mut compare = |small: &Sent, large: &Sent| {
                let mut warm = Scratch::new();
                let mut small = |keep: Keep| {
                    small.ask(validation, keep, &mut scratch);
                };
                let mut large = |keep: Keep| {
                    large.ask(validation, keep, &mut warm);
                };
                compare(&what, &mut small, &mut large)
            };
            if compare(small, large).is_err() {
                failed.extend(compare(large, &requests(4 * n)[index]).err());
            }
        }
    }
}

#[test]
fn floods_below_long_keys_are_linear() {
    below_long_keys_are_linear(&KEYS[..1]);
}

#[test]
fn floods_below_unusual_keys_are_linear() {
    below_long_keys_are_linear(&KEYS[1..]);
}

fn below_long_keys_are_linear(keys: &[Key]) {
    deep(|| {
        let mut failed = Vec::new();
        let families = BELOW.map(|family| ("Target", family)).into_iter();
        for (kind, family) in families.chain(RULED.map(|family| ("Ruled", family))) {
            for (name, key) in keys {
                let what = format!("{} below a key {name}", family.0);
                let requests = |n| below(kind, family, n, &key(n));
                let (code, errors, strict) =
                    requests(500)[0].ask(FieldValidation::Warn, Keep::All, &mut Scratch::new());
                assert!(errors + strict > 0, "{what}: nothing is wrong ({code})");
                // The kinds of keys only differ in how they are written, which does not depend on how the answer is read.
                let asked = if *name == "plain" { &BOTH[..] } else { &BOTH[..1] };
                compare_all(&what, &requests, 500, asked, &mut failed);
            }
        }
        assert!(failed.is_empty(), "{} families:\n{}", failed.len(), failed.join("\n"));
    });
}

#[test]
fn floods_are_linear() {
    let mut failed = Vec::new();
    let bodies = FLOODS.into_iter().chain([EMBEDDED]).map(|flood| (flood, false));
    for ((what, n, flood), own) in bodies.chain(METADATA.map(|flood| (flood, true))) {
        let requests = |n| {
            let new = if own { metadata(&flood(n)) } else { body(&flood(n)) };
            let sent = |op| Sent { kind: "Target", op, new: new.clone(), old: new.clone() };
            [Op::Create, Op::Update, Op::UpdateStatus].map(sent).into()
        };
        compare_all(what, &requests, n / 4, &BOTH, &mut failed);
    }
    assert!(failed.is_empty(), "{} families:\n{}", failed.len(), failed.join("\n"));
}
