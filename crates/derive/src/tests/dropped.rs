//! Attributes that kube and schemars ignore in silence, and limits that no value keeps.

use super::refused::{at_field, refused};
use super::{field, item, problems};
use crate::model::ScalePaths;

const FORMER: &str = "rule-unchecked: kube does not read `#[validate(rule)]`, a former spelling: the rule is in no CRD, and nothing checks it";

#[test]
fn a_former_spelling_of_rules_is_an_error_that_names_the_new_one() {
    let rule = "#[validate(rule = \"self == oldSelf\", message = \"fixed\")]";
    at_field(&format!("{rule}\na: String"), &[&format!("2 {FORMER}")]);
    refused(&format!("{rule}\nstruct S {{ a: u8 }}"), &[&format!("1 {FORMER}")]);
    refused(&format!("enum E {{\n{rule}\nA(u8), B }}"), &[&format!("2 {FORMER}")]);
    refused(&format!("enum E {{ A {{\n{rule}\na: u8 }}, B }}"), &[&format!("2 {FORMER}")]);
    refused(&format!("struct S(\n{rule}\nu8);"), &[&format!("2 {FORMER}")]);
    at_field("#[validate(length(max = 3), rule = Rule::new(RULE))]\na: String", &[&format!("2 {FORMER}")]);
    assert!(
        problems("struct S { #[cel_validate(rule = \"a\")] a: u8 }")[0].contains("`#[cel_validate(rule)]`")
    );
    let (_, found) = crate::read(&super::parse(&format!("struct S {{ {rule} a: u8 }}")));
    assert!(
        found.problems()[0]
            .help
            .starts_with("write `#[x_kube(validation = …)]` and derive kube's `KubeSchema`")
    );
    // Attributes that only their own tool reads are not refused, and neither are those that are checked
    // elsewhere.
    item("struct S { #[validate(custom(function = \"f\"), nested)] #[garde(skip)] a: u8 }");
    item(&format!("struct S {{ #[crdc(unchecked_rules)] {rule} a: u8 }}"));
    item(&format!("#[crdc(unchecked_rules)] struct S {{ {rule} a: u8 }}"));
}

#[test]
fn rules_and_keywords_where_nobody_reads_them_are_errors() {
    at_field(
        "#[kube(validation = \"self > 1\")]\na: u8",
        &[
            "2 rule-unchecked: kube ignores `#[kube(validation)]` on a field: the rule is in no CRD, and nothing checks it",
        ],
    );
    refused(
        "#[validate(length(max = 3))]\nstruct Name(String);",
        &["1 attribute-invalid: `#[validate(length)]` on a type has no effect: it is of fields"],
    );
    refused(
        "enum E {\n#[garde(range(min = 1))]\nA(u8), B }",
        &["2 attribute-invalid: `#[garde(range)]` on a variant has no effect: it is of fields"],
    );
    item("#[validate(schema(function = \"f\"))] #[garde(allow_unvalidated)] struct S { a: u8 }");
}

#[test]
fn limits_that_no_value_keeps_are_errors() {
    let none = |low: &str, least: &str, high: &str, most: &str| {
        format!("marker-limits: no value is valid: `{low}` is {least}, `{high}` is {most}")
    };
    at_field(
        "#[schemars(length(min = 5, max = 3))]\na: String",
        &[&format!("2+2 {}", none("minLength", "5", "maxLength", "3"))],
    );
    at_field(
        "/// +k8s:minimum=9\n/// +k8s:maximum=3\na: i32",
        &[&format!("2+3 {}", none("minimum", "9", "maximum", "3"))],
    );
    at_field(
        "/// +k8s:maxItems=1\n#[schemars(length(min = 2))]\na: Vec<u8>",
        &[&format!("3+2 {}", none("minItems", "2", "maxItems", "1"))],
    );
    at_field(
        "/// +k8s:minProperties=2\n/// +k8s:maxProperties=1\na: Option<BTreeMap<String, u8>>",
        &[&format!("2+3 {}", none("minProperties", "2", "maxProperties", "1"))],
    );
    at_field(
        "/// +k8s:minimum=3\n/// +kubebuilder:validation:ExclusiveMaximum=true\n/// +k8s:maximum=3\na: f64",
        &[&format!("2+4 {}", none("minimum", "3", "maximum", "3"))],
    );
    at_field(
        "#[schemars(inner(length(min = 2, max = 1)))]\na: Vec<String>",
        &[&format!("2+2 {}", none("minLength", "2", "maxLength", "1"))],
    );
    // Beyond what the type has.
    at_field("/// +k8s:minimum=256\na: u8", &[&format!("2 {}", none("minimum", "256", "maximum", "255"))]);
    at_field(
        "#[schemars(range(max = -1))]\na: u64",
        &[&format!("2 {}", none("minimum", "0", "maximum", "-1"))],
    );
    at_field("/// +k8s:minLength=2\na: char", &[&format!("2 {}", none("minLength", "2", "maxLength", "1"))]);
    at_field("/// +k8s:minItems=4\na: [u8; 3]", &[&format!("2 {}", none("minItems", "4", "maxItems", "3"))]);
    for fits in [
        "/// +k8s:minimum=3\n/// +k8s:maximum=3\na: i32",
        "#[schemars(length(equal = 0))] a: String",
        "/// +k8s:minimum=255\na: u8",
        "/// +k8s:maximum=99999999999\na: i64",
        "#[schemars(range(min = LOW, max = 3))] a: i32",
    ] {
        field(fits);
    }
}

