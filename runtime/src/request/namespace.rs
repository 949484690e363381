//! Sets and checks `metadata.namespace`: the namespace of the request, or no namespace for cluster-scoped
//! kinds.
// apiserver: registry/rest/meta.go EnsureObjectNamespaceMatchesRequestNamespace

use alloc::string::String;

use super::object::DecodedObject;
use super::{Refused, RequestState};
use crate::decode::field_numbers::field;
use crate::refusal::BadRequest;
use crate::scope::Scope;
use crdc_object::json::escape;
use crdc_object::tape::Kind;

/// The namespace if neither the object nor the request specifies one.
const DEFAULT: &str = "default";

impl<'p> RequestState<'_, 'p> {
    /// Sets or checks the namespace of the new object by the request's.
    pub(super) fn ensure_namespace(&mut self) -> Result<(), Refused> {
        if self.definition.scope == Scope::Cluster {
            self.new.remove_field(field::NAMESPACE);
            return Ok(());
        }
        ensure(&mut self.new, self.request.namespace, self.refused)
    }

    /// Checks the namespace of the new object of a status update, of which only the status is stored.
    pub(super) fn check_namespace(&mut self) -> Result<(), Refused> {
        let named = self.new.string_field(field::NAMESPACE).filter(|named| !named.is_empty());
        match (named, self.request.namespace) {
            (Some(named), Some(wanted)) if self.definition.scope == Scope::Namespaced => {
                same(named, wanted, self.refused)
            }
            _ => Ok(()),
        }
    }

    /// Sets or checks the namespace of the old object, which a status update stores: if neither that nor the
    /// request specifies a namespace, the one of the new object is used.
    pub(super) fn ensure_stored_namespace(&mut self) -> Result<(), Refused> {
        // A cluster-scoped object that is stored already keeps its namespace.
        if self.definition.scope == Scope::Cluster {
            return Ok(());
        }
        if self.request.namespace.is_none()
            && self.old.field(field::NAMESPACE).is_none()
            && let Some(value) = self.new.field(field::NAMESPACE)
        {
            self.old.set_field(field::NAMESPACE, "\"namespace\":", Kind::String, value);
            return Ok(());
        }
        ensure(&mut self.old, self.request.namespace, self.refused)
    }
}

fn ensure(
    object: &mut DecodedObject<'_, '_>,
    wanted: Option<&str>,
    refused: &mut BadRequest,
) -> Result<(), Refused> {
    match (object.string_field(field::NAMESPACE).filter(|named| !named.is_empty()), wanted) {
        (Some(_), None) => Ok(()),
        (Some(named), Some(wanted)) => same(named, wanted, refused),
        (None, wanted) => {
            let mut quoted = String::new();
            escape::append_string(&mut quoted, wanted.unwrap_or(DEFAULT));
            object.set_field(field::NAMESPACE, "\"namespace\":", Kind::String, quoted.as_bytes());
            Ok(())
        }
    }
}

/// Refuses an object of another namespace. Both are compared as decoded strings, however the object spells
/// its own.
fn same(named: &[u8], wanted: &str, refused: &mut BadRequest) -> Result<(), Refused> {
    if named == wanted.as_bytes() {
        return Ok(());
    }
    *refused = BadRequest::other(
        "the namespace of the provided object does not match the namespace sent on the request",
    );
    Err(Refused { decoded: true })
}
