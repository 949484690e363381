//! Updates: what cannot be changed.

use super::{SELECTED, deployment, documents, kinds, problems};

#[track_caller]
pub(super) fn check(version: u8, old: &str, new: &str, wanted: &[&str]) {
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
    let named = binding.replace("kind: Role, name: a", "kind: Role, name: a&b");
    for (version, shown) in [
        (36, "{\"APIGroup\":\"rbac.authorization.k8s.io\",\"Kind\":\"Role\",\"Name\":\"a\\u0026b\"}"),
        (33, "rbac.RoleRef{APIGroup:\"rbac.authorization.k8s.io\", Kind:\"Role\", Name:\"a&b\"}"),
    ] {
        let wanted = format!("roleRef: Invalid value: {shown}: cannot change roleRef");
        check(version, binding, &named, &[&wanted]);
    }
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
    let with = |parameters: &str| format!("{class}parameters: {{{parameters}}}\n");
    for added in ["'': b", "'': a", "c: b"] {
        let (old, new) = (with("a: b"), with(&format!("a: b, {added}")));
        for (old, new) in [(&old, &new), (&new, &old)] {
            check(35, old, new, &["parameters: Forbidden: updates to parameters are forbidden."]);
        }
    }
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

/// What the server adds when a Job is stored.
#[test]
fn a_job_is_what_it_was_before_it_was_stored() {
    let job = |labels: &str, spec: &str, more: &str| {
        format!(
            "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: a}}\nspec: {{template: {{metadata: {{labels: {{{labels}}}}}, spec: {{restartPolicy: \
             Never, containers: [{{name: a, image: a, {spec}}}], {more}}}}}}}\n"
        )
    };
    let stored = "app: a, controller-uid: u, job-name: a, batch.kubernetes.io/controller-uid: u, batch.kubernetes.io/job-name: a";
    check(36, &job(stored, "", ""), &job("app: a", "", ""), &[]);
    check(
        36,
        &job(stored, "", ""),
        &job("app: b", "", ""),
        &["spec.template: Invalid value: field is immutable"],
    );
    let env = |more: &str| {
        format!("env: [{{name: A, valueFrom: {{resourceFieldRef: {{resource: limits.cpu, {more}}}}}}}]")
    };
    check(36, &job(stored, &env("divisor: '0'"), ""), &job("app: a", &env(""), ""), &[]);
    for (written, filled) in [
        (
            "iscsi: {targetPortal: a, iqn: 'iqn.2001-04.com.example:b'}",
            "iscsi: {targetPortal: a, iqn: 'iqn.2001-04.com.example:b', iscsiInterface: default}",
        ),
        (
            "rbd: {monitors: [a], image: b}",
            "rbd: {monitors: [a], image: b, pool: rbd, user: admin, keyring: /etc/ceph/keyring}",
        ),
        (
            "azureDisk: {diskName: a, diskURI: 'https://b'}",
            "azureDisk: {diskName: a, diskURI: 'https://b', cachingMode: ReadWrite, kind: Shared, fsType: ext4, readOnly: false}",
        ),
        ("image: {reference: a}", "image: {reference: a, pullPolicy: Always}"),
    ] {
        let volume = |source: &str| format!("volumes: [{{name: v, {source}}}]");
        let check = |new: &str, wanted: &[&str]| {
            let (old, new) = (job(stored, "", &volume(filled)), job("app: a", "", &volume(new)));
            let (old, new) = (documents(&old), documents(&new));
            let found = problems(&kinds(36), &new[0], Some(&old[0]));
            let found: Vec<_> = found.iter().filter(|problem| problem.level == crate::Level::Error).collect();
            let found: Vec<String> = found.iter().map(|problem| problem.message()).collect();
            assert_eq!(found, wanted, "{written}");
        };
        check(written, &[]);
        check("emptyDir: {}", &["spec.template: Invalid value: field is immutable"]);
    }
}

#[test]
fn a_job_can_have_more_completions_than_a_host_name_has_room_for() {
    let name = "a".repeat(61);
    let job = |completions: u32| {
        format!(
            "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: {name}}}\nspec: {{completionMode: Indexed, completions: {completions}, parallelism: \
             {completions}, template: {{spec: {{restartPolicy: Never, containers: [{{name: a, image: a}}]}}}}}}\n"
        )
    };
    check(36, &job(5), &job(20), &[]);
}

#[test]
fn volumes_keep_their_source() {
    let volume = |csi: &str| {
        format!(
            "apiVersion: v1\nkind: PersistentVolume\nmetadata: {{name: a}}\nspec: {{accessModes: [ReadWriteOnce], capacity: {{storage: 1Gi}}, csi: \
             {{driver: a.b, volumeHandle: c{csi}}}}}\n"
        )
    };
    let refused: &[&str] =
        &["spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation"];
    let secret = |name: &str| volume(&format!(", controllerExpandSecretRef: {{name: {name}, namespace: b}}"));
    // The secret for larger volumes can be added, but not changed or removed.
    check(36, &volume(""), &secret("a"), &[]);
    check(36, &secret("a"), &secret("b"), refused);
    check(36, &secret("a"), &volume(""), refused);
    check(36, &volume(""), &secret("a").replace("volumeHandle: c", "volumeHandle: d"), refused);
    check(36, &volume(""), &volume(", controllerPublishSecretRef: {name: a, namespace: b}"), refused);
    let iscsi = |more: &str| {
        volume("").replace(
            "csi: {driver: a.b, volumeHandle: c}",
            &format!("iscsi: {{targetPortal: a, iqn: 'iqn.2001-04.com.example:b', lun: 1{more}}}"),
        )
    };
    check(36, &iscsi(", iscsiInterface: default"), &iscsi(""), &[]);
}

#[test]
fn pods_that_are_stored_can_have_ephemeral_containers() {
    let text = super::pod(
        "containers: [{name: a, image: a}]\nephemeralContainers: [{name: debug, image: b}]\nnodeName: node\nschedulingGates: [{name: a.b/c}]",
    );
    check(36, &text, &text, &[]);
    assert_eq!(
        super::sentences(&text),
        [
            "spec.ephemeralContainers: Forbidden: cannot be set on create",
            "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared",
        ]
    );
}

#[test]
fn ephemeral_containers_have_less_than_others() {
    let pod = |more: &str| {
        super::pod(&format!(
            "containers: [{{name: a, image: a}}]\nvolumes: [{{name: v, emptyDir: {{}}}}]\nephemeralContainers: [{{name: debug, image: b{more}}}]"
        ))
    };
    let kept = pod(
        ", targetContainerName: a, command: [sh], resources: {}, volumeMounts: [{name: v, mountPath: /v}]",
    );
    check(36, &kept, &kept, &[]);
    let at = "spec.ephemeralContainers[0]";
    let wrong = pod(
        ", targetContainerName: debug, lifecycle: {preStop: {sleep: {seconds: 1}}}, volumeMounts: [{name: v, mountPath: /v, subPath: b}]",
    );
    let why = "Forbidden: cannot be set for an Ephemeral Container";
    let wanted = [
        format!("{at}.targetContainerName: Not found: \"debug\""),
        format!("{at}.lifecycle: {why}"),
        format!("{at}.volumeMounts[0].subPath: {why}"),
    ];
    check(36, &wrong, &wrong, &wanted.each_ref().map(String::as_str));
}

#[test]
fn updates_of_pods_add_no_ephemeral_containers() {
    let pod = super::pod("containers: [{name: a, image: a}]");
    let added =
        super::pod("containers: [{name: a, image: a}]\nephemeralContainers: [{name: debug, image: b}]");
    let found = problems(&kinds(36), &documents(&added)[0], Some(&documents(&pod)[0]));
    let found = super::indexed(&found);
    assert!(
        found.len() == 1
            && found[0].starts_with("spec: Forbidden: pod updates may not change fields other than"),
        "{found:?}"
    );
    // A manifest does not name what was added to a pod that runs.
    check(36, &added, &pod, &[]);
}

#[test]
fn autoscalers_that_are_stored_with_zero_can_keep_it() {
    let scaler = |least: u32| {
        format!(
            "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {{name: a}}\nspec: {{scaleTargetRef: {{kind: Deployment, name: a}}, \
             minReplicas: {least}, maxReplicas: 2, metrics: [{{type: External, external: {{metric: {{name: a}}, target: {{type: Value, value: 1}}}}}}]}}\n"
        )
    };
    check(36, &scaler(0), &scaler(0), &[]);
    check(
        36,
        &scaler(1),
        &scaler(0),
        &["spec.minReplicas: Invalid value: 0: must be greater than or equal to 1"],
    );
}

#[test]
fn sources_of_data_that_are_stored_are_not_dropped() {
    let claim = |more: &str| {
        format!(
            "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: a}}\nspec: {{accessModes: [ReadWriteOnce], resources: {{requests: {{storage: \
             1Gi}}}}{more}}}\n"
        )
    };
    let text = claim(", dataSource: {kind: Foo, name: a}");
    check(36, &claim(""), &text, &[]);
    let detail =
        "Invalid value: \"Foo\": must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    check(
        36,
        &text,
        &text,
        &[&format!("spec.dataSource: {detail}"), &format!("spec.dataSourceRef: {detail}")],
    );
}

#[test]
fn the_field_of_a_pod_that_changes_is_shown() {
    let text = |host: &str, node: &str| {
        super::pod(&format!(
            "hostname: {host}\nnodeSelector: {{a: {node}}}\ncontainers: [{{name: a, image: a}}]"
        ))
    };
    for (host, node, shown) in [("b", "a", "b"), ("a", "c", "{a: c}"), ("b", "c", "b")] {
        let new = text(host, node);
        let all = problems(&kinds(36), &documents(&new)[0], Some(&documents(&text("a", "a"))[0]));
        assert_eq!(all.len(), 1);
        assert_eq!(&new[all[0].span.start as usize..all[0].span.end as usize], shown);
    }
}
