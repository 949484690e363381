//! ConfigMaps, Secrets, quotas and limits.

use super::table;

#[test]
fn keys_of_data() {
    let map = |data: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\n{data}");
    table(
        &[
            ("data: {a.b-C_1: x, .hidden: z}", &[]),
            (
                "data: {a/b: x}",
                &[
                    "data[a/b]: Invalid value: \"a/b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
                ],
            ),
            ("data: {..: x}", &["data[..]: Invalid value: \"..\": must not be '..'"]),
            (
                "data: {a: x}\nbinaryData: {a: eA==}",
                &["data[a]: Invalid value: \"a\": duplicate of key present in binaryData"],
            ),
        ],
        map,
    );
}

#[test]
fn secrets_of_a_type_have_its_keys() {
    let secret = |data: &str| format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: a}}\n{data}");
    table(
        &[
            ("stringData: {a: x}", &[]),
            ("type: kubernetes.io/tls\ndata: {tls.crt: ''}\nstringData: {tls.key: ''}", &[]),
            ("type: kubernetes.io/tls\ndata: {tls.crt: ''}", &["data[tls.key]: Required value"]),
            (
                "type: kubernetes.io/dockerconfigjson\ndata: {a: ''}",
                &["data[.dockerconfigjson]: Required value"],
            ),
            (
                "type: kubernetes.io/dockerconfigjson\nstringData: {.dockerconfigjson: ' {\"auths\": {}}'}",
                &[],
            ),
            ("type: kubernetes.io/dockerconfigjson\ndata: {.dockerconfigjson: e30=}", &[]),
            ("type: kubernetes.io/dockercfg\nstringData: {.dockercfg: 'null'}", &[]),
            (
                "type: kubernetes.io/dockerconfigjson\ndata: {.dockerconfigjson: ''}",
                &[
                    "data[.dockerconfigjson]: Invalid value: \"<secret contents redacted>\": unexpected end of JSON input",
                ],
            ),
            (
                "type: kubernetes.io/dockerconfigjson\ndata: {.dockerconfigjson: ZTMwPQ==}",
                &[
                    "data[.dockerconfigjson]: Invalid value: \"<secret contents redacted>\": invalid character 'e' looking for beginning of value",
                ],
            ),
            (
                "type: kubernetes.io/dockercfg\nstringData: {.dockercfg: '[]'}",
                &[
                    "data[.dockercfg]: Invalid value: \"<secret contents redacted>\": json: cannot unmarshal array into Go value of type map[string]interface {}",
                ],
            ),
            (
                "type: kubernetes.io/dockerconfigjson\nstringData: {.dockerconfigjson: '{auths: {}}'}",
                &["data[.dockerconfigjson]: Invalid value: \"<secret contents redacted>\""],
            ),
            (
                "type: kubernetes.io/basic-auth",
                &["data[username]: Required value", "data[password]: Required value"],
            ),
            (
                "type: kubernetes.io/service-account-token",
                &["metadata.annotations[kubernetes.io/service-account.name]: Required value"],
            ),
            (
                "type: Opaque\nstringData: {'a b': x}",
                &[
                    "data[a b]: Invalid value: \"a b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
                ],
            ),
        ],
        secret,
    );
}

