//! What the document has and the derive does not check is named, keyword by keyword, when it is published.
//!
//! In: a struct as its derive reads it, the schema that kube has of it. Out: the warnings.
#![allow(clippy::unwrap_used)]

use crdc_derive::{read, schema};
use crdc_documents::publish::{Fragment, Publish, Published};
use crdc_source::diag::Code;

/// Publishes a struct whose other types have no rules.
fn publish(item: &str, spec: &str) -> Published {
    let written = schema::fragment(&read(&syn::parse_str(item).unwrap()).0);
    let refs: &'static [fn() -> Option<&'static Fragment>] =
        vec![(|| None) as fn() -> _; written.refs.len()].leak();
    let fragment = Box::leak(Box::new(Fragment { name: "Spec", text: written.text.leak(), refs }));
    let crd = format!(
        r#"{{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {{"name": "things.example.com"}},
            "spec": {{"group": "example.com", "names": {{"kind": "Thing", "plural": "things"}}, "scope": "Namespaced",
            "versions": [{{"name": "v1", "served": true, "storage": true, "schema": {{"openAPIV3Schema": {{
            "type": "object", "properties": {{"spec": {spec}}}}}}}}}]}}}}"#
    );
    Publish::new(crd).rules("spec", fragment).run()
}

fn of(code: Code, published: &Published) -> Vec<&str> {
    assert!(!published.has_errors(), "{}", published.report(crdc_source::render::Format::Plain));
    let found = published.diagnostics().iter().filter(|problem| problem.code == code);
    found.map(|problem| problem.message.as_str()).collect()
}

fn unchecked(item: &str, spec: &str) -> Vec<String> {
    let published = publish(item, spec);
    of(Code::PublishUnchecked, &published).into_iter().map(str::to_owned).collect()
}

