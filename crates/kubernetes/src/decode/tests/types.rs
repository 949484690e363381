//! Wrong types: the value, the struct and the path, the Go type.

use crdc_source::{Source, parse};
use crdc_vocabulary::Minor;

use super::{check, container, error, pod, problems};
use crate::archive::Archive;
use crate::kinds::Kinds;

#[test]
fn a_problem_has_the_whole_sentence_the_place_and_advice() {
    let text = "apiVersion: apps/v1\nkind: Deployment\nspec:\n  replicas: \"3\"\n";
    let [problem] = <[_; 1]>::try_from(problems(text)).unwrap();
    assert_eq!(
        problem.message(),
        "Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field \
         DeploymentSpec.spec.replicas of type int32"
    );
    assert_eq!((problem.id, problem.path.as_str()), ("wrong-type", "spec.replicas"));
    assert_eq!(&text[problem.span.start as usize..problem.span.end as usize], "\"3\"");
    assert_eq!(problem.help.as_deref(), Some("write the number without quotes"));
}

#[test]
fn integers_are_told_with_the_number() {
    let replicas =
        |value: &str| format!("{{apiVersion: apps/v1, kind: Deployment, spec: {{replicas: {value}}}}}");
    let into = "into Go struct field DeploymentSpec.spec.replicas of type int32";
    for (value, told) in [
        ("1.5", "number 1.5"),
        ("9999999999", "number 9999999999"),
        ("2147483648", "number 2147483648"),
        ("-2147483649", "number -2147483649"),
        ("1e10", "number 10000000000"),
        ("1e30", "number 1e+30"),
        ("18446744073709551615", "number 18446744073709552000"),
        ("1e-7", "number 1e-7"),
        ("\"1\"", "string"),
        ("1_000_000_000_0", "number 10000000000"),
        ("0x1FFFFFFFF", "number 8589934591"),
        ("yes", "bool"),
        ("[1]", "array"),
        ("{a: 1}", "object"),
    ] {
        check(&replicas(value), &[&format!("{value} | json: cannot unmarshal {told} {into}")]);
    }
    for value in ["3", "1.0", "1e3", "-1", "0x10", "010", "2147483647", "-2147483648", "null", "~", ""] {
        check(&replicas(value), &[]);
    }
}

