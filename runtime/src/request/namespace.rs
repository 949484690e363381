//! `metadata.namespace`: that of the request; none for cluster-scoped kinds.
// apiserver: registry/rest/meta.go EnsureObjectNamespaceMatchesRequestNamespace

use alloc::string::String;

use super::{Operation, Refused, Request, system};
use crate::compiled::Compiled;
use crate::decode::meta::field;
use crate::json::escape;
use crate::resource::Scope;
use crate::side::Side;
use crate::tape::{Kind, Tape};

/// The namespace if neither the object nor the request specifies one.
const DEFAULT: &str = "default";

/// Sets or checks the object's namespace by the request's. `text` is what the side was decoded from.
pub(super) fn ensure(
    compiled: &Compiled,
    request: Request<'_>,
    side: &mut Side,
    text: &[u8],
    message: &mut String,
) -> Result<(), Refused> {
    if compiled.scope == Scope::Cluster {
        // An object that is stored already keeps its namespace.
        if request.operation != Operation::UpdateStatus {
            system::remove(side, field::NAMESPACE);
        }
        return Ok(());
    }
    let named = {
        let tape = Tape {
            entries: &side.tape,
            texts: [super::input(side, text), compiled.defaults, &side.fragments, b""],
            strings: &side.strings,
        };
        system::get(tape, field::NAMESPACE)
    };
    match (named, request.namespace) {
        (Some(_), None) => {}
        (Some(named), Some(wanted)) => {
            let mut quoted = String::new();
            escape::append_string(&mut quoted, wanted);
            if named != quoted.as_bytes() {
                *message = String::from(
                    "the namespace of the provided object does not match the namespace sent on the request",
                );
                return Err(Refused);
            }
        }
        (None, wanted) => {
            let mut quoted = String::new();
            escape::append_string(&mut quoted, wanted.unwrap_or(DEFAULT));
            system::set(side, text, field::NAMESPACE, "namespace", Kind::String, quoted.as_bytes());
        }
    }
    Ok(())
}

/// The same for a status update, which stores the old object: if neither that nor the request specifies a
/// namespace, the one of the new object is used.
pub(super) fn ensure_stored(
    compiled: &Compiled,
    request: Request<'_>,
    stored: &mut Side,
    given: Tape<'_>,
    message: &mut String,
) -> Result<(), Refused> {
    let named = system::get(super::tape(compiled, stored, request.old, b""), field::NAMESPACE).is_some();
    let asked = compiled.scope == Scope::Namespaced && request.namespace.is_none();
    if let (false, true, Some(value)) = (named, asked, system::get(given, field::NAMESPACE)) {
        system::set(stored, request.old, field::NAMESPACE, "namespace", Kind::String, value);
        return Ok(());
    }
    ensure(compiled, request, stored, request.old, message)
}
