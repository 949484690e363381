//! What the subresource `status` refuses.

use super::complete::errors;

/// Rows: a kind, its spec, the stored and the new status, and the errors.
#[track_caller]
fn rows(api_version: &str, kind: &str, spec: &str, rows: &[(&str, &str, &[&str])]) {
    let object = |status: &str| {
        format!(
            "apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\nspec: {{{spec}}}\nstatus: {{{status}}}\n"
        )
    };
    for (old, new, wanted) in rows {
        assert_eq!(errors(36, &object(old), &object(new), Some("status")), *wanted, "{kind} {new}");
    }
}

#[test]
fn replicas_are_not_negative_and_not_more_than_all() {
    let negative = "Invalid value: -1: must be greater than or equal to 0";
    rows(
        "apps/v1",
        "Deployment",
        // The spec is not looked at.
        "replicas: -5",
        &[
            ("", "replicas: 3, readyReplicas: 2, availableReplicas: 1, updatedReplicas: 3", &[]),
            (
                "",
                "readyReplicas: -1",
                &[
                    &format!("status.readyReplicas: {negative}"),
                    "status.availableReplicas: Invalid value: 0: cannot be greater than readyReplicas",
                ],
            ),
            (
                "",
                "replicas: 1, updatedReplicas: 2",
                &["status.updatedReplicas: Invalid value: 2: cannot be greater than status.replicas"],
            ),
            (
                "collisionCount: 2",
                "collisionCount: 1",
                &["status.collisionCount: Invalid value: 1: cannot be decremented"],
            ),
            ("collisionCount: 2", "", &["status.collisionCount: Invalid value: 0: cannot be decremented"]),
        ],
    );
    rows(
        "apps/v1",
        "ReplicaSet",
        "",
        &[(
            "",
            "replicas: 1, fullyLabeledReplicas: 2",
            &["status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas"],
        )],
    );
    rows(
        "apps/v1",
        "StatefulSet",
        "",
        &[
            ("", "replicas: 2, readyReplicas: 2, availableReplicas: 2, currentReplicas: 2", &[]),
            (
                "",
                "replicas: 2, readyReplicas: 1, availableReplicas: 2",
                &["status.availableReplicas: Invalid value: 2: cannot be greater than status.readyReplicas"],
            ),
        ],
    );
    rows(
        "apps/v1",
        "DaemonSet",
        "",
        &[
            ("", "numberReady: -1", &[&format!("status.numberReady: {negative}")]),
            ("", "numberReady: 5", &[]),
        ],
    );
    rows(
        "autoscaling/v2",
        "HorizontalPodAutoscaler",
        "",
        &[
            ("", "desiredReplicas: -1", &[&format!("status.desiredReplicas: {negative}")]),
            ("", "desiredReplicas: 1", &[]),
        ],
    );
}

#[test]
fn jobs_end_once_and_as_controllers_end_them() {
    let conditions = |kinds: &[&str]| -> String {
        kinds.iter().map(|kind| format!("{{type: {kind}, status: 'True'}},")).collect()
    };
    let at = "status.conditions: Invalid value:";
    let start = "startTime: '2026-01-01T00:00:00Z'";
    let done = format!(
        "{start}, completionTime: '2026-01-01T00:00:05Z', conditions: [{}]",
        conditions(&["SuccessCriteriaMet", "Complete"])
    );
    rows(
        "batch/v1",
        "Job",
        "completions: 2, parallelism: 1",
        &[
            ("", "active: 1, ready: 1, startTime: '2026-01-01T00:00:00Z'", &[]),
            ("", &done, &[]),
            (&done, &done, &[]),
            (
                "",
                &format!("conditions: [{}]", conditions(&["Complete"])),
                &[
                    "status.completionTime: Required value: completionTime is required for Complete jobs",
                    &format!(
                        "{at} cannot set Complete=True condition without the SuccessCriteriaMet=true condition"
                    ),
                    "status.startTime: Required value: startTime is required for finished job",
                ],
            ),
            (
                start,
                &format!("{start}, conditions: [{}]", conditions(&["Failed"])),
                &[&format!("{at} cannot set Failed=True condition without the FailureTarget=true condition")],
            ),
            (
                &done,
                start,
                &[
                    &format!("{at} cannot disable the terminal Complete=True condition"),
                    &format!("{at} cannot disable the SuccessCriteriaMet=True condition"),
                ],
            ),
            (
                "failed: 2",
                "failed: 1",
                &["status.failed: Invalid value: 1: cannot decrease the failed counter"],
            ),
            (
                "",
                "completedIndexes: '0'",
                &[
                    "status.completedIndexes: Invalid value: \"0\": cannot set non-empty completedIndexes when non-indexed completion mode",
                ],
            ),
            ("", "ready: 1", &["status.ready: Invalid value: 1: cannot set more ready pods than active"]),
            (
                start,
                "",
                &["status.startTime: Required value: startTime cannot be removed for unsuspended job"],
            ),
            (
                "",
                "uncountedTerminatedPods: {succeeded: [a], failed: [a]}",
                &["status.uncountedTerminatedPods.failed[0]: Duplicate value: \"a\""],
            ),
        ],
    );
}

