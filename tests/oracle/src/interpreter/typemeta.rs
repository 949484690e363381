//! Checks that kind and apiVersion match. Otherwise no further step validates the object.
//
// apiextensions-apiserver: registry/customresource/validator.go, ValidateTypeMeta

use super::{FieldError, Server};
use crate::json::Json;

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
