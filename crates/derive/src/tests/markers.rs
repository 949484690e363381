//! The meaning of markers, in all their spellings.

use super::super::markers::{REGISTRY, Stand};
use super::super::{Form, ListKind};
use super::{field, item, object, problems};
use crdc_vocabulary::Immutability;

fn mark(text: &str) -> Option<Immutability> {
    field(text).mark.map(|(mark, _)| mark)
}

#[test]
fn marks_have_one_meaning_in_all_spellings() {
    assert_eq!(mark("/// +immutable\na: u8"), Some(Immutability::Immutable));
    assert_eq!(mark("/// +k8s:immutable\na: u8"), Some(Immutability::Immutable));
    assert_eq!(mark("/// +immutable\n/// +k8s:immutable\na: u8"), Some(Immutability::Immutable));
    assert_eq!(
        mark("/// +k8s:update=NoSet\n/// +k8s:update=NoUnset\n/// +k8s:update=NoModify\na: u8"),
        Some(Immutability::Immutable)
    );
    let map = "BTreeMap<String, u8>";
    assert_eq!(mark(&format!("/// +immutable=keys\na: {map}")), Some(Immutability::ImmutableKeys));
    assert_eq!(mark(&format!("/// +additionOnly\na: Option<{map}>")), Some(Immutability::AdditionOnly));
    assert_eq!(mark(&format!("/// +deletionOnly // so\na: {map}")), Some(Immutability::DeletionOnly));
    assert_eq!(mark(&format!("/// +k8s:update=NoRemoveItem\na: {map}")), Some(Immutability::AdditionOnly));
    assert_eq!(mark(&format!("/// +k8s:update=NoAddItem\na: {map}")), Some(Immutability::DeletionOnly));
    assert_eq!(
        mark(&format!("/// +k8s:update=NoAddItem\n/// +k8s:update=NoRemoveItem\na: {map}")),
        Some(Immutability::ImmutableKeys)
    );
    assert_eq!(mark("/// +additionOnly\na: HashSet<u8>"), Some(Immutability::AdditionOnly));
    assert_eq!(mark("/// +k8s:alpha(since: \"1.35\")=+k8s:immutable\na: u8"), Some(Immutability::Immutable));
}

#[test]
fn items_and_values_have_marks_of_their_own() {
    let Form::List { mark, .. } = field("/// +k8s:eachVal=+k8s:immutable\na: Vec<Port>").form else {
        panic!()
    };
    assert_eq!(mark.map(|(mark, _)| mark), Some(Immutability::Immutable));
    let of = "/// +k8s:eachVal=+k8s:update=NoRemoveItem\na: BTreeMap<String, BTreeMap<String, u8>>";
    let Form::Map { mark, .. } = field(of).form else { panic!() };
    assert_eq!(mark.map(|(mark, _)| mark), Some(Immutability::AdditionOnly));
}

#[test]
fn lists_have_types() {
    let kind = |text: &str| match field(text).form.core().clone() {
        Form::List { kind: ListKind::Map(keys), .. } => {
            keys.into_iter().map(|key| key.name).collect::<Vec<_>>().join(",")
        }
        Form::List { kind, .. } => format!("{kind:?}"),
        _ => panic!("{text}"),
    };
    assert_eq!(kind("a: Vec<u8>"), "Plain");
    assert_eq!(kind("a: BTreeSet<u8>"), "Set");
    assert_eq!(kind("/// +listType=atomic\na: BTreeSet<u8>"), "Atomic");
    assert_eq!(kind("/// +listType=set\na: Option<Box<[u8]>>"), "Set");
    assert_eq!(kind("/// +k8s:listType=\"set\"\n/// +listType=set\na: Vec<u8>"), "Set");
    let keys = "/// +listType=map\n/// +listMapKey=port\n/// +listMapKey=protocol\n/// +k8s:listMapKey=port\na: Vec<Port>";
    assert_eq!(kind(keys), "port,protocol");
    let extend = "#[schemars(extend(\"x-kubernetes-list-type\" = \"map\", \"x-kubernetes-list-map-keys\" = [\"a\", \"b\"]))]";
    assert_eq!(kind(&format!("{extend} a: Vec<Port>")), "a,b");
    let kube = "#[x_kube(merge_strategy = kube::core::ListMerge::Map(vec![\"a\".into(), \"b\".into()]))]";
    assert_eq!(kind(&format!("{kube} a: Vec<Port>")), "a,b");
    assert_eq!(kind("#[x_kube(merge_strategy = ListMerge::Set)] a: Vec<u8>"), "Set");
    // The markers of a newtype apply to its field.
    let super::super::Body::Transparent(inner) = item("/// +listType=set\nstruct A(Vec<u8>);").body else {
        panic!()
    };
    assert!(matches!(inner.form, Form::List { kind: ListKind::Set, .. }));
    let atomic = field("/// +mapType=atomic\na: BTreeMap<String, u8>").form;
    assert!(matches!(atomic, Form::Map { atomic: true, .. }));
    assert!(field("/// +structType=atomic\na: Port").form.constraints().atomic);
    assert!(object("/// +mapType=atomic\nstruct A { a: u8 }").atomic);
}

