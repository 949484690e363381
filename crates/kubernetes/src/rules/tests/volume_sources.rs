//! Sources of volumes of pods and of persistent volumes.

use super::{documents, kinds, pod, problems, sentences_in};
use crate::problem::Level;

/// The errors about a text. Some sources are old, so that there are warnings too.
fn sentences(text: &str) -> Vec<String> {
    let found = problems(&kinds(36), &documents(text)[0], None);
    found.iter().filter(|found| found.level == Level::Error).map(|found| found.message()).collect()
}

#[track_caller]
fn table(rows: &[(&str, &[&str])], wrap: impl Fn(&str) -> String) {
    for (text, wanted) in rows {
        assert_eq!(sentences(&wrap(text)), *wanted, "{text}");
    }
}

fn with(volume: &str) -> String {
    pod(&format!("volumes: [{{name: v, {volume}}}]\ncontainers: [{{name: app, image: a}}]"))
}

#[test]
fn sources_of_pods() {
    table(
        &[
            ("emptyDir: {sizeLimit: 1Gi}", &[]),
            (
                "emptyDir: {sizeLimit: -1}",
                &[
                    "spec.volumes[0].emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity",
                ],
            ),
            ("image: {reference: a}", &[]),
            ("image: {}", &["spec.volumes[0].image.reference: Required value"]),
            (
                "image: {reference: a, pullPolicy: Foo}",
                &[
                    "spec.volumes[0].image.pullPolicy: Unsupported value: \"Foo\": supported values: \"Always\", \"IfNotPresent\", \"Never\"",
                ],
            ),
            (
                "gitRepo: {repository: a, directory: ../b}",
                &["spec.volumes[0].gitRepo.directory: Invalid value: \"../b\": must not contain '..'"],
            ),
            (
                "gcePersistentDisk: {partition: 256}",
                &[
                    "spec.volumes[0].persistentDisk.pdName: Required value",
                    "spec.volumes[0].persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive",
                ],
            ),
            (
                "rbd: {}",
                &[
                    "spec.volumes[0].rbd.monitors: Required value",
                    "spec.volumes[0].rbd.image: Required value",
                ],
            ),
            ("iscsi: {targetPortal: a, iqn: 'iqn.2001-04.com.example:b', lun: 1}", &[]),
            (
                "iscsi: {targetPortal: a, iqn: eui.0123456789abcdef, chapAuthSession: true}",
                &["spec.volumes[0].iscsi.secretRef: Required value"],
            ),
            (
                "iscsi: {targetPortal: a, iqn: 'iqn.2001.com:b', lun: 256}",
                &[
                    "spec.volumes[0].iscsi.iqn: Invalid value: \"iqn.2001.com:b\": must be valid format",
                    "spec.volumes[0].iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive",
                ],
            ),
            (
                "fc: {targetWWNs: [a], wwids: [b], lun: 1}",
                &[
                    "spec.volumes[0].fc.targetWWNs: Invalid value: [\"a\"]: targetWWNs and wwids can not be specified simultaneously",
                ],
            ),
            ("fc: {wwids: [b]}", &[]),
            (
                "quobyte: {registry: 'a:1,b', volume: v}",
                &[
                    "spec.volumes[0].quobyte.registry: Invalid value: \"a:1,b\": must be a host:port pair or multiple pairs separated by commas",
                ],
            ),
            ("quobyte: {registry: '[::1]:1', volume: v}", &[]),
            (
                "flexVolume: {driver: a, options: {a.k8s.io/b: c}}",
                &[
                    "spec.volumes[0].flexVolume.options[a.k8s.io/b]: Invalid value: \"a.k8s.io/b\": kubernetes.io and k8s.io namespaces are \
                 reserved",
                ],
            ),
            ("azureDisk: {diskName: a, diskURI: 'https://b'}", &[]),
            (
                "azureDisk: {diskName: a, diskURI: 'https://b', kind: Managed}",
                &["spec.volumes[0].azureDisk.diskURI: Unsupported value: \"https://b\": supported values: \
                 \"/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}\""],
            ),
            (
                "flocker: {datasetName: a/b, datasetUUID: c}",
                &[
                    "spec.volumes[0].flocker: Invalid value: \"resource\": datasetName and datasetUUID can not be specified simultaneously",
                    "spec.volumes[0].flocker.datasetName: Invalid value: \"a/b\": must not contain '/'",
                ],
            ),
            (
                "csi: {driver: a, nodePublishSecretRef: {}}",
                &["spec.volumes[0].csi.nodePublishSecretRef.name: Required value"],
            ),
            (
                "storageos: {secretRef: {}}",
                &[
                    "spec.volumes[0].storageos.volumeName: Required value",
                    "spec.volumes[0].storageos.secretRef.name: Required value",
                ],
            ),
        ],
        with,
    );
    // The source is dropped before 1.35.
    assert_eq!(
        sentences_in(34, &with("image: {reference: a}")),
        ["spec.volumes[0]: Required value: must specify a volume type"]
    );
}

