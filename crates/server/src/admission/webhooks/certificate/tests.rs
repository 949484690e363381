#![allow(clippy::unwrap_used)]

use rcgen::{CertificateParams, DnType, ExtendedKeyUsagePurpose, KeyPair, date_time_ymd};

use super::Certificate;

/// A certificate for these names, with this common name.
fn made(names: &[&str], common: &str) -> Vec<u8> {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut params = CertificateParams::new(names).unwrap();
    params.distinguished_name.push(DnType::CommonName, common);
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2051, 1, 1);
    params.self_signed(&KeyPair::generate().unwrap()).unwrap().der().to_vec()
}

#[test]
fn times_have_two_forms() {
    let der = made(&[], "a");
    let certificate = Certificate::read(&der).unwrap();
    assert_eq!(certificate.untimely(1_900_000_000), None);
    assert_eq!(
        certificate.untimely(1_500_000_000).unwrap(),
        "x509: certificate has expired or is not yet valid: current time 2017-07-14T02:40:00Z is before 2020-01-01T00:00:00Z"
    );
    assert_eq!(
        certificate.untimely(3_000_000_000).unwrap(),
        "x509: certificate has expired or is not yet valid: current time 2065-01-24T05:20:00Z is after 2051-01-01T00:00:00Z"
    );
}

#[test]
fn other_hosts_are_told_the_names() {
    for (names, common, host, said) in [
        (vec!["a.svc", "b.svc"], "x", "c.svc", "x509: certificate is valid for a.svc, b.svc, not c.svc"),
        (vec![], "c.svc", "c.svc", "x509: certificate relies on legacy Common Name field, use SANs instead"),
        (vec![], "x", "c.svc", "x509: certificate is not valid for any names, but wanted to match c.svc"),
        (
            vec!["a.svc"],
            "x",
            "127.0.0.1",
            "x509: cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs",
        ),
        (
            vec!["10.0.0.1", "::1"],
            "x",
            "127.0.0.1",
            "x509: certificate is valid for 10.0.0.1, ::1, not 127.0.0.1",
        ),
    ] {
        let der = made(&names, common);
        assert_eq!(Certificate::read(&der).unwrap().other_host(host), said);
    }
    let many: Vec<String> = (0..100).map(|number| format!("n{number}.svc")).collect();
    let der = made(&many.iter().map(String::as_str).collect::<Vec<_>>(), "x");
    assert_eq!(
        Certificate::read(&der).unwrap().other_host("c.svc"),
        "x509: certificate is valid for 100 names, but none matched c.svc"
    );
}

#[test]
fn usages_and_names_are_read() {
    let mut params = CertificateParams::new(vec!["a.svc".to_owned()]).unwrap();
    let mut is_for_servers = |usages: Vec<ExtendedKeyUsagePurpose>| {
        params.extended_key_usages = usages;
        let der = params.self_signed(&KeyPair::generate().unwrap()).unwrap().der().to_vec();
        Certificate::read(&der).unwrap().is_for_servers()
    };
    assert!(is_for_servers(vec![]));
    assert!(is_for_servers(vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth]));
    assert!(is_for_servers(vec![ExtendedKeyUsagePurpose::Any]));
    assert!(!is_for_servers(vec![ExtendedKeyUsagePurpose::ClientAuth]));
    let der = made(&[], "my-ca");
    let certificate = Certificate::read(&der).unwrap();
    assert_eq!(certificate.issuer, certificate.subject);
    assert_eq!(
        certificate.did_not_sign(),
        " (possibly because of \"x509: ECDSA verification failure\" while trying to verify candidate authority certificate \"my-ca\")"
    );
}

#[test]
fn no_bytes_panic() {
    let der = made(&["a.svc", "::1"], "x");
    for length in 0..der.len() {
        assert!(Certificate::read(&der[..length]).is_none());
        let mut changed = der.clone();
        changed[length] ^= 0xff;
        let _ = Certificate::read(&changed).map(|certificate| certificate.other_host("c"));
    }
}
