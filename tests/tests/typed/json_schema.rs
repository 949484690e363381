//! `#[crdc(schemars)]` on a union: the schema for schemars equals the derive's fragment, accepts what serde
//! writes for every variant, and rejects what the convention rejects.

use std::collections::BTreeMap;

use crdc::Rules;
use crdc_documents::publish::Publish;
use crdc_oracle::load;
use crdc_plan::explain;
use crdc_source::Source;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};

/// Where backups go.
#[derive(Clone, Debug, PartialEq, crdc::Union)]
#[crdc(schemars)]
enum Storage<T> {
    /// A bucket of S3.
    S3(Bucket),
    #[serde(rename = "GCS")]
    Gcs(Option<Bucket>),
    Other(T),
    Discard,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, crdc::Rules)]
struct Bucket {
    /// +k8s:minLength=3
    name: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, crdc::Rules)]
struct Spec {
    storage: Storage<Bucket>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    list: Option<Held<Vec<Bucket>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    map: Option<Held<BTreeMap<String, Box<Bucket>>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maybe: Option<Held<Option<Bucket>>>,
}

/// A type parameter has the rules of the type that replaces it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, crdc::Rules)]
struct Held<T> {
    value: T,
}

const CRD: &str = r#"{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"backups.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
    "names":{"kind":"Backup","plural":"backups","singular":"backup"},
    "versions":[{"name":"v1","served":true,"storage":true}]}}"#;

/// With schemars' schemas of the types, generated as kube does.
fn publish() -> Publish {
    let settings = SchemaSettings::openapi3().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<Spec>();
    Publish::new(CRD).schema("spec", serde_json::to_string(&schema).unwrap()).rules("spec", Spec::fragment())
}

#[test]
fn the_schema_says_what_the_fragment_says() {
    let (published, alone) = (publish().run(), publish().rules_alone());
    assert!(published.diagnostics().is_empty(), "{:?}", published.diagnostics());
    // schemars sorts the values of the union.
    let plan = |text: String| {
        let plan = explain(&[Source::new("crd.json", text)], None);
        let sorted = |line: &str| match line.split_once("required: ") {
            Some((head, values)) if head.trim_start().starts_with("union by") => {
                let mut values: Vec<&str> = values.split(", ").collect();
                values.sort_unstable();
                format!("{head}required: {}", values.join(", "))
            }
            _ => line.to_owned(),
        };
        plan.lines().map(sorted).collect::<Vec<_>>()
    };
    assert_eq!(plan(published.json()), plan(alone.json()));
    // Only schemars has descriptions.
    let text = published.yaml();
    for words in ["description: Where backups go.", "description: A bucket of S3.", "x-kubernetes-unions:"] {
        assert!(text.contains(words), "no {words} in\n{text}");
    }
}

#[test]
fn what_serde_writes_is_admitted_and_nothing_is_pruned() {
    let server = load::server("crd.json", &publish().run().json(), "v1");
    let object = |storage: &str| {
        format!(
            r#"{{"apiVersion":"example.com/v1","kind":"Backup","metadata":{{"name":"a","namespace":"b"}},"spec":{{"storage":{storage}}}}}"#
        )
    };
    let created = |storage: &str| crdc_oracle::record::Given::from(server.create(object(storage).as_bytes()));
    let bucket = || Bucket { name: "abc".to_owned() };
    for storage in [
        Storage::S3(bucket()),
        Storage::Gcs(Some(bucket())),
        Storage::Gcs(None),
        Storage::Other(bucket()),
        Storage::Discard,
    ] {
        let written = serde_json::to_string(&storage).unwrap();
        let given = created(&written);
        assert_eq!((given.code, given.errors.len(), given.strict.len()), (201, 0, 0), "{written}: {given:?}");
        let stored = given.object.unwrap().get("spec").unwrap().to_string();
        let spec = Spec { storage, list: None, map: None, maybe: None };
        assert_eq!(serde_json::from_str::<Spec>(&stored).unwrap(), spec, "{written}");
    }
    for (storage, place) in [
        (r#"{"type":"S4"}"#, "spec.storage.type"),
        (r#"{"s3":{"name":"abc"}}"#, "spec.storage.type"),
        (r#"{"type":"S3","s3":{"name":"a"}}"#, "spec.storage.s3.name"),
        (r#"{"type":"S3","s3":{}}"#, "spec.storage.s3.name"),
        (r#"{"type":"Other","other":{"name":"a"}}"#, "spec.storage.other.name"),
    ] {
        let given = created(storage);
        assert_eq!(given.code, 422, "{storage}: {given:?}");
        assert!(given.errors.iter().any(|error| error.field == place), "{storage}: {given:?}");
    }
    for (rest, place) in [
        (r#""list":{"value":[{"name":"abc"},{"name":"a"}]}"#, "spec.list.value[1].name"),
        (r#""map":{"value":{"one":{"name":"a"}}}"#, "spec.map.value.one.name"),
        (r#""maybe":{"value":{"name":"a"}}"#, "spec.maybe.value.name"),
    ] {
        let given = created(&format!(r#"{{"type":"Discard"}},{rest}"#));
        assert_eq!(given.code, 422, "{rest}: {given:?}");
        assert!(given.errors.iter().any(|error| error.field == place), "{rest}: {given:?}");
    }
    assert_eq!(created(r#"{"type":"Discard"},"maybe":{"value":null}"#).code, 201);
    let given = created(r#"{"type":"Discard","discard":{}}"#);
    assert_eq!(given.strict.len(), 1, "{given:?}");
}
