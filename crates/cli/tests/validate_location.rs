//! `--schema-location` with folders: kinds that nothing else knows have a JSON Schema there. In: JSON
//! Schemas, objects, options. Out: what is said of the objects, and which schemas are refused.
#![allow(clippy::unwrap_used)]

mod support;

use serde_json::{Value, json};
use support::Folder;

const LOCATION: &str = "schemas/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json";

const FILE: &str = "schemas/example.com/thing_v1.json";

/// An object with this `spec`, in JSON.
fn thing(spec: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: Thing\nmetadata: {{name: a}}\nspec: {spec}\n")
}

/// A JSON Schema whose `spec` has this one.
fn of_spec(spec: &Value) -> String {
    json!({"type": "object", "properties": {"spec": spec}, "additionalProperties": false}).to_string()
}

/// Values of `spec`, in YAML.
type Accepted = &'static [&'static str];

/// Values of `spec`, with what is said of them.
type Refused = &'static [(&'static str, &'static str)];

/// JSON Schemas of `spec`, values that they accept, and values that they refuse.
fn schemas() -> Vec<(Value, Accepted, Refused)> {
    vec![
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}),
            &["{a: x}", "{}"],
            &[("{b: x}", "unknown field \"spec.b\""), ("{a: 1}", "must be of type string")],
        ),
        // What is left open is open.
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            &["{b: {c: 1}}"],
            &[("{a: 1}", "wrong-type")],
        ),
        (json!({"type": "object"}), &["{b: {c: 1}}"], &[("[]", "wrong-type")]),
        (json!({}), &["{b: 1}", "[{a: 1}]", "null", "text"], &[]),
        (json!(true), &["{b: 1}", "1"], &[]),
        (
            json!({"properties": {"a": {}}, "additionalProperties": false, "x-kubernetes-preserve-unknown-fields": true}),
            &["{b: {c: 1}}"],
            &[],
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "integer"}}),
            &["{b: 1}"],
            &[("{b: x}", "wrong-type")],
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "maxItems": 1}),
            &["[x]"],
            &[("[1]", "wrong-type"), ("[x, y]", "too-many")],
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true}),
            &["[x, z]"],
            &[("[x, x]", "duplicate-value")],
        ),
        (
            json!({"type": "array", "uniqueItems": true, "items": {"type": "object", "properties": {"a": {"type": "string"}}}}),
            &["[{a: x}, {a: z}]"],
            &[("[{a: x}, {a: x}]", "duplicate-value")],
        ),
        (
            json!({"type": "array", "uniqueItems": true, "x-kubernetes-list-type": "set", "items": {"type": "string"}}),
            &["[x]"],
            &[("[x, x]", "duplicate-value")],
        ),
        (json!({"type": "object", "additionalProperties": false}), &["{}"], &[("{b: 1}", "unknown field")]),
        (json!({"additionalProperties": false}), &["{}"], &[("{b: 1}", "unknown field")]),
        (
            json!({"type": ["object", "string"], "properties": {"a": {"type": "integer"}}}),
            &["x", "{a: 1}"],
            &[("{a: x}", "wrong-type"), ("1", "invalid-value")],
        ),
        (
            json!({"oneOf": [{"type": "string"}, {"type": "object"}], "properties": {"a": {"type": "integer"}}}),
            &["x", "{a: 1}"],
            &[("{a: x}", "wrong-type"), ("1", "wrong-type")],
        ),
        (
            json!({"type": ["array", "object"], "items": {"type": "integer"}}),
            &["{b: 1}", "[1]"],
            &[("[x]", "wrong-type"), ("1", "invalid-value")],
        ),
        (json!({"items": {"type": "integer"}}), &["{b: 1}", "[1]"], &[("[x]", "wrong-type")]),
        (
            json!({"type": ["array", "string"], "items": {"type": "integer"}}),
            &["x", "[1]"],
            &[("[x]", "wrong-type"), ("1", "invalid-value")],
        ),
        // Types of openapi2jsonschema.
        (
            json!({"type": ["string", "null"], "enum": ["x", null]}),
            &["x"],
            // For a server, null is in no enum.
            &[("1", "wrong-type"), ("z", "unsupported-value"), ("null", "unsupported-value")],
        ),
        (
            json!({"oneOf": [{"type": "string"}, {"type": "integer"}]}),
            &["x", "1"],
            &[("1.5", "wrong-type"), ("{}", "wrong-type")],
        ),
        (
            json!({"oneOf": [{"type": ["string", "null"]}, {"type": ["integer", "null"]}]}),
            &["x", "1", "null"],
            &[("[]", "wrong-type")],
        ),
        (json!({"type": ["integer", "string"]}), &["x", "1"], &[("[]", "wrong-type")]),
        (json!({"type": ["boolean", "string"]}), &["x", "true"], &[("1", "invalid-value")]),
        (json!({"anyOf": [{"type": "string"}, {"type": "null"}]}), &["x", "null"], &[("1", "invalid-value")]),
        (json!({"type": "string", "nullable": true}), &["x", "null"], &[("1", "wrong-type")]),
        (json!({"type": "string", "const": "x"}), &["x"], &[("z", "unsupported-value")]),
        // Limits of draft 4 and of draft 6.
        (
            json!({"type": "integer", "minimum": 3, "exclusiveMinimum": true}),
            &["4"],
            &[("3", "invalid-value")],
        ),
        (json!({"type": "integer", "exclusiveMaximum": 3}), &["2"], &[("3", "invalid-value")]),
        (json!({"type": "integer", "exclusiveMinimum": 3, "minimum": 5}), &["5"], &[("4", "invalid-value")]),
        // Formats are those of servers.
        (json!({"type": "string", "format": "duration"}), &["5m", "1h30m"], &[("five", "wrong-type")]),
        // Of what the server knows more: defaults and rules.
        (
            json!({"type": "object", "properties": {"a": {"type": "integer", "default": 1}}, "required": ["a"], "additionalProperties": false}),
            &["{}"],
            &[],
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "integer"}}, "x-kubernetes-validations": [{"rule": "self.a > 1", "message": "a is small"}]}),
            &["{a: 2}"],
            &[("{a: 1}", "a is small")],
        ),
        // A field that is named `properties` gets a field that may not be there.
        (
            json!({"type": "object", "properties": {"properties": {"type": "string"}, "additionalProperties": false}, "additionalProperties": false}),
            &["{properties: x}"],
            &[("{additionalProperties: x}", "unknown field")],
        ),
        (
            json!({"oneOf": [{"required": ["a"]}, {"required": ["b"]}], "type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}),
            &["{a: x}"],
            &[("{a: x, b: x}", "set exactly one of `a`, `b`: 2 are set")],
        ),
    ]
}

