//! Checks the law of conversions, for the tests of users: an object that is converted to another version and
//! back stays the same. In: an object. Out: an error with the first difference.

use std::fmt;

use crdc::Scratch;
use serde_json::Value;

use super::depth::{read, with_stack};
use super::failure::Failure;
use super::object::{self, Original};
use super::schemas::Schemas;

/// The error of a round trip.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RoundTripError {
    /// One of the two conversions fails.
    Failed {
        /// The version to which the object was converted.
        to: String,
        /// The reason of the failure.
        message: String,
    },
    /// A value differs after the round trip.
    Changed {
        /// The path of the value: `.spec.ports[0]`.
        path: String,
        /// The value before, as JSON, or `nothing`.
        before: String,
        /// The value after the round trip.
        after: String,
    },
}

impl fmt::Display for RoundTripError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoundTripError::Failed { to, message } => write!(f, "the conversion to {to} fails: {message}"),
            RoundTripError::Changed { path, before, after } => {
                write!(f, "{path} was {before} and is {after} after the round trip")
            }
        }
    }
}

impl std::error::Error for RoundTripError {}

/// Converts an object and back. `convert` converts an object to a version; `schemas` are the known schemas.
pub(super) fn check(
    convert: impl Fn(&[u8], &str) -> Result<Vec<u8>, String>,
    schemas: &Schemas,
    object: &[u8],
    through: &str,
) -> Result<(), RoundTripError> {
    let failed = |to: &str, message: String| RoundTripError::Failed { to: to.to_owned(), message };
    let original = Original::read(object).map_err(|Failure(message)| failed(through, message))?;
    let there = convert(object, through).map_err(|message| failed(through, message))?;
    let own = &original.api_version;
    let back = convert(&there, own).map_err(|message| failed(own, message))?;
    let before = schemas.with(own, &original.kind, |schema| match schema {
        Some(schema) => object::decoded(schema, object, &mut Scratch::new()),
        None => Ok(object.to_vec()),
    });
    let before = before.map_err(|Failure(message)| failed(own, message))?;
    let compared = || {
        let [before, back] = [&before, &back].map(|text| std::str::from_utf8(text).map_err(Failure::of));
        let (before, back) = (before?, back?);
        with_stack(&[before, back], || Ok(difference("", &read::<Value>(before)?, &read(back)?)))?
    };
    match compared().map_err(|Failure(message)| failed(own, message))? {
        None => Ok(()),
        Some((path, before, after)) => Err(RoundTripError::Changed { path, before, after }),
    }
}

/// The path and the values of the first difference.
fn difference(path: &str, before: &Value, after: &Value) -> Option<(String, String, String)> {
    let nothing = || "nothing".to_owned();
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let names = before.keys().chain(after.keys().filter(|name| !before.contains_key(*name)));
            names.into_iter().find_map(|name| {
                let path = format!("{path}.{name}");
                match (before.get(name), after.get(name)) {
                    (Some(before), Some(after)) => difference(&path, before, after),
                    (before, after) => Some((
                        path,
                        before.map_or_else(nothing, Value::to_string),
                        after.map_or_else(nothing, Value::to_string),
                    )),
                }
            })
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => old
            .iter()
            .zip(new)
            .enumerate()
            .find_map(|(index, (before, after))| difference(&format!("{path}[{index}]"), before, after)),
        (Value::Number(old), Value::Number(new)) if old.as_f64() == new.as_f64() => None,
        (before, after) if before == after => None,
        (before, after) => Some((path.to_owned(), before.to_string(), after.to_string())),
    }
}
