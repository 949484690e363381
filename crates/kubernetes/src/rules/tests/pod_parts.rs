//! Parts of pods: what they share with the host, restarts, resources, search domains, files of variables.

use super::{container, indented, pod, sentences, sentences_in, table};

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

#[test]
fn files_of_variables() {
    let of = |volume: &str, file: &str| {
        let env = format!("env: [{{name: a, valueFrom: {{fileKeyRef: {{{file}}}}}}}]");
        pod(&format!(
            "volumes: [{{name: v{volume}}}]\ncontainers:\n- name: app\n  image: a\n{}",
            indented(&env, 2)
        ))
    };
    let file = "volumeName: v, path: a, key: B";
    assert_eq!(sentences(&of("", file)), [""; 0]);
    assert_eq!(sentences(&of(", emptyDir: {}", file)), [""; 0]);
    let at = "spec.containers[0].env[0].valueFrom.fileKeyRef";
    assert_eq!(
        sentences(&of(", configMap: {name: a}", file)),
        [format!("{at}.volumeName: Invalid value: \"v\": referenced volume must be of type emptyDir")]
    );
    assert_eq!(
        sentences(&of("", "volumeName: w, path: ../a, key: ''")),
        [
            format!("{at}.key: Required value"),
            format!("{at}.path: Invalid value: \"../a\": must not contain '..'"),
            format!("{at}.volumeName: Not found: \"w\""),
        ]
    );
}

#[test]
fn fields_and_units_of_variables() {
    let from = |source: &str| container(&format!("env: [{{name: a, valueFrom: {{{source}}}}}]"));
    let at = "spec.containers[0].env[0].valueFrom";
    for good in [
        "fieldRef: {fieldPath: \"metadata.labels['a.b/c']\"}",
        "resourceFieldRef: {resource: limits.cpu, divisor: 1m}",
        "resourceFieldRef: {resource: limits.memory, divisor: 1Mi}",
        "resourceFieldRef: {resource: limits.cpu, divisor: 0}",
    ] {
        assert_eq!(sentences(&from(good)), [""; 0], "{good}");
    }
    for (bad, wanted) in [
        (
            "resourceFieldRef: {resource: limits.cpu, divisor: 2}",
            "resourceFieldRef.divisor: Invalid value: \"limits.cpu\": only divisor's values 1m and 1 are supported with the cpu resource",
        ),
        (
            "resourceFieldRef: {resource: requests.memory, divisor: 10}",
            "resourceFieldRef.divisor: Invalid value: \"requests.memory\": only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, \
             1Ti, 1Pi, 1Ei are supported with the memory resource",
        ),
        (
            "fieldRef: {fieldPath: \"metadata.name['a']\"}",
            "fieldRef.fieldPath: Invalid value: \"metadata.name['a']\": error converting fieldPath: field label does not support subscript: \
             metadata.name['a']",
        ),
        (
            "fieldRef: {apiVersion: v2, fieldPath: metadata.name}",
            "fieldRef.fieldPath: Invalid value: \"metadata.name\": error converting fieldPath: unsupported pod version: v2",
        ),
    ] {
        assert_eq!(sentences(&from(bad)), [format!("{at}.{wanted}")]);
    }
    let bad = sentences(&from("fieldRef: {fieldPath: \"metadata.labels['-']\"}"));
    assert!(bad[0].starts_with(&format!("{at}.fieldRef: Invalid value: \"-\": ")), "{bad:?}");
}