#[test]
fn clients_reach_services_at_addresses_and_names() {
    let ingress = "loadBalancer: {ingress: [{ip: 192.0.2.1, ipMode: VIP}, {hostname: a.b}]}";
    rows(
        "v1",
        "Service",
        "type: LoadBalancer",
        &[
            ("", ingress, &[]),
            (
                "",
                "loadBalancer: {ingress: [{ip: a}]}",
                &[
                    "status.loadBalancer.ingress[0].ip: Invalid value: \"a\": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)",
                ],
            ),
            (
                "",
                "loadBalancer: {ingress: [{hostname: 192.0.2.1}]}",
                &[
                    "status.loadBalancer.ingress[0].hostname: Invalid value: \"192.0.2.1\": must be a DNS name, not an IP address",
                ],
            ),
            (
                "",
                "loadBalancer: {ingress: [{hostname: a, ipMode: VIP}]}",
                &[
                    "status.loadBalancer.ingress[0].ipMode: Forbidden: may not be specified when `ip` is not set",
                ],
            ),
        ],
    );
    rows(
        "v1",
        "Service",
        "type: ClusterIP",
        &[(
            "",
            ingress,
            &["status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'"],
        )],
    );
    rows(
        "networking.k8s.io/v1",
        "Ingress",
        "",
        &[
            ("", "loadBalancer: {ingress: [{ip: 192.0.2.1}]}", &[]),
            (
                "",
                "loadBalancer: {ingress: [{hostname: A}]}",
                &[
                    "status.loadBalancer.ingress[0].hostname: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
                ],
            ),
        ],
    );
}

#[test]
fn pods_that_ended_stay_so() {
    let state = |state: &str| format!("containerStatuses: [{{name: a, state: {{{state}}}}}]");
    let ended = state("terminated: {exitCode: 1}");
    let detail =
        "status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state";
    let pod = |policy: &str| format!("restartPolicy: {policy}, containers: [{{name: a, image: a}}]");
    let running = state("running: {}");
    rows("v1", "Pod", &pod("Never"), &[(&ended, &running, &[detail]), (&running, &ended, &[])]);
    rows("v1", "Pod", &pod("Always"), &[(&ended, &running, &[])]);
    rows(
        "v1",
        "Pod",
        &pod("OnFailure"),
        &[
            (&ended, &running, &[]),
            (
                "qosClass: BestEffort",
                "qosClass: Burstable",
                &["status.qosClass: Invalid value: \"Burstable\": field is immutable"],
            ),
            (
                "",
                "podIP: 10.0.0.1, podIPs: [{ip: 10.0.0.1}], hostIP: 10.0.0.2, hostIPs: [{ip: 10.0.0.2}]",
                &[],
            ),
            (
                "",
                "podIPs: [{ip: 10.0.0.1}, {ip: 10.0.0.2}]",
                &[
                    "status.podIPs: Invalid value: [{\"IP\":\"10.0.0.1\"},{\"IP\":\"10.0.0.2\"}]: may specify no more than one IP for each IP family",
                ],
            ),
            (
                "",
                "hostIPs: [{ip: 10.0.0.2}]",
                &["status.hostIPs[0].ip: Invalid value: \"10.0.0.2\": must be equal to `hostIP`"],
            ),
            ("", "conditions: [{type: a.b/Gate, status: 'True'}, {type: Ready, status: 'True'}]", &[]),
            (
                "",
                "resourceClaimStatuses: [{name: a}]",
                &[
                    "status.resourceClaimStatuses[0].name: Invalid value: \"a\": must match the name of an entry in `spec.resourceClaims`",
                ],
            ),
        ],
    );
}

