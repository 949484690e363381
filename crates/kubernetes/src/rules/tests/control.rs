//! Leases, events, flow control, addresses, revisions and migrations.

use super::updates::check;
use super::{sentences, sentences_in, table};

fn of(version: &str, kind: &str, fields: &str) -> String {
    format!("apiVersion: {version}\nkind: {kind}\nmetadata: {{name: a}}\n{fields}\n")
}

#[test]
fn leases() {
    let lease = |spec: &str| of("coordination.k8s.io/v1", "Lease", &format!("spec: {spec}"));
    table(
        &[
            ("{}", &[]),
            ("{leaseDurationSeconds: 15, leaseTransitions: 0, strategy: x}", &[]),
            (
                "{leaseDurationSeconds: 0, leaseTransitions: -1}",
                &[
                    "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0",
                    "spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0",
                ],
            ),
        ],
        lease,
    );
    check(
        36,
        &lease("{}"),
        &lease("{leaseDurationSeconds: -1}"),
        &["spec.leaseDurationSeconds: Invalid value: -1: must be greater than 0"],
    );
}

#[test]
fn candidates_for_leases() {
    let candidate =
        |spec: &str| of("coordination.k8s.io/v1beta1", "LeaseCandidate", &format!("spec: {spec}"));
    table(
        &[
            (
                "{leaseName: a, binaryVersion: 1.2.3, emulationVersion: 1.2.0, strategy: OldestEmulationVersion}",
                &[],
            ),
            ("{leaseName: a, binaryVersion: 1.2.3, strategy: example.com/a}", &[]),
            (
                "{leaseName: '', binaryVersion: '1.2', strategy: Foo}",
                &[
                    "spec.leaseName: Required value",
                    "spec.binaryVersion: Invalid value: \"1.2\": must be a valid semantic version",
                    "spec.strategy.strategy: Unsupported value: \"Foo\": supported values: \"OldestEmulationVersion\"",
                ],
            ),
            (
                "{leaseName: a, binaryVersion: 1.2.3, emulationVersion: 1.3.0, strategy: OldestEmulationVersion}",
                &[
                    "spec.binaryVersion: Invalid value: \"1.2.3\": must be greater than or equal to `emulationVersion`",
                ],
            ),
            (
                "{leaseName: a, binaryVersion: 1.2.3, strategy: OldestEmulationVersion}",
                &[
                    "spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'",
                ],
            ),
        ],
        candidate,
    );
    let old = candidate("{leaseName: a, binaryVersion: 1.2.3, strategy: example.com/a}");
    let new = old.replace("leaseName: a", "leaseName: b");
    check(36, &old, &new, &["spec.leaseName: Invalid value: \"b\": field is immutable"]);
}

#[test]
fn events_of_the_core_group() {
    let event = |fields: &str| {
        format!("apiVersion: v1\nkind: Event\nmetadata: {{name: a, namespace: shop}}\n{fields}\n")
    };
    let wrong = |namespace: &str| {
        format!("involvedObject.namespace: Invalid value: \"{namespace}\": does not match event.namespace")
    };
    assert!(sentences(&event("involvedObject: {kind: Pod, namespace: shop, name: p}")).is_empty());
    assert_eq!(sentences(&event("involvedObject: {namespace: b}")), [wrong("b")]);
    assert_eq!(sentences(&event("involvedObject: {kind: Node, name: web}")), [wrong("")]);
    let new = "eventTime: 2026-01-01T00:00:00.000000Z\ninvolvedObject: {namespace: b}\n";
    assert_eq!(
        sentences(&event(new)),
        [
            "reportingComponent: Required value".to_owned(),
            "reportingComponent: Invalid value: \"\": name part must be non-empty".to_owned(),
            "reportingComponent: Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start \
             and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
             '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
                .to_owned(),
            "reportingInstance: Required value".to_owned(),
            "action: Required value".to_owned(),
            "reason: Required value".to_owned(),
        ]
    );
    let full = "reportingComponent: a.b/c\nreportingInstance: i\naction: a\nreason: r\n";
    assert!(sentences(&event(&format!("{new}{full}"))).is_empty());
    let long = "x".repeat(1025);
    assert_eq!(
        sentences(&event(&format!("{new}{full}message: {long}"))),
        ["message: Invalid value: \"\": can have at most 1024 characters"]
    );
}

