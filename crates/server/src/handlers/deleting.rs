//! Handlers of DELETE requests, for single objects and for collections.
// apiserver: pkg/endpoints/handlers/delete.go

use crdc_admission::{Object, Refusal};
use serde_json::{Value, json};

use crate::handlers::request::call::Request;
use crate::handlers::request::list_options::check_list;
use crate::kinds::built_in::is_system_class;
use crate::response::reply::Reply;

/// The kinds whose deletion returns the object, also if the object is removed at once.
// kubernetes: ReturnDeletedObject of each storage
const RETURNED: [&str; 17] = [
    "CSIDriver",
    "CSINode",
    "DeviceClass",
    "Namespace",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "Pod",
    "PodTemplate",
    "ResourceClaim",
    "ResourceClaimTemplate",
    "ResourceQuota",
    "ResourceSlice",
    "Service",
    "ServiceAccount",
    "StorageClass",
    "VolumeAttachment",
    "VolumeAttributesClass",
];

impl Request<'_> {
    pub(crate) fn delete(&self) -> Result<Reply, Refusal> {
        let body = self.options()?;
        // Requests for the collection are not refused.
        // kubernetes: pkg/registry/scheduling/priorityclass/storage/storage.go Delete
        if is_system_class(&self.kind.resource, self.name()) {
            let why = "this is a system priority class and cannot be deleted";
            return Err(Refusal::forbidden(&self.names(), self.name(), why));
        }
        let before = self.stored();
        let response = self.kind.chain.delete(&self.at(), self.basic_context(), self.name(), &body);
        let reply = self.done(&response, before);
        // apiserver: pkg/endpoints/handlers/delete.go: older clients ask for the object with that option
        let was_asked =
            serde_json::from_slice::<Value>(&body).is_ok_and(|options| options["orphanDependents"] == false);
        Ok(if was_asked && response.object().is_some() { reply.with_code(202) } else { reply })
    }

    pub(crate) fn delete_collection(&self) -> Result<Reply, Refusal> {
        check_list(self.call.query)?;
        let (body, context) = (self.options()?, self.basic_context());
        let selection = self.selection()?;
        let all = self.api.history.snapshot(&self.kind.resource, self.namespace, None);
        let all = all.map_or_else(|_| Vec::new(), |all| all.objects);
        let (mut deleted, mut responses) = (Vec::new(), Vec::new());
        let mut delete = || -> Result<(), Refusal> {
            for (key, text) in &all {
                let text = self.kind.read(text.clone())?;
                if !selection.selects(key, &text) {
                    continue;
                }
                let response = self.kind.chain.delete(&self.at(), context, &key.1, &body);
                match response.refusal() {
                    // Another request deleted it first.
                    Some(refusal) if refusal.is_not_found() => continue,
                    Some(refusal) => return Err(refusal.clone()),
                    None => responses.push(response),
                }
                deleted.push(text);
            }
            Ok(())
        };
        let done = delete();
        // The effects follow when all objects are deleted: then a dependent of several of them is deleted at
        // once, instead of being patched for each owner.
        responses.iter().zip(&deleted).for_each(|(response, before)| self.follow(response, Some(before)));
        done?;
        let mut metadata = json!({"resourceVersion": self.api.history.version().to_string()});
        if !self.kind.native {
            metadata["continue"] = json!("");
        }
        let texts = deleted.iter().map(|text| &**text);
        Ok(Reply::json(200, self.representation.list(&self.kind, texts, metadata, &self.api.clock)))
    }

    /// The response to the deletion of an object: the object for the kinds in `RETURNED`, otherwise a status.
    pub(crate) fn gone(&self, before: Option<&[u8]>) -> Value {
        if self.kind.native
            && RETURNED.contains(&&*self.kind.names.kind)
            && let Some(Ok(object)) = before.map(serde_json::from_slice)
        {
            return object;
        }
        let before = before.map(Object::of);
        let uid = before.as_ref().and_then(|object| object.string(&["metadata", "uid"]));
        let mut details = json!({"name": self.name(), "kind": self.kind.names.plural});
        if !self.kind.group.is_empty() {
            details["group"] = json!(self.kind.group);
        }
        if let Some(uid) = uid {
            details["uid"] = json!(uid);
        }
        json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "details": details})
    }
}
