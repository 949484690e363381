//! Updates of `/scale`. In: two `Scale` objects. Out: why the number of replicas may not change, if crdc says so.
//!
//! The server shows a webhook only the `Scale`. So crdc gets two objects that have nothing but the replicas, at the path of
//! the CRD, and of its errors those at that path count: the others are about what is missing.
// apiserver: apiextensions-apiserver/pkg/registry/customresource/etcd.go ScaleREST

use crdc::__private::plan::Compiled;
use crdc::{ErrorSource, FieldError, Status};
use serde::Deserialize;

use super::Scratches;
use crate::{Only, Operation, Request};

#[derive(Deserialize)]
struct Scale {
    #[serde(default)]
    spec: Spec,
}

#[derive(Default, Deserialize)]
struct Spec {
    #[serde(default)]
    replicas: i32,
}

/// Why an update of the scale is refused.
pub(super) fn refused(
    compiled: &Compiled<'_>,
    request: &Request,
    only: Only,
    scratches: &Scratches,
) -> Option<Status> {
    let path = compiled.scale.as_ref().filter(|_| request.operation() == Operation::Update)?.spec_replicas;
    let replicas = |text: &[u8]| serde_json::from_slice::<Scale>(text).map(|scale| scale.spec.replicas).ok();
    let object = |replicas: i32| {
        let mut value = replicas.to_string();
        for key in path.keys.iter().rev() {
            value = format!("{{\"{key}\":{value}}}");
        }
        let (api_version, kind) = (compiled.api_version, compiled.kind);
        let name = serde_json::Value::from(request.name());
        // The value is `{"KEY":…}`.
        format!(
            r#"{{"apiVersion":"{api_version}","kind":"{kind}","metadata":{{"name":{name},"resourceVersion":"1"}},{}"#,
            value.get(1..).unwrap_or_default()
        )
    };
    let new = object(replicas(request.object()?)?);
    let old = object(replicas(request.old_object()?)?);
    let place = path.path.trim_start_matches('.');
    scratches.with(new.len(), |scratch| {
        let outcome = crdc::answer(compiled, crdc::Request::update(new.as_bytes(), old.as_bytes()), scratch);
        outcome.status_of(|error: &FieldError| {
            // Nothing but the replicas differs, so they break immutability wherever it is reported.
            error.source == ErrorSource::Immutable
                || (only == Only::All && error.source == ErrorSource::Schema && error.field == *place)
        })
    })
}
