//! A limit on memory, and a mutator that adds memory for a sidecar.
//!
//! The KEP complains of the single list of plugins that admission began as: one plugin changes what another
//! one has verified. With mutators and validators apart, that order cannot be written down any more.

use crdc::{Resource, Scratch};
use crdc_admission::{Attributes, Chain, Mutator, Refusal, Validator};

use crate::requests::{Server, spec, storage, worker};
use crate::worker::Worker;

/// The limit, in MiB.
const LIMIT: i64 = 100;

/// Adds the memory of a sidecar.
pub(crate) struct Sidecar;

impl Mutator for Sidecar {
    fn name(&self) -> &str {
        "sidecar"
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        let memory = object.integer(&["spec", "memory"]).unwrap_or(0);
        object.set(&["spec", "memory"], (memory + 32).to_string().as_bytes());
        Ok(())
    }
}

/// Verifies the limit.
pub(crate) struct LimitVerifier;

impl Validator for LimitVerifier {
    fn name(&self) -> &str {
        "limit"
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let memory = attributes.object().and_then(|object| object.integer(&["spec", "memory"]));
        match memory {
            Some(memory) if memory > LIMIT => {
                Err(attributes.forbidden(format!("{memory} MiB of memory; the limit is {LIMIT}")))
            }
            _ => Ok(()),
        }
    }
}

/// What a plugin of the single list does: it may verify or change, and the list alone says in which order.
type Admit = fn(i64) -> Result<i64, String>;

/// The single list, with the limit at the wrong place: the stored worker has more memory than allowed.
pub(crate) fn one_list() -> Vec<String> {
    let verify: Admit = |memory| if memory > LIMIT { Err(format!("above {LIMIT} MiB")) } else { Ok(memory) };
    let sidecar: Admit = |memory| Ok(memory + 32);
    let admitted = [verify, sidecar].into_iter().try_fold(90, |memory, admit| admit(memory));
    let line = match admitted {
        Ok(memory) => {
            let body = worker("a", &format!(r#"{{"memory": {memory}}}"#));
            let mut scratch = Scratch::new();
            let outcome = Worker::create(body.as_bytes(), &mut scratch);
            format!("create a: {} {}", outcome.code(), spec(outcome.accepted_object().unwrap_or_default()))
        }
        Err(why) => format!("create a: 403 {why}"),
    };
    vec![line]
}

/// The chain: it does not matter where the validator is registered.
pub(crate) fn chain() -> Vec<String> {
    let storage = storage();
    let chain = Chain::of::<Worker>().validator(LimitVerifier).mutator(Sidecar);
    let mut server = Server::new(chain, &storage);
    vec![server.create("a", r#"{"memory": 90}"#), server.create("b", r#"{"memory": 60}"#)]
}
