#![allow(clippy::unwrap_used)]

use serde_json::Value;

use super::{Diff, Kept, Parent, merge};

fn patch(before: &str, after: &str) -> Option<String> {
    let mut diff = Diff::default();
    diff.add(before.as_bytes(), after.as_bytes());
    diff.finish().map(|patch| String::from_utf8(patch).unwrap())
}

/// Applies the patch with another library, and compares.
fn exact(before: &str, after: &str) {
    let mut found: Value = serde_json::from_str(before).unwrap();
    if let Some(text) = patch(before, after) {
        let operations: json_patch::Patch = serde_json::from_str(&text).unwrap();
        json_patch::patch(&mut found, &operations).unwrap_or_else(|error| panic!("{before} {text}: {error}"));
    }
    assert_eq!(found, serde_json::from_str::<Value>(after).unwrap(), "{before} {after}");
}

#[test]
fn patches_are_small() {
    for (before, after, expected) in [
        (r#"{"a": 1, "b": [1, 2]}"#, r#"{"b":[1,2],"a":1}"#, None),
        (r#"{"a":"\u0041"}"#, r#"{"a":"A"}"#, None),
        (r#"{"a":1}"#, r#"{"a":1.0}"#, Some(r#"[{"op":"replace","path":"/a","value":1.0}]"#)),
        (r#"{"a/~":{"b\"":1}}"#, r#"{"a/~":{}}"#, Some(r#"[{"op":"remove","path":"/a~1~0/b\""}]"#)),
        (r#"{"l":[1,2,3]}"#, r#"{"l":[1,3]}"#, Some(r#"[{"op":"remove","path":"/l/1"}]"#)),
        (r#"{"l":[1,3]}"#, r#"{"l":[1,2,3]}"#, Some(r#"[{"op":"add","path":"/l/1","value":2}]"#)),
        (
            r#"{"n":{}}"#,
            r#"{"n":{"x":12345678901234567890123}}"#,
            Some(r#"[{"op":"add","path":"/n/x","value":12345678901234567890123}]"#),
        ),
    ] {
        assert_eq!(patch(before, after).as_deref(), expected, "{before}");
    }
}

/// Random values from a small alphabet, so that many parts are equal.
fn random(state: &mut u64, depth: usize) -> String {
    let mut next = |below: u64| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % below
    };
    let length = next(4);
    match next(if depth == 0 { 3 } else { 6 }) {
        0 => length.to_string(),
        1 => format!("\"{}\"", ["", "a", "\\n~", "/ü"][length as usize]),
        2 => "null".into(),
        3 => {
            let items: Vec<String> = (0..length).map(|_| random(state, depth - 1)).collect();
            format!("[{}]", items.join(", "))
        }
        _ => {
            let keys = ["a", "b~/", "c\\\"", "d"];
            let members: Vec<String> = (0..length as usize)
                .map(|index| format!("\"{}\" : {}", keys[index], random(state, depth - 1)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

#[test]
fn applied_patches_give_the_other_object() {
    let mut state = 7;
    for _ in 0..20_000 {
        let (before, after) = (random(&mut state, 4), random(&mut state, 4));
        exact(&before, &after);
        let merged = merge(before.as_bytes(), before.as_bytes(), after.as_bytes(), Kept::Nothing);
        exact(std::str::from_utf8(&merged).unwrap(), &after);
        assert_eq!(patch(std::str::from_utf8(&merged).unwrap(), &after), None, "{before} {after}");
    }
    let many = |from: usize| {
        let members: Vec<String> = (from..from + 40).map(|index| format!("\"k{index}\":{index}")).collect();
        format!("{{{}}}", members.join(","))
    };
    exact(&many(0), &many(20));
    let deep = |end: &str| format!("{}{end}{}", "{\"a\":[".repeat(60), "]}".repeat(60));
    exact(&deep("1"), &deep("2"));
}

#[test]
fn what_a_step_does_not_know_survives() {
    let merged = |sent: &str, before: &str, after: &str| {
        String::from_utf8(merge(sent.as_bytes(), before.as_bytes(), after.as_bytes(), Kept::Nothing)).unwrap()
    };
    // Unknown fields stay, defaults do not come.
    assert_eq!(
        merged(r#"{"a":{"x":1,"new":2}}"#, r#"{"a":{"x":1,"d":3}}"#, r#"{"a":{"d":3}}"#),
        r#"{"a":{"new":2}}"#
    );
    // A list whose items are still known by their neighbors.
    assert_eq!(
        merged(r#"[{"n":1,"u":0},{"n":2,"u":0}]"#, r#"[{"n":1},{"n":2}]"#, r#"[{"n":0},{"n":1},{"n":2}]"#),
        r#"[{"n":0},{"n":1,"u":0},{"n":2,"u":0}]"#
    );
    assert_eq!(
        merged(r#"[{"n":1,"u":0},{"n":2,"u":0}]"#, r#"[{"n":1},{"n":2}]"#, r#"[{"n":2}]"#),
        r#"[{"n":2,"u":0}]"#
    );
    // A step that changes a default adds it.
    assert_eq!(merged("{}", r#"{"d":1}"#, r#"{"d":2}"#), r#"{"d":2}"#);
}

#[test]
fn members_of_the_server_are_kept() {
    fn kept(parent: Parent, key: &str) -> bool {
        matches!((parent, key), (Parent::Root, "status") | (Parent::Metadata, "generation"))
    }
    let added = merge(b"{}", b"{}", br#"{"metadata":{"generation":1,"labels":{}}}"#, Kept::By(kept));
    assert_eq!(added, br#"{"metadata":{"labels":{}}}"#);
    let merged = merge(
        br#"{"metadata":{"name":"a"},"status":{"a":1},"spec":{"generation":1,"status":1}}"#,
        br#"{"metadata":{"name":"a"},"status":{"a":1},"spec":{"generation":1,"status":1}}"#,
        br#"{"metadata":{"name":"a","generation":1,"labels":{}},"spec":{"generation":2}}"#,
        Kept::By(kept),
    );
    assert_eq!(
        std::str::from_utf8(&merged).unwrap(),
        r#"{"metadata":{"name":"a","labels":{}},"status":{"a":1},"spec":{"generation":2}}"#
    );
}

/// Every prefix of a text.
#[test]
fn texts_that_are_not_json_do_not_panic() {
    let text = r#"{"a": [1, {"b": "c\n"}], "d": null}"#;
    for end in 0..text.len() {
        let mut diff = Diff::default();
        diff.add(&text.as_bytes()[..end], text.as_bytes());
        let _ = merge(text.as_bytes(), &text.as_bytes()[..end], text.as_bytes(), Kept::Nothing);
        let _ = merge(&text.as_bytes()[..end], &text.as_bytes()[..end], text.as_bytes(), Kept::Nothing);
    }
}