fn field(rust: &str, schema: &str) -> Vec<String> {
    unchecked(
        &format!("struct Spec {{ {rust} }}"),
        &format!(r#"{{"type": "object", "required": ["a"], "properties": {{"a": {schema}}}}}"#),
    )
}

const NONE: [&str; 0] = [];

#[test]
fn a_set_of_texts_of_another_type_is_published() {
    let items = |ty: &str| format!(r#"{{"type": "array", "items": {{"type": "{ty}"}}}}"#);
    let set = |ty: &str| field("/// +listType=set\na: Vec<Thing>", &items(ty));
    assert_eq!((set("string"), set("integer")), (Vec::new(), Vec::new()));
}

#[test]
fn a_map_of_any_json_is_published() {
    let any = r#"{"type": "object", "additionalProperties": true}"#;
    assert_eq!(field("/// +k8s:maxProperties=3\na: BTreeMap<String, Value>", any), NONE);
    assert_eq!(field("a: BTreeMap<String, Option<Value>>", any), NONE);
    let marked = publish(
        "struct Spec { /** +k8s:eachVal=+k8s:maxLength=3 */ a: BTreeMap<String, String> }",
        &format!(r#"{{"type": "object", "required": ["a"], "properties": {{"a": {any}}}}}"#),
    );
    assert_eq!(
        marked.diagnostics().iter().map(|problem| problem.code).collect::<Vec<_>>(),
        [Code::PublishNoPlace]
    );
}

#[test]
fn what_schemars_was_told_apart_is_named() {
    assert_eq!(field("a: String", r#"{"type": "string"}"#), NONE);
    assert_eq!(
        field(
            r#"#[crdc(unchecked_rules)] #[schemars(extend("maxLength" = LONGEST))] a: String"#,
            r#"{"type": "string", "maxLength": 3}"#
        ),
        ["`spec.a`: the document has `maxLength: 3`"]
    );
    assert_eq!(
        field(r#"#[schemars(extend("maxLength" = 3))] a: String"#, r#"{"type": "string", "maxLength": 3}"#),
        NONE
    );
    assert_eq!(
        field(
            r#"#[crdc(unchecked_rules)] #[schemars(schema_with = "f")] a: String"#,
            r#"{"type": "string", "pattern": "^a$", "enum": ["a"]}"#
        ),
        [r#"`spec.a`: the document has `pattern: "^a$"`"#, r#"`spec.a`: the document has `enum: ["a"]`"#]
    );
    assert_eq!(
        field(
            r#"#[crdc(unchecked_rules)] #[schemars(schema_with = "f")] a: Vec<Thing>"#,
            r#"{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
                "items": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "minLength": 1}}}}"#
        ),
        [
            r#"`spec.a`: the document has `x-kubernetes-list-type: "map"`"#,
            r#"`spec.a`: the document has `x-kubernetes-list-map-keys: ["name"]`"#,
            r#"`spec.a[]`: the document has `required: ["name"]`"#,
            "`spec.a[].name`: the document has `minLength: 1`",
        ]
    );
}

#[test]
fn what_markers_say_as_well_is_checked() {
    assert_eq!(field("/// +k8s:maxLength=3\na: String", r#"{"type": "string", "maxLength": 3}"#), NONE);
    assert_eq!(
        field("/// +k8s:maxLength=5\na: String", r#"{"type": "string", "maxLength": 3}"#),
        ["`spec.a`: the document has `maxLength: 3`, but the rules of its type have `maxLength: 5`"]
    );
    let foreign = "/// +k8s:maxLength=3\n#[crdc(unchecked_rules)] #[schemars(schema_with = \"f\")] a: String";
    assert_eq!(field(foreign, r#"{"type": "string", "maxLength": 3}"#), NONE);
    assert_eq!(
        field(
            "/// +listType=map\n/// +listMapKey=name\n#[crdc(unchecked_rules)] #[schemars(schema_with = \"f\")] a: Vec<Thing>",
            r#"{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
                "items": {"type": "object", "properties": {"name": {"type": "string", "default": ""}}}}"#
        ),
        NONE
    );
}

/// What only a marker says of a field whose schema is another's is published.
#[test]
fn markers_of_fields_with_another_schema_are_published() {
    let published = publish(
        "struct Spec { /// +k8s:maxLength=3\n#[crdc(unchecked_rules)] #[schemars(schema_with = \"f\")] a: String }",
        r#"{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}"#,
    );
    assert!(published.yaml().contains("maxLength: 3"), "{}", published.yaml());
}

#[test]
fn types_without_rules_are_what_they_are() {
    assert_eq!(
        field("a: Thing", r#"{"type": "object", "properties": {"b": {"type": "string", "enum": ["x"]}}}"#),
        NONE
    );
    assert_eq!(
        field("a: Port", r#"{"type": "integer", "format": "uint16", "minimum": 0, "maximum": 65535}"#),
        NONE
    );
    assert_eq!(
        field("a: u16", r#"{"type": "integer", "format": "uint16", "minimum": 0, "maximum": 65535}"#),
        NONE
    );
    assert_eq!(
        field(
            "a: IntOrString",
            r#"{"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}"#
        ),
        NONE
    );
    assert_eq!(
        field("a: Port", r#"{"type": "integer", "format": "uint16", "minimum": 1, "maximum": 65535}"#),
        ["`spec.a`: the document has `minimum: 1`"]
    );
    assert_eq!(
        field("a: Thing", r#"{"type": "object", "properties": {"b": {"type": "string", "pattern": "^x$"}}}"#),
        [r#"`spec.a.b`: the document has `pattern: "^x$"`"#]
    );
}

#[test]
fn null_among_the_values_of_an_enum() {
    let option = |rust: &str, schema: &str| {
        let spec = format!(r#"{{"type": "object", "properties": {{"a": {schema}}}}}"#);
        let published = publish(&format!("struct Spec {{ {rust} }}"), &spec);
        let yaml = published.yaml();
        assert!(!yaml.contains("- null"), "{yaml}");
        of(Code::PublishEnumNull, &published).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let asked = "/// +kubebuilder:validation:Enum=A;B\n";
    let schema = r#"{"type": "string", "nullable": true}"#;
    let listed = r#"{"type": "string", "nullable": true, "enum": ["A", "B", null]}"#;
    let refused = ["`spec.a`: `None` is written as null, which no `enum` accepts"];
    assert_eq!(option(&format!("{asked}a: Option<String>"), schema), refused);
    assert_eq!(option(&format!("{asked}a: Option<String>"), listed), refused);
    assert_eq!(option("a: Option<Kind>", listed), refused);
    let skipped = "#[serde(skip_serializing_if = \"Option::is_none\")]\n";
    assert_eq!(option(&format!("{asked}{skipped}a: Option<String>"), listed), NONE);
    assert_eq!(option(&format!("{skipped}a: Option<Kind>"), listed), NONE);
    assert_eq!(option("a: Option<String>", schema), NONE);
}

/// A server that runs crdc refuses a list whose keys are fixed and are not immutable.
#[test]
fn keys_of_items_without_rules_are_published_as_immutable() {
    let schema = r#"{"type": "object", "properties": {"a": {"type": "array", "items": {"type": "object",
        "required": ["name"], "properties": {"name": {"type": "string"}, "value": {"type": "string"}}}}}}"#;
    let keys = "/// +listType=map\n/// +listMapKey=name\n";
    let count = |mark: &str| {
        let item = format!("struct Spec {{\n{keys}/// {mark}\n#[serde(default)] a: Vec<EnvVar> }}");
        let published = publish(&item, schema);
        assert!(!published.has_errors(), "{}", published.report(crdc_source::render::Format::Plain));
        let yaml = published.yaml();
        (yaml.matches("x-kubernetes-immutable: true").count(), yaml.contains("x-kubernetes-list-map-keys"))
    };
    for mark in ["+immutable=keys", "+additionOnly", "+deletionOnly"] {
        assert_eq!(count(mark), (1, true), "{mark}");
    }
    assert_eq!(count("+k8s:maxItems=9"), (0, true));
}

#[test]
fn cel_rules_are_named() {
    let rules = r#""x-kubernetes-validations": [{"rule": "self != 'a'"}, {"rule": "self == oldSelf", "message": "m"}]"#;
    let own = [
        "`spec.a`: the document has the CEL rule \"self != 'a'\"",
        "`spec.a`: the document has the CEL rule \"self == oldSelf\"",
    ];
    // Whether the attribute is on the field, or another tool has added them.
    let with_rules = format!(r#"{{"type": "string", "maxLength": 9, {rules}}}"#);
    let attribute =
        "/// +k8s:maxLength=9\n#[x_kube(validation = \"self != 'a'\")] #[crdc(unchecked_rules)] a: String";
    assert_eq!(field(attribute, &with_rules), own);
    assert_eq!(field("/// +k8s:maxLength=9\na: String", &with_rules), own);
    // Of a type without rules, and inside of it.
    assert_eq!(field("a: Thing", &format!(r#"{{"type": "string", {rules}}}"#)), own);
    assert_eq!(
        field(
            "a: Thing",
            r#"{"type": "array", "maxItems": 3, "items": {"type": "object", "x-kubernetes-validations": [{"rule": "true"}]}}"#
        )[1],
        "`spec.a[]`: the document has the CEL rule \"true\""
    );
}

#[test]
fn cel_rules_of_the_whole_object_are_named_once() {
    let written = schema::fragment(&read(&syn::parse_str("struct Spec { a: String }").unwrap()).0);
    let fragment: &'static Fragment =
        Box::leak(Box::new(Fragment { name: "Spec", text: written.text.leak(), refs: &[] }));
    let crd = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.example.com"},
        "spec": {"group": "example.com", "names": {"kind": "Thing", "plural": "things"}, "scope": "Namespaced",
        "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
        "type": "object", "x-kubernetes-validations": [{"rule": "self.metadata.name != 'a'"}],
        "properties": {"spec": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}}}}}]}}"#;
    let published = Publish::new(crd).rules("spec", fragment).run();
    assert_eq!(
        of(Code::PublishUnchecked, &published),
        ["the object: the document has the CEL rule \"self.metadata.name != 'a'\""]
    );
    // Without rules of types, nothing is said to be checked.
    assert_eq!(of(Code::PublishUnchecked, &Publish::new(crd).run()), NONE);
}

/// schemars has written what only the compiler knows.
#[test]
fn limits_that_are_constants_are_checked() {
    let own = "#[schemars(length(max = MOST))] a: String";
    assert_eq!(field(own, r#"{"type": "string", "maxLength": 3}"#), NONE);
    assert_eq!(
        field(own, r#"{"type": "string", "maxLength": 3, "minLength": 1}"#),
        ["`spec.a`: the document has `minLength: 1`"]
    );
    assert_eq!(
        field(
            "#[schemars(range(min = LEAST))] a: u8",
            r#"{"type": "integer", "format": "uint8", "minimum": 2, "maximum": 255}"#
        ),
        NONE
    );
    let items = "#[schemars(inner(length(max = MOST)))] a: Vec<String>";
    assert_eq!(field(items, r#"{"type": "array", "items": {"type": "string", "maxLength": 3}}"#), NONE);
    // A document that was made without the attribute.
    let published = publish(
        &format!("struct Spec {{ {own} }}"),
        r#"{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}"#,
    );
    let report = published.report(crdc_source::render::Format::Plain);
    assert!(
        report.contains(
            "the rules of `Spec` give `maxLength` as a constant: its value must be in the document, which has none"
        ),
        "{report}"
    );
}

#[test]
fn what_a_type_without_the_derive_may_fill_in_is_named_once() {
    let env = r#"{"type": "array", "items": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"},
        "from": {"type": "object", "required": ["key", "place"], "properties": {"key": {"type": "string"}, "place": {"type": "string"}}}}}}"#;
    assert_eq!(
        field("a: Vec<EnvVar>", env),
        [
            "`spec.a[]`: servers require `spec.a[].name`, `spec.a[].from.key`, `spec.a[].from.place`, which a type without the derive may fill \
          in when it is read"
        ]
    );
    let one = r#"{"type": "object", "required": ["x", "y", "z", "v", "w"], "properties": {}}"#;
    let found = field("a: Thing", one);
    assert!(found.len() == 1 && found[0].contains("`spec.a.v`, and 1 more, which"), "{found:?}");
    assert_eq!(field("a: Box<Thing>", r#"{"type": "object", "required": ["x"]}"#).len(), 1);
    let values = r#"{"type": "object", "additionalProperties": {"type": "object", "required": ["x"]}}"#;
    assert_eq!(field("a: BTreeMap<String, Thing>", values).len(), 1);
    // It is said that nothing need be checked in it, or nothing is required.
    assert_eq!(field("#[crdc(leaf)] a: Vec<EnvVar>", env), NONE);
    assert_eq!(field("a: Thing", r#"{"type": "object", "properties": {"x": {"type": "string"}}}"#), NONE);
    assert_eq!(field("a: Quantity", r#"{"x-kubernetes-int-or-string": true}"#), NONE);
}

#[test]
fn each_integer_of_an_unknown_format_is_named_with_its_attribute() {
    let helps = |fields: &str, schema: &str| -> Vec<(String, String)> {
        let item = format!("struct Spec {{ {fields} }}");
        let spec = format!(r#"{{"type": "object", "required": ["a", "b"], "properties": {{{schema}}}}}"#);
        let published = publish(&item, &spec);
        let found = published.diagnostics().iter().filter(|found| found.code == Code::FormatUnrecognized);
        found.map(|found| (found.message.clone(), found.help.clone().unwrap_or_default())).collect()
    };
    let uint32 = r#"{"type": "integer", "format": "uint32", "minimum": 0}"#;
    let found = helps(
        "a: u32, b: Vec<u32>",
        &format!(r#""a": {uint32}, "b": {{"type": "array", "items": {uint32}}}"#),
    );
    let help = "write `#[schemars(extend(\"format\" = \"int64\"), range(max = 4294967295))]` on the field";
    let inner = "write `#[schemars(inner(range(max = 4294967295)))]` on the field";
    let says = |place: &str| {
        format!(
            "`{place}`: servers do not know the format `uint32`, and store numbers above 4294967295, which `u32` cannot read"
        )
    };
    assert_eq!(found, [(says("spec.a"), help.to_owned()), (says("spec.b[]"), inner.to_owned())]);
    let small = r#"{"type": "integer", "format": "uint16", "minimum": 0, "maximum": 65535}"#;
    let found = helps(
        "a: u16, b: u8",
        &format!(
            r#""a": {small}, "b": {{"type": "integer", "format": "uint8", "minimum": 0, "maximum": 255}}"#
        ),
    );
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0].1, "write `#[schemars(extend(\"format\" = \"int32\"))]` on the field");
    let fits = r#"{"type": "integer", "format": "int64"}"#;
    assert_eq!(helps("a: i64, b: i64", &format!(r#""a": {fits}, "b": {fits}"#)), []);
    // What is said helps.
    let written = r#"{"type": "integer", "format": "int64", "minimum": 0, "maximum": 4294967295}"#;
    let field = r#"#[schemars(extend("format" = "int64"), range(max = 4294967295))]"#;
    let fields = format!("{field} a: u32, {field} b: u32");
    assert_eq!(helps(&fields, &format!(r#""a": {written}, "b": {written}"#)), []);
    assert_eq!(
        unchecked(
            &format!("struct Spec {{ {field} a: u32 }}"),
            &format!(r#"{{"type": "object", "required": ["a"], "properties": {{"a": {written}}}}}"#)
        ),
        NONE
    );
}

#[test]
fn advice_names_attributes() {
    let help = |item: &str, spec: &str, code: Code| -> String {
        let published = publish(item, spec);
        let found = published.diagnostics().iter().find(|found| found.code == code);
        found
            .and_then(|found| found.help.clone())
            .unwrap_or_else(|| panic!("{}", published.report(crdc_source::render::Format::Plain)))
    };
    let foreign =
        "struct Spec { #[crdc(unchecked_schema)] #[schemars(schema_with = \"f\")] a: Option<Thing> }";
    let required = r#"{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}"#;
    assert!(
        help(foreign, required, Code::PublishContradiction).starts_with("write `+required` on the field")
    );
    let untagged =
        r#"{"type": "object", "properties": {"a": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}}"#;
    assert!(
        help("struct Spec { a: Option<Port> }", untagged, Code::TypeMissing)
            .contains("#[crdc(unchecked_schema)]")
    );
    static SPEC: Fragment = Fragment { name: "Spec", text: r#"{"type": "object"}"#, refs: &[] };
    let disabled = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "things.example.com"},
        "spec": {"group": "example.com", "names": {"kind": "Thing", "plural": "things"}, "scope": "Namespaced",
        "versions": [{"name": "v1", "served": true, "storage": true}]}}"#;
    let published = Publish::new(disabled).rules("spec", &SPEC).run();
    let helps: Vec<&str> = published.diagnostics().iter().filter_map(|found| found.help.as_deref()).collect();
    assert!(helps.iter().any(|help| help.contains("`.schema(\"spec\", serde_json::to_string(")), "{helps:?}");
}
