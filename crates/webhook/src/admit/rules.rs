//! Selects the operation that crdc runs for a review. In: a request and the description of its resource. Out:
//! the operation, and the request in the form of crdc.
//!
//! Easy to break: an object of another kind than that of the resource is an error, since the rules of the
//! resource do not apply to it.

use crdc::__private::plan::Compiled;
use crdc::FieldValidation;

use crate::{GroupVersionKind, HttpError, Only, Operation, Request};

/// The operation of crdc for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// The rules of a create.
    Create,
    /// The rules of an update.
    Update,
    /// The rules of an update of the status.
    Status,
    /// The rules of a change of the scale, that is the number of replicas.
    Scale,
    /// The request is admitted without rules: deletions and connections.
    Admit,
}

impl Rules {
    /// The rules of a request; `None` if the resource has no such subresource.
    ///
    /// # Errors
    ///
    /// The object has another kind than the objects of the resource.
    pub(crate) fn of(compiled: &Compiled<'_>, request: &Request) -> Result<Option<Rules>, HttpError> {
        let rules = match (request.operation(), request.subresource()) {
            (Operation::Delete | Operation::Connect, _) => return Ok(Some(Rules::Admit)),
            (Operation::Create, None) => Rules::Create,
            (Operation::Update, None) => Rules::Update,
            (Operation::Update, Some("status")) if compiled.status_subresource => Rules::Status,
            (Operation::Update, Some("scale")) if compiled.scale.is_some() => Rules::Scale,
            _ => return Ok(None),
        };
        let expected = match rules {
            Rules::Scale => ("autoscaling", "v1", "Scale"),
            _ => (compiled.group, compiled.version, compiled.kind),
        };
        let found @ GroupVersionKind { group, version, kind } = request.kind();
        if (group.as_str(), version.as_str(), kind.as_str()) == expected {
            return Ok(Some(rules));
        }
        let (group, version, kind) = expected;
        let expected = GroupVersionKind { group: group.into(), version: version.into(), kind: kind.into() };
        Err(HttpError::bad_request(format!("the review is about {found}, and the resource has {expected}")))
    }

    /// The request in the form of crdc; `None` if there is no object of the resource.
    pub(super) fn request<'r>(
        self,
        request: &'r Request,
        object: &'r [u8],
        only: Only,
    ) -> Option<crdc::Request<'r>> {
        // A review of an update has both objects.
        let old = request.old_object().unwrap_or_default();
        let made = match self {
            Rules::Create => crdc::Request::create(object),
            Rules::Update => crdc::Request::update(object, old),
            Rules::Status => crdc::Request::update_status(object, old),
            Rules::Scale | Rules::Admit => return None,
        };
        let made = made.field_validation(match only {
            // If its CRD is the same, the server has already warned the client of unknown fields.
            Only::Extensions => FieldValidation::Ignore,
            Only::All => FieldValidation::Warn,
        });
        Some(if request.namespace().is_empty() { made } else { made.namespace(request.namespace()) })
    }
}
