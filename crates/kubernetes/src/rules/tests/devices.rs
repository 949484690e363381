//! Claims, classes and slices of devices.

use super::updates::check;
use super::{sentences, sentences_in, table};

const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an \
    alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

pub(super) fn of(version: &str, kind: &str, spec: &str) -> String {
    format!("apiVersion: resource.k8s.io/{version}\nkind: {kind}\nmetadata: {{name: a}}\nspec: {spec}\n")
}

pub(super) fn claim(devices: &str) -> String {
    of("v1", "ResourceClaim", &format!("{{devices: {devices}}}"))
}

#[test]
fn requests() {
    let star = format!("spec.devices.requests[0].name: Invalid value: \"*\": {LABEL}");
    table(
        &[
            ("{requests: [{name: a, exactly: {deviceClassName: c}}]}", &[]),
            ("{requests: [{name: a, exactly: {deviceClassName: c, allocationMode: All}}]}", &[]),
            ("{requests: [{name: a, firstAvailable: [{name: b, deviceClassName: c}]}]}", &[]),
            ("{requests: [{name: '*', exactly: {deviceClassName: c}}]}", &[star.as_str()]),
            (
                "{requests: [{name: a, exactly: {deviceClassName: ''}}]}",
                &["spec.devices.requests[0].exactly.deviceClassName: Required value"],
            ),
            (
                "{requests: [{name: a}]}",
                &[
                    "spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required",
                ],
            ),
            (
                "{requests: [{name: a, exactly: {deviceClassName: c}, firstAvailable: [{name: b, deviceClassName: c}]}]}",
                &[
                    "spec.devices.requests[0]: Invalid value: null: exactly one of `exactly` or `firstAvailable` is required, but multiple \
                     fields are set",
                ],
            ),
            (
                "{requests: [{name: a, exactly: {deviceClassName: c, allocationMode: Foo}}]}",
                &[
                    "spec.devices.requests[0].exactly.allocationMode: Unsupported value: \"Foo\": supported values: \"All\", \"ExactCount\"",
                ],
            ),
            (
                "{requests: [{name: a, exactly: {deviceClassName: c, allocationMode: All, count: 2}}, {name: b, exactly: {deviceClassName: c, \
                 count: -1}}]}",
                &[
                    "spec.devices.requests[0].exactly.count: Invalid value: 2: must not be specified when allocationMode is 'All'",
                    "spec.devices.requests[1].exactly.count: Invalid value: -1: must be greater than zero",
                ],
            ),
            (
                "{requests: [{name: a, exactly: {deviceClassName: c}}, {name: a, exactly: {deviceClassName: c}}]}",
                &["spec.devices.requests[1]: Duplicate value: \"a\""],
            ),
            (
                "{requests: [{name: a, exactly: {deviceClassName: c, tolerations: [{operator: Foo, effect: Bar}]}}]}",
                &[
                    "spec.devices.requests[0].exactly.tolerations[0].operator: Unsupported value: \"Foo\": supported values: \"Equal\", \"Exists\"",
                    "spec.devices.requests[0].exactly.tolerations[0].effect: Unsupported value: \"Bar\": supported values: \"NoExecute\", \
                     \"NoSchedule\", \"None\"",
                ],
            ),
        ],
        claim,
    );
}

#[test]
fn requests_of_older_versions() {
    let claim = |version: &str, requests: &str| {
        of(version, "ResourceClaim", &format!("{{devices: {{requests: {requests}}}}}"))
    };
    assert!(sentences(&claim("v1beta1", "[{name: a, deviceClassName: c}]")).is_empty());
    assert_eq!(
        sentences(&claim("v1beta1", "[{name: a, deviceClassName: c, allocationMode: Foo}]")),
        [
            "spec.devices.requests[0].exactly.allocationMode: Unsupported value: \"Foo\": supported values: \"All\", \"ExactCount\"",
        ]
    );
    assert_eq!(
        sentences_in(
            34,
            &claim(
                "v1",
                "[{name: a, exactly: {deviceClassName: c}}, {name: a, exactly: {deviceClassName: c}}]"
            )
        ),
        ["spec.devices.requests[1].name: Duplicate value: \"a\""]
    );
    assert_eq!(
        sentences_in(32, &claim("v1beta1", "[{name: a, deviceClassName: ''}]")),
        ["spec.devices.requests[0].deviceClassName: Required value"]
    );
    // What Go takes for nothing is no request, besides lists and capacities.
    let none =
        "spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required";
    assert_eq!(sentences(&claim("v1beta1", "[{name: a, count: 0, allocationMode: ''}]")), [none]);
    let class = "spec.devices.requests[0].exactly.deviceClassName: Required value";
    for field in ["count: 1, allocationMode: ExactCount", "allocationMode: All"] {
        assert_eq!(sentences(&claim("v1beta1", &format!("[{{name: a, {field}}}]"))), [class], "{field}");
    }
    let mode = "spec.devices.requests[0].exactly.allocationMode: Unsupported value: \"\": supported values: \"All\", \"ExactCount\"";
    assert_eq!(sentences(&claim("v1beta1", "[{name: a, capacity: {requests: {a: 1}}}]")), [class, mode]);
}

