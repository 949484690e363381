//! Updates of other complete objects, and of files.

use super::pods::{OTHERS, POD};
use super::{errors, rows};
use crate::rules::tests::updates::check;

#[test]
fn services_keep_their_addresses_and_families() {
    let service = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {type: LoadBalancer, loadBalancerClass: a/b, clusterIP: 10.0.0.1, clusterIPs: \
        [10.0.0.1], ipFamilies: [IPv4], ipFamilyPolicy: SingleStack, ports: [{port: 80, protocol: TCP}]}\n";
    rows(
        service,
        &[
            ("port: 80", "port: 81", &[]),
            // The server keeps what is left out.
            ("clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1], ", "", &[]),
            ("clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1], ipFamilies: [IPv4], ", "", &[]),
            (
                "clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1]",
                "clusterIP: 10.0.0.2, clusterIPs: [10.0.0.2]",
                &["spec.clusterIPs[0]: Invalid value: [\"10.0.0.2\"]: may not change once set"],
            ),
            (
                "clusterIP: 10.0.0.1",
                "clusterIP: 10.0.0.2",
                &["spec.clusterIPs[0]: Invalid value: [\"10.0.0.2\"]: may not change once set"],
            ),
            (
                "loadBalancerClass: a/b",
                "loadBalancerClass: a/c",
                &["spec.loadBalancerClass: Invalid value: \"a/c\": may not change once set"],
            ),
            (
                "loadBalancerClass: a/b, ",
                "",
                &["spec.loadBalancerClass: Invalid value: null: may not change once set"],
            ),
        ],
    );
    let found = errors(36, service, &service.replace("[IPv4]", "[IPv6]"), None);
    assert!(
        found.contains(&"spec.ipFamilies[0]: Invalid value: [\"IPv6\"]: may not change once set".to_owned()),
        "{found:?}"
    );
    let two = service
        .replace("[10.0.0.1]", "[10.0.0.1, 'fd00::1']")
        .replace("[IPv4]", "[IPv4, IPv6]")
        .replace("SingleStack", "PreferDualStack");
    assert_eq!(errors(36, service, &two, None), [""; 0]);
    assert_eq!(errors(36, &two, &two.replace("PreferDualStack", "SingleStack"), None), [""; 0]);
    assert_eq!(
        errors(36, &two, &two.replace(", 'fd00::1'", "").replace(", IPv6", ""), None),
        [
            "spec.ipFamilyPolicy: Invalid value: \"PreferDualStack\": must be set to 'SingleStack' when releasing the secondary clusterIP",
            "spec.ipFamilyPolicy: Invalid value: \"PreferDualStack\": must be set to 'SingleStack' when releasing the secondary ipFamily",
        ]
    );
}