#[test]
fn each_type_has_its_name() {
    for (manifest, expected) in [
        (
            pod("terminationGracePeriodSeconds: 1.5"),
            "1.5 | json: cannot unmarshal number 1.5 into Go struct field PodSpec.spec.terminationGracePeriodSeconds of type int64",
        ),
        (
            pod("terminationGracePeriodSeconds: 1e19"),
            "1e19 | json: cannot unmarshal number 10000000000000000000 into Go struct field \
             PodSpec.spec.terminationGracePeriodSeconds of type int64",
        ),
        (
            pod("hostNetwork: \"yes\""),
            "\"yes\" | json: cannot unmarshal string into Go struct field PodSpec.spec.hostNetwork of type bool",
        ),
        (
            pod("hostPID: 1"),
            "1 | json: cannot unmarshal number into Go struct field PodSpec.spec.hostPID of type bool",
        ),
        (
            pod("nodeName: 5"),
            "5 | json: cannot unmarshal number into Go struct field PodSpec.spec.nodeName of type string",
        ),
        (
            pod("nodeName: 1.5"),
            "1.5 | json: cannot unmarshal number into Go struct field PodSpec.spec.nodeName of type string",
        ),
        (
            pod("nodeName: [a]"),
            "[a] | json: cannot unmarshal array into Go struct field PodSpec.spec.nodeName of type string",
        ),
        (
            pod("restartPolicy: no"),
            "no | json: cannot unmarshal bool into Go struct field PodSpec.spec.restartPolicy of type v1.RestartPolicy",
        ),
        (
            container("imagePullPolicy: 1"),
            "1 | json: cannot unmarshal number into Go struct field Container.spec.containers.imagePullPolicy of type v1.PullPolicy",
        ),
        (
            container("command: echo hi"),
            "echo hi | json: cannot unmarshal string into Go struct field Container.spec.containers.command of type []string",
        ),
        (
            container("args: [run, 1]"),
            "1 | json: cannot unmarshal number into Go struct field Container.spec.containers.args of type string",
        ),
        (
            container("ports: {containerPort: 80}"),
            "{containerPort: 80} | json: cannot unmarshal object into Go struct field Container.spec.containers.ports of \
             type []v1.ContainerPort",
        ),
        (
            container("ports: [80]"),
            "80 | json: cannot unmarshal number into Go struct field Container.spec.containers.ports of type v1.ContainerPort",
        ),
        (
            container("env: {A: b}"),
            "{A: b} | json: cannot unmarshal object into Go struct field Container.spec.containers.env of type []v1.EnvVar",
        ),
        (
            container("env: [{name: A, value: true}]"),
            "true | json: cannot unmarshal bool into Go struct field EnvVar.spec.containers.env.value of type string",
        ),
        (
            container("livenessProbe: {httpGet: {scheme: 1}}"),
            "1 | json: cannot unmarshal number into Go struct field HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.scheme of \
             type v1.URIScheme",
        ),
        (
            container("resources: {limits: [1]}"),
            "[1] | json: cannot unmarshal array into Go struct field ResourceRequirements.spec.containers.resources.limits of \
             type v1.ResourceList",
        ),
        (
            container("resources: none"),
            "none | json: cannot unmarshal string into Go struct field Container.spec.containers.resources of type \
             v1.ResourceRequirements",
        ),
        (
            pod("nodeSelector: [a]"),
            "[a] | json: cannot unmarshal array into Go struct field PodSpec.spec.nodeSelector of type map[string]string",
        ),
        (
            pod("containers: [a]"),
            "a | json: cannot unmarshal string into Go struct field PodSpec.spec.containers of type v1.Container",
        ),
        (
            pod("volumes: [{name: v, emptyDir: \"\"}]"),
            "\"\" | json: cannot unmarshal string into Go struct field Volume.spec.volumes.VolumeSource.emptyDir of type \
             v1.EmptyDirVolumeSource",
        ),
        (
            "{apiVersion: v1, kind: Pod, spec: abc}".to_owned(),
            "abc | json: cannot unmarshal string into Go struct field Pod.spec of type v1.PodSpec",
        ),
        (
            "{apiVersion: v1, kind: Pod, metadata: []}".to_owned(),
            "[] | json: cannot unmarshal array into Go struct field Pod.metadata of type v1.ObjectMeta",
        ),
        (
            "{apiVersion: v1, kind: PersistentVolumeClaim, spec: {accessModes: ReadWriteOnce}}".to_owned(),
            "ReadWriteOnce | json: cannot unmarshal string into Go struct field PersistentVolumeClaimSpec.spec.accessModes of type \
             []v1.PersistentVolumeAccessMode",
        ),
        (
            "{apiVersion: v1, kind: PersistentVolumeClaim, spec: {accessModes: [1]}}".to_owned(),
            "1 | json: cannot unmarshal number into Go struct field PersistentVolumeClaimSpec.spec.accessModes of type \
             v1.PersistentVolumeAccessMode",
        ),
        (
            "{apiVersion: authentication.k8s.io/v1, kind: TokenReview, status: {user: {extra: {a: b}}}}".to_owned(),
            "b | json: cannot unmarshal string into Go struct field UserInfo.status.user.extra of type v1.ExtraValue",
        ),
        (
            "{apiVersion: authentication.k8s.io/v1, kind: TokenReview, status: {user: {extra: {a: [1]}}}}".to_owned(),
            "1 | json: cannot unmarshal number into Go struct field UserInfo.status.user.extra of type string",
        ),
        (
            "{apiVersion: batch/v1, kind: CronJob, spec: {jobTemplate: {spec: {template: {spec: {containers: x}}}}}}".to_owned(),
            "x | json: cannot unmarshal string into Go struct field PodSpec.spec.jobTemplate.spec.template.spec.containers of \
             type []v1.Container",
        ),
        (
            "{apiVersion: networking.k8s.io/v1, kind: Ingress, spec: {rules: [{http: {paths: [{backend: {service: {port: 80}}}]}}]}}"
                .to_owned(),
            "80 | json: cannot unmarshal number into Go struct field IngressServiceBackend.spec.rules.IngressRuleValue.http.paths.backend.service.port \
             of type v1.ServiceBackendPort",
        ),
        (
            "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, rules: [{verbs: get}]}".to_owned(),
            "get | json: cannot unmarshal string into Go struct field PolicyRule.rules.verbs of type []string",
        ),
    ] {
        check(&manifest, &[expected]);
    }
}

