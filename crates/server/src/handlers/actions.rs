//! Subresources of Kubernetes' own kinds that accept a POST and store nothing of their own: `pods/binding`
//! (see `binding`), `pods/eviction` (see `eviction`) and `serviceaccounts/token`.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use crdc::Cause;
use crdc_admission::{Object, Refusal, time_of};
use http::Method;
use serde_json::{Value, json};

use crate::handlers::request::call::{Request, not_allowed};
use crate::kinds::Kind;
use crate::response::reply::Reply;

/// A subresource that stores nothing of its own.
pub(crate) struct Action {
    /// The resource that has the subresource.
    resource: &'static str,
    pub(crate) name: &'static str,
    /// The kind of the object in the request, with its group and its version.
    pub(crate) kind: &'static str,
    pub(crate) group: &'static str,
    pub(crate) version: &'static str,
    run: fn(&Request<'_>, &Value) -> Result<Reply, Refusal>,
}

const ACTIONS: [Action; 3] = [
    Action {
        resource: "pods",
        name: "binding",
        kind: "Binding",
        group: "",
        version: "v1",
        run: |request, sent| request.bind(sent),
    },
    Action {
        resource: "pods",
        name: "eviction",
        kind: "Eviction",
        group: "policy",
        version: "v1",
        run: |request, sent| request.evict(sent),
    },
    Action {
        resource: "serviceaccounts",
        name: "token",
        kind: "TokenRequest",
        group: "authentication.k8s.io",
        version: "v1",
        run: |request, sent| request.token(sent),
    },
];

/// The actions that a kind has as subresources.
pub(crate) fn actions(kind: &Kind) -> impl Iterator<Item = Action> {
    ACTIONS.into_iter().filter(|action| *action.resource == *kind.resource)
}

/// The shortest, the default and the longest lifetime of a token, in seconds.
// kubernetes: pkg/apis/authentication/validation, pkg/apis/authentication/v1/defaults.go
const SHORTEST: i64 = 600;
const USUAL: i64 = 3600;
const LONGEST: i64 = 1 << 32;

impl Request<'_> {
    /// Handles a request for a subresource; `None` if the subresource is not an action.
    pub(crate) fn action(&self, subresource: &str) -> Option<Result<Reply, Refusal>> {
        let action = actions(&self.kind).find(|action| action.name == subresource)?;
        if *self.call.method != Method::POST {
            return Some(Err(not_allowed()));
        }
        Some(self.sent(&action).and_then(|sent| (action.run)(self, &sent)))
    }

    /// The object in the body of the request.
    fn sent(&self, action: &Action) -> Result<Value, Refusal> {
        let kind = action.kind;
        let body = self.json([action.group, action.version, kind])?;
        let sent: Value =
            serde_json::from_slice(&body).map_err(|error| Refusal::bad_request(error.to_string()))?;
        if !sent.is_object() || sent["kind"].as_str().is_some_and(|of| of != kind) {
            return Err(Refusal::bad_request(format!("the body must be an object of kind {kind}")));
        }
        if !(sent["spec"].is_object() || sent["spec"].is_null()) {
            return Err(Refusal::bad_request("spec must be an object"));
        }
        Ok(sent)
    }

    /// Creates a token of a service account: a JWT without a valid signature.
    // kubernetes: pkg/registry/core/serviceaccount/storage/token.go
    fn token(&self, sent: &Value) -> Result<Reply, Refusal> {
        let account = self.stored().ok_or_else(|| self.missing())?;
        let account = Object::of(&account);
        let seconds = match &sent["spec"]["expirationSeconds"] {
            Value::Null => USUAL,
            seconds => seconds
                .as_i64()
                .ok_or_else(|| Refusal::bad_request("spec.expirationSeconds must be an integer"))?,
        };
        let wrong = match seconds {
            ..SHORTEST => Some("less than 10 minutes"),
            SHORTEST..=LONGEST => None,
            _ => Some("larger than 2^32 seconds"),
        };
        if let Some(wrong) = wrong {
            let why = format!("Invalid value: {seconds}: may not specify a duration {wrong}");
            let cause = Cause::new("FieldValueInvalid", why, "spec.expirationSeconds");
            return Err(Refusal::invalid(["authentication.k8s.io", "TokenRequest", ""], vec![cause]));
        }
        let now = self.api.now();
        let (namespace, name) = (self.namespace.unwrap_or_default(), self.name());
        let audiences = match &sent["spec"]["audiences"] {
            audiences @ Value::Array(all) if !all.is_empty() => audiences.clone(),
            _ => json!(["https://kubernetes.default.svc.cluster.local"]),
        };
        let claims = json!({
            "aud": audiences, "exp": now.saturating_add(seconds), "iat": now, "nbf": now, "iss": "https://kubernetes.default.svc.cluster.local",
            "kubernetes.io": {"namespace": namespace, "serviceaccount": {"name": name, "uid": account.string(&["metadata", "uid"])}},
            "sub": format!("system:serviceaccount:{namespace}:{name}"),
        });
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let token = format!("{}.{}.", part(&json!({"alg": "none"})), part(&claims));
        let mut made = sent.clone();
        made["kind"] = json!("TokenRequest");
        made["apiVersion"] = json!("authentication.k8s.io/v1");
        made["metadata"] = json!({"name": name, "namespace": namespace, "creationTimestamp": time_of(now)});
        made["spec"]["audiences"] = audiences;
        made["spec"]["expirationSeconds"] = json!(seconds);
        made["status"] = json!({"token": token, "expirationTimestamp": time_of(now.saturating_add(seconds))});
        Ok(Reply::value(201, &made))
    }
}
