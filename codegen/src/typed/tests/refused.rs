//! What is refused: the words, and the line of the marker.

use super::problems;

#[track_caller]
pub(super) fn refused(text: &str, expected: &[&str]) {
    assert_eq!(problems(text), expected, "{text}");
}

/// A field on line 2, whose markers begin there.
#[track_caller]
pub(super) fn at_field(text: &str, expected: &[&str]) {
    refused(&format!("struct S {{\n{text}\n}}"), expected);
}

#[test]
fn unknown_and_misspelt_markers() {
    at_field("/// +imutable\na: u8", &["2 marker-unknown: there is no marker `+imutable`"]);
    at_field("/// Words.\n/// +Immutable\na: u8", &["3 marker-unknown: there is no marker `+Immutable`"]);
    at_field("/// +k8s:imutable\na: u8", &["2 marker-unknown: there is no marker `+k8s:imutable`"]);
    at_field("/// +k8s:anything\na: u8", &["2 marker-unknown: there is no marker `+k8s:anything`"]);
    at_field(
        "/// +kubebuilder:validation:Maxlength=3\na: String",
        &["2 marker-unknown: there is no marker `+kubebuilder:validation:Maxlength`"],
    );
    let (_, problems) = super::read(&super::parse("struct S {\n/// +imutable\na: u8 }"));
    assert_eq!(problems.problems()[0].help, "did you mean `+immutable`?");
}

#[test]
fn arguments_that_are_not_what_they_should_be() {
    at_field(
        "/// +immutable=values\na: u8",
        &["2 marker-argument: `+immutable=values` is not how `+immutable` is written"],
    );
    at_field(
        "/// +immutable and so on\na: u8",
        &["2 marker-argument: `+immutable and so on` is not how `+immutable` is written"],
    );
    at_field(
        "/// +additionOnly=true\na: Vec<u8>",
        &["2 marker-argument: `+additionOnly=true` is not how `+additionOnly` is written"],
    );
    at_field(
        "/// +normalize\na: u8",
        &["2 marker-argument: `+normalize` is not how `+normalize` is written"],
    );
    at_field(
        "/// +listType=bag\na: Vec<u8>",
        &["2 marker-argument: `+listType=bag` is not how `+listType` is written"],
    );
    at_field(
        "/// +listMapKey\na: Vec<u8>",
        &["2 marker-argument: `+listMapKey` is not how `+listMapKey` is written"],
    );
    at_field(
        "/// +unionMember=\na: u8",
        &["2 marker-argument: `+unionMember=` is not how `+unionMember` is written"],
    );
    at_field(
        "/// +unionMember,maybe\na: u8",
        &["2 marker-argument: `+unionMember,maybe` is not how `+unionMember` is written"],
    );
    at_field(
        "/// +k8s:unionMember(name: \"x\")\na: u8",
        &["2 marker-argument: `+k8s:unionMember(name: \"x\")` is not how `+k8s:unionMember` is written"],
    );
    at_field(
        "/// +default=abc\na: String",
        &["2 marker-argument: `+default=abc` is not how `+default` is written"],
    );
    at_field(
        "/// +k8s:maxLength=-1\na: String",
        &["2 marker-argument: `+k8s:maxLength=-1` is not how `+k8s:maxLength` is written"],
    );
    at_field(
        "/// +k8s:minimum=low\na: u8",
        &["2 marker-argument: `+k8s:minimum=low` is not how `+k8s:minimum` is written"],
    );
    at_field(
        "/// +k8s:eachVal=x\na: Vec<u8>",
        &["2 marker-argument: `+k8s:eachVal=x` is not how `+k8s:eachVal` is written"],
    );
    let many = "kubebuilder:validation:MultipleOf=0";
    at_field(
        &format!("/// +{many}\na: u8"),
        &[&format!("2 marker-argument: `+{many}`: there are no multiples of what is not above zero")],
    );
    at_field(
        "/// +kubebuilder:validation:Enum=1;x\na: u8",
        &["2 marker-argument: `+kubebuilder:validation:Enum=1;x` admits \"x\", which is not an integer"],
    );
}

