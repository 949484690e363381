//! Why a plugin refuses a request.

use std::fmt;

use crdc::{Refused, Status};
use crdc_admission::Refusal;

/// Why a request is refused: a `Status`, as the client will see it behind `admission webhook "NAME" denied the request: `.
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

    /// 403.
    pub fn forbidden(message: impl Into<String>) -> Denial {
        Self::new(403, "Forbidden", message)
    }

    /// 400: the request cannot be understood.
    pub fn bad_request(message: impl Into<String>) -> Denial {
        Self::new(400, "BadRequest", message)
    }

    /// 500: the webhook failed, not the client.
    pub fn internal(why: impl fmt::Display) -> Denial {
        Self::new(500, "InternalError", format!("Internal error occurred: {why}"))
    }

    /// The status.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.0
    }

    pub(crate) fn into_status(self) -> Status {
        *self.0
    }
}

impl From<Refused> for Denial {
    fn from(refused: Refused) -> Denial {
        refused.into_status().into()
    }
}

impl From<Refusal> for Denial {
    fn from(refusal: Refusal) -> Denial {
        refusal.into_status().into()
    }
}

impl From<Status> for Denial {
    fn from(status: Status) -> Denial {
        Denial(Box::new(status))
    }
}
