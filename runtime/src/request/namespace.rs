//! `metadata.namespace`: that of the request; none for cluster-scoped kinds.
// apiserver: registry/rest/meta.go EnsureObjectNamespaceMatchesRequestNamespace

use alloc::string::String;

use super::object::DecodedObject;
use super::{Refused, RequestState};
use crate::decode::meta::field;
use crate::json::escape;
use crate::resource::Scope;
use crate::tape::Kind;

/// The namespace if neither the object nor the request specifies one.
const DEFAULT: &str = "default";

impl<'p> RequestState<'_, 'p> {
    /// Sets or checks the namespace of the new object by the request's.
    pub(super) fn ensure_namespace(&mut self) -> Result<(), Refused> {
        if self.compiled.scope == Scope::Cluster {
            self.new.remove_field(field::NAMESPACE);
            return Ok(());
        }
        ensure(&mut self.new, self.request.namespace, self.message)
    }

    /// The same for a status update, which stores the old object: if neither that nor the request specifies a
    /// namespace, the one of the new object is used.
    pub(super) fn ensure_stored_namespace(&mut self) -> Result<(), Refused> {
        // A cluster-scoped object that is stored already keeps its namespace.
        if self.compiled.scope == Scope::Cluster {
            return Ok(());
        }
        if self.request.namespace.is_none()
            && self.old.field(field::NAMESPACE).is_none()
            && let Some(value) = self.new.field(field::NAMESPACE)
        {
            self.old.set_field(field::NAMESPACE, "namespace", Kind::String, value);
            return Ok(());
        }
        ensure(&mut self.old, self.request.namespace, self.message)
    }
}

fn ensure(
    object: &mut DecodedObject<'_, '_>,
    wanted: Option<&str>,
    message: &mut String,
) -> Result<(), Refused> {
    match (object.field(field::NAMESPACE), wanted) {
        (Some(_), None) => {}
        // Nothing to escape, so nothing to allocate.
        (Some([b'"', named @ .., b'"']), Some(wanted)) if named == wanted.as_bytes() => {}
        (Some(named), Some(wanted)) => {
            let mut quoted = String::new();
            escape::append_string(&mut quoted, wanted);
            if named != quoted.as_bytes() {
                *message = String::from(
                    "the namespace of the provided object does not match the namespace sent on the request",
                );
                return Err(Refused { decoded: true });
            }
        }
        (None, wanted) => {
            let mut quoted = String::new();
            escape::append_string(&mut quoted, wanted.unwrap_or(DEFAULT));
            object.set_field(field::NAMESPACE, "namespace", Kind::String, quoted.as_bytes());
        }
    }
    Ok(())
}