#[test]
fn selectors() {
    let with = |expression: &str| {
        claim(&format!(
            "{{requests: [{{name: a, exactly: {{deviceClassName: c, selectors: [{{cel: {{expression: {expression:?}}}}}]}}}}]}}"
        ))
    };
    for good in [
        "device.driver == \"gpu.example.com\"",
        "device.attributes[\"gpu.example.com\"].model == \"a100\"",
        "device.attributes[\"gpu.example.com\"].enabled",
        "device.attributes[\"d\"].version.isGreaterThan(semver(\"1.2.3\"))",
        "device.capacity[\"gpu.example.com\"].memory.compareTo(quantity(\"40Gi\")) >= 0",
        "cel.bind(dra, device.attributes[\"d\"], dra.one && dra.other)",
        "\"d\" in device.attributes && has(device.attributes[\"d\"].x)",
        "device.allowMultipleAllocations",
    ] {
        assert!(sentences(&with(good)).is_empty(), "{good}: {:?}", sentences(&with(good)));
    }
    let path = "spec.devices.requests[0].exactly.selectors[0].cel.expression: Invalid value: ";
    for (bad, said) in [
        ("device.foo == 1", "compilation failed: ERROR: <input>:1:7: undefined field 'foo'"),
        ("1 +", "compilation failed: ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>'"),
        ("device.driver", "must evaluate to bool or the unknown type, not string"),
        (
            "cel.bind(1, 2, true)",
            "compilation failed: ERROR: <input>:1:10: cel.bind() variable names must be simple identifiers",
        ),
        ("object.x == 1", "compilation failed: ERROR: <input>:1:1: undeclared reference to 'object'"),
    ] {
        let found = sentences(&with(bad));
        assert!(found.len() == 1 && found[0].starts_with(&format!("{path}{bad:?}: {said}")), "{found:?}");
    }
    // A device of several claims is off before 1.36.
    let shared = with("device.allowMultipleAllocations");
    assert!(sentences_in(35, &shared)[0].contains("undefined field"), "{:?}", sentences_in(35, &shared));
    let class = of("v1", "DeviceClass", "{selectors: [{cel: {expression: '1 +'}}, {}]}");
    assert_eq!(sentences(&class).len(), 2);
    // What is stored may stay.
    check(36, &class, &class, &["spec.selectors[1].cel: Required value"]);
}

#[test]
fn constraints_and_configurations() {
    let with = |more: &str| {
        claim(&format!(
            "{{requests: [{{name: a, exactly: {{deviceClassName: c}}}}, {{name: b, firstAvailable: [{{name: x, deviceClassName: c}}]}}], {more}}}"
        ))
    };
    let unknown = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
    let (c, bad) = (
        format!("spec.devices.constraints[0].requests[0]: Invalid value: \"c\": {unknown}"),
        format!("spec.devices.constraints[0].requests[1]: Invalid value: \"b/y\": {unknown}"),
    );
    table(
        &[
            ("constraints: [{requests: [a, b/x], matchAttribute: d.io/e}]", &[]),
            ("config: [{requests: [a], opaque: {driver: d.io, parameters: {a: b}}}]", &[]),
            ("constraints: [{requests: [c, b/y], distinctAttribute: d.io/e}]", &[c.as_str(), bad.as_str()]),
            (
                "constraints: [{requests: [a, a], matchAttribute: e}]",
                &[
                    "spec.devices.constraints[0].requests[1]: Duplicate value: \"a\"",
                    "spec.devices.constraints[0].matchAttribute: Invalid value: \"e\": a fully qualified name must be a domain and a name \
                     separated by a slash",
                ],
            ),
            (
                "constraints: [{}]",
                &[
                    "spec.devices.constraints[0]: Required value: exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but \
                     multiple fields are set",
                ],
            ),
            (
                "config: [{}, {opaque: {driver: '', parameters: [1]}}]",
                &[
                    "spec.devices.config[0].opaque: Required value",
                    "spec.devices.config[1].opaque.driver: Required value",
                    "spec.devices.config[1].opaque.parameters: Invalid value: \"<value omitted>\": must be a valid JSON object",
                ],
            ),
        ],
        with,
    );
}