/// What cannot be read is told by its place, and never shown.
#[test]
fn help_for_credentials_that_are_no_json() {
    let help = |fields: &str| {
        let text = format!(
            "apiVersion: v1\nkind: Secret\nmetadata: {{name: a}}\ntype: kubernetes.io/dockerconfigjson\n{fields}\n"
        );
        let all = super::problems(&super::kinds(36), &super::documents(&text)[0], None);
        assert_eq!(all.len(), 1, "{text}");
        assert!(!format!("{all:?}").contains("hidden"), "{all:?}");
        all[0].help.clone().unwrap_or_default()
    };
    let text = |json: &str| help(&format!("stringData: {{.dockerconfigjson: '{json}'}}"));
    let places = [
        ("{\"hidden\": {},}", "key must be a string at line 1 column 15"),
        ("{hidden: {}}", "key must be a string at line 1 column 2"),
        ("{\"hidden\" {}}", "expected `:` at line 1 column 11"),
        ("{\"hidden\": hidden}", "expected value at line 1 column 12"),
        ("{} hidden", "trailing characters at line 1 column 4"),
        ("hidden", "expected value at line 1 column 1"),
    ];
    for (json, place) in places {
        assert_eq!(text(json), format!("the value must be a JSON object: {place}"));
    }
    // The server's sentence says it.
    for json in ["", "{\"hidden\":", "[]"] {
        assert_eq!(text(json), "");
    }
    let twice = "the value is base64 of base64: decode it once, or write the JSON in `stringData`";
    assert_eq!(help("data: {.dockerconfigjson: ZTMwPQ==}"), twice);
    // `{"a": "` and a byte that is no UTF-8: Go puts another character there.
    let text = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ntype: kubernetes.io/dockerconfigjson\ndata: {.dockerconfigjson: eyJhIjogIv8ifQ==}\n";
    assert_eq!(super::sentences(text), [""; 0]);
}

#[test]
fn quotas() {
    let quota =
        |spec: &str| format!("apiVersion: v1\nkind: ResourceQuota\nmetadata: {{name: a}}\nspec: {spec}");
    table(
        &[
            (
                "{hard: {pods: 10, requests.cpu: 4, count/jobs.batch: 2, gold.storageclass.storage.k8s.io/requests.storage: 1Gi}}",
                &[],
            ),
            (
                "{hard: {pod: 10}}",
                &[
                    "spec.hard[pod]: Invalid value: \"pod\": must be a standard resource type or fully qualified",
                    "spec.hard[pod]: Invalid value: \"pod\": must be a standard resource for quota",
                ],
            ),
            (
                "{hard: {pods: -1}}",
                &["spec.hard[pods]: Invalid value: \"-1\": must be greater than or equal to 0"],
            ),
            (
                "{hard: {storage: 1Gi}}",
                &["spec.hard[storage]: Invalid value: \"storage\": must be a standard resource for quota"],
            ),
            ("{hard: {hugepages-2Mi: 2Mi, requests.hugepages-2Mi: 2Mi}}", &[]),
            ("{hard: {pods: 500m}}", &["spec.hard[pods]: Invalid value: \"500m\": must be an integer"]),
            (
                "{hard: {pods: 1}, scopes: [Terminating, NotTerminating]}",
                &["spec.scopes: Invalid value: [\"Terminating\",\"NotTerminating\"]: conflicting scopes"],
            ),
        ],
        quota,
    );
}

/// A scope that a version does not know fits all resources.
#[test]
fn unknown_scopes_of_quotas() {
    let quota = |scope: &str| {
        format!(
            "apiVersion: v1\nkind: ResourceQuota\nmetadata: {{name: a}}\nspec: {{hard: {{pods: 1}}, scopeSelector: {{matchExpressions: [{{scopeName: \
             {scope}, operator: Exists}}]}}}}"
        )
    };
    let at = "spec.scopeSelector.matchExpressions";
    let unknown = |scope: &str| format!("{at}.scopeName: Invalid value: \"{scope}\": unsupported scope");
    let class = "VolumeAttributesClass";
    assert_eq!(super::sentences_in(32, &quota(class)), [unknown(class)]);
    let found = super::sentences_in(36, &quota(class));
    assert!(found.len() == 1 && found[0].ends_with("unsupported scope applied to resource"), "{found:?}");
    assert_eq!(super::sentences_in(36, &quota("Often")), [unknown("Often")]);
}

