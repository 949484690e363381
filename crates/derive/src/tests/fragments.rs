//! Schemas of items.

use super::super::schema::fragment;
use super::item;
use quote::ToTokens;

fn text(source: &str) -> String {
    fragment(&item(source)).text
}

/// The schema of one field.
fn field(source: &str) -> String {
    let whole = text(&format!("struct S {{ {source}\n}}"));
    let inside = whole.strip_prefix("{\"type\":\"object\",\"properties\":{\"f\":").and_then(|rest| {
        rest.strip_suffix("},\"required\":[\"f\"]}")
            .map(str::to_owned)
            .or(rest.strip_suffix("}}").map(|rest| format!("{rest} -")))
    });
    inside.unwrap_or(whole)
}

#[test]
fn types_are_those_of_schemars() {
    for (ty, expected) in [
        ("bool", "{'type':'boolean'}"),
        ("String", "{'type':'string'}"),
        ("char", "{'type':'string','minLength':1,'maxLength':1}"),
        ("i32", "{'type':'integer','format':'int32'}"),
        ("u8", "{'type':'integer','format':'uint8','minimum':0,'maximum':255}"),
        ("u64", "{'type':'integer','format':'uint64','minimum':0}"),
        ("f64", "{'type':'number','format':'double'}"),
        ("Option<u32>", "{'type':'integer','format':'uint32','minimum':0,'nullable':true} -"),
        ("Box<Other>", "{'$ref':'#/refs/0'}"),
        ("Option<Other>", "{'$ref':'#/refs/0','nullable':true,'x-crdc-null':true} -"),
        ("Vec<Option<Other>>", "{'type':'array','items':{'$ref':'#/refs/0','nullable':true}}"),
        (
            "[u8; 2]",
            "{'type':'array','items':{'type':'integer','format':'uint8','minimum':0,'maximum':255},'minItems':2,'maxItems':2}",
        ),
        ("BTreeMap<String, bool>", "{'type':'object','additionalProperties':{'type':'boolean'}}"),
        ("BTreeSet<String>", "{'type':'array','items':{'type':'string'},'x-kubernetes-list-type':'set'}"),
        (
            "BTreeSet<A>",
            "{'type':'array','items':{'$ref':'#/refs/0','x-crdc-atomic':true},'x-kubernetes-list-type':'set'}",
        ),
    ] {
        assert_eq!(field(&format!("f: {ty}")), expected.replace('\'', "\""), "{ty}");
    }
}

#[test]
fn what_markers_say_stands_in_it() {
    for (source, expected) in [
        ("/// +immutable\nf: A", "{'$ref':'#/refs/0','x-kubernetes-immutable':true}"),
        (
            "/// +listType=map\n/// +listMapKey=a\n/// +additionOnly\n/// +k8s:maxItems=9\nf: Vec<A>",
            "{'type':'array','items':{'$ref':'#/refs/0','x-crdc-held':['a']},'maxItems':9,'x-kubernetes-list-type':'map',\
             'x-kubernetes-list-map-keys':['a'],'x-kubernetes-addition-only':true}",
        ),
        (
            "/// +mapType=atomic\n/// +k8s:eachVal=+k8s:immutable\nf: BTreeMap<String, u64>",
            "{'type':'object','additionalProperties':{'type':'integer','format':'uint64','minimum':0,\
             'x-kubernetes-immutable':true},'x-kubernetes-map-type':'atomic'}",
        ),
        (
            "/// +k8s:minimum=1\n/// +k8s:maximum=1.5\n/// +kubebuilder:validation:ExclusiveMaximum\nf: f32",
            "{'type':'number','format':'float','minimum':1,'maximum':1.5,'exclusiveMaximum':true}",
        ),
        (
            "/// +kubebuilder:validation:Enum=A;B\n#[crdc(unchecked_rules)] f: Option<String>",
            "{'type':'string','enum':['A','B'],'nullable':true,'x-crdc-null':true} -",
        ),
        ("/// +required\nf: Option<String>", "{'type':'string','nullable':false}"),
        ("/// +required\nf: Box<Option<A>>", "{'$ref':'#/refs/0','nullable':false}"),
        ("/// +required\n/// +nullable\nf: Option<String>", "{'type':'string','nullable':true}"),
        ("/// +default=3\nf: u64", "{'type':'integer','format':'uint64','minimum':0,'default':3}"),
        (
            "#[serde(default)] f: u64",
            "{'type':'integer','format':'uint64','minimum':0,'x-crdc-default':true} -",
        ),
        ("#[serde(with = \"m\")] f: u64", "{'x-crdc-leaf':true}"),
        (
            "/// +normalize=undefined\n#[serde(skip_serializing_if = \"Option::is_none\")] f: Option<String>",
            "{'type':'string','nullable':true,'x-kubernetes-normalize':'undefined'} -",
        ),
    ] {
        assert_eq!(field(source), expected.replace('\'', "\""), "{source}");
    }
}

