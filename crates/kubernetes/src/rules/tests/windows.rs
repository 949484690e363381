//! Pods of Windows and of Linux.

use super::{pod, sentences, sentences_in, table};

/// A pod whose container and spec have more fields.
fn with(spec: &str, container: &str) -> String {
    pod(&format!("{spec}\ncontainers: [{{name: app, image: a{container}}}]"))
}

#[test]
fn fields_of_another_system() {
    const WHY: &str = "Forbidden: cannot be set for a windows pod";
    for (context, field) in [
        ("seLinuxOptions: {}", "seLinuxOptions"),
        ("fsGroup: 1", "fsGroup"),
        ("fsGroupChangePolicy: Always", "fsGroupChangePolicy"),
        ("sysctls: [{name: kernel.sem, value: a}]", "sysctls"),
        ("runAsUser: 1", "runAsUser"),
        ("runAsGroup: 1", "runAsGroup"),
        ("supplementalGroups: [1]", "supplementalGroups"),
        ("supplementalGroupsPolicy: Merge", "supplementalGroupsPolicy"),
        ("seLinuxChangePolicy: Recursive", "seLinuxChangePolicy"),
        ("appArmorProfile: {type: Unconfined}", "appArmorProfile"),
        ("seccompProfile: {type: Unconfined}", "seccompProfile"),
    ] {
        let text = with(&format!("os: {{name: windows}}\nsecurityContext: {{{context}}}"), "");
        assert_eq!(sentences(&text), [format!("spec.securityContext.{field}: {WHY}")]);
        assert_eq!(sentences(&text.replace("windows", "linux")), [""; 0], "{field}");
    }
    for field in ["hostPID", "hostIPC", "shareProcessNamespace"] {
        let text = with(&format!("os: {{name: windows}}\n{field}: true"), "");
        assert_eq!(sentences(&text), [format!("spec.{field}: {WHY}")]);
    }
    // An empty list and a false flag are as absent.
    let text = with("os: {name: windows}\nhostPID: false\nsecurityContext: {sysctls: []}", "");
    assert_eq!(sentences(&text), [""; 0]);
    for field in ["privileged: true", "readOnlyRootFilesystem: true", "capabilities: {}", "runAsUser: 1"] {
        let text = with("os: {name: windows}", &format!(", securityContext: {{{field}}}"));
        let name = field.split(':').next().unwrap_or_default();
        assert_eq!(sentences(&text), [format!("spec.containers[0].securityContext.{name}: {WHY}")]);
    }
    let resources = with("os: {name: windows}\nresources: {limits: {cpu: 1}}", "");
    assert_eq!(sentences(&resources), ["spec.resources: Forbidden: may not be set for a windows pod"]);
}

#[test]
fn users_that_servers_do_not_know_yet() {
    let text = with("os: {name: windows}\nhostUsers: true", "");
    assert_eq!(sentences_in(32, &text), [""; 0]);
    assert_eq!(sentences_in(33, &text), ["spec.hostUsers: Forbidden: cannot be set for a windows pod"]);
}

#[test]
fn options_of_windows() {
    let why = "Forbidden: windows options cannot be set for a linux pod";
    assert_eq!(
        sentences(&with("os: {name: linux}\nsecurityContext: {windowsOptions: {}}", "")),
        [format!("spec.securityContext.windowsOptions: {why}")]
    );
    let inside = with("os: {name: linux}", ", securityContext: {windowsOptions: {}}");
    assert_eq!(sentences(&inside), [format!("spec.containers[0].securityContext.windowsOptions: {why}")]);
    assert_eq!(sentences(&inside.replace("linux", "windows")), [""; 0]);
}

#[test]
fn processes_of_the_host() {
    let on_host = ", securityContext: {windowsOptions: {hostProcess: true}}";
    table(
        &[
            (
                "hostNetwork: false",
                &[
                    "spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers",
                ],
            ),
            ("hostNetwork: true", &[]),
            (
                "hostNetwork: true\ninitContainers: [{name: b, image: a}]",
                &[
                    "spec: Invalid value: \"\": If pod contains any hostProcess containers then all containers must be HostProcess containers",
                ],
            ),
            (
                "hostNetwork: true\nsecurityContext: {windowsOptions: {hostProcess: false}}",
                &[
                    "spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: true: pod hostProcess value must be \
                     identical if both are specified, was false",
                ],
            ),
        ],
        |spec| with(spec, on_host),
    );
    let shared = with("hostNetwork: true\nsecurityContext: {windowsOptions: {hostProcess: true}}", "");
    assert_eq!(sentences(&shared), [""; 0]);
}

#[test]
fn names_of_users() {
    let wrap =
        |name: &str| with(&format!("securityContext: {{windowsOptions: {{runAsUserName: '{name}'}}}}"), "");
    for good in ["ContainerUser", "NT AUTHORITY\\NETWORK SERVICE", "example.com\\a"] {
        assert_eq!(sentences(&wrap(good)), [""; 0], "{good}");
    }
    for (bad, reason) in [
        ("", "runAsUserName cannot be an empty string"),
        ("a\\b\\c", "runAsUserName cannot contain more than one backslash"),
        ("a\\", "runAsUserName's User cannot be empty"),
        ("-a.b:\\c", "runAsUserName's Domain doesn't match the NetBios nor the DNS format"),
        (". .", "runAsUserName's User cannot contain only periods or spaces"),
        ("a+b", "runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]"),
    ] {
        let found = sentences(&wrap(bad));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].ends_with(reason), "{found:?}");
    }
    let long = sentences(&wrap(&"a".repeat(105)));
    assert!(
        long[0].ends_with("runAsUserName's User length must not be longer than 104 characters"),
        "{long:?}"
    );
    let spec =
        with("securityContext: {windowsOptions: {gmsaCredentialSpec: '', gmsaCredentialSpecName: A}}", "");
    let found = sentences(&spec);
    assert!(found[0].contains("gmsaCredentialSpecName: Invalid value: \"A\""), "{found:?}");
    assert!(found[1].ends_with("gmsaCredentialSpec cannot be an empty string"), "{found:?}");
}
