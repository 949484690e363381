//! Creates definitions that servers may refuse ("spoilt"). In: a definition. Out: the same with one or two
//! changes at random places, and a description of the changes.

use crdc_oracle::random::rng::Rng;
use serde_json::{Value, json};

/// Keywords and values for them: of the right type and of others, at allowed places and others.
fn keywords() -> Vec<(&'static str, Vec<Value>)> {
    let counts = || vec![json!(0), json!(3), json!(-1), json!(1.5)];
    let schema = || json!({"type": "string"});
    vec![
        (
            "type",
            vec![
                json!("object"),
                json!("array"),
                json!("string"),
                json!("integer"),
                json!("text"),
                json!(""),
            ],
        ),
        ("format", vec![json!("date"), json!("int32"), json!("made-up"), json!("")]),
        ("pattern", vec![json!("^a"), json!("(a"), json!("a{2000}"), json!("\\p{Greek}"), json!("(?=a)")]),
        (
            "default",
            vec![Value::Null, json!("a"), json!(7), json!({}), json!([]), json!({"unknown": 1}), json!(1.5)],
        ),
        ("example", vec![json!("a")]),
        ("enum", vec![json!([]), json!(["a", "a"]), json!([1, "a"]), json!([null]), json!([{"a": 1}])]),
        ("nullable", vec![json!(true), json!(false)]),
        ("minimum", counts()),
        ("maximum", counts()),
        ("exclusiveMinimum", vec![json!(true)]),
        ("multipleOf", vec![json!(0), json!(2), json!(-0.5)]),
        ("minLength", counts()),
        ("maxLength", counts()),
        ("minItems", counts()),
        ("maxItems", counts()),
        ("minProperties", counts()),
        ("maxProperties", counts()),
        ("uniqueItems", vec![json!(true), json!(false)]),
        ("required", vec![json!([]), json!(["a", "a"]), json!([""]), json!(["missing"])]),
        (
            "items",
            vec![schema(), json!([schema()]), json!({}), json!({"type": "object", "properties": {"a": {}}})],
        ),
        (
            "properties",
            vec![
                json!({}),
                json!({"a": schema()}),
                json!({"a": {}}),
                json!({"": schema()}),
                json!({"kind": schema(), "apiVersion": schema()}),
            ],
        ),
        ("additionalProperties", vec![json!(true), json!(false), schema(), json!({})]),
        (
            "allOf",
            vec![
                json!([]),
                json!([schema()]),
                json!([{"pattern": "b"}, {"nullable": true}]),
                json!([{"properties": {"a": {"minLength": 1}}}]),
            ],
        ),
        (
            "oneOf",
            vec![
                json!([{"required": ["a"]}, {"required": ["b"]}]),
                json!([{"type": "string"}]),
                json!([{"default": 1}]),
            ],
        ),
        (
            "anyOf",
            vec![
                json!([{"minimum": 1}]),
                json!([{"type": "integer"}, {"type": "string"}]),
                json!([{"x-kubernetes-list-type": "set"}]),
            ],
        ),
        (
            "not",
            vec![
                json!({"required": ["a"]}),
                json!({"enum": ["a"]}),
                json!({"additionalProperties": false}),
                json!({"not": {"title": "a"}}),
            ],
        ),
        ("definitions", vec![json!({"a": schema()})]),
        ("dependencies", vec![json!({"a": ["b"]}), json!({})]),
        ("patternProperties", vec![json!({"a": schema()}), json!({"(": schema()})]),
        ("additionalItems", vec![json!(true), schema()]),
        ("externalDocs", vec![json!({"url": "https://example.com"})]),
        ("id", vec![json!("a")]),
        ("$schema", vec![json!("http://json-schema.org/schema#")]),
        ("$ref", vec![json!("#/a"), json!("")]),
        ("title", vec![json!("a")]),
        ("x-kubernetes-preserve-unknown-fields", vec![json!(true), json!(false)]),
        ("x-kubernetes-embedded-resource", vec![json!(true), json!(false)]),
        ("x-kubernetes-int-or-string", vec![json!(true), json!(false)]),
        (
            "x-kubernetes-list-type",
            vec![json!("set"), json!("map"), json!("atomic"), json!("bag"), json!("")],
        ),
        (
            "x-kubernetes-list-map-keys",
            vec![json!(["name"]), json!([]), json!(["missing", "missing"]), json!(["a"])],
        ),
        ("x-kubernetes-map-type", vec![json!("atomic"), json!("granular"), json!("bag")]),
        ("x-kubernetes-validations", rules()),
        ("discriminator", vec![json!("a")]),
        ("minLenght", vec![json!(1)]),
    ]
}

