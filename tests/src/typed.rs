//! Structs with rules: what the derive's code says of two objects, and what generated code says of their JSON. The
//! structs are written by the build script (`structs/`) from schemas that are also compiled for JSON.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

use crate::json::{Json, read as tree};
use crate::record::GivenError;

mod same;

pub use same::{Compared, Unlike, compare, expressed, in_order, text};

/// An integer or a text, of which the derive knows nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum IntOrString {
    /// A number.
    Int(i64),
    /// A text.
    Text(String),
}

/// Reads a field that is there: null is `Some(None)`.
///
/// # Errors
///
/// What the inner type does not take.
pub fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// A value of constant text. Panics where it is none: the text is the tests'.
pub fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{why} in {text}"))
}

/// What the derive's code says.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The new value as JSON, before normalisation.
    pub new: String,
    /// The old value as JSON; nothing on creates.
    pub old: Option<String>,
    /// The new value as JSON, after normalisation.
    pub stored: String,
    /// 200, 400 or 422.
    pub code: i64,
    /// Errors.
    pub errors: Vec<GivenError>,
    /// Errors that were set aside.
    pub ratcheted: Vec<GivenError>,
    /// All errors as they are printed.
    pub printed: String,
}

/// A check that is made again and again, and whether it passes.
pub type Check = Box<dyn FnMut(&mut crdc::typed::Scratch) -> bool>;

/// The structs of a part of a resource, in one taste.
pub struct Entry {
    /// `plural.group/version`, as of the compiled version.
    pub name: &'static str,
    /// `spec` or `status`.
    pub part: &'static str,
    /// How they are written.
    pub style: &'static str,
    /// Fields that they do not have: path and reason.
    pub left_out: &'static [(&'static str, &'static str)],
    /// A value as these structs write it again, or why it is none of theirs.
    pub again: fn(&str) -> Result<String, String>,
    /// What comes of a new value and an old one, or why they are not values of these structs.
    pub validate: fn(&str, Option<&str>) -> Result<Verdict, String>,
    /// The check of a new value against an old one, read before it is made.
    pub check: fn(&str, Option<&str>) -> Result<Check, String>,
}

/// As schemas have them: names of enums, boxes around lists and strings, types of any length.
#[allow(clippy::all)]
mod generated {
    use super::*;

    include!(concat!(env!("OUT_DIR"), "/structs.rs"));
}
pub use generated::ENTRIES;

/// The structs of a compiled version.
pub fn of(name: &str) -> impl Iterator<Item = &'static Entry> {
    ENTRIES.iter().filter(move |entry| entry.name == name)
}

impl Entry {
    /// An entry of structs that are written by hand.
    pub fn of<T: crdc::Rules + DeserializeOwned + 'static>(name: &'static str, part: &'static str) -> Entry {
        Entry {
            name,
            part,
            style: "by hand",
            left_out: &[],
            again: again::<T>,
            validate: validate::<T>,
            check: check::<T>,
        }
    }
}

fn again<T: crdc::Rules + DeserializeOwned>(text: &str) -> Result<String, String> {
    let (value, _) = both::<T>(text, None)?;
    serde_json::to_string(&value).map_err(|why| why.to_string())
}

fn validate<T: crdc::Rules + DeserializeOwned>(new: &str, old: Option<&str>) -> Result<Verdict, String> {
    let (mut new, old) = both::<T>(new, old)?;
    let text = |value: &T| serde_json::to_string(value).map_err(|why| why.to_string());
    let (before, old_text) = (text(&new)?, old.as_ref().map(text).transpose()?);
    new.normalize(old.as_ref());
    let stored = text(&new)?;
    let mut scratch = crdc::typed::Scratch::new();
    let refused = match &old {
        Some(old) => new.validate_update(old, &mut scratch),
        None => new.validate_create(&mut scratch),
    };
    let mut verdict = Verdict {
        new: before,
        old: old_text,
        stored,
        code: 200,
        errors: Vec::new(),
        ratcheted: Vec::new(),
        printed: String::new(),
    };
    match refused {
        Ok(()) => verdict.ratcheted = scratch.ratcheted().iter().map(given).collect(),
        Err(refused) => {
            verdict.code = i64::from(refused.code());
            verdict.errors = refused.errors().iter().map(given).collect();
            verdict.ratcheted = refused.ratcheted().iter().map(given).collect();
            verdict.printed = refused.to_string();
            let lines: Vec<String> = refused.errors().iter().map(ToString::to_string).collect();
            assert_eq!(verdict.printed, lines.join("\n"));
        }
    }
    Ok(verdict)
}

fn check<T: crdc::Rules + DeserializeOwned + 'static>(new: &str, old: Option<&str>) -> Result<Check, String> {
    let (mut new, old) = both::<T>(new, old)?;
    new.normalize(old.as_ref());
    Ok(Box::new(move |scratch| match &old {
        Some(old) => new.validate_update(old, scratch).is_ok(),
        None => new.validate_create(scratch).is_ok(),
    }))
}

fn both<T: DeserializeOwned>(new: &str, old: Option<&str>) -> Result<(T, Option<T>), String> {
    let value = |text: &str| serde_json::from_str(text).map_err(|why| why.to_string());
    Ok((value(new)?, old.map(value).transpose()?))
}

fn given(error: &crdc::FieldError) -> GivenError {
    GivenError {
        error_type: error.error_type.as_str().to_owned(),
        field: error.field.to_string(),
        detail: error.detail.to_string(),
        bad_value: error.bad_value.as_deref().map(json),
        source: error.source.as_str().to_owned(),
    }
}

/// JSON of our own making.
fn json(text: &str) -> Json {
    match tree(text.as_bytes()) {
        Ok(read) => read.value,
        Err(why) => panic!("{why} in {text}"),
    }
}
