//! Tests of choices that Go has as pointers: only an absent one gets its default, and an empty text is
//! refused.

use super::{container, pod, sentences, table};

#[test]
fn empty_choices() {
    table(
        &[
            (
                "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: a}\nprovisioner: a\nvolumeBindingMode: ''",
                &[
                    "volumeBindingMode: Unsupported value: \"\": supported values: \"Immediate\", \"WaitForFirstConsumer\"",
                ],
            ),
            // The server takes these two.
            (
                "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: a}\nprovisioner: a\nreclaimPolicy: ''",
                &[],
            ),
            (
                "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {type: '', sessionAffinity: '', ports: [{port: 1, protocol: ''}]}",
                &[],
            ),
            (
                "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ipFamilyPolicy: '', ports: [{port: 1}]}",
                &[
                    "spec.ipFamilyPolicy: Unsupported value: \"\": supported values: \"PreferDualStack\", \"RequireDualStack\", \"SingleStack\"",
                ],
            ),
            (
                "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {internalTrafficPolicy: '', ports: [{port: 1}]}",
                &[
                    "spec.internalTrafficPolicy: Unsupported value: \"\": supported values: \"Cluster\", \"Local\"",
                ],
            ),
            (
                "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ipFamilyPolicy: null, internalTrafficPolicy: null, ports: [{port: 1}]}",
                &[],
            ),
            (
                "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {maxUnavailable: 1, unhealthyPodEvictionPolicy: ''}",
                &[
                    "spec.unhealthyPodEvictionPolicy: Unsupported value: \"\": supported values: \"AlwaysAllow\", \"IfHealthyBudget\"",
                ],
            ),
            (
                "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: a}\nvalue: 1\npreemptionPolicy: ''",
                &["preemptionPolicy: Required value"],
            ),
            (
                "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {volumeMode: '', accessModes: [ReadWriteOnce], resources: {requests: {storage: 1}}}",
                &["spec.volumeMode: Unsupported value: \"\": supported values: \"Block\", \"Filesystem\""],
            ),
            (
                "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: a}\nspec: {podSelector: {}, ingress: [{ports: [{protocol: '', port: 1}]}]}",
                &[
                    "spec.ingress[0].ports[0].protocol: Unsupported value: \"\": supported values: \"TCP\", \"UDP\", \"SCTP\"",
                ],
            ),
        ],
        str::to_owned,
    );
    let mount = "volumeMounts: [{name: a, mountPath: /a, mountPropagation: ''}]";
    let text = format!("{}  volumes: [{{name: a}}]\n", container(mount));
    assert_eq!(
        sentences(&text),
        [
            "spec.containers[0].volumeMounts.mountPropagation: Unsupported value: \"\": supported values: \"Bidirectional\", \"HostToContainer\", \"None\""
        ]
    );
}

#[test]
fn choices_of_security_contexts() {
    table(
        &[
            ("{supplementalGroupsPolicy: Strict, seLinuxChangePolicy: MountOption}", &[]),
            (
                "{supplementalGroupsPolicy: strict}",
                &[
                    "spec.securityContext.supplementalGroupsPolicy: Unsupported value: \"strict\": supported values: \"Merge\", \"Strict\"",
                ],
            ),
            (
                "{seLinuxChangePolicy: ''}",
                &[
                    "spec.securityContext.seLinuxChangePolicy: Unsupported value: \"\": supported values: \"MountOption\", \"Recursive\"",
                ],
            ),
            (
                "{fsGroupChangePolicy: ''}",
                &[
                    "spec.securityContext.fsGroupChangePolicy: Unsupported value: \"\": supported values: \"Always\", \"OnRootMismatch\"",
                ],
            ),
        ],
        |context| pod(&format!("containers: [{{name: a, image: a}}]\nsecurityContext: {context}")),
    );
}
