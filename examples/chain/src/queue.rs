//! A union between mutators and validators. A mutator moves workers to Kafka, and need not know which member
//! was set before: crdc clears it. The validator sees the worker as it will be stored.

use crdc_admission::{Attributes, Chain, Operation, Refusal, mutator_fn, validator_fn};

use crate::requests::{Server, storage};
use crate::worker::Worker;

/// Moves updated workers to Kafka.
fn migrate(attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
    if let Some(object) = attributes.object_mut() {
        object.set_string(&["spec", "queue"], "Kafka");
        object.set_string(&["spec", "kafka", "topic"], "work");
        attributes.warn("local queues are deprecated; the worker was moved to Kafka");
    }
    Ok(())
}

/// No worker with Kafka may have a local path.
fn no_local_path(attributes: &Attributes<'_>) -> Result<(), Refusal> {
    let Some(object) = attributes.object() else { return Ok(()) };
    let is_kafka = object.string(&["spec", "queue"]).as_deref() == Some("Kafka");
    if is_kafka && object.get(&["spec", "local"]).is_some() {
        return Err(attributes.forbidden("a worker with Kafka has no local queue"));
    }
    Ok(())
}

pub(crate) fn chain() -> Vec<String> {
    let storage = storage();
    let chain = Chain::of::<Worker>()
        .mutator(mutator_fn("migrate", migrate).on(&[Operation::Update]))
        .validator(validator_fn("no-local-path", no_local_path));
    let mut server = Server::new(chain, &storage);
    vec![
        server.create("a", r#"{"queue": "Local", "local": {"path": "/var/work"}}"#),
        server.patch("a", r#"{"memory": 128}"#),
    ]
}