#[test]
fn events_of_their_own_group() {
    let event = |fields: &str| {
        format!(
            "apiVersion: events.k8s.io/v1\nkind: Event\nmetadata: {{name: a, namespace: shop}}\n{fields}\n"
        )
    };
    let good = "eventTime: 2026-01-01T00:00:00.000000Z\nregarding: {namespace: shop}\nreportingController: a.b/c\n\
                reportingInstance: i\naction: a\nreason: r\ntype: Normal\n";
    assert!(sentences(&event(good)).is_empty());
    assert_eq!(
        sentences(&event(&format!(
            "{}type: Foo\ndeprecatedCount: 2\nseries: {{count: 1}}\n",
            &good[..good.len() - 13]
        ))),
        [
            "series.count: Invalid value: \"\": should be at least 2",
            "series.lastObservedTime: Required value",
            "type: Invalid value: \"\": has invalid value: Foo",
            "count: Invalid value: \"\": needs to be unset",
        ]
    );
    let old = event(good);
    check(
        36,
        &old,
        &old.replace("reason: r", "reason: s"),
        &["reason: Invalid value: \"s\": field is immutable"],
    );
    check(
        36,
        &old,
        &old.replace("action: a", "note: new\naction: a"),
        &["message: Invalid value: \"new\": field is immutable"],
    );
}

#[test]
fn flow_schemas() {
    let schema = |spec: &str| of("flowcontrol.apiserver.k8s.io/v1", "FlowSchema", &format!("spec: {spec}"));
    let rule = |rule: &str| format!("{{priorityLevelConfiguration: {{name: p}}, rules: [{rule}]}}");
    let user = "subjects: [{kind: User, user: {name: a}}]";
    table(
        &[
            ("{priorityLevelConfiguration: {name: p}}", &[]),
            (
                &rule(&format!(
                    "{{{user}, resourceRules: [{{verbs: ['*'], apiGroups: [''], resources: [pods], namespaces: ['*']}}], nonResourceRules: \
                     [{{verbs: [get], nonResourceURLs: [/healthz, /a/*]}}]}}"
                )),
                &[],
            ),
            (
                "{matchingPrecedence: 20000}",
                &[
                    "spec.matchingPrecedence: Invalid value: 20000: must not be greater than 10000",
                    "spec.priorityLevelConfiguration.name: Required value: must reference a priority level",
                ],
            ),
            (
                "{matchingPrecedence: 1, priorityLevelConfiguration: {name: p}, distinguisherMethod: {type: Foo}}",
                &[
                    "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
                    "spec.distinguisherMethod.type: Unsupported value: {\"Type\":\"Foo\"}: supported values: \"ByNamespace\", \"ByUser\"",
                ],
            ),
            (
                &rule(
                    "{subjects: [{kind: Foo}, {kind: Group}, {kind: ServiceAccount, serviceAccount: {name: a}, user: {name: b}}]}",
                ),
                &[
                    "spec.rules[0].subjects[0].kind: Unsupported value: \"Foo\": supported values: \"Group\", \"ServiceAccount\", \"User\"",
                    "spec.rules[0].subjects[1].group: Required value: group is required when subject kind is 'Group'",
                    "spec.rules[0].subjects[2].serviceAccount.namespace: Required value: must specify namespace for service account",
                    "spec.rules[0].subjects[2].user: Forbidden: user is forbidden when subject kind is not 'User'",
                    "spec.rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty",
                ],
            ),
            (
                &rule(&format!(
                    "{{{user}, resourceRules: [{{verbs: [foo], apiGroups: ['*', b], resources: [pods]}}], nonResourceRules: [{{verbs: ['*', \
                     get], nonResourceURLs: [a, /b//c, '/*/d']}}]}}"
                )),
                &[
                    "spec.rules[0].resourceRules[0].verbs: Unsupported value: [\"foo\"]: supported values: \"create\", \"delete\", \
                     \"deletecollection\", \"get\", \"list\", \"patch\", \"proxy\", \"update\", \"watch\"",
                    "spec.rules[0].resourceRules[0].apiGroups: Invalid value: [\"*\",\"b\"]: if '*' is present, must not specify other api groups",
                    "spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least \
                     one namespace",
                    "spec.rules[0].nonResourceRules[0].verbs: Invalid value: [\"*\",\"get\"]: if '*' is present, must not specify other verbs",
                    "spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: \"a\": must start with slash",
                    "spec.rules[0].nonResourceRules[0].nonResourceURLs[1]: Invalid value: \"/b//c\": must not contain double slash",
                    "spec.rules[0].nonResourceRules[0].nonResourceURLs[2]: Invalid value: \"/*/d\": wildcard can only do suffix matching",
                ],
            ),
        ],
        schema,
    );
    let exempt = "apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: FlowSchema\nmetadata: {name: exempt}\nspec: {matchingPrecedence: 1, \
                  priorityLevelConfiguration: {name: exempt}, rules: [{subjects: [{kind: Group, group: {name: 'system:masters'}}], \
                  resourceRules: [{verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*']}], nonResourceRules: \
                  [{verbs: ['*'], nonResourceURLs: ['*']}]}]}\n";
    assert!(sentences(exempt).is_empty());
    assert_eq!(
        sentences(&exempt.replace("system:masters", "admins")),
        ["spec: Invalid value: spec of 'exempt' must equal the fixed value"]
    );
}

