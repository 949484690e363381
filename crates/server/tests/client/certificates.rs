//! Certificates of webhooks: which Go trusts, and what it says of others.
// go: crypto/x509/verify_test.go

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crdc_server::Server;
use crdc_webhook::{
    Call, CertificateFiles, Certificates, Denial, GroupVersionResource, ServeOptions, Webhook,
};
use rcgen::{
    BasicConstraints, Certificate, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa,
    KeyPair, date_time_ymd,
};
use serde_json::json;

use crate::server;
use crate::webhooks::{create, hook};

const HOST: &str = "guard.default.svc";

fn params(names: &[&str], common: &str) -> CertificateParams {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut params = CertificateParams::new(names).unwrap();
    params.distinguished_name.push(DnType::CommonName, common);
    params
}

fn authority(common: &str) -> CertifiedIssuer<'static, KeyPair> {
    let mut params = params(&[], common);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// The message of a create that asks a webhook with a certificate; `bundle` is what the configuration trusts.
async fn message(server: &Server, certificate: &Certificate, key: &KeyPair, bundle: &str) -> String {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("crdc-server-trust-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let files = [folder.join("tls.crt"), folder.join("tls.key")];
    std::fs::write(&files[0], certificate.pem()).unwrap();
    std::fs::write(&files[1], key.serialize_pem()).unwrap();
    let certificates = Certificates::read(CertificateFiles::new(&files[0], &files[1])).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let webhook = Webhook::new().validator_for(
        GroupVersionResource::new("example.com", "v1", "databases"),
        "friday",
        async |_: Call| Err::<(), _>(Denial::forbidden("not on Fridays")),
    );
    let mut options = ServeOptions::default();
    options.listen = ([127, 0, 0, 1], 0).into();
    options.operations = None;
    let listening = crdc_webhook::Server::bind(webhook, Some(Arc::new(certificates)), options).await.unwrap();
    let address = listening.address().unwrap();
    let running = tokio::spawn(listening.run(std::future::pending()));
    server.webhook_service_at("default/guard", address);
    let service = json!({"namespace": "default", "name": "guard", "path": "/validate"});
    let config = json!({"service": service, "caBundle": STANDARD.encode(bundle)});
    let configuration = json!({
        "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration",
        "metadata": {"name": "v"}, "webhooks": [hook("guard", &json!({"clientConfig": config}))],
    });
    server.store(&configuration).unwrap();
    let message = create(server, "a").await.unwrap_err().message;
    running.abort();
    message
}

const DENIED: &str = "admission webhook \"guard.example.com\" denied the request: not on Fridays";

/// The message of a certificate that is not trusted.
fn untrusted(why: &str) -> String {
    format!(
        "Internal error occurred: failed calling webhook \"guard.example.com\": failed to call webhook: Post \
         \"https://{HOST}:443/validate?timeout=10s\": tls: failed to verify certificate: x509: {why}"
    )
}

#[tokio::test]
async fn a_bundle_may_be_a_ca_or_the_certificate_itself() {
    let server = server();
    let key = KeyPair::generate().unwrap();
    let (ca, other) = (authority("ca"), authority("other"));
    let leaf = params(&[HOST], "leaf").signed_by(&key, &ca).unwrap();
    let own = params(&[HOST], "own").self_signed(&key).unwrap();
    // As `openssl req -x509` makes it.
    let mut of_ca = params(&[HOST], "both");
    of_ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let both = of_ca.self_signed(&key).unwrap();
    let garbage = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    for (case, certificate, bundle) in [
        ("a CA", &leaf, ca.pem()),
        ("the leaf", &leaf, leaf.pem()),
        ("self-signed", &own, own.pem()),
        ("self-signed CA", &both, both.pem()),
        ("several", &both, format!("{}{}", other.pem(), both.pem())),
        ("with garbage", &leaf, format!("{garbage}{}", ca.pem())),
    ] {
        assert_eq!(message(&server, certificate, &key, &bundle).await, DENIED, "{case}");
    }
}

#[tokio::test]
async fn other_certificates_are_refused_in_the_words_of_go() {
    let server = server();
    let key = KeyPair::generate().unwrap();
    let (ca, other, twin) = (authority("ca"), authority("other"), authority("ca"));
    let leaf = params(&[HOST], "leaf").signed_by(&key, &ca).unwrap();
    let unnamed = params(&[], HOST).self_signed(&key).unwrap();
    let nameless = params(&[], "leaf").self_signed(&key).unwrap();
    let elsewhere = params(&["a.svc", "b.svc"], HOST).self_signed(&key).unwrap();
    let mut old = params(&[HOST], "old");
    old.not_after = date_time_ymd(2020, 1, 1);
    let mut client = params(&[HOST], "client");
    client.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
    let of_client = client.self_signed(&key).unwrap();
    let of_client_by_ca = client.signed_by(&key, &ca).unwrap();
    let unknown = "certificate signed by unknown authority";
    for (certificate, bundle, why) in [
        (&leaf, other.pem(), unknown.to_owned()),
        (&leaf, String::new(), unknown.to_owned()),
        (
            &leaf,
            twin.pem(),
            format!(
                "{unknown} (possibly because of \"x509: ECDSA verification failure\" while trying to verify candidate authority \
                 certificate \"ca\")"
            ),
        ),
        (
            &unnamed,
            unnamed.pem(),
            "certificate relies on legacy Common Name field, use SANs instead".to_owned(),
        ),
        (
            &nameless,
            nameless.pem(),
            format!("certificate is not valid for any names, but wanted to match {HOST}"),
        ),
        (&elsewhere, elsewhere.pem(), format!("certificate is valid for a.svc, b.svc, not {HOST}")),
        (&of_client, of_client.pem(), "certificate specifies an incompatible key usage".to_owned()),
        (&of_client_by_ca, ca.pem(), "certificate specifies an incompatible key usage".to_owned()),
    ] {
        assert_eq!(message(&server, certificate, &key, &bundle).await, untrusted(&why));
    }
    let garbage = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".to_owned();
    for (bundle, why) in [
        ("no PEM".to_owned(), "unable to parse bytes as PEM block"),
        (garbage, "failed to parse certificate: x509: malformed certificate"),
        (key.serialize_pem(), "no valid certificate authority data seen"),
    ] {
        assert_eq!(
            message(&server, &leaf, &key, &bundle).await,
            format!(
                "Internal error occurred: failed calling webhook \"guard.example.com\": could not get REST client: unable to \
                 load root certificates: {why}"
            )
        );
    }
    let expired = old.self_signed(&key).unwrap();
    let said = message(&server, &expired, &key, &expired.pem()).await;
    assert!(
        said.starts_with(&untrusted("certificate has expired or is not yet valid: current time 2")),
        "{said}"
    );
    assert!(said.ends_with(" is after 2020-01-01T00:00:00Z"), "{said}");
}

#[tokio::test]
async fn certificates_of_a_service_are_read_when_they_are_given() {
    let server = server();
    let own = params(&[HOST], "own").self_signed(&KeyPair::generate().unwrap()).unwrap();
    let trust = |text: &str| {
        let trusted = server.webhook_service_trusting("default/guard", ([127, 0, 0, 1], 1).into(), text);
        trusted.map_err(|error| error.to_string())
    };
    assert_eq!(trust(&own.pem()), Ok(()));
    let unreadable = "unable to load root certificates: unable to parse bytes as PEM block".to_owned();
    assert_eq!(trust("no PEM"), Err(unreadable));
}
