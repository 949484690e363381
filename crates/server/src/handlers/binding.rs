//! Handles `pods/binding`: assigns a pod to a node, as schedulers do. In: a Binding. Out: a Status.
//!
//! Easy to break: of two concurrent bindings one is a conflict. The node is neither validated nor tracked: no
//! update may set it, and its field has no owner.
// kubernetes: pkg/registry/core/pod/storage/storage.go BindingREST

use crdc::Status;
use crdc_admission::{Patch, Refusal, ResourceNames, time_of};
use crdc_vocabulary::go::quote;
use serde_json::{Value, json};

use crate::handlers::request::call::Request;
use crate::response::reply::Reply;

impl Request<'_> {
    /// Assigns a pod to the node of a Binding.
    pub(crate) fn bind(&self, sent: &Value) -> Result<Reply, Refusal> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let [name, uid, version] =
            ["name", "uid", "resourceVersion"].map(|field| text(&sent["metadata"][field]));
        if name != self.name() {
            return Err(Refusal::bad_request("name in URL does not match name in Binding object"));
        }
        self.context("CreateOptions")?;
        let [kind, node] = ["kind", "name"].map(|field| text(&sent["target"][field]));
        // A server does not make an `Invalid` of these errors.
        let mut wrong = Vec::new();
        if !matches!(kind.as_str(), "" | "Node") {
            let why = format!("Unsupported value: {}: supported values: \"Node\", \"<empty>\"", quote(&kind));
            wrong.push(format!("target.kind: {why}"));
        }
        if node.is_empty() {
            wrong.push("target.name: Required value".to_owned());
        }
        match wrong.as_slice() {
            [] => {}
            [one] => return Err(Status::new(500, "", one).into()),
            several => return Err(Status::new(500, "", format!("[{}]", several.join(", "))).into()),
        }
        let change = |stored: &[u8]| {
            let pod: Value = serde_json::from_slice(stored).map_err(Refusal::internal)?;
            for (field, wanted) in [("uid", &uid), ("resourceVersion", &version)] {
                let found = text(&pod["metadata"][field]);
                if !wanted.is_empty() && *wanted != found {
                    let named = if field == "uid" { "UID" } else { "ResourceVersion" };
                    let why = format!(
                        "Precondition failed: {named} in precondition: {wanted}, {named} in object meta: {found}"
                    );
                    return Err(Refusal::conflict(&self.names(), &name, why));
                }
            }
            let change = self.assigned(&pod, &node, sent)?.to_string();
            let changed = Patch::Merge(change.as_bytes()).applied(stored)?;
            let changed: Value = serde_json::from_slice(&changed).map_err(Refusal::internal)?;
            Ok(self.kind.encoded(&changed).unwrap_or_else(|| changed.to_string()).into_bytes())
        };
        let namespace = self.namespace.unwrap_or_default();
        let before = self.stored().ok_or_else(|| self.missing())?;
        if self.call.query.get("dryRun").is_some() {
            change(&before)?;
        } else {
            let changed = self.kind.storage.change(namespace, &name, change);
            let changed = changed.ok_or_else(|| self.missing())??;
            self.api.follow(&self.kind, Some(&changed.object), Some(&before));
        }
        let success =
            json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "code": 201});
        Ok(Reply::value(201, &success))
    }

    /// The merge patch of a pod: its node, the annotations and labels of the binding, and the condition.
    fn assigned(&self, pod: &Value, node: &str, binding: &Value) -> Result<Value, Refusal> {
        let name = self.name();
        let is_full = |value: &Value| value.as_array().is_some_and(|items| !items.is_empty());
        let taken = pod["spec"]["nodeName"].as_str().filter(|node| !node.is_empty());
        let why = match taken {
            _ if pod["metadata"]["deletionTimestamp"].is_string() => {
                Some(format!("pod {name} is being deleted, cannot be assigned to a host"))
            }
            Some(node) => Some(format!("pod {name} is already assigned to node {}", quote(node))),
            None if is_full(&pod["spec"]["schedulingGates"]) => {
                Some(format!("pod {name} has non-empty .spec.schedulingGates"))
            }
            None => None,
        };
        if let Some(why) = why {
            let names = ResourceNames { plural: "pods/binding", ..self.names() };
            return Err(Refusal::conflict(&names, name, why));
        }
        let mut conditions = pod["status"]["conditions"].as_array().cloned().unwrap_or_default();
        let is = |condition: &&mut Value| condition["type"] == "PodScheduled";
        let scheduled =
            json!({"type": "PodScheduled", "status": "True", "lastTransitionTime": time_of(self.api.now())});
        match conditions.iter_mut().find(is) {
            Some(condition) if condition["status"] == "True" => {}
            Some(condition) => *condition = scheduled,
            None => conditions.push(scheduled),
        }
        let of_binding = &binding["metadata"];
        Ok(json!({
            "metadata": {"annotations": of_binding["annotations"].as_object().cloned().unwrap_or_default(),
                "labels": of_binding["labels"].as_object().cloned().unwrap_or_default()},
            "spec": {"nodeName": node},
            "status": {"nominatedNodeName": null, "conditions": conditions},
        }))
    }
}
