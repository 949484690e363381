//! Updates of complete objects, as a server has them: everything is immutable but what Go lets change.

use super::{documents, indexed, kinds, word};
use crate::problem::Level;
use crate::{Request, validate};

/// The errors of an update of complete objects, or of a subresource.
pub(super) fn errors(version: u8, old: &str, new: &str, subresource: Option<&str>) -> Vec<String> {
    let (old, new) = (documents(old), documents(new));
    let kinds = kinds(version);
    let definition =
        kinds.find(word(&new[0], "apiVersion"), word(&new[0], "kind")).expect("the kind is known");
    let request = Request::update(&new[0], &old[0]).complete().subresource(subresource);
    let mut found = validate(&kinds, definition, request);
    found.retain(|problem| problem.level == Level::Error);
    indexed(&found)
}

/// Rows: what is replaced by what, and the errors of it.
#[track_caller]
fn rows(old: &str, rows: &[(&str, &str, &[&str])]) {
    assert_eq!(errors(36, old, old, None), [""; 0], "{old}");
    for (from, to, wanted) in rows {
        let new = old.replacen(from, to, 1);
        assert_ne!(old, new, "{from}");
        assert_eq!(errors(36, old, &new, None), *wanted, "{from} {to}");
    }
}

const POD: &str = "apiVersion: v1
kind: Pod
metadata: {name: a, annotations: {a: b}}
spec:
  restartPolicy: Always
  serviceAccountName: a
  serviceAccount: a
  hostNetwork: false
  activeDeadlineSeconds: 100
  terminationGracePeriodSeconds: 30
  automountServiceAccountToken: false
  tolerations: [{key: a, operator: Exists, tolerationSeconds: 5, effect: NoExecute}]
  containers: [{name: a, image: 'a:1', resources: {limits: {cpu: 1000m}, requests: {cpu: 1000m}}, args: ['1']}]
";
const OTHERS: &str = "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,\
    `spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set \
    to 1 if it was previously negative)";

#[test]
fn pods_keep_their_spec() {
    rows(
        POD,
        &[
            ("a:1", "a:2", &[]),
            ("{a: b}", "{a: c}", &[]),
            // The same for Go.
            ("  hostNetwork: false\n", "", &[]),
            ("limits: {cpu: 1000m}", "limits: {cpu: 1}", &[]),
            ("restartPolicy: Always", "restartPolicy: Always\n  volumes: []", &[]),
            // A text is no quantity, and a zero that is a pointer is a value.
            ("args: ['1']", "args: ['1.0']", &[OTHERS]),
            ("  automountServiceAccountToken: false\n", "", &[OTHERS]),
            ("limits: {cpu: 1000m}", "limits: {cpu: 2}", &[OTHERS]),
            (", args: ['1']", "", &[OTHERS]),
            ("serviceAccountName: a", "serviceAccountName: b", &[OTHERS]),
            ("restartPolicy: Always", "restartPolicy: Never", &[OTHERS]),
            ("  terminationGracePeriodSeconds: 30", "  terminationGracePeriodSeconds: 1", &[OTHERS]),
            (
                "restartPolicy: Always",
                "restartPolicy: Always\n  volumes: [{name: a, emptyDir: {}}]",
                &[OTHERS],
            ),
        ],
    );
    let negative = POD.replace("PeriodSeconds: 30", "PeriodSeconds: -5");
    let seconds = |number: &str| negative.replace("PeriodSeconds: -5", &format!("PeriodSeconds: {number}"));
    assert_eq!(errors(36, &negative, &seconds("1"), None), [""; 0]);
    assert_eq!(errors(36, &negative, &seconds("2"), None), [OTHERS]);
}

