//! Rejected items: the message and the line of the marker.

use super::problems;

#[track_caller]
pub(super) fn refused(text: &str, expected: &[&str]) {
    assert_eq!(problems(text), expected, "{text}");
}

/// A field whose markers begin on line 2.
#[track_caller]
pub(super) fn at_field(text: &str, expected: &[&str]) {
    refused(&format!("struct S {{\n{text}\n}}"), expected);
}

#[test]
fn unknown_and_misspelt_markers() {
    at_field("/// +imutable\na: u8", &["2 marker-unknown: unknown marker `+imutable`"]);
    at_field("/// Words.\n/// +Immutable\na: u8", &["3 marker-unknown: unknown marker `+Immutable`"]);
    at_field("/// +k8s:imutable\na: u8", &["2 marker-unknown: unknown marker `+k8s:imutable`"]);
    at_field("/// +k8s:anything\na: u8", &["2 marker-unknown: unknown marker `+k8s:anything`"]);
    at_field(
        "/// +kubebuilder:validation:Maxlength=3\na: String",
        &["2 marker-unknown: unknown marker `+kubebuilder:validation:Maxlength`"],
    );
    let (_, problems) = super::read(&super::parse("struct S {\n/// +imutable\na: u8 }"));
    assert_eq!(problems.problems()[0].help, "did you mean `+immutable`?");
}

#[test]
fn arguments_that_are_not_what_they_should_be() {
    at_field(
        "/// +immutable=values\na: u8",
        &["2 marker-argument: invalid or missing argument in `+immutable=values`"],
    );
    at_field(
        "/// +immutable and so on\na: u8",
        &["2 marker-argument: invalid or missing argument in `+immutable and so on`"],
    );
    at_field(
        "/// +additionOnly=true\na: Vec<u8>",
        &["2 marker-argument: invalid or missing argument in `+additionOnly=true`"],
    );
    at_field("/// +normalize\na: u8", &["2 marker-argument: invalid or missing argument in `+normalize`"]);
    at_field(
        "/// +listType=bag\na: Vec<u8>",
        &["2 marker-argument: invalid or missing argument in `+listType=bag`"],
    );
    at_field(
        "/// +listMapKey\na: Vec<u8>",
        &["2 marker-argument: invalid or missing argument in `+listMapKey`"],
    );
    at_field(
        "/// +unionMember=\na: u8",
        &["2 marker-argument: invalid or missing argument in `+unionMember=`"],
    );
    at_field(
        "/// +unionMember,maybe\na: u8",
        &["2 marker-argument: invalid or missing argument in `+unionMember,maybe`"],
    );
    at_field(
        "/// +k8s:unionMember(name: \"x\")\na: u8",
        &["2 marker-argument: invalid or missing argument in `+k8s:unionMember(name: \"x\")`"],
    );
    at_field(
        "/// +default=abc\na: String",
        &["2 marker-argument: invalid or missing argument in `+default=abc`"],
    );
    at_field(
        "/// +k8s:maxLength=-1\na: String",
        &["2 marker-argument: invalid or missing argument in `+k8s:maxLength=-1`"],
    );
    at_field(
        "/// +k8s:minimum=low\na: u8",
        &["2 marker-argument: invalid or missing argument in `+k8s:minimum=low`"],
    );
    at_field(
        "/// +k8s:eachVal=x\na: Vec<u8>",
        &["2 marker-argument: invalid or missing argument in `+k8s:eachVal=x`"],
    );
    let many = "kubebuilder:validation:MultipleOf=0";
    at_field(
        &format!("/// +{many}\na: u8"),
        &[&format!("2 marker-argument: `+{many}`: the number must be greater than 0")],
    );
    at_field(
        "/// +kubebuilder:validation:Enum=1;x\na: u8",
        &["2 marker-argument: `+kubebuilder:validation:Enum=1;x` lists \"x\", which is not an integer"],
    );
}

