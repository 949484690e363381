//! The `Status` object of a refused request.
// apimachinery: pkg/api/errors/errors.go NewInvalid, NewBadRequest

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;

use crate::error::{FieldError, Lines};
use crate::refusal::{BadRequest, Undecodable};
use crdc_object::json::escape::append_string;
use crdc_object::json::go::quote;

/// A `Status` of kind Failure.
///
/// The message and the causes show up to one mebibyte of errors; the message has the number of the others.
/// The server has no such limit. [`Outcome::errors`](crate::Outcome::errors) returns all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Status {
    /// The HTTP code.
    pub code: u16,
    /// `Invalid` or `BadRequest`; other reasons only in statuses that [`Status::new`] made.
    pub reason: &'static str,
    /// The whole message.
    pub message: String,
    /// The object that the status is about. `None` for a bad request without causes.
    pub details: Option<Details>,
    /// The sentence about an object whose name is not set yet: see [`Status::named`].
    pub(crate) unnamed: Option<&'static str>,
    /// The reason why the object cannot be decoded, if this is why it is refused.
    undecodable: Option<Box<Undecodable>>,
}

/// The object that a [`Status`] is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Details {
    /// The object's name.
    pub name: String,
    /// The group.
    pub group: String,
    /// The kind.
    pub kind: String,
    /// A cause for each error, up to the limit of a [`Status`].
    pub causes: Vec<Cause>,
    /// The number of seconds after which a client may try again; zero if the server does not specify it.
    pub retry_after_seconds: u32,
}

/// One error of a [`Status`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cause {
    /// The error's type, such as `FieldValueInvalid`.
    pub reason: &'static str,
    /// The message of the error.
    pub message: String,
    /// The path of the error.
    pub field: String,
}

impl Details {
    /// Creates details without causes. `kind` is the kind of an invalid object; for other refusals the server
    /// puts the plural resource there.
    pub fn new(group: impl Into<String>, kind: impl Into<String>, name: impl Into<String>) -> Self {
        Details {
            name: name.into(),
            group: group.into(),
            kind: kind.into(),
            causes: Vec::new(),
            retry_after_seconds: 0,
        }
    }
}

impl Details {
    fn write(&self, out: &mut String) {
        let mut open = '{';
        let mut member = |out: &mut String, name: &str| {
            out.push(core::mem::replace(&mut open, ','));
            out.push_str(&format!("\"{name}\":"));
        };
        for (name, value) in [("name", &self.name), ("group", &self.group), ("kind", &self.kind)] {
            if !value.is_empty() {
                member(out, name);
                append_string(out, value);
            }
        }
        if !self.causes.is_empty() {
            member(out, "causes");
            for (index, cause) in self.causes.iter().enumerate() {
                out.push(if index == 0 { '[' } else { ',' });
                cause.write(out);
            }
            out.push(']');
        }
        if self.retry_after_seconds > 0 {
            member(out, "retryAfterSeconds");
            out.push_str(&format!("{}", self.retry_after_seconds));
        }
        if open == '{' {
            out.push('{');
        }
        out.push('}');
    }
}

impl Cause {
    fn write(&self, out: &mut String) {
        let mut open = '{';
        let members = [("reason", self.reason), ("message", &self.message), ("field", &self.field)];
        for (name, value) in members {
            // The server omits empty members.
            if !value.is_empty() {
                out.push(core::mem::replace(&mut open, ','));
                out.push_str(&format!("\"{name}\":"));
                append_string(out, value);
            }
        }
        if open == '{' {
            out.push('{');
        }
        out.push('}');
    }

    /// Creates a cause; `reason` and `field` may be empty.
    pub fn new(reason: &'static str, message: impl Into<String>, field: impl Into<String>) -> Self {
        Cause { reason, message: message.into(), field: field.into() }
    }
}

impl Status {
    /// Creates the status of another part of a server, such as admission or storage.
    pub fn new(code: u16, reason: &'static str, message: impl Into<String>) -> Self {
        Status { code, reason, message: message.into(), details: None, unnamed: None, undecodable: None }
    }

    /// Sets the object that the status is about.
    #[must_use]
    pub fn about(self, details: Details) -> Self {
        Status { details: Some(details), ..self }
    }

    /// Sets the reason why the object cannot be decoded.
    #[must_use]
    pub fn of_undecodable(self, undecodable: Undecodable) -> Self {
        Status { undecodable: Some(Box::new(undecodable)), ..self }
    }

