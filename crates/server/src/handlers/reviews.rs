//! Handlers of token reviews and access reviews: kinds that are posted and answered, but not stored. There is
//! no RBAC, so every access is allowed.
// kubernetes: pkg/registry/authentication, pkg/registry/authorization

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use crdc_admission::{Object, Refusal};
use serde_json::{Value, json};

use crate::admission::webhooks::review::user_info;
use crate::handlers::request::call::Request;
use crate::handlers::request::user::{ADMINISTRATOR, administrator};
use crate::response::reply::Reply;

impl Request<'_> {
    /// Answers a review with its status.
    pub(crate) fn review(&self) -> Result<Reply, Refusal> {
        let mut review: Value = serde_json::from_slice(&self.object()?)
            .map_err(|error| Refusal::bad_request(error.to_string()))?;
        let kind = &*self.kind.names.kind;
        let is_it = |review: &Value| review["kind"].as_str().is_none_or(|of| of == kind);
        if !review.is_object() || !is_it(&review) || !(review["spec"].is_object() || review["spec"].is_null())
        {
            return Err(Refusal::bad_request(format!("the body must be an object of kind {kind}")));
        }
        review["kind"] = json!(kind);
        review["apiVersion"] = json!(self.api_version);
        review["status"] = match kind {
            "TokenReview" => self.of_token(&review["spec"]),
            "SelfSubjectReview" => json!({"userInfo": user_info(&self.call.user)}),
            "SelfSubjectRulesReview" => json!({
                "resourceRules": [{"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]}],
                "nonResourceRules": [{"verbs": ["*"], "nonResourceURLs": ["*"]}],
                "incomplete": false,
            }),
            _ => json!({"allowed": true}),
        };
        Ok(Reply::value(201, &review))
    }

    /// The status of a token review. A token is valid if the subresource `token` issued it for a service
    /// account that exists, or if it is the administrator's in a kubeconfig.
    fn of_token(&self, spec: &Value) -> Value {
        let token = spec["token"].as_str().unwrap_or_default();
        let claims = token.split('.').nth(1).and_then(|part| URL_SAFE_NO_PAD.decode(part).ok());
        let claims: Value = claims.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        let about = &claims["kubernetes.io"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (namespace, account) = (text(&about["namespace"]), &about["serviceaccount"]);
        let (name, uid) = (text(&account["name"]), text(&account["uid"]));
        let stored = self.api.history.get("serviceaccounts", &namespace, &name);
        let is_its = stored
            .is_some_and(|text| Object::of(&text).string(&["metadata", "uid"]).as_deref() == Some(&*uid));
        let is_live = claims["exp"].as_i64().is_some_and(|until| until > self.api.now());
        let audiences = match &spec["audiences"] {
            Value::Array(wanted) if !wanted.is_empty() => {
                let known = claims["aud"].as_array().map(Vec::as_slice).unwrap_or_default();
                json!(wanted.iter().filter(|wanted| known.contains(wanted)).collect::<Vec<_>>())
            }
            _ => claims["aud"].clone(),
        };
        if claims["sub"] == ADMINISTRATOR && audiences.as_array().is_some_and(|list| !list.is_empty()) {
            let user = user_info(&administrator());
            return json!({"authenticated": true, "user": user, "audiences": audiences});
        }
        if !is_its || !is_live || audiences.as_array().is_none_or(Vec::is_empty) {
            return json!({"user": {}, "error": "invalid bearer token"});
        }
        let groups = [
            "system:serviceaccounts".to_owned(),
            format!("system:serviceaccounts:{namespace}"),
            "system:authenticated".to_owned(),
        ];
        let user = json!({"username": claims["sub"], "uid": uid, "groups": groups});
        json!({"authenticated": true, "user": user, "audiences": audiences})
    }
}
