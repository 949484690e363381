//! Defaults of workloads that depend on other fields. In: an object of a workload's type. Out: the object
//! with these defaults, and with what Go's conversion to the version adds.
// kubernetes: pkg/apis/{apps,batch}/v1/{defaults,conversion}.go

use serde_json::{Map, Value, json};

use super::absent::{has_members, is_absent, items, set_absent, text};

use crate::kinds::new::daemon_sets::TEMPLATE_GENERATION;
use crate::kinds::new::jobs::template_labels;

type Object = Map<String, Value>;

/// Sets the annotation with the generation of the template, as Go's conversion does: 0 if it is absent. The
/// strategy of the kind counts it. An object with a text that is no number was refused before.
pub(super) fn daemon_set(object: &mut Object) {
    let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) else { return };
    set_absent(metadata, "annotations", json!({}));
    if let Some(annotations) = metadata.get_mut("annotations").and_then(Value::as_object_mut) {
        let generation = text(annotations, TEMPLATE_GENERATION).parse::<i64>().unwrap_or_default();
        annotations.insert(TEMPLATE_GENERATION.to_owned(), json!(generation.to_string()));
    }
}

pub(super) fn daemon_set_strategy(strategy: &mut Object) {
    rolling_update(strategy, true, &[("maxUnavailable", json!(1)), ("maxSurge", json!(0))]);
}

pub(super) fn deployment_strategy(strategy: &mut Object) {
    rolling_update(strategy, true, &[("maxUnavailable", json!("25%")), ("maxSurge", json!("25%"))]);
}

/// Sets the defaults of a rolling update. `makes` is whether an absent rolling update is added.
fn rolling_update(strategy: &mut Object, makes: bool, defaults: &[(&str, Value)]) {
    if text(strategy, "type") != "RollingUpdate" {
        return;
    }
    if makes {
        set_absent(strategy, "rollingUpdate", json!({}));
    }
    if let Some(update) = strategy.get_mut("rollingUpdate").and_then(Value::as_object_mut) {
        defaults.iter().for_each(|(field, default)| set_absent(update, field, default.clone()));
    }
}

/// Sets the defaults of the strategy, and the type of the claims, which Go's conversion writes.
pub(super) fn stateful_set(spec: &mut Object) {
    for claim in items(spec, "volumeClaimTemplates") {
        claim.insert("apiVersion".to_owned(), json!("v1"));
        claim.insert("kind".to_owned(), json!("PersistentVolumeClaim"));
    }
    let Some(strategy) = spec.get_mut("updateStrategy").and_then(Value::as_object_mut) else { return };
    let makes = is_absent(strategy.get("type"));
    set_absent(strategy, "type", json!("RollingUpdate"));
    rolling_update(strategy, makes, &[("partition", json!(0))]);
    // Off by default in all supported versions (kube_features.go MaxUnavailableStatefulSet), so Go drops the
    // field.
    if let Some(update) = strategy.get_mut("rollingUpdate").and_then(Value::as_object_mut) {
        update.remove("maxUnavailable");
    }
}

/// Sets the selector and the labels of a ReplicationController to the labels of its template.
pub(super) fn replication_controller(object: &mut Object) {
    template_labels(object);
    let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut) else { return };
    let labels =
        spec.get("template").and_then(|template| template["metadata"]["labels"].as_object()).cloned();
    if let Some(labels) = labels.filter(|_| !has_members(spec, "selector")) {
        spec.insert("selector".to_owned(), Value::Object(labels));
    }
}

/// Sets the defaults of a Job apart from its labels.
pub(super) fn job(object: &mut Object) {
    let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut) else { return };
    if is_absent(spec.get("parallelism")) {
        set_absent(spec, "completions", json!(1));
    }
    set_absent(spec, "parallelism", json!(1));
    let by_index = !is_absent(spec.get("backoffLimitPerIndex"));
    set_absent(spec, "backoffLimit", json!(if by_index { i32::MAX } else { 6 }));
    set_absent(spec, "completionMode", json!("NonIndexed"));
    set_absent(spec, "suspend", json!(false));
    let replaced = if is_absent(spec.get("podFailurePolicy")) { "TerminatingOrFailed" } else { "Failed" };
    set_absent(spec, "podReplacementPolicy", json!(replaced));
}
