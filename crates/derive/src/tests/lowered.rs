//! Markers that stand for CEL rules: what the rules say, and where markers have no meaning.

use super::refused::{at_field, refused};
use crate::model::{Body, Item};

fn item(text: &str) -> Item {
    super::item(text)
}

/// The rules of an item: rule, message, field path, reason.
fn rules(text: &str) -> Vec<[String; 4]> {
    let words = |text: &Option<String>| text.clone().unwrap_or_default();
    let rules = item(text).rules;
    rules
        .into_iter()
        .map(|rule| rule.words)
        .map(|said| [said.rule.clone(), words(&said.message), words(&said.field_path), words(&said.reason)])
        .collect()
}

#[track_caller]
fn say(text: &str, expected: &[[&str; 4]]) {
    assert_eq!(rules(text), expected, "{text}");
}

#[test]
fn counted_fields_have_the_texts_of_controller_gen() {
    let fields = "struct S { a: Option<u8>, #[serde(rename = \"in\")] b: Option<String>, c: Option<T> }";
    say(
        &format!("/// +kubebuilder:validation:ExactlyOneOf=a;in\n{fields}"),
        &[[
            "(has(self.a) ? 1 : 0) + (has(self.__in__) ? 1 : 0) == 1",
            "exactly one of the fields in [a in] must be set",
            "",
            "",
        ]],
    );
    let together = "/// +kubebuilder:validation:AtLeastOneOf=a;c\n/// +kubebuilder:validation:AtMostOneOf={a,c}\n/// +crdc:rule=has(self.a)\n";
    say(
        &format!("{together}{fields}"),
        &[
            ["has(self.a)", "", "", ""],
            [
                "(has(self.a) ? 1 : 0) + (has(self.c) ? 1 : 0) <= 1",
                "at most one of the fields in [a c] may be set",
                "",
                "",
            ],
            [
                "(has(self.a) ? 1 : 0) + (has(self.c) ? 1 : 0) >= 1",
                "at least one of the fields in [a c] must be set",
                "",
                "",
            ],
        ],
    );
    // The names may be those of a flattened type.
    say(
        "/// +kubebuilder:validation:AtMostOneOf=a;x\nstruct S { a: Option<u8>, #[serde(flatten)] b: T }",
        &[[
            "(has(self.a) ? 1 : 0) + (has(self.x) ? 1 : 0) <= 1",
            "at most one of the fields in [a x] may be set",
            "",
            "",
        ]],
    );
}

#[test]
fn unset_is_what_go_has_as_its_zero() {
    say(
        "struct S {
/// +k8s:zeroOrOneOfMember
a: Option<u8>,
/// +k8s:zeroOrOneOfMember
b: Option<Vec<u8>>,
/// +k8s:zeroOrOneOfMember
c: String,
/// +k8s:zeroOrOneOfMember(union: \"x\")
d: i64,
/// +k8s:zeroOrOneOfMember(union: \"x\", memberName: \"E\")
e: f64,
/// +k8s:zeroOrOneOfMember(union: \"x\")
f: bool,
/// +k8s:zeroOrOneOfMember(union: \"x\")
#[serde(skip_serializing_if = \"T::is_empty\")]
g: T,
/// +k8s:zeroOrOneOfMember(union: \"x\")
/// +k8s:format=date-time
#[serde(skip_serializing_if = \"String::is_empty\")]
h: String }",
        &[
            [
                "(has(self.a) ? 1 : 0) + ((has(self.b) && self.b.size() > 0) ? 1 : 0) + ((has(self.c) && self.c != '') ? 1 : 0) <= 1",
                "must specify at most one of: `a`, `b`, `c`",
                "",
                "",
            ],
            [
                "((has(self.d) && self.d != 0) ? 1 : 0) + ((has(self.e) && self.e != 0.0) ? 1 : 0) + ((has(self.f) && self.f) ? 1 : 0) \
                 + (has(self.g) ? 1 : 0) + (has(self.h) ? 1 : 0) <= 1",
                "must specify at most one of: `d`, `e`, `f`, `g`, `h`",
                "",
                "",
            ],
        ],
    );
}