#[test]
fn none_that_is_no_value_of_its_enum_is_an_error() {
    let enumerated = "/// +kubebuilder:validation:Enum=a;b\n";
    let expected = "3 presence-conflict: `None` of `a` is written as null, which is no value of its `enum`: each `None` is refused";
    at_field(&format!("{enumerated}a: Option<String>"), &[expected]);
    at_field(&format!("{enumerated}a: Box<Option<String>>"), &[expected]);
    at_field(&format!("{enumerated}a: Option<Box<String>>"), &[expected]);
    field(&format!("{enumerated}#[serde(skip_serializing_if = \"Option::is_none\")] a: Option<String>"));
    field(&format!("{enumerated}/// +required\na: Option<String>"));
    field(&format!("{enumerated}#[crdc(unchecked_rules)] a: Option<String>"));
    field(&format!("{enumerated}a: String"));
}

#[test]
fn the_scale_of_a_resource_is_read_in_both_forms() {
    let kube = "group = \"example.com\", version = \"v1\", kind = \"Pool\"";
    let scale =
        |given: &str| item(&format!("#[kube({kube}, {given})] struct PoolSpec {{ replicas: i32 }}")).scale;
    let paths = |selector: Option<&str>| {
        Some(ScalePaths {
            spec: ".spec.replicas".to_owned(),
            status: ".status.replicas".to_owned(),
            selector: selector.map(str::to_owned),
        })
    };
    let both = "spec_replicas_path = \".spec.replicas\", status_replicas_path = \".status.replicas\"";
    assert_eq!(scale(&format!("scale({both})")), paths(None));
    assert_eq!(
        scale(&format!("scale({both}, label_selector_path = \".status.selector\")")),
        paths(Some(".status.selector"))
    );
    assert_eq!(
        scale(
            "scale = r#\"{\"specReplicasPath\": \".spec.replicas\", \"statusReplicasPath\": \".status.replicas\"}\"#"
        ),
        paths(None)
    );
    assert_eq!(scale("scale = \"{\""), None);
    assert_eq!(scale("status = \"PoolStatus\""), None);
    // Without a spec, no path leads into one.
    assert_eq!(scale(&format!("no_spec, scale({both})")), None);
    assert_eq!(item(&format!("#[kube(scale({both}))] struct S {{ replicas: i32 }}")).scale, None);
}

#[test]
fn a_schema_that_is_checked_elsewhere_leaves_readable_rules_running() {
    let field = field(
        "/// +immutable\n/// +k8s:maxLength=9\n#[crdc(unchecked_schema)]\n#[schemars(schema_with = \"f\")]\n\
         #[x_kube(validation = \"self == oldSelf\")]\na: String",
    );
    assert!(field.mark.is_some() && field.foreign_schema && !field.unchecked);
    assert_eq!((field.rules.len(), field.form.constraints().max_length), (1, Some(9)));
    for attribute in ["transform = f", "schema_with = \"f\"", "extend(\"anyOf\" = [])", "with = \"Thing\""] {
        let text = format!("#[schemars({attribute})] #[x_kube(validation = \"true\")] a: String");
        assert_eq!(super::field(&format!("#[crdc(unchecked_schema)] {text}")).rules.len(), 1, "{text}");
        let all = format!("#[crdc(unchecked_schema)] struct S {{ {text} }}");
        assert!(problems(&all).is_empty(), "{all}");
        let found = problems(&format!("struct S {{ {text} }}"));
        assert!(found.len() == 1 && found[0].contains("schema-unchecked"), "{found:?}");
    }
    item("enum E { #[crdc(unchecked_schema)] A { #[schemars(schema_with = \"f\")] a: u8 }, B }");
    // A rule that cannot be read is a problem of rules, not of the schema.
    let unreadable = "struct S { #[crdc(unchecked_schema)]\n#[x_kube(validation = Rule::new(RULE))] a: u8 }";
    assert_eq!(problems(unreadable).len(), 1);
}

#[test]
fn the_status_of_a_resource_must_say_where_it_is() {
    let of = |given: &str| {
        let kube = "group = \"example.com\", version = \"v1\", kind = \"Pool\"";
        let item = format!("#[kube({kube}, {given})] struct PoolSpec {{ replicas: i32 }}");
        item.parse().map(|item| crate::derive(item).to_string()).unwrap_or_default()
    };
    let asserted = of("status = \"status::PoolStatus\"");
    assert!(
        asserted.contains("is_at (< _crdc :: Pick < status :: PoolStatus > > :: PATH , \"status\")"),
        "{asserted}"
    );
    assert!(of("status = PoolStatus").contains("is_at"));
    assert!(!of("namespaced").contains("is_at"));
}
