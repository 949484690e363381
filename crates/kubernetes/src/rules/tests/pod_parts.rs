//! Parts of pods: what they share with the host, restarts, resources, search domains.

use super::{container, pod, sentences, sentences_in, table};

/// A pod with one container and these fields.
fn with(spec: &str) -> String {
    pod(&format!("{spec}\ncontainers: [{{name: app, image: a}}]"))
}

#[test]
fn search_domains() {
    let many = format!("dnsConfig: {{searches: [{}]}}", vec!["a"; 33].join(", "));
    let found = sentences(&with(&many));
    assert!(found[0].ends_with("must not have more than 32 search paths"), "{found:?}");
    let long = format!("dnsConfig: {{searches: [{}]}}", vec!["a".repeat(100); 21].join(", "));
    let found = sentences(&with(&long));
    assert!(
        found[0].ends_with("must not have more than 2048 characters (including spaces) in the search list")
    );
    for good in ["a.b", "a.b.", "_srv.a", "."] {
        assert_eq!(sentences(&with(&format!("dnsConfig: {{searches: ['{good}']}}"))), [""; 0], "{good}");
    }
    let bad = with("dnsConfig: {searches: [-a]}");
    assert!(sentences(&bad)[0].starts_with(
        "spec.dnsConfig.searches[0]: Invalid value: \"-a\": a lowercase RFC 1123 subdomain must consist of lower case \
         alphanumeric characters, '_', '-' or '.'"
    ));
    // Underscores are known since 1.33.
    let underscore = with("dnsConfig: {searches: [_srv.a]}");
    assert_eq!(sentences_in(33, &underscore), [""; 0]);
    assert_eq!(sentences_in(32, &underscore).len(), 1);
}

#[test]
fn users_of_the_host() {
    let why = "Forbidden: when `hostUsers` is false";
    assert_eq!(
        sentences(&with("hostUsers: false\nhostNetwork: true\nhostPID: true\nhostIPC: true")),
        [format!("spec.hostNetwork: {why}"), format!("spec.HostPID: {why}"), format!("spec.HostIPC: {why}")]
    );
    assert_eq!(sentences(&with("hostUsers: true\nhostNetwork: true")), [""; 0]);
    let old = with("hostUsers: false\nhostNetwork: true");
    assert_eq!(sentences_in(32, &old), [""; 0]);
    assert_eq!(sentences_in(33, &old), ["spec.hostNetwork: Forbidden: when `pod.Spec.HostUsers` is false"]);
    let mount = container("securityContext: {procMount: Unmasked}");
    assert_eq!(
        sentences(&mount),
        [
            "spec.containers[0].securityContext.procMount: Invalid value: \"Unmasked\": `hostUsers` must be false to use `Unmasked`"
        ]
    );
    assert_eq!(sentences(&mount.replace("spec:\n", "spec:\n  hostUsers: false\n")), [""; 0]);
}

#[test]
fn names_of_hosts() {
    table(
        &[
            ("hostnameOverride: a.b", &[]),
            (
                "hostnameOverride: a\nhostNetwork: true",
                &["spec.hostnameOverride: Forbidden: may not be specified when hostNetwork is true"],
            ),
            (
                "hostnameOverride: a\nsetHostnameAsFQDN: true",
                &["spec.hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true"],
            ),
        ],
        with,
    );
    let long = format!("hostnameOverride: {}", "a".repeat(65));
    assert_eq!(sentences(&with(&long)), ["spec.hostnameOverride: Too long: may not be more than 64 bytes"]);
    assert_eq!(sentences_in(34, &with(&long)), [""; 0]);
}