#[test]
fn markers_where_they_mean_nothing() {
    refused(
        "/// +immutable\nstruct A { a: u8 }",
        &[
            "1 marker-misplaced: `+immutable` is allowed on fields or items and values (`+k8s:eachVal=`), not on types",
        ],
    );
    refused(
        "enum A {\n/// +immutable\nB, C(u8) }",
        &[
            "2 marker-misplaced: `+immutable` is allowed on fields or items and values (`+k8s:eachVal=`), not on variants",
        ],
    );
    refused(
        "/// +enum\nstruct A { a: u8 }",
        &["1 marker-misplaced: `+enum` applies to enums of unit variants, but this is not one"],
    );
    refused(
        "/// +enum\nenum A { B(u8) }",
        &["1 marker-misplaced: `+enum` applies to enums of unit variants, but this is not one"],
    );
    at_field(
        "/// +enum\na: Kind",
        &["2 marker-misplaced: `+enum` is allowed on structs and enums, not on fields"],
    );
    at_field(
        "/// +k8s:eachVal=+required\na: Vec<u8>",
        &["2 marker-misplaced: `+k8s:eachVal=+required` is allowed on fields, not on items and values"],
    );
    at_field(
        "/// +immutable\n#[serde(skip)]\na: u8",
        &["2 marker-misplaced: `+immutable` has no effect here: `a` is skipped and never serialized"],
    );
    at_field(
        "/// +immutable\n#[serde(flatten)]\na: Other",
        &["2 marker-misplaced: `+immutable` has no effect here: `a` is flattened and not a field in JSON"],
    );
    refused(
        "#[serde(into = \"String\")] struct A {\n/// +immutable\na: u8 }",
        &[
            "2 marker-misplaced: `+immutable` has no effect here: `A` is compared as a whole because it is not serialized as an object",
        ],
    );
    refused(
        "struct A(\n/// +immutable\nu8);",
        &["2 marker-misplaced: `+immutable` is not allowed in a newtype, which has no field in JSON"],
    );
    refused(
        "/// +listType=set\nstruct A { a: u8 }",
        &["1 marker-misplaced: `+listType=set` applies to lists and sets, but this is a struct with fields"],
    );
    refused(
        "/// +k8s:minimum=1\nenum A { B }",
        &[
            "1 marker-misplaced: `+k8s:minimum=1` applies to numbers, but this is an enum, whose variants define its values",
        ],
    );
    at_field(
        "/// +k8s:maxLength=1\na: Vec<String>",
        &["2 marker-misplaced: `+k8s:maxLength=1` applies to strings, but this is a list"],
    );
    at_field(
        "/// +k8s:minimum=1\na: String",
        &["2 marker-misplaced: `+k8s:minimum=1` applies to numbers, but this is a string"],
    );
    at_field(
        "/// +k8s:maxItems=1\na: Tags",
        &[
            "2 marker-misplaced: `+k8s:maxItems=1` applies to lists and sets, but this is a value of type `Tags`",
        ],
    );
    at_field(
        "/// +listType=set\na: BTreeMap<String, u8>",
        &["2 marker-misplaced: `+listType=set` applies to lists and sets, but this is a map"],
    );
    at_field(
        "/// +k8s:maxProperties=1\na: Vec<u8>",
        &["2 marker-misplaced: `+k8s:maxProperties=1` applies to maps, but this is a list"],
    );
    at_field(
        "/// +mapType=atomic\na: Vec<u8>",
        &["2 marker-misplaced: `+mapType=atomic` applies to maps and structs, but this is a list"],
    );
    at_field(
        "/// +nullable\na: u8",
        &["2 marker-misplaced: `+nullable` applies to `Option`s, but this is an integer"],
    );
    at_field(
        "/// +kubebuilder:validation:Enum=true\na: bool",
        &[
            "2 marker-misplaced: `+kubebuilder:validation:Enum=true` applies to strings and numbers, but this is a bool",
        ],
    );
    at_field(
        "/// +k8s:eachVal=+k8s:minimum=1\na: u8",
        &[
            "2 marker-misplaced: `+k8s:eachVal=+k8s:minimum=1` applies to items of a list or values of a map, but this is an integer",
        ],
    );
    at_field(
        "/// +k8s:eachVal=+k8s:minimum=1\na: Vec<String>",
        &["2 marker-misplaced: `+k8s:eachVal=+k8s:minimum=1` applies to numbers, but this is a string"],
    );
    refused(
        "enum A {\n/// +unionMember\nB(u8) }",
        &["2 marker-misplaced: `+unionMember` is on a variant, but its enum is not a union"],
    );
    refused(
        "#[crdc(union)] enum A {\n/// +unionMember\nB, C(u8) }",
        &["2 marker-misplaced: `+unionMember` is on `B`, which holds no value and selects no member"],
    );
}