#[test]
fn claims_and_templates_stay() {
    let old = claim("{requests: [{name: a, exactly: {deviceClassName: c}}]}");
    let new = old.replace("deviceClassName: c", "deviceClassName: d");
    check(36, &old, &old, &[]);
    check(36, &old, &new, &["spec: Invalid value: field is immutable"]);
    let template = of(
        "v1",
        "ResourceClaimTemplate",
        "{spec: {devices: {requests: [{name: a, exactly: {deviceClassName: ''}}]}}}",
    );
    assert_eq!(
        sentences(&template),
        ["spec.spec.devices.requests[0].exactly.deviceClassName: Required value"]
    );
}

#[test]
fn classes() {
    assert!(sentences(&of("v1", "DeviceClass", "{extendedResourceName: example.com/gpu}")).is_empty());
    assert_eq!(
        sentences(&of("v1", "DeviceClass", "{extendedResourceName: gpu}")),
        ["spec.extendedResourceName: Invalid value: \"gpu\": must be a valid extended resource name"]
    );
}

#[test]
fn slices() {
    let pool = "pool: {name: p, resourceSliceCount: 1, generation: 1}";
    let with = |more: &str| format!("{{driver: d.io, {pool}, {more}}}");
    let device = |device: &str| with(&format!("nodeName: web, devices: [{device}]"));
    let one = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
    let (none, both) = (
        format!("spec: Required value: {one}"),
        format!("spec: Invalid value: \"{{`nodeName`, `allNodes`}}\": {one}, but multiple fields are set"),
    );
    let (two, empty) = (
        device("{name: a, attributes: {a: {int: 1, bool: true}, d.io/b: {string: x}}}"),
        device("{name: a, attributes: {1a: {version: '1.0'}, b: {}}}"),
    );
    table(
        &[
            (&with("nodeName: web"), &[]),
            (
                &device(
                    "{name: a, attributes: {model: {string: x}, d.io/v: {version: 1.2.3-rc.1+b}}, capacity: {memory: {value: 1Gi}}}",
                ),
                &[],
            ),
            (&with("allNodes: true, sharedCounters: [{name: c, counters: {a: {value: 1}}}]"), &[]),
            (
                "{driver: '', pool: {name: '', resourceSliceCount: 0, generation: -1}, nodeName: web}",
                &[
                    "spec.driver: Required value",
                    "spec.pool.name: Required value",
                    "spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero",
                    "spec.pool.generation: Invalid value: -1: must be greater than or equal to zero",
                ],
            ),
            (&with("devices: []"), &[none.as_str()]),
            (&with("nodeName: web, allNodes: true"), &[both.as_str()]),
            (
                &with("nodeName: '', allNodes: true"),
                &["spec.nodeName: Invalid value: \"\": must be either unset or set to a non-empty string"],
            ),
            (&two, &["spec.devices[0].attributes[a]: Invalid value: exactly one value must be specified"]),
            (
                &empty,
                &[
                    "spec.devices[0].attributes: Invalid value: \"1a\": a valid C identifier must start with alphabetic character or '_', \
                     followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for \
                     validation is '[A-Za-z_][A-Za-z0-9_]*')",
                    "spec.devices[0].attributes[1a].version: Invalid value: \"1.0\": must be a string compatible with semver.org spec 2.0.0",
                    "spec.devices[0].attributes[b]: Invalid value: \"\": exactly one value must be specified",
                ],
            ),
            (
                &device("{name: a, taints: [{key: a, effect: Foo}]}, {name: a}"),
                &[
                    "spec.devices[0].taints[0].effect: Unsupported value: \"Foo\": supported values: \"NoExecute\", \"NoSchedule\", \"None\"",
                    "spec.devices[1]: Duplicate value: \"a\"",
                ],
            ),
            (
                &device("{name: a, nodeName: x, bindingConditions: [a.b/c]}"),
                &[
                    "spec.devices[0]: Invalid value: null: `nodeName`, `nodeSelector` and `allNodes` can only be set if \
                     `perDeviceNodeSelection` is set to true in the ResourceSlice spec",
                    "spec.devices[0].bindingFailureConditions: Invalid value: null: bindingFailureConditions are required to use bindingConditions",
                ],
            ),
            (
                &device("{name: a, consumesCounters: [{counterSet: ''}]}"),
                &[
                    "spec.devices[0].consumesCounters[0].counterSet: Required value",
                    "spec.devices[0].consumesCounters[0].counters: Required value",
                ],
            ),
        ],
        |spec| of("v1", "ResourceSlice", spec),
    );
    let many: Vec<String> = (0..129).map(|index| format!("{{name: d{index}}}")).collect();
    let many = with(&format!("nodeName: web, devices: [{}]", many.join(", ")));
    assert_eq!(
        sentences(&of("v1", "ResourceSlice", &many)),
        ["spec.devices: Too many: 129: must have at most 128 items"]
    );
    let many: Vec<String> = (0..49).map(|index| format!("a{index}: {{int: 1}}")).collect();
    let many =
        of("v1", "ResourceSlice", &device(&format!("{{name: a, attributes: {{{}}}}}", many.join(", "))));
    let both = "spec.devices[0]: Invalid value: 49: the total number of attributes and capacities must not exceed 32";
    let values =
        "spec.devices[0]: Invalid value: 49: the total number of attribute values must not exceed 48";
    assert_eq!(sentences(&many), [both, values]);
    assert_eq!(sentences_in(35, &many), [both]);
    let old = of("v1", "ResourceSlice", &with("nodeName: web"));
    check(
        36,
        &old,
        &old.replace("d.io", "e.io"),
        &["spec.driver: Invalid value: \"e.io\": field is immutable"],
    );
}

