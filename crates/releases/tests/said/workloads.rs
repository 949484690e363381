//! Images of workloads.

use super::of;

#[test]
fn workloads_have_images() {
    for (image, expected) in [
        (
            "quay.io/jetstack/cert-manager-controller:v1.16.2",
            "3 image quay.io/jetstack/cert-manager-controller =v1.16.2",
        ),
        ("quay.io:443/a/b:v1.16.2@sha256:00", "3 image quay.io:443/a/b =v1.16.2"),
        ("quay.io:443/a/b@sha256:00", "3 image quay.io:443/a/b ?"),
        ("nginx:latest", "3 image nginx ?latest"),
        ("nginx", "3 image nginx ?"),
        ("a/b:1.19-alpine", "3 image a/b ~1.19"),
    ] {
        for kind in ["Deployment", "StatefulSet", "DaemonSet"] {
            let text = format!(
                "kind: {kind}\napiVersion: apps/v1\nspec: {{template: {{spec: {{containers: [{{image: '{image}'}}]}}}}}}\n"
            );
            assert_eq!(of("a.yaml", &text), [expected], "{image}");
        }
    }
    for image in ["", "'{{ .Values.image }}'", "'${IMAGE}'", "{a: b}"] {
        let text = format!(
            "kind: Deployment\napiVersion: apps/v1\nspec: {{template: {{spec: {{containers: [{{image: {image}}}]}}}}}}\n"
        );
        assert_eq!(of("a.yaml", &text), [""; 0], "{image}");
    }
    let list = "kind: List # renovate:\napiVersion: v1\nitems:\n- kind: Pod\n  apiVersion: v1\n  spec: {initContainers: [{image: a:1.2.3}]}\n- kind: CronJob\n  apiVersion: batch/v1\n  spec: {jobTemplate: {spec: {template: {spec: {containers: [{image: b:1.2.3}]}}}}}\n";
    assert_eq!(of("a.yaml", list), ["6 image a =1.2.3", "9 image b =1.2.3"]);
}
