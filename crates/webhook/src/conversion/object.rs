//! Checks and completes a converted object. In: the original, and the JSON that a conversion returned. Out:
//! the object of the response.
//!
//! Easy to break: an object may have been stored before its schema became stricter. If its own version
//! already refuses it, errors of the new version do not fail the conversion: otherwise the object could no
//! longer be read or deleted.

use crdc::__private::plan::Compiled;
use crdc::{ErrorSource, FieldError, Request, Scratch};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};

use super::failure::Failure;
use super::metadata::{self, Members};
use super::schemas::Schemas;

/// The number of errors that a message contains.
const SHOWN: usize = 5;

/// An object of a request.
#[derive(Debug)]
pub(super) struct Original<'a> {
    pub(super) text: &'a str,
    pub(super) api_version: String,
    pub(super) kind: String,
    pub(super) metadata: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(rename = "apiVersion")]
    api_version: String,
    kind: String,
    #[serde(borrow)]
    metadata: Option<&'a RawValue>,
}

impl<'a> Original<'a> {
    pub(super) fn read(object: &'a [u8]) -> Result<Original<'a>, Failure> {
        let text = std::str::from_utf8(object).map_err(Failure::of)?;
        let Head { api_version, kind, metadata } = serde_json::from_str(text).map_err(Failure::of)?;
        Ok(Original { text, api_version, kind, metadata })
    }
}

/// Sets the version and metadata of a converted object, then decodes and validates it by its schema.
pub(super) fn finish(
    schemas: &Schemas,
    original: &Original<'_>,
    desired: &str,
    made: &str,
    scratch: &mut Scratch,
) -> Result<Vec<u8>, Failure> {
    let mut members: Members = serde_json::from_str(made)
        .map_err(|_| Failure("the conversion returned something that is no object".to_owned()))?;
    let returned = members.remove("metadata");
    if let Some(metadata) = metadata::merged(original.metadata, returned.as_deref())? {
        members.insert("metadata".to_owned(), metadata);
    }
    for (field, value) in [("apiVersion", desired), ("kind", original.kind.as_str())] {
        members.insert(field.to_owned(), to_raw_value(value).map_err(Failure::of)?);
    }
    let text = serde_json::to_vec(&members).map_err(Failure::of)?;
    let decoded = schemas.with(desired, &original.kind, |schema| match schema {
        Some(schema) => {
            decoded(schema, &text, scratch).map(|object| (errors(schema, &object, scratch), object))
        }
        None => Err(Failure(format!("the schema of {} in {desired} is not known", original.kind))),
    });
    let (errors, object) = decoded?;
    if errors.is_empty() || was_refused(schemas, original, scratch) {
        return Ok(object);
    }
    Err(Failure(format!("the conversion returned an object that is not valid: {}", shown(&errors))))
}

/// The object as the schema decodes it: pruned, with defaults.
pub(super) fn decoded(schema: &Compiled<'_>, text: &[u8], scratch: &mut Scratch) -> Result<Vec<u8>, Failure> {
    let outcome = crdc::answer(schema, Request::decode(text), scratch);
    outcome.into_result().map(|accepted| accepted.object().to_vec()).map_err(Failure::of)
}

/// The errors of an object, except for errors of its metadata, which a conversion cannot cause.
fn errors(schema: &Compiled<'_>, object: &[u8], scratch: &mut Scratch) -> Vec<FieldError> {
    let outcome = crdc::answer(schema, Request::create(object), scratch);
    outcome.errors().filter(|error| error.source != ErrorSource::Metadata).collect()
}

/// Whether the version of the original already refuses the original.
fn was_refused(schemas: &Schemas, original: &Original<'_>, scratch: &mut Scratch) -> bool {
    schemas.with(&original.api_version, &original.kind, |schema| {
        schema.is_some_and(|schema| !errors(schema, original.text.as_bytes(), scratch).is_empty())
    })
}

fn shown(errors: &[FieldError]) -> String {
    let mut lines: Vec<String> = errors.iter().take(SHOWN).map(ToString::to_string).collect();
    if errors.len() > SHOWN {
        lines.push(format!("and {} more", errors.len() - SHOWN));
    }
    lines.join("; ")
}