#[test]
fn json_schemas_are_validated_with() {
    let folder = Folder::new("location-schemas", &[]);
    for (schema, accepted, refused) in schemas() {
        folder.write(FILE, of_spec(&schema));
        let check = |spec: &str, words: Option<&str>| {
            folder.write("a.yaml", thing(spec));
            let (code, text) = folder.said(&["validate", "a.yaml", "--schema-location", LOCATION]);
            assert_eq!(code, i32::from(words.is_some()), "{schema} {spec}: {text}");
            assert!(text.contains(words.unwrap_or("no errors")), "{schema} {spec}: {text}");
            let mark = format!("  = against: a JSON Schema of {FILE}\n");
            assert_eq!(text.contains(&mark), words.is_some(), "{text}");
            assert!(text.contains("\nvalidated 1 object in 1 file") || text.starts_with("against"), "{text}");
        };
        accepted.iter().for_each(|spec| check(spec, None));
        refused.iter().for_each(|(spec, words)| check(spec, Some(words)));
    }
}

#[test]
fn references_stay_in_the_folder() {
    let definitions = json!({"definitions": {
        "Port": {"type": ["integer", "null"], "minimum": 1},
        "None": {"type": "object", "properties": {}, "additionalProperties": false},
        "Tree": {"type": "object", "properties": {"child": {"$ref": "#/definitions/Tree"}, "port": {"$ref": "#/definitions/Port"}}, "additionalProperties": false},
    }});
    let folder = Folder::new("location-references", &[]);
    folder.write("schemas/example.com/_definitions.json", definitions.to_string());
    folder.write("schemas/secret.json", definitions.to_string());
    let own = |spec: Value| {
        let mut schema = definitions.clone();
        schema["properties"] = json!({ "spec": spec });
        schema["type"] = json!("object");
        schema.to_string()
    };
    for (reference, spec, words) in [
        ("#/definitions/Tree", "{child: {child: {port: 1}}}", "no errors"),
        (
            "#/definitions/Tree",
            "{child: {child: {port: 0}}}",
            "spec.child.child.port in body should be greater than or equal to 1",
        ),
        ("#/definitions/Tree", "{child: {chidl: {}}}", "unknown field \"spec.child.chidl\""),
        ("#/definitions/None", "{}", "no errors"),
        ("#/definitions/None", "{chidl: 1}", "unknown field \"spec.chidl\""),
        ("_definitions.json#/definitions/Tree", "{child: {port: null}}", "no errors"),
        ("./_definitions.json#/definitions/Tree", "{child: {port: 0}}", "greater than or equal to 1"),
        ("#/definitions/Gone", "{}", "the reference `#/definitions/Gone` leads nowhere"),
        ("#name", "{}", "the reference `#name` is no path"),
        ("gone.json#/a", "{}", "there is no gone.json beside it"),
        ("../secret.json#/definitions/Tree", "{}", "leaves the folder of the schema"),
        ("/etc/passwd", "{}", "leaves the folder of the schema"),
        ("https://a.example/secret.json#/definitions/Tree", "{}", "leaves the folder of the schema"),
    ] {
        // OpenAPI writes a reference that has a description in the second form.
        for schema in
            [json!({"$ref": reference}), json!({"allOf": [{"$ref": reference}], "description": "a"})]
        {
            folder.write(FILE, own(schema));
            folder.write("a.yaml", thing(spec));
            let (_, text) = folder.said(&["validate", "a.yaml", "--schema-location", LOCATION]);
            assert!(text.contains(words), "{reference} {spec}: {text}");
        }
    }
}

