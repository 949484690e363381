//! Counts the changes of the template of a DaemonSet in an annotation. In: a DaemonSet, and the stored one.
//! Out: the DaemonSet with the annotation, or the refusal of an annotation that is no number; what a client
//! writes there has no other effect on updates.
// kubernetes: pkg/registry/apps/daemonset/strategy.go, pkg/apis/apps/v1/conversion.go

use std::num::IntErrorKind;

use crdc::{Cause, DecodeStage, Undecodable};
use crdc_admission::{Attributes, Object, Refusal};
use crdc_apply::go_json;
use crdc_vocabulary::go::quote;
use serde_json::Value;

/// The annotation that counts the changes.
pub(crate) const TEMPLATE_GENERATION: &str = "deprecated.daemonset.template.generation";

const PATH: [&str; 3] = ["metadata", "annotations", TEMPLATE_GENERATION];

/// The generation of the template of a stored DaemonSet.
fn generation(object: &Object<'_>) -> i64 {
    object.string(&PATH).and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// Refuses an annotation that Go's conversion cannot read.
pub(super) fn check(attributes: &Attributes<'_>) -> Result<(), Refusal> {
    let Some(object) = attributes.object() else { return Ok(()) };
    let Some(text) = object.string(&PATH) else { return Ok(()) };
    let Err(error) = text.parse::<i64>() else { return Ok(()) };
    let why = match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "value out of range",
        _ => "invalid syntax",
    };
    let why = format!("strconv.ParseInt: parsing {}: {why}", quote(&text));
    let options = Object::of(attributes.options().unwrap_or_default());
    if options.string(&["kind"]).is_some_and(|kind| kind == "PatchOptions") {
        // apiserver: pkg/endpoints/handlers/patch.go jsonPatcher.applyPatchToCurrentObject
        let patched = object.parse::<Value>().unwrap_or_default();
        let why = format!("Invalid value: {}: {why}", quote(&go_json(&patched)));
        return Err(Refusal::invalid(["", "", ""], vec![Cause::new("FieldValueInvalid", why, "patch")]));
    }
    let (version, kind) = (attributes.resource().version, attributes.resource().kind);
    let message = format!("{kind} in version {} cannot be handled as a {kind}: {why}", quote(version));
    Err(Refusal::cannot_decode(message, Undecodable::new(DecodeStage::Object, why)))
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
