//! Bodies: what is around a message, and what no client would send.

use crdc_vocabulary::Minor;

use super::super::{numbers, protobuf_to_json};
use super::{NEWEST, decoded};
use crate::archive::Archive;
use crate::definition::{Definition, GroupVersionKind, Shape};
use crate::kinds::Kinds;

fn read(body: &[u8]) -> Result<String, String> {
    let default = GroupVersionKind::new("", "v1", "ConfigMap");
    match protobuf_to_json(&NEWEST, body, &default) {
        Ok(json) => Ok(String::from_utf8(json).unwrap()),
        Err(error) => Err(format!("{}: {error}", error.kind.as_ref().map_or("", |kind| &*kind.kind))),
    }
}

/// A field with bytes.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    let mut field = vec![number << 3 | 2];
    let mut length = bytes.len();
    while length > 127 {
        field.push(length as u8 | 128);
        length >>= 7;
    }
    field.push(length as u8);
    field.extend(bytes);
    field
}

/// A body of this kind with these bytes.
fn body(api_version: &str, kind: &str, raw: &[u8]) -> Vec<u8> {
    let of = [field(1, api_version.as_bytes()), field(2, kind.as_bytes())].concat();
    [b"k8s\0".to_vec(), field(1, &of), field(2, raw), field(3, b""), field(4, b"")].concat()
}

#[test]
fn what_is_no_body_has_the_servers_words() {
    let no_message =
        ": provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]";
    for (body, error) in [
        (&b""[..], ": empty data"),
        (b"k8s", no_message),
        (b"k8s\x01\x0a\x00", no_message),
        (b"{\"kind\":\"ConfigMap\"}", no_message),
        (b"k8s\0", ": empty body"),
        (b"k8s\0\x0a\x05", ": unexpected EOF"),
        (b"k8s\0\x08\x05", ": proto: wrong wireType = 0 for field TypeMeta"),
        (b"k8s\0\x0a\x02\x10\x01", ": proto: wrong wireType = 0 for field Kind"),
        (b"k8s\0\x12\x02\x08\x01", "ConfigMap: proto: wrong wireType = 0 for field ObjectMeta"),
        (b"k8s\0\x12\x01\x04", "ConfigMap: proto: ConfigMap: wiretype end group for non-group"),
        (b"k8s\0\x12\x01\x02", "ConfigMap: proto: ConfigMap: illegal tag 0 (wire type 2)"),
        (b"k8s\0\x12\x02\xf8\xff", "ConfigMap: unexpected EOF"),
    ] {
        assert_eq!(read(body), Err(error.to_owned()), "{body:?}");
    }
    let varint = [&b"k8s\0\x12\x0c"[..], &[0xff; 12]].concat();
    assert_eq!(read(&varint), Err("ConfigMap: proto: integer overflow".to_owned()));
    let length = [&b"k8s\0\x12\x0b\x12"[..], &[0xff; 9], b"\x01"].concat();
    assert_eq!(read(&length), Err("ConfigMap: proto: negative length found during unmarshaling".to_owned()));
}