    /// The reason why the object cannot be decoded, if this is why it is refused.
    pub fn undecodable(&self) -> Option<&Undecodable> {
        self.undecodable.as_deref()
    }

    pub(crate) fn bad_request(
        about: About<'_>,
        refused: &BadRequest,
        errors: impl Iterator<Item = FieldError>,
    ) -> Self {
        let (_, causes) = shown(errors);
        let details = (!causes.is_empty()).then(|| about.details(causes));
        let undecodable = refused.undecodable.clone().map(Box::new);
        Status { details, undecodable, ..Status::new(400, "BadRequest", refused.message.as_str()) }
    }

    pub(crate) fn invalid(about: About<'_>, errors: impl Iterator<Item = FieldError>) -> Self {
        let (lines, causes) = shown(errors);
        let message = about.sentence(INVALID, &lines.aggregated());
        Status::new(422, "Invalid", message).about(about.details(causes))
    }

    /// Creates the status of a value whose kind and name are unknown. `what` is the sentence about its
    /// object.
    #[cfg(feature = "derive")]
    pub(crate) fn of_value(
        (code, reason, what): (u16, &'static str, &'static str),
        errors: impl Iterator<Item = FieldError>,
    ) -> Self {
        let (lines, causes) = shown(errors);
        let details = Details { causes, ..Details::new("", "", "") };
        Status { unnamed: Some(what), ..Status::new(code, reason, lines.aggregated()).about(details) }
    }

    /// Sets the group, kind and name of the object, if they are not set yet.
    ///
    /// The status of a [`typed::RefusedValue`](crate::typed::RefusedValue) has neither kind nor name, because
    /// a value contains neither. The caller of plugins has both, and completes the message as a server words
    /// it. Every other status is unchanged.
    ///
    /// ```
    /// use crdc::Status;
    ///
    /// let status = Status::new(403, "Forbidden", "not today");
    /// assert_eq!(status.clone().named("example.com", "Cache", "a"), status);
    /// ```
    #[must_use]
    pub fn named(mut self, group: &str, kind: &str, name: &str) -> Self {
        if let Some(what) = self.unnamed.take() {
            let about = About { group, kind, name };
            self.message = about.sentence(what, &self.message);
            let causes = self.details.map(|details| details.causes).unwrap_or_default();
            self.details = Some(about.details(causes));
        }
        self
    }

    /// The status as JSON, in the server's order of members.
    pub fn to_json(&self) -> String {
        let mut out =
            String::from(r#"{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"#);
        append_string(&mut out, &self.message);
        if !self.reason.is_empty() {
            out.push_str(",\"reason\":");
            append_string(&mut out, self.reason);
        }
        if let Some(details) = &self.details {
            out.push_str(",\"details\":");
            details.write(&mut out);
        }
        out.push_str(&format!(",\"code\":{}}}", self.code));
        out
    }
}

/// The words before the errors of an object.
pub(crate) const INVALID: &str = "is invalid";

/// The group, kind and name of the object that an outcome is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About<'a> {
    pub(crate) group: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) name: &'a str,
}

impl<'a> About<'a> {
    /// `kind` is the kind in the object, which may differ from that of the resource.
    pub(crate) fn new(group: &'a str, kind: &'a str, name: &'a str) -> Self {
        About { group, kind, name }
    }

    /// All errors in one line: `Kind.group "name" is invalid: …`.
    pub(crate) fn summary(self, what: &str, errors: impl IntoIterator<Item = impl Display>) -> String {
        let mut lines = Lines::default();
        for error in errors {
            lines.push(error);
        }
        self.sentence(what, &lines.aggregated())
    }

    fn sentence(self, what: &str, errors: &str) -> String {
        let About { group, kind, name } = self;
        let kind = if group.is_empty() { String::from(kind) } else { format!("{kind}.{group}") };
        format!("{kind} {} {what}: {errors}", quote(name))
    }

    fn details(self, causes: Vec<Cause>) -> Details {
        let About { group, kind, name } = self;
        Details { causes, ..Details::new(group, kind, name) }
    }
}

/// The lines and the causes of the errors that are shown.
fn shown(errors: impl Iterator<Item = FieldError>) -> (Lines, Vec<Cause>) {
    let (mut lines, mut causes) = (Lines::default(), Vec::new());
    for error in errors {
        if lines.push(&error) {
            causes.push(Cause {
                reason: error.error_type.as_str(),
                message: format!("{}", error.body()),
                field: error.field.into(),
            });
        }
    }
    (lines, causes)
}
