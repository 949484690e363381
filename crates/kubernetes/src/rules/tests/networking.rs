//! Services, Ingresses and network policies.

use super::{indented, sentences_in, table};

fn service(spec: &str) -> String {
    format!("apiVersion: v1\nkind: Service\nmetadata: {{name: web}}\nspec:\n{}", indented(spec, 2))
}

#[test]
fn services() {
    table(
        &[
            ("ports: [{port: 80}]", &[]),
            ("clusterIP: None", &[]),
            ("type: ExternalName\nexternalName: example.com.", &[]),
            ("ports: [{port: 80, name: a, targetPort: http}, {port: 80, name: b, protocol: UDP}]", &[]),
            ("selector: {app: web}", &["spec.ports: Required value"]),
            ("type: ExternalName", &["spec.externalName: Required value"]),
            (
                "type: ExternalName\nexternalName: a.b\nclusterIP: a\nipFamilies: [b]",
                &[
                    "spec.clusterIPs: Forbidden: may not be set for ExternalName services",
                    "spec.ipFamilies: Forbidden: may not be set for ExternalName services",
                ],
            ),
            (
                "type: Loadbalancer\nports: [{port: 80}]",
                &[
                    "spec.type: Unsupported value: \"Loadbalancer\": supported values: \"ClusterIP\", \"ExternalName\", \"LoadBalancer\", \"NodePort\"",
                ],
            ),
            (
                "ports: [{targetPort: 80}]",
                &["spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive"],
            ),
            ("ports: [{port: 80}, {port: 81, name: b}]", &["spec.ports[0].name: Required value"]),
            (
                "ports: [{port: 80, name: a}, {port: 81, name: a}]",
                &["spec.ports[1].name: Duplicate value: \"a\""],
            ),
            (
                "ports: [{port: 80, name: a}, {port: 80, name: b}]",
                &[
                    "spec.ports[1]: Duplicate value: {\"Name\":\"\",\"Protocol\":\"TCP\",\"AppProtocol\":null,\"Port\":80,\"TargetPort\":0,\"NodePort\":0}",
                ],
            ),
            (
                "ports: [{port: 80, nodePort: 30000}]",
                &["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
            ),
            (
                "type: NodePort\nports: [{port: 80, name: a, nodePort: 30000}, {port: 81, name: b, nodePort: 30000}]",
                &["spec.ports[1].nodePort: Duplicate value: 30000"],
            ),
            (
                "type: NodePort\nports: [{port: 80, name: a, nodePort: 8080}, {port: 81, name: b, nodePort: 1}]",
                &[
                    "spec.ports[0].nodePort: Invalid value: 8080: provided port is not in the valid range. The range of valid ports is 30000-32767",
                ],
            ),
            ("type: LoadBalancer\nports: [{port: 80, nodePort: 32767}]", &[]),
            // Without a target, the port is the target.
            (
                "ports: [{port: 70000}]",
                &[
                    "spec.ports[0].port: Invalid value: 70000: must be between 1 and 65535, inclusive",
                    "spec.ports[0].targetPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
                ],
            ),
            (
                "ports: [{port: 80, targetPort: '80'}]",
                &["spec.ports[0].targetPort: Invalid value: \"80\": must contain at least one letter (a-z)"],
            ),
            (
                "ports: [{port: 80, protocol: HTTP}]",
                &[
                    "spec.ports[0].protocol: Unsupported value: \"HTTP\": supported values: \"SCTP\", \"TCP\", \"UDP\"",
                ],
            ),
            (
                "ports: [{port: 80}]\nsessionAffinity: Client",
                &[
                    "spec.sessionAffinity: Unsupported value: \"Client\": supported values: \"ClientIP\", \"None\"",
                ],
            ),
            (
                "type: NodePort\nclusterIP: None\nports: [{port: 80}]",
                &[
                    "spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort services",
                ],
            ),
            (
                "ports: [{port: 80}]\nexternalTrafficPolicy: Local",
                &[
                    "spec.externalTrafficPolicy: Invalid value: \"Local\": may only be set for externally-accessible services",
                ],
            ),
            (
                "ports: [{port: 80}]\nloadBalancerSourceRanges: [10.0.0.0/8]",
                &["spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'"],
            ),
        ],
        service,
    );
    let twice = service("ports: [{port: 80, name: a}, {port: 80, name: b}]");
    assert_eq!(
        sentences_in(31, &twice),
        [
            "spec.ports[1]: Duplicate value: core.ServicePort{Name:\"\", Protocol:\"TCP\", AppProtocol:(*string)(nil), Port:80, TargetPort:intstr.IntOrString{Type:0, IntVal:0, StrVal:\"\"}, NodePort:0}"
        ]
    );
}

#[test]
fn distribution_of_traffic() {
    let text = service("ports: [{port: 80}]\ntrafficDistribution: PreferSameNode");
    assert_eq!(sentences_in(34, &text), [""; 0]);
    assert_eq!(
        sentences_in(33, &text),
        [
            "spec.trafficDistribution: Unsupported value: \"PreferSameNode\": supported values: \"PreferClose\""
        ]
    );
    let wrong = service("ports: [{port: 80}]\ntrafficDistribution: Near");
    assert_eq!(
        sentences_in(36, &wrong),
        [
            "spec.trafficDistribution: Unsupported value: \"Near\": supported values: \"PreferClose\", \"PreferSameZone\", \"PreferSameNode\""
        ]
    );
}

#[test]
fn names_of_services_begin_with_a_letter_before_1_36() {
    let text = service("ports: [{port: 80}]").replace("name: web", "name: 1web");
    assert!(sentences_in(36, &text).is_empty());
    assert_eq!(sentences_in(35, &text).len(), 1);
    let dotted = service("ports: [{port: 80}]").replace("name: web", "name: a.b");
    assert_eq!(sentences_in(36, &dotted), ["metadata.name: Invalid value: \"a.b\": must not contain dots"]);
    assert!(sentences_in(35, &dotted)[0].contains("a DNS-1035 label must consist of"));
}

fn ingress(spec: &str) -> String {
    format!(
        "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {{name: web}}\nspec:\n{}",
        indented(spec, 2)
    )
}

#[test]
fn ingresses() {
    let path = |path: &str| ingress(&format!("rules: [{{host: example.com, http: {{paths: [{path}]}}}}]"));
    table(
        &[
            ("{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}", &[]),
            ("{pathType: ImplementationSpecific, backend: {service: {name: web, port: {name: http}}}}", &[]),
            (
                "{path: /, backend: {service: {name: web, port: {number: 80}}}}",
                &["spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified"],
            ),
            (
                "{path: /, pathType: prefix, backend: {service: {name: web, port: {number: 80}}}}",
                &[
                    "spec.rules[0].http.paths[0].pathType: Unsupported value: \"prefix\": supported values: \"Exact\", \"ImplementationSpecific\", \"Prefix\"",
                ],
            ),
            (
                "{path: api, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}",
                &["spec.rules[0].http.paths[0].path: Invalid value: \"api\": must be an absolute path"],
            ),
            (
                "{path: //a, pathType: Exact, backend: {service: {name: web, port: {number: 80}}}}",
                &["spec.rules[0].http.paths[0].path: Invalid value: \"//a\": must not contain '//'"],
            ),
            (
                "{path: /, pathType: Prefix, backend: {}}",
                &[
                    "spec.rules[0].http.paths[0].backend: Invalid value: \"\": resource or service backend is required",
                ],
            ),
            (
                "{path: /, pathType: Prefix, backend: {service: {port: {number: 80}}}}",
                &["spec.rules[0].http.paths[0].backend.service.name: Required value"],
            ),
            (
                "{path: /, pathType: Prefix, backend: {service: {name: web}}}",
                &["spec.rules[0].http.paths[0].backend: Required value: port name or number is required"],
            ),
            (
                "{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80, name: http}}}}",
                &[
                    "spec.rules[0].http.paths[0].backend: Invalid value: \"\": cannot set both port name & port number",
                ],
            ),
            (
                "{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: -1, name: http}}}}",
                &[
                    "spec.rules[0].http.paths[0].backend: Invalid value: \"\": cannot set both port name & port number",
                ],
            ),
        ],
        path,
    );
    table(
        &[
            ("defaultBackend: {service: {name: web, port: {number: 80}}}", &[]),
            ("rules: [{host: '*.example.com'}]", &[]),
            (
                "ingressClassName: nginx",
                &["spec: Invalid value: null: either `defaultBackend` or `rules` must be specified"],
            ),
            (
                "rules: [{host: 10.0.0.1}]",
                &["spec.rules[0].host: Invalid value: \"10.0.0.1\": must be a DNS name, not an IP address"],
            ),
            (
                "rules: [{host: 'https://example.com'}]",
                &[
                    "spec.rules[0].host: Invalid value: \"https://example.com\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
                ],
            ),
            ("rules: [{host: a, http: {paths: []}}]", &["spec.rules[0].http.paths: Required value"]),
        ],
        ingress,
    );
}

#[test]
fn network_policies() {
    let policy = |spec: &str| {
        format!(
            "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {{name: web}}\nspec:\n  podSelector: {{}}\n{}",
            indented(spec, 2)
        )
    };
    table(
        &[
            (
                "policyTypes: [Ingress, Egress]\ningress: [{}]\negress: [{to: [{ipBlock: {cidr: 0.0.0.0/0, except: [10.0.0.0/8]}}], ports: [{port: 53, protocol: UDP}]}]",
                &[],
            ),
            (
                "policyTypes: [ingress]",
                &[
                    "spec.policyTypes[0]: Unsupported value: \"ingress\": supported values: \"Ingress\", \"Egress\"",
                ],
            ),
            (
                "ingress: [{ports: [{protocol: tcp, port: 80}]}]",
                &[
                    "spec.ingress[0].ports[0].protocol: Unsupported value: \"tcp\": supported values: \"TCP\", \"UDP\", \"SCTP\"",
                ],
            ),
            (
                "ingress: [{ports: [{port: 80, endPort: 79}]}]",
                &[
                    "spec.ingress[0].ports[0].endPort: Invalid value: 79: must be greater than or equal to `port`",
                ],
            ),
            ("ingress: [{from: [{}]}]", &["spec.ingress[0].from[0]: Required value: must specify a peer"]),
            (
                "egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8}, podSelector: {}}]}]",
                &["spec.egress[0].to[0]: Forbidden: may not specify both ipBlock and another peer"],
            ),
            (
                "egress: [{to: [{ipBlock: {cidr: 10.0.0.0}}]}]",
                &[
                    "spec.egress[0].to[0].ipBlock.cidr: Invalid value: \"10.0.0.0\": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)",
                ],
            ),
            (
                "egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8, except: [11.0.0.0/16]}}]}]",
                &[
                    "spec.egress[0].to[0].ipBlock.except[0]: Invalid value: \"11.0.0.0/16\": must be a strict subset of `cidr`",
                ],
            ),
        ],
        policy,
    );
}

#[test]
fn long_hosts_with_a_wildcard() {
    let labels = ["a".repeat(60), "a".repeat(60), "a".repeat(60), "a".repeat(60), "a".repeat(20)].join(".");
    let text = ingress(&format!("rules: [{{host: '*.{labels}'}}]"));
    assert_eq!(
        sentences_in(36, &text),
        [format!("spec.rules[0].host: Invalid value: \"*.{labels}\": must be no more than 253 characters")]
    );
}

/// Go takes an IPv4-mapped address for one of IPv4.
#[test]
fn families_of_mapped_addresses() {
    for (family, expected) in [
        ("IPv4", vec![]),
        (
            "IPv6",
            vec![
                "spec.clusterIPs[0]: Invalid value: \"::ffff:10.0.0.1\": expected an IPv6 value as indicated by `ipFamilies[0]`",
            ],
        ),
    ] {
        let spec = format!("clusterIP: '::ffff:10.0.0.1'\nipFamilies: [{family}]\nports: [{{port: 80}}]");
        assert_eq!(sentences_in(35, &service(&spec)), expected);
    }
}