#[test]
fn markers_that_stand_twice() {
    at_field("/// +immutable\n/// +immutable\na: u8", &["3+2 marker-twice: duplicate marker `+immutable`"]);
    at_field(
        "/// +listType=set\n/// +k8s:listType=atomic\na: Vec<u8>",
        &["3+2 marker-twice: `+listType=set` and `+k8s:listType=atomic` conflict"],
    );
    at_field(
        "/// +listType=set\n/// +listType=map\n/// +listMapKey=name\na: Vec<T>",
        &["3+2 marker-twice: `+listType=set` and `+listType=map` conflict"],
    );
    at_field(
        "/// +k8s:maxLength=3\n#[validate(length(max = 4))]\na: String",
        &["3+2 marker-twice: `+k8s:maxLength=3` and `#[validate(length)]` conflict"],
    );
    at_field(
        "/// +listType=map\n/// +listMapKey=a\n/// +listMapKey=a\na: Vec<P>",
        &["4+3 marker-twice: duplicate marker `+listMapKey=a`"],
    );
}

#[test]
fn markers_of_other_tools_that_would_mean_something() {
    for (marker, meaning) in [
        ("k8s:item(name: \"x\")=+k8s:required", "k8s:item`: it declares a rule for one item of a list"),
        (
            "kubebuilder:validation:UniqueItems=true",
            "kubebuilder:validation:UniqueItems`: it declares `uniqueItems`, which servers refuse",
        ),
        ("union", "union`: it declares a struct that is a union"),
    ] {
        at_field(
            &format!("/// +{marker}\na: Vec<u8>"),
            &[&format!("2 marker-unsupported: unsupported marker `+{meaning}")],
        );
    }
    at_field(
        "/// +k8s:format=k8s-uuid\na: String",
        &["2 marker-unsupported: unknown format `k8s-uuid` for a string"],
    );
    at_field("/// +k8s:format=uuid\na: u8", &["2 marker-unsupported: unknown format `uuid` for an integer"]);
}

#[test]
fn marks_at_what_has_no_keys() {
    let code = "immutable-keys-misplaced";
    at_field(
        "/// +additionOnly\na: u8",
        &[&format!("2 {code}: `+additionOnly` is not allowed on an integer: it has no keys")],
    );
    at_field(
        "/// +additionOnly\na: Vec<u8>",
        &[&format!(
            "2 {code}: `+additionOnly` is not allowed on a list: its items are identified only by index"
        )],
    );
    at_field(
        "/// +listType=atomic\n/// +immutable=keys\na: Vec<u8>",
        &[&format!(
            "3 {code}: `+immutable=keys` is not allowed on a list: its items are identified only by index"
        )],
    );
    for mark in ["+immutable=keys", "+additionOnly", "+deletionOnly"] {
        at_field(
            &format!("/// +mapType=atomic\n/// {mark}\na: BTreeMap<String, u8>"),
            &[&format!("3 {code}: `{mark}` is not allowed on a map: an atomic map is a single value")],
        );
    }
    at_field(
        "/// +immutable=keys\na: HashSet<u8>",
        &[&format!("2 {code}: `+immutable=keys` is not allowed on a set: its items are its keys")],
    );
    at_field(
        "/// +deletionOnly\na: Option<Labels>",
        &[&format!(
            "2 {code}: `+deletionOnly` is not allowed on a value of type `Labels`: its keys are not known here"
        )],
    );
    at_field(
        "/// +k8s:eachVal=+additionOnly\na: BTreeMap<String, u8>",
        &[&format!("2 {code}: `+k8s:eachVal=+additionOnly` is not allowed on an integer: it has no keys")],
    );
}

