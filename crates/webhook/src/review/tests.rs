#![allow(clippy::unwrap_used)]

use bytes::Bytes;

use crdc_admission::Operation;

use super::{Answer, Review, ReviewError, ReviewVersion};

const REVIEW: &str = r#" {"request": {"uid": "u\u0031", "kind": {"group": "", "version": "v1", "kind": "A"},
    "resource": {"group": "", "version": "v1", "resource": "as"}, "subResource": "status",
    "requestKind": {"group": "g", "version": "v2", "kind": "B"}, "requestResource": null, "new": [1, {"x": null}],
    "name": "n", "namespace": null, "operation": "UPDATE", "dryRun": true,
    "userInfo": {"username": "u", "groups": ["a", "b"], "extra": {"k": ["v"]}, "uid": null},
    "object": {"apiVersion": "v1", "a": "}\"", "metadata": {"name": "n"}, "kind": "A", "b": [1, 2.50]},
    "oldObject": {"kind":"A","apiVersion":"v1"}, "options": {"kind": "UpdateOptions"}},
    "kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1beta1"} "#;

fn read(text: &str) -> Result<Review, ReviewError> {
    Review::read(Bytes::copy_from_slice(text.as_bytes()))
}

#[test]
fn every_member_is_read() {
    let (version, request) = read(REVIEW).unwrap().into_parts();
    assert_eq!(version, ReviewVersion::V1Beta1);
    assert_eq!(request.uid(), "u1");
    assert_eq!((request.kind().kind.as_str(), request.request_kind().kind.as_str()), ("A", "B"));
    assert_eq!(request.request_resource(), request.resource());
    assert_eq!((request.subresource(), request.request_subresource()), (Some("status"), None));
    assert_eq!((request.name(), request.namespace()), ("n", ""));
    assert_eq!(request.operation(), Operation::Update);
    assert!(request.is_dry_run());
    assert_eq!(request.user().groups, ["a", "b"]);
    assert_eq!(request.user().extra, [("k".to_owned(), vec!["v".to_owned()])]);
    assert_eq!(
        request.object().unwrap(),
        br#"{"apiVersion": "v1", "a": "}\"", "metadata": {"name": "n"}, "kind": "A", "b": [1, 2.50]}"#
    );
    assert_eq!(request.old_object().unwrap(), br#"{"kind":"A","apiVersion":"v1"}"#);
    assert_eq!(request.options().unwrap(), br#"{"kind": "UpdateOptions"}"#);
}

#[test]
fn what_is_wrong_is_named() {
    let with = |from: &str, to: &str| {
        assert!(REVIEW.contains(from), "{from}");
        read(&REVIEW.replacen(from, to, 1)).unwrap_err()
    };
    assert_eq!(with("\"UPDATE\"", "\"UPDATED\""), ReviewError::Value("operation"));
    assert_eq!(with("\"operation\"", "\"Operation\""), ReviewError::Missing("operation"));
    assert_eq!(with(r#""u\u0031""#, "null"), ReviewError::Missing("uid"));
    assert_eq!(with(r#""u\u0031""#, &format!("{:?}", "u".repeat(1025))), ReviewError::Value("uid"));
    assert_eq!(with("\"n\",", "\"n\", \"name\": \"m\","), ReviewError::Repeated("name"));
    assert_eq!(with(r#"{"kind":"A","apiVersion":"v1"}"#, "1"), ReviewError::Value("oldObject"));
    assert_eq!(with("\"oldObject\":", "\"old\":"), ReviewError::Missing("oldObject"));
    assert!(matches!(with("\"n\"}", "\"m\"}"), ReviewError::Object { member: "object", .. }));
    assert!(matches!(with("\"kind\": \"A\"", "\"kind\": \"B\""), ReviewError::Object { .. }));
    assert_eq!(with("\"dryRun\": true", "\"dryRun\": 1"), ReviewError::Value("dryRun"));
    assert_eq!(with("\"userInfo\": {", "\"userInfo\": [{"), ReviewError::Value("userInfo"));
    assert_eq!(with("[\"a\", \"b\"]", "\"a\""), ReviewError::Value("userInfo"));
    assert!(matches!(with("v1beta1", "v2"), ReviewError::Kind { .. }));
    assert!(matches!(with("AdmissionReview", "ConversionReview"), ReviewError::Kind { .. }));
    assert!(matches!(with("[1, {\"x\": null}]", "[1, {\"x\": nul}]"), ReviewError::Json { .. }));
    assert!(matches!(read(&format!("{REVIEW}x")), Err(ReviewError::Json { .. })));
    assert_eq!(
        read(r#"{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}"#).unwrap_err(),
        ReviewError::Missing("request")
    );
}

/// Every prefix, and every text with one byte replaced.
#[test]
fn invalid_texts_do_not_panic() {
    let text = REVIEW.trim().as_bytes();
    for end in 0..text.len() {
        Review::read(Bytes::copy_from_slice(&text[..end])).unwrap_err();
    }
    for at in 0..text.len() {
        for byte in *b"{}[]\",:\\ 1n\xff\x00" {
            let mut changed = text.to_vec();
            changed[at] = byte;
            let _ = Review::read(changed.into());
        }
    }
    let deep = format!("{{\"new\":{}{}}}", "[".repeat(200_000), "]".repeat(200_000));
    assert!(matches!(read(&deep), Err(ReviewError::Kind { .. })));
}

#[test]
fn answers_are_what_servers_take() {
    let mut answer = Answer::refused(crdc::Status::new(403, "Forbidden", "no \"a\""));
    // A patch of a refused request would be refused itself.
    answer.patch = Some(b"[]".to_vec());
    answer.warnings = vec!["w\n1".into()];
    answer.audit_annotations = vec![("k".into(), "v".into()), ("l".into(), String::new())];
    let json: serde_json::Value =
        serde_json::from_slice(&answer.to_json(ReviewVersion::V1Beta1, "u\"")).unwrap();
    assert_eq!(
        json,
        serde_json::json!({"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1beta1", "response": {
            "uid": "u\"", "allowed": false, "warnings": ["w 1"], "auditAnnotations": {"k": "v", "l": ""},
            "status": {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
                       "message": "no \"a\"", "reason": "Forbidden", "code": 403},
        }})
    );
}
