//! Dispatches HTTP requests to their handlers. In: the method, URL, headers and body of a request. Out: the
//! response.
//!
//! `request` parses the URL and the body. `native` and `custom` dispatch requests for Kubernetes' own kinds
//! and for custom resources to the other handlers: `reading` handles get and list, `watching` watches,
//! `writing` requests that change objects, and `deleting` requests that delete objects. `scale` handles the
//! subresource of that name, `actions`, `binding` and `eviction` subresources that store nothing of their
//! own, `kubelet` those that need one, `reviews` kinds that are not stored, `discovery` the discovery
//! documents, and `openapi` the OpenAPI documents. `effects` carries out the side effects of a change: it
//! serves definitions, empties namespaces, and runs the garbage collector. `state` is the state that all
//! requests share.

mod actions;
mod binding;
mod custom;
mod deleting;
mod discovery;
mod effects;
mod eviction;
mod kubelet;
mod native;
mod older_document;
mod openapi;
mod reading;
pub(crate) mod request;
mod reviews;
mod scale;
pub(crate) mod state;
mod watching;
mod writing;

use crdc_admission::Refusal;
use http::Method;

use crate::handlers::request::call::{Call, Request, options};
use crate::handlers::request::url::{Objects, Target};
use crate::handlers::state::Api;
use crate::kinds::api_version;
use crate::response::reply::Reply;
use crate::response::representation::{Representation, Wanted};

/// Answers a request.
pub(crate) fn answer(api: &Api, path: &str, call: &Call<'_>) -> Reply {
    match Target::of(path) {
        Target::Health if is_read(call) => Reply::text(200, "ok"),
        Target::Objects(objects) => match of_objects(api, &objects, call) {
            Ok(reply) => reply,
            Err(refusal) => refusal.into(),
        },
        target if is_read(call) => discovery::answer(api, &target, call).unwrap_or_else(not_found),
        _ => not_found(),
    }
}

fn is_read(call: &Call<'_>) -> bool {
    matches!(*call.method, Method::GET | Method::HEAD)
}

/// The response for a path that the server does not have.
// apiserver: pkg/util/notfoundhandler
fn not_found() -> Reply {
    Reply::text(404, "404 page not found\n")
}

fn of_objects(api: &Api, objects: &Objects, call: &Call<'_>) -> Result<Reply, Refusal> {
    let Objects { group, version, plural, namespace, name, subresource, is_longer } = objects;
    let Some(kind) = api.registry.get(group, version, plural) else { return Ok(not_found()) };
    // A path that goes on after a subresource is refused for Kubernetes' own kinds only, but for proxies.
    if kind.native && *is_longer && subresource.as_deref() != Some("proxy") {
        return Ok(not_found());
    }
    let is_collection = name.is_none();
    // A namespaced collection can be listed over all namespaces; every other request needs the namespace.
    let fits = match (kind.namespaced, namespace) {
        (true, None) => is_collection && matches!(*call.method, Method::GET | Method::HEAD),
        (false, Some(_)) => false,
        _ => true,
    };
    if !fits {
        return Ok(not_found());
    }
    let wanted = match is_read(call) && call.query.flag("watch") && (is_collection || kind.native) {
        true => Wanted::Watch,
        false if is_collection && is_read(call) => Wanted::List,
        false => Wanted::Object,
    };
    let options = options(call)?;
    let (representation, encoding) =
        Representation::of(call.accept, call.query.get("includeObject"), wanted)?;
    let request = Request {
        options,
        api,
        api_version: api_version(group, version),
        call,
        namespace: namespace.as_deref(),
        name: name.as_deref(),
        representation,
        kind,
    };
    let reply = match request.kind.native {
        true => request.native(subresource.as_deref()),
        false => request.custom(subresource.as_deref()),
    };
    Ok(reply?.encoded(encoding))
}
