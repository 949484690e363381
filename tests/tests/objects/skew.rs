//! The version skew matrix of the unions design: a client of one release and a server of another. Each case
//! has a structured client, which decodes the fields that it knows, and an unstructured one, which edits
//! JSON. The servers are compiled from `skew/older.yaml` and `skew/newer.yaml`, which adds buckets.
// KEP-1027, discriminator field; docs/semantics.md, Unions

use crdc_oracle::json::{Json, object, read};
use crdc_tests::compiled;

/// The type of a client, and the fields of `spec` that it knows.
#[derive(Clone, Copy)]
enum Client {
    /// Drops unknown fields when it decodes an object.
    Structured(&'static [&'static str]),
    /// Keeps everything.
    Unstructured,
}

const OLDER: &[&str] = &["replicas", "target", "host", "service"];
const NEWER: &[&str] = &["replicas", "target", "host", "service", "bucket"];
/// An older client of each type.
const OLDER_CLIENTS: [Client; 2] = [Client::Structured(OLDER), Client::Unstructured];
const NEWER_CLIENTS: [Client; 2] = [Client::Structured(NEWER), Client::Unstructured];

impl Client {
    /// Gets a stored object, changes its spec and returns what it sends.
    fn edits(self, stored: &Json, change: impl Fn(&mut Json)) -> Json {
        let mut object = stored.clone();
        let spec = object.get_mut("spec").unwrap();
        if let (Client::Structured(known), Json::Object(fields)) = (self, &mut *spec) {
            fields.retain(|(key, _)| known.contains(&key.as_str()));
        }
        change(spec);
        object
    }
}

/// The answer of a server: code, stored or refused `spec`, errors, warnings.
struct Answer {
    code: u16,
    spec: Json,
    errors: Vec<String>,
    warnings: Vec<String>,
}

/// A server of one of the two releases.
fn answer(release: &str, new: &Json, old: Option<&Json>) -> Answer {
    let compiled = compiled::find(&format!("routes.skew.example.com/v1{release}"));
    let (new, old) = (new.to_string(), old.map(Json::to_string).unwrap_or_default());
    let request = match old.as_str() {
        "" => crdc::Request::create(new.as_bytes()),
        old => crdc::Request::update(new.as_bytes(), old.as_bytes()),
    };
    let mut scratch = crdc::Scratch::new();
    let outcome = crdc::answer(compiled, request, &mut scratch);
    let stored = outcome
        .accepted_object()
        .or(outcome.rejected_object())
        .map(|text| read(text).unwrap().value)
        .unwrap_or(Json::Null);
    Answer {
        code: outcome.code(),
        spec: stored.get("spec").cloned().unwrap_or(Json::Null),
        errors: outcome.errors().map(|error| error.to_string()).collect(),
        warnings: outcome.warnings().map(String::from).collect(),
    }
}

impl Answer {
    #[track_caller]
    fn stores(&self, spec: &str) {
        assert_eq!((self.code / 100, &self.errors), (2, &vec![]), "{}", self.spec);
        assert!(self.spec.same(&json(spec)), "stored {}, not {spec}", self.spec);
    }

    #[track_caller]
    fn refuses(&self, spec: &str, errors: &[&str]) {
        assert_eq!((self.code, self.errors.as_slice()), (422, errors_of(errors).as_slice()));
        assert!(self.spec.same(&json(spec)), "refused {}, not {spec}", self.spec);
    }
}

fn errors_of(errors: &[&str]) -> Vec<String> {
    errors.iter().map(|&error| error.to_owned()).collect()
}

fn json(text: &str) -> Json {
    read(text.as_bytes()).unwrap().value
}

fn route(spec: &str) -> Json {
    let names = [("name", "sample"), ("namespace", "default"), ("resourceVersion", "7")];
    object([
        ("apiVersion", Json::from("skew.example.com/v1")),
        ("kind", "Route".into()),
        ("metadata", object(names.map(|(key, value)| (key, Json::from(value))))),
        ("spec", json(spec)),
    ])
}

const BUCKET: &str = r#"{"replicas":1,"target":"Bucket","bucket":{"key":"k"}}"#;
const SERVICE: &str = r#"{"replicas":1,"target":"Service","service":{"port":80}}"#;