#[test]
fn priority_levels() {
    let level = |spec: &str| {
        of("flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", &format!("spec: {spec}"))
    };
    table(
        &[
            ("{type: Limited, limited: {limitResponse: {type: Reject}}}", &[]),
            ("{type: Limited, limited: {limitResponse: {type: Queue, queuing: {}}}}", &[]),
            (
                "{type: Foo}",
                &["spec.type: Unsupported value: \"Foo\": supported values: \"Exempt\", \"Limited\""],
            ),
            ("{type: Limited}", &["spec.limited: Required value: must not be empty when type is Limited"]),
            (
                "{type: Exempt, limited: {}}",
                &[
                    "spec.type: Invalid value: \"Exempt\": must be 'Exempt' if and only if `name` is 'exempt'",
                    "spec.limited: Forbidden: must be nil if the type is not Limited",
                ],
            ),
            (
                "{type: Limited, limited: {nominalConcurrencyShares: -1, lendablePercent: 101, borrowingLimitPercent: -1, limitResponse: {type: \
                 Reject, queuing: {}}}}",
                &[
                    "spec.limited.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer",
                    "spec.limited.limitResponse.queuing: Forbidden: must be nil if limited.limitResponse.type is not Limited",
                    "spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive",
                    "spec.limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer",
                ],
            ),
            (
                "{type: Limited, limited: {limitResponse: {type: Queue, queuing: {queues: 4, handSize: 5, queueLengthLimit: -1}}}}",
                &[
                    "spec.limited.limitResponse.queuing.queueLengthLimit: Invalid value: -1: must be positive",
                    "spec.limited.limitResponse.queuing.handSize: Invalid value: 5: should not be greater than queues (4)",
                ],
            ),
            (
                "{type: Limited, limited: {limitResponse: {type: Queue, queuing: {queues: 128, handSize: 10}}}}",
                &[
                    "spec.limited.limitResponse.queuing.handSize: Invalid value: 10: required entropy bits of deckSize 128 and handSize 10 should \
                     not be greater than 60",
                ],
            ),
        ],
        level,
    );
}