#[test]
fn metadata_has_types_too() {
    let metadata = |members: &str| format!("{{apiVersion: v1, kind: ConfigMap, metadata: {{{members}}}}}");
    for (members, expected) in [
        (
            "labels: {on: true}",
            "true | json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string",
        ),
        (
            "labels: {a: 5}",
            "5 | json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string",
        ),
        (
            "annotations: {a: [x]}",
            "[x] | json: cannot unmarshal array into Go struct field ObjectMeta.metadata.annotations of type string",
        ),
        (
            "labels: [a]",
            "[a] | json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type map[string]string",
        ),
        (
            "name: 5",
            "5 | json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string",
        ),
        (
            "uid: 5",
            "5 | json: cannot unmarshal number into Go struct field ObjectMeta.metadata.uid of type types.UID",
        ),
        (
            "generation: \"1\"",
            "\"1\" | json: cannot unmarshal string into Go struct field ObjectMeta.metadata.generation of type int64",
        ),
        (
            "finalizers: [1]",
            "1 | json: cannot unmarshal number into Go struct field ObjectMeta.metadata.finalizers of type string",
        ),
        (
            "ownerReferences: [{controller: \"true\"}]",
            "\"true\" | json: cannot unmarshal string into Go struct field OwnerReference.metadata.ownerReferences.controller of \
             type bool",
        ),
        (
            "managedFields: [{operation: 1}]",
            "1 | json: cannot unmarshal number into Go struct field ManagedFieldsEntry.metadata.managedFields.operation of type \
             v1.ManagedFieldsOperationType",
        ),
    ] {
        check(&metadata(members), &[expected]);
    }
    check(
        &metadata("labels: {a: null}, annotations: null, creationTimestamp: null, ownerReferences: ~"),
        &[],
    );
}

#[test]
fn null_is_nothing_of_every_type() {
    for manifest in [
        container(
            "image: null, command: null, args: [null], env: [null], ports: null, resources: {limits: {cpu: null}}",
        ),
        pod(
            "hostNetwork: null, nodeSelector: {a: null}, terminationGracePeriodSeconds: null, volumes: [null]",
        ),
        "{apiVersion: v1, kind: Pod, metadata: null, spec: null, status: null}".to_owned(),
        "{apiVersion: v1, kind: Secret, data: {a: null}, stringData: null, immutable: null}".to_owned(),
        "{apiVersion: v1, kind: Service, spec: {ports: [{targetPort: null, port: null}]}}".to_owned(),
        "{apiVersion: coordination.k8s.io/v1, kind: Lease, spec: {renewTime: null}}".to_owned(),
    ] {
        check(&manifest, &[]);
    }
}

#[test]
fn all_problems_are_reported() {
    check(
        &container("image: 1, ports: [{containerPort: \"80\"}], foo: 1, resources: {limits: {cpu: 1x}}"),
        &[
            "1 | json: cannot unmarshal number into Go struct field Container.spec.containers.image of type string",
            "\"80\" | json: cannot unmarshal string into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32",
            "foo | strict decoding error: unknown field \"spec.containers[0].foo\"",
            "1x | quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
        ],
    );
}

