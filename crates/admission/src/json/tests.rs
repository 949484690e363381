#![allow(clippy::unwrap_used)]

mod model;

use super::{push_string, string};
use crate::json::edit::{Content, place, removal, set};
use crate::json::scan::find;

const OBJECT: &str = r#" {"kind": "A", "metadata" : {"labels":{"a":"1","b\"c":"2"},"name":"x\u0041"}, "spec":[{"a":1},2], "e":{}}"#;

fn remove(text: &mut Vec<u8>, keys: &[&str]) -> bool {
    removal(text, keys).map(|range| text.drain(range)).is_some()
}

fn at(text: &str, keys: &[&str]) -> Option<String> {
    find(text.as_bytes(), keys).map(|range| text[range].to_owned())
}

#[test]
fn members_are_found_by_their_keys() {
    assert_eq!(at(OBJECT, &["kind"]).unwrap(), "\"A\"");
    assert_eq!(at(OBJECT, &["metadata", "labels", "a"]).unwrap(), "\"1\"");
    assert_eq!(at(OBJECT, &["metadata", "labels", "b\"c"]).unwrap(), "\"2\"");
    assert_eq!(at(OBJECT, &["spec"]).unwrap(), r#"[{"a":1},2]"#);
    assert_eq!(at(OBJECT, &[]).unwrap(), OBJECT.trim());
    let name = at(OBJECT, &["metadata", "name"]).unwrap();
    assert_eq!(string(name.as_bytes()).unwrap(), "xA");
    for absent in [&["spec", "a"][..], &["kind", "a"], &["metadata", "x"], &["a"]] {
        assert_eq!(at(OBJECT, absent), None);
    }
}

#[test]
fn members_are_set_and_removed() {
    let edited = |keys: &[&str], value: Option<&str>| {
        let mut text = OBJECT.trim().as_bytes().to_vec();
        let done = match value {
            Some(value) => set(&mut text, keys, value.as_bytes()),
            None => remove(&mut text, keys),
        };
        done.then(|| serde_json::from_slice::<serde_json::Value>(&text).unwrap())
    };
    let mut expected: serde_json::Value = serde_json::from_str(OBJECT).unwrap();
    for (keys, pointer) in [
        (&["metadata", "labels", "a"][..], "/metadata/labels/a"),
        (&["metadata", "uid"], "/metadata/uid"),
        (&["e", "f", "g", "h"], "/e/f/g/h"),
        (&["new"], "/new"),
    ] {
        let found = edited(keys, Some("[true]")).unwrap();
        assert_eq!(found.pointer(pointer).unwrap(), &serde_json::json!([true]), "{found}");
    }
    assert_eq!(edited(&["spec", "a"], Some("1")), None);
    assert_eq!(edited(&["kind", "a", "b"], Some("1")), None);
    for key in ["kind", "metadata", "spec", "e"] {
        let mut expected = expected.clone();
        expected.as_object_mut().unwrap().remove(key);
        assert_eq!(edited(&[key], None).unwrap(), expected);
    }
    expected["metadata"]["labels"].as_object_mut().unwrap().remove("a");
    assert_eq!(edited(&["metadata", "labels", "a"], None).unwrap(), expected);
    assert_eq!(edited(&["metadata", "labels", "x"], None), None);
}

/// Every prefix of a text, and every text with one byte replaced.
fn broken(text: &[u8]) -> Vec<Vec<u8>> {
    let mut broken: Vec<Vec<u8>> = (0..=text.len()).map(|end| text[..end].to_vec()).collect();
    for at in 0..text.len() {
        for byte in *b"{}[]\",:\\ 1\xff" {
            let mut text = text.to_vec();
            text[at] = byte;
            broken.push(text);
        }
    }
    broken
}

/// Texts with escaped keys, duplicate keys, white space, empty objects, and metadata that is no object.
const TEXTS: [&str; 9] = [
    OBJECT,
    "",
    "{}",
    " { } ",
    "[1]",
    r#"{"\u006detadata":{"l\u0061bels":{},"name":"x"},"metadata":{"labels":{"a":"2"}}}"#,
    r#"{"metadata":null,"metadata":{"name":"é"},"x":1}"#,
    "{\"metadata\" :\t{ \"name\" :\n\"x\" , \"labels\":{ } }\r, \"e\":[ ] }",
    r#"{"metadata":"text","e":{"x":{}},"é":{"\n":[{"a":"}"}]}}"#,
];
const PATHS: [&[&str]; 9] = [
    &[],
    &["metadata"],
    &["metadata", "name"],
    &["metadata", "labels"],
    &["metadata", "labels", "b\"c"],
    &["metadata", "labels", "a", "deeper", "\n"],
    &["e", "x"],
    &["é", "\n"],
    &["new"],
];

#[test]
fn invalid_texts_do_not_panic() {
    for text in TEXTS.iter().flat_map(|text| broken(text.as_bytes())) {
        for keys in PATHS {
            let _ = remove(&mut text.clone(), keys);
        }
    }
}

#[test]
fn edits_of_any_text_are_those_of_the_model() {
    for text in TEXTS.iter().flat_map(|text| broken(text.as_bytes())) {
        for keys in PATHS {
            let shown = || (String::from_utf8_lossy(&text).into_owned(), keys);
            assert_eq!(find(&text, keys), model::find(&text, keys), "{:?}", shown());
            // No keys are no member.
            let expected = if keys.is_empty() { None } else { model::set(&text, keys, "[12]") };
            let mut changed = text.clone();
            assert_eq!(set(&mut changed, keys, b"[12]"), expected.is_some(), "{:?}", shown());
            assert_eq!(&changed, expected.as_ref().unwrap_or(&text), "{:?}", shown());
            if let Some(place) = place(&text, keys) {
                let mut copied = b"what was there before".to_vec();
                place.copy(&text, &mut copied, Content::Json(b"[12]"));
                assert_eq!(copied, changed, "{:?}", shown());
            }
        }
    }
}

#[test]
fn strings_are_written_as_serde_json_writes_them() {
    for content in ["", "a b", "\"", "\\", "\n", "\u{1f}", " ", "\u{7f}é\u{2028}", "<&>"] {
        let mut out = b"x".to_vec();
        push_string(&mut out, content);
        assert_eq!(out[1..], *serde_json::to_string(content).unwrap().as_bytes());
    }
}

#[test]
fn depth_takes_no_stack() {
    let deep = format!("{{\"a\":{}{},\"b\":1}}", "[".repeat(200_000), "]".repeat(200_000));
    assert_eq!(at(&deep, &["b"]).unwrap(), "1");
}