#[test]
fn other_kinds_keep_what_identifies_them() {
    let object = |kind: &str, rest: &str| format!("kind: {kind}\nmetadata: {{name: a.b}}\n{rest}\n");
    let why = "field is immutable";
    for (version, kind, old, new, wanted) in [
        (
            "v1",
            "ResourceQuota",
            "spec: {scopes: [BestEffort]}",
            "spec: {scopes: [NotBestEffort]}",
            format!("spec.scopes: Invalid value: [\"NotBestEffort\"]: {why}"),
        ),
        (
            "v1",
            "Node",
            "spec: {providerID: a}",
            "spec: {providerID: b}",
            "spec.providerID: Forbidden: node updates may not change providerID except from \"\" to valid"
                .to_owned(),
        ),
        (
            "v1",
            "Node",
            "spec: {podCIDR: 10.0.0.0/24, podCIDRs: [10.0.0.0/24]}",
            "spec: {}",
            "spec.podCIDRs: Forbidden: node updates may not change podCIDR except from \"\" to valid"
                .to_owned(),
        ),
        ("v1", "Node", "spec: {}", "spec: {providerID: b}", String::new()),
        (
            "apps/v1",
            "ControllerRevision",
            "data: {a: 1}\nrevision: 1",
            "data: {a: 2}\nrevision: 1",
            format!("data: Invalid value: {why}"),
        ),
        (
            "apps/v1",
            "ControllerRevision",
            "data: {a: 1}\nrevision: 1",
            "data: {a: 1}\nrevision: 2",
            String::new(),
        ),
        (
            "coordination.k8s.io/v1",
            "Lease",
            "spec: {leaseDurationSeconds: 5}",
            "spec: {leaseDurationSeconds: 0}",
            "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0".to_owned(),
        ),
        (
            "coordination.k8s.io/v1",
            "Lease",
            "spec: {leaseDurationSeconds: 5}",
            "spec: {leaseDurationSeconds: 6}",
            String::new(),
        ),
        (
            "storage.k8s.io/v1",
            "CSIDriver",
            "spec: {attachRequired: true}",
            "spec: {attachRequired: false}",
            format!("spec.attachedRequired: Invalid value: false: {why}"),
        ),
        (
            "storage.k8s.io/v1",
            "CSIDriver",
            "spec: {}",
            "spec: {attachRequired: true, volumeLifecycleModes: [Persistent], podInfoOnMount: true}",
            String::new(),
        ),
        (
            "storage.k8s.io/v1",
            "CSIDriver",
            "spec: {}",
            "spec: {volumeLifecycleModes: [Ephemeral]}",
            format!("spec.volumeLifecycleModes: Invalid value: [\"Ephemeral\"]: {why}"),
        ),
        (
            "storage.k8s.io/v1",
            "CSINode",
            "spec: {drivers: [{name: a.b, nodeID: c, topologyKeys: []}]}",
            "spec: {drivers: [{name: a.b, nodeID: d, topologyKeys: []}]}",
            format!("spec.drivers: Invalid value: {why}"),
        ),
        (
            "storage.k8s.io/v1",
            "CSINode",
            "spec: {drivers: [{name: a.b, nodeID: c, topologyKeys: []}]}",
            "spec: {drivers: [{name: a.b, nodeID: c, allocatable: {count: 3}}, {name: c.d, nodeID: e}]}",
            String::new(),
        ),
        (
            "storage.k8s.io/v1",
            "VolumeAttributesClass",
            "driverName: a.b\nparameters: {a: b}",
            "driverName: a.b\nparameters: {a: c}",
            "parameters: Forbidden: updates to parameters are forbidden.".to_owned(),
        ),
        (
            "storage.k8s.io/v1",
            "VolumeAttachment",
            "spec: {attacher: a.b, nodeName: c, source: {persistentVolumeName: d}}",
            "spec: {attacher: a.b, nodeName: e, source: {persistentVolumeName: d}}",
            format!("spec: Invalid value: {why}"),
        ),
        (
            "resource.k8s.io/v1",
            "ResourceClaim",
            "spec: {devices: {requests: [{name: a, exactly: {deviceClassName: b}}]}}",
            "spec: {devices: {requests: [{name: a, exactly: {deviceClassName: c}}]}}",
            format!("spec: Invalid value: {why}"),
        ),
        (
            "networking.k8s.io/v1",
            "ServiceCIDR",
            "spec: {cidrs: [10.0.0.0/24]}",
            "spec: {cidrs: [10.1.0.0/24]}",
            format!("spec.cidrs[0]: Invalid value: \"10.1.0.0/24\": {why}"),
        ),
        (
            "networking.k8s.io/v1",
            "IngressClass",
            "spec: {controller: a.b/c}",
            "spec: {controller: a.b/d}",
            format!("spec.controller: Invalid value: \"a.b/d\": {why}"),
        ),
    ] {
        let [old, new] = [old, new].map(|rest| format!("apiVersion: {version}\n{}", object(kind, rest)));
        let found = errors(36, &old, &new, None);
        assert_eq!(found, Vec::from_iter(Some(wanted).filter(|wanted| !wanted.is_empty())), "{new}");
    }
}

