//! The serialized form of structs and enums.

use super::super::{Body, Data, Form, ListKind, Scalar, Tagging};
use super::{field, item, object, problems};

fn kind(ty: &str) -> String {
    fn of(form: &Form) -> String {
        match form {
            Form::Scalar(Scalar::Integer { format, unsigned }, _) => {
                format!("{format}{}", if *unsigned { "+" } else { "" })
            }
            Form::Scalar(Scalar::Number { format }, _) => (*format).to_owned(),
            Form::Scalar(scalar, _) => format!("{scalar:?}").to_lowercase(),
            Form::Other(ty, _) => super::super::types::shown(ty),
            Form::Optional(inner) => format!("?{}", of(inner)),
            Form::Boxed(inner) => format!("^{}", of(inner)),
            Form::List { kind, items, .. } => {
                format!("[{}{}]", if *kind == ListKind::Set { "*" } else { "" }, of(items))
            }
            Form::Map { values, .. } => format!("{{{}}}", of(values)),
        }
    }
    of(&field(&format!("f: {ty}")).form)
}

#[test]
fn types_are_known_by_their_last_segment() {
    let known = [
        ("bool", "bool"),
        ("String", "text"),
        ("std::string::String", "text"),
        ("&'static str", "text"),
        ("Cow<'static, str>", "text"),
        ("char", "char"),
        ("i8", "int8"),
        ("u64", "uint64+"),
        ("usize", "uint+"),
        ("f32", "float"),
        ("Option<Vec<u8>>", "?[uint8+]"),
        ("Box<str>", "^text"),
        ("Arc<[Port]>", "^[Port]"),
        ("VecDeque<i32>", "[int32]"),
        ("LinkedList<bool>", "[bool]"),
        ("[f64; 3]", "[double]"),
        ("BTreeSet<String>", "[*text]"),
        ("HashSet<String, S>", "[*text]"),
        ("std::collections::BTreeMap<String, Vec<Port>>", "{[Port]}"),
        ("HashMap<String, (A, B), S>", "{(A, B)}"),
        ("PathBuf", "PathBuf"),
        ("k8s_openapi::Quantity", "k8s_openapi::Quantity"),
        ("Vec<A, B>", "Vec<A, B>"),
        ("Wrapper<T>", "Wrapper<T>"),
        ("<A as B>::C", "<A as B>::C"),
        ("&'a Port", "&'a Port"),
        ("()", "()"),
    ];
    for (ty, expected) in known {
        assert_eq!(kind(ty), expected, "{ty}");
    }
}

#[test]
fn arrays_have_as_many_items_as_they_are_long() {
    let constraints = |ty: &str| {
        let form = field(&format!("f: {ty}")).form;
        (form.constraints().min_items, form.constraints().max_items)
    };
    assert_eq!(constraints("[u8; 3]"), (Some(3), Some(3)));
    assert_eq!(constraints("[u8; N]"), (None, None));
}

#[test]
fn fields_are_those_that_are_written() {
    let object = object(
        "#[serde(rename_all = \"camelCase\", default, tag = \"kind\", rename = \"Named\")] struct S {
            first_one: u8,
            #[serde(rename(serialize = \"written\", deserialize = \"read\"))] b: u8,
            #[serde(skip)] c: u8,
            #[serde(skip_serializing)] d: u8,
            #[serde(skip_deserializing)] e: u8,
            #[serde(flatten)] f: Other,
            #[serde(skip_serializing_if = \"Option::is_none\")] r#type: Option<u8>,
            #[serde(with = \"a::b\")] g: Vec<u8>,
        }",
    );
    let names: Vec<&str> = object.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["firstOne", "written", "e", "", "type", "g"]);
    assert_eq!(object.tag, Some(("kind".to_owned(), "Named".to_owned())));
    let [_, _, e, f, r, g] = object.fields.as_slice() else { panic!() };
    assert!(e.unread && f.flatten && r.skip_if.is_some() && object.fields.iter().all(|field| field.default));
    assert!(matches!(g.form, Form::Other(..)));
    let path =
        g.serialize_with.as_ref().map(|path| path.segments.iter().map(|s| s.ident.to_string()).collect());
    assert_eq!(path, Some(vec!["a".to_owned(), "b".into(), "serialize".into()]));
}