#[test]
fn references_are_numbered_once() {
    let written =
        fragment(&item("struct S { a: A, b: Option<m::B<u8>>, c: Vec<A>, #[serde(flatten)] d: Option<D> }"));
    let refs: Vec<String> = written.refs.iter().map(|ty| ty.to_token_stream().to_string()).collect();
    assert_eq!(refs, ["A", "m :: B < u8 >", "D"]);
    let expected = "{'type':'object','properties':{'a':{'$ref':'#/refs/0'},'b':{'$ref':'#/refs/1','nullable':true,'x-crdc-null':true},\
                    'c':{'type':'array','items':{'$ref':'#/refs/0'}}},'required':['a','c'],\
                    'x-crdc-flatten':[{'$ref':'#/refs/2','nullable':true}]}";
    assert_eq!(written.text, expected.replace('\'', "\""));
}

#[test]
fn enums_are_structural() {
    for (source, expected) in [
        ("enum A { B, #[serde(rename = \"c\")] C, #[serde(skip)] D }", "{'type':'string','enum':['B','c']}"),
        ("struct A(Vec<B>);", "{'type':'array','items':{'$ref':'#/refs/0'}}"),
        ("struct A;", "{'x-crdc-leaf':true}"),
        (
            "enum A { B(u64), C { d: bool } }",
            "{'type':'object','properties':{'B':{'type':'integer','format':'uint64','minimum':0},'C':{'type':'object',\
             'properties':{'d':{'type':'boolean'}},'required':['d']}},'oneOf':[{'required':['B']},{'required':['C']}]}",
        ),
        (
            "#[serde(tag = \"t\")] enum A { B, C { d: bool }, D(E) }",
            "{'type':'object','properties':{'t':{'type':'string','enum':['B','C','D']},'d':{'type':'boolean'}},'required':['t'],\
             'oneOf':[{'properties':{'t':{'enum':['B']}},'required':['t']},{'properties':{'t':{'enum':['C']}},'required':['t','d']},\
             {'properties':{'t':{'enum':['D']}},'required':['t']}],'x-crdc-flatten':[{'$ref':'#/refs/0','nullable':true,\
             'x-crdc-variant':'D'}]}",
        ),
        (
            "#[serde(tag = \"t\", content = \"c\")] enum A { B, C(bool) }",
            "{'type':'object','properties':{'t':{'type':'string','enum':['B','C']},'c':{'type':'boolean'}},'required':['t']}",
        ),
        ("#[serde(untagged)] enum A { B(u8) }", "{'x-crdc-leaf':true}"),
        (
            "#[crdc(union)] enum A { S3(S), /// +unionMember,optional\nDisk(D), None }",
            "{'type':'object','properties':{'type':{'type':'string','enum':['S3','Disk','None'],'x-kubernetes-unions':\
             {'fieldMembers':{'S3':{'name':'s3'},'Disk':{'name':'disk','optional':true},'None':null}}},\
             's3':{'$ref':'#/refs/0'},'disk':{'$ref':'#/refs/1'}},'required':['type']}",
        ),
    ] {
        assert_eq!(text(source), expected.replace('\'', "\""), "{source}");
    }
}

