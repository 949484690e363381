//! Handles `pods/eviction`: deletes a pod, unless a disruption budget forbids that. In: an Eviction. Out: a
//! Status.
//!
//! Easy to break: two concurrent evictions must not use the same disruption, and a dry run uses none.
// kubernetes: pkg/registry/core/pod/storage/eviction.go

use crdc::{Cause, Details, Status};
use crdc_admission::{DeleteOptions, Object, Refusal, ResourceNames, time_of};
use serde_json::{Value, json};

use super::effects::{SERVER, Write};
use crate::apimachinery::label_selector::selector;
use crate::handlers::request::call::{MOST_RETRIES, Request};
use crate::kinds::Kind;
use crate::response::reply::Reply;
use crate::storage::history::Text;

/// The largest number of disrupted pods in the status of a budget.
const MOST_DISRUPTED: usize = 2000;

impl Request<'_> {
    /// Deletes a pod, unless a disruption budget forbids that.
    pub(crate) fn evict(&self, sent: &Value) -> Result<Reply, Refusal> {
        if sent["metadata"]["name"].as_str().unwrap_or_default() != self.name() {
            return Err(Refusal::bad_request("name in URL does not match name in Eviction object"));
        }
        let dry_run = self.dry_run(&sent["deleteOptions"])?;
        let text = self.stored().ok_or_else(|| self.missing())?;
        let pod: Value = serde_json::from_slice(&text).map_err(Refusal::internal)?;
        if !is_free(&pod) {
            self.disrupt(&text, &pod, dry_run)?;
        }
        let options =
            sent["deleteOptions"].as_object().map_or_else(String::new, |_| sent["deleteOptions"].to_string());
        let context = self.basic_context().dry_run(dry_run);
        let response = self.kind.chain.delete(&self.at(), context, self.name(), options.as_bytes());
        if let Some(refusal) = response.refusal() {
            return Err(refusal.clone());
        }
        self.follow(&response, Some(&text));
        let success =
            json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "code": 201});
        Ok(Reply::value(201, &success))
    }

    /// Whether the request is a dry run, by its URL or by the options of the deletion.
    fn dry_run(&self, options: &Value) -> Result<bool, Refusal> {
        self.context("CreateOptions")?;
        let options: Option<DeleteOptions> = serde_json::from_value(options.clone())
            .map_err(|error| Refusal::bad_request(error.to_string()))?;
        let of_deletion = options.unwrap_or_default().dry_run;
        match self.call.query.get("dryRun") {
            Some(given) if !of_deletion.is_empty() && of_deletion != [given] => {
                let all = of_deletion.join(" ");
                Err(Refusal::internal(format!(
                    "Non-matching dry-run options in request and content: [{given}] and [{all}]"
                )))
            }
            given => Ok(given.is_some() || !of_deletion.is_empty()),
        }
    }

    /// The disruption budget that selects a pod.
    fn budget(&self, kind: &Kind, pod: &Object<'_>) -> Result<Option<Text>, Refusal> {
        let all = self.api.history.snapshot(&kind.resource, self.namespace, None);
        let mut budgets = Vec::new();
        for (_, text) in all.map_or_else(|_| Vec::new(), |all| all.objects) {
            let budget: Value = serde_json::from_slice(&text).map_err(Refusal::internal)?;
            let of = &budget["spec"]["selector"];
            // A budget without a selector selects no pod.
            if of.is_object() && selector(of)?.selects_object(pod) {
                budgets.push(text);
            }
        }
        if budgets.len() > 1 {
            let why = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
            return Err(Refusal::internal(why));
        }
        Ok(budgets.pop())
    }

    /// Counts the eviction of a pod in its disruption budget, unless the budget refuses it. `text` is the
    /// JSON of the pod.
    fn disrupt(&self, text: &[u8], pod: &Value, dry_run: bool) -> Result<(), Refusal> {
        let Some(kind) = self.api.registry.get("policy", "v1", "poddisruptionbudgets") else { return Ok(()) };
        let namespace = self.namespace.unwrap_or_default();
        for _ in 0..MOST_RETRIES {
            let Some(budget) = self.budget(&kind, &Object::of(text))? else { return Ok(()) };
            let budget: Value = serde_json::from_slice(&budget).map_err(Refusal::internal)?;
            if !is_ready(pod) && lets_unhealthy_go(&budget) {
                return Ok(());
            }
            let name = budget["metadata"]["name"].as_str().unwrap_or_default();
            check(&budget, ResourceNames::of_compiled(kind.chain.resource()), name)?;
            if dry_run {
                return Ok(());
            }
            let write = Write { by: SERVER, subresource: Some("status") };
            let left = json!({"metadata": {"resourceVersion": budget["metadata"]["resourceVersion"]},
                "status": disrupted(&budget["status"], self.name(), &time_of(self.api.now()))});
            match self.api.patch_as_server(&kind, namespace, name, write, &left) {
                // Another eviction changed the budget first.
                Some(refusal) if refusal.is_conflict() => {}
                Some(refusal) => return Err(refusal),
                None => return Ok(()),
            }
        }
        let message = "Timeout: couldn't update PodDisruptionBudget due to conflicts";
        Err(Status::new(504, "Timeout", message).into())
    }
}