#[test]
fn capacities_that_are_shared() {
    let slice = |policy: &str| {
        of(
            "v1",
            "ResourceSlice",
            &format!(
                "{{driver: d.io, pool: {{name: p, resourceSliceCount: 1, generation: 1}}, nodeName: web, devices: [{{name: a, \
                 allowMultipleAllocations: true, capacity: {{memory: {{value: 10Gi, requestPolicy: {policy}}}}}}}]}}"
            ),
        )
    };
    let path = "spec.devices[0].capacity[memory].requestPolicy";
    for (policy, wanted) in [
        ("{default: 1Gi, validValues: [1Gi, 2Gi]}", vec![]),
        ("{default: 2Gi, validRange: {min: 1Gi, max: 4Gi, step: 1Gi}}", vec![]),
        ("{default: 8Gi, validRange: {min: 8Gi, step: 2Gi}}", vec![]),
        (
            "{default: 8Gi, validRange: {min: 8Gi, step: 3Gi}}",
            vec![
                ".validRange.step: Invalid value: \"3Gi\": one step 11Gi is larger than capacity value: 10Gi",
            ],
        ),
        ("{validValues: [1Gi]}", vec![".default: Required value: required when validValues is defined"]),
        (
            "{default: 3Gi, validValues: [2Gi, 1Gi, 11Gi]}",
            vec![
                ".validValues[1]: Invalid value: \"1Gi\": values must be sorted in ascending order",
                ".validValues[2]: Invalid value: \"11Gi\": option is larger than capacity value: 10Gi",
                ".validValues: Invalid value: \"3Gi\": default value is not valid according to the requestPolicy",
            ],
        ),
        (
            "{default: 1500Mi, validRange: {min: 1Gi, step: 1Gi}}",
            vec![
                ".validRange.step: Invalid value: \"1500Mi\": value is not a multiple of a given step (1Gi) from (1Gi)",
            ],
        ),
    ] {
        let wanted: Vec<String> = wanted.into_iter().map(|wanted| format!("{path}{wanted}")).collect();
        assert_eq!(sentences(&slice(policy)), wanted, "{policy}");
    }
    let alone = slice("{}").replace("allowMultipleAllocations: true, ", "");
    assert_eq!(sentences(&alone), [format!("{path}: Forbidden: allowMultipleAllocations must be true")]);
    // It is off before 1.36.
    assert!(sentences_in(35, &alone).is_empty());
}