#[test]
fn limits() {
    let limits = |limit: &str| {
        format!("apiVersion: v1\nkind: LimitRange\nmetadata: {{name: a}}\nspec: {{limits: [{limit}]}}")
    };
    table(
        &[
            ("{type: Container, default: {cpu: 500m}, defaultRequest: {cpu: 100m}, max: {cpu: 1}}", &[]),
            (
                "{type: Contaner}",
                &[
                    "spec.limits[0].type: Invalid value: \"Contaner\": must be a standard limit type or fully qualified",
                ],
            ),
            (
                "{type: PersistentVolumeClaim, min: {storage: 2Gi}, max: {storage: 1Gi}}",
                &[
                    "spec.limits[0].min[storage]: Invalid value: \"2Gi\": min value 2Gi is greater than max value 1Gi",
                ],
            ),
            // What a Container lacks is filled in, and checked.
            (
                "{type: Container, min: {cpu: 2}, max: {cpu: 1}}",
                &[
                    "spec.limits[0].min[cpu]: Invalid value: \"2\": min value 2 is greater than max value 1",
                    "spec.limits[0].defaultRequest[cpu]: Invalid value: \"1\": min value 2 is greater than default request value 1",
                    "spec.limits[0].default[cpu]: Invalid value: \"2\": min value 2 is greater than default value 1",
                ],
            ),
            (
                "{type: a.b/c, min: {cpu: 2}, default: {cpu: 1}}",
                &[
                    "spec.limits[0].default[cpu]: Invalid value: \"2\": min value 2 is greater than default value 1",
                ],
            ),
            (
                "{type: Container, defaultRequest: {cpu: 2}, max: {cpu: 1500m}}",
                &[
                    "spec.limits[0].defaultRequest[cpu]: Invalid value: \"2\": default request value 2 is greater than max value 1500m",
                    "spec.limits[0].defaultRequest[cpu]: Invalid value: \"2\": default request value 2 is greater than default limit value 1500m",
                ],
            ),
            (
                "{type: Container, min: {cpu: 2}, defaultRequest: {cpu: 1}}",
                &[
                    "spec.limits[0].defaultRequest[cpu]: Invalid value: \"1\": min value 2 is greater than default request value 1",
                ],
            ),
            (
                "{type: Container, default: {cpu: 2}, max: {cpu: 1}}",
                &[
                    "spec.limits[0].defaultRequest[cpu]: Invalid value: \"2\": default request value 2 is greater than max value 1",
                    "spec.limits[0].default[cpu]: Invalid value: \"1\": default value 2 is greater than max value 1",
                ],
            ),
            (
                "{type: 'Foo!'}",
                &[
                    "spec.limits[0].type: Invalid value: \"Foo!\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
                ],
            ),
            (
                "{type: Pod, default: {cpu: 2}}",
                &["spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'"],
            ),
            ("{type: Pod}, {type: Pod}", &["spec.limits[1].type: Duplicate value: \"Pod\""]),
        ],
        limits,
    );
    // Before, the server shows how Go stores a number.
    assert_eq!(
        super::sentences_in(33, &limits("{type: Pod, min: {cpu: 2}, max: {cpu: 1}}")),
        ["spec.limits[0].min[cpu]: Invalid value: min value 2 is greater than max value 1"]
    );
}

/// What is shown of an amount: where it is written, or what the server has copied.
#[test]
fn places_of_amounts() {
    let text = "apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\nspec: {limits: [{type: Container, min: {cpu: 2}, max: {cpu: 1}, default: {memory: 2, \
        cpu: 1500m}}]}\n";
    let all = super::problems(&super::kinds(36), &super::documents(text)[0], None);
    let shown: Vec<(&str, &str)> = all
        .iter()
        .map(|problem| (&*problem.path, &text[problem.span.start as usize..problem.span.end as usize]))
        .collect();
    assert_eq!(
        shown,
        [
            ("spec.limits[0].min[cpu]", "2"),
            // Copied from `default`.
            ("spec.limits[0].defaultRequest[cpu]", "2"),
            ("spec.limits[0].defaultRequest[cpu]", "1500m"),
            ("spec.limits[0].default[cpu]", "1500m"),
            ("spec.limits[0].default[cpu]", "1500m"),
        ]
    );
}
