//! Requests. In: method, URL, headers, body. Out: the answer.
//!
//! `reading` has get, list and watch, `writing` what changes objects, `scale` the subresource of that name, `discovery` what is served,
//! `openapi` the documents of it, `effects` what follows a change: definitions are served, dependents and contents go.

mod discovery;
mod effects;
mod openapi;
mod reading;
mod scale;
mod writing;

use std::sync::Arc;

use crdc::{Details, FieldValidation, Status};
use crdc_admission::{Context, Refusal, UserInfo};
use http::Method;

use crate::api::Api;
use crate::kinds::{Kind, api_version};
use crate::reply::Reply;
use crate::url::{Objects, Query, Target};
use crate::view::View;

/// A request whose body was read.
pub(crate) struct Call<'r> {
    pub(crate) method: &'r Method,
    pub(crate) query: &'r Query,
    pub(crate) accept: &'r str,
    pub(crate) user_agent: &'r str,
    pub(crate) content_type: &'r str,
    pub(crate) body: &'r [u8],
}

/// A request for objects of a kind.
pub(crate) struct Request<'r> {
    pub(crate) api: &'r Api,
    pub(crate) kind: Arc<Kind>,
    pub(crate) api_version: String,
    pub(crate) call: &'r Call<'r>,
    pub(crate) namespace: Option<&'r str>,
    pub(crate) name: Option<&'r str>,
    pub(crate) view: View,
    pub(crate) user: UserInfo,
    /// The options of the operation as plugins see them.
    pub(crate) options: Vec<u8>,
}

/// Answers a request.
pub(crate) fn answer(api: &Api, path: &str, call: &Call<'_>) -> Reply {
    match Target::of(path) {
        Target::Health if call.method == Method::GET => Reply::text(200, "ok"),
        Target::Objects(objects) => match of_objects(api, &objects, call) {
            Ok(reply) => reply,
            Err(refusal) => refusal.into(),
        },
        target if call.method == Method::GET => {
            discovery::answer(api, &target, call).unwrap_or_else(not_found)
        }
        _ => not_found(),
    }
}

/// Nothing is at this path.
// apiserver: pkg/util/notfoundhandler
fn not_found() -> Reply {
    Reply::text(404, "404 page not found\n")
}

fn of_objects(api: &Api, objects: &Objects, call: &Call<'_>) -> Result<Reply, Refusal> {
    let Objects { group, version, plural, namespace, name, subresource } = objects;
    let Some(kind) = api.registry.get(group, version, plural) else { return Ok(not_found()) };
    let is_collection = name.is_none();
    // Objects of a namespace are listed in all; nothing else leaves it out.
    let fits = match (kind.namespaced, namespace) {
        (true, None) => is_collection && matches!(*call.method, Method::GET),
        (false, Some(_)) => false,
        _ => true,
    };
    if !fits {
        return Ok(not_found());
    }
    let request = Request {
        options: options(call)?,
        api,
        api_version: api_version(group, version),
        call,
        namespace: namespace.as_deref(),
        name: name.as_deref(),
        view: View::of(call.accept, call.query.get("includeObject"))?,
        user: UserInfo::new("kubernetes-admin").group("system:masters").group("system:authenticated"),
        kind,
    };
    let reply = match (subresource.as_deref(), call.method) {
        (None, &Method::GET) => request.read()?,
        (None, &Method::POST) if is_collection => request.create()?,
        (None, &Method::PUT) if !is_collection => request.update(None)?,
        (None, &Method::PATCH) if !is_collection => request.patch(None)?,
        (None, &Method::DELETE) => {
            if is_collection {
                request.delete_collection()?
            } else {
                request.delete()?
            }
        }
        (Some("status"), method) if request.kind.status => match *method {
            Method::GET => request.read()?,
            Method::PUT => request.update(Some("status"))?,
            Method::PATCH => request.patch(Some("status"))?,
            _ => return Err(not_allowed()),
        },
        (Some("scale"), _) if request.kind.scale.is_some() => request.scale()?,
        (Some(_), _) => {
            let message = "the server could not find the requested resource";
            return Err(Status::new(404, "NotFound", message).into());
        }
        _ => return Err(not_allowed()),
    };
    Ok(reply)
}