#[test]
fn markers_where_they_mean_nothing() {
    refused(
        "/// +immutable\nstruct A { a: u8 }",
        &[
            "1 marker-misplaced: `+immutable` stands at fields or items and values (`+k8s:eachVal=`), and this is a type",
        ],
    );
    refused(
        "enum A {\n/// +immutable\nB, C(u8) }",
        &[
            "2 marker-misplaced: `+immutable` stands at fields or items and values (`+k8s:eachVal=`), and this is a variant",
        ],
    );
    refused(
        "/// +enum\nstruct A { a: u8 }",
        &["1 marker-misplaced: `+enum` is for enums of unit variants, and this is none"],
    );
    refused(
        "/// +enum\nenum A { B(u8) }",
        &["1 marker-misplaced: `+enum` is for enums of unit variants, and this is none"],
    );
    at_field(
        "/// +enum\na: Kind",
        &["2 marker-misplaced: `+enum` stands at structs and enums, and this is a field"],
    );
    at_field(
        "/// +k8s:eachVal=+required\na: Vec<u8>",
        &["2 marker-misplaced: `+k8s:eachVal=+required` stands at fields, and this is for items and values"],
    );
    at_field(
        "/// +immutable\n#[serde(skip)]\na: u8",
        &["2 marker-misplaced: `+immutable` means nothing here: `a` is skipped: it is never written"],
    );
    at_field(
        "/// +immutable\n#[serde(flatten)]\na: Other",
        &[
            "2 marker-misplaced: `+immutable` means nothing here: `a` is flattened: it is no field of its own, but its fields are",
        ],
    );
    refused(
        "#[serde(into = \"String\")] struct A {\n/// +immutable\na: u8 }",
        &[
            "2 marker-misplaced: `+immutable` means nothing here: `A` is compared as a whole: it is not written as an object",
        ],
    );
    refused(
        "struct A(\n/// +immutable\nu8);",
        &[
            "2 marker-misplaced: `+immutable` stands in a newtype, which is what it holds: there is no field to set or clear",
        ],
    );
    refused(
        "/// +listType=set\nstruct A { a: u8 }",
        &[
            "1 marker-misplaced: `+listType=set` is for lists and sets, and this is a struct with fields of its own",
        ],
    );
    refused(
        "/// +k8s:minimum=1\nenum A { B }",
        &[
            "1 marker-misplaced: `+k8s:minimum=1` is for numbers, and this is an enum, whose variants say what it admits",
        ],
    );
    at_field(
        "/// +k8s:maxLength=1\na: Vec<String>",
        &["2 marker-misplaced: `+k8s:maxLength=1` is for texts, and this is a list"],
    );
    at_field(
        "/// +k8s:minimum=1\na: String",
        &["2 marker-misplaced: `+k8s:minimum=1` is for numbers, and this is a text"],
    );
    at_field(
        "/// +k8s:maxItems=1\na: Tags",
        &[
            "2 marker-misplaced: `+k8s:maxItems=1` is for lists and sets, and this is a type of its own, `Tags`",
        ],
    );
    at_field(
        "/// +listType=set\na: BTreeMap<String, u8>",
        &["2 marker-misplaced: `+listType=set` is for lists and sets, and this is a map"],
    );
    at_field(
        "/// +k8s:maxProperties=1\na: Vec<u8>",
        &["2 marker-misplaced: `+k8s:maxProperties=1` is for maps, and this is a list"],
    );
    at_field(
        "/// +mapType=atomic\na: Vec<u8>",
        &["2 marker-misplaced: `+mapType=atomic` is for maps and structs, and this is a list"],
    );
    at_field(
        "/// +nullable\na: u8",
        &["2 marker-misplaced: `+nullable` is for `Option`s, and this is an integer"],
    );
    at_field(
        "/// +kubebuilder:validation:Enum=true\na: bool",
        &[
            "2 marker-misplaced: `+kubebuilder:validation:Enum=true` is for texts and numbers, and this is a bool",
        ],
    );
    at_field(
        "/// +k8s:eachVal=+k8s:minimum=1\na: u8",
        &[
            "2 marker-misplaced: `+k8s:eachVal=+k8s:minimum=1` is for what a list or a map holds, and this is an integer",
        ],
    );
    at_field(
        "/// +k8s:eachVal=+k8s:minimum=1\na: Vec<String>",
        &["2 marker-misplaced: `+k8s:eachVal=+k8s:minimum=1` is for numbers, and this is a text"],
    );
    refused(
        "enum A {\n/// +unionMember\nB(u8) }",
        &["2 marker-misplaced: `+unionMember` stands at a variant, and its enum is no union of Kubernetes"],
    );
    refused(
        "#[crdc(union)] enum A {\n/// +unionMember\nB, C(u8) }",
        &["2 marker-misplaced: `+unionMember` stands at `B`, which holds nothing: it selects no member"],
    );
}