#[test]
fn marks_that_exclude_each_other() {
    let map = "BTreeMap<String, u8>";
    at_field(
        &format!("/// +immutable\n/// +immutable=keys\na: {map}"),
        &["3+2 immutable-conflict: `+immutable=keys` conflicts with `+immutable`"],
    );
    at_field(
        &format!("/// +additionOnly\n/// Words.\n/// +deletionOnly\na: {map}"),
        &["4+2 immutable-conflict: `+deletionOnly` conflicts with `+additionOnly`"],
    );
    at_field(
        &format!("/// +additionOnly\n/// +immutable\n/// +deletionOnly\na: {map}"),
        &["4+2 immutable-conflict: `+deletionOnly` conflicts with `+additionOnly`"],
    );
    at_field(
        "/// +immutable\n/// +k8s:eachVal=+k8s:immutable\na: Vec<u8>",
        &[
            "3+2 marker-useless: `+k8s:eachVal=+k8s:immutable` has no effect: the whole value is already immutable",
        ],
    );
    at_field(
        "/// +k8s:eachVal=+k8s:immutable\na: BTreeSet<u8>",
        &[
            "2 marker-useless: `+k8s:eachVal=+k8s:immutable` has no effect on the items of a set: a changed item is a different item",
        ],
    );
    at_field(
        "/// +immutable\nmetadata: Option<ObjectMeta>",
        &[
            "2 immutable-metadata: `+immutable` is not allowed on metadata, which the server and controllers write",
        ],
    );
}

#[test]
fn presence_and_types_disagree() {
    let skip = "#[serde(skip_serializing_if = \"Vec::is_empty\")]";
    at_field(
        &format!("/// +required\n{skip}\na: Vec<u8>"),
        &["2+3 presence-conflict: `+required` requires `a`, but `skip_serializing_if` may omit it"],
    );
    at_field(
        "/// +optional\n/// +required\na: Option<u8>",
        &["2+3 presence-conflict: `+optional` conflicts with `+required`"],
    );
    at_field(
        "/// +optional\na: u8",
        &["2 presence-conflict: `+optional` allows `a` to be absent, but deserialization would then fail"],
    );
    at_field(
        "/// +normalize=undefined\na: u8",
        &["2 normalize-misplaced: `+normalize=undefined` is on a field that is never null or empty"],
    );
    at_field(
        "/// +normalize=undefined\na: Vec<u8>",
        &["2 normalize-misplaced: `+normalize=undefined` cannot make `a` absent: it is always serialized"],
    );
    at_field(
        "/// +normalize=undefined\na: Option<Vec<u8>>",
        &[
            "2 normalize-misplaced: `+normalize=undefined` cannot make `a` absent: `None` is serialized as null",
        ],
    );
    at_field(
        "/// +default=null\na: Option<u8>",
        &["2 default-invalid: `+default=null` has no effect: null is not a valid default"],
    );
    at_field(
        "/// +default=\"x\"\na: u8",
        &["2 default-invalid: `+default=\"x\"` is not a valid value for `a`, which is an integer"],
    );
    at_field(
        "/// +default=300\na: u8",
        &["2 default-invalid: `+default=300` is not a valid value for `a`, which is an integer"],
    );
    at_field(
        "/// +k8s:maxLength=1\n/// +default=\"xy\"\na: String",
        &["3 default-invalid: `+default=\"xy\"` is not a valid value for `a`, which is a string"],
    );
}

#[test]
fn keywords_that_no_server_takes() {
    at_field(
        "/// +kubebuilder:validation:Pattern=a(\na: String",
        &[
            "2 pattern-invalid: `+kubebuilder:validation:Pattern=a(` is not a valid RE2 regular expression: error parsing regexp: missing closing ): `a(`",
        ],
    );
    at_field(
        "/// +kubebuilder:validation:ExclusiveMinimum=true\na: u8",
        &[
            "2 marker-useless: `+kubebuilder:validation:ExclusiveMinimum=true` has no effect without a minimum",
        ],
    );
    at_field(
        "#[validate(length(max = true))]\na: String",
        &["2 attribute-invalid: `#[validate(length)]` is not supported for this value"],
    );
    at_field(
        "#[validate(regex(path = *RE))]\na: String",
        &["2 attribute-invalid: `#[validate(regex)]` is not supported for a pattern that is not a literal"],
    );
}

