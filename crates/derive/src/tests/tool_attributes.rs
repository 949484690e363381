//! Each attribute of another tool that the table lists has the effect of the markers that it stands for.

use super::super::item::serde::SHARED;
use super::super::item::tool_attributes::{EXTENSIONS, Extension, UNREAD, VALIDATION, WITHOUT_EFFECT};
use super::super::schema::fragment;
use super::{field, item};
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

/// Values of `extend`, and a field with markers that mean the same.
const MARKED: [(&str, &str, &str); 24] = [
    ("minLength", "1", "/// +k8s:minLength=1\na: String"),
    ("maxLength", "1", "/// +k8s:maxLength=1\na: Option<String>"),
    ("pattern", "r\"^\\d$\"", "/// +kubebuilder:validation:Pattern=`^\\d$`\na: String"),
    ("format", "\"uuid\"", "/// +k8s:format=uuid\na: String"),
    ("minimum", "-1", "/// +k8s:minimum=-1\na: i32"),
    ("maximum", "1.5", "/// +k8s:maximum=1.5\na: f64"),
    (
        "exclusiveMinimum",
        "true",
        "/// +kubebuilder:validation:ExclusiveMinimum=true\n/// +k8s:minimum=1\na: i32",
    ),
    (
        "exclusiveMaximum",
        "true",
        "/// +kubebuilder:validation:ExclusiveMaximum=true\n/// +k8s:maximum=1\na: i32",
    ),
    ("multipleOf", "2", "/// +kubebuilder:validation:MultipleOf=2\na: i32"),
    ("enum", "[\"a\", \"b\"]", "/// +kubebuilder:validation:Enum=a;b\na: String"),
    ("minItems", "1", "/// +k8s:minItems=1\na: Vec<u8>"),
    ("maxItems", "1", "/// +k8s:maxItems=1\na: Vec<u8>"),
    ("minProperties", "1", "/// +k8s:minProperties=1\na: BTreeMap<String, u8>"),
    ("maxProperties", "1", "/// +k8s:maxProperties=1\na: BTreeMap<String, u8>"),
    ("nullable", "true", "/// +nullable\na: Option<u8>"),
    ("default", "{\"a\": [1, null]}", "/// +default={\"a\":[1,null]}\n#[serde(default)]\na: T"),
    ("x-kubernetes-list-type", "\"set\"", "/// +listType=set\na: Vec<u8>"),
    (
        "x-kubernetes-list-map-keys",
        "[\"k\", \"l\"]",
        "/// +listMapKey=k\n/// +listMapKey=l\n/// +listType=map\na: Vec<B>",
    ),
    ("x-kubernetes-map-type", "\"atomic\"", "/// +mapType=atomic\na: BTreeMap<String, u8>"),
    ("x-kubernetes-immutable", "true", "/// +immutable\na: u8"),
    ("x-kubernetes-immutable-keys", "true", "/// +immutable=keys\na: BTreeMap<String, u8>"),
    ("x-kubernetes-addition-only", "true", "/// +additionOnly\na: BTreeMap<String, u8>"),
    ("x-kubernetes-deletion-only", "true", "/// +deletionOnly\na: BTreeMap<String, u8>"),
    (
        "x-kubernetes-normalize",
        "\"undefined\"",
        "/// +normalize=undefined\n#[serde(default, skip_serializing_if = \"Vec::is_empty\")]\na: Vec<u8>",
    ),
];

#[test]
fn every_keyword_of_extend_is_its_marker_or_nothing_or_an_error() {
    let mut seen = BTreeSet::new();
    for (name, value, marked) in MARKED {
        let marker = EXTENSIONS.iter().find_map(|(known, extension)| match extension {
            Extension::Marker(marker) if *known == name => Some(*marker),
            _ => None,
        });
        let marker = marker.unwrap_or_else(|| panic!("{name} is no marker"));
        // All lines but those of the marker itself.
        let rest = marked.lines().filter(|line| !line.contains(marker)).collect::<Vec<_>>().join("\n");
        assert_ne!(rest, marked, "{name} is not {marker}");
        let extended = format!("#[schemars(extend(\"{name}\" = {value}))]\n{rest}");
        assert_eq!(schema(&extended), schema(marked), "{name}");
        // A value that only the compiler knows.
        let problems =
            super::problems(&format!("struct S {{\n#[schemars(extend(\"{name}\" = VALUE))]\n{rest} }}"));
        let expected = format!(
            "2 schema-unchecked: the value of `extend(\"{name}\")` is not one that the derive can read"
        );
        assert!(problems.contains(&expected), "{problems:?}");
        seen.insert(name);
    }
    for (name, extension) in EXTENSIONS {
        let extended = format!("#[schemars(extend(\"{name}\" = [VALUE]))]");
        match extension {
            Extension::Marker(_) => assert!(seen.contains(name), "{name} has no example above"),
            Extension::Nothing => {
                assert_eq!(schema(&format!("{extended} a: u8")), schema("a: u8"), "{name}");
                assert!(super::problems(&format!("{extended} struct S {{ a: u8 }}")).is_empty(), "{name}");
            }
            Extension::Rules => {
                assert_eq!(super::problems(&format!("{extended}\nstruct S {{ a: u8 }}")).len(), 1)
            }
            Extension::Unread(_) => unread(
                &extended,
                &format!("`extend(\"{name}\")` is a keyword that the derive does not check"),
            ),
        }
    }
    for (name, checked) in
        [("x-acme-note", true), ("x-kubernetes-new", false), ("anyOf", false), ("properties", false)]
    {
        let extended = format!("#[schemars(extend(\"{name}\" = 1))]");
        if checked {
            assert!(super::problems(&format!("{extended} struct S {{ a: u8 }}")).is_empty(), "{name}");
        } else {
            unread(&extended, &format!("`extend(\"{name}\")` is a keyword that the derive does not check"));
        }
    }
}

