//! CEL rules of items: every spelling is read as kube and controller-gen read it, or is an error; the type
//! says that it leaves them to others.

use super::problems;
use crate::model::{Body, CelRule, Item, RuleWords};

const NONE: [&str; 0] = [];

const UNREAD: &str = "rule-invalid: this CEL rule cannot be read: the derive sees only what is written here";

fn item(text: &str) -> Item {
    let (item, problems) = super::read(&super::parse(text));
    assert!(problems.is_empty(), "{text}: {:?}", problems.problems());
    item
}

/// The rules of an item, of its fields and of the items of its fields.
fn said(text: &str) -> [Vec<RuleWords>; 3] {
    let item = item(text);
    let words = |rules: &[CelRule]| rules.iter().map(|rule| rule.words.clone()).collect::<Vec<_>>();
    let fields = match &item.body {
        Body::Object(object) => &object.fields[..],
        Body::Transparent(field) => std::slice::from_ref(&**field),
        _ => &[],
    };
    let of_fields = fields.iter().flat_map(|field| words(&field.rules)).collect();
    let each = fields.iter().flat_map(|field| words(&field.each)).collect();
    [words(&item.rules), of_fields, each]
}

fn rule(text: &str) -> RuleWords {
    RuleWords { rule: text.to_owned(), ..RuleWords::default() }
}

#[test]
fn every_spelling_of_kube_says_the_same_as_json() {
    let full = RuleWords {
        message: Some("m, n".into()),
        reason: Some("FieldValueForbidden".into()),
        field_path: Some(".a".into()),
        optional_old_self: true,
        ..rule("self.a > 1 || oldSelf.hasValue()")
    };
    let said_by = RuleWords { message: None, expression: Some("'a' + 'b'".into()), ..full.clone() };
    let text = "\"self.a > 1 || oldSelf.hasValue()\"";
    let rest = "reason(Reason::FieldValueForbidden).field_path(\".a\").optional_old_self(true)";
    let cases = [
        ("\"self.a > 1\"".to_owned(), rule("self.a > 1")),
        ("r#\"self.a > 1\"#".to_owned(), rule("self.a > 1")),
        ("(\"self.a > 1\", \"m\")".to_owned(), RuleWords { message: Some("m".into()), ..rule("self.a > 1") }),
        (format!("Rule::new({text}).message(\"m, n\").{rest}"), full.clone()),
        (
            format!(
                "kube::core::Rule::new({text}.to_string()).message(Message::Message(\"m, n\".into())).{rest}"
            ),
            full.clone(),
        ),
        (
            format!(
                "Rule::new(String::from({text})).message(Message::Expression(\"'a' + 'b'\".into())).{rest}"
            ),
            said_by.clone(),
        ),
        (
            format!(
                "Rule {{ rule: {text}.into(), message: Some(Message::Message(\"m, n\".into())), reason: Some(Reason::FieldValueForbidden), \
                 field_path: Some(\".a\".into()), optional_old_self: Some(true), ..Default::default() }}"
            ),
            full.clone(),
        ),
        (
            format!("Rule {{ rule: {text}.into(), message: None, ..Rule::default() }}"),
            RuleWords {
                optional_old_self: false,
                message: None,
                reason: None,
                field_path: None,
                ..full.clone()
            },
        ),
    ];
    for (written, expected) in cases {
        // Without `optionalOldSelf`, `oldSelf` is no optional.
        let written = if expected.optional_old_self {
            written
        } else {
            written.replace("oldSelf.hasValue()", "oldSelf.a > 2")
        };
        let expected = RuleWords {
            rule: if expected.optional_old_self {
                expected.rule.clone()
            } else {
                expected.rule.replace("oldSelf.hasValue()", "oldSelf.a > 2")
            },
            ..expected
        };
        assert_eq!(
            said(&format!("#[x_kube(validation = {written})] struct S {{ a: u8 }}")),
            [vec![expected], vec![], vec![]],
            "{written}"
        );
    }
    let json = "#[schemars(extend(\"x-kubernetes-validations\" = [{\"rule\": \"self.a > 1 || oldSelf.hasValue()\", \"message\": \"m, n\", \
                \"reason\": \"FieldValueForbidden\", \"fieldPath\": \".a\", \"optionalOldSelf\": true}]))] struct S { a: u8 }";
    assert_eq!(said(json)[0], std::slice::from_ref(&full));
    let marker = "/// +kubebuilder:validation:XValidation:rule=\"self.a > 1 || oldSelf.hasValue()\",message=`m, n`,reason=FieldValueForbidden,fieldPath=\".a\",optionalOldSelf=true\nstruct S { a: u8 }";
    assert_eq!(said(marker)[0], [full]);
}

