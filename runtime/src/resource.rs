//! The trait that generated unit types implement.

use crate::answer;
use crate::compiled::Compiled;
use crate::operation::Request;
use crate::outcome::Outcome;
use crate::scope::Scope;
use crate::scratch::Scratch;

/// One version of one custom resource, compiled.
///
/// Generated code implements it for a unit type named after the kind. Users call it and do not implement it.
pub trait Resource: Sealed {
    /// API group, such as `example.com`.
    const GROUP: &'static str;
    /// Version within the group, such as `v1`.
    const VERSION: &'static str;
    /// Kind, such as `Database`.
    const KIND: &'static str;
    /// Plural name as in URLs, such as `databases`.
    const PLURAL: &'static str;
    /// Whether objects are namespaced.
    const SCOPE: Scope;

    /// The compiled schema.
    fn compiled() -> &'static Compiled<'static>;

    /// Runs a request through all steps of the server.
    fn answer<'a>(request: Request<'a>, scratch: &'a mut Scratch) -> Outcome<'a> {
        answer::answer(Self::compiled(), request, scratch)
    }

    /// Decodes, prunes and defaults, without validation.
    fn decode<'a>(object: &'a [u8], scratch: &'a mut Scratch) -> Outcome<'a> {
        Self::answer(Request::decode(object), scratch)
    }

    /// The server's answer to a create of `new`.
    fn create<'a>(new: &'a [u8], scratch: &'a mut Scratch) -> Outcome<'a> {
        Self::answer(Request::create(new), scratch)
    }

    /// The server's answer to an update of `old` to `new`.
    fn update<'a>(new: &'a [u8], old: &'a [u8], scratch: &'a mut Scratch) -> Outcome<'a> {
        Self::answer(Request::update(new, old), scratch)
    }

    /// The server's answer to an update of the status subresource.
    fn update_status<'a>(new: &'a [u8], old: &'a [u8], scratch: &'a mut Scratch) -> Outcome<'a> {
        Self::answer(Request::update_status(new, old), scratch)
    }
}

/// Implemented by generated code alone.
pub trait Sealed {}
