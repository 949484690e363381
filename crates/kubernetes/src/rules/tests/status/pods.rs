//! The status of pods.

use super::{rows, rows_in};

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
fn a_container_that_restarts_all_lets_all_leave_their_end() {
    let state = |list: &str, state: &str| format!("{list}: [{{name: b, state: {{{state}}}}}]");
    let pod = |action: &str| {
        format!(
            "restartPolicy: Never, containers: [{{name: b, image: b}}], initContainers: [{{name: a, image: a, restartPolicy: Never, \
             restartPolicyRules: [{{action: {action}, exitCodes: {{operator: In, values: [1]}}}}]}}]"
        )
    };
    for (list, action, version, is_refused) in [
        ("containerStatuses", "RestartAllContainers", 36, false),
        ("containerStatuses", "RestartAllContainers", 35, true),
        ("containerStatuses", "Restart", 36, true),
        ("initContainerStatuses", "RestartAllContainers", 36, false),
        ("ephemeralContainerStatuses", "RestartAllContainers", 36, true),
    ] {
        let error =
            format!("status.{list}[0].state: Forbidden: may not be transitioned to non-terminated state");
        let wanted: &[&str] = if is_refused { &[&error] } else { &[] };
        let (old, new) = (state(list, "terminated: {exitCode: 1}"), state(list, "running: {}"));
        rows_in(version, "v1", "Pod", &pod(action), &[(&old, &new, wanted)]);
    }
}

#[test]
fn the_status_of_a_pod_is_worded_as_each_version_does() {
    let bare = "containers: [{name: a, image: a}], resourceClaims: [{name: a, resourceClaimName: b}]";
    let bound = format!("{bare}, nodeName: a");
    let name = "Invalid value: \"-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric \
        character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    let claim = "Invalid value: \"-\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and \
        end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    let negative = "Invalid value: -1: must be a non-negative integer";
    let taken =
        "status.nominatedNodeName: Forbidden: may not be set on pods that are already bound to a node";
    let conditions = "conditions: [{type: '-', status: 'True'}, {type: Ready, status: 'True', observedGeneration: -1}], observedGeneration: -1";
    let [in_metadata, in_status] =
        ["metadata", "status"].map(|at| format!("{at}.conditions[0].Type: {name}"));
    let of_condition = format!("status.conditions[1].observedGeneration: {negative}");
    let of_status = format!("status.observedGeneration: {negative}");
    let all = [in_status.as_str(), &of_condition, &of_status];
    let claims = "resourceClaimStatuses: [{name: a, resourceClaimName: '-'}]";
    let [at_name, at_claim] =
        ["name", "resourceClaimName"].map(|at| format!("status.resourceClaimStatuses[0].{at}: {claim}"));
    for (version, spec, new, wanted) in [
        (32, bare, "conditions: [{type: '-', status: 'True'}]", &[in_metadata.as_str()] as &[&str]),
        (33, bare, conditions, &all),
        (36, bare, conditions, &all),
        (35, bare, claims, &[&at_name]),
        (36, bare, claims, &[&at_claim]),
        (34, &bound, "nominatedNodeName: b", &[]),
        (35, &bound, "nominatedNodeName: b", &[taken]),
        (36, bare, "nominatedNodeName: b", &[]),
    ] {
        rows_in(version, "v1", "Pod", spec, &[("", new, wanted)]);
    }
    let class = "status.qosClass: Invalid value: \"Burstable\": field is immutable";
    for (version, wanted) in [(31, &[] as &[&str]), (32, &[class])] {
        rows_in(version, "v1", "Pod", bare, &[("qosClass: BestEffort", "qosClass: Burstable", wanted)]);
    }
    let pair = "may specify no more than one IP for each IP family";
    let twice = "podIPs: [{ip: 10.0.0.1}, {ip: 10.0.0.1}]";
    for (version, wanted) in [
        (
            32,
            &[
                "status.podIPs[1]: Duplicate value: core.PodIP{IP:\"10.0.0.1\"}",
                &format!("status.podIPs: Invalid value: {pair}"),
            ] as &[&str],
        ),
        (33, &[&format!("status.podIPs: Invalid value: {pair}")]),
    ] {
        rows_in(version, "v1", "Pod", bare, &[("", twice, wanted)]);
    }
}