/// Schemas that crdc has no form for, and hostile ones, are errors about the schema.
#[test]
fn other_json_schemas_are_refused() {
    let spec = |schema: Value| of_spec(&schema);
    let chain = |at: usize| json!({"allOf": [{"$ref": format!("#/definitions/A{at}")}, {"$ref": format!("#/definitions/A{at}")}]});
    let definitions: serde_json::Map<String, Value> = (0..64)
        .map(|at| (format!("A{at}"), chain(at + 1)))
        .chain([("A64".to_owned(), json!({"type": "string"}))])
        .collect();
    let mut doubled: Value = json!({"type": "object", "properties": {"spec": {"$ref": "#/definitions/A0"}}});
    doubled["definitions"] = definitions.into();
    let fields: serde_json::Map<String, Value> =
        (0..70_000).map(|at| (format!("a{at}"), json!({}))).collect();
    let folder = Folder::new("location-refused", &[("a.yaml", &thing("{}"))]);
    for (schema, words) in [
        (spec(json!({"patternProperties": {"^a": {}}})), "/properties/spec: `patternProperties` has no form"),
        (spec(json!({"properties": {"a": {"if": {}}}})), "/properties/spec/properties/a: `if` has no form"),
        (spec(json!({"items": [{}]})), "a list of `items`"),
        (spec(json!({"anyOf": [{"properties": {}, "additionalProperties": false}]})), "/anyOf/0: `additionalProperties: false` of an alternative"),
        (spec(json!({"$ref": "#/definitions/a", "type": "string"})), "`type` beside `$ref`"),
        (spec(json!({"type": "null"})), "always `null`"),
        (spec(json!({"anyOf": [{"type": "null"}]})), "`anyOf` has no alternative but `null`"),
        (spec(json!({"type": "array", "uniqueItems": true})), "`uniqueItems` has a form only beside"),
        (spec(json!({"oneOf": []})), "`oneOf` has no alternative"),
        (spec(json!({"const": 1, "enum": [2]})), "`const` is no value of `enum`"),
        (spec(json!({"type": "string", "pattern": "(?!a)"})), "not a valid RE2 regular expression"),
        (spec(json!(5)), "it is no JSON Schema"),
        ("<html>".to_owned(), "it cannot be read as JSON: "),
        (String::new(), "it cannot be read as JSON: "),
        ("[]".to_owned(), "it is no JSON Schema of an object"),
        ("[".repeat(1_000_000), "recursion limit exceeded"),
        ("{\"properties\":{\"a\":".repeat(100_000), "recursion limit exceeded"),
        (format!("[{}", "{},".repeat(400_001)), "it has more than 400000 objects"),
        (json!({"$ref": "#"}).to_string(), "a reference leads to itself"),
        (json!({"properties": {"spec": {"$ref": "#/definitions/A"}}, "definitions": {"A": {"$ref": "#/definitions/A"}}}).to_string(), "leads back to itself"),
        (doubled.to_string(), "leads to references of alternatives"),
        (spec(json!({"properties": fields})), "there are more than 65536 schemas"),
        (format!("{{\"a\": \"{}\"}}", "x".repeat(33 << 20)), "it is larger than 32 MiB"),
    ] {
        folder.write(FILE, &schema);
        for option in ["--summary", "--ignore-missing-schemas"] {
            let (code, text) = folder.said(&["validate", "a.yaml", option, "--schema-location", LOCATION]);
            assert_eq!(code, 1, "{words}: {text}");
            assert!(text.starts_with("error[schema-location]: ") && text.contains(words), "{words}: {text}");
            assert!(text.contains("validated 0 of 1 object"), "{text}");
        }
    }
}