/// An older structured client drops the unknown bucket and keeps the discriminator. It wants no change, but
/// the server cannot restore the member. The request fails with a missing member, so no data is lost.
#[test]
fn case_12_a_structured_client_that_does_not_know_the_member_echoes_the_union() {
    let stored = route(BUCKET);
    let sent = OLDER_CLIENTS[0].edits(&stored, |spec| spec.set("replicas", 2.into()));
    assert!(sent.get("spec").unwrap().same(&json(r#"{"replicas":2,"target":"Bucket"}"#)));
    answer("newer", &sent, Some(&stored)).refuses(
        r#"{"replicas":2,"target":"Bucket"}"#,
        &["spec.bucket: Required value: must be specified when `target` is \"Bucket\""],
    );
}

/// An unstructured client sends back unknown members: the union does not change.
#[test]
fn case_12_an_unstructured_client_echoes_the_union() {
    let stored = route(BUCKET);
    let sent = Client::Unstructured.edits(&stored, |spec| spec.set("replicas", 2.into()));
    answer("newer", &sent, Some(&stored)).stores(r#"{"replicas":2,"target":"Bucket","bucket":{"key":"k"}}"#);
}

/// A client that knows the member sends it back.
#[test]
fn case_16_a_client_that_knows_the_member_echoes_the_union() {
    let stored = route(SERVICE);
    for client in OLDER_CLIENTS.into_iter().chain(NEWER_CLIENTS) {
        let sent = client.edits(&stored, |spec| spec.set("replicas", 2.into()));
        answer("newer", &sent, Some(&stored))
            .stores(r#"{"replicas":2,"target":"Service","service":{"port":80}}"#);
    }
}

/// To clear the union, a client sets the discriminator to the empty value. The server clears the bucket,
/// whether the client sends it back or drops it.
#[test]
fn case_22_a_client_clears_a_union_by_the_empty_value() {
    let stored = route(BUCKET);
    for client in OLDER_CLIENTS {
        let sent = client.edits(&stored, |spec| spec.set("target", "".into()));
        answer("newer", &sent, Some(&stored)).stores(r#"{"replicas":1,"target":""}"#);
    }
}

/// Omitting the discriminator is equivalent, since the empty value is one of the union's.
#[test]
fn case_27_a_client_clears_a_union_by_leaving_the_discriminator_out() {
    let stored = route(BUCKET);
    for client in OLDER_CLIENTS {
        let sent = client.edits(&stored, |spec| {
            spec.remove("target");
        });
        answer("newer", &sent, Some(&stored)).stores(r#"{"replicas":1}"#);
    }
}

/// A client sets a known member and the discriminator while an unknown member is set: the server clears the
/// unknown member.
#[test]
fn case_23_a_client_sets_a_member_while_one_is_set_that_it_does_not_know() {
    let stored = route(BUCKET);
    for client in OLDER_CLIENTS {
        let sent = client.edits(&stored, |spec| {
            spec.set("target", "Service".into());
            spec.set("service", json(r#"{"port":80}"#));
        });
        answer("newer", &sent, Some(&stored)).stores(SERVICE);
    }
}

/// A client sets a member but not the discriminator: the server reports an error. If the unknown member was
/// sent back, two members are set; if it was dropped, one is set, but another is selected.
#[test]
fn case_28_a_client_sets_a_member_and_not_the_discriminator() {
    let stored = route(BUCKET);
    let [structured, unstructured] =
        OLDER_CLIENTS.map(|client| client.edits(&stored, |spec| spec.set("service", json(r#"{"port":80}"#))));
    answer("newer", &structured, Some(&stored)).refuses(
        r#"{"replicas":1,"target":"Bucket","service":{"port":80}}"#,
        &[
            "spec.service: Invalid value: \"\": may only be specified when `target` is \"Service\"",
            "spec.bucket: Required value: must be specified when `target` is \"Bucket\"",
        ],
    );
    answer("newer", &unstructured, Some(&stored)).refuses(
        r#"{"replicas":1,"target":"Bucket","bucket":{"key":"k"},"service":{"port":80}}"#,
        &["spec.target: Invalid value: \"Bucket\": only one union member may be set, but these are: service, bucket; \
           change the discriminator to select one of them"],
    );
}

/// A newer client creates an object with a member that the server does not know: the member is pruned, and
/// the unknown discriminator is an error.
#[test]
fn case_34_a_client_creates_a_member_that_the_server_does_not_know() {
    let nothing = route(r#"{"replicas":1}"#);
    for client in NEWER_CLIENTS {
        let sent = client.edits(&nothing, |spec| {
            spec.set("target", "Bucket".into());
            spec.set("bucket", json(r#"{"key":"k"}"#));
        });
        let answer = answer("older", &sent, None);
        answer.refuses(
            r#"{"replicas":1,"target":"Bucket"}"#,
            &["spec.target: Unsupported value: \"Bucket\": supported values: \"\", \"Host\", \"Service\""],
        );
        assert_eq!(answer.warnings, ["unknown field \"spec.bucket\""]);
    }
}

/// The same in an update: the old member is not cleared for an unknown value, and the update fails.
#[test]
fn case_39_a_client_switches_to_a_member_that_the_server_does_not_know() {
    let stored = route(SERVICE);
    for client in NEWER_CLIENTS {
        let sent = client.edits(&stored, |spec| {
            spec.set("target", "Bucket".into());
            spec.set("bucket", json(r#"{"key":"k"}"#));
        });
        let answer = answer("older", &sent, Some(&stored));
        answer.refuses(
            r#"{"replicas":1,"target":"Bucket","service":{"port":80}}"#,
            &["spec.target: Unsupported value: \"Bucket\": supported values: \"\", \"Host\", \"Service\""],
        );
        assert_eq!(answer.warnings, ["unknown field \"spec.bucket\""]);
    }
}

/// A downgraded server has an object of the newer release in storage: the unknown value is unchanged, so the
/// update is accepted, but the member is pruned.
#[test]
fn an_older_server_finds_a_newer_object_in_its_store() {
    let stored = route(BUCKET);
    let sent = Client::Unstructured.edits(&stored, |spec| spec.set("replicas", 2.into()));
    let answer = answer("older", &sent, Some(&stored));
    answer.stores(r#"{"replicas":2,"target":"Bucket"}"#);
    assert_eq!(answer.warnings, ["unknown field \"spec.bucket\""]);
}
