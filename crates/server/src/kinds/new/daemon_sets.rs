//! Counts the changes of the template of a DaemonSet in an annotation. In: a DaemonSet, and the stored one.
//! Out: the DaemonSet with the annotation; what a client writes there has no effect on updates.
// kubernetes: pkg/registry/apps/daemonset/strategy.go

use crdc_admission::Object;

/// The annotation that counts the changes.
pub(crate) const TEMPLATE_GENERATION: &str = "deprecated.daemonset.template.generation";

const PATH: [&str; 3] = ["metadata", "annotations", TEMPLATE_GENERATION];

fn generation(object: &Object<'_>) -> i64 {
    object.string(&PATH).and_then(|text| text.parse().ok()).unwrap_or_default()
}

pub(super) fn prepare(object: &mut Object<'_>) {
    let generation = generation(object).max(1);
    object.set_annotation(TEMPLATE_GENERATION, &generation.to_string());
}

pub(super) fn change(object: &mut Object<'_>, stored: &Object<'_>) {
    let template = |object: &Object<'_>| {
        object
            .get(&["spec", "template"])
            .and_then(|text| serde_json::from_slice::<serde_json::Value>(text).ok())
    };
    let before = generation(stored);
    let now = if template(object) == template(stored) { before } else { before.saturating_add(1) };
    object.set_annotation(TEMPLATE_GENERATION, &now.to_string());
}
