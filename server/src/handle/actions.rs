//! Subresources of Kubernetes' own kinds that are created and not stored: `pods/eviction`, `serviceaccounts/token`.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use crdc::{Cause, Details, Status};
use crdc_admission::{LabelSelector, Object, Refusal, time_of};
use http::Method;
use serde_json::{Value, json};

use super::call::{Request, not_allowed};
use crate::labels::selector;
use crate::reply::Reply;

/// The subresources: resource, name, kind, and its group and version.
pub(super) const ACTIONS: [(&str, &str, &str, &str, &str); 2] = [
    ("pods", "eviction", "Eviction", "policy", "v1"),
    ("serviceaccounts", "token", "TokenRequest", "authentication.k8s.io", "v1"),
];

/// The shortest and the usual life of a token, in seconds.
// kubernetes: pkg/apis/authentication/validation, pkg/apis/authentication/v1/defaults.go
const SHORTEST: i64 = 600;
const USUAL: i64 = 3600;

impl Request<'_> {
    /// Does what a subresource is for, if it is one of these.
    pub(super) fn action(&self, subresource: &str) -> Option<Result<Reply, Refusal>> {
        let (resource, name, kind, ..) = ACTIONS
            .into_iter()
            .find(|(resource, name, ..)| *resource == &*self.kind.resource && *name == subresource)?;
        if *self.call.method != Method::POST {
            return Some(Err(not_allowed()));
        }
        Some(self.sent(kind).and_then(|sent| match (resource, name) {
            ("pods", _) => self.evict(&sent),
            _ => self.token(&sent),
        }))
    }

    /// The object that was sent.
    fn sent(&self, kind: &str) -> Result<Value, Refusal> {
        let sent: Value =
            serde_json::from_slice(&self.json()?).map_err(|error| Refusal::bad_request(error.to_string()))?;
        if !sent.is_object() || sent["kind"].as_str().is_some_and(|of| of != kind) {
            return Err(Refusal::bad_request(format!("the object of this subresource is of kind {kind}")));
        }
        Ok(sent)
    }

    /// Deletes a pod, unless a disruption budget forbids that.
    // kubernetes: pkg/registry/core/pod/storage/eviction.go
    fn evict(&self, sent: &Value) -> Result<Reply, Refusal> {
        let text = self.stored().ok_or_else(|| self.missing())?;
        let pod: Value = serde_json::from_slice(&text).map_err(Refusal::internal)?;
        if !is_free(&pod) {
            self.disrupt(&pod)?;
        }
        let options =
            sent["deleteOptions"].as_object().map_or_else(String::new, |_| sent["deleteOptions"].to_string());
        let context = self.context("DeleteOptions")?;
        let response = self.kind.chain.delete(&self.at(), context, self.name(), options.as_bytes());
        if let Some(refusal) = response.refusal() {
            return Err(refusal.clone());
        }
        self.follow(&response, Some(&text));
        let success =
            json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "code": 201});
        Ok(Reply::value(201, &success))
    }

    /// Takes a disruption from the budget of a pod.
    fn disrupt(&self, pod: &Value) -> Result<(), Refusal> {
        let namespace = self.namespace.unwrap_or_default();
        let Some(kind) = self.api.registry.get("policy", "v1", "poddisruptionbudgets") else { return Ok(()) };
        let all = self.api.history.snapshot(&kind.resource, Some(namespace), None);
        let objects = all.map_or_else(|_| Default::default(), |all| all.objects);
        let read = |text: &[u8]| serde_json::from_slice::<Value>(text).ok();
        let labels = pod.to_string().into_bytes();
        let labels = Object::of(&labels);
        let selects = |budget: &Value| {
            let by: Option<LabelSelector> = selector(&budget["spec"]["selector"]);
            budget["spec"]["selector"].is_object()
                && by.is_none_or(|by| by.selects(|key| labels.string(&["metadata", "labels", key])))
        };
        let budgets: Vec<Value> =
            objects.iter().filter_map(|(_, text)| read(text)).filter(|budget| selects(budget)).collect();
        let budget = match &*budgets {
            [] => return Ok(()),
            [budget] => budget,
            _ => {
                let why = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
                return Err(Refusal::internal(why));
            }
        };
        let (name, status) = (budget["metadata"]["name"].as_str().unwrap_or_default(), &budget["status"]);
        let count = |field: &str| status[field].as_i64().unwrap_or_default();
        if !is_ready(pod) && count("desiredHealthy") > 0 && count("currentHealthy") >= count("desiredHealthy")
        {
            return Ok(());
        }
        let refused = |why: String, seconds: u32| {
            let mut details = Details::new("", "", "");
            details.causes.push(Cause::new("DisruptionBudget", why, ""));
            details.retry_after_seconds = seconds;
            let message = "Cannot evict pod as it would violate the pod's disruption budget.";
            Err(Status::new(429, "TooManyRequests", message).about(details).into())
        };
        if count("observedGeneration") < budget["metadata"]["generation"].as_i64().unwrap_or_default() {
            return refused(
                format!("The disruption budget {name} is still being processed by the server."),
                10,
            );
        }
        if count("disruptionsAllowed") <= 0 {
            let (wanted, healthy) = (count("desiredHealthy"), count("currentHealthy"));
            let why = format!(
                "The disruption budget {name} needs {wanted} healthy pods and has {healthy} currently"
            );
            return refused(why, 0);
        }
        if self.call.query.get("dryRun").is_none() {
            let left = json!({"status": {"disruptionsAllowed": count("disruptionsAllowed") - 1}});
            self.api.patch_as_server(&kind, namespace, name, Some("status"), &left);
        }
        Ok(())
    }

    /// A token of a service account: a JWT that nothing signed.
    // kubernetes: pkg/registry/core/serviceaccount/storage/token.go
    fn token(&self, sent: &Value) -> Result<Reply, Refusal> {
        let account = self.stored().ok_or_else(|| self.missing())?;
        let account = Object::of(&account);
        let seconds = sent["spec"]["expirationSeconds"].as_i64().unwrap_or(USUAL);
        if seconds < SHORTEST {
            let why = format!("Invalid value: {seconds}: may not specify a duration less than 10 minutes");
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
            "aud": audiences, "exp": now + seconds, "iat": now, "nbf": now, "iss": "https://kubernetes.default.svc.cluster.local",
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
        made["status"] = json!({"token": token, "expirationTimestamp": time_of(now + seconds)});
        Ok(Reply::value(201, &made))
    }
}

/// Whether a pod counts for no budget: it does not run, or goes already.
fn is_free(pod: &Value) -> bool {
    let phase = pod["status"]["phase"].as_str().unwrap_or_default();
    matches!(phase, "Pending" | "Succeeded" | "Failed") || pod["metadata"]["deletionTimestamp"].is_string()
}

fn is_ready(pod: &Value) -> bool {
    let conditions = pod["status"]["conditions"].as_array().into_iter().flatten();
    conditions.into_iter().any(|condition| condition["type"] == "Ready" && condition["status"] == "True")
}
