//! Endpoints, EndpointSlices, and addresses that no endpoint has.

use super::{documents, indexed, kinds, problems, sentences_in, table};

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

fn slice(kind: &str, addresses: &str) -> String {
    format!(
        "apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {{name: a}}\naddressType: {kind}\nendpoints: [{{addresses: [{addresses}]}}]"
    )
}

/// Go takes an IPv4-mapped address for one of IPv4.
#[test]
fn families_of_addresses() {
    let at = "endpoints[0].addresses[0]: Invalid value:";
    let mapped = "must not be an IPv4-mapped IPv6 address";
    for (kind, address, of_32, of_35, of_36) in [
        ("IPv4", "::ffff:10.0.0.1", "", "", mapped),
        ("IPv6", "::ffff:10.0.0.1", "must be a valid IPv6 address", mapped, mapped),
        ("IPv6", "2001:db8::1", "", "", ""),
        (
            "IPv6",
            "2001:DB8::1",
            "",
            "must be in canonical form (\"2001:db8::1\")",
            "must be in canonical form (\"2001:db8::1\")",
        ),
        (
            "IPv6",
            "010.0.0.1",
            "must be a valid IPv6 address",
            "must not have leading 0s",
            "must not have leading 0s",
        ),
        ("IPv4", "010.0.0.1", "", "", "must not have leading 0s"),
        (
            "IPv4",
            "::ffff:127.0.0.1",
            "may not be in the loopback range (127.0.0.0/8, ::1/128)",
            "may not be in the loopback range (127.0.0.0/8, ::1/128)",
            mapped,
        ),
    ] {
        let text = slice(kind, &format!("'{address}'"));
        for (version, detail) in [(32, of_32), (33, of_35), (35, of_35), (36, of_36)] {
            let expected: Vec<String> = Some(detail)
                .filter(|detail| !detail.is_empty())
                .map(|detail| format!("{at} \"{address}\": {detail}"))
                .into_iter()
                .collect();
            assert_eq!(sentences_in(version, &text), expected, "{version} {text}");
        }
    }
}

/// Since 1.33, only endpoints that do not change at all are left alone.
#[test]
fn stored_endpoints_keep_bad_addresses_together() {
    let old = documents(&slice("IPv4", "010.0.0.1"));
    for (addresses, expected) in [
        ("010.0.0.1", vec![]),
        (
            "010.0.0.1, 10.0.0.2",
            vec!["endpoints[0].addresses[0]: Invalid value: \"010.0.0.1\": must not have leading 0s"],
        ),
    ] {
        let new = documents(&slice("IPv4", addresses));
        assert_eq!(indexed(&problems(&kinds(36), &new[0], Some(&old[0]))), expected);
    }
}