#[test]
fn what_crdc_knows_itself_comes_first() {
    let crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\n\
        spec:\n  group: example.com\n  scope: Namespaced\n  names: {plural: things, singular: thing, kind: Thing, listKind: ThingList}\n  \
        versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}}]\n";
    let map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let folder = Folder::new("location-order", &[("a.yaml", &thing("{}")), ("map.yaml", map)]);
    let refuses =
        json!({"type": "object", "required": ["never"], "properties": {"never": {"type": "string"}}})
            .to_string();
    folder.write(FILE, &refuses);
    folder.write("schemas/v1/configmap_v1.json", &refuses);
    folder.write("crds/crd.yaml", crd);
    folder.write("other/thing_v1.json", of_spec(&json!({"type": "object"})));
    let other = "other/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json";
    for (arguments, words) in [
        (&["a.yaml", "--schema-location", LOCATION] as &[&str], "never: Required value"),
        (&["a.yaml", "--schema-location", LOCATION, "--crd", "crds"], "no errors"),
        (&["map.yaml", "--schema-location", LOCATION], "no errors"),
        // The first that has it.
        (&["a.yaml", "--schema-location", other, "--schema-location", LOCATION], "no errors"),
        (&["a.yaml", "--schema-location", LOCATION, "--schema-location", other], "never: Required value"),
        (
            &[
                "a.yaml",
                "-schema-location",
                "default",
                "-schema-location",
                "schemas/none.json",
                "-schema-location",
                other,
            ],
            "no errors",
        ),
        (&["a.yaml", "--schema-location", "default"], "[missing-schema]"),
    ] {
        folder.write("schemas/none.json", "");
        std::fs::remove_file(folder.join("schemas/none.json")).unwrap();
        let arguments: Vec<&str> = arguments
            .iter()
            .map(|one| if *one == "schemas/none.json" { "schemas/{{.Group}}/none.json" } else { one })
            .collect();
        let (_, text) = folder.said(&[&["validate"], arguments.as_slice()].concat());
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
}

#[test]
fn a_location_never_leaves_its_folder() {
    let folder = Folder::new("location-names", &[("schemas/inner.json", "")]);
    let refuses = json!({"type": "object", "required": ["never"]}).to_string();
    folder.write("secret.json", &refuses);
    folder.write("schemas/secret.json", &refuses);
    for (version, kind) in [
        ("example.com/v1", "../secret"),
        ("example.com/v1", "..\\secret"),
        ("example.com/v1", "/secret"),
        ("../v1", "secret"),
        ("a/../v1", "secret"),
        ("../../v1", "secret"),
        ("example.com/..", "secret"),
    ] {
        folder.write("a.yaml", format!("apiVersion: {version}\nkind: '{kind}'\nmetadata: {{name: a}}\n"));
        for location in [
            "schemas/{{.ResourceKind}}.json",
            "schemas/{{.Group}}/secret.json",
            "schemas/{{.ResourceAPIVersion}}/secret.json",
        ] {
            let (_, text) = folder.said(&["validate", "a.yaml", "--schema-location", location]);
            assert!(
                text.contains("[missing-schema]") && text.contains("1 without a schema"),
                "{version} {kind} {location}: {text}"
            );
        }
    }
    // A link that the folder has is a file of it.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.json", folder.join("schemas/thing.json")).unwrap();
        folder.write("a.yaml", thing("{}"));
        let (_, text) =
            folder.said(&["validate", "a.yaml", "--schema-location", "schemas/{{.ResourceKind}}.json"]);
        assert!(text.contains("never: Required value"), "{text}");
    }
}