#[test]
fn markers_that_stand_twice() {
    at_field("/// +immutable\n/// +immutable\na: u8", &["3+2 marker-twice: `+immutable` stands twice"]);
    at_field(
        "/// +listType=set\n/// +k8s:listType=atomic\na: Vec<u8>",
        &["3+2 marker-twice: `+listType=set` and `+k8s:listType=atomic` say different things"],
    );
    at_field(
        "/// +k8s:maxLength=3\n#[validate(length(max = 4))]\na: String",
        &["3+2 marker-twice: `+k8s:maxLength=3` and `#[validate(length)]` say different things"],
    );
    at_field(
        "/// +listType=map\n/// +listMapKey=a\n/// +listMapKey=a\na: Vec<P>",
        &["4+3 marker-twice: `+listMapKey=a` stands twice"],
    );
}

#[test]
fn markers_of_other_tools_that_would_mean_something() {
    for (marker, meaning) in [
        (
            "k8s:item(name: \"x\")=+k8s:required",
            "k8s:item` is not understood here: it means a rule for one item of a list",
        ),
        (
            "k8s:zeroOrOneOfMember",
            "k8s:zeroOrOneOfMember` is not understood here: it means a union without a discriminator",
        ),
        (
            "kubebuilder:validation:XValidation:rule=\"x\"",
            "kubebuilder:validation:XValidation:rule` is not understood here: it means a rule in CEL, and those are not compiled yet",
        ),
        (
            "kubebuilder:validation:UniqueItems=true",
            "kubebuilder:validation:UniqueItems` is not understood here: it means `uniqueItems`, which servers refuse",
        ),
        (
            "union",
            "union` is not understood here: it means a union whose discriminator is found by its struct",
        ),
    ] {
        at_field(&format!("/// +{marker}\na: Vec<u8>"), &[&format!("2 marker-unsupported: `+{meaning}")]);
    }
    at_field(
        "/// +k8s:update=NoSet\na: u8",
        &["2 marker-unsupported: no extension says `NoSet` and nothing else"],
    );
    at_field(
        "/// +k8s:update=NoAddItem\n/// +k8s:update=NoModify\na: Vec<u8>",
        &["2 marker-unsupported: no extension says `NoAddItem` and `NoModify` and nothing else"],
    );
    at_field(
        "/// +k8s:format=k8s-uuid\na: String",
        &["2 marker-unsupported: no server knows the format `k8s-uuid` of a text"],
    );
    at_field(
        "/// +k8s:format=uuid\na: u8",
        &["2 marker-unsupported: no server knows the format `uuid` of an integer"],
    );
}

