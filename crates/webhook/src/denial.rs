//! The denial of a request by a plugin.

use std::fmt;

use crdc::Status;
use crdc_admission::Refusal;

use crate::Request;

/// The denial of a request: a `Status`, which the client gets after `admission webhook "NAME" denied the
/// request: `.
///
/// ```
/// use crdc_webhook::Denial;
///
/// let denial = Denial::forbidden("databases have an owner");
/// assert_eq!((denial.status().code, denial.status().reason), (403, "Forbidden"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denial(Box<Status>);

impl Denial {
    /// A status with this code and reason, such as 422 and `Invalid`. Servers turn codes below 400 into 400.
    pub fn new(code: u16, reason: &'static str, message: impl Into<String>) -> Denial {
        Status::new(code, reason, message).into()
    }

    /// A denial with code 403.
    pub fn forbidden(message: impl Into<String>) -> Denial {
        Self::new(403, "Forbidden", message)
    }

    /// A denial with code 400: the request cannot be understood.
    pub fn bad_request(message: impl Into<String>) -> Denial {
        Self::new(400, "BadRequest", message)
    }

    /// A denial with code 500: the webhook failed, and not the client.
    pub fn internal(why: impl fmt::Display) -> Denial {
        Self::new(500, "InternalError", format!("Internal error occurred: {why}"))
    }

    /// The status.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.0
    }

    /// The denial for this request: errors about a value get the kind and the name of its object.
    pub(crate) fn of(self, request: &Request) -> Denial {
        let kind = request.kind();
        Denial(Box::new(self.0.named(&kind.group, &kind.kind, request.name())))
    }

    pub(crate) fn into_status(self) -> Status {
        *self.0
    }
}

/// Converts a status, or an error with a status: a [`Refusal`], `crdc::Refused` of an object,
/// `crdc::typed::RefusedValue` of a value. The webhook adds the kind and the name of the object to errors of
/// a value.
impl<R: Into<Refusal>> From<R> for Denial {
    fn from(refusal: R) -> Denial {
        Denial(Box::new(refusal.into().into_status()))
    }
}
