//! Answers of a running kube-apiserver 1.36 that the record does not have. Each expected text is what it
//! said.
#![allow(clippy::unwrap_used)]

use crdc::{Request, Scratch, Status};
use crdc_dynamic::validators::Validators;
use crdc_source::Source;

/// A namespaced kind `Note` with a status, whose `spec` has this schema.
fn validators(spec: &str) -> Validators {
    let document = format!(
        r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{{"name":"notes.example.com"}},
        "spec":{{"group":"example.com","scope":"Namespaced","names":{{"plural":"notes","singular":"note","kind":"Note",
        "listKind":"NoteList"}},"versions":[{{"name":"v1","served":true,"storage":true,"subresources":{{"status":{{}}}},
        "schema":{{"openAPIV3Schema":{{"type":"object","properties":{{"spec":{spec},
        "status":{{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}}}}}}}}]}}}}"#
    );
    Validators::load(&[Source::new("crd.json", document)]).unwrap()
}

/// A stored object with these members of its metadata.
fn note(metadata: &str, spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"example.com/v1","kind":"Note","metadata":{{"name":"a","generation":1,"resourceVersion":"7"{metadata}}},"spec":{spec}}}"#
    )
}

fn status(validators: &Validators, request: Request<'_>) -> Option<Status> {
    validators.all().next().unwrap().answer(request, &mut Scratch::new()).status()
}

/// The details of the errors, or nothing if accepted.
fn details(validators: &Validators, request: Request<'_>) -> Vec<String> {
    let mut scratch = Scratch::new();
    let outcome = validators.all().next().unwrap().answer(request, &mut scratch);
    outcome.errors().map(|error| error.detail.to_string()).collect()
}

const FREE: &str = r#"{"type":"object","x-kubernetes-preserve-unknown-fields":true}"#;

#[test]
fn namespaces_are_compared_however_they_are_spelled() {
    let validators = validators(FREE);
    let (old, other) =
        (note(r#","namespace":"default""#, "{}"), note(r#","namespace":"def\u0061ult""#, r#"{"a":1}"#));
    let elsewhere = note(r#","namespace":"defaul""#, "{}");
    for status_only in [false, true] {
        let answer = |new: &str| {
            let (new, old) = (new.as_bytes(), old.as_bytes());
            let request =
                if status_only { Request::update_status(new, old) } else { Request::update(new, old) };
            status(&validators, request.namespace("default"))
        };
        assert_eq!(answer(&other), None);
        let refused = answer(&elsewhere).unwrap();
        assert_eq!(refused.code, 400);
        assert_eq!(
            refused.message,
            "the namespace of the provided object does not match the namespace sent on the request"
        );
    }
}

#[test]
fn a_status_is_about_the_kind_and_the_name_of_the_object() {
    let object = br#"{"apiVersion":"example.com/v1","kind":"Other","metadata":{"name":"0\n\""},"spec":{}}"#;
    let refused = status(&validators(FREE), Request::create(object)).unwrap();
    assert!(
        refused.message.starts_with(
            r#"Other.example.com "0\n\"" is invalid: kind: Invalid value: "Other": must be Note"#
        ),
        "{}",
        refused.message
    );
    let about = refused.details.unwrap();
    assert_eq!((about.kind.as_str(), about.name.as_str()), ("Other", "0\n\""));
}

#[test]
fn owner_references_are_shown_in_the_order_of_their_type() {
    let owners = r#","ownerReferences":[{"uid":"u","blockOwnerDeletion":false,"name":"<n>","kind":"Event","apiVersion":"v1"}]"#;
    let refused = status(&validators(FREE), Request::create(note(owners, "{}").as_bytes())).unwrap();
    let causes: Vec<_> = refused.details.unwrap().causes.into_iter().map(|cause| cause.message).collect();
    let shown = r#"Invalid value: {"apiVersion":"v1","kind":"Event","name":"\u003cn\u003e","uid":"u","blockOwnerDeletion":false}: /v1, Kind=Event is disallowed from being an owner"#;
    assert_eq!(causes, [shown]);
}

#[test]
fn annotations_that_are_too_long_block_rules_of_updates() {
    let validators = validators(
        r#"{"type":"object","x-kubernetes-preserve-unknown-fields":true,"x-kubernetes-validations":[{"rule":"false"}]}"#,
    );
    let long = format!(r#","namespace":"n","annotations":{{"a":"{}"}}"#, "a".repeat(262_144));
    let object = note(&long, "{}");
    for make in [Request::update, Request::update_status] {
        let details = details(&validators, make(object.as_bytes(), object.as_bytes()));
        assert!(
            details.iter().any(|said| said.starts_with("may not be more than 262144 bytes")),
            "{details:?}"
        );
        assert!(details.iter().any(|said| said.starts_with("some validation rules were not checked")));
        assert!(!details.iter().any(|said| said.starts_with("failed rule")));
    }
}

/// What a rule on a value says.
fn said(schema: &str, rule: &str, value: &str, old: Option<&str>) -> Vec<String> {
    let optional = if rule.contains("oldSelf") { r#","optionalOldSelf":true"# } else { "" };
    let spec = format!(
        r#"{{"type":"object","properties":{{"a":{{{schema},"x-kubernetes-validations":[{{"rule":{rule:?}{optional}}}]}}}}}}"#
    );
    let validators = validators(&spec);
    let spec = |value: &str| note(r#","namespace":"n""#, &format!(r#"{{"a":{value}}}"#));
    let new = spec(value);
    match old {
        None => details(&validators, Request::create(new.as_bytes())),
        Some(old) => details(&validators, Request::update(new.as_bytes(), spec(old).as_bytes())),
    }
}

#[test]
fn rules_read_bytes_with_the_alphabet_of_urls() {
    let bytes = r#""type":"string","format":"byte","maxLength":20"#;
    assert!(said(bytes, "self == b'a'", r#""YQ==""#, None).is_empty());
    assert_eq!(
        said(bytes, "self != b''", r#""++a/AAAA""#, None),
        [
            "Invalid byte formatted string ++a/AAAA: illegal base64 data at input byte 0 evaluating rule: self != b''"
        ]
    );
}

#[test]
fn an_integer_is_no_duration() {
    assert_eq!(
        said(r#""type":"integer""#, "duration(self) >= duration('0s')", "1", None),
        [
            "type conversion error from 'int' to 'google.protobuf.Duration' evaluating rule: duration(self) >= duration('0s')"
        ]
    );
}

#[test]
fn what_is_no_optional_is_its_own_value() {
    let either = r#""x-kubernetes-int-or-string":true,"maxLength":20"#;
    assert!(said(either, "dyn(self).orValue(2) == 1", "1", None).is_empty());
    assert_eq!(
        said(either, "self.all(x, x > 0)", "1", None),
        ["got 'types.Int', expected iterable type evaluating rule: self.all(x, x > 0)"]
    );
}

#[test]
fn an_old_value_that_does_not_fit_is_there_until_it_is_taken_out() {
    let time = r#""type":"string","format":"date-time""#;
    let (new, old) = (r#""2024-05-01T10:00:00Z""#, r#""never""#);
    assert!(said(time, "oldSelf.hasValue()", new, Some(old)).is_empty());
    let details = said(time, "oldSelf.value() == self", new, Some(old));
    assert!(
        details[0].starts_with(
            "unsupported conversion to ref.Val: (*errors.errorString)Invalid date-time formatted string never: "
        ),
        "{details:?}"
    );
}