#[test]
fn marks_at_what_has_no_keys() {
    let code = "immutable-keys-misplaced";
    at_field(
        "/// +additionOnly\na: u8",
        &[&format!("2 {code}: `+additionOnly` stands at an integer: there are no keys here")],
    );
    at_field(
        "/// +additionOnly\na: Vec<u8>",
        &[&format!(
            "2 {code}: `+additionOnly` stands at a list: its items are told apart by their index alone"
        )],
    );
    at_field(
        "/// +listType=atomic\n/// +immutable=keys\na: Vec<u8>",
        &[&format!(
            "3 {code}: `+immutable=keys` stands at a list: its items are told apart by their index alone"
        )],
    );
    for mark in ["+immutable=keys", "+additionOnly", "+deletionOnly"] {
        at_field(
            &format!("/// +mapType=atomic\n/// {mark}\na: BTreeMap<String, u8>"),
            &[&format!("3 {code}: `{mark}` stands at a map: an atomic map is one value")],
        );
    }
    at_field(
        "/// +immutable=keys\na: HashSet<u8>",
        &[&format!("2 {code}: `+immutable=keys` stands at a set: its items are its keys")],
    );
    at_field(
        "/// +deletionOnly\na: Option<Labels>",
        &[&format!(
            "2 {code}: `+deletionOnly` stands at a type of its own, `Labels`: no keys can be seen here"
        )],
    );
    at_field(
        "/// +k8s:eachVal=+additionOnly\na: BTreeMap<String, u8>",
        &[&format!("2 {code}: `+k8s:eachVal=+additionOnly` stands at an integer: there are no keys here")],
    );
}

#[test]
fn marks_that_exclude_each_other() {
    let map = "BTreeMap<String, u8>";
    at_field(
        &format!("/// +immutable\n/// +immutable=keys\na: {map}"),
        &["3+2 immutable-conflict: `+immutable=keys` cannot stand beside `+immutable`"],
    );
    at_field(
        &format!("/// +additionOnly\n/// Words.\n/// +deletionOnly\na: {map}"),
        &["4+2 immutable-conflict: `+deletionOnly` cannot stand beside `+additionOnly`"],
    );
    at_field(
        &format!("/// +additionOnly\n/// +immutable\n/// +deletionOnly\na: {map}"),
        &["4+2 immutable-conflict: `+deletionOnly` cannot stand beside `+additionOnly`"],
    );
    at_field(
        "/// +immutable\n/// +k8s:eachVal=+k8s:immutable\na: Vec<u8>",
        &["3+2 marker-useless: `+k8s:eachVal=+k8s:immutable` says nothing: everything here is immutable"],
    );
    at_field(
        "/// +k8s:eachVal=+k8s:immutable\na: BTreeSet<u8>",
        &[
            "2 marker-useless: `+k8s:eachVal=+k8s:immutable` has nothing to check in the items of a set: one that is changed is another item",
        ],
    );
    at_field(
        "/// +immutable\nmetadata: Option<ObjectMeta>",
        &[
            "2 immutable-metadata: `+immutable` cannot stand at metadata: the server and controllers write there",
        ],
    );
}

#[test]
fn presence_and_types_disagree() {
    let skip = "#[serde(skip_serializing_if = \"Vec::is_empty\")]";
    at_field(
        &format!("/// +required\n{skip}\na: Vec<u8>"),
        &[
            "2+3 presence-conflict: `+required` says that `a` is always there, and it is skipped where a function says so",
        ],
    );
    at_field(
        "/// +optional\n/// +required\na: Option<u8>",
        &["2+3 presence-conflict: `+optional` cannot stand beside `+required`"],
    );
    at_field(
        "/// +optional\na: u8",
        &["2 presence-conflict: `+optional` says that `a` may be absent, and reading it would fail then"],
    );
    at_field(
        "/// +normalize=undefined\na: u8",
        &["2 normalize-misplaced: `+normalize=undefined` stands at what is never null or empty"],
    );
    at_field(
        "/// +normalize=undefined\na: Vec<u8>",
        &[
            "2 normalize-misplaced: `+normalize=undefined` makes `a` absent, which it cannot be: it is always written",
        ],
    );
    at_field(
        "/// +normalize=undefined\na: Option<Vec<u8>>",
        &[
            "2 normalize-misplaced: `+normalize=undefined` makes `a` absent, which it cannot be: `None` is written as null",
        ],
    );
    at_field(
        "/// +default=null\na: Option<u8>",
        &["2 default-invalid: `+default=null` says nothing: null is no default"],
    );
    at_field(
        "/// +default=\"x\"\na: u8",
        &["2 default-invalid: `+default=\"x\"` is not a value that `a` admits, which is an integer"],
    );
    at_field(
        "/// +default=300\na: u8",
        &["2 default-invalid: `+default=300` is not a value that `a` admits, which is an integer"],
    );
    at_field(
        "/// +k8s:maxLength=1\n/// +default=\"xy\"\na: String",
        &["3 default-invalid: `+default=\"xy\"` is not a value that `a` admits, which is a text"],
    );
}

