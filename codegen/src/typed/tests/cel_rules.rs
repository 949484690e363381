//! CEL rules in attributes are refused, or the type says that it leaves them to others.

use super::problems;
use super::refused::refused;

fn message(written: &str) -> String {
    format!("rule-unchecked: `{written}` is a CEL rule, which the derive does not run")
}

#[test]
fn every_spelling_at_every_place_is_refused() {
    let (kube, x_kube) = (message("#[kube(validation)]"), message("#[x_kube(validation)]"));
    let extend = message("#[schemars(extend(\"x-kubernetes-validations\"))]");
    let cases = [
        ("#[x_kube(validation = \"self.a > 1\")]\nstruct S { a: u8 }", vec![format!("1 {x_kube}")]),
        (
            "#[kube(kind = \"K\", validation = \"self.metadata.name != 'a'\", status = \"T\")]\nstruct S { a: u8 }",
            vec![format!("1 {kube}")],
        ),
        (
            "struct S {\n#[x_kube(validation = Rule::new(\"self > 1\").message(\"a, b\"))]\na: u8 }",
            vec![format!("2 {x_kube}")],
        ),
        (
            "struct S {\n#[x_kube(validation = RULE)]\na: u8,\n#[x_kube(validation = rules::OTHER)]\nb: u8 }",
            vec![format!("2 {x_kube}"), format!("4 {x_kube}")],
        ),
        (
            "struct S {\n#[x_kube(merge_strategy = ListMerge::Atomic, validation = \"a\",\nvalidation = \"b\")]\na: Vec<u8> }",
            vec![format!("2 {x_kube}"), format!("3 {x_kube}")],
        ),
        (
            "struct S {\n#[x_kube(validation = \"a\")]\n#[x_kube(validation = \"b\")]\na: u8 }",
            vec![format!("2 {x_kube}"), format!("3 {x_kube}")],
        ),
        (
            "#[x_kube(cel, validation = r#\"self.a == \"b\"\"#)]\nstruct S { a: u8 }",
            vec![format!("1 {x_kube}")],
        ),
        (
            "struct S {\n#[serde(skip)]\n#[x_kube(validation = \"a\")]\na: u8, b: u8 }",
            vec![format!("3 {x_kube}")],
        ),
        (
            "struct S(\n#[schemars(extend(\"x-kubernetes-validations\" = [{\"rule\": \"self > 1\"}]))]\nu8);",
            vec![format!("2 {extend}")],
        ),
        (
            "#[schemars(extend(\"x-kubernetes-validations\" = rules()))]\nstruct S { a: u8 }",
            vec![format!("1 {extend}")],
        ),
        (
            "enum E {\n#[schemars(extend(\"x-kubernetes-validations\" = []))]\nA {\n#[x_kube(validation = \"a\")]\na: u8 } }",
            vec![format!("2 {extend}"), format!("4 {x_kube}")],
        ),
    ];
    for (text, expected) in cases {
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        refused(text, &expected);
    }
}

#[test]
fn the_help_knows_the_marker_of_immutable_values() {
    let help = |rule: &str| {
        let text = format!("struct S {{ #[x_kube(validation = {rule})] a: u8 }}");
        super::read(&super::parse(&text)).1.problems()[0].help.clone()
    };
    assert!(help("\"self == oldSelf\"").starts_with("write `+immutable` instead; or run it yourself"));
    assert!(help("Rule::new(\"self==oldSelf\").message(\"no\")").starts_with("write `+immutable` instead"));
    for rule in ["\"self == oldSelf || self > 1\"", "\"self > 1\"", "RULE"] {
        assert!(
            help(rule).starts_with("write it as markers if they can say it; or run it yourself"),
            "{rule}"
        );
    }
}

#[test]
fn an_attribute_leaves_rules_to_others() {
    const NONE: [&str; 0] = [];
    let rules = "#[kube(validation = \"a\")]\n#[x_kube(validation = \"b\")]\n#[schemars(extend(\"x-kubernetes-validations\" = []))]";
    let of_type =
        format!("{rules}\n#[crdc(unchecked_rules)]\nstruct S {{ #[x_kube(validation = \"a\")] a: u8 }}");
    assert_eq!(problems(&of_type), NONE);
    assert_eq!(
        problems("#[crdc(strict, unchecked_rules)] enum E { A { #[x_kube(validation = \"a\")] a: u8 } }"),
        NONE
    );
    // On a field, it is for that field.
    let of_field = "struct S {\n#[x_kube(validation = \"a\")]\n#[crdc(leaf, unchecked_rules)]\na: u8,\n#[x_kube(validation = \"a\")]\nb: u8 }";
    assert_eq!(problems(of_field), [format!("5 {}", message("#[x_kube(validation)]"))]);
    assert_eq!(
        problems("#[crdc(unchecked_rules = true)]\nstruct S {\n#[crdc(unchecked_rules(a))]\na: u8 }"),
        [
            "1 attribute-invalid: invalid syntax for `unchecked_rules`",
            "3 attribute-invalid: invalid syntax for `unchecked_rules`"
        ]
    );
}

#[test]
fn other_attributes_of_kube_are_no_rules() {
    const NONE: [&str; 0] = [];
    assert_eq!(
        problems(
            "#[kube(kind = \"K\", doc = \"validation\")] #[x_kube(cel)] struct S { #[x_kube(merge_strategy = ListMerge::Set)] a: Vec<u8> }"
        ),
        NONE
    );
    assert_eq!(
        problems("#[validation(\"a\")] struct S { #[schemars(extend(\"x-other\" = 1))] a: u8 }"),
        NONE
    );
}
