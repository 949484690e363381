//! Ephemeral containers of pods: the fields of other containers that they do not have.

use super::{documents, indexed, kinds, pod, problems};

fn found(version: u8, more: &str) -> Vec<String> {
    let text = format!(
        "containers: [{{name: a, image: a}}]\nephemeralContainers: [{{name: debug, image: b, {more}}}]"
    );
    let object = documents(&pod(&text));
    indexed(&problems(&kinds(version), &object[0], Some(&object[0])))
}

/// Whether a field is refused because it is set.
fn is_forbidden(version: u8, more: &str) -> bool {
    let field = more.split(':').next().unwrap_or_default();
    let forbidden =
        format!("spec.ephemeralContainers[0].{field}: Forbidden: cannot be set for an Ephemeral Container");
    found(version, more).contains(&forbidden)
}

/// Go compares with the zero value: a list or a pointer to nothing is not that.
#[test]
fn fields_that_are_set_to_nothing() {
    for (more, is_set) in [
        ("resources: {}", false),
        ("resources: null", false),
        ("resources: {limits: null}", false),
        ("resources: {limits: {}}", true),
        ("resources: {requests: {cpu: 1}}", true),
        ("ports: null", false),
        ("ports: []", true),
        ("livenessProbe: {}", true),
        ("readinessProbe: {exec: {command: [a]}}", true),
        ("startupProbe: null", false),
        ("lifecycle: {}", true),
        ("lifecycle: {preStop: {exec: {command: [a]}}}", true),
        ("restartPolicy: ''", true),
        ("command: [a]", false),
    ] {
        assert_eq!(is_forbidden(36, more), is_set, "{more}");
    }
}

/// The server drops fields whose features are off before it looks at them.
#[test]
fn fields_that_are_dropped() {
    for (more, versions) in [
        ("resizePolicy: [{resourceName: cpu, restartPolicy: NotRequired}]", &[33, 34, 35, 36][..]),
        ("restartPolicy: Always", &[31, 32, 33, 35, 36]),
        ("restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [1]}}]", &[35, 36]),
        ("resources: {claims: []}", &[34, 35, 36]),
        ("lifecycle: {stopSignal: SIGTERM}", &[31, 32]),
        ("lifecycle: {stopSignal: SIGTERM, postStart: {exec: {command: [a]}}}", &[31, 32, 33, 34, 35, 36]),
    ] {
        let found: Vec<u8> = (31..=36).filter(|version| is_forbidden(*version, more)).collect();
        assert_eq!(found, versions, "{more}");
    }
}

#[test]
fn init_containers_can_have_a_signal_that_is_dropped() {
    let with = |lifecycle: &str| {
        pod(&format!(
            "containers: [{{name: a, image: a}}]\ninitContainers: [{{name: b, image: b, lifecycle: {lifecycle}}}]"
        ))
    };
    assert_eq!(super::sentences(&with("{stopSignal: SIGTERM}")), [""; 0]);
    assert_eq!(
        super::sentences(&with("{}")),
        [
            "spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always"
        ]
    );
}
