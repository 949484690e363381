//! Updates of classes, slices and taints of devices.

use super::errors;
use crate::rules::tests::devices::of;
use crate::rules::tests::sentences_in;

#[test]
fn stored_parameters_of_a_driver_may_be_long() {
    let class = |driver: &str, letters: usize| {
        let parameters = format!("{{a: {}}}", "x".repeat(letters));
        of(
            "v1",
            "DeviceClass",
            &format!("{{config: [{{opaque: {{driver: {driver}, parameters: {parameters}}}}}]}}"),
        )
    };
    let long = "spec.config[0].opaque.parameters: Too long: may not be more than 10240 bytes";
    assert_eq!(sentences_in(36, &class("d.io", 10240)), [long]);
    assert!(sentences_in(36, &class("d.io", 10232)).is_empty());
    let old = class("d.io", 10240);
    assert_eq!(errors(36, &old, &old, None), [""; 0]);
    assert_eq!(errors(36, &old, &class("e.io", 10240), None), [long]);
    let old = |text: String| text.replace("/v1", "/v1alpha3");
    assert_eq!(sentences_in(31, &old(class("d.io", 10240))), [""; 0]);
}

#[test]
fn a_stored_effect_of_a_taint_may_stay() {
    let rule = |taint: &str| of("v1beta2", "DeviceTaintRule", &format!("{{taint: {{{taint}}}}}"));
    let old = rule("key: a, effect: Foo");
    assert_eq!(errors(36, &old, &old, None), [""; 0]);
    let effect = "spec.taint.effect: Unsupported value: \"Bar\": supported values: \"NoExecute\", \"NoSchedule\", \"None\"";
    assert_eq!(errors(36, &old, &rule("key: a, effect: Bar"), None), [effect]);
    let bad = rule("key: '', effect: Foo");
    let found = errors(36, &bad, &bad, None);
    assert!(found.len() == 2 && found.iter().all(|error| error.starts_with("spec.taint.key: ")), "{found:?}");
    let old = |taint: &str| rule(taint).replace("v1beta2", "v1alpha3");
    let none =
        "spec.taint.effect: Unsupported value: \"None\": supported values: \"NoExecute\", \"NoSchedule\"";
    assert_eq!(sentences_in(34, &old("key: a, effect: None")), [none]);
    assert_eq!(sentences_in(34, &old("key: a, effect: NoExecute")), [""; 0]);
}

#[test]
fn the_node_of_a_slice_stays() {
    let slice = |version: &str, nodes: &str| {
        let pool = "pool: {name: p, resourceSliceCount: 1, generation: 1}";
        of(version, "ResourceSlice", &format!("{{driver: d.io, {pool}, {nodes}}}"))
    };
    let immutable = |shown: &str| format!("spec.nodeName: Invalid value: {shown}: field is immutable");
    for (minor, version, null) in
        [(36, "v1", "null"), (36, "v1beta1", "null"), (33, "v1beta1", "\"null\""), (32, "v1beta1", "\"\"")]
    {
        let old = slice(version, "nodeName: web");
        assert_eq!(errors(minor, &old, &old, None), [""; 0]);
        assert_eq!(
            errors(minor, &old, &slice(version, "nodeName: api"), None),
            [immutable("\"api\"")],
            "{minor} {version}"
        );
        assert_eq!(
            errors(minor, &old, &slice(version, "allNodes: true"), None),
            [immutable(null)],
            "{minor} {version}"
        );
    }
    let [empty, absent] =
        ["nodeName: '', allNodes: true", "allNodes: true"].map(|nodes| slice("v1beta1", nodes));
    assert_eq!(errors(36, &empty, &absent, None), [""; 0]);
}