#[test]
fn other_statuses() {
    rows(
        "v1",
        "Namespace",
        "",
        &[
            ("phase: Active", "phase: Active", &[]),
            (
                "phase: Active",
                "phase: Terminating",
                &[
                    "status.Phase: Invalid value: \"Terminating\": may only be 'Active' if `deletionTimestamp` is empty",
                ],
            ),
        ],
    );
    rows(
        "v1",
        "Node",
        "",
        &[
            ("", "capacity: {cpu: 2}, addresses: [{type: InternalIP, address: a}]", &[]),
            (
                "",
                "capacity: {cpu: -2}",
                &["status.capacity.cpu: Invalid value: \"-2\": must be greater than or equal to 0"],
            ),
            (
                "",
                "addresses: [{type: InternalIP, address: a}, {type: InternalIP, address: a}]",
                &["status.addresses[1]: Duplicate value: {\"Type\":\"InternalIP\",\"Address\":\"a\"}"],
            ),
        ],
    );
    rows(
        "v1",
        "PersistentVolumeClaim",
        "accessModes: [ReadWriteOnce]",
        &[
            ("", "phase: Bound, capacity: {storage: 1Gi}", &[]),
            (
                "",
                "capacity: {storage: -1}",
                &["status.capacity[storage]: Invalid value: -1: must be a valid resource quantity"],
            ),
            (
                "",
                "allocatedResources: {cpu: 1}",
                &["status.allocatedResources: Unsupported value: \"cpu\": supported values: \"storage\""],
            ),
        ],
    );
    rows(
        "v1",
        "ResourceQuota",
        "",
        &[
            ("", "used: {pods: 1}", &[]),
            (
                "",
                "used: {pods: -1}",
                &["status.used[pods]: Invalid value: \"-1\": must be greater than or equal to 0"],
            ),
        ],
    );
    rows(
        "policy/v1",
        "PodDisruptionBudget",
        "",
        &[
            (
                "",
                "disruptionsAllowed: 1, conditions: [{type: A, status: 'True', reason: R, lastTransitionTime: '2026-01-01T00:00:00Z'}]",
                &[],
            ),
            (
                "",
                "currentHealthy: -1, conditions: [{type: A, status: 'Yes', reason: R, lastTransitionTime: '2026-01-01T00:00:00Z'}]",
                &[
                    "status.conditions[0].status: Unsupported value: \"Yes\": supported values: \"False\", \"True\", \"Unknown\"",
                    "status.currentHealthy: Invalid value: -1: must be greater than or equal to 0",
                ],
            ),
        ],
    );
    rows(
        "apiregistration.k8s.io/v1",
        "APIService",
        "",
        &[(
            "",
            "conditions: [{type: Available, status: 'No'}]",
            &[
                "status.conditions[0].status: Unsupported value: \"No\": supported values: \"True\", \"False\", \"Unknown\"",
            ],
        )],
    );
    rows(
        "resource.k8s.io/v1",
        "ResourceClaim",
        "",
        &[
            (
                "allocation: {devices: {}}",
                "allocation: {devices: {}}, reservedFor: [{resource: pods, name: a, uid: b}]",
                &[],
            ),
            (
                "",
                "reservedFor: [{resource: pods, name: a, uid: b}]",
                &["status.reservedFor: Forbidden: may not be specified when `allocated` is not set"],
            ),
        ],
    );
}

#[test]
fn requests_for_certificates_are_approved_and_signed_by_their_subresources() {
    let request = |status: &str| {
        format!(
            "apiVersion: certificates.k8s.io/v1\nkind: CertificateSigningRequest\nmetadata: {{name: a}}\nstatus: {{{status}}}\n"
        )
    };
    let approved = "conditions: [{type: Approved, status: 'True', reason: a}]";
    let all = |old: &str, new: &str, part| -> Vec<String> {
        let mut found = errors(36, &request(old), &request(new), Some(part));
        found.retain(|error| error.starts_with("status"));
        found
    };
    assert_eq!(all("", approved, "approval"), [""; 0]);
    assert_eq!(
        all("", approved, ""),
        ["status.conditions: Forbidden: updates may not add a condition of type \"Approved\""]
    );
    assert_eq!(
        all(approved, "", "approval"),
        ["status.conditions: Forbidden: updates may not remove a condition of type \"Approved\""]
    );
    // PEM of two texts.
    let certificate =
        "certificate: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCllRPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=";
    let other =
        "certificate: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCllnPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=";
    assert_eq!(
        all(certificate, other, "status"),
        ["status.certificate: Forbidden: updates may not modify existing certificate content"]
    );
    assert_eq!(
        all("", "certificate: YQ==", "status"),
        [
            "status.certificate: Invalid value: \"<certificate data>\": must contain at least one CERTIFICATE PEM block"
        ]
    );
    assert_eq!(
        all("", certificate, "approval"),
        ["status.certificate: Forbidden: updates may not set certificate content"]
    );
    let both = "conditions: [{type: Approved, status: 'True'}, {type: Denied, status: 'True'}]";
    assert_eq!(
        all("", both, "approval"),
        [
            "status.conditions: Invalid value: \"Denied\": Approved and Denied conditions are mutually exclusive"
        ]
    );
    assert_eq!(
        all("", "conditions: [{type: Approved, status: 'False'}]", "approval"),
        ["status.conditions[0].status: Unsupported value: \"False\": supported values: \"True\""]
    );
}
