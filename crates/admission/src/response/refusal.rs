//! A refused request: the server's `Status`.
// apimachinery: api/errors/errors.go; apiserver: admission/plugin/webhook/errors/statuserror.go

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;

use crdc::{Cause, Details, Status, Undecodable};
use crdc_vocabulary::go::quote;

use crate::attributes::resource::ResourceNames;

/// A refused request: the server's `Status`.
#[derive(Clone, PartialEq, Eq)]
pub struct Refusal(Box<Status>);

/// The server's message if an object changed since it was read.
const MODIFIED: &str =
    "the object has been modified; please apply your changes to the latest version and try again";

impl Refusal {
    /// Refuses as a webhook does: `admission webhook "NAME" denied the request: MESSAGE`. Codes below 400
    /// become 400; an empty message says that there is no explanation.
    pub fn webhook(name: &str, code: u16, message: &str) -> Self {
        let code = code.max(400);
        let explanation =
            if message.is_empty() { " without explanation".to_owned() } else { format!(": {message}") };
        let message = format!("admission webhook {} denied the request{explanation}", quote(name));
        Status::new(code, reason(code), message).into()
    }

    /// Refuses because a webhook has side effects in dry runs: `admission webhook "NAME" does not support dry
    /// run`.
    pub fn no_dry_run(name: &str) -> Self {
        Self::bad_request(format!("admission webhook {} does not support dry run", quote(name)))
    }

    /// The refusal `RESOURCE "NAME" is forbidden: MESSAGE`. Plugins call
    /// [`Attributes::forbidden`](crate::Attributes::forbidden), which adds the resource and the name.
    pub fn forbidden(resource: &ResourceNames<'_>, name: &str, message: impl fmt::Display) -> Self {
        let group_resource = qualified(resource);
        let message = if name.is_empty() {
            format!("{group_resource} is forbidden: {message}")
        } else {
            format!("{group_resource} {} is forbidden: {message}", quote(name))
        };
        Self::about(resource, name, 403, "Forbidden", message)
    }

    /// The refusal that there is no object of this name.
    pub fn not_found(resource: &ResourceNames<'_>, name: &str) -> Self {
        let message = format!("{} {} not found", qualified(resource), quote(name));
        Self::about(resource, name, 404, "NotFound", message)
    }

    /// The refusal that there is an object of this name already.
    pub fn already_exists(resource: &ResourceNames<'_>, name: &str) -> Self {
        let message = format!("{} {} already exists", qualified(resource), quote(name));
        Self::about(resource, name, 409, "AlreadyExists", message)
    }

    /// The refusal if no generated name was free.
    pub(crate) fn no_generated_name(resource: &ResourceNames<'_>, name: &str) -> Self {
        let message = format!(
            "{} {} already exists, the server was not able to generate a unique name for the object",
            qualified(resource),
            quote(name)
        );
        let mut refusal = Self::about(resource, name, 409, "AlreadyExists", message);
        if let Some(details) = &mut refusal.0.details {
            details.retry_after_seconds = 1;
        }
        refusal
    }

    /// The refusal of an update without a resource version.
    // apiserver: registry/generic/registry/store.go Update
    pub(crate) fn unversioned(resource: &ResourceNames<'_>, name: &str) -> Self {
        let why = "Invalid value: 0: must be specified for an update";
        let cause = Cause::new("FieldValueInvalid", why, "metadata.resourceVersion");
        Self::invalid([resource.group, resource.plural, name], vec![cause])
    }

    /// The refusal of an update because the object changed since the client read it.
    pub fn modified(resource: &ResourceNames<'_>, name: &str) -> Self {
        Self::conflict(resource, name, MODIFIED)
    }

    /// The refusal of an operation that conflicts with the state of the object.
    pub fn conflict(resource: &ResourceNames<'_>, name: &str, why: impl fmt::Display) -> Self {
        let message =
            format!("Operation cannot be fulfilled on {} {}: {why}", qualified(resource), quote(name));
        Self::about(resource, name, 409, "Conflict", message)
    }

