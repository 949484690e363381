//! Compares the answers of the derive for structs with those of generated code for their JSON. The structs
//! are written (`random/structs`) from schemas that are also compiled for JSON: by the build script of
//! `crdc-tests`, and by `cargo xtask fuzz --structs`, whose program is `batch`.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

use crate::json::{Json, read as tree};
use crate::record::GivenError;

pub mod batch;
pub mod golden;
mod same;

pub use same::{Compared, Unlike, compare, expressed, in_order, text};

/// Any JSON, in a module that the derive recognizes.
pub mod value {
    use serde::{Deserialize, Deserializer, Serialize};

    /// Any JSON as servers store it: with whole numbers as integers.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    pub struct Value(serde_json::Value);

    impl<'de> Deserialize<'de> for Value {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
            serde_json::Value::deserialize(from).map(|value| Value(stored(value)))
        }
    }

    fn stored(value: serde_json::Value) -> serde_json::Value {
        use serde_json::Value as Any;
        match value {
            Any::Number(number) => match number.as_f64() {
                Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 9e18 => {
                    (float as i64).into()
                }
                _ => Any::Number(number),
            },
            Any::Array(items) => Any::Array(items.into_iter().map(stored).collect()),
            Any::Object(members) => {
                Any::Object(members.into_iter().map(|(key, value)| (key, stored(value))).collect())
            }
            scalar => scalar,
        }
    }
}

/// An integer or string, as a type without the derive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum IntOrString {
    /// A number.
    Int(i64),
    /// A text.
    Text(String),
}

/// Reads a present field: null is `Some(None)`.
///
/// # Errors
///
/// The error of the inner type.
pub fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// A value from constant text. Panics if it is invalid, since tests provide it.
pub fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{why} in {text}"))
}

/// The answer of the derive.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The new value as JSON, before normalization.
    pub new: String,
    /// The old value as JSON; `None` on creates.
    pub old: Option<String>,
    /// The new value as JSON, after normalization.
    pub stored: String,
    /// The status code: 200, 400 or 422.
    pub code: i64,
    /// Errors.
    pub errors: Vec<GivenError>,
    /// Ratcheted errors.
    pub ratcheted: Vec<GivenError>,
    /// All errors as printed.
    pub printed: String,
}

/// A check that can be repeated; returns whether it passes.
pub type Check = Box<dyn FnMut(&mut crdc::typed::Scratch) -> bool>;

/// The structs of a part of a resource, in one style.
pub struct Entry {
    /// `plural.group/version`, the name of the compiled version.
    pub name: &'static str,
    /// `spec` or `status`.
    pub part: &'static str,
    /// The style.
    pub style: &'static str,
    /// The fields that the structs lack: path and reason.
    pub left_out: &'static [(&'static str, &'static str)],
    /// Whether there are rules outside of the part, which structs do not have: whether they ran is not
    /// compared.
    pub ruled_elsewhere: bool,
    /// A function that returns the compiled version with a name.
    pub compiled: fn(&str) -> &'static crdc::Compiled,
    /// A value as these structs write it, or why they cannot read it.
    pub again: fn(&str) -> Result<String, String>,
    /// The answer for a new and an old value, or why the structs cannot read them.
    pub validate: fn(&str, Option<&str>) -> Result<Verdict, String>,
    /// The check of a new value against an old one, both read in advance.
    pub check: fn(&str, Option<&str>) -> Result<Check, String>,
}

impl Entry {
    /// An entry with these structs.
    pub const fn of<T: crdc::Rules + DeserializeOwned + 'static>(
        name: &'static str,
        part: &'static str,
        compiled: fn(&str) -> &'static crdc::Compiled,
    ) -> Entry {
        Entry {
            name,
            part,
            style: "by hand",
            left_out: &[],
            ruled_elsewhere: false,
            compiled,
            again: again::<T>,
            validate: validate::<T>,
            check: check::<T>,
        }
    }
}

/// A value as the structs write it.
fn again<T: crdc::Rules + DeserializeOwned>(text: &str) -> Result<String, String> {
    let (value, _) = both::<T>(text, None)?;
    serde_json::to_string(&value).map_err(|why| why.to_string())
}

/// The answer of the derive to a create or update.
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

/// A check of values that are read and normalized once.
fn check<T: crdc::Rules + DeserializeOwned + 'static>(new: &str, old: Option<&str>) -> Result<Check, String> {
    let (mut new, old) = both::<T>(new, old)?;
    new.normalize(old.as_ref());
    Ok(Box::new(move |scratch| match &old {
        Some(old) => new.validate_update(old, scratch).is_ok(),
        None => new.validate_create(scratch).is_ok(),
    }))
}

/// Reads a new and an old value.
fn both<T: DeserializeOwned>(new: &str, old: Option<&str>) -> Result<(T, Option<T>), String> {
    let value = |text: &str| serde_json::from_str(text).map_err(|why| why.to_string());
    Ok((value(new)?, old.map(value).transpose()?))
}

/// An error in the format of the record.
fn given(error: &crdc::FieldError) -> GivenError {
    GivenError {
        error_type: error.error_type.as_str().to_owned(),
        field: error.field.to_string(),
        detail: error.detail.to_string(),
        bad_value: error.bad_value.as_deref().map(json),
        source: error.source.as_str().to_owned(),
    }
}

/// Parses JSON written by crdc.
fn json(text: &str) -> Json {
    match tree(text.as_bytes()) {
        Ok(read) => read.value,
        Err(why) => panic!("{why} in {text}"),
    }
}