fn not_allowed() -> Refusal {
    let message = "the server does not allow this method on the requested resource";
    Status::new(405, "MethodNotAllowed", message).about(Details::new("", "", "")).into()
}

impl<'r> Request<'r> {
    /// What flows know of it. `options` names the kind of its options in errors.
    pub(crate) fn context<'c>(&'c self, options: &str) -> Result<Context<'c>, Refusal> {
        let query = self.call.query;
        let context = Context::new(&self.user).options(&self.options);
        let context = self.namespace.map_or(context, |namespace| context.namespace(namespace));
        let unsupported = |field: &str, value: &str, supported: &str| {
            let why = format!("Unsupported value: {value:?}: supported values: {supported}");
            let message = format!("{options}.meta.k8s.io \"\" is invalid: {field}: {why}");
            let mut details = Details::new("meta.k8s.io", options, "");
            details.causes.push(crdc::Cause::new("FieldValueNotSupported", why, field));
            Err(Status::new(422, "Invalid", message).about(details).into())
        };
        let context = match query.get("dryRun") {
            None => context,
            Some("All") => context.dry_run(true),
            Some(other) => return unsupported("dryRun", other, "\"All\""),
        };
        Ok(context.field_validation(match query.get("fieldValidation") {
            None | Some("Warn") => FieldValidation::Warn,
            Some("Ignore") => FieldValidation::Ignore,
            Some("Strict") => FieldValidation::Strict,
            Some(other) => {
                return unsupported("fieldValidation", other, "\"\", \"Ignore\", \"Strict\", \"Warn\"");
            }
        }))
    }

    /// The name in the URL.
    pub(crate) fn name(&self) -> &'r str {
        self.name.unwrap_or_default()
    }
}

/// The options of a write: who it is of, and for an apply whether it is forced.
// apiserver: pkg/endpoints/handlers/create.go managerOrUserAgent; apimachinery: pkg/apis/meta/v1/validation
fn options(call: &Call<'_>) -> Result<Vec<u8>, Refusal> {
    let (kind, is_apply) = match *call.method {
        Method::POST => ("CreateOptions", false),
        Method::PUT => ("UpdateOptions", false),
        Method::PATCH => ("PatchOptions", call.is_apply()),
        Method::DELETE => ("DeleteOptions", false),
        _ => return Ok(Vec::new()),
    };
    let invalid = |field: &str, reason: &'static str, why: String| -> Result<Vec<u8>, Refusal> {
        let message = format!("{kind}.meta.k8s.io \"\" is invalid: {field}: {why}");
        let mut details = Details::new("meta.k8s.io", kind, "");
        details.causes.push(crdc::Cause::new(reason, why, field));
        Err(Status::new(422, "Invalid", message).about(details).into())
    };
    let named = call.query.get("fieldManager");
    if named.is_some_and(|name| name.len() > LONGEST_MANAGER) {
        let why = format!("Too long: may not be more than {LONGEST_MANAGER} bytes");
        return invalid("fieldManager", "FieldValueTooLong", why);
    }
    if is_apply && named.is_none() {
        return invalid(
            "fieldManager",
            "FieldValueRequired",
            "Required value: is required for apply patch".to_owned(),
        );
    }
    if !is_apply && call.query.get("force").is_some() {
        return invalid(
            "force",
            "FieldValueForbidden",
            "Forbidden: may not be specified for non-apply patch".to_owned(),
        );
    }
    let agent = call.user_agent.split('/').next().unwrap_or_default();
    let agent = agent.chars().take(LONGEST_MANAGER).collect::<String>();
    let mut options = serde_json::json!({"kind": kind, "apiVersion": "meta.k8s.io/v1", "fieldManager": named.unwrap_or(&agent)});
    if is_apply {
        options["force"] = serde_json::json!(call.query.flag("force"));
    }
    Ok(options.to_string().into_bytes())
}

/// The longest name of a manager, in bytes.
const LONGEST_MANAGER: usize = 128;

impl Call<'_> {
    /// Whether it is a server-side apply.
    pub(crate) fn is_apply(&self) -> bool {
        self.content_type.split(';').next().unwrap_or_default().trim() == "application/apply-patch+yaml"
    }
}
