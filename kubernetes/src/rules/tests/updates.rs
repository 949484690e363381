//! Updates: what cannot be changed.

use super::{SELECTED, deployment, documents, kinds, problems};

#[track_caller]
fn check(version: u8, old: &str, new: &str, wanted: &[&str]) {
    let (old, new) = (documents(old), documents(new));
    let found = problems(&kinds(version), &new[0], Some(&old[0]));
    assert_eq!(super::indexed(&found), wanted);
}

#[test]
fn selectors() {
    let old = deployment(SELECTED);
    let new = old.replace("app: web", "app: api");
    check(36, &old, &old, &[]);
    check(
        36,
        &old,
        &new,
        &["spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"api\"}}: field is immutable"],
    );
    check(
        31,
        &old,
        &new,
        &["spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{\"app\":\"api\"}, \
             MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable"],
    );
    let image = old.replace("app:1", "app:2");
    check(36, &old, &image, &[]);
}

#[test]
fn jobs() {
    let job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: 'a:1'}]}}}\n";
    check(36, job, &job.replace("a:1", "a:2"), &["spec.template: Invalid value: field is immutable"]);
    check(36, job, &job.replace("image: 'a:1'", "image: 'a:1', imagePullPolicy: IfNotPresent"), &[]);
    check(
        36,
        job,
        &job.replace("image: 'a:1'", "image: 'a:1', args: [b]"),
        &["spec.template: Invalid value: field is immutable"],
    );
    check(36, job, &job.replace("spec: {template", "spec: {parallelism: 2, template"), &[]);
}

#[test]
fn stateful_sets() {
    let set = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: a}\nspec: {serviceName: a, selector: {matchLabels: {a: b}}, template: {metadata: \
        {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}, volumeClaimTemplates: [{metadata: {name: d}, spec: {accessModes: \
        [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}\n";
    check(36, set, &set.replace("image: a", "image: b"), &[]);
    check(36, set, &set.replace("1Gi", "1024Mi"), &[]);
    for new in [set.replace("1Gi", "2Gi"), set.replace("serviceName: a", "serviceName: b")] {
        check(
            36,
            set,
            &new,
            &[
                "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
            ],
        );
    }
}

#[test]
fn services_keep_their_address() {
    let service = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}\n";
    check(36, service, &service.replace("clusterIP: 10.0.0.1, ", ""), &[]);
    check(
        36,
        service,
        &service.replace("10.0.0.1", "10.0.0.2"),
        &["spec.clusterIPs[0]: Invalid value: [\"10.0.0.2\"]: may not change once set"],
    );
}

#[test]
fn data_that_is_frozen() {
    let map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nimmutable: true\ndata: {a: b}\n";
    check(36, map, map, &[]);
    check(
        36,
        map,
        &map.replace("a: b", "a: c"),
        &["data: Forbidden: field is immutable when `immutable` is set"],
    );
    check(
        36,
        map,
        &map.replace("immutable: true\n", ""),
        &["immutable: Forbidden: field is immutable when `immutable` is set"],
    );
    check(36, &map.replace("immutable: true\n", ""), &map.replace("a: b", "a: c"), &[]);
    let secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n";
    check(36, secret, &format!("{secret}type: Opaque\n"), &[]);
    check(
        36,
        secret,
        &format!("{secret}type: example.com/a\n"),
        &["type: Invalid value: \"example.com/a\": field is immutable"],
    );
}

#[test]
fn bindings_keep_their_role() {
    let binding = "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: a}\nroleRef: {kind: Role, name: a}\n";
    check(
        36,
        binding,
        &binding.replace("kind: Role,", "apiGroup: rbac.authorization.k8s.io, kind: Role,"),
        &[],
    );
    check(
        36,
        binding,
        &binding
            .replace("name: a}\nroleRef: {kind: Role, name: a", "name: a}\nroleRef: {kind: Role, name: b"),
        &[
            "roleRef: Invalid value: {\"APIGroup\":\"rbac.authorization.k8s.io\",\"Kind\":\"Role\",\"Name\":\"b\"}: cannot change roleRef",
        ],
    );
}

#[test]
fn classes_and_claims() {
    let class = "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: a}\nprovisioner: p\n";
    check(36, class, &format!("{class}reclaimPolicy: Delete\n"), &[]);
    check(
        35,
        class,
        &format!("{class}reclaimPolicy: Retain\n"),
        &["reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden."],
    );
    check(
        36,
        class,
        &class.replace("provisioner: p", "provisioner: q"),
        &["provisioner: Invalid value: \"q\": field is immutable"],
    );
    let claim = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteOnce], storageClassName: a, \
        resources: {requests: {storage: 1Gi}}}\n";
    check(36, claim, &claim.replace("1Gi", "2Gi"), &[]);
    check(
        36,
        claim,
        &claim.replace("storageClassName: a", "storageClassName: b"),
        &[
            "spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims",
        ],
    );
}

#[test]
fn claims_do_not_shrink() {
    let claim = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: \
        10Gi}}}\n";
    let path = "spec.resources.requests.storage: Forbidden: field can not be less than";
    let less = claim.replace("10Gi", "5Gi");
    check(36, claim, &less, &[&format!("{path} status.capacity")]);
    check(31, claim, &less, &[&format!("{path} previous value")]);
    check(36, claim, &claim.replace("10Gi", "10240Mi"), &[]);
    // A claim that failed to grow can go back to what is above its size.
    let growing = format!("{claim}status: {{capacity: {{storage: 1Gi}}}}\n");
    check(36, &growing, &less, &[]);
    check(36, &growing, &claim.replace("10Gi", "1Gi"), &[&format!("{path} status.capacity")]);
    check(36, &growing, &claim.replace("10Gi", "20Gi"), &[]);
}

#[test]
fn pods() {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {restartPolicy: Never, containers: [{name: a, image: 'a:1', args: [a], env: [{name: A, value: b}]}]}\n";
    let others = "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,\
        `spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set \
        to 1 if it was previously negative)";
    check(36, pod, pod, &[]);
    check(36, pod, &pod.replace("a:1", "a:2"), &[]);
    check(36, pod, &pod.replace("metadata: {name: a}", "metadata: {name: a, labels: {a: b}}"), &[]);
    check(36, pod, &pod.replace("spec: {", "spec: {activeDeadlineSeconds: 5, "), &[]);
    check(36, pod, &pod.replace("spec: {", "spec: {tolerations: [{operator: Exists}], "), &[]);
    for (from, to) in [
        ("args: [a]", "args: [b]"),
        ("args: [a]", "args: [a], command: [c]"),
        ("value: b", "value: c"),
        ("restartPolicy: Never", "restartPolicy: Always"),
        ("spec: {", "spec: {hostNetwork: true, "),
    ] {
        check(36, pod, &pod.replace(from, to), &[others]);
    }
    check(
        36,
        pod,
        &pod.replace("]}]}", "]}, {name: b, image: b}]}"),
        &["spec.containers: Forbidden: pod updates may not add or remove containers"],
    );
    // What admission and the scheduler add is no change.
    let stored = pod.replace(
        "spec: {",
        "spec: {nodeName: n, serviceAccountName: default, volumes: [{name: t, projected: {sources: []}}], ",
    );
    let stored = stored.replace("args:", "volumeMounts: [{name: t, mountPath: /t}], resources: {}, args:");
    check(36, &stored, pod, &[]);
}