#[test]
fn equal_limits_of_a_vector_are_no_length_of_an_array() {
    let with = "#[schemars(with = \"Vec<String>\")]";
    let limits = |ty: &str, markers: &str| text(&format!("struct S {{\n{markers}\n{with} a: {ty} }}"));
    let both = "/// +k8s:minItems=2\n/// +k8s:maxItems=2";
    assert!(limits("Vec<String>", both).contains("\"minItems\":2"));
    assert!(!limits("[String; 2]", "").contains("minItems"));
}

#[test]
fn unions_stand_at_their_discriminator() {
    let written = text(
        "struct S {
            /// +unionDiscriminator
            /// +kubebuilder:validation:Enum=A;None
            t: String,
            /// +unionMember
            a: Option<bool> }",
    );
    let expected = "{'type':'object','properties':{'t':{'type':'string','enum':['A','None'],'x-kubernetes-unions':\
                    {'fieldMembers':{'A':{'name':'a'},'None':null}}},'a':{'type':'boolean','nullable':true}},'required':['t']}";
    assert_eq!(written, expected.replace('\'', "\""));
}

/// Everything but crdc's placeholders is valid in a CustomResourceDefinition.
#[test]
fn every_other_keyword_is_read_by_the_front_end_of_schemas() {
    let written = text(
        "struct S {
            /// +unionDiscriminator
            /// +kubebuilder:validation:Enum=A
            t: String,
            /// +unionMember
            /// +normalize=undefined
            #[serde(skip_serializing_if = \"Option::is_none\")] a: Option<Vec<u8>>,
            /// +mapType=granular
            /// +k8s:minProperties=1
            /// +k8s:maxProperties=2
            /// +immutable=keys
            m: BTreeMap<String, char>,
            /// +kubebuilder:validation:MultipleOf=2
            /// +kubebuilder:validation:Minimum=2
            /// +kubebuilder:validation:ExclusiveMinimum
            /// +default=4
            n: i16,
            /// +listType=set
            /// +deletionOnly
            /// +k8s:minItems=1
            l: Vec<String>,
            /// +k8s:format=uri
            /// +kubebuilder:validation:Pattern=^a
            p: String,
        }",
    );
    let node = crdc_source::json_value(&written).expect("JSON");
    let (schema, problems) = crdc_schema::read_schema(&node);
    assert_eq!(problems, []);
    assert_eq!(schema.property_list().len(), 6);
}

#[test]
fn a_field_of_variants_has_its_different_schemas() {
    let of = |fields: [&str; 3]| {
        let [a, b, c] = fields;
        text(&format!("#[serde(tag = \"t\")] enum E {{ A {{\n{a} }}, B {{\n{b} }}, C {{\n{c} }} }}"))
    };
    let (plain, least) = ("n: i32", "/// +k8s:minimum=1\nn: i32");
    let all = r#""n":{"type":"integer","format":"int32","x-crdc-variants":{"A":{"type":"integer","format":"int32"},"B":{"type":"integer","format":"int32","minimum":1}}}"#;
    let written = of([plain, least, plain]);
    assert!(written.contains(all), "{written}");
    for same in [[plain, plain, plain], [least, least, "m: i32"], ["m: i32", least, ""]] {
        assert!(!of(same).contains("x-crdc-variants"), "{same:?}");
    }
    let marked = [
        ("", "/// +immutable\n"),
        ("/// +listType=set\n", ""),
        ("/// +k8s:maxItems=3\n", "/// +k8s:maxItems=5\n"),
    ];
    for (first, other) in marked {
        let fields = [&format!("{first}n: Vec<String>"), "m: u8", &format!("{other}n: Vec<String>")];
        assert!(of(fields).contains(r#""x-crdc-variants":{"A":{"#), "{first:?} {other:?}");
    }
}
