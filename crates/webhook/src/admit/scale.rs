//! Checks updates of `/scale`. In: two `Scale` objects. Out: the refusal, if crdc does not allow the change
//! of the number of replicas.
//!
//! Easy to break: missing replicas mean zero, since Go omits zeros, and a value that is not an `i32` cannot
//! be checked.
//!
//! A webhook gets only the `Scale` from the server. So crdc validates two objects that contain only the
//! replicas, at the path in the CRD. Only errors at that path count: other errors are about missing fields.
//!
//! If the old replicas are not zero, the path leads to a value, and only this value changes. Zero replicas
//! may also mean that the value is missing: then a scale sets it, with all its parents. Where an extension
//! may forbid that, the request is refused, since the two cases cannot be distinguished.
// apiserver: apiextensions-apiserver/pkg/registry/customresource/etcd.go ScaleREST

use std::fmt;

use crdc::__private::NotSettable;
use crdc::__private::plan::Compiled;
use crdc::{ErrorSource, FieldError, Status};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::Scratches;
use crate::{HttpError, Only, Request};

#[derive(Deserialize)]
struct Scale {
    #[serde(default, deserialize_with = "object")]
    spec: Spec,
}

#[derive(Default, Deserialize)]
struct Spec {
    #[serde(default)]
    replicas: i32,
}

/// serde reads a struct from a list too, and Go does not.
fn object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Spec, D::Error> {
    struct Object;

    impl<'de> Visitor<'de> for Object {
        type Value = Spec;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<M: MapAccess<'de>>(self, members: M) -> Result<Spec, M::Error> {
            Spec::deserialize(MapAccessDeserializer::new(members))
        }
    }

    deserializer.deserialize_map(Object)
}

/// The refusal of an update of the scale.
///
/// # Errors
///
/// One of the two objects is not a `Scale`.
pub(super) fn refused(
    compiled: &Compiled<'_>,
    request: &Request,
    only: Only,
    scratches: &Scratches,
) -> Result<Option<Status>, HttpError> {
    let Some(path) = compiled.scale.as_ref().map(|scale| scale.spec_replicas) else { return Ok(None) };
    let replicas = |text: Option<&[u8]>, member: &str| {
        let read = serde_json::from_slice::<Scale>(text.unwrap_or_default());
        let unreadable =
            |error| HttpError::bad_request(format!("the review's `{member}` is no Scale: {error}"));
        read.map(|scale| scale.spec.replicas).map_err(unreadable)
    };
    let object = |replicas: i32| {
        let mut value = replicas.to_string();
        for key in path.keys.iter().rev() {
            value = format!("{{\"{key}\":{value}}}");
        }
        let (api_version, kind) = (compiled.api_version, compiled.kind);
        let name = serde_json::Value::from(request.name());
        // The value has the form `{"KEY":…}`.
        format!(
            r#"{{"apiVersion":"{api_version}","kind":"{kind}","metadata":{{"name":{name},"resourceVersion":"1"}},{}"#,
            value.get(1..).unwrap_or_default()
        )
    };
    let (count, before) =
        (replicas(request.object(), "object")?, replicas(request.old_object(), "oldObject")?);
    let (new, old) = (object(count), object(before));
    let place = path.path.trim_start_matches('.');
    let refused = scratches.with(new.len(), |scratch| {
        let outcome = crdc::answer(compiled, crdc::Request::update(new.as_bytes(), old.as_bytes()), scratch);
        outcome.status_of(|error: &FieldError| {
            // Only the replicas differ, so an immutability error is about them, whatever its path is.
            error.source == ErrorSource::Immutable
                || (only == Only::All && error.source == ErrorSource::Schema && error.field == *place)
        })
    });
    let may_be_absent = before == 0;
    let why = path.not_settable(compiled.places).filter(|_| may_be_absent && refused.is_none());
    Ok(refused.or_else(|| why.map(|why| untold(compiled, request, place, why))))
}

/// The refusal of a scale that may set a value which must not be set.
fn untold(compiled: &Compiled<'_>, request: &Request, place: &str, why: NotSettable) -> Status {
    let what = match why {
        NotSettable::Member => "is, or is in, a member of a union, which may not be the selected one",
        NotSettable::Immutable => "is, or is in, a value that cannot be set later",
    };
    let message = format!(
        "{}.{} {:?} is forbidden: scaling from 0 may set {place}, which {what}, and a Scale does not say whether it was \
         set before; update {place} in the object itself",
        compiled.plural,
        compiled.group,
        request.name()
    );
    Status::new(403, "Forbidden", message)
}