#[test]
fn addresses_of_the_cluster() {
    let address = |name: &str, spec: &str| {
        format!(
            "apiVersion: networking.k8s.io/v1\nkind: IPAddress\nmetadata: {{name: '{name}'}}\nspec: {spec}\n"
        )
    };
    let parent = "{parentRef: {resource: services, name: a, namespace: b}}";
    assert!(sentences(&address("10.0.0.1", parent)).is_empty());
    assert!(sentences(&address("2001:db8::1", parent)).is_empty());
    assert_eq!(
        sentences(&address("foo", "{}")),
        [
            "metadata.name: Invalid value: \"foo\": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)",
            "spec.parentRef: Required value",
        ]
    );
    assert_eq!(
        sentences(&address("2001:DB8::1", "{parentRef: {resource: a/b}}")),
        [
            "metadata.name: Invalid value: \"2001:DB8::1\": must be in canonical form (\"2001:db8::1\")",
            "spec.parentRef.resource: Invalid value: \"a/b\": may not contain '/'",
            "spec.parentRef.name: Required value",
        ]
    );
    check(
        36,
        &address("10.0.0.1", parent),
        &address("10.0.0.1", &parent.replace("name: a", "name: c")),
        &[
            "spec.parentRef: Invalid value: {\"Group\":\"\",\"Resource\":\"services\",\"Namespace\":\"b\",\"Name\":\"c\"}: field is immutable",
        ],
    );
}

#[test]
fn ranges_of_the_cluster() {
    let range = |list: &str| of("networking.k8s.io/v1", "ServiceCIDR", &format!("spec: {{cidrs: {list}}}"));
    table(
        &[
            ("['10.0.0.0/16']", &[]),
            ("['10.0.0.0/16', 'fd00::/64']", &[]),
            ("[]", &["spec.cidrs: Required value: at least one CIDR required"]),
            (
                "[foo]",
                &[
                    "spec.cidrs[0]: Invalid value: \"foo\": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)",
                ],
            ),
            (
                "['10.0.0.1/16', '10.1.0.0/16']",
                &[
                    "spec.cidrs[0]: Invalid value: \"10.0.0.1/16\": must not have bits set beyond the prefix length",
                    "spec.cidrs: Invalid value: [\"10.0.0.1/16\",\"10.1.0.0/16\"]: may specify no more than one IP for each IP family, i.e \
                     192.168.0.0/24 and 2001:db8::/64",
                ],
            ),
            (
                "['10.0.0.0/16', 'fd00::/64', 'fd01::/64']",
                &[
                    "spec.cidrs: Invalid value: {\"CIDRs\":[\"10.0.0.0/16\",\"fd00::/64\",\"fd01::/64\"]}: may only hold up to 2 values",
                ],
            ),
        ],
        range,
    );
    let old = range("['10.0.0.0/16']");
    check(36, &old, &range("['10.0.0.0/16', 'fd00::/64']"), &[]);
    check(
        36,
        &old,
        &range("['10.1.0.0/16']"),
        &["spec.cidrs[0]: Invalid value: \"10.1.0.0/16\": field is immutable"],
    );
}

#[test]
fn revisions() {
    let revision = |fields: &str| of("apps/v1", "ControllerRevision", fields);
    assert!(sentences(&revision("revision: 1\ndata: {spec: {}}")).is_empty());
    assert_eq!(
        sentences(&revision("revision: -1")),
        [
            "revision: Invalid value: -1: must be greater than or equal to 0",
            "data: Required value: data is mandatory",
        ]
    );
    assert_eq!(
        sentences(&revision("revision: 1\ndata: [1]")),
        ["data: Required value: data must be a valid JSON object"]
    );
    let old = revision("revision: 1\ndata: {a: 1}");
    check(36, &old, &revision("revision: 2\ndata: {a: 1}"), &[]);
    check(36, &old, &revision("revision: 1\ndata: {a: 2}"), &["data: Invalid value: field is immutable"]);
}

#[test]
fn migrations() {
    let new = |resource: &str| {
        let spec = format!("spec: {{resource: {resource}}}");
        of("storagemigration.k8s.io/v1beta1", "StorageVersionMigration", &spec)
    };
    assert!(sentences(&new("{group: apps, resource: deployments}")).is_empty());
    assert_eq!(
        sentences(&new("{}")),
        ["spec.resource.resource: Required value: resource is required to be set"]
    );
    let old = of(
        "storagemigration.k8s.io/v1alpha1",
        "StorageVersionMigration",
        "spec: {resource: {group: a, resource: b}}",
    );
    assert_eq!(sentences_in(34, &old), ["spec.resource.version: Required value: version is required"]);
}
