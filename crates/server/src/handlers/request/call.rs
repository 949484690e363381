//! The parsed request that handlers get: its URL, headers and body.

use std::sync::Arc;

use crdc::{Cause, Details, FieldValidation, Status};
use crdc_admission::{Context, Refusal, UserInfo};
use crdc_vocabulary::go::quote;
use http::Method;

use crate::handlers::request::url::Query;
use crate::handlers::state::Api;
use crate::kinds::Kind;
use crate::response::representation::Representation;

/// The largest number of times that a write is retried because the object changed meanwhile.
pub(crate) const MOST_RETRIES: usize = 100;

/// A request with its body.
pub(crate) struct Call<'r> {
    pub(crate) method: &'r Method,
    pub(crate) query: &'r Query,
    pub(crate) accept: &'r str,
    pub(crate) user_agent: &'r str,
    pub(crate) content_type: &'r str,
    pub(crate) body: &'r [u8],
    pub(crate) user: UserInfo,
}

/// A request for objects of a kind.
pub(crate) struct Request<'r> {
    pub(crate) api: &'r Api,
    pub(crate) kind: Arc<Kind>,
    pub(crate) api_version: String,
    pub(crate) call: &'r Call<'r>,
    pub(crate) namespace: Option<&'r str>,
    pub(crate) name: Option<&'r str>,
    pub(crate) representation: Representation,
    /// The options of the operation, as admission plugins see them.
    pub(crate) options: Vec<u8>,
}

impl<'r> Request<'r> {
    /// The context of the request for flows. `options` is the kind of the request's options, for errors.
    pub(crate) fn context<'c>(&'c self, options: &str) -> Result<Context<'c>, Refusal> {
        let query = self.call.query;
        let context = self.basic_context().options(&self.options);
        let unsupported = |field: &str, value: &str, supported: &str| {
            let why = format!("Unsupported value: {value}: supported values: {supported}");
            Err(invalid_options(options, "FieldValueNotSupported", field, why))
        };
        let context = match query.get("dryRun") {
            None => context,
            Some("All") => context.dry_run(true),
            // The parameter is a list.
            Some(other) => return unsupported("dryRun", &format!("[{}]", quote(other)), "\"All\""),
        };
        Ok(context.field_validation(match query.get("fieldValidation") {
            None | Some("Warn") => FieldValidation::Warn,
            Some("Ignore") => FieldValidation::Ignore,
            Some("Strict") => FieldValidation::Strict,
            Some(other) => {
                return unsupported(
                    "fieldValidation",
                    &quote(other),
                    "\"\", \"Ignore\", \"Strict\", \"Warn\"",
                );
            }
        }))
    }

    /// The context with the user and the namespace: a deletion needs no more than these and its options.
    pub(crate) fn basic_context(&self) -> Context<'_> {
        let context = Context::new(&self.call.user);
        self.namespace.map_or(context, |namespace| context.namespace(namespace))
    }

    /// The name in the URL.
    pub(crate) fn name(&self) -> &'r str {
        self.name.unwrap_or_default()
    }
}

pub(crate) fn not_allowed() -> Refusal {
    let message = "the server does not allow this method on the requested resource";
    Status::new(405, "MethodNotAllowed", message).about(Details::new("", "", "")).into()
}

/// The refusal of invalid options of this kind.
pub(crate) fn invalid_options(kind: &str, reason: &'static str, field: &str, why: String) -> Refusal {
    Refusal::invalid(["meta.k8s.io", kind, ""], vec![Cause::new(reason, why, field)])
}

/// The options of a write as JSON: the field manager, and for an apply whether it is forced.
// apiserver: pkg/endpoints/handlers/create.go managerOrUserAgent; apimachinery: pkg/apis/meta/v1/validation
pub(crate) fn options(call: &Call<'_>) -> Result<Vec<u8>, Refusal> {
    let (kind, is_apply) = match *call.method {
        Method::POST => ("CreateOptions", false),
        Method::PUT => ("UpdateOptions", false),
        Method::PATCH => ("PatchOptions", call.is_apply()),
        _ => return Ok(Vec::new()),
    };
    let invalid = |field: &str, reason, why: String| Err(invalid_options(kind, reason, field, why));
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
    if let Some(validation) = call.query.get("fieldValidation") {
        options["fieldValidation"] = serde_json::json!(validation);
    }
    if is_apply {
        options["force"] = serde_json::json!(call.query.flag("force"));
    }
    Ok(options.to_string().into_bytes())
}

/// The longest name of a field manager, in bytes.
const LONGEST_MANAGER: usize = 128;

impl Call<'_> {
    /// Whether the request is a server-side apply.
    pub(crate) fn is_apply(&self) -> bool {
        self.content_type.split(';').next().unwrap_or_default().trim() == "application/apply-patch+yaml"
    }
}
