//! Each attribute of another tool that the table lists has the effect of the markers that it stands for.

use super::super::item::tool_attributes::{EXTENSIONS, VALIDATION};
use super::super::schema::fragment;
use super::item;
use std::collections::BTreeSet;

fn schema(field: &str) -> String {
    fragment(&item(&format!("struct S {{\n{field}\n}}"))).text
}

/// Attributes, and a field with markers that mean the same. The type of the field follows the `a: `.
const VALIDATIONS: [(&str, &str); 14] = [
    ("length(min = 1, max = 3)", "/// +k8s:minLength=1\n/// +k8s:maxLength=3\na: String"),
    ("length(min = 1, max = 3)", "/// +k8s:minItems=1\n/// +k8s:maxItems=3\na: Vec<u8>"),
    ("length(equal = 2)", "/// +k8s:minLength=2\n/// +k8s:maxLength=2\na: String"),
    ("range(min = 1, max = 3)", "/// +k8s:minimum=1\n/// +k8s:maximum=3\na: i32"),
    ("pattern(\"^a$\")", "/// +kubebuilder:validation:Pattern=`^a$`\na: String"),
    ("regex(pattern = \"^a$\")", "/// +kubebuilder:validation:Pattern=`^a$`\na: String"),
    ("contains(pattern = \"a\")", "/// +kubebuilder:validation:Pattern=`a`\na: String"),
    ("email", "/// +kubebuilder:validation:Format=email\na: String"),
    ("url", "/// +kubebuilder:validation:Format=uri\na: String"),
    ("ipv4", "/// +kubebuilder:validation:Format=ipv4\na: String"),
    ("ipv6", "/// +kubebuilder:validation:Format=ipv6\na: String"),
    ("required", "/// +required\na: Option<u8>"),
    ("inner(length(max = 3))", "/// +k8s:eachVal=+k8s:maxLength=3\na: Vec<String>"),
    ("inner(email)", "/// +k8s:eachVal=+kubebuilder:validation:Format=email\na: Vec<String>"),
];

#[test]
fn every_validation_is_that_of_its_markers() {
    let mut seen = BTreeSet::new();
    for (attribute, marked) in VALIDATIONS {
        let plain = marked.lines().last().unwrap_or_default();
        let name = attribute.split('(').next().unwrap_or_default();
        for tool in ["schemars", "validate", "garde"] {
            let found = schema(&format!("#[{tool}({attribute})] {plain}"));
            let has = VALIDATION.iter().any(|row| row.name == name && row.tools.contains(&tool));
            let expected = schema(if has { marked } else { plain });
            assert_eq!(found, expected, "{tool} {attribute}");
            if has {
                assert_ne!(found, schema(plain), "{tool} {attribute}");
                seen.insert((tool, name));
            }
        }
    }
    let listed = VALIDATION.iter().flat_map(|row| row.tools.iter().map(|tool| (*tool, row.name)));
    assert_eq!(seen, listed.collect(), "every row has an example above");
}

#[test]
fn every_extension_is_that_of_its_marker() {
    for (name, marker) in EXTENSIONS {
        let (attribute, marked) = match name {
            "x-kubernetes-list-type" => {
                ("\"x-kubernetes-list-type\" = \"set\"", "/// +listType=set\na: Vec<u8>")
            }
            "x-kubernetes-list-map-keys" => (
                "\"x-kubernetes-list-type\" = \"map\", \"x-kubernetes-list-map-keys\" = [\"k\"]",
                "/// +listType=map\n/// +listMapKey=k\na: Vec<B>",
            ),
            "x-kubernetes-map-type" => {
                ("\"x-kubernetes-map-type\" = \"atomic\"", "/// +mapType=atomic\na: BTreeMap<String, u8>")
            }
            _ => panic!("no example of {name}"),
        };
        assert!(marked.contains(marker), "{name} is not {marker}");
        let plain = marked.lines().last().unwrap_or_default();
        assert_eq!(schema(&format!("#[schemars(extend({attribute}))] {plain}")), schema(marked), "{name}");
    }
}

#[test]
fn a_merge_strategy_is_that_of_its_markers() {
    for (strategy, marked) in [
        ("ListMerge::Set", "/// +listType=set\na: Vec<u8>"),
        ("ListMerge::Map(vec![\"k\".into()])", "/// +listType=map\n/// +listMapKey=k\na: Vec<B>"),
        ("MapMerge::Atomic", "/// +mapType=atomic\na: BTreeMap<String, u8>"),
        ("StructMerge::Atomic", "/// +mapType=atomic\na: B"),
    ] {
        let plain = marked.lines().last().unwrap_or_default();
        let found = schema(&format!("#[x_kube(merge_strategy = {strategy})] {plain}"));
        assert_eq!(found, schema(marked), "{strategy}");
    }
}

/// The published keyword counts, since only the compiler knows the value.
#[test]
fn limits_may_be_constants() {
    for (field, constants) in [
        ("#[schemars(length(max = MOST))] a: String", r#"["maxLength"]"#),
        ("#[garde(length(equal = limits::MOST))] a: Vec<u8>", r#"["minItems","maxItems"]"#),
        ("#[validate(range(min = -LEAST, max = Self::MOST as f64))] a: i32", r#"["minimum","maximum"]"#),
        ("#[schemars(range(max = MOST))] #[validate(range(max = MOST))] a: i32", r#"["maximum"]"#),
        (
            "/// +kubebuilder:validation:ExclusiveMaximum=true\n#[schemars(range(max = MOST))] a: f64",
            r#"["maximum","exclusiveMaximum"]"#,
        ),
    ] {
        let found = schema(field);
        assert!(found.contains(&format!("\"x-crdc-constants\":{constants}")), "{field}: {found}");
    }
    let items = schema("#[schemars(inner(length(max = MOST)))] a: Vec<String>");
    assert!(items.contains(r#""items":{"type":"string","x-crdc-constants":["maxLength"]}"#), "{items}");
    let found =
        super::problems("struct S {\n#[schemars(range(max = MOST))]\n#[validate(range(max = 3))]\na: i32 }");
    assert_eq!(found, ["3+2 marker-twice: `#[schemars(range)]` and `#[validate(range)]` conflict"]);
    let found = super::problems(
        "struct S {\n#[schemars(range(max = MOST))]\n#[validate(range(max = LEAST))]\na: i32 }",
    );
    assert_eq!(found.len(), 1, "{found:?}");
    for value in ["true", "\"a\"", "-\"a\"", "b'a'", "-limits::", "MOST +", "MOST LEAST"] {
        let found =
            super::problems(&format!("struct S {{\n#[schemars(length(max = {value}))]\na: String }}"));
        assert_eq!(
            found,
            ["2 attribute-invalid: `#[schemars(length)]` is not supported for this value"],
            "{value}"
        );
    }
}
