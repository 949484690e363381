//! Families of requests: bodies with many values of a kind, sent with each operation, and outcomes that are
//! read as a whole.

use crdc::{FieldValidation, Request, Scratch};

use super::below::{BELOW, Below, KEYS, RULED};
use super::floods::{EMBEDDED, FLOODS, Flood, METADATA};
use super::{body, compiled, metadata};

/// Whether the errors of an answer are kept while it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// They are kept until the end, with new buffers.
    All,
    /// They are dropped one by one, with warm buffers.
    Nothing,
}

/// The operation of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Creates the new object.
    Create,
    /// Replaces the old object.
    Update,
    /// Replaces the status of the old object.
    UpdateStatus,
}

/// A request with both of its objects.
#[derive(Debug)]
pub struct Sent {
    /// The kind of both objects.
    pub kind: &'static str,
    /// The operation.
    pub op: Op,
    /// The new object.
    pub new: Vec<u8>,
    /// The old object; empty if there is none.
    pub old: Vec<u8>,
}

impl Sent {
    /// Sends the request, and reads everything in its outcome. Returns the code and the numbers of errors and
    /// strict errors.
    pub fn ask(&self, validation: FieldValidation, keep: Keep, warm: &mut Scratch) -> (u16, usize, usize) {
        let mut new = Scratch::new();
        let scratch = if keep == Keep::All { &mut new } else { warm };
        let request = match self.op {
            Op::Create => Request::create(&self.new),
            Op::Update => Request::update(&self.new, &self.old),
            Op::UpdateStatus => Request::update_status(&self.new, &self.old),
        };
        let outcome = crdc::answer(compiled(self.kind), request.field_validation(validation), scratch);
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

/// The requests with `n` values.
pub type Requests = Box<dyn Fn(usize) -> Vec<Sent>>;
/// Families: each has a name, a number of values that is not small, and its requests.
pub type Families = Vec<(String, usize, Requests)>;

/// Bodies with many values of a kind.
pub fn families() -> Families {
    let bodies = FLOODS.into_iter().chain([EMBEDDED]).map(|flood| (flood, false));
    let all = bodies.chain(METADATA.map(|flood| (flood, true)));
    let family = |((what, n, flood), own): (Flood, bool)| {
        let requests = move |n: usize| {
            let new = if own { metadata(&flood(n)) } else { body(&flood(n)) };
            let sent = |op| Sent { kind: "Target", op, new: new.clone(), old: new.clone() };
            [Op::Create, Op::Update, Op::UpdateStatus].map(sent).into()
        };
        (what.to_owned(), n / 4, Box::new(requests) as Requests)
    };
    all.map(family).collect()
}

/// Bodies with errors below keys that are as long as everything below them.
pub fn families_below() -> Families {
    let mut all: Families = Vec::new();
    let families = BELOW.map(|family| ("Target", family)).into_iter();
    for (kind, family) in families.chain(RULED.map(|family| ("Ruled", family))) {
        for (name, key) in KEYS {
            let what = format!("{} below a key {name}", family.0);
            all.push((what, 500, Box::new(move |n| below(kind, family, n, &key(n)))));
        }
    }
    all
}

/// The requests for values below a long key.
fn below(kind: &'static str, (_, new, old): Below, n: usize, key: &str) -> Vec<Sent> {
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

/// The object with another kind than `Target`.
fn of_kind(kind: &str, object: Vec<u8>) -> Vec<u8> {
    String::from_utf8(object).unwrap().replacen("\"Target\"", &format!("\"{kind}\""), 1).into_bytes()
}