/// An attribute is an error on a field, a type and a variant, unless they are checked elsewhere.
#[track_caller]
fn unread(attribute: &str, message: &str) {
    let expected = [format!("1 schema-unchecked: {message}")];
    for text in [
        format!("struct S {{ {attribute} a: u8 }}"),
        format!("{attribute} struct S {{ a: u8 }}"),
        format!("{attribute} struct S(u8);"),
        format!("struct S({attribute} u8);"),
        format!("{attribute} enum E {{ A, B }}"),
        format!("enum E {{ {attribute} A(u8), B }}"),
        format!("enum E {{ A {{ {attribute} a: u8 }}, B }}"),
        format!("struct S {{ {attribute} #[serde(flatten)] a: T }}"),
    ] {
        assert_eq!(super::problems(&text), expected, "{text}");
        item(&format!("#[crdc(unchecked_rules)] {text}"));
        item(&text.replacen(attribute, &format!("#[crdc(unchecked_rules)] {attribute}"), 1));
    }
}

#[test]
fn a_schema_that_is_not_seen_is_an_error() {
    for (name, what, _) in UNREAD {
        unread(&format!("#[schemars({name} = \"f\")]"), &format!("`#[schemars({name})]` {what}"));
    }
    unread(
        "#[schemars(transform = RestrictFormats::default())]",
        &format!("`#[schemars(transform)]` {}", UNREAD[0].1),
    );
    for ty in ["String", "Vec<Option<i64>>", "BTreeMap<String, Vec<u8>>", "std::string::String"] {
        let found = field(&format!("#[schemars(with = \"{ty}\")] a: Thing"));
        assert!(found.foreign_schema, "{ty}");
    }
    unread("#[schemars(with = \"Vec<Thing>\")]", &format!("`#[schemars(with)]` {}", UNREAD[2].1));
    // Readable keywords hold where the rest is checked elsewhere.
    let checked = "#[crdc(unchecked_rules)] #[schemars(extend(\"maxLength\" = 3, \"anyOf\" = []))] a: String";
    assert_eq!(schema(checked), schema("/// +k8s:maxLength=3\na: String"));
}

#[test]
fn keywords_of_variants_are_errors() {
    let expected =
        "1 schema-unchecked: `extend(\"maxLength\")` is of a variant, where the derive does not check it";
    assert_eq!(super::problems("enum E { #[schemars(extend(\"maxLength\" = 3))] A(String) }"), [expected]);
}

/// The entries of schemars 1.2, as `attr/mod.rs`, `attr/validation.rs` and `attr/schemars_to_serde.rs` of its
/// derive read them.
const OF_SCHEMARS: [&str; 41] = [
    "rename",
    "rename_all",
    "rename_all_fields",
    "deny_unknown_fields",
    "tag",
    "content",
    "untagged",
    "default",
    "skip",
    "skip_serializing",
    "skip_serializing_if",
    "skip_deserializing",
    "flatten",
    "remote",
    "transparent",
    "into",
    "from",
    "try_from",
    "bound",
    "with",
    "schema_with",
    "title",
    "description",
    "example",
    "extend",
    "transform",
    "crate",
    "inline",
    "_unstable_ref_variants",
    "length",
    "range",
    "required",
    "pattern",
    "regex",
    "contains",
    "inner",
    "email",
    "url",
    "ipv4",
    "ipv6",
    "ip",
];

#[test]
fn every_entry_of_schemars_is_in_a_table() {
    let validation = VALIDATION.iter().filter(|row| row.tools.contains(&"schemars")).map(|row| row.name);
    let unread = UNREAD.iter().map(|(name, ..)| *name);
    let known: BTreeSet<&str> =
        validation.chain(unread).chain(WITHOUT_EFFECT).chain(SHARED).chain(["extend"]).collect();
    assert_eq!(known, OF_SCHEMARS.into_iter().collect());
}

#[test]
fn attributes_that_schemars_ignores_for_a_type_are_errors() {
    for (field, types) in [
        ("length(max = 3))] a: BTreeMap<String, u8>", "strings and lists"),
        ("length(max = 3))] a: u8", "strings and lists"),
        ("range(max = 3))] a: String", "numbers"),
        ("inner(length(max = 3)))] a: String", "lists"),
        ("inner(length(max = 3)))] a: BTreeMap<String, String>", "lists"),
    ] {
        let name = field.split('(').next().unwrap_or_default();
        let expected = format!(
            "1 attribute-invalid: `#[schemars({name})]` has no effect: schemars writes it for {types} only"
        );
        assert_eq!(super::problems(&format!("struct S {{ #[schemars({field} }}")), [expected], "{field}");
        // garde checks it itself.
        item(&format!("struct S {{ #[garde({field} }}"));
    }
    let unseen = super::problems("struct S { #[garde(inner(length(max = 3)))] a: Thing }");
    assert_eq!(
        unseen,
        ["1 attribute-invalid: `#[garde(inner)]` is not supported for a type that crdc cannot look into"]
    );
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
