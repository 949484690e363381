//! Tests of reading protobuf: messages that Go wrote, and invalid bytes.
#![allow(clippy::unwrap_used)]

mod bodies;
mod recorded;

use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::message::Decoder;
use crate::archive::Archive;
use crate::kinds::Kinds;

static NEWEST: LazyLock<Kinds> = LazyLock::new(|| {
    let archive = Archive::built_in().unwrap();
    let newest = archive.versions().pop().unwrap();
    Kinds::of(archive, newest).unwrap()
});

/// The JSON of a message of a definition, or Go's error.
fn decoded(definition: &str, bytes: &[u8]) -> Result<Value, String> {
    let mut members = Map::new();
    let definition = NEWEST.named(definition).unwrap();
    Decoder::new(&NEWEST).message(definition, bytes, &mut members).map_err(|error| error.to_string())?;
    Ok(members.into())
}
