//! Compares the answer to a request with the answer that a test expects. In: both answers. Out: failures,
//! with a diff of the objects as YAML.
//!
//! Fields of the metadata that servers set are not compared.

use super::answer::Answer;
use super::model::{Errors, Step, Wanted};
use super::within::Within;
use super::words::same_but_values;
use crate::diff::{lines, objects, sort};
use crate::edit::take;
use crdc_source::json::Json;
use crdc_source::{Node, Span};

/// The labels of diffs: for lines with `-` and for lines with `+`.
const NAMES: [&str; 2] = ["expected", "found"];

/// The reason why a test fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The message, of one or more lines.
    pub(crate) words: String,
    /// The diff of the expected object and the stored one, or of two messages; may be empty.
    pub(crate) diff: String,
    /// The place of the request in the suite, if it is not that of the test.
    pub(crate) span: Option<Span>,
}

impl Failure {
    pub(super) fn new(words: impl Into<String>) -> Failure {
        Failure { words: words.into(), diff: String::new(), span: None }
    }

    /// The failure of a request of several.
    pub(super) fn of_step(self, step: &Step) -> Failure {
        let Step { name, span, .. } = step;
        let words = if name.is_empty() { self.words } else { format!("{name}: {}", self.words) };
        Failure { words, span: *span, ..self }
    }
}

/// Compares the answer to a request that should be accepted, or refused with part of a message.
pub(super) fn message(answer: &Answer, wanted: Option<&str>) -> Result<(), Failure> {
    match (wanted, answer.accepted) {
        (None, true) => Ok(()),
        (None, false) => {
            Err(Failure::new(format!("expected no error, but the server says:\n{}", answer.message)))
        }
        (Some(wanted), true) => {
            Err(Failure::new(format!("expected an error, but the object is accepted:\n{wanted}")))
        }
        (Some(wanted), false) if answer.message.contains(wanted) => Ok(()),
        (Some(wanted), false)
            if answer.without_values.as_ref().is_some_and(|message| same_but_values(wanted, message)) =>
        {
            Ok(())
        }
        (Some(wanted), false) => {
            let words = "expected another error:";
            Err(Failure {
                words: words.to_owned(),
                diff: lines(&format!("{wanted}\n"), &format!("{}\n", answer.message), NAMES),
                span: None,
            })
        }
    }
}

/// Compares the errors of an answer with those that a test expects.
pub(super) fn errors(answer: &Answer, wanted: &Errors) -> Vec<Failure> {
    let (parts, is_complete): (&[String], bool) = match wanted {
        Errors::These(parts) => (parts, true),
        Errors::Among(parts) => (parts, false),
        Errors::Any if answer.accepted => {
            return vec![Failure::new("expected an error, but the object is accepted")];
        }
        Errors::Any => return Vec::new(),
    };
    let (mut failures, others) = parts_in(parts, &answer.errors, "error");
    // An error that rules did not run follows from other errors, so tests need not expect it.
    let others = others.into_iter().filter(|error| is_complete && !answer.blocked.contains(error));
    failures.extend(others.map(|error| Failure::new(format!("an error that is not expected: {error}"))));
    failures
}

/// Compares the warnings of an answer with those that a test expects.
pub(super) fn warnings(answer: &Answer, wanted: &Wanted, lenient: bool) -> Vec<Failure> {
    let (mut failures, others) = parts_in(&wanted.warnings, &answer.warnings, "warning");
    if wanted.only_these_warnings && !lenient {
        let unlisted = |warning| {
            Failure::new(format!(
                "a warning that is not expected: {warning}\nlist it in `warnings`, or use --lenient"
            ))
        };
        failures.extend(others.into_iter().map(unlisted));
    }
    failures
}

/// The failures that no text has a part, and the texts that have no part.
fn parts_in<'t>(parts: &[String], texts: &'t [String], what: &str) -> (Vec<Failure>, Vec<&'t String>) {
    let mut within = Within::new(parts.iter().map(String::as_str));
    let others = texts.iter().filter(|text| !within.any_in(text)).collect();
    let missing = parts.iter().zip(within.found()).filter(|(_, found)| !found);
    (missing.map(|(part, _)| Failure::new(format!("no {what} has: {part}"))).collect(), others)
}

/// Compares the stored object.
pub(super) fn stored(found: Option<&Node>, expected: &Node, with_name: bool) -> Option<Failure> {
    let Some(found) = found else { return Some(Failure::new("nothing is stored")) };
    let [expected, stored] = [expected, found].map(|object| comparable(object, with_name));
    if Json::from_node(&expected) == Json::from_node(&stored) {
        return None;
    }
    let diff = objects(&expected, &stored, NAMES);
    Some(Failure { diff, ..Failure::new("another object is stored:") })
}

/// The fields of metadata that servers set.
// komega: equalobject.go IgnoreAutogeneratedMetadata
const SET_BY_SERVERS: [&str; 9] = [
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "generateName",
    "generation",
    "managedFields",
    "resourceVersion",
    "selfLink",
    "uid",
];

/// An object without what servers set in its metadata, with sorted members.
pub(super) fn comparable(object: &Node, with_name: bool) -> Node {
    let mut object = object.clone();
    if let Some(mut metadata) = take(&mut object, "metadata") {
        for key in SET_BY_SERVERS {
            take(&mut metadata, key);
        }
        if !with_name {
            take(&mut metadata, "name");
            take(&mut metadata, "namespace");
        }
        if !metadata.is_zero() {
            crate::edit::set(&mut object, "metadata", metadata);
        }
    }
    sort(&mut object);
    object
}