#[test]
fn sysctls() {
    let list = |name: &str| {
        format!(
            "securityContext: {{sysctls: [{{name: '{name}', value: a}}]}}\nhostNetwork: true\nhostIPC: true"
        )
    };
    assert_eq!(sentences(&with(&list("kernel.ctrl"))), [""; 0]);
    for (name, field) in [
        ("net.ipv4.a", "hostNetwork"),
        ("net/ipv4/a.b", "hostNetwork"),
        ("kernel.msgmax", "hostIPC"),
        ("fs.mqueue.a", "hostIPC"),
    ] {
        assert_eq!(
            sentences(&with(&list(name))),
            [format!(
                "spec.securityContext.sysctls[0].name: Invalid value: \"{name}\": may not be specified when '{field}' is true"
            )]
        );
    }
    assert_eq!(
        sentences(&with(&list("A"))),
        [
            "spec.securityContext.sysctls[0].name: Invalid value: \"A\": must have at most 253 characters and match regex \
             ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$"
        ]
    );
}

#[test]
fn sleeping_before_the_end() {
    let hook =
        |seconds: i64| container(&format!("lifecycle: {{preStop: {{sleep: {{seconds: {seconds}}}}}}}"));
    assert_eq!(sentences(&hook(30)), [""; 0]);
    assert_eq!(
        sentences(&hook(31)),
        [
            "spec.containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than \
             terminationGracePeriodSeconds (30)"
        ]
    );
    let longer = hook(31).replace("spec:\n", "spec:\n  terminationGracePeriodSeconds: 60\n");
    assert_eq!(sentences(&longer), [""; 0]);
    assert_eq!(sentences(&hook(0)), [""; 0]);
    assert!(sentences_in(32, &hook(0))[0].ends_with("feature gate for zero sleep."));
    assert!(sentences_in(31, &hook(0))[0].ends_with("less than terminationGracePeriodSeconds (30)"));
}

#[test]
fn rules_of_restarts() {
    table(
        &[
            (
                "restartPolicy: Never\nrestartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [1]}}]",
                &[],
            ),
            (
                "restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [1]}}]",
                &[
                    "spec.containers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used",
                ],
            ),
            (
                "restartPolicy: Never\nrestartPolicyRules: [{action: Stop}, {action: Restart, exitCodes: {operator: Is}}]",
                &[
                    "spec.containers[0].restartPolicyRules[0].action: Unsupported value: \"Stop\": supported values: \"Restart\", \
                     \"RestartAllContainers\"",
                    "spec.containers[0].restartPolicyRules[0].exitCodes: Required value: must be specified",
                    "spec.containers[0].restartPolicyRules[1].exitCodes.operator: Unsupported value: \"Is\": supported values: \"In\", \
                     \"NotIn\"",
                ],
            ),
        ],
        container,
    );
    let all = container(
        "restartPolicy: Never\nrestartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [1]}}]",
    );
    assert_eq!(sentences(&all), [""; 0]);
    assert_eq!(
        sentences_in(35, &all),
        [
            "spec.containers[0].restartPolicyRules[0].action: Unsupported value: \"RestartAllContainers\": supported values: \"Restart\""
        ]
    );
    let many = vec!["{action: Restart, exitCodes: {operator: In, values: [1]}}"; 21].join(", ");
    let many = container(&format!("restartPolicy: Never\nrestartPolicyRules: [{many}]"));
    let at = "spec.containers[0].restartPolicyRules";
    assert_eq!(sentences(&many), [format!("{at}: Too many: 21: must have at most 20 items")]);
    assert_eq!(sentences_in(35, &many), [format!("{at}: Too long: may not be more than 20 bytes")]);
}