fn count(budget: &Value, field: &str) -> i64 {
    budget["status"][field].as_i64().unwrap_or_default()
}

/// Whether a pod that is not ready may be evicted, whatever number of disruptions the budget allows.
fn lets_unhealthy_go(budget: &Value) -> bool {
    let wanted = count(budget, "desiredHealthy");
    budget["spec"]["unhealthyPodEvictionPolicy"] == "AlwaysAllow"
        || wanted > 0 && count(budget, "currentHealthy") >= wanted
}

/// Refuses an eviction if the budget allows no disruption.
fn check(budget: &Value, names: ResourceNames<'_>, name: &str) -> Result<(), Refusal> {
    let refused = |why: String, seconds: u32| {
        let mut details = Details::new("", "", "");
        details.causes.push(Cause::new("DisruptionBudget", why, ""));
        details.retry_after_seconds = seconds;
        let message = "Cannot evict pod as it would violate the pod's disruption budget.";
        Err(Status::new(429, "TooManyRequests", message).about(details).into())
    };
    if count(budget, "observedGeneration") < budget["metadata"]["generation"].as_i64().unwrap_or_default() {
        let why = format!("The disruption budget {name} is still being processed by the server.");
        return refused(why, 10);
    }
    let allowed = count(budget, "disruptionsAllowed");
    if allowed < 0 {
        return Err(Refusal::forbidden(&names, name, "pdb disruptions allowed is negative"));
    }
    if budget["status"]["disruptedPods"].as_object().is_some_and(|pods| pods.len() > MOST_DISRUPTED) {
        let why = "DisruptedPods map too big - too many evictions not confirmed by PDB controller";
        return Err(Refusal::forbidden(&names, name, why));
    }
    if allowed == 0 {
        let (wanted, healthy) = (count(budget, "desiredHealthy"), count(budget, "currentHealthy"));
        let why =
            format!("The disruption budget {name} needs {wanted} healthy pods and has {healthy} currently");
        return refused(why, 0);
    }
    Ok(())
}

/// The status of a budget after an eviction: the controller does not count the pod until it is deleted.
// component-helpers: apps/poddisruptionbudget/helpers.go UpdateDisruptionAllowedCondition
fn disrupted(status: &Value, pod: &str, now: &str) -> Value {
    let left = status["disruptionsAllowed"].as_i64().unwrap_or_default().saturating_sub(1);
    let mut change = json!({"disruptionsAllowed": left, "disruptedPods": {pod: now}});
    if left == 0 {
        let mut conditions = status["conditions"].as_array().cloned().unwrap_or_default();
        let is = |condition: &&Value| condition["type"] == "DisruptionAllowed";
        let before = conditions.iter().find(is).cloned().unwrap_or_default();
        let since =
            if before["status"] == "False" { before["lastTransitionTime"].clone() } else { json!(now) };
        let condition = json!({"type": "DisruptionAllowed", "status": "False", "reason": "InsufficientPods",
            "message": before["message"].as_str().unwrap_or_default(), "lastTransitionTime": since,
            "observedGeneration": status["observedGeneration"].as_i64().unwrap_or_default()});
        match conditions.iter().position(|condition| is(&condition)) {
            Some(at) => conditions[at] = condition,
            None => conditions.push(condition),
        }
        change["conditions"] = Value::Array(conditions);
    }
    change
}

/// Whether a pod does not count for a budget: it does not run, or is already being deleted.
fn is_free(pod: &Value) -> bool {
    let phase = pod["status"]["phase"].as_str().unwrap_or_default();
    matches!(phase, "Pending" | "Succeeded" | "Failed") || pod["metadata"]["deletionTimestamp"].is_string()
}

fn is_ready(pod: &Value) -> bool {
    let conditions = pod["status"]["conditions"].as_array().into_iter().flatten();
    conditions.into_iter().any(|condition| condition["type"] == "Ready" && condition["status"] == "True")
}