/// A file may lack what the server filled in.
#[test]
fn files_are_compared_where_both_have_a_value() {
    check(36, POD, &POD.replace("  serviceAccountName: a\n  serviceAccount: a\n", ""), &[]);
    check(
        36,
        POD,
        &POD.replace(
            "tolerations: [{key: a, operator: Exists, tolerationSeconds: 5, effect: NoExecute}]",
            "",
        ),
        &[],
    );
    let admitted = POD.replace(
        "tolerations: [",
        "tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute}, ",
    );
    check(36, &admitted, POD, &[]);
    let claim = |more: &str| {
        format!(
            "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {{name: a}}\nspec: {{devices: {{requests: [{{name: a, exactly: {{deviceClassName: \
             b{more}}}}}]}}}}\n"
        )
    };
    check(36, &claim(", allocationMode: ExactCount, count: 1"), &claim(""), &[]);
    let volume = |more: &str| {
        format!(
            "apiVersion: v1\nkind: PersistentVolume\nmetadata: {{name: a}}\nspec: {{accessModes: [ReadWriteOnce], capacity: {{storage: 1Gi}}, nfs: \
             {{server: a, path: /a}}{more}}}\n"
        )
    };
    check(36, &volume(", volumeMode: Block, persistentVolumeReclaimPolicy: Retain"), &volume(""), &[]);
    let source =
        "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation";
    let other = volume("").replace("nfs: {server: a, path: /a}", "hostPath: {path: /a}");
    check(36, &volume(""), &other, &[source]);
    let sized = POD.replace("resources: {limits: {cpu: 1000m}, requests: {cpu: 1000m}}, ", "");
    check(36, POD, &sized, &[]);
    check(36, &sized, POD, &[OTHERS]);
    let node =
        "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nspec: {providerID: a, podCIDR: 10.0.0.0/24}\n";
    check(36, node, "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nspec: {unschedulable: true}\n", &[]);
    check(
        36,
        POD,
        &POD.replace("DeadlineSeconds: 100", "DeadlineSeconds: 200"),
        &["spec.activeDeadlineSeconds: Invalid value: 200: must be less than or equal to previous value"],
    );
}

#[test]
fn what_has_an_immutable_spec_keeps_also_what_servers_fill_in() {
    let immutable = "spec: Invalid value: field is immutable";
    rows(
        "apiVersion: certificates.k8s.io/v1beta1\nkind: PodCertificateRequest\nmetadata: {name: a}\nspec: {signerName: a.b/c, podName: p, podUID: u, \
         serviceAccountName: s, serviceAccountUID: u, nodeName: web, nodeUID: u, stubPKCS10Request: AAAA, maxExpirationSeconds: 86400}\n",
        &[("podUID: u", "podUID: '1'", &[immutable]), (", maxExpirationSeconds: 86400", "", &[immutable])],
    );
    rows(
        "apiVersion: storagemigration.k8s.io/v1beta1\nkind: StorageVersionMigration\nmetadata: {name: a}\nspec: {resource: {group: '1', resource: b}}\n",
        &[("group: '1'", "group: '1.0'", &[immutable])],
    );
}

#[test]
fn what_an_event_is_about_stays() {
    let event = "apiVersion: events.k8s.io/v1\nkind: Event\nmetadata: {name: a, namespace: shop}\neventTime: '2026-01-01T00:00:00.000000Z'\nregarding: \
        {namespace: shop, name: p}\nreportingController: a.b/c\nreportingInstance: i\naction: a\nreason: '1'\ntype: Normal\ndeprecatedCount: 0\n";
    rows(
        event,
        &[
            ("00.000000Z", "00.000001Z", &["eventTime: Invalid value: field is immutable"]),
            ("T00:00:00.000000Z", "T01:00:00.000000+01:00", &[]),
            (", name: p", "", &["involvedObject: Invalid value: field is immutable"]),
            ("reason: '1'", "reason: '1.0'", &["reason: Invalid value: \"1.0\": field is immutable"]),
            ("deprecatedCount: 0\n", "", &[]),
            (
                "deprecatedCount: 0",
                "series: {count: 1}",
                &[
                    "series.count: Invalid value: \"\": should be at least 2",
                    "series.lastObservedTime: Required value",
                ],
            ),
        ],
    );
}