#[test]
fn schemars_is_believed_before_serde() {
    let object = object(
        "struct S {
            #[serde(rename = \"a\")] #[schemars(rename = \"b\")] x: u8,
            #[serde(default)] #[schemars(!default)] y: u8,
            #[schemars(skip)] z: u8,
            #[crdc(unchecked_rules)] #[schemars(schema_with = \"f\")] w: Vec<u8>,
        }",
    );
    let [x, y, w] = object.fields.as_slice() else { panic!() };
    assert_eq!((x.name.as_str(), y.default, y.required, w.foreign_schema), ("b", false, true, true));
}

#[test]
fn what_does_not_parse_takes_nothing_along() {
    let text = "#[crdc(unchecked_rules)] #[serde(rename = 3, default)] #[schemars(transform = f::<A, B>, !, x y, rename = \"b\", example = vec![1, 2])] a: u8";
    let field = field(text);
    assert_eq!((field.name.as_str(), field.default), ("b", true));
}

#[test]
fn what_is_required_is_what_schemars_requires() {
    let required = |text: &str| field(text).required;
    assert!(required("a: u8"));
    assert!(!required("a: Option<u8>"));
    assert!(!required("#[serde(default)] a: u8"));
    assert!(required("#[serde(skip_serializing_if = \"f\")] a: u8"));
    assert!(required("#[validate(required)] a: Option<u8>"));
    assert!(!required("#[validate(required)] #[serde(default)] a: Option<u8>"));
    assert!(required("/// +required\na: Option<u8>"));
    assert!(required("/// +required\n#[serde(skip_serializing_if = \"Option::is_none\")] a: Option<u8>"));
    assert!(!required("/// +optional\na: Option<u8>"));
    assert!(!required("#[serde(with = \"m\")] a: Option<u8>"));
}

#[test]
fn newtypes_are_what_they_hold() {
    let of = |text: &str| match item(text).body {
        Body::Transparent(field) => field.name.is_empty(),
        _ => false,
    };
    assert!(of("struct A(Vec<u8>);"));
    assert!(of("#[serde(transparent)] struct A<T> { marker: PhantomData<T>, #[serde(skip)] b: u8, c: u8 }"));
    assert!(matches!(item("struct A(u8, u8);").body, Body::Leaf(_)));
    assert!(matches!(item("struct A;").body, Body::Leaf(_)));
    assert!(matches!(item("#[serde(into = \"String\")] struct A { a: u8 }").body, Body::Leaf(_)));
    assert!(matches!(item("struct A {}").body, Body::Object(_)));
}