#[test]
fn keywords_have_one_meaning_in_all_spellings() {
    let constraints = |text: &str| field(text).form.constraints().clone();
    for text in [
        "/// +k8s:minLength=1\n/// +k8s:maxLength=3\na: String",
        "/// +kubebuilder:validation:MinLength=1\n/// +kubebuilder:validation:MaxLength:=3\na: Option<String>",
        "#[schemars(length(min = 1, max = 3))] a: String",
        "#[validate(length(min = 1, max = \"3\"))] a: String",
        "#[garde(length(min = 1))]\n/// +k8s:minLength=1\n/// +k8s:maxLength=3\na: String",
    ] {
        let constraints = constraints(text);
        assert_eq!((constraints.min_length, constraints.max_length), (Some(1), Some(3)), "{text}");
    }
    let numbers = constraints(
        "/// +k8s:minimum=-1.5\n/// +kubebuilder:validation:Maximum=9\n/// +kubebuilder:validation:ExclusiveMaximum=true\n\
         /// +kubebuilder:validation:ExclusiveMinimum=false\n/// +kubebuilder:validation:MultipleOf=0.5\na: f64",
    );
    assert_eq!((numbers.minimum, numbers.maximum), (Some((-1.5, false)), Some((9.0, true))));
    assert_eq!(numbers.multiple_of, Some(0.5));
    assert_eq!(constraints("#[validate(range(min = -1, max = 2.5))] a: f64").minimum, Some((-1.0, false)));
    let counts = constraints("/// +k8s:minItems=1\n/// +kubebuilder:validation:MaxItems=2\na: Vec<u8>");
    assert_eq!((counts.min_items, counts.max_items), (Some(1), Some(2)));
    assert_eq!(constraints("#[schemars(length(equal = 2))] a: Vec<u8>").max_items, Some(2));
    let entries = constraints(
        "/// +k8s:minProperties=1\n/// +kubebuilder:validation:MaxProperties=2\na: BTreeMap<String, u8>",
    );
    assert_eq!((entries.min_properties, entries.max_properties), (Some(1), Some(2)));
    for text in [
        "/// +kubebuilder:validation:Pattern=`^a // b$`\na: String",
        "/// +kubebuilder:validation:Pattern=\"^a // b$\"\na: String",
        "/// +kubebuilder:validation:Pattern:=^a // b$\na: String",
        "#[schemars(regex(pattern = r\"^a // b$\"))] a: String",
        "#[garde(pattern(\"^a // b$\"))] a: String",
    ] {
        assert_eq!(
            constraints(text).pattern.map(|(pattern, _)| pattern).as_deref(),
            Some("^a // b$"),
            "{text}"
        );
    }
    let contains = constraints("#[schemars(contains(pattern = \"a.b\"))] a: String").pattern;
    assert_eq!(contains.map(|(pattern, _)| pattern).as_deref(), Some("a\\.b"));
    for text in [
        "/// +k8s:format=uri\na: String",
        "/// +kubebuilder:validation:Format=uri\na: String",
        "#[schemars(url)] a: String",
    ] {
        assert_eq!(constraints(text).format.as_deref(), Some("uri"), "{text}");
    }
    let values: Vec<String> = constraints("/// +kubebuilder:validation:Enum=A;\"b c\";C\na: String")
        .values
        .iter()
        .map(|v| v.text())
        .collect();
    assert_eq!(values, ["\"A\"", "\"b c\"", "\"C\""]);
    assert_eq!(constraints("/// +kubebuilder:validation:Enum={1,2}\na: u8").values.len(), 2);
    let floats = "/// +kubebuilder:validation:Minimum=2\n/// +kubebuilder:validation:Enum=1;2.5\na: f64";
    assert_eq!(constraints(floats).values.len(), 2);
}

#[test]
fn items_are_asked_by_names_of_their_own() {
    for text in [
        "/// +k8s:eachVal=+k8s:maxLength=3\na: Vec<String>",
        "/// +kubebuilder:validation:items:MaxLength=3\na: Option<Vec<Option<String>>>",
        "#[schemars(inner(length(max = 3)))] a: Vec<String>",
        "/// +k8s:eachVal=+k8s:maxLength=3\na: BTreeMap<String, String>",
    ] {
        let form = field(text).form;
        let (Form::List { items: inner, .. } | Form::Map { values: inner, .. }) = form.core() else {
            panic!()
        };
        assert_eq!(inner.constraints().max_length, Some(3), "{text}");
    }
}