    /// The refusal of a request that cannot be understood.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Status::new(400, "BadRequest", message).into()
    }

    /// The refusal of an object that cannot be decoded: `message` is the server's sentence, and `why` the
    /// reason.
    pub fn cannot_decode(message: impl Into<String>, why: Undecodable) -> Self {
        Status::new(400, "BadRequest", message).of_undecodable(why).into()
    }

    /// The refusal because of an error of the server, and not of the client.
    pub fn internal(why: impl fmt::Display) -> Self {
        let why = why.to_string();
        let mut details = Details::new("", "", "");
        details.causes.push(Cause::new("", why.clone(), ""));
        Status::new(500, "InternalError", format!("Internal error occurred: {why}")).about(details).into()
    }

    /// The refusal with this code, and with the reason that servers send with it.
    pub fn of_code(code: u16, message: impl Into<String>) -> Self {
        Status::new(code, reason(code), message).into()
    }

    /// The refusal `KIND.GROUP "NAME" is invalid: ERRORS`, with one cause for each error. `kind` is a kind;
    /// for refusals of the server's storage, it is a resource.
    pub fn invalid([group, kind, name]: [&str; 3], causes: Vec<Cause>) -> Self {
        let qualified = if group.is_empty() { kind.to_owned() } else { format!("{kind}.{group}") };
        let text = |cause: &Cause| match cause.field.as_str() {
            "" => cause.message.clone(),
            field => format!("{field}: {}", cause.message),
        };
        // Equal messages are printed once.
        // apimachinery: util/errors/errors.go Aggregate.Error
        let mut seen = BTreeSet::new();
        let texts: Vec<String> = causes.iter().map(text).filter(|text| seen.insert(text.clone())).collect();
        let errors = if let [one] = &texts[..] { one.clone() } else { format!("[{}]", texts.join(", ")) };
        let message = format!("{qualified} {} is invalid: {errors}", quote(name));
        let mut details = Details::new(group, kind, name);
        details.causes = causes;
        Status::new(422, "Invalid", message).about(details).into()
    }

    /// Combines both lists of errors, without duplicates; returns `other` if one of the two is not a list of
    /// errors.
    pub(crate) fn joined(self, other: Refusal) -> Refusal {
        let are_invalid = self.is_invalid() && other.is_invalid();
        let (Some(details), Some(others), true) = (&self.0.details, &other.0.details, are_invalid) else {
            return other;
        };
        let mut causes = [&details.causes[..], &others.causes].concat();
        let mut seen = BTreeSet::new();
        causes.retain(|cause| seen.insert((cause.field.clone(), cause.message.clone())));
        Refusal::invalid([&details.group, &details.kind, &details.name], causes)
    }

    /// The status as the server sends it.
    pub fn status(&self) -> &Status {
        &self.0
    }

    /// The status, owned.
    pub fn into_status(self) -> Status {
        *self.0
    }

    /// The refusal with the group, kind and name of an object, if it is about a value without a name: see
    /// [`Status::named`].
    #[must_use]
    pub fn named(self, group: &str, kind: &str, name: &str) -> Self {
        Refusal(Box::new(self.into_status().named(group, kind, name)))
    }

    /// Whether an object of this name exists already.
    pub fn is_already_exists(&self) -> bool {
        self.0.reason == "AlreadyExists"
    }

    /// Whether the object changed since it was read.
    pub fn is_conflict(&self) -> bool {
        self.0.reason == "Conflict"
    }

    /// Whether the refusal is a list of errors of fields.
    pub(crate) fn is_invalid(&self) -> bool {
        self.0.reason == "Invalid"
    }

    /// Whether there is no such object.
    pub fn is_not_found(&self) -> bool {
        self.0.reason == "NotFound"
    }

    fn about(
        resource: &ResourceNames<'_>,
        name: &str,
        code: u16,
        why: &'static str,
        message: String,
    ) -> Self {
        Status::new(code, why, message).about(Details::new(resource.group, resource.plural, name)).into()
    }
}

/// The qualified name of a resource: `PLURAL.GROUP`.
fn qualified(resource: &ResourceNames<'_>) -> String {
    if resource.group.is_empty() {
        resource.plural.to_owned()
    } else {
        format!("{}.{}", resource.plural, resource.group)
    }
}

/// The reason of a code, as clients of the server expect it.
fn reason(code: u16) -> &'static str {
    match code {
        400 => "BadRequest",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "NotFound",
        409 => "Conflict",
        410 => "Gone",
        413 => "RequestEntityTooLarge",
        422 => "Invalid",
        429 => "TooManyRequests",
        500 => "InternalError",
        503 => "ServiceUnavailable",
        504 => "Timeout",
        _ => "",
    }
}

/// Converts a status, or an error with a status: `crdc::Refused` of an object, `crdc::typed::RefusedValue` of
/// a value.
impl<S: Into<Status>> From<S> for Refusal {
    fn from(status: S) -> Self {
        Refusal(Box::new(status.into()))
    }
}

impl Deref for Refusal {
    type Target = Status;

    fn deref(&self) -> &Status {
        &self.0
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Refusal {}