#[test]
fn resizing() {
    table(
        &[
            ("resizePolicy: [{resourceName: cpu, restartPolicy: NotRequired}]", &[]),
            (
                "resizePolicy: [{resourceName: cpu, restartPolicy: Now}, {resourceName: cpu, restartPolicy: RestartContainer}]",
                &[
                    "spec.containers[0].resizePolicy: Unsupported value: \"Now\": supported values: \"NotRequired\", \"RestartContainer\"",
                    "spec.containers[0].resizePolicy[1]: Duplicate value: \"cpu\"",
                ],
            ),
            (
                "resizePolicy: [{resourceName: storage, restartPolicy: NotRequired}]",
                &[
                    "spec.containers[0].resizePolicy: Unsupported value: \"storage\": supported values: \"cpu\", \"memory\"",
                ],
            ),
        ],
        container,
    );
    let never = container("resizePolicy: [{resourceName: cpu, restartPolicy: RestartContainer}]")
        .replace("spec:\n", "spec:\n  restartPolicy: Never\n");
    let at =
        "spec.containers[0].resizePolicy: Invalid value: \"RestartContainer\": must be 'NotRequired' when";
    assert_eq!(sentences(&never), [format!("{at} pod `restartPolicy` is 'Never'")]);
    assert_eq!(sentences_in(35, &never), [format!("{at} `restartPolicy` is 'Never'")]);
    let init = with(
        "initContainers: [{name: b, image: b, resizePolicy: [{resourceName: cpu, restartPolicy: RestartContainer}]}]",
    );
    assert_eq!(
        sentences(&init),
        [
            "spec.initContainers[0].resizePolicy[0].restartPolicy: Invalid value: \"RestartContainer\": must not be set to \
             'RestartContainer' for non-sidecar initContainers"
        ]
    );
    assert_eq!(sentences_in(35, &init), [""; 0]);
}

#[test]
fn resources_of_a_whole_pod() {
    let of = |whole: &str, one: &str| {
        pod(&format!("resources: {{{whole}}}\ncontainers: [{{name: app, image: a, resources: {{{one}}}}}]"))
    };
    assert_eq!(sentences(&of("requests: {cpu: 2}", "requests: {cpu: 2}")), [""; 0]);
    let less = of("requests: {cpu: 1}", "limits: {cpu: 2}");
    assert_eq!(
        sentences(&less),
        [
            "spec.resources.requests[cpu]: Invalid value: \"1\": must be greater than or equal to aggregate container requests of 2"
        ]
    );
    // The field is dropped before 1.34.
    assert_eq!(sentences_in(33, &less), [""; 0]);
    assert_eq!(
        sentences(&of("limits: {memory: 1Gi}", "limits: {memory: 2Gi}")),
        [
            "spec.resources.requests: Invalid value: \"2Gi\": must be less than or equal to memory limit of 1Gi",
            "spec.resources.containers[0][memory].limits: Invalid value: \"2Gi\": must be less than or equal to pod limits of 1Gi"
        ]
    );
    assert_eq!(
        sentences(&of("limits: {pods: 1}, claims: [{name: a}]", ""))[..2],
        [
            "spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level",
            "spec.resources.limits[pods]: Unsupported value: \"pods\": supported values: \"cpu\", \"hugepages-\", \"memory\""
        ]
    );
    // Containers that end count with those that stay, but not with each other.
    let init = of("requests: {cpu: 3}", "requests: {cpu: 2}").replace(
        "  containers:",
        "  initContainers: [{name: b, image: b, restartPolicy: Always, resources: {requests: {cpu: 1}}}, {name: c, image: c, resources: \
         {requests: {cpu: 2}}}]\n  containers:",
    );
    assert_eq!(sentences(&init), [""; 0]);
    let pages = container("resources: {limits: {cpu: 1, hugepages-2Mi: 3Mi}}");
    assert_eq!(
        sentences(&pages),
        [
            "spec.containers[0].resources.limits[hugepages-2Mi]: Invalid value: \"3Mi\": 3Mi is not positive integer multiple of \
             hugepages-2Mi"
        ]
    );
}