#[test]
fn defaults_are_of_the_type() {
    let default = |text: &str| field(text).default_value.map(|value| value.text());
    assert_eq!(default("/// +default=3\na: u8").as_deref(), Some("3"));
    assert_eq!(default("/// +default=\"x\"\na: Option<String>").as_deref(), Some("\"x\""));
    assert_eq!(default("/// +kubebuilder:default:=x\na: String").as_deref(), Some("\"x\""));
    assert_eq!(
        default("/// +kubebuilder:default={a: 1}\na: BTreeMap<String, u8>").as_deref(),
        Some("{\"a\":1}")
    );
    assert_eq!(default("/// +default={\"a\":[1]}\na: Other").as_deref(), Some("{\"a\":[1]}"));
}

#[test]
fn normalized_fields_can_be_absent() {
    let skip = "#[serde(default, skip_serializing_if = \"f\")]";
    assert!(field(&format!("/// +normalize=undefined\n{skip} a: Option<Vec<u8>>")).normalize.is_some());
    assert!(field(&format!("/// +normalize=undefined\n{skip} a: String")).normalize.is_some());
}

#[test]
fn unions_have_members_by_value() {
    let object = object(
        "struct S {
            /// +unionDiscriminator
            r#type: Kind,
            /// +unionMember
            s3: Option<S3>,
            /// +unionMember=ROLLINGUPDATE,optional
            #[serde(rename = \"rollingUpdate\", default, skip_serializing_if = \"f\")] rolling: Rolling,
            /// +unionMember
            #[serde(rename = \"nfs\")] network: Option<Nfs>,
            other: u8,
        }",
    );
    let [union] = object.unions.as_slice() else { panic!() };
    assert_eq!(
        (union.discriminator, union.of_type, union.others.len(), union.span.start().line),
        (0, true, 0, 2)
    );
    let members: Vec<_> = union.members.iter().map(|m| (m.field, m.value.as_str(), m.optional)).collect();
    assert_eq!(members, [(1, "S3", false), (2, "ROLLINGUPDATE", true), (3, "Nfs", false)]);
}

#[test]
fn several_unions_are_told_apart() {
    let ours = object(
        "#[serde(rename_all = \"camelCase\")] struct S {
            /// +unionDiscriminator
            /// +kubebuilder:validation:Enum=A;B;None
            first_type: String,
            /// +unionDiscriminator
            #[serde(skip_serializing_if = \"String::is_empty\", default)] second: String,
            /// +unionMember
            /// +unionDiscriminatedBy=FirstType
            a: Option<u8>,
            /// +unionMember
            /// +unionDiscriminatedBy=first_type
            b: Option<u8>,
            /// +unionMember
            /// +unionDiscriminatedBy=second
            c: Option<u8>,
        }",
    );
    let of: Vec<(usize, usize, &[String])> =
        ours.unions.iter().map(|u| (u.discriminator, u.members.len(), u.others.as_slice())).collect();
    assert_eq!(of, [(0, 2, &["None".to_owned()][..]), (1, 1, &[String::new()][..])]);

    let tags = object(
        "struct S {
            /// +k8s:unionDiscriminator(union: \"u\")
            a: String,
            /// +k8s:unionDiscriminator(union: \"v\")
            b: String,
            /// +k8s:unionMember(union: \"v\", memberName: \"C\")
            c: Option<u8>,
            /// +k8s:unionMember(union: \"u\")
            d: Option<u8>,
        }",
    );
    let of: Vec<(usize, usize)> =
        tags.unions.iter().map(|u| (u.discriminator, u.members.first().map_or(9, |m| m.field))).collect();
    assert_eq!(of, [(0, 3), (1, 2)]);
}

#[test]
fn what_is_of_other_tools_is_left_alone() {
    let text = "/// +genclient\n/// +genclient:nonNamespaced\n/// +k8s:deepcopy-gen=true\n/// +kubebuilder:object:root=true\n\
                /// +kubebuilder:printcolumn:name=\"A\",type=string,JSONPath=`.a`\n/// +kubebuilder:rbac:groups=a\n\
                /// +protobuf.options=x\n/// +openshift:enable:FeatureGate=x\n/// + a list\n/// +1\n\
                /// +additional words are prose\n/// +optionally it is so\n/// +something\nstruct A { \
                /// +protobuf=3\n/// +patchStrategy=merge\na: u8 }";
    assert_eq!(problems(text), [] as [&str; 0]);
}

#[test]
fn every_marker_is_documented_and_its_example_is_taken() {
    for marker in REGISTRY {
        assert!(marker.meaning.ends_with('.') && !marker.keyword.is_empty(), "{}", marker.name);
        assert!(marker.name.starts_with(&format!("+{}", marker.spellings[0].name)), "{}", marker.name);
        // The context that the example requires.
        let around = match marker.name {
            "+unionDiscriminator" => ("struct A {", "/// +unionMember\na: Option<u8> }"),
            "+unionMember" | "+unionDiscriminatedBy" => (
                "#[serde(rename_all = \"camelCase\")] struct A { /// +unionDiscriminator\nbackup_type: Kind,",
                "}",
            ),
            _ if marker.stands == [Stand::Item] => ("", ""),
            _ => ("struct A {", "}"),
        };
        item(&format!("{}{}\n{}", around.0, marker.example, around.1));
    }
}
