//! Annotations that have a meaning for pods.

use super::{SELECTED, deployment, indented, sentences, table};

/// A pod with these lines of metadata, and with more fields of the spec.
fn annotated(annotations: &str, spec: &str) -> String {
    let annotations = indented(annotations, 4);
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  annotations:\n{annotations}spec:\n  containers: [{{name: app, image: \
         a{spec}}}]\n"
    )
}

#[test]
fn annotations_of_pods() {
    table(
        &[
            ("controller.kubernetes.io/pod-deletion-cost: '-10'", &[]),
            (
                "controller.kubernetes.io/pod-deletion-cost: '+1'",
                &[
                    "metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: \"+1\": must be a 32bit integer",
                ],
            ),
            (
                "controller.kubernetes.io/pod-deletion-cost: '2147483648'",
                &[
                    "metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: \"2147483648\": must be a 32bit \
                     integer",
                ],
            ),
            (
                "kubernetes.io/config.mirror: x",
                &[
                    "metadata.annotations[kubernetes.io/config.mirror]: Invalid value: \"x\": must set spec.nodeName if mirror pod \
                     annotation is set",
                ],
            ),
            ("seccomp.security.alpha.kubernetes.io/pod: runtime/default", &[]),
            (
                "container.seccomp.security.alpha.kubernetes.io/app: other",
                &[
                    "metadata.annotations.container.seccomp.security.alpha.kubernetes.io/app: Invalid value: \"other\": must be a valid \
                     seccomp profile",
                ],
            ),
            (
                "seccomp.security.alpha.kubernetes.io/pod: localhost/../a",
                &[
                    "metadata.annotations.seccomp.security.alpha.kubernetes.io/pod: Invalid value: \"../a\": must not contain '..'",
                ],
            ),
            ("container.apparmor.security.beta.kubernetes.io/app: localhost/a", &[]),
            (
                "container.apparmor.security.beta.kubernetes.io/nope: other",
                &[
                    "metadata.annotations[container.apparmor.security.beta.kubernetes.io/nope]: Invalid value: \"nope\": container not \
                     found",
                    "metadata.annotations[container.apparmor.security.beta.kubernetes.io/nope]: Invalid value: \"other\": invalid \
                     AppArmor profile name: \"other\"",
                ],
            ),
        ],
        |annotations| annotated(annotations, ""),
    );
}

#[test]
fn annotations_and_fields() {
    let apparmor = |value: &str, profile: &str| {
        let key = "container.apparmor.security.beta.kubernetes.io/app";
        let context = format!(", securityContext: {{appArmorProfile: {{{profile}}}}}");
        sentences(&annotated(&format!("{key}: {value}"), &context))
    };
    let at = "spec.containers[0].securityContext.appArmorProfile";
    assert_eq!(apparmor("unconfined", "type: Unconfined"), [""; 0]);
    assert_eq!(
        apparmor("runtime/default", "type: Unconfined"),
        [format!("{at}.type: Forbidden: apparmor type in annotation and field must match")]
    );
    assert_eq!(
        apparmor("localhost/a", "type: Localhost, localhostProfile: b"),
        [format!("{at}.localhostProfile: Forbidden: apparmor profile in annotation and field must match")]
    );
    let seccomp = |value: &str| {
        let key = "container.seccomp.security.alpha.kubernetes.io/app";
        let context = ", securityContext: {seccompProfile: {type: RuntimeDefault}}";
        sentences(&annotated(&format!("{key}: {value}"), context))
    };
    assert_eq!(seccomp("docker/default"), [""; 0]);
    assert_eq!(
        seccomp("unconfined"),
        [
            "spec.containers[0].securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match"
        ]
    );
}

#[test]
fn annotations_of_templates() {
    let text = deployment(SELECTED).replace(
        "metadata: {labels: {app: web}}",
        "metadata: {labels: {app: web}, annotations: {controller.kubernetes.io/pod-deletion-cost: a}}",
    );
    assert_eq!(
        sentences(&text),
        [
            "spec.template.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: \"a\": must be a 32bit integer"
        ]
    );
}