#[test]
fn updates_without_an_extension_are_rules_of_the_struct() {
    say(
        "struct S {
/// +k8s:update=NoModify
/// +k8s:update=NoSet
a: Option<u8>,
/// +k8s:update=NoUnset
#[serde(rename = \"b.c\")]
b: Vec<u8> }",
        &[
            ["has(oldSelf.a) || !has(self.a)", "field cannot be set once created", ".a", ""],
            [
                "!has(self.a) || !has(oldSelf.a) || self.a == oldSelf.a",
                "field cannot be modified once set",
                ".a",
                "",
            ],
            [
                "!(has(oldSelf.b__dot__c) && oldSelf.b__dot__c.size() > 0) || (has(self.b__dot__c) && self.b__dot__c.size() > 0)",
                "field cannot be cleared once set",
                "['b.c']",
                "",
            ],
        ],
    );
    let of = item("struct S {\n/// +k8s:eachVal=+k8s:update=NoModify\na: BTreeMap<String, u8> }");
    let Body::Object(object) = &of.body else { panic!() };
    let each = &object.fields[0].each;
    assert_eq!((each.len(), each[0].words.rule.as_str()), (1, "self == oldSelf"));
    // An extension and a rule.
    let of =
        item("struct S {\n/// +k8s:update=NoRemoveItem\n/// +k8s:update=NoSet\na: BTreeMap<String, u8> }");
    let Body::Object(object) = &of.body else { panic!() };
    assert_eq!((of.rules.len(), object.fields[0].mark.is_some()), (1, true));
}

#[test]
fn dependencies_are_reported_at_the_other_field() {
    say(
        "struct S {
/// +k8s:dependentRequired(\"b\")
/// +k8s:dependentForbidden(c)
a: Option<u8>, b: Option<T>, c: String,
/// +k8s:alpha(since: \"1.37\")=+k8s:dependentRequired(\"a\")
d: Option<u8> }",
        &[
            ["!has(self.a) || has(self.b)", "must be set when a is set", ".b", "FieldValueRequired"],
            [
                "!has(self.a) || !(has(self.c) && self.c != '')",
                "may not be set when a is set",
                ".c",
                "FieldValueForbidden",
            ],
            ["!has(self.d) || has(self.a)", "must be set when d is set", ".a", "FieldValueRequired"],
        ],
    );
}

#[test]
fn monotonic_integers_are_fields_items_and_types() {
    let monotonic = "self >= oldSelf";
    let of = |text: &str| {
        let item = item(text);
        let fields = match &item.body {
            Body::Object(object) => &object.fields[..],
            Body::Transparent(field) => std::slice::from_ref(&**field),
            _ => &[],
        };
        let rules =
            item.rules.iter().chain(fields.iter().flat_map(|field| field.rules.iter().chain(&field.each)));
        rules.map(|rule| rule.words.rule.clone()).collect::<Vec<_>>()
    };
    assert_eq!(of("struct S {\n/// +k8s:monotonic\na: Option<i64> }"), [monotonic]);
    assert_eq!(of("struct S {\n/// +k8s:eachVal=+k8s:monotonic\na: BTreeMap<String, u8> }"), [monotonic]);
    assert_eq!(of("/// +k8s:monotonic\nstruct S(u32);"), [monotonic]);
    assert_eq!(of("struct S(\n/// +k8s:monotonic\nu32);"), [monotonic]);
}

