//! Random metadata of an object, in stored form: without the empty and unknown fields that a server drops.
//! Names, keys and lengths are near their limits.

use super::rng::Rng;
use crate::json::{Json, object};

/// Names that random schemas accept or just refuse: similar to each other, near the limits of length, and one
/// that is an address.
pub(super) const NEAR: [&str; 8] = ["sample", "a", "ab", "abc", "abcd", "abcdef", "b-1", "10.0.0.1"];
/// Valid and invalid names of objects and namespaces.
const NAMES: [&str; 12] =
    ["sample", "a", "a.b-c.0", "Upper", "a_b", "-a", "a-", "a..b", "..", "a/b", "50%", "é"];
/// Valid and invalid values of `generateName`.
const GENERATE_NAMES: [&str; 9] = ["a-", "a", "-", "A-", "x/-", "a.-", "a%-", "é-", "a.b"];
/// Valid and invalid keys of labels and annotations.
const KEYS: [&str; 16] = [
    "app",
    "A",
    "a.b/c",
    "example.com/Name_x",
    "a/b/c",
    "/a",
    "a/",
    "",
    "a b",
    "Upper/a",
    "-",
    "é",
    "\u{212a}",
    "\u{130}/a",
    "a\n",
    "a\"b",
];
/// Valid and invalid finalizers.
const FINALIZERS: [&str; 9] = [
    "example.com/a",
    "example.com/b",
    "orphan",
    "foregroundDeletion",
    "kubernetes",
    "plain",
    "dotted.name",
    "a b",
    "a/b/c",
];

/// A string with a length near one of the limits.
fn long(rng: &mut Rng) -> String {
    let length = *rng.pick(&[57, 58, 59, 63, 64, 128, 129, 253, 254, 256, 257]);
    let dots = rng.chance(30);
    (0..length).map(|at| if dots && at % 20 == 10 { '.' } else { 'a' }).collect()
}

/// One of the texts, or a long string.
fn text(rng: &mut Rng, texts: &[&str]) -> String {
    if rng.chance(6) { long(rng) } else { (*rng.pick(texts)).to_owned() }
}

/// A map of one to three random keys, whose values `value` creates.
fn map(rng: &mut Rng, mut value: impl FnMut(&mut Rng) -> String) -> Json {
    let mut members: Vec<(String, Json)> = Vec::new();
    for _ in 0..1 + rng.below(3) {
        let key = match rng.below(8) {
            0 => format!("{}/{}", long(rng), long(rng)),
            _ => text(rng, &KEYS),
        };
        if !members.iter().any(|(known, _)| *known == key) {
            members.push((key, value(rng).into()));
        }
    }
    Json::Object(members)
}

/// An owner reference.
fn owner(rng: &mut Rng) -> Json {
    let version = *rng.pick(&["v1", "/v1", "apps/v1", "a/b/c", "", "/", "apps/"]);
    let kind = *rng.pick(&["Event", "Deployment", ""]);
    let mut owner = object([
        ("apiVersion", Json::from(version)),
        ("kind", kind.into()),
        ("name", (*rng.pick(&["a", "b", ""])).into()),
        ("uid", (*rng.pick(&["u1", "u2", ""])).into()),
    ]);
    if rng.chance(50) {
        owner.set("controller", rng.chance(70).into());
    }
    if rng.chance(20) {
        owner.set("blockOwnerDeletion", rng.chance(50).into());
    }
    owner
}

/// An entry of `managedFields`.
fn manager(rng: &mut Rng) -> Json {
    let mut entry = Json::Object(vec![]);
    if rng.chance(90) {
        entry.set("manager", text(rng, &["kubectl", "m\u{1}", "é", "a\u{a0}b", "\u{7f}", "\"q\\"]).into());
    }
    if rng.chance(90) {
        entry.set("operation", (*rng.pick(&["Apply", "Update", "apply", "Nope"])).into());
    }
    if rng.chance(70) {
        entry.set("fieldsType", (*rng.pick(&["FieldsV1", "FieldsV1", "X"])).into());
    }
    if rng.chance(20) {
        entry.set("subresource", text(rng, &["status"]).into());
    }
    if rng.chance(50) {
        entry.set("fieldsV1", object([("f:spec", Json::Object(vec![]))]));
    }
    entry
}

/// Random metadata. They usually have a namespace if `namespaced` is true.
pub fn metadata(rng: &mut Rng, namespaced: bool) -> Json {
    let mut out = Json::Object(vec![]);
    if rng.chance(97) {
        let odd = rng.chance(6);
        out.set("name", if odd { text(rng, &NAMES) } else { "sample".to_owned() }.into());
    }
    if rng.chance(8) {
        out.set("generateName", text(rng, &GENERATE_NAMES).into());
    }
    if rng.chance(70) {
        out.set("generation", (1 + rng.below(5) as i64).into());
    }
    if rng.chance(if namespaced { 80 } else { 5 }) {
        let odd = rng.chance(4);
        out.set("namespace", if odd { text(rng, &NAMES) } else { "default".to_owned() }.into());
    }
    if rng.chance(93) {
        out.set("resourceVersion", "7".into());
    }
    for (field, share) in [("uid", 40), ("creationTimestamp", 30), ("deletionTimestamp", 8)] {
        if rng.chance(share) {
            let texts =
                if field == "uid" { ["u1", "u2"] } else { ["2024-05-01T10:00:00Z", "2024-05-01T10:00:01Z"] };
            out.set(field, (*rng.pick(&texts)).into());
        }
    }
    if rng.chance(20) {
        let labels = map(rng, |rng| text(rng, &["", "v", "a b", "-", "V.v_v", "é"]));
        out.set("labels", labels);
    }
    if rng.chance(20) {
        let size = if rng.chance(3) { 262_100 + rng.below(60) } else { 3 };
        let annotations = map(rng, |_| "a".repeat(size));
        out.set("annotations", annotations);
    }
    if rng.chance(12) {
        out.set("ownerReferences", (0..1 + rng.below(3)).map(|_| owner(rng)).collect::<Vec<_>>().into());
    }
    if rng.chance(20) {
        let items = (0..1 + rng.below(3)).map(|_| text(rng, &FINALIZERS).into());
        out.set("finalizers", items.collect::<Vec<Json>>().into());
    }
    if rng.chance(12) {
        out.set("managedFields", (0..1 + rng.below(2)).map(|_| manager(rng)).collect::<Vec<_>>().into());
    }
    out
}
