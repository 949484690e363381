//! Checks that `kind` and `apiVersion` are those of the resource. If not, most validation is skipped:
//! `Server::checked` and `Server::update_status` show which steps still run.
//
// apiextensions-apiserver: registry/customresource/validator.go, ValidateTypeMeta

use super::{FieldError, Server};
use crate::json::Json;

/// The errors of a wrong `kind` and a wrong `apiVersion`.
pub(super) fn validate(server: &Server, object: &Json) -> Vec<FieldError> {
    [("kind", server.kind.clone()), ("apiVersion", server.api_version())]
        .into_iter()
        .filter_map(|(field, wanted)| {
            let found = object.get(field).and_then(Json::as_str).unwrap_or_default();
            (found != wanted).then(|| FieldError {
                error_type: "FieldValueInvalid",
                field: field.to_owned(),
                bad_value: Some(found.into()),
                detail: format!("must be {wanted}"),
                source: "typemeta",
            })
        })
        .collect()
}
