//! Endpoints, EndpointSlices, and addresses that no endpoint has.

use super::table;

const VALID: &str = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

#[test]
fn endpoints() {
    let path = "subsets[0].addresses[0].ip: Invalid value:";
    table(
        &[
            ("{addresses: [{ip: 10.0.0.1}], ports: [{port: 80}]}", &[]),
            ("{addresses: [{ip: 'fd00::1'}]}", &[]),
            (
                "{ports: [{port: 80}]}",
                &["subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`"],
            ),
            (
                "{addresses: [{ip: 127.0.0.1}]}",
                &[&format!("{path} \"127.0.0.1\": may not be in the loopback range (127.0.0.0/8, ::1/128)")],
            ),
            (
                "{addresses: [{ip: 169.254.169.254}]}",
                &[&format!(
                    "{path} \"169.254.169.254\": may not be in the link-local range (169.254.0.0/16, fe80::/10)"
                )],
            ),
            (
                "{addresses: [{ip: 0.0.0.0}]}",
                &[&format!("{path} \"0.0.0.0\": may not be unspecified (0.0.0.0)")],
            ),
            (
                "{addresses: [{ip: db.example.com}]}",
                &[
                    &format!("{path} \"db.example.com\": {VALID}"),
                    &format!("{path} \"db.example.com\": must be a valid IP address"),
                ],
            ),
            (
                "{addresses: [{ip: 10.0.0.1}], ports: [{port: 80}, {port: 70000, protocol: tcp, name: b}]}",
                &[
                    "subsets[0].ports[0].name: Required value",
                    "subsets[0].ports[1].port: Invalid value: 70000: must be between 1 and 65535, inclusive",
                    "subsets[0].ports[1].protocol: Unsupported value: \"tcp\": supported values: \"SCTP\", \"TCP\", \"UDP\"",
                ],
            ),
        ],
        |subset| format!("apiVersion: v1\nkind: Endpoints\nmetadata: {{name: a}}\nsubsets: [{subset}]"),
    );
}

#[test]
fn slices() {
    table(
        &[
            ("endpoints: [{addresses: [10.0.0.1]}]\nports: [{name: '', port: 80}]", &[]),
            (
                "endpoints: [{addresses: []}]",
                &["endpoints[0].addresses: Required value: must contain at least 1 address"],
            ),
            (
                "endpoints: [{addresses: [a]}]",
                &[&format!("endpoints[0].addresses[0]: Invalid value: \"a\": {VALID}")],
            ),
            (
                "endpoints: [{addresses: [127.0.0.1]}]",
                &[
                    "endpoints[0].addresses[0]: Invalid value: \"127.0.0.1\": may not be in the loopback range (127.0.0.0/8, ::1/128)",
                ],
            ),
            (
                "endpoints: []\nports: [{port: 80}, {port: 81, protocol: ''}]",
                &[
                    "ports[1].name: Duplicate value: \"\"",
                    "ports[1].protocol: Unsupported value: \"\": supported values: \"SCTP\", \"TCP\", \"UDP\"",
                ],
            ),
        ],
        |rest| {
            format!(
                "apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {{name: a}}\naddressType: IPv4\n{rest}"
            )
        },
    );
}

#[test]
fn addresses_of_services() {
    table(
        &[
            ("10.1.1.1", &[]),
            (
                "127.0.0.1",
                &[
                    "spec.externalIPs[0]: Invalid value: \"127.0.0.1\": may not be in the loopback range (127.0.0.0/8, ::1/128)",
                ],
            ),
            ("a", &[&format!("spec.externalIPs[0]: Invalid value: \"a\": {VALID}")]),
        ],
        |ip| {
            format!(
                "apiVersion: v1\nkind: Service\nmetadata: {{name: a}}\nspec: {{ports: [{{port: 1}}], externalIPs: [{ip}]}}"
            )
        },
    );
}