#[test]
fn claims_that_are_made_for_a_pod() {
    let spec = "{accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}";
    let volumes = |metadata: &str, name: &str| {
        pod(&format!(
            "volumes: [{{name: e, ephemeral: {{volumeClaimTemplate: {{metadata: {{{metadata}}}, spec: {spec}}}}}}}, {{name: c, \
             persistentVolumeClaim: {{claimName: {name}}}}}]\ncontainers: [{{name: app, image: a}}]"
        ))
    };
    assert_eq!(sentences(&volumes("labels: {a: b}", "web-f")), [""; 0]);
    assert_eq!(
        sentences(&volumes("", "web-e")),
        [
            "spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: \"web-e\": must not reference a PVC that gets created for an \
             ephemeral volume"
        ]
    );
    assert_eq!(
        sentences(&volumes("name: a", "b")),
        ["spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set"]
    );
    let long = volumes("", "b").replace("name: web", &format!("name: {}", "a".repeat(252)));
    assert!(sentences(&long)[0].starts_with("spec.volumes[0].name: Invalid value: \"e\": PVC name \"aaa"));
}

#[test]
fn projected_volumes() {
    let of = |sources: &str| with(&format!("projected: {{sources: [{sources}]}}"));
    assert_eq!(sentences(&of("{serviceAccountToken: {path: a, expirationSeconds: 600}}")), [""; 0]);
    assert_eq!(
        sentences(&of("{serviceAccountToken: {path: ..a, expirationSeconds: 4294967297}}")),
        [
            "spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 4294967297: may not specify a \
             duration larger than 2^32 seconds",
            "spec.volumes[0].projected.path: Invalid value: \"..a\": must not start with '..'",
        ]
    );
    let file = "{downwardAPI: {items: [{path: a, fieldRef: {fieldPath: metadata.name}}]}}";
    assert_eq!(
        sentences(&of(&format!("{file}, {file}"))),
        ["spec.volumes[0].projected: Invalid value: \"a\": conflicting duplicate paths"]
    );
    // The server drops sources whose features are off.
    assert_eq!(sentences(&of("{clusterTrustBundle: {path: a}, secret: {name: b}}")), [""; 0]);
}

#[test]
fn sources_of_persistent_volumes() {
    let volume = |spec: &str| {
        format!(
            "apiVersion: v1\nkind: PersistentVolume\nmetadata: {{name: v}}\nspec: {{capacity: {{storage: 1Gi}}, accessModes: [ReadWriteOnce], \
             {spec}}}"
        )
    };
    table(
        &[
            ("hostPath: {path: /a}, persistentVolumeReclaimPolicy: Recycle", &[]),
            (
                "hostPath: {path: /a/../}, persistentVolumeReclaimPolicy: Recycle",
                &[
                    "spec.hostPath.path: Invalid value: \"/a/../\": must not contain '..'",
                    "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
                ],
            ),
            ("rbd: {image: a}", &["spec.rbd.monitors: Required value"]),
            (
                "csi: {driver: a, volumeHandle: b, nodeStageSecretRef: {}, nodePublishSecretRef: {name: a}}",
                &["spec.csi.nodePublishSecretRef.namespace: Required value"],
            ),
            (
                "cinder: {volumeID: a, secretRef: {name: a}}",
                &["spec.cinder.secretRef.namespace: Required value"],
            ),
            (
                "azureFile: {secretName: a, shareName: b, secretNamespace: ''}",
                &["spec.azureFile.secretNamespace: Required value"],
            ),
            (
                "iscsi: {targetPortal: a, iqn: b}",
                &["spec.iscsi.iqn: Invalid value: \"b\": must be valid format"],
            ),
            (
                "hostPath: {path: /a}, volumeAttributesClassName: a",
                &["spec.csi: Required value: has to be specified when using volumeAttributesClassName"],
            ),
            (
                "glusterfs: {endpoints: a, path: b, endpointsNamespace: ''}",
                &[
                    "spec.glusterfs.endpointsNamespace: Invalid value: \"\": if the endpointnamespace is set, it must be a valid namespace name",
                ],
            ),
        ],
        volume,
    );
}