#[test]
fn rules_have_the_order_of_the_schema() {
    let text = "#[x_kube(validation = \"true\", cel, validation = \"1 < 2\")]\n/// +crdc:rule=2 < 3\n#[x_kube(validation = \"3 < 4\")]\n\
                #[schemars(extend(\"x-kubernetes-validations\" = [{\"rule\": \"0 < 1\"}]))]\nstruct S {\n/// +crdc:rule=self < 5 // so\n#[x_kube(validation = \"self < 4\")]\na: u8,\n\
                /// +kubebuilder:validation:items:XValidation:rule=\"self.size() > 1\"\n/// +k8s:eachVal=+crdc:rule=self != ''\nb: Vec<String> }";
    let rules = |texts: &[&str]| texts.iter().map(|text| rule(text)).collect::<Vec<_>>();
    assert_eq!(
        said(text),
        [
            rules(&["0 < 1", "true", "1 < 2", "3 < 4", "2 < 3"]),
            rules(&["self < 4", "self < 5 // so"]),
            rules(&["self.size() > 1", "self != ''"])
        ]
    );
    assert_eq!(said("struct S(\n/// +crdc:rule=self > 1\nu8);")[1], rules(&["self > 1"]));
    assert_eq!(said("/// +crdc:rule=self != 'A'\nenum E { A, B }")[0], rules(&["self != 'A'"]));
}

