//! Bodies that are no patch, and media types that no patch has.

use crdc::FieldValidation;
use serde_json::json;

use super::super::Patch;
use super::{patched, patched_as};

#[test]
fn bodies_that_are_no_patch_are_bad_requests() {
    let warn = "error decoding patch: json: cannot unmarshal ";
    for (body, warned, ignored) in [
        (
            "{}",
            "object into Go value of type []handlers.jsonPatchOp",
            "object into Go value of type jsonpatch.Patch",
        ),
        (
            "true",
            "bool into Go value of type []handlers.jsonPatchOp",
            "bool into Go value of type jsonpatch.Patch",
        ),
        (
            "[1]",
            "number into Go value of type handlers.jsonPatchOp",
            "number into Go value of type jsonpatch.Operation",
        ),
        (
            "[{},[]]",
            "array into Go value of type handlers.jsonPatchOp",
            "array into Go value of type jsonpatch.Operation",
        ),
    ] {
        for validation in [FieldValidation::Warn, FieldValidation::Strict] {
            let got = patched_as(Patch::Json(body.as_bytes()), "{}", validation);
            assert_eq!(got, Err((400, format!("{warn}{warned}"))));
        }
        let got = patched_as(Patch::Json(body.as_bytes()), "{}", FieldValidation::Ignore);
        assert_eq!(got, Err((400, format!("json: cannot unmarshal {ignored}"))));
    }
    for (member, kind) in [(r#""op":1"#, "number"), (r#""path":{}"#, "object"), (r#""from":true"#, "bool")] {
        let body = format!("[{{{member}}}]");
        let name = member.split('"').nth(1).unwrap();
        let expected = format!("{warn}{kind} into Go struct field jsonPatchOp.{name} of type string");
        assert_eq!(patched(&body, "{}"), Err((400, expected)));
        let got = patched_as(Patch::Json(body.as_bytes()), "{}", FieldValidation::Ignore);
        assert_eq!(got, Err((422, "Unexpected kind: unknown".to_owned())));
    }
    for body in ["", "[", "[{]", "[] []", "nul"] {
        assert_eq!(patched(body, "{}").unwrap_err().0, 400, "{body}");
    }
    // Go reads these two as no operations.
    for body in ["null", "[]"] {
        assert_eq!(patched(body, r#"{"a":1}"#), Ok(json!({"a": 1})));
    }
}

/// apiserver: endpoints/handlers/patch.go; apiextensions-apiserver: customresource_handler.go
#[test]
fn other_media_types_are_refused_with_those_that_are_accepted() {
    for accepted in [
        "application/json-patch+json",
        "application/merge-patch+json;charset=utf-8",
        "application/apply-patch+yaml; a",
    ] {
        assert!(Patch::of_content_type(accepted, b"").is_ok(), "{accepted}");
    }
    for other in [
        "",
        "application/json",
        "application/strategic-merge-patch+json",
        "application/JSON-patch+json",
        "application/json-patch+json ; charset=utf-8",
        ";application/json-patch+json",
        "application/apply-patch+cbor",
    ] {
        let refusal = Patch::of_content_type(other, b"").unwrap_err();
        assert_eq!((refusal.code, refusal.reason), (415, "UnsupportedMediaType"));
        assert_eq!(
            refusal.message,
            "the body of the request was in an unknown format - accepted media types include: \
             application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
            "{other}"
        );
    }
}
