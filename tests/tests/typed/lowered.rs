//! Markers that stand for CEL rules: the derive gives the answers of a stock server that has the published
//! document, and of one that has what `--as apply-safe` publishes.

use std::collections::BTreeMap;

use crdc::Rules;
use crdc::typed::Scratch;
use crdc_documents::publish::{Publish, apply_safe};
use crdc_oracle::load;
use crdc_oracle::random::Rng;
use crdc_oracle::random::samples::seeds;
use crdc_vocabulary::Minor;
use crdc_vocabulary::Ratcheting;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;

/// +kubebuilder:validation:AtMostOneOf=bucket;image
/// +kubebuilder:validation:AtLeastOneOf=image;bucket
#[derive(Clone, Debug, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
#[crdc(path = "spec")]
struct Spec {
    /// +k8s:zeroOrOneOfMember
    bucket: Option<String>,
    /// +k8s:zeroOrOneOfMember
    /// +k8s:dependentRequired("tags")
    #[serde(default, skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    /// +k8s:zeroOrOneOfMember
    /// +k8s:update=NoModify
    /// +k8s:update=NoUnset
    #[serde(default)]
    tags: Vec<String>,
    /// +k8s:dependentForbidden("generation")
    /// +k8s:update=NoSet
    #[serde(default, rename = "in")]
    inside: bool,
    /// +k8s:monotonic
    #[serde(default)]
    generation: i64,
    /// +k8s:eachVal=+k8s:monotonic
    #[serde(default)]
    counts: BTreeMap<String, i32>,
    /// +listType=map
    /// +listMapKey=name
    /// +k8s:eachVal=+k8s:update=NoModify
    #[serde(default)]
    ports: Vec<Port>,
}

/// +kubebuilder:validation:ExactlyOneOf=number;text
#[derive(Clone, Debug, Serialize, JsonSchema, crdc::Rules)]
struct Port {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    number: Option<i32>,
    text: Option<String>,
}

const CRD: &str = r#"{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"sources.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
    "names":{"kind":"Source","plural":"sources","singular":"source","listKind":"SourceList"},
    "versions":[{"name":"v1","served":true,"storage":true}]}}"#;

fn publish() -> Publish {
    let settings = SchemaSettings::openapi3().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<Spec>();
    Publish::new(CRD).schema("spec", serde_json::to_string(&schema).unwrap()).rules("spec", Spec::fragment())
}

fn spec(rng: &mut Rng) -> Spec {
    let text = |rng: &mut Rng| rng.chance(40).then(|| (*rng.pick(&["", "a"])).to_owned());
    let ports = ["p", "q"].into_iter().filter_map(|name| {
        let number = rng.chance(50).then_some(1);
        let text = (number.is_none() || rng.chance(20)).then(|| "t".to_owned());
        rng.chance(50).then(|| Port { name: name.to_owned(), number, text })
    });
    let ports = ports.collect();
    Spec {
        bucket: text(rng),
        image: text(rng),
        tags: text(rng).into_iter().collect(),
        inside: rng.chance(30),
        generation: rng.below(3) as i64,
        counts: ["a", "b"].into_iter().map(|key| (key.to_owned(), rng.below(3) as i32)).collect(),
        ports,
    }
}

fn object(spec: &Spec) -> Vec<u8> {
    let spec = serde_json::to_string(spec).unwrap();
    let metadata = r#"{"name":"a","namespace":"default","resourceVersion":"7","generation":1}"#;
    format!(r#"{{"apiVersion":"example.com/v1","kind":"Source","metadata":{metadata},"spec":{spec}}}"#)
        .into_bytes()
}

#[test]
fn a_stock_server_gives_the_answers_of_the_derive() {
    let published = publish().run();
    assert!(published.diagnostics().is_empty(), "{:?}", published.diagnostics());
    let safe = publish().apply_safe(apply_safe::Options { server: Minor(31) }).unwrap();
    let documents = [published.yaml(), safe.to_yaml()];
    let servers = documents.map(|text| load::validators("source.yaml", &text, Ratcheting::default()));
    let (mut typed, mut scratch) = (Scratch::new(), crdc::Scratch::new());
    let mut refused = BTreeMap::new();
    for seed in seeds(2000) {
        let mut rng = Rng::new(seed);
        let (old, new) = (spec(&mut rng), spec(&mut rng));
        let old = rng.chance(80).then_some(old);
        let answer = match &old {
            Some(old) => new.validate_update(old, &mut typed),
            None => new.validate_create(&mut typed),
        };
        let mut said: Vec<String> =
            answer.err().iter().flat_map(|refused| refused.errors()).map(ToString::to_string).collect();
        said.sort();
        for server in &servers {
            let server = server.all().next().unwrap();
            let (new, old) = (object(&new), old.as_ref().map(object));
            let outcome = match &old {
                Some(old) => server.update(&new, old, &mut scratch),
                None => server.create(&new, &mut scratch),
            };
            let mut expected: Vec<String> = outcome.errors().map(|error| error.to_string()).collect();
            expected.sort();
            assert_eq!(said, expected, "seed {seed}: {new:?} {old:?}");
        }
        for line in &said {
            let text =
                line.rsplit(": ").next().unwrap_or_default().split(" from ").next().unwrap_or_default();
            *refused.entry(text.to_owned()).or_insert(0) += 1;
        }
    }
    assert_eq!(refused.len(), 10, "every rule is broken: {refused:?}");
}