#[test]
fn what_cannot_be_read_or_has_no_effect_is_an_error() {
    let cases = [
        ("struct S {\n#[x_kube(validation = RULE)]\na: u8 }", format!("2 {UNREAD}")),
        ("struct S {\n#[x_kube(validation = Rule::new(RULE))]\na: u8 }", format!("2 {UNREAD}")),
        ("struct S {\n#[x_kube(validation = Rule::new(\"self > 1\").reason(\"x\".parse().unwrap()))]\na: u8 }", format!("2 {UNREAD}")),
        ("struct S {\n#[x_kube(validation = Rule::new(\"self > 1\").because(\"x\"))]\na: u8 }", format!("2 {UNREAD}")),
        ("struct S {\n#[x_kube(validation = format!(\"self > 1\"))]\na: u8 }", format!("2 {UNREAD}")),
        ("struct S {\n#[x_kube(validation)]\na: u8 }", format!("2 {UNREAD}")),
        ("#[schemars(extend(\"x-kubernetes-validations\" = rules()))]\nstruct S { a: u8 }", format!("1 {UNREAD}")),
        ("struct S(\n#[x_kube(validation = RULE)]\nu8);", format!("2 {UNREAD}")),
        (
            "struct S {\n#[serde(skip)]\n#[x_kube(validation = \"self > 1\")]\na: u8, b: u8 }",
            "3 rule-invalid: this rule has no effect: `a` is skipped and never serialized".to_owned(),
        ),
        (
            "struct S {\n#[serde(flatten)]\n#[x_kube(validation = \"self > 1\")]\na: T, b: u8 }",
            "3 rule-invalid: this rule has no effect: `a` is flattened and not a field in JSON".to_owned(),
        ),
        (
            "#[x_kube(validation = \"self > 1\")]\nenum E { A, B }",
            "1 rule-invalid: kube ignores this rule: it supports rules of structs only".to_owned(),
        ),
        (
            "enum E {\n#[schemars(extend(\"x-kubernetes-validations\" = [{\"rule\": \"true\"}]))]\nA, B }",
            "2 rule-invalid: this rule has no effect: rules of a variant would be rules of its enum".to_owned(),
        ),
        (
            "enum E { A {\n/// +crdc:rule=self > 1\na: u8 } }",
            "2 rule-invalid: this rule has no effect: rules of the fields of variants are not in the schema".to_owned(),
        ),
        (
            "/// +crdc:rule=self > 1\n#[serde(untagged)]\nenum E { A(u8), B(String) }",
            "1 rule-invalid: this rule cannot be run: values of this type are compared as a whole".to_owned(),
        ),
        (
            "#[kube(kind = \"K\", validation = \"self.metadata.name != 'a'\", status = \"T\")]\nstruct S { a: u8 }",
            "1 rule-unchecked: `#[kube(validation)]` is a CEL rule of the whole object, which the derive does not run".to_owned(),
        ),
        ("/// +crdc:rule\nstruct S { a: u8 }", "1 marker-argument: invalid or missing argument in `+crdc:rule`".to_owned()),
        (
            "/// +kubebuilder:validation:XValidation:rul=\"true\"\nstruct S { a: u8 }",
            "1 marker-argument: invalid or missing argument in `+kubebuilder:validation:XValidation:rul=\"true\"`".to_owned(),
        ),
        (
            "/// +kubebuilder:validation:XValidationX:rule=\"true\"\nstruct S { a: u8 }",
            "1 marker-unknown: unknown marker `+kubebuilder:validation:XValidationX:rule`".to_owned(),
        ),
        (
            "/// +kubebuilder:validation:items:XValidatoin:rule=\"true\"\nstruct S { a: u8 }",
            "1 marker-unknown: unknown marker `+kubebuilder:validation:XValidatoin:rule`".to_owned(),
        ),
        (
            "/// +kubebuilder:validation:XValidation:rule=\"true\",reason=Why\nstruct S { a: u8 }",
            "1 marker-argument: invalid or missing argument in `+kubebuilder:validation:XValidation:rule=\"true\",reason=Why`".to_owned(),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(problems(text), [expected], "{text}");
    }
}

/// A base may say more than is written, and so may a call after it.
#[test]
fn the_rest_of_a_rule_must_be_its_default() {
    let of = |base: &str| {
        problems(&format!(
            "#[x_kube(validation = Rule {{ rule: \"self.a > 1\".into(), {base} }})]\nstruct S {{ a: u8 }}"
        ))
    };
    let right = [
        "..Default::default()",
        "..Rule::default()",
        "..std::default::Default::default()",
        "..kube::core::Rule::default()",
    ];
    right.into_iter().for_each(|base| assert_eq!(of(base), NONE, "{base}"));
    for base in [
        "..strict()",
        "..strict",
        "..Strict::default()",
        "..default()",
        "..Default::strict()",
        "..Rule::new(\"self.a > 2\")",
        "..Rule::default().message(\"m\")",
        "..Default::default(), message: None",
        "..<Rule as Strict>::default()",
        "..Rule { rule: \"self.a > 2\".into(), ..Default::default() }",
        "..",
    ] {
        assert_eq!(of(base), [format!("1 {UNREAD}")], "{base}");
    }
}

#[test]
fn json_of_rules_has_the_types_of_the_schema() {
    let of = |list: &str| {
        problems(&format!("#[schemars(extend(\"x-kubernetes-validations\" =\n{list}))] struct S {{ a: u8 }}"))
    };
    for right in [
        "[]",
        "[{\"rule\": \"self.a > 1\"}]",
        "[{\"rule\": \"self.a > 1\",}, {\"message\": \"m\", \"rule\": \"self.a > 2\"},]",
        "[{\"rule\": \"self.a > oldSelf.orValue(self).a\", \"optionalOldSelf\": true}]",
        "[{\"rule\": \"self.a > 1\", \"optionalOldSelf\": false}]",
    ] {
        assert_eq!(of(right), NONE, "{right}");
    }
    for wrong in [
        "[{\"rule\": true}]",
        "[{\"rule\": 1}]",
        "[{\"rule\": \"self.a > 1\", \"message\": true}]",
        "[{\"rule\": \"self.a > 1\", \"fieldPath\": false}]",
        "[{\"rule\": \"self.a > 1\", \"reason\": \"Why\"}]",
        "[{\"rule\": \"self.a > 1\", \"optionalOldSelf\": \"true\"}]",
        "[{\"rule\": \"self.a > 1\", \"optionalOldSelf\": 1}]",
        "[{\"rule\": \"self.a > 1\" \"message\": \"m\"}]",
        "[{\"rule\": \"self.a > 1\"} {\"rule\": \"self.a > 2\"}]",
        "[{\"rule\": \"self.a > 1\", \"message\": null}]",
        "[{\"message\": \"m\"}]",
        "{\"rule\": \"self.a > 1\"}",
        "[\"self.a > 1\"]",
    ] {
        assert_eq!(of(wrong), [format!("2 {UNREAD}")], "{wrong}");
    }
    assert_eq!(of("[{\"rul\": \"true\"}]"), ["2 rule-invalid: unknown key `rul`"]);
    assert_eq!(of("[{\"rule\": \"true\", \"mesage\": 1}]"), ["2 rule-invalid: unknown key `mesage`"]);
}

/// Each has the line of its own text, in one attribute or in several.
#[test]
fn all_broken_rules_are_told() {
    let not_bool = |line: u8, rule: &str| format!("{line} rule-invalid: the rule is not a bool\n    {rule}");
    let json = "#[schemars(extend(\"x-kubernetes-validations\" = [\n{\"rule\": \"self.a + 1\"},\n{\"rul\": \"\"},\n{\"rule\": \"self.a + 2\"}]))]\nstruct S { a: u8 }";
    let [one, two] = [not_bool(2, "self.a + 1"), not_bool(4, "self.a + 2")];
    assert_eq!(problems(json), ["3 rule-invalid: unknown key `rul`".to_owned(), one, two]);
    let one = "#[x_kube(validation = \"self.a + 1\",\nvalidation = \"self.a + 2\")]\nstruct S { a: u8 }";
    let several = one.replace(",\n", ")]\n#[x_kube(");
    for text in [one, several.as_str()] {
        assert_eq!(problems(text), [not_bool(1, "self.a + 1"), not_bool(2, "self.a + 2")], "{text}");
    }
}

#[test]
fn rules_are_compiled_with_the_types_of_the_item() {
    let of = |rule: &str| {
        let rule = rule.replace('"', "\\\"");
        problems(&format!(
            "#[x_kube(validation = \"{rule}\")]\nstruct S {{ min: i32, max: Option<i64>, name: String, ratio: f64, on: bool, zones: Vec<String>, \
             labels: BTreeMap<String, u8>, other: Other, #[serde(rename = \"a-b\")] c: u8 }}"
        ))
    };
    for right in [
        "self.min <= self.max",
        "has(self.max) && self.max > 1",
        "self.zones.all(z, z.size() > 1) && 'a' in self.labels && self.labels['a'] > 1",
        "self.other.anything.below > 3 && self.other.list.exists(x, x == self.name)",
        "self.ratio > 0.5 ? self.on : self.name.startsWith('a')",
        "self.a__dash__b > 1",
        "self.other",
        // The type of another item may be a string.
        "self.name in [self.other, 'a'] && {'a': self.other, 'b': 1}.size() > 1",
        "self == oldSelf",
        "self.name.matches('^[a-z]+$') && quantity(self.name).isGreaterThan(quantity('1Gi'))",
    ] {
        assert_eq!(of(right), NONE, "{right}");
    }
    let no = |rule: &str, message: &str, caret: usize| {
        let expected = format!(
            "1 rule-invalid: the rule does not compile: {message}\n    {rule}\n    {}^",
            " ".repeat(caret)
        );
        assert_eq!(of(rule), [expected]);
    };
    no("self.min <= self.maxx", "undefined field 'maxx'", 16);
    no("self.min <= self.name", "found no matching overload for '_<=_' applied to '(int, string)'", 9);
    no("self.name.startWith('a')", "undeclared reference to 'startWith' (in container '')", 19);
    no("self.name in ['a', self.min]", "expected type 'string' but found 'int'", 23);
    no("self.zones.all(z, z > 1)", "found no matching overload for '_>_' applied to '(string, int)'", 20);
    no(
        "self.name.all(z, true)",
        "expression of type 'string' cannot be range of a comprehension (must be list, map, or dynamic)",
        4,
    );
    assert_eq!(of("self.min + 1"), ["1 rule-invalid: the rule is not a bool\n    self.min + 1"]);
    assert!(
        of("(self.min > 1")[0]
            .starts_with("1 rule-invalid: the rule does not compile: Syntax error: missing ')'")
    );
}

#[test]
fn parts_of_a_rule_are_checked_too() {
    let of = |rest: &str| {
        problems(&format!(
            "#[x_kube(validation = Rule::new(\"self.min > 1\"){rest})]\nstruct S {{ min: i32 }}"
        ))
    };
    assert_eq!(of(".message(Message::Expression(\"string(self.min)\".into())).field_path(\".min\")"), NONE);
    assert_eq!(
        of(".message(Message::Expression(\"self.min\".into()))"),
        ["1 rule-invalid: the messageExpression is not a string\n    self.min"]
    );
    assert_eq!(
        of(".field_path(\".mim\")"),
        ["1 rule-invalid: the field path of the rule names no field: `mim`"]
    );
    assert_eq!(
        of(".field_path(\"min\")"),
        ["1 rule-invalid: the field path of the rule is not valid: expected [ or . but got: min"]
    );
    assert_eq!(of(".optional_old_self(true)"), ["1 rule-invalid: the rule does not use `oldSelf`"]);
    let below = |ty: &str| {
        let rule = "#[x_kube(validation = Rule::new(\"self == self\").field_path(\".a\"))]";
        problems(&format!("struct S {{\n{rule}\na: {ty} }}"))
    };
    let nowhere =
        ["2 rule-invalid: the field path of the rule is not valid: does not refer to a valid field"];
    assert_eq!(
        (below("String"), below("Vec<Thing>")),
        (nowhere.map(String::from).to_vec(), nowhere.map(String::from).to_vec())
    );
    assert_eq!((below("Thing"), below("BTreeMap<String, Thing>")), (Vec::new(), Vec::new()));
}

#[test]
fn an_attribute_leaves_rules_to_others() {
    let rules = "#[kube(validation = \"a\")]\n#[x_kube(validation = \"b\")]\n#[schemars(extend(\"x-kubernetes-validations\" = []))]";
    let of_type =
        format!("{rules}\n#[crdc(unchecked_rules)]\nstruct S {{ #[x_kube(validation = \"a\")] a: u8 }}");
    assert_eq!(problems(&of_type), NONE);
    assert_eq!(
        problems("#[crdc(strict, unchecked_rules)] enum E { A { #[x_kube(validation = \"a\")] a: u8 } }"),
        NONE
    );
    // On a field, it is for that field.
    let of_field = "struct S {\n#[x_kube(validation = \"a\")]\n#[crdc(leaf, unchecked_rules)]\na: u8,\n#[x_kube(validation = \"b\")]\nb: u8 }";
    assert_eq!(
        problems(of_field),
        [
            "5 rule-invalid: the rule does not compile: undeclared reference to 'b' (in container '')\n    b\n    ^"
        ]
    );
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

#[test]
fn misspelt_markers_of_rules_name_the_right_one() {
    for written in [
        "XValidationX:rule=`true`",
        "XValidaton:rule=`true`",
        "items:XValidaton:rule=`true`",
        "Xvalidation:rule=`true`",
    ] {
        let text = format!("/// +kubebuilder:validation:{written}\nstruct S {{ a: u8 }}");
        let (_, problems) = super::read(&super::parse(&text));
        let helps: Vec<&str> = problems.problems().iter().map(|problem| problem.help.as_str()).collect();
        assert_eq!(helps, ["did you mean `+kubebuilder:validation:XValidation`?"], "{written}");
    }
}