#[test]
fn mounts_that_are_read_only() {
    let mount = |more: &str| {
        container(&format!("volumeMounts: [{{name: v, mountPath: /a, {more}}}]"))
            .replace("  containers:", "  volumes: [{name: v}]\n  containers:")
    };
    let at = "spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be specified when";
    assert_eq!(sentences(&mount("readOnly: true, recursiveReadOnly: Enabled")), [""; 0]);
    assert_eq!(sentences(&mount("recursiveReadOnly: Enabled")), [format!("{at} readOnly is true")]);
    assert_eq!(
        sentences(&mount("readOnly: true, recursiveReadOnly: IfPossible, mountPropagation: HostToContainer")),
        [format!("{at} mountPropagation is None or not specified")]
    );
    let both =
        container("volumeMounts: [{name: v, mountPath: /a}]\nvolumeDevices: [{name: v, devicePath: /a}]")
            .replace(
                "  containers:",
                "  volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]\n  containers:",
            );
    let found = sentences(&both);
    assert!(found.iter().any(|found| found.ends_with("must not already exist in volumeMounts")), "{found:?}");
    assert!(found.iter().any(|found| found.ends_with("must not already exist as a path in volumeMounts")));
}

#[test]
fn keys_of_labels() {
    let spread = |keys: &str, selector: &str| {
        with(&format!(
            "topologySpreadConstraints: [{{maxSkew: 1, topologyKey: a, whenUnsatisfiable: DoNotSchedule, matchLabelKeys: [{keys}]{selector}}}]"
        ))
    };
    let at = "spec.topologySpreadConstraints[0]";
    assert_eq!(sentences(&spread("b", ", labelSelector: {}")), [""; 0]);
    // A warning comes after it.
    assert_eq!(
        sentences(&spread("b", ""))[..1],
        [format!("{at}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set")]
    );
    // The server adds the label of the pod to the selector, which has it.
    let both = spread("b", ", labelSelector: {matchLabels: {b: c}}");
    assert_eq!(sentences(&both), [""; 0]);
    let labeled = both.replace("metadata: {name: web}", "metadata: {name: web, labels: {b: c}}");
    assert_eq!(
        sentences(&labeled),
        [format!("{at}[0]: Invalid value: \"b\": exists in both matchLabelKeys and labelSelector")]
    );
    assert_eq!(
        sentences_in(33, &both),
        [format!(
            "{at}.matchLabelKeys[0]: Invalid value: \"b\": exists in both matchLabelKeys and labelSelector"
        )]
    );
    let affinity = with(
        "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: a, labelSelector: {}, matchLabelKeys: [b], \
         mismatchLabelKeys: [b]}]}}",
    );
    assert_eq!(
        sentences(&affinity),
        [
            "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys[0]: Invalid value: \"b\": exists in \
             both matchLabelKeys and mismatchLabelKeys"
        ]
    );
}

#[test]
fn fields_of_nodes() {
    let term = |requirement: &str| {
        with(&format!(
            "affinity: {{nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{{matchFields: \
             [{{{requirement}}}]}}]}}}}}}"
        ))
    };
    let at = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0]";
    assert_eq!(sentences(&term("key: metadata.name, operator: In, values: [a]")), [""; 0]);
    assert_eq!(
        sentences(&term("key: metadata.uid, operator: Exists")),
        [
            format!("{at}.operator: Invalid value: \"Exists\": not a valid selector operator"),
            format!("{at}.key: Invalid value: \"metadata.uid\": not a valid field selector key"),
        ]
    );
    assert_eq!(
        sentences(&term("key: metadata.name, operator: In, values: [a, b]")),
        [format!(
            "{at}.values: Required value: must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
        )]
    );
}

#[test]
fn overhead_and_profiles() {
    assert_eq!(
        sentences(&with("overhead: {cpu: -1}")),
        ["spec.overhead.limits[cpu]: Invalid value: \"-1\": must be greater than or equal to 0"]
    );
    let profile = |file: &str| {
        container(&format!(
            "securityContext: {{appArmorProfile: {{type: Localhost, localhostProfile: '{file}'}}}}"
        ))
    };
    let at = "spec.containers[0].securityContext.appArmorProfile.localhostProfile";
    assert_eq!(sentences(&profile("a")), [""; 0]);
    assert_eq!(
        sentences(&profile(" a")),
        [format!("{at}: Invalid value: \" a\": must not be padded with whitespace")]
    );
    assert_eq!(
        sentences(&profile("")),
        [format!("{at}: Required value: must be set when AppArmor type is Localhost")]
    );
}