#[test]
fn what_the_type_leaves_out_is_that_of_the_request() {
    let empty = r#"{"apiVersion":"v1","kind":"ConfigMap"}"#;
    for (api_version, kind, json) in [
        ("", "", empty),
        ("a/b/c", "", empty),
        ("apps/", "ConfigMap", empty),
        ("v1", "Secret", r#"{"apiVersion":"v1","kind":"Secret"}"#),
        ("apps/v1", "Deployment", r#"{"apiVersion":"apps/v1","kind":"Deployment"}"#),
        // What is not known has no fields, and is refused for its kind.
        ("example.com/v1", "Thing", r#"{"apiVersion":"example.com/v1","kind":"Thing"}"#),
    ] {
        assert_eq!(read(&body(api_version, kind, b"")).as_deref(), Ok(json));
    }
    let options = field(4, b"Orphan");
    assert_eq!(
        read(&body("meta.k8s.io/v1", "DeleteOptions", &options)).unwrap(),
        r#"{"apiVersion":"meta.k8s.io/v1","kind":"DeleteOptions","propagationPolicy":"Orphan"}"#
    );
}

#[test]
fn what_comes_twice_is_merged_or_replaced() {
    let name = |name: &str| field(1, &field(1, name.as_bytes()));
    let data =
        |key: &str, value: &str| field(2, &[field(1, key.as_bytes()), field(2, value.as_bytes())].concat());
    let namespace = field(1, &field(3, b"n"));
    let twice = [name("a"), data("k", "1"), namespace, name("b"), data("k", "2"), data("l", "")].concat();
    assert_eq!(
        read(&body("v1", "ConfigMap", &twice)).unwrap(),
        r#"{"apiVersion":"v1","data":{"k":"2","l":""},"kind":"ConfigMap","metadata":{"name":"b","namespace":"n"}}"#
    );
    // The last one is nothing.
    let emptied = [name("a"), name("")].concat();
    let json = read(&body("v1", "ConfigMap", &emptied)).unwrap();
    assert_eq!(json, r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{}}"#);
}

#[test]
fn numbers_in_one_piece_are_a_list() {
    let groups = decoded("io.k8s.api.core.v1.PodSecurityContext", &field(4, &[1, 2, 0xac, 2]));
    assert_eq!(groups.unwrap(), serde_json::json!({"supplementalGroups": [1, 2, 300]}));
}

#[test]
fn messages_that_nest_too_deep_are_refused() {
    // `not` is field 28, whose tag has two bytes.
    let schemas = |depth: usize| {
        (0..depth).fold(Vec::new(), |inner, _| {
            let one = field(1, &inner);
            [&[0xe2, 1][..], &one[1..]].concat()
        })
    };
    let schema = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";
    assert!(decoded(schema, &schemas(100)).is_ok());
    let too_deep = Err("the object cannot be read: it nests too deep".to_owned());
    assert_eq!(decoded(schema, &schemas(200)), too_deep);
    assert_eq!(decoded(schema, &schemas(100_000)), too_deep);
    // Groups are of no definition, and skipped as deep as they are.
    let groups = [0xa3, 0x3f].repeat(50_000);
    assert_eq!(decoded(schema, &groups), Err("unexpected EOF".to_owned()));
}

#[test]
fn no_bytes_panic() {
    let whole = body(
        "apps/v1",
        "Deployment",
        &[field(1, &[field(1, b"web"), field(8, &[8, 1])].concat()), field(2, &[8, 3])].concat(),
    );
    assert!(read(&whole).is_ok());
    let mut seed = 1_u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    for round in 0..20_000 {
        let mut bytes = whole.clone();
        bytes.truncate(4 + next() as usize % bytes.len());
        for _ in 0..round % 5 {
            let at = next() as usize % bytes.len();
            bytes[at] = next() as u8;
        }
        if let Ok(json) = read(&bytes) {
            assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
        }
        let length = next() as usize % 40;
        let any: Vec<u8> = (0..length).map(|_| next() as u8).collect();
        let _ = decoded("io.k8s.api.core.v1.PodSpec", &any);
    }
}

#[test]
fn every_field_of_what_can_be_sent_has_a_number() {
    for version in Archive::built_in().unwrap().versions() {
        let kinds = Kinds::of(Archive::built_in().unwrap(), version).unwrap();
        let mut seen = Vec::new();
        for kind in
            kinds.archive().kinds().iter().filter(|kind| kind.first <= version && version <= kind.last)
        {
            let definition = kinds.find(&kind.of.api_version(), &kind.of.kind).unwrap();
            if definition.field("items").is_none() && kind.of.kind != "Status" {
                check(&kinds, definition, &mut seen, version);
            }
        }
        assert!(seen.len() > 400, "{version}: {}", seen.len());
    }
}

/// Checks a definition, and those of its fields.
fn check<'k>(kinds: &'k Kinds, definition: &'k Definition, seen: &mut Vec<&'k str>, version: Minor) {
    use crate::definition::Type;
    let Shape::Struct(fields) = &definition.shape else { return };
    if seen.contains(&definition.name.as_str()) {
        return;
    }
    seen.push(&definition.name);
    let numbers = numbers::of(&definition.name);
    let has = |name: &str| {
        let all = numbers.iter().flat_map(|field| std::iter::once(field).chain(&field.inline));
        all.flat_map(|field| std::iter::once(field).chain(&field.inline)).any(|field| field.name == name)
    };
    for field in fields {
        let is_object = definition.kind.is_some() || definition.go_name() == "DeleteOptions";
        let of_type = is_object && ["kind", "apiVersion"].contains(&field.name.as_str());
        assert!(of_type || has(&field.name), "{version}: {} {}", definition.name, field.name);
        let mut of = &field.value;
        while let Type::List(inner, _) | Type::Map(inner) = of {
            of = inner;
        }
        if let Type::Named(id) = of
            && let Some(inner) = kinds.get(*id)
        {
            check(kinds, inner, seen, version);
        }
    }
}
