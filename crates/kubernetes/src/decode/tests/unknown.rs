//! Unknown fields: how they are written, and what is suggested.

use super::{check, container, pod, problems};

#[test]
fn unknown_fields_are_told_with_their_path() {
    for (manifest, expected) in [
        (container("imagee: a"), "imagee | strict decoding error: unknown field \"spec.containers[0].imagee\""),
        (container("Image: a"), "Image | strict decoding error: unknown field \"spec.containers[0].Image\""),
        ("{apiVersion: v1, kind: Pod, specs: {}}".to_owned(), "specs | strict decoding error: unknown field \"specs\""),
        (pod("a\"b: 1"), "a\"b | strict decoding error: unknown field \"spec.a\\\"b\""),
        (
            "{apiVersion: v1, kind: Pod, metadata: {label: {}}}".to_owned(),
            "label | strict decoding error: unknown field \"metadata.label\"",
        ),
        (
            "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, spec: {devices: [{attributes: {model: {text: a}}}]}}".to_owned(),
            "text | strict decoding error: unknown field \"spec.devices[0].attributes.model.text\"",
        ),
        (
            "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, spec: {versions: [{subresources: {status: {a: 1}}}]}}"
                .to_owned(),
            "a | strict decoding error: unknown field \"spec.versions[0].subresources.status.a\"",
        ),
    ] {
        check(&manifest, &[expected]);
    }
}

#[test]
fn the_path_of_an_unknown_field_is_that_of_the_sentence() {
    let [problem] = <[_; 1]>::try_from(problems(&container("imagee: a"))).unwrap();
    assert_eq!((problem.id, problem.path.as_str()), ("unknown-field", "spec.containers[0].imagee"));
}

#[test]
fn advice_names_the_field_that_was_meant_or_its_place() {
    let deployment = |spec: &str| format!("{{apiVersion: apps/v1, kind: Deployment, spec: {{{spec}}}}}");
    for (manifest, help) in [
        (deployment("replica: 3"), "did you mean `replicas`?"),
        (container("imagePullpolicy: Always"), "did you mean `imagePullPolicy`?"),
        (container("enviroment: []"), "correct the name, or remove it"),
        (deployment("containers: []"), "`containers` is a field of spec.template.spec: move it there"),
        (
            deployment("template: {containers: []}"),
            "`containers` is a field of spec.template.spec: move it there",
        ),
        (
            deployment("template: {labels: {}}"),
            "`labels` is a field of spec.template.metadata: move it there",
        ),
        (deployment("template: {spec: {replicas: 3}}"), "`replicas` is a field of spec: move it there"),
        (container("volumes: []"), "`volumes` is a field of spec: move it there"),
        (container("initContainers: []"), "`initContainers` is a field of spec: move it there"),
        (
            pod("imagePullPolicy: Always"),
            "`imagePullPolicy` is a field of spec.containers[], spec.ephemeralContainers[] and spec.initContainers[]: move it there",
        ),
        (
            "{apiVersion: v1, kind: Service, port: 80}".to_owned(),
            "`port` is a field of spec.ports[]: move it there",
        ),
        (
            "{apiVersion: v1, kind: Service, spec: {metadata: {}}}".to_owned(),
            "`metadata` is a field of the object itself: move it there",
        ),
        (
            "{apiVersion: batch/v1, kind: CronJob, spec: {containers: []}}".to_owned(),
            "`containers` is a field of spec.jobTemplate.spec.template.spec: move it there",
        ),
        (
            deployment("labels: {}"),
            "`labels` is a field of spec.template.metadata and metadata: move it there",
        ),
        (
            deployment("template: {spec: {labels: {}}}"),
            "`labels` is a field of spec.template.metadata: move it there",
        ),
        (
            container("securityContext: {fsGroup: 1}"),
            "`fsGroup` is a field of spec.securityContext: move it there",
        ),
        (
            pod("securityContext: {capabilities: {}}"),
            "`capabilities` is a field of spec.containers[].securityContext: move it there",
        ),
        (pod("volumes: [{name: a, storageos: {pool: a}}]"), "correct the name, or remove it"),
        (
            "{apiVersion: v1, kind: ConfigMap, metadata: {data: {}}}".to_owned(),
            "`data` is a field of the object itself: move it there",
        ),
        (
            "{apiVersion: networking.k8s.io/v1, kind: Ingress, spec: {backend: {}}}".to_owned(),
            "`backend` is of an older version: write `defaultBackend`",
        ),
        (deployment("kind: a"), "correct the name, or remove it"),
    ] {
        let [problem] = <[_; 1]>::try_from(problems(&manifest)).unwrap();
        assert_eq!(problem.help.as_deref(), Some(help), "{manifest}");
    }
}

#[test]
fn fields_of_unknown_fields_are_not_told() {
    check(&pod("foo: {bar: 1, containers: 5}"), &["foo | strict decoding error: unknown field \"spec.foo\""]);
}

#[test]
fn no_more_problems_are_told_than_a_server_tells() {
    let unknown: Vec<String> = (0..1_000).map(|index| format!("f{index}: 1")).collect();
    assert_eq!(problems(&pod(&unknown.join(", "))).len(), 100);
    let wrong: Vec<String> = (0..1_000).map(|index| format!("f{index}: 1")).collect();
    let wrong = format!("nodeSelector: {{{}}}", wrong.join(", "));
    assert_eq!(problems(&pod(&wrong)).len(), 100);
    // A server counts unknown fields only, and an error of a type comes before them.
    for text in [format!("{}, {wrong}", unknown.join(", ")), format!("{wrong}, {}", unknown.join(", "))] {
        let problems = problems(&pod(&text));
        assert_eq!(problems.iter().filter(|problem| problem.id == "wrong-type").count(), 100);
        assert_eq!(problems.len(), 200);
    }
}