/// Rules; servers refuse most of them.
fn rules() -> Vec<Value> {
    let rule = |text: &str| json!([{"rule": text}]);
    vec![
        rule("true"),
        rule(""),
        rule("  "),
        rule("self"),
        rule("self.a == oldSelf.a"),
        rule("self == oldSelf"),
        rule("has(self.missing)"),
        rule("self.all(a, self.all(b, self.all(c, a == b && b == c)))"),
        rule("self.size() > 0 && self.matches('(')"),
        rule("1 +"),
        rule("self.map(a, a + '1').size() < 5"),
        json!([{"rule": "true", "message": ""}]),
        json!([{"rule": "true", "message": "two\nlines"}]),
        json!([{"rule": "true", "messageExpression": "1"}]),
        json!([{"rule": "true", "messageExpression": "'a' + string(self)"}]),
        json!([{"rule": "true", "reason": "Because"}]),
        json!([{"rule": "true", "fieldPath": ".a"}]),
        json!([{"rule": "true", "fieldPath": "a.b["}]),
        json!([{"rule": "true", "optionalOldSelf": true}]),
        json!([{"rule": "oldSelf.hasValue()", "optionalOldSelf": true}]),
        json!([{"rule": "self == oldSelf.orValue(self)", "optionalOldSelf": true}, {"rule": "true"}]),
    ]
}

/// Places outside of the schema, and values for them.
fn around() -> Vec<(&'static str, Vec<Value>)> {
    let column = |of: &str, path: &str| json!([{"name": "A", "type": of, "jsonPath": path}]);
    let version = |name: &str, served: bool, storage: bool| json!({"name": name, "served": served, "storage": storage, "schema": {"openAPIV3Schema": {"type": "object"}}});
    let scale = |spec: &str, status: &str, selector: Value| json!({"status": {}, "scale": {"specReplicasPath": spec, "statusReplicasPath": status, "labelSelectorPath": selector}});
    let webhook = |config: Value| json!({"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"], "clientConfig": config}});
    let service = json!({"service": {"name": "a", "namespace": "b", "path": "c", "port": 0}});
    vec![
        ("/metadata/name", vec![json!("others.example.com"), json!("")]),
        ("/metadata/annotations", vec![json!({"api-approved.kubernetes.io": "no"})]),
        ("/spec/group", vec![json!("apps.k8s.io"), json!("nodots"), json!("UPPER.example.com"), json!("")]),
        ("/spec/scope", vec![json!("Everywhere"), json!(""), json!("Cluster"), json!("Namespaced")]),
        ("/spec/preserveUnknownFields", vec![json!(true), json!(false)]),
        ("/spec/names/plural", vec![json!("Upper"), json!("")]),
        ("/spec/names/singular", vec![json!("Upper"), json!("")]),
        ("/spec/names/kind", vec![json!("with space"), json!("")]),
        ("/spec/names/listKind", vec![json!(""), json!("Same"), json!("9")]),
        ("/spec/names/shortNames", vec![json!(["a", "a"]), json!(["A"]), json!([])]),
        ("/spec/names/categories", vec![json!(["all", "All", "all"]), json!(["a b"])]),
        (
            "/spec/conversion",
            vec![
                json!({"strategy": "Other"}),
                json!({"strategy": "None", "webhook": {"conversionReviewVersions": []}}),
                json!({"strategy": "Webhook"}),
                webhook(json!({})),
                webhook(json!({"url": "http://a"})),
                webhook(json!({"url": "https://a/b?c"})),
                webhook(service),
                webhook(json!({"url": "https://a", "caBundle": "AAAA"})),
            ],
        ),
        (
            "/spec/versions",
            vec![
                json!([]),
                json!([version("v1", false, true)]),
                json!([version("v1", true, false)]),
                json!([version("v1", true, true), version("v1", true, false)]),
                json!([version("v1", true, true), version("v2", true, true)]),
                json!([version("V 1", true, true)]),
                json!([version("v1", true, true), version("v1beta1", true, false)]),
            ],
        ),
        ("/spec/versions/0/name", vec![json!("v1_"), json!(""), json!("2")]),
        ("/spec/versions/0/deprecated", vec![json!(true), json!(false)]),
        ("/spec/versions/0/deprecationWarning", vec![json!("old"), json!(""), json!("two\nlines")]),
        (
            "/spec/versions/0/schema",
            vec![
                Value::Null,
                json!({}),
                json!({"openAPIV3Schema": {}}),
                json!({"openAPIV3Schema": {"type": "array"}}),
            ],
        ),
        (
            "/spec/versions/0/subresources",
            vec![
                json!({}),
                json!({"status": {}}),
                json!({"scale": {}}),
                scale(".spec.replicas", ".status.replicas", Value::Null),
                scale("spec.replicas", ".spec.replicas", json!(".status.a")),
                scale(".spec.a[0]", "", json!("")),
                scale(".metadata.a", ".status.b", json!(".spec.a.b")),
            ],
        ),
        (
            "/spec/versions/0/additionalPrinterColumns",
            vec![
                json!([]),
                column("string", ".spec.a"),
                column("text", ".a"),
                column("", ""),
                column("date", "a"),
                column("integer", ".spec.items[*].a"),
                column("number", "{.a}"),
                column("boolean", ".a[?(@.b=='c')]"),
                column("string", ".a["),
                json!([{"name": "", "type": "string", "format": "made", "jsonPath": ".a", "priority": -1}]),
            ],
        ),
        (
            "/spec/versions/0/selectableFields",
            vec![
                json!([]),
                json!([{"jsonPath": ".spec.name"}]),
                json!([{"jsonPath": "spec.name"}, {"jsonPath": ""}]),
                json!([{"jsonPath": ".metadata.name"}]),
                json!([{"jsonPath": ".spec.a"}, {"jsonPath": ".spec.a"}]),
                json!([{"jsonPath": ".spec.items[0]"}]),
            ],
        ),
    ]
}