#[test]
fn deadlines_and_tolerations_of_pods_change_in_one_direction() {
    let toleration =
        "spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds";
    let seconds = "spec.activeDeadlineSeconds: Invalid value:";
    rows(
        POD,
        &[
            ("DeadlineSeconds: 100", "DeadlineSeconds: 50", &[]),
            (
                "DeadlineSeconds: 100",
                "DeadlineSeconds: 200",
                &[&format!("{seconds} 200: must be less than or equal to previous value")],
            ),
            (
                "  activeDeadlineSeconds: 100\n",
                "",
                &[&format!("{seconds} null: must not update from a positive integer to nil value")],
            ),
            ("tolerations: [", "tolerations: [{key: b, operator: Exists}, ", &[]),
            ("tolerationSeconds: 5", "tolerationSeconds: 6", &[]),
            ("{key: a, operator", "{key: b, operator", &[toleration]),
            ("effect: NoExecute}]", "effect: NoExecute}, {key: a, operator: Exists}]", &[]),
        ],
    );
    assert_eq!(
        errors(
            36,
            POD,
            &POD.replace(
                "tolerations: [{key: a, operator: Exists, tolerationSeconds: 5, effect: NoExecute}]",
                "tolerations: []"
            ),
            None
        ),
        [toleration]
    );
}

#[test]
fn gated_pods_can_be_narrowed() {
    let pod = |gates: &str, more: &str| {
        super::pod(&format!("containers: [{{name: a, image: a}}]\nschedulingGates: [{gates}]\n{more}"))
    };
    let gate = "{name: a.b/c}";
    let node = |selector: &str| pod(gate, &format!("nodeSelector: {{{selector}}}"));
    assert_eq!(errors(36, &pod(gate, ""), &pod("", ""), None), [""; 0]);
    assert_eq!(
        errors(36, &pod(gate, ""), &pod(&format!("{gate}, {{name: d.e/f}}"), ""), None),
        [
            "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'd.e/f'"
        ]
    );
    assert_eq!(errors(36, &node("a: b"), &node("a: b, c: d"), None), [""; 0]);
    let detail = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
    assert_eq!(
        errors(36, &node("a: b"), &node("a: c"), None),
        [format!("spec.nodeSelector: Invalid value: {{\"a\":\"c\"}}: {detail}")]
    );
    assert_eq!(errors(36, &pod("", ""), &pod("", "nodeSelector: {a: b}"), None), [OTHERS]);
    let affinity = |terms: &str| {
        pod(
            gate,
            &format!(
                "affinity: {{nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{terms}]}}}}}}"
            ),
        )
    };
    let term = |more: &str| format!("{{matchExpressions: [{{key: a, operator: Exists}}{more}]}}");
    let more = term(", {key: b, operator: Exists}");
    assert_eq!(errors(36, &pod(gate, ""), &affinity(&term("")), None), [""; 0]);
    assert_eq!(errors(36, &affinity(&term("")), &affinity(&more), None), [""; 0]);
    let at = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
    assert_eq!(
        errors(36, &affinity(&more), &affinity(&term("")), None),
        [format!("{at}[0]: Invalid value: only additions are allowed (no mutations or deletions)")]
    );
    let two = format!("{}, {}", term(""), term(""));
    assert_eq!(
        errors(36, &affinity(&term("")), &affinity(&two), None),
        [format!(
            "{at}: Invalid value: no additions/deletions to non-empty NodeSelectorTerms list are allowed"
        )]
    );
}

