#![allow(clippy::unwrap_used)]

use super::{find, remove, set, string};

const OBJECT: &str = r#" {"kind": "A", "metadata" : {"labels":{"a":"1","b\"c":"2"},"name":"x\u0041"}, "spec":[{"a":1},2], "e":{}}"#;

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
#[test]
fn invalid_texts_do_not_panic() {
    let text = OBJECT.as_bytes();
    let mut broken: Vec<Vec<u8>> = (0..text.len()).map(|end| text[..end].to_vec()).collect();
    for at in 0..text.len() {
        for byte in *b"{}[]\",:\\ 1\xff" {
            let mut text = text.to_vec();
            text[at] = byte;
            broken.push(text);
        }
    }
    for mut text in broken {
        for keys in [&[][..], &["metadata", "name"], &["metadata", "labels", "b\"c"], &["e", "x"]] {
            let _ = find(&text, keys);
            let _ = set(&mut text.clone(), keys, b"1");
            let _ = remove(&mut text, keys);
        }
    }
}

#[test]
fn depth_takes_no_stack() {
    let deep = format!("{{\"a\":{}{},\"b\":1}}", "[".repeat(200_000), "]".repeat(200_000));
    assert_eq!(at(&deep, &["b"]).unwrap(), "1");
}