#[test]
fn markers_without_a_meaning_are_refused() {
    at_field(
        "/// +k8s:monotonic\na: f64",
        &["2 marker-misplaced: `+k8s:monotonic` applies to integers, but this is a number"],
    );
    at_field(
        "/// +k8s:eachVal=+k8s:monotonic\na: Vec<u8>",
        &[
            "2 rule-invalid: the rule compares with the old item, but the items of this list have no keys to find it by",
        ],
    );
    at_field(
        "/// +k8s:eachVal=+k8s:update=NoModify\na: Vec<u8>",
        &[
            "2 marker-useless: `+k8s:eachVal=+k8s:update=NoModify` has no effect: a changed item is a different item",
        ],
    );
    at_field(
        "/// +k8s:eachVal=+k8s:update=NoSet\na: BTreeMap<String, u8>",
        &[
            "2 marker-useless: `+k8s:eachVal=+k8s:update=NoSet` has no effect on items and values, which are never unset",
        ],
    );
    at_field(
        "/// +k8s:update=NoSet\na: T",
        &["2 marker-useless: `+k8s:update=NoSet` has no effect: `a` is always set"],
    );
    at_field(
        "/// +k8s:update=NoSet\n/// +k8s:update=NoUnset\n/// +k8s:update=NoUnset\na: Option<u8>",
        &["4+3 marker-twice: duplicate marker `+k8s:update=NoUnset`"],
    );
    at_field(
        "/// +immutable\n/// +k8s:update=NoSet\na: Option<u8>",
        &["3+2 marker-useless: `+k8s:update=NoSet` has no effect: the field is already immutable"],
    );
    at_field(
        "/// +k8s:update=NoSet\n/// +k8s:update=NoUnset\n/// +k8s:update=NoModify\n/// +k8s:update=NoAddItem\na: BTreeMap<String, u8>",
        &[
            "2 marker-useless: `NoSet`, `NoUnset` and `NoModify` together allow no change, so `NoAddItem` and `NoRemoveItem` have no effect",
        ],
    );
    at_field(
        "/// +k8s:zeroOrOneOfMember\na: Option<u8>",
        &[
            "2 marker-useless: `+k8s:zeroOrOneOfMember` has no effect: no other field is a member of the union",
        ],
    );
    at_field(
        "/// +k8s:zeroOrOneOfMember\na: Option<u8>,\n/// +k8s:zeroOrOneOfMember\nb: T",
        &["4 union-member-required: `+k8s:zeroOrOneOfMember` is on `b`, which is always set"],
    );
    at_field(
        "/// +k8s:dependentRequired(\"a\")\na: Option<u8>",
        &["2 marker-argument: `+k8s:dependentRequired(\"a\")` does not name another field of this struct"],
    );
    at_field(
        "/// +k8s:dependentRequired\na: Option<u8>",
        &["2 marker-argument: invalid or missing argument in `+k8s:dependentRequired`"],
    );
    at_field(
        "/// +k8s:dependentRequired(\"b\")\na: Option<u8>, b: T",
        &[
            "2 marker-useless: `+k8s:dependentRequired(\"b\")` has no effect, or never holds: `b` is always set",
        ],
    );
    let one_of = |rest: &str| format!("/// +kubebuilder:validation:ExactlyOneOf=a;b\n{rest}");
    let marker = "`+kubebuilder:validation:ExactlyOneOf=a;b`";
    refused(
        &one_of("struct S { a: Option<u8>, c: Option<u8> }"),
        &[&format!("1 marker-argument: {marker} names no field of this struct: `b`")],
    );
    refused(
        &one_of("struct S { a: Option<u8>, b: u8 }"),
        &[&format!("1 marker-useless: {marker} names `b`, which is always set")],
    );
    refused(
        &one_of("enum E { A, B }"),
        &[&format!(
            "1 marker-misplaced: {marker} applies to maps and structs, but this is an enum, whose variants define its values"
        )],
    );
    at_field(
        "/// +kubebuilder:validation:ExactlyOneOf=a;b\na: T",
        &[&format!("2 marker-misplaced: {marker} is allowed on structs and enums, not on fields")],
    );
    refused(
        "enum E { A {\n/// +k8s:update=NoUnset\na: Option<u8> } }",
        &["2 rule-invalid: this rule has no effect: rules of the fields of variants are not in the schema"],
    );
}

#[test]
fn rules_of_items_of_items_are_refused() {
    let what = "is a rule of the items of items, which has no place";
    for marker in ["+crdc:rule=self > 1", "+k8s:monotonic", "+k8s:update=NoModify"] {
        at_field(
            &format!("/// +k8s:eachVal=+k8s:eachVal={marker}\na: BTreeMap<String, BTreeMap<String, u8>>"),
            &[&format!("2 marker-unsupported: `+k8s:eachVal=+k8s:eachVal={marker}` {what}")],
        );
    }
}