#[test]
fn jobs_keep_what_they_began_with() {
    let job = |spec: &str, pod: &str| {
        format!(
            "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: a}}\nspec: {{suspend: true, {spec}, parallelism: 2, selector: {{matchLabels: {{a: b}}}}, \
             template: {{metadata: {{labels: {{a: b, c: d}}}}, spec: {{restartPolicy: Never, {pod} containers: [{{name: a, image: a}}]}}}}}}\n"
        )
    };
    let plain = job("completions: 2", "");
    let why = "field is immutable";
    for (spec, wanted) in [
        ("completions: 2, backoffLimit: 3", None),
        ("completions: 3", Some(format!("spec.completions: Invalid value: 3: {why}"))),
        (
            "completions: 2, managedBy: a.b/c",
            Some(format!("spec.managedBy: Invalid value: \"a.b/c\": {why}")),
        ),
        (
            "completions: 2, podFailurePolicy: {rules: [{action: Ignore, onPodConditions: [{type: DisruptionTarget, status: 'True'}]}]}",
            Some(format!("spec.podFailurePolicy: Invalid value: {why}")),
        ),
    ] {
        assert_eq!(errors(36, &plain, &job(spec, ""), None), Vec::from_iter(wanted), "{spec}");
    }
    let indexed = |more: &str| job(&format!("completionMode: Indexed, {more}"), "");
    assert_eq!(
        errors(36, &indexed("completions: 2"), &indexed("completions: 3"), None),
        ["spec.completions: Invalid value: 3: can only be modified in tandem with spec.parallelism"]
    );
    assert_eq!(errors(36, &indexed("completions: 3"), &indexed("completions: 2"), None), [""; 0]);
    assert_eq!(
        errors(36, &indexed("completions: 2, backoffLimitPerIndex: 1"), &indexed("completions: 2"), None),
        [format!("spec.backoffLimitPerIndex: Invalid value: null: {why}")]
    );
    // An update names the selector that the server made.
    assert_eq!(
        errors(36, &plain, &plain.replace("selector: {matchLabels: {a: b}}, ", ""), None),
        [
            "spec.selector: Required value".to_owned(),
            "spec.template.metadata.labels: Invalid value: {\"a\":\"b\",\"c\":\"d\"}: `selector` does not match template `labels`".to_owned(),
            format!("spec.selector: Invalid value: null: {why}"),
        ]
    );
    // A suspended Job can still be placed.
    let template = format!("spec.template: Invalid value: {why}");
    let nodes = "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: a, operator: \
        Exists}]}}]}},";
    for (pod, wanted) in [
        ("nodeSelector: {a: b},", false),
        ("tolerations: [{operator: Exists}],", false),
        (nodes, false),
        ("hostNetwork: true,", true),
    ] {
        let found = errors(36, &plain, &job("completions: 2", pod), None);
        assert_eq!(found.contains(&template), wanted, "{pod} {found:?}");
        let started = format!("{plain}status: {{startTime: '2026-01-01T00:00:00Z'}}\n");
        assert_eq!(errors(35, &started, &job("completions: 2", pod), None), [template.as_str()], "{pod}");
    }
    assert_eq!(errors(36, &plain, &plain.replace("c: d", "c: e"), None), [""; 0]);
}

#[test]
fn time_zones_in_schedules_can_only_stay() {
    let cron = |schedule: &str| {
        format!(
            "apiVersion: batch/v1\nkind: CronJob\nmetadata: {{name: a}}\nspec: {{schedule: '{schedule}', jobTemplate: {{spec: {{template: {{spec: \
             {{restartPolicy: Never, containers: [{{name: a, image: a}}]}}}}}}}}}}\n"
        )
    };
    let zoned = cron("TZ=UTC * * * * *");
    assert_eq!(errors(36, &zoned, &zoned, None), [""; 0]);
    assert_eq!(
        errors(36, &cron("* * * * *"), &zoned, None),
        [
            "spec.schedule: Invalid value: \"TZ=UTC * * * * *\": cannot use TZ or CRON_TZ in schedule, use timeZone field instead"
        ]
    );
    assert_eq!(
        errors(36, &zoned, &zoned.replace("spec: {schedule", "spec: {timeZone: Etc/UTC, schedule"), None),
        [
            "spec.schedule: Invalid value: \"TZ=UTC * * * * *\": cannot use both timeZone field and TZ or CRON_TZ in schedule"
        ]
    );
}

