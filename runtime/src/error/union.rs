//! Creates the messages of unions. Where Kubernetes' declarative validation has a message, it is used.
//
// apimachinery: pkg/api/validate/union.go; docs/semantics.md, Unions

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::borrow::Borrow;

use crdc_vocabulary::ErrorType;

use super::field_error::ErrorParts;
use super::value::{json, quoted};
use super::{Message, Rule, Texts};
use crate::field_path::FieldPath;
use crdc_object::json::{escape, go};
use crdc_object::tape::{Kind, Tape};

/// The message for a violation by a union of the object at `at`, whose path is `path`.
pub(super) fn words<'p>(
    tape: Tape<'_>,
    at: u32,
    rule: &Rule<'p>,
    path: &FieldPath,
    texts: &mut Texts<'p>,
) -> ErrorParts {
    let words = |error_type, name: &str, bad_value, detail: Message| ErrorParts {
        error_type,
        name: path.member(name),
        nowhere: false,
        bad_value: Some(bad_value),
        detail,
        members: Box::default(),
        expected: None,
    };
    let of_member = |error_type, name: &str, detail: String| ErrorParts {
        members: [name.to_owned()].into(),
        ..words(error_type, name, quoted(""), detail.into())
    };
    match *rule {
        Rule::UnionSeveral { discriminator, members } => {
            let is_set = |name| member(tape, at, name).is_some_and(|at| tape.entry(at).kind != Kind::Null);
            let set = members.iter().map(|(_, name)| *name).filter(|name| is_set(name));
            let members: Vec<String> = set.map(str::to_owned).collect();
            let (value, detail) = (value(tape, at, discriminator), several(&members));
            ErrorParts {
                members: members.into(),
                ..words(ErrorType::Invalid, discriminator, value, detail.into())
            }
        }
        Rule::UnionUnknown { discriminator, values } => {
            let (found, detail) = (value(tape, at, discriminator), unknown(values));
            ErrorParts {
                expected: Some(texts.expected_values(values, |value| quoted(value))),
                ..words(ErrorType::NotSupported, discriminator, found, detail.into())
            }
        }
        Rule::UnionAbsent(discriminator) => {
            words(ErrorType::Required, discriminator, quoted(""), ABSENT.into())
        }
        Rule::UnionRefused { member, discriminator, value } => {
            of_member(ErrorType::Invalid, member, refused(discriminator, value))
        }
        Rule::UnionMissing { member, discriminator, value } => {
            of_member(ErrorType::Required, member, missing(discriminator, value))
        }
        // No other rule belongs to unions.
        _ => words(ErrorType::Invalid, "", quoted(""), Message::default()),
    }
}

/// The discriminator is absent.
pub(crate) const ABSENT: &str = "must be set to select a union member";

/// Several members are set.
pub(crate) fn several(members: &[impl Borrow<str>]) -> String {
    format!(
        "only one union member may be set, but these are: {}; change the discriminator to select one of them",
        members.join(", ")
    )
}

/// The discriminator has an unknown value.
pub(crate) fn unknown(values: &[&str]) -> String {
    let values: Vec<String> = values.iter().map(|value| go::quote(value)).collect();
    format!("supported values: {}", values.join(", "))
}

/// A member is set but not selected.
pub(crate) fn refused(discriminator: &str, value: &str) -> String {
    format!("may only be specified when `{discriminator}` is {}", go::quote(value))
}

/// A member is selected but not set.
pub(crate) fn missing(discriminator: &str, value: &str) -> String {
    format!("must be specified when `{discriminator}` is {}", go::quote(value))
}

/// The discriminator's value in the object.
fn value(tape: Tape<'_>, object: u32, name: &str) -> String {
    member(tape, object, name).map_or_else(|| quoted(""), |at| json(tape, at))
}

/// The member of this name. Values of Rust types are written without field numbers.
fn member(tape: Tape<'_>, object: u32, name: &str) -> Option<u32> {
    let mut key = Vec::new();
    escape::append_canonical(&mut key, name);
    tape.member(object, &key)
}