/// Sets the value at a pointer, or adds a value there.
fn set(definition: &mut Value, pointer: &str, value: Value) {
    let (parent, name) = pointer.rsplit_once('/').unwrap_or(("", pointer));
    if let Some(parent) = definition.pointer_mut(parent).and_then(Value::as_object_mut) {
        parent.insert(name.to_owned(), value);
    }
}

/// Changes one place, and sometimes another one. Returns a description.
pub(super) fn spoil(rng: &mut Rng, definition: &mut Value) -> String {
    let mut said = Vec::new();
    for _ in 0..1 + rng.below(2) {
        if rng.chance(20) {
            let all = around();
            let (pointer, values) = rng.pick(&all);
            let value = rng.pick(values).clone();
            said.push(format!("{pointer}: {value}"));
            set(definition, pointer, value);
            continue;
        }
        let Some(root) = definition.pointer_mut("/spec/versions/0/schema/openAPIV3Schema") else { break };
        let mut paths = Vec::new();
        schemas(root, String::new(), &mut paths);
        let path = rng.pick(&paths).clone();
        let Some(schema) = root.pointer_mut(&path).and_then(Value::as_object_mut) else { continue };
        if rng.chance(15) {
            let present: Vec<String> = schema.keys().cloned().collect();
            if present.is_empty() {
                continue;
            }
            let name = rng.pick(&present);
            schema.remove(name);
            said.push(format!("{path} without {name}"));
        } else {
            let all = keywords();
            let (name, values) = rng.pick(&all);
            let value = rng.pick(values).clone();
            said.push(format!("{path} with {name}: {value}"));
            schema.insert((*name).to_owned(), value);
        }
    }
    said.join(", ")
}

/// Adds the pointers of a schema and of those below it to `out`.
fn schemas(schema: &Value, path: String, out: &mut Vec<String>) {
    if !schema.is_object() {
        return;
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let name = name.replace('~', "~0").replace('/', "~1");
        schemas(property, format!("{path}/properties/{name}"), out);
    }
    for keyword in ["items", "additionalProperties", "not"] {
        schemas(&schema[keyword], format!("{path}/{keyword}"), out);
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        for (index, branch) in schema[keyword].as_array().into_iter().flatten().enumerate() {
            schemas(branch, format!("{path}/{keyword}/{index}"), out);
        }
    }
    out.push(path);
}