#[test]
fn defaults_of_the_resources_of_a_whole_pod() {
    let of = |whole: &str, one: &str| {
        format!("resources: {{{whole}}}\ncontainers: [{{name: app, image: a, resources: {{{one}}}}}]")
    };
    let huge = "spec.resources: Forbidden: HugePages require cpu or memory";
    let pages = "is not positive integer multiple of hugepages-2Mi";
    let at = "spec.resources";
    for (whole, one, of_pod, of_template) in [
        ("limits: {hugepages-2Mi: 4Mi}", "requests: {cpu: 1}", vec![], vec![huge.to_owned()]),
        ("limits: {hugepages-2Mi: 4Mi}", "", vec![huge.to_owned()], vec![huge.to_owned()]),
        // Only requests of resources that can be shared come from the containers.
        (
            "limits: {hugepages-2Mi: 4Mi}",
            "requests: {ephemeral-storage: 1}",
            vec![huge.to_owned()],
            vec![huge.to_owned()],
        ),
        (
            "limits: {cpu: 1}",
            "requests: {cpu: 2}",
            vec![format!(
                "{at}.requests: Invalid value: \"2\": must be less than or equal to cpu limit of 1"
            )],
            vec![],
        ),
        ("requests: {memory: 1Gi}, limits: {cpu: null}", "", vec![], vec![]),
        // Pages have a limit if the pod has any resources.
        ("requests: {cpu: 1}", "limits: {cpu: 1, hugepages-2Mi: 4Mi}", vec![], vec![]),
        (
            "requests: {cpu: 1}",
            "limits: {cpu: 1, hugepages-2Mi: 3Mi}",
            vec![
                format!(
                    "spec.containers[0].resources.limits[hugepages-2Mi]: Invalid value: \"3Mi\": 3Mi {pages}"
                ),
                format!("{at}.limits[hugepages-2Mi]: Invalid value: \"3Mi\": 3Mi {pages}"),
                format!("{at}.requests[hugepages-2Mi]: Invalid value: \"3Mi\": 3Mi {pages}"),
            ],
            vec![format!(
                "spec.containers[0].resources.limits[hugepages-2Mi]: Invalid value: \"3Mi\": 3Mi {pages}"
            )],
        ),
        (
            "limits: {cpu: 1, hugepages-2Mi: 2Mi}",
            "limits: {cpu: 1, hugepages-2Mi: 4Mi}",
            vec![
                format!(
                    "{at}.requests[hugepages-2Mi]: Invalid value: \"2Mi\": must be greater than or equal to aggregate container \
                     requests of 4Mi"
                ),
                format!(
                    "{at}.limits[hugepages-2Mi]: Invalid value: \"2Mi\": must be greater than or equal to aggregate container limits of \
                     4Mi"
                ),
                format!(
                    "{at}.containers[0][hugepages-2Mi].limits: Invalid value: \"4Mi\": must be less than or equal to pod limits of 2Mi"
                ),
            ],
            vec![
                format!(
                    "{at}.limits[hugepages-2Mi]: Invalid value: \"2Mi\": must be greater than or equal to aggregate container limits of \
                     4Mi"
                ),
                format!(
                    "{at}.containers[0][hugepages-2Mi].limits: Invalid value: \"4Mi\": must be less than or equal to pod limits of 2Mi"
                ),
            ],
        ),
    ] {
        let spec = of(whole, one);
        for version in [34, 36] {
            assert_eq!(sentences_in(version, &pod(&spec)), of_pod, "{spec}");
        }
        let labels = "metadata: {labels: {app: a}}";
        let template = format!(
            "apiVersion: v1\nkind: PodTemplate\nmetadata: {{name: a}}\ntemplate:\n  {labels}\n  spec:\n"
        );
        let indented = super::indented(&spec, 4);
        let expected: Vec<String> = of_template.iter().map(|error| format!("template.{error}")).collect();
        let found: Vec<String> = sentences(&format!("{template}{indented}\n"));
        assert_eq!(found, expected, "{spec}");
    }
}

#[test]
fn claims_of_resources() {
    table(
        &[
            ("resourceClaims: [{name: a, resourceClaimName: b}]", &[]),
            (
                "resourceClaims: [{name: a}]",
                &[
                    "spec.resourceClaims[0]: Invalid value: {\"Name\":\"a\",\"ResourceClaimName\":null,\"ResourceClaimTemplateName\":null}: must \
                     specify one of: `resourceClaimName`, `resourceClaimTemplateName`",
                ],
            ),
            (
                "resourceClaims: [{name: a, resourceClaimName: b, resourceClaimTemplateName: c}]",
                &[
                    "spec.resourceClaims[0]: Invalid value: {\"Name\":\"a\",\"ResourceClaimName\":\"b\",\"ResourceClaimTemplateName\":\"c\"}: at \
                     most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified",
                ],
            ),
        ],
        with,
    );
}