#[test]
fn stateful_sets_change_in_named_fields() {
    let set = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: a}\nspec: {serviceName: a, replicas: 1, selector: {matchLabels: {a: b}}, template: \
        {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}, volumeClaimTemplates: [{apiVersion: v1, kind: PersistentVolumeClaim, \
        metadata: {name: d}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}\n";
    let why = "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', \
        'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
    rows(
        set,
        &[
            (
                "replicas: 1",
                "replicas: 2, revisionHistoryLimit: 2, minReadySeconds: 1, ordinals: {start: 1}",
                &[],
            ),
            ("apiVersion: v1, kind: PersistentVolumeClaim, ", "", &[]),
            ("1Gi", "1024Mi", &[]),
            ("1Gi", "2Gi", &[why]),
            ("serviceName: a, ", "", &[why]),
            ("metadata: {name: d}", "metadata: {name: d, labels: {a: b}}", &[why]),
            ("serviceName: a", "serviceName: a, podManagementPolicy: Parallel", &[why]),
        ],
    );
}

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
fn claims_grow_when_they_are_bound() {
    let claim = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteOnce], volumeMode: Filesystem, resources: \
        {requests: {storage: 2Gi}}}\nstatus: {phase: Pending}\n";
    let why = "spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
    rows(
        claim,
        &[
            ("storage: 2Gi", "storage: 2048Mi", &[]),
            ("storage: 2Gi", "storage: 3Gi", &[why]),
            ("storage: 2Gi", "storage: 1Gi", &[why]),
            // Claims get their volume and their class once.
            ("volumeMode: Filesystem", "volumeMode: Filesystem, volumeName: b, storageClassName: c", &[]),
            (
                "volumeMode: Filesystem",
                "volumeMode: Block",
                &[why, "volumeMode: Invalid value: \"Block\": field is immutable"],
            ),
            (
                "volumeMode: Filesystem",
                "volumeMode: Filesystem, dataSource: {kind: Foo, name: a, apiGroup: a.b}",
                &[],
            ),
            (
                "volumeMode: Filesystem",
                "volumeMode: Filesystem, dataSource: {kind: PersistentVolumeClaim, name: b}",
                &[why],
            ),
        ],
    );
    let bound = claim.replace("Pending", "Bound, capacity: {storage: 1Gi}");
    rows(
        &bound,
        &[
            ("storage: 2Gi", "storage: 3Gi", &[]),
            ("storage: 2Gi", "storage: 1500Mi", &[]),
            (
                "storage: 2Gi",
                "storage: 1Gi",
                &["spec.resources.requests.storage: Forbidden: field can not be less than status.capacity"],
            ),
            ("volumeMode: Filesystem", "volumeMode: Filesystem, volumeAttributesClassName: b", &[]),
            ("storage: 2Gi}", "storage: 2Gi}, limits: {storage: 3Gi}", &[why]),
        ],
    );
    let attributes = bound.replace("volumeMode", "volumeAttributesClassName: b, volumeMode");
    assert_eq!(
        errors(36, &attributes, &bound, None),
        [why, "spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden"]
    );
}

#[test]
fn volumes_keep_source_mode_and_nodes() {
    let volume = |spec: &str| {
        format!(
            "apiVersion: v1\nkind: PersistentVolume\nmetadata: {{name: a}}\nspec: {{accessModes: [ReadWriteOnce], capacity: {{storage: 1Gi}}, {spec}}}\n"
        )
    };
    let path = "hostPath: {path: /a, type: ''}, volumeMode: Filesystem";
    let source =
        "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation";
    let nodes = |key: &str| {
        volume(&format!(
            "{path}, nodeAffinity: {{required: {{nodeSelectorTerms: [{{matchExpressions: [{{key: {key}, operator: Exists}}]}}]}}}}"
        ))
    };
    let affinity =
        "nodeAffinity: Invalid value: field is immutable, except for updating from beta label to GA";
    for (old, new, wanted) in [
        (volume(path), volume("volumeMode: Filesystem, hostPath: {type: '', path: /a}"), None),
        (volume(path), volume("nfs: {server: a, path: /a}, volumeMode: Filesystem"), Some(source)),
        (volume("fc: {lun: 1, targetWWNs: [a]}"), volume("fc: {lun: 2, targetWWNs: [a]}"), Some(source)),
        (
            volume(path),
            volume(&path.replace("Filesystem", "Block")),
            Some("volumeMode: Invalid value: \"Block\": field is immutable"),
        ),
        (volume(path), nodes("a"), None),
        (nodes("a"), nodes("b"), Some(affinity)),
        (nodes("a"), volume(path), Some(affinity)),
        (nodes("beta.kubernetes.io/os"), nodes("kubernetes.io/os"), None),
        (nodes("kubernetes.io/os"), nodes("beta.kubernetes.io/os"), Some(affinity)),
    ] {
        assert_eq!(errors(36, &old, &new, None), Vec::from_iter(wanted), "{old} {new}");
    }
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
    let check = super::updates::check;
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
