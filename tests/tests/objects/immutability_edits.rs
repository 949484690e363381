//! Realistic updates: an object, and the same after a few edits at random paths of its spec. The answer
//! equals that of the naive reference, although the step skips equal values and everything before the first
//! change. The answer is the same if the old object is written with other bytes and in another member order,
//! which prevents skipping.

use crdc_oracle::json::{Json, read};
use crdc_oracle::load;
use crdc_oracle::random::Rng;
use crdc_oracle::random::samples::samples;
use crdc_oracle::random::text::{Spelling, write};
use crdc_oracle::record::{Given, Op};
use crdc_tests::compiled::{self, run};

use crate::comparison::Comparison;

const CRD: &str = include_str!("../../immutability/edits.yaml");
const NAMES: [&str; 6] = ["a", "b", "bb", "é", "a\"b", "a rather long name of an item"];

fn text(rng: &mut Rng) -> String {
    format!("\"{}\"", ["", "x", "xy", "ü", "\\u0061", "a longer text than the others are"][rng.below(6)])
}

/// Members, most of them present.
fn members(all: &[(&str, String)], rng: &mut Rng) -> String {
    let there: Vec<String> =
        all.iter().filter(|_| rng.chance(85)).map(|(key, value)| format!("\"{key}\":{value}")).collect();
    format!("{{{}}}", there.join(","))
}

fn list(rng: &mut Rng, most: usize, mut item: impl FnMut(&mut Rng, usize) -> String) -> String {
    let items: Vec<String> = (0..rng.below(most + 1)).map(|index| item(rng, index)).collect();
    format!("[{}]", items.join(","))
}

/// The name of an item, almost always unique.
fn name(rng: &mut Rng, index: usize) -> String {
    let index = if rng.chance(3) { rng.below(NAMES.len()) } else { index };
    Json::from(NAMES[index % NAMES.len()]).to_string()
}

fn item(rng: &mut Rng, index: usize) -> String {
    let env = list(rng, 6, |rng, index| {
        let all = [("name", name(rng, index)), ("note", text(rng)), ("value", text(rng))];
        members(&all, rng)
    });
    let ports = list(rng, 3, |rng, index| {
        let all = [("host", text(rng)), ("port", index.to_string()), ("protocol", "\"UDP\"".to_owned())];
        members(&all, rng)
    });
    let tags = list(rng, 4, name);
    let config = members(&[("free", text(rng)), ("held", text(rng))], rng);
    let all = [
        ("config", config),
        ("env", env),
        ("image", text(rng)),
        ("name", name(rng, index)),
        ("policy", text(rng)),
        ("ports", ports),
        ("size", rng.below(3).to_string()),
        ("tags", tags),
    ];
    members(&all, rng)
}

fn spec(rng: &mut Rng) -> Json {
    let items = list(rng, 5, item);
    let labels: Vec<(&str, String)> = NAMES
        .into_iter()
        .filter(|name| !name.contains('"'))
        .map(|name| (name, members(&[("free", text(rng)), ("held", text(rng))], rng)))
        .collect();
    let rules = list(rng, 4, |rng, _| {
        let filters = list(rng, 3, |rng, _| text(rng));
        let matches =
            list(rng, 3, |rng, index| members(&[("count", index.to_string()), ("header", text(rng))], rng));
        let all = [
            ("filters", filters),
            ("free", text(rng)),
            ("group", rng.below(3).to_string()),
            ("matches", matches),
        ];
        members(&all, rng)
    });
    let team = |rng: &mut Rng, _| {
        let all = [("list", list(rng, 3, |rng, _| text(rng))), ("set", list(rng, 4, name))];
        members(&all, rng)
    };
    let [teams, of_whole] = [list(rng, 3, team), list(rng, 3, team)];
    let whole = members(
        &[("list", "[\"b\",\"a\"]".to_owned()), ("set", "[\"b\",\"a\"]".to_owned()), ("teams", of_whole)],
        rng,
    );
    let all = [
        ("class", text(rng)),
        ("items", items),
        ("labels", members(&labels, rng)),
        ("name", text(rng)),
        ("rules", rules),
        ("teams", teams),
        ("whole", whole),
        ("zone", text(rng)),
    ];
    read(members(&all, rng).as_bytes()).unwrap().value
}

/// The number of values.
fn count(value: &Json) -> usize {
    1 + match value {
        Json::Object(members) => members.iter().map(|(_, value)| count(value)).sum(),
        Json::Array(items) => items.iter().map(count).sum(),
        _ => 0,
    }
}

/// The value with this number, in document order.
fn find<'v>(value: &'v mut Json, at: &mut usize) -> Option<&'v mut Json> {
    if *at == 0 {
        return Some(value);
    }
    *at -= 1;
    match value {
        Json::Object(members) => members.iter_mut().find_map(|(_, value)| find(value, at)),
        Json::Array(items) => items.iter_mut().find_map(|value| find(value, at)),
        _ => None,
    }
}