#[test]
fn lists_and_their_keys() {
    at_field(
        "/// +listType=map\na: Vec<Port>",
        &["2 list-map-keys: `+listType=map` requires at least one `+listMapKey`"],
    );
    at_field(
        "/// +listMapKey=name\na: Vec<Port>",
        &["2 list-map-keys: `+listMapKey=name` declares the key `name`, but the list is not of type `map`"],
    );
    at_field(
        "/// +listType=set\n/// +listMapKey=name\na: Vec<Port>",
        &["3+2 list-map-keys: `+listMapKey=name` declares the key `name`, but the list is not of type `map`"],
    );
    at_field(
        "/// +listType=map\n/// +listMapKey=name\na: Vec<String>",
        &["2 list-map-items: items of a list of type `map` must be structs, but each item is a string"],
    );
    at_field(
        "/// +listType=map\n/// +listMapKey=name\na: Vec<Option<Port>>",
        &["2 list-nullable: `+listType=map` requires items that are never null, but these are `Option`s"],
    );
    at_field(
        "/// +listType=set\na: Vec<Option<u8>>",
        &["2 list-nullable: `+listType=set` requires items that are never null, but these are `Option`s"],
    );
    at_field(
        "/// +listType=set\na: Vec<BTreeMap<String, u8>>",
        &["2 list-set-items: items of a set must be atomic, but each item is a map"],
    );
}

#[test]
fn names_in_json_are_told_apart() {
    at_field(
        "a: u8,\n#[serde(rename = \"a\")]\nb: u8",
        &["4+2 written-twice: two fields are serialized as `a`"],
    );
    at_field("#[serde(rename = \"a\", skip_serializing)]\nc: u8,\na: u8", &[]);
    refused(
        "#[serde(tag = \"a\")] struct A {\na: u8 }",
        &["2 written-twice: `a` is serialized twice: as this field and as the tag of the struct"],
    );
    refused(
        "enum A { B,\n#[serde(rename = \"B\")] C }",
        &["2+1 written-twice: two variants are serialized as `B`"],
    );
    refused("#[serde(untagged)] enum A { B(u8), #[serde(rename = \"B\")] C(String) }", &[]);
    refused("enum A { B, #[serde(rename = \"B\", skip)] C }", &[]);
}

#[test]
fn what_is_misspelt_is_held_against_its_own_kind() {
    for (written, meant) in [
        ("kubebuilder:validation:MaxLenght=3", "did you mean `+kubebuilder:validation:MaxLength`?"),
        ("k8s:additionOnly", "did you mean `+additionOnly`?"),
        ("listMapkey=a", "did you mean `+listMapKey`?"),
        ("kubebuilder:validation:Whatever", "use a marker that `docs/markers.md` lists, or remove it"),
    ] {
        let (_, problems) = super::read(&super::parse(&format!("struct S {{\n/// +{written}\na: u8 }}")));
        assert_eq!(problems.problems()[0].help, meant, "{written}");
    }
}

#[test]
fn all_is_told_at_once_each_at_its_own_line() {
    refused(
        "/// +imutable\nstruct S {\n/** Words.\n * +additionOnly\n */\na: u8,\n#[doc = \"+listType=bag\"]\nb: Vec<u8>,\n/// +optional\nc: u8 }",
        &[
            "1 marker-unknown: unknown marker `+imutable`",
            "3 immutable-keys-misplaced: `+additionOnly` is not allowed on an integer: it has no keys",
            "7 marker-argument: invalid or missing argument in `+listType=bag`",
            "9 presence-conflict: `+optional` allows `c` to be absent, but deserialization would then fail",
        ],
    );
}

#[test]
fn errors_are_compile_errors_at_the_places_with_code_and_help() {
    let (_, found) = super::read(&super::parse("struct S {\n/// +immutable\n/// +immutable\na: u8 }"));
    let tokens: Vec<proc_macro2::TokenTree> = found.compile_errors().into_iter().collect();
    let lines: std::collections::BTreeSet<usize> =
        tokens.iter().map(|token| token.span().start().line).collect();
    assert_eq!(lines.into_iter().collect::<Vec<_>>(), [2, 3]);
    let text = found.compile_errors().to_string();
    assert!(
        text.contains("duplicate marker `+immutable`\\n  help: keep one of them\\n  code: marker-twice"),
        "{text}"
    );
    assert_eq!(text.matches("compile_error").count(), 2);
}
