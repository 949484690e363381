//! The status of Services, claims, requests for certificates and others.

use super::{rows, rows_in};
use crate::rules::tests::complete::errors;

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
    for (version, field) in [
        (33, "allocatedResourceStatus"),
        (34, "allocatedResourceStatuses"),
        (36, "allocatedResourceStatuses"),
    ] {
        let cpu = format!("status.{field}: Unsupported value: \"cpu\": supported values: \"storage\"");
        rows_in(
            version,
            "v1",
            "PersistentVolumeClaim",
            "accessModes: [ReadWriteOnce]",
            &[
                ("", "allocatedResourceStatuses: {storage: NodeResizePending}", &[]),
                ("", "allocatedResourceStatuses: {cpu: NodeResizePending}", &[&cpu]),
            ],
        );
    }
    rows(
        "v1",
        "ResourceQuota",
        "",
        &[
            ("", "used: {pods: 1}", &[]),
            (
                "",
                "used: {storage: 1}",
                &["status.used[storage]: Invalid value: \"storage\": must be a standard resource for quota"],
            ),
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