fn edit(rng: &mut Rng, spec: &mut Json) {
    let mut at = rng.below(count(spec));
    let Some(place) = find(spec, &mut at) else { return };
    match place {
        Json::String(text) => match rng.below(4) {
            0 => text.push('é'),
            1 => text.insert(0, 'x'),
            2 => text.clear(),
            _ => *place = Json::Null,
        },
        Json::Int(number) if rng.chance(80) => *number += 1,
        // An equal number in another spelling.
        Json::Int(number) => *place = Json::Float(*number as f64),
        Json::Array(items) => {
            let at = rng.below(items.len());
            match rng.below(7) {
                _ if items.is_empty() => {}
                0 => items.swap(0, at),
                1 => items.rotate_left(1),
                2 => drop(items.remove(at)),
                3 => items.insert(at, items[rng.below(items.len())].clone()),
                4 => {
                    let mut other = items[at].clone();
                    if other.get("name").is_some() {
                        other.set("name", "another".into());
                    }
                    items.insert(at, other);
                }
                5 if items[at].get("name").is_some() => {
                    items[at].set("name", "renamed".into());
                    if rng.chance(50) {
                        edit(rng, &mut items[at]);
                    }
                }
                _ => items.reverse(),
            }
        }
        Json::Object(members) => {
            let at = rng.below(members.len());
            match rng.below(4) {
                _ if members.is_empty() => {}
                0 => drop(members.remove(at)),
                1 => members.rotate_left(1),
                2 => members[at].1 = Json::Null,
                _ => *place = Json::Object(Vec::new()),
            }
        }
        _ => {}
    }
}

/// The same with all members in reverse order.
fn reversed(value: &Json) -> Json {
    match value {
        Json::Object(members) => {
            Json::Object(members.iter().rev().map(|(key, value)| (key.clone(), reversed(value))).collect())
        }
        Json::Array(items) => Json::Array(items.iter().map(reversed).collect()),
        other => other.clone(),
    }
}

fn whole(spec: Json, phase: &str) -> Json {
    let head = r#"{"apiVersion":"immutability.example.com/v1","kind":"Edit","metadata":{"name":"x","namespace":"default","resourceVersion":"7","generation":1}}"#;
    let mut object = read(head.as_bytes()).unwrap().value;
    object.set("spec", spec);
    object.set("status", read(format!("{{\"phase\":\"{phase}\"}}").as_bytes()).unwrap().value);
    object
}

/// The errors, unordered.
fn said(given: &Given) -> (i64, Vec<String>) {
    let mut all: Vec<String> = given
        .errors
        .iter()
        .map(|error| format!("{} {} {}", error.field, error.detail, error.source))
        .collect();
    all.sort();
    (given.code, all)
}

#[test]
fn what_is_left_out_changes_no_answer() {
    let server = load::server("edits.yaml", CRD, "v1");
    let dialects = ["", "declarative", "cel"]
        .map(|suffix| compiled::find(&format!("edits.immutability.example.com/v1{suffix}")));
    let updates = samples(250);
    let mut scratch = crdc::Scratch::new();
    let (mut broken, mut kept) = (0, 0);
    for seed in 0..updates {
        let mut rng = Rng::new(seed);
        let before = spec(&mut rng);
        let mut after = before.clone();
        for _ in 0..=rng.below(3) {
            edit(&mut rng, &mut after);
        }
        let (after, before) = (whole(after, "new"), whole(before, "old"));
        let (new, old) = (after.to_string(), before.to_string());
        let other = write(&mut rng, &reversed(&before), Spelling::Odd);
        for (dialect, compiled) in dialects.into_iter().enumerate() {
            for op in [Op::Update, Op::UpdateStatus] {
                let given = said(&run(compiled, op, new.as_bytes(), old.as_bytes(), &mut scratch));
                let again = said(&run(compiled, op, new.as_bytes(), other.as_bytes(), &mut scratch));
                assert_eq!(given, again, "seed {seed} {dialect} {op:?}\nnew {new}\nold {old}\nold {other}");
                if dialect > 0 {
                    continue;
                }
                let wanted = match op {
                    Op::UpdateStatus => server.update_status(new.as_bytes(), old.as_bytes()),
                    _ => server.update(new.as_bytes(), old.as_bytes()),
                };
                assert_eq!(given, said(&Given::from(wanted)), "seed {seed} {op:?}\nnew {new}\nold {old}");
                if op == Op::Update {
                    let marks = given.1.iter().any(|error| error.ends_with(" immutable"));
                    *(if marks { &mut broken } else { &mut kept }) += 1;
                }
            }
        }
    }
    println!("{broken} updates break marks, {kept} do not");
    assert!(broken > updates / 10 && kept > updates / 10, "{broken} and {kept}");
}

/// Lists with two keys, some without them.
const PORTS: [&str; 14] = [
    "[]",
    "[{}]",
    r#"[{"host":"x"}]"#,
    r#"[{"host":"y"}]"#,
    r#"[{"port":1,"host":"x"}]"#,
    r#"[{"port":1,"host":"y"}]"#,
    r#"[{"port":1,"protocol":"UDP","host":"x"}]"#,
    r#"[{"port":1,"protocol":"UDP","host":"y"}]"#,
    r#"[{"port":null,"host":"y"}]"#,
    r#"[{"port":[1],"host":"y"}]"#,
    "[null]",
    "[1]",
    r#"[{"host":"x"},{"host":"y"}]"#,
    r#"[{"port":1,"host":"x"},{"port":1,"protocol":"UDP","host":"y"}]"#,
];

#[test]
fn items_of_lists_with_two_keys() {
    let mut edits = Comparison::of("immutability/edits.yaml", "edits.immutability.example.com");
    let object = |ports: &str, size: u32| {
        let metadata = r#"{"name":"a","namespace":"default","resourceVersion":"1","generation":1}"#;
        format!(
            r#"{{"apiVersion":"immutability.example.com/v1","kind":"Edit","metadata":{metadata},"spec":{{"items":[{{"name":"a","ports":{ports},"size":{size}}}]}}}}"#
        )
    };
    for new in PORTS {
        edits.create(&object(new, 1));
        for old in PORTS {
            // Another change before or after the list, or none.
            for size in [1, 2] {
                edits.update(&object(new, size), &object(old, 1));
            }
        }
    }
    edits.assert_more_than(50, 200);
}
