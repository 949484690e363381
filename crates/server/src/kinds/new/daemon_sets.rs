//! Counts the changes of the template of a DaemonSet in an annotation. In: a DaemonSet, and the stored one.
//! Out: the DaemonSet with the annotation, or the error of an annotation that is no number; what a client
//! writes there has no other effect on updates.
// kubernetes: pkg/registry/apps/daemonset/strategy.go, pkg/apis/apps/v1/conversion.go

use std::num::IntErrorKind;

use crdc_admission::Object;
use crdc_vocabulary::go::quote;
use serde_json::Value;

/// The annotation that counts the changes.
pub(crate) const TEMPLATE_GENERATION: &str = "deprecated.daemonset.template.generation";

const PATH: [&str; 3] = ["metadata", "annotations", TEMPLATE_GENERATION];

/// The generation of the template of a stored DaemonSet.
fn generation(object: &Object<'_>) -> i64 {
    object.string(&PATH).and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// The error of Go's conversion if it cannot read the annotation.
pub(super) fn unconvertible(set: &Value) -> Option<String> {
    let text = set.pointer("/metadata/annotations")?.get(TEMPLATE_GENERATION)?.as_str()?;
    let why = match text.parse::<i64>().err()?.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "value out of range",
        _ => "invalid syntax",
    };
    Some(format!("strconv.ParseInt: parsing {}: {why}", quote(text)))
}

/// Begins to count: defaults have set the annotation.
pub(super) fn prepare(set: &mut Value) {
    let generation =
        set.pointer_mut("/metadata/annotations").and_then(|all| all.get_mut(TEMPLATE_GENERATION));
    if let Some(generation) = generation {
        let given = generation.as_str().and_then(|text| text.parse::<i64>().ok()).unwrap_or_default();
        *generation = given.max(1).to_string().into();
    }
}

pub(super) fn change(object: &mut Object<'_>, stored: &Object<'_>) {
    let template = |object: &Object<'_>| {
        object.get(&["spec", "template"]).and_then(|text| serde_json::from_slice::<Value>(text).ok())
    };
    let before = generation(stored);
    let now = if template(object) == template(stored) { before } else { before.saturating_add(1) };
    object.set_annotation(TEMPLATE_GENERATION, &now.to_string());
}
