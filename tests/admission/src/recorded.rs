//! A storage and plugins that record their calls, and fail at a given call.

use std::sync::Arc;

use crdc_admission::{
    Attributes, Chain, CollectionDeleter, Connector, Creator, DeleteOptions, Deleter, Deletion, Getter,
    Identity, ListOptions, MemoryStorage, Refusal, Saved, Stored, Updater, mutator_fn, validator_fn,
};

use crate::Log;
use crate::database::Database;

/// A storage in memory that records calls.
#[derive(Debug)]
pub struct Recorded {
    /// The storage that does the work.
    pub memory: MemoryStorage,
    log: Log,
    /// The name of the call that fails; empty for none.
    fault: &'static str,
}

impl Recorded {
    /// A storage whose call `fault` fails; none for an empty name.
    #[must_use]
    pub fn new(memory: MemoryStorage, log: &Log, fault: &'static str) -> Self {
        Recorded { memory, log: log.clone(), fault }
    }

    /// Records a call, and fails if it is the one that must fail.
    fn call(&self, name: &str) -> Result<(), Refusal> {
        self.log.call(name);
        if self.fault == name { Err(Refusal::internal(name)) } else { Ok(()) }
    }
}

impl Getter for Recorded {
    fn get(&self, attributes: &Attributes<'_>) -> Result<Stored, Refusal> {
        self.call("get")?;
        self.memory.get(attributes)
    }
}

impl Creator for Recorded {
    fn before_create(&self, attributes: &mut Attributes<'_>) -> Result<Option<Identity>, Refusal> {
        self.call("before_create")?;
        self.memory.before_create(attributes)
    }

    fn validate(&self, _: &Attributes<'_>) -> Result<(), Refusal> {
        self.call("validate")
    }

    fn create(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        self.call("create")?;
        self.memory.create(attributes)
    }
}

impl Updater for Recorded {
    fn before_update(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        self.call("before_update")?;
        self.memory.before_update(attributes)
    }

    fn validate_update(&self, _: &Attributes<'_>) -> Result<(), Refusal> {
        self.call("validate_update")
    }

    fn update(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        self.call("update")?;
        self.memory.update(attributes)
    }
}

impl Deleter for Recorded {
    fn before_delete(
        &self,
        attributes: &Attributes<'_>,
        options: &DeleteOptions,
    ) -> Result<Deletion, Refusal> {
        self.call("before_delete")?;
        self.memory.before_delete(attributes, options)
    }

    fn delete(&self, attributes: &Attributes<'_>, deletion: Deletion) -> Result<Option<Arc<[u8]>>, Refusal> {
        self.call("delete")?;
        self.memory.delete(attributes, deletion)
    }
}

impl CollectionDeleter for Recorded {
    fn list(&self, attributes: &Attributes<'_>, options: &ListOptions) -> Result<Vec<Stored>, Refusal> {
        self.call("list")?;
        self.memory.list(attributes, options)
    }
}

impl Connector for Recorded {
    type Options = String;
    type Connection = String;

    fn new_connect_options(&self) -> String {
        self.log.call("new_connect_options");
        String::new()
    }

    fn decode_connect_options(&self, query: &str, options: &mut String) -> Result<(), Refusal> {
        self.call("decode_connect_options")?;
        options.push_str(query);
        Ok(())
    }

    fn connect(&self, attributes: &Attributes<'_>, options: String) -> Result<String, Refusal> {
        self.call("connect")?;
        Ok(format!("{} {options}", attributes.name()))
    }
}

/// A chain of two mutators and two validators that record their calls. The plugin whose name is `fault`
/// refuses; it panics if `fault` is its name and ` panics`. For `malformed`, the mutators leave text that is
/// not JSON.
#[must_use]
pub fn chain(log: &Log, fault: &'static str) -> Chain {
    let mutator = |name: &'static str| {
        let log = log.clone();
        mutator_fn(name, move |attributes: &mut Attributes<'_>| {
            log.call(name);
            if let Some(object) = attributes.object_mut().filter(|_| fault == "malformed") {
                object.replace(b"{");
            }
            fail(name, fault, attributes)
        })
    };
    let validator = |name: &'static str| {
        let log = log.clone();
        validator_fn(name, move |attributes: &Attributes<'_>| {
            log.call(name);
            fail(name, fault, attributes)
        })
    };
    let observed = log.clone();
    Chain::of::<Database>()
        .mutator(mutator("mutate a"))
        .mutator(mutator("mutate b"))
        .validator(validator("validate a"))
        .validator(validator("validate b"))
        .observer(move |step| observed.step(step))
}

/// The result of a plugin: an error or a panic if `fault` is about it.
fn fail(name: &str, fault: &str, attributes: &Attributes<'_>) -> Result<(), Refusal> {
    assert!(fault.strip_suffix(" panics") != Some(name), "on purpose");
    if fault == name { Err(attributes.forbidden("on purpose")) } else { Ok(()) }
}