#[test]
fn keywords_that_no_server_takes() {
    at_field(
        "/// +kubebuilder:validation:Pattern=a(\na: String",
        &[
            "2 pattern-invalid: `+kubebuilder:validation:Pattern=a(` is no regular expression of RE2: error parsing regexp: missing closing ): `a(`",
        ],
    );
    at_field(
        "/// +kubebuilder:validation:ExclusiveMinimum=true\na: u8",
        &[
            "2 marker-useless: `+kubebuilder:validation:ExclusiveMinimum=true` excludes the minimum, and there is none",
        ],
    );
    at_field(
        "#[validate(length(max = MOST))]\na: String",
        &[
            "2 attribute-invalid: `#[validate(length)]` asks for what is no literal, which cannot be read here",
        ],
    );
    at_field(
        "#[validate(regex(path = *RE))]\na: String",
        &[
            "2 attribute-invalid: `#[validate(regex)]` asks for a pattern that is no literal, which cannot be read here",
        ],
    );
}

#[test]
fn lists_and_their_keys() {
    at_field(
        "/// +listType=map\na: Vec<Port>",
        &["2 list-map-keys: `+listType=map` needs the fields that tell its items apart"],
    );
    at_field(
        "/// +listMapKey=name\na: Vec<Port>",
        &["2 list-map-keys: `+listMapKey=name` makes `name` a key, and the list is not of type `map`"],
    );
    at_field(
        "/// +listType=set\n/// +listMapKey=name\na: Vec<Port>",
        &["3+2 list-map-keys: `+listMapKey=name` makes `name` a key, and the list is not of type `map`"],
    );
    at_field(
        "/// +listType=map\n/// +listMapKey=name\na: Vec<String>",
        &["2 list-map-items: items of a list of type `map` are structs, and each of these is a text"],
    );
    at_field(
        "/// +listType=map\n/// +listMapKey=name\na: Vec<Option<Port>>",
        &["2 list-nullable: `+listType=map` is for items that are never null, and these are `Option`s"],
    );
    at_field(
        "/// +listType=set\na: Vec<Option<u8>>",
        &["2 list-nullable: `+listType=set` is for items that are never null, and these are `Option`s"],
    );
    at_field(
        "/// +listType=set\na: Vec<BTreeMap<String, u8>>",
        &["2 list-set-items: items of a set must be atomic, and each of these is a map"],
    );
}

#[test]
fn names_in_json_are_told_apart() {
    at_field(
        "a: u8,\n#[serde(rename = \"a\")]\nb: u8",
        &["4+2 written-twice: two fields are written as `a`"],
    );
    at_field("#[serde(rename = \"a\", skip_serializing)]\nc: u8,\na: u8", &[]);
    refused(
        "#[serde(tag = \"a\")] struct A {\na: u8 }",
        &["2 written-twice: `a` is written twice: as this field, and as the tag of the struct"],
    );
    refused(
        "enum A { B,\n#[serde(rename = \"B\")] C }",
        &["2+1 written-twice: two variants are written as `B`"],
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
        ("kubebuilder:validation:Whatever", "write one of those that `docs/markers.md` lists, or remove it"),
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
            "1 marker-unknown: there is no marker `+imutable`",
            "3 immutable-keys-misplaced: `+additionOnly` stands at an integer: there are no keys here",
            "7 marker-argument: `+listType=bag` is not how `+listType` is written",
            "9 presence-conflict: `+optional` says that `c` may be absent, and reading it would fail then",
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
        text.contains("`+immutable` stands twice\\n  help: keep one of them\\n  code: marker-twice"),
        "{text}"
    );
    assert_eq!(text.matches("compile_error").count(), 2);
}