#[test]
fn an_object_without_kind_has_that_of_its_definition() {
    let (nodes, _) = crdc_source::parse(&crdc_source::Source::new("a", "data: 1\n"));
    let definition = super::NEWEST.find("v1", "ConfigMap").unwrap();
    let found = crate::decode::problems(&super::NEWEST, definition, &nodes[0]);
    assert_eq!(
        found[0].message(),
        "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field \
         ConfigMap.data of type map[string]string"
    );
}

#[test]
fn lists_of_a_kind_are_decoded_with_their_items() {
    check(
        "{apiVersion: v1, kind: PodList, metadata: {continue: 1}, items: [{spec: {hostNetwork: 1, foo: 2}}]}",
        &[
            "1 | json: cannot unmarshal number into Go struct field ListMeta.metadata.continue of type string",
            "1 | json: cannot unmarshal number into Go struct field PodSpec.items.spec.hostNetwork of type bool",
            "foo | strict decoding error: unknown field \"items[0].spec.foo\"",
        ],
    );
    check("{apiVersion: v1, kind: ConfigMapList, items: null}", &[]);
}

#[test]
fn a_type_that_is_not_known_is_left_out() {
    let document = serde_json::json!({ "components": { "schemas": { "com.example.v1.Shop": {
        "type": "object",
        "properties": {
            "apiVersion": { "type": "string" },
            "kind": { "type": "string" },
            "metadata": { "type": "object" },
            "owner": { "type": "string" },
            "size": { "type": "integer", "format": "int32" },
            "tags": { "type": "array", "items": { "type": "string" } },
        },
        "x-kubernetes-group-version-kind": [{ "group": "example.com", "version": "v1", "kind": "Shop" }],
    } } } });
    let version = super::NEWEST.version();
    let archive = crate::archive::Archive::of_documents(&[(version, document)]);
    let kinds = crate::Kinds::of(archive, version).unwrap();
    let definition = kinds.find("example.com/v1", "Shop").unwrap();
    let text = "{apiVersion: example.com/v1, kind: Shop, owner: 1, size: x, tags: {}, metadata: {a: 1}}";
    let (nodes, _) = crdc_source::parse(&crdc_source::Source::new("a", text));
    let found: Vec<String> = crate::decode::problems(&kinds, definition, &nodes[0])
        .into_iter()
        .map(|problem| problem.message().split_once(": ").unwrap().1.to_owned())
        .collect();
    assert_eq!(
        found,
        [
            "json: cannot unmarshal number into Go struct field Shop.owner",
            "json: cannot unmarshal string into Go struct field Shop.size of type int32",
            "json: cannot unmarshal object into Go struct field Shop.tags",
        ]
    );
}

#[test]
fn embedded_structs_are_named_since_1_35() {
    let text = pod("volumes: [{hostPath: {path: 1}}]");
    let (nodes, _) = parse(&Source::new("a.yaml", text));
    for (minor, expected) in [
        (34, "HostPathVolumeSource.spec.volumes.hostPath.path"),
        (35, "HostPathVolumeSource.spec.volumes.VolumeSource.hostPath.path"),
        (36, "HostPathVolumeSource.spec.volumes.VolumeSource.hostPath.path"),
    ] {
        let kinds = Kinds::of(Archive::built_in().unwrap(), Minor(minor)).unwrap();
        let found = crate::decode::problems(&kinds, kinds.find("v1", "Pod").unwrap(), &nodes[0]);
        let said: Vec<String> = found.iter().map(error).collect();
        let expected =
            format!("json: cannot unmarshal number into Go struct field {expected} of type string");
        assert_eq!(said, [expected], "1.{minor}");
    }
}