#[test]
fn mistakes_of_the_command_line_are_failures() {
    let folder = Folder::new("location-mistakes", &[("a.yaml", &thing("{}")), (FILE, "{}")]);
    for (arguments, words) in [
        (&["--schema-location", "gone/{{.Group}}.json"] as &[&str], "--schema-location: there is no gone/"),
        (&["--schema-location", "gone.json"], "there is no gone.json"),
        (&["--schema-location", "{{.Kind}}.json"], "{{.ResourceKind}}"),
        (&["--schema-location", "{{if .Group}}.json"], "other actions of templates are not understood"),
        (&["--schema-location", "ftp://a.example/a.json"], "nothing reads ftp://"),
        (&["--schema-timeout", "0"], "0 is not in 1.."),
        (
            &["--untrusted", "--schema-location", LOCATION],
            "--schema-location: schemas/ is in the checked tree",
        ),
        (&["--untrusted", "--cache", "schemas"], "--cache: schemas is in the checked tree"),
    ] {
        let (code, text) = folder.said(&[&["validate", "."], arguments].concat());
        assert!(code == 2 && text.contains(words), "{arguments:?}: {text}");
    }
}

#[test]
fn reports_name_the_schema() {
    let schema = of_spec(
        &json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}),
    );
    let folder = Folder::new("location-reports", &[("a.yaml", &thing("{b: 1}")), (FILE, &schema)]);
    let arguments = ["validate", "a.yaml", "--schema-location", LOCATION, "--format"];
    let (_, text) = folder.said(&[&arguments as &[&str], &["json"]].concat());
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["results"][0]["schema"], FILE, "{text}");
    assert_eq!(report["results"][0]["findings"][0]["schema"], FILE, "{text}");
    assert_eq!(report["summary"]["schemaLocations"], json!({"schemas/": 1}), "{text}");
    let (_, text) = folder.said(&[&arguments as &[&str], &["text"]].concat());
    assert!(
        text.ends_with(
            "\nagainst JSON Schemas of schemas/: 1 object\nvalidated 1 object in 1 file: 1 error\n"
        ),
        "{text}"
    );
    // What fails is an error in every format, and no baseline knows it.
    folder.write(FILE, "");
    for (format, words) in [
        (
            "junit",
            "<error message=\"the JSON Schema schemas/example.com/thing_v1.json cannot be used: it cannot be read as JSON",
        ),
        ("tap", "\nnot ok 1 - a.yaml: Thing a\n"),
        ("sarif", "\"level\": \"error\""),
        (
            "github",
            "::error file=a.yaml,line=2,col=7,endLine=2,endColumn=12,title=schema-location::the JSON Schema",
        ),
    ] {
        let (code, text) = folder.said(&[&arguments as &[&str], &[format]].concat());
        assert!(code == 1 && text.contains(words), "{format}: {text}");
    }
    let (_, text) =
        folder.said(&[&arguments as &[&str], &["text", "--write-baseline", "known.json"]].concat());
    assert!(text.contains("[schema-location]"), "{text}");
    let (code, text) = folder.said(&[&arguments as &[&str], &["text", "--baseline", "known.json"]].concat());
    assert!(code == 1 && text.contains("[schema-location]"), "{text}");
}

/// A wrong path or template has no schema of any kind.
#[test]
fn a_location_that_has_nothing_is_named() {
    let schema = of_spec(&json!({"type": "object"}));
    let objects = format!("{}---\n{}", thing("{}"), thing("{}").replace("Thing", "Other"));
    let folder = Folder::new(
        "nothing-there",
        &[(FILE, &schema), ("a.yaml", &objects), ("wrong/a.txt", ""), ("schemas/other/a.txt", "")],
    );
    let note = "note: --schema-location wrong/ has none of 2 kinds that were asked for, such as wrong/example.com/other_v1.json\n";
    for (locations, expected) in [
        (&[LOCATION][..], false),
        (&[&LOCATION.replace("schemas", "wrong")], true),
        // The second is not asked for what the first has.
        (&[LOCATION, "schemas/other/{{.ResourceKind}}.json"], false),
    ] {
        let options: Vec<&str> = locations.iter().flat_map(|one| ["--schema-location", one]).collect();
        let (code, text) = folder.said(&[&["validate", "a.yaml", "--no-catalogue"], &options[..]].concat());
        assert!(code == 0 && text.contains(note) == expected, "{locations:?}: {text}");
    }
}