#[test]
fn enums_have_the_form_that_serde_gives_them() {
    let Body::Text(variants) =
        item("#[serde(rename_all = \"kebab-case\")] enum A { OneTwo, #[serde(skip)] B }").body
    else {
        panic!()
    };
    let named: Vec<(&str, bool)> = variants.iter().map(|v| (v.name.as_str(), v.skipped)).collect();
    assert_eq!(named, [("one-two", false), ("b", true)]);

    let tagging = |text: &str| match item(text).body {
        Body::Choice(choice) => choice.tagging,
        _ => panic!("{text}"),
    };
    let (tag, content) = ("t".to_owned(), "c".to_owned());
    assert_eq!(tagging("enum A { B(u8) }"), Tagging::External);
    assert_eq!(tagging("#[serde(tag = \"t\")] enum A { B }"), Tagging::Internal { tag: tag.clone() });
    let adjacent = tagging("#[serde(tag = \"t\", content = \"c\")] enum A { B }");
    assert_eq!(adjacent, Tagging::Adjacent { tag, content });
    assert_eq!(tagging("#[serde(untagged)] enum A { B }"), Tagging::Untagged);
    assert_eq!(tagging("#[crdc(union)] enum A { B(C) }"), Tagging::Union { tag: "type".to_owned() });
    assert!(matches!(item("enum A { #[serde(with = \"m\")] B(u8) }").body, Body::Leaf(_)));

    let Body::Choice(choice) = item(
        "#[serde(rename_all_fields = \"camelCase\")] enum A {
            U, N(Vec<u8>), T(u8, u8), #[serde(rename_all = \"UPPERCASE\")] S { a_b: u8 }, D { a_b: u8 }
        }",
    )
    .body
    else {
        panic!()
    };
    let name = |data: &Data| match data {
        Data::Unit => "unit".to_owned(),
        Data::Newtype(_) => "newtype".to_owned(),
        Data::Leaf(types) => format!("{} values", types.len()),
        Data::Object(object) => object.fields.iter().map(|field| field.name.clone()).collect(),
    };
    let data: Vec<String> = choice.variants.iter().map(|variant| name(&variant.data)).collect();
    assert_eq!(data, ["unit", "newtype", "2 values", "A_B", "aB"]);
    let Body::Choice(choice) = item("enum A { U, #[serde(untagged)] D { a_b: u8 } }").body else { panic!() };
    assert_eq!(
        choice.variants.iter().map(|variant| name(&variant.data)).collect::<Vec<_>>(),
        ["unit", "1 values"]
    );
    assert!(choice.variants.iter().map(|variant| variant.untagged).eq([false, true]));
}

#[test]
fn a_union_names_its_members_after_its_variants() {
    let Body::Choice(choice) = item(
        "#[crdc(union = \"storageType\")] enum Storage {
            S3(S3),
            /// +unionMember,optional
            AWSDisk(Disk),
            /// +unionMember=EMPTYDIR
            #[crdc(member = \"emptyDir\")] Scratch { size: u64 },
            None,
        }",
    )
    .body
    else {
        panic!()
    };
    let of: Vec<(&str, &str, bool)> =
        choice.variants.iter().map(|v| (v.variant.name.as_str(), v.member.as_str(), v.optional)).collect();
    let expected = [
        ("S3", "s3", false),
        ("AWSDisk", "awsDisk", true),
        ("EMPTYDIR", "emptyDir", false),
        ("None", "none", false),
    ];
    assert_eq!(of, expected);
}

#[test]
fn attributes_of_its_own_say_where_paths_begin() {
    let of = |text: &str| {
        let item = item(text);
        (item.path, item.strict, quote::ToTokens::to_token_stream(&item.runtime).to_string())
    };
    let crdc = ":: crdc".to_owned();
    assert_eq!(of("struct A { a: u8 }"), (String::new(), false, crdc.clone()));
    assert_eq!(of("#[kube(group = \"g\", kind = \"K\", status = \"S\")] struct A { a: u8 }").0, "spec");
    assert_eq!(
        of("#[kube(validation = Rule::new(\"a\"))] #[crdc(unchecked_rules)] struct A { a: u8 }").0,
        ""
    );
    let all = "#[crdc(path = \"status\", strict, crate = \"::mine::crdc\")] #[kube(kind = \"K\")] struct A { a: u8 }";
    assert_eq!(of(all), ("status".to_owned(), true, ":: mine :: crdc".to_owned()));
    assert_eq!(
        problems(
            "#[crdc(pth = \"x\", strict = 1)]\nstruct A { #[crdc(leaf = true)] a: u8, #[crdc(strict)] b: u8 }"
        ),
        [
            "1 attribute-invalid: `#[crdc(pth)]` is not valid on a type",
            "1 attribute-invalid: invalid syntax for `strict`",
            "2 attribute-invalid: invalid syntax for `leaf`",
            "2 attribute-invalid: `#[crdc(strict)]` is not valid on a field",
        ]
    );
}
