//! The rows of `unions/` with structs: the derive gives the recorded messages for all rows whose unions and
//! values structs can express. Others are named and counted.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crdc_oracle::json::{Json, members, read};
use crdc_oracle::load;
use crdc_tests::typed::{self, Compared, Entry, Unlike, compare, expressed, in_order, text};

/// Rows of a folder by style: those that run, and those that structs cannot express, mostly because of wrong
/// types, unknown enum values, nulls and alternatives. An enum with data cannot hold an invalid union.
const ROWS: &[(&str, &str, usize, usize)] = &[
    ("deployment", "enums", 9, 6),
    ("deployment", "open", 15, 0),
    ("deployment", "plain", 14, 1),
    ("discriminators", "enums", 0, 57),
    ("discriminators", "open", 38, 19),
    ("discriminators", "plain", 27, 30),
    ("limits", "open", 1, 10),
    ("limits", "plain", 1, 10),
    ("members", "enums", 11, 9),
    ("members", "open", 18, 2),
    ("members", "plain", 15, 5),
    ("metrics", "enums", 3, 6),
    ("metrics", "open", 9, 0),
    ("metrics", "plain", 9, 0),
    ("places", "enums", 8, 11),
    ("places", "open", 17, 2),
    ("places", "plain", 17, 2),
    ("status", "open", 5, 6),
    ("status", "plain", 5, 6),
    ("volumes", "open", 9, 0),
    ("volumes", "plain", 8, 1),
    ("wide", "open", 1, 1),
    ("wide", "plain", 1, 1),
];

/// Folders without a union that the derive supports: those of the older shape.
const NONE: [&str; 3] = ["containers", "older", "upstream"];

#[test]
fn every_row_that_structs_can_say() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/unions"));
    let mut folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let (mut failed, mut unsaid, mut none) = (Vec::new(), Vec::new(), Vec::new());
    let mut counts: BTreeMap<(String, &str), [usize; 2]> = BTreeMap::new();
    let mut scratch = crdc::Scratch::new();
    for folder in folders.iter().filter(|folder| folder.join("crd.yaml").exists()) {
        let topic = folder.file_name().unwrap().to_string_lossy().into_owned();
        let server = load::server(&topic, &fs::read_to_string(folder.join("crd.yaml")).unwrap(), "v1");
        let name = format!("{}s.{}/{}", server.kind.to_lowercase(), server.group, server.version);
        if typed::of(&name).next().is_none() {
            none.push(topic.clone());
        }
        for line in fs::read_to_string(folder.join("cases.jsonl")).unwrap().lines() {
            let row = Row::new(line);
            for entry in typed::of(&name).filter(|entry| entry.part == row.part) {
                let head = format!("{topic}/{} ({})", row.name, entry.style);
                let [ran, not] = counts.entry((topic.clone(), entry.style)).or_default();
                match row.run(entry, &mut scratch) {
                    Ok(compared) => {
                        *ran += 1;
                        failed.extend(row.differs(&compared, entry).map(|why| format!("{head}: {why}")));
                    }
                    Err(Unlike::Unsaid(why)) => {
                        *not += 1;
                        unsaid.push(format!("{head}: {why}"));
                    }
                    Err(Unlike::Differs(why)) => failed.push(format!("{head}: {why}")),
                }
            }
        }
    }
    println!("no values of structs:\n  {}", unsaid.join("\n  "));
    assert!(failed.is_empty(), "{} rows\n{}", failed.len(), failed.join("\n"));
    let counts: Vec<_> =
        counts.iter().map(|((topic, style), [ran, not])| (topic.as_str(), *style, *ran, *not)).collect();
    assert_eq!(counts, ROWS);
    assert_eq!(none, NONE);
}

/// A row: the request for one part of the resource, and the answer.
struct Row {
    name: String,
    part: &'static str,
    new: Option<String>,
    old: Option<String>,
    answer: Json,
}

impl Row {
    fn new(line: &str) -> Row {
        let get = |key: &str| {
            let found = members(line).into_iter().find(|(known, _)| *known == key);
            found.map(|(_, value)| read(value.as_bytes()).unwrap().value)
        };
        let op = get("op").unwrap();
        let part = if op.as_str() == Some("update-status") { "status" } else { "spec" };
        let of = |object: Option<Json>| {
            // A row about another kind.
            let object = object.filter(|object| object.get("kind").is_none())?;
            object.get(part).map(Json::to_string)
        };
        Row {
            name: get("name").unwrap().as_str().unwrap().to_owned(),
            part,
            new: of(get("new")),
            old: of(get("old")),
            answer: get("answer").unwrap(),
        }
    }

    fn run(&self, entry: &Entry, scratch: &mut crdc::Scratch) -> Result<Compared, Unlike> {
        let new = self.new.as_ref().ok_or_else(|| Unlike::Unsaid("there is none".to_owned()))?;
        let is_update = self.answer.get("code") != Some(&Json::Int(201));
        if is_update && self.old.is_none() && self.part == "status" {
            return Err(Unlike::Unsaid("there was none".to_owned()));
        }
        expressed(entry, new).map_err(Unlike::Unsaid)?;
        if let Some(old) = &self.old {
            expressed(entry, old).map_err(Unlike::Unsaid)?;
        }
        compare(entry, new, self.old.as_deref(), scratch)
    }

    /// The part of a row's answer that does not come from the derive.
    fn differs(&self, compared: &Compared, entry: &Entry) -> Option<String> {
        let typed = &compared.typed;
        let code = self.answer.get("code").and_then(Json::as_int).unwrap();
        let code = if code == 201 { 200 } else { code };
        let own = |all: &str| -> Vec<String> {
            let listed = self.answer.get(all).and_then(Json::as_array).cloned().unwrap_or_default();
            listed.iter().map(|error| in_order(error.as_str().unwrap().to_owned())).collect()
        };
        let said = |errors: &[crdc_oracle::record::GivenError]| {
            let mut texts: Vec<String> = errors.iter().map(text).map(in_order).collect();
            texts.sort();
            texts.dedup();
            texts
        };
        let wanted = (code, own("errors"), own("ratcheted"));
        let given = (typed.code, said(&typed.errors), said(&typed.ratcheted));
        if given != wanted {
            return Some(format!("the row says {wanted:?}, the derive {given:?}"));
        }
        let stored = match self.answer.get("object") {
            None => return None,
            Some(Json::String(_)) => read(self.new.as_ref()?.as_bytes()).unwrap().value,
            Some(object) => object.get(entry.part)?.clone(),
        };
        let given = read(typed.stored.as_bytes()).unwrap().value;
        (!given.same_stored(&stored)).then(|| format!("the row stores {stored}, the derive {given}"))
    }
}

/// The server takes a status for a resource, whose kind has no counterpart: its error is not ratcheted unless
/// the whole status is unchanged. Found by the laws with other seeds.
#[test]
fn the_kind_of_a_status_has_no_counterpart() {
    let mut scratch = crdc::Scratch::new();
    let mut compared = 0;
    for entry in typed::of("stateds.unions.example.com/v1").filter(|entry| entry.part == "status") {
        for (new, old, code) in [
            (r#"{"kind":"z"}"#, r#"{"kind":"z"}"#, 200),
            (r#"{"kind":"z"}"#, r#"{"kind":"z","running":{}}"#, 422),
            (r#"{"kind":"","parts":[{"name":"abc"}]}"#, r#"{"kind":""}"#, 200),
        ] {
            match compare(entry, new, Some(old), &mut scratch) {
                Ok(both) => assert_eq!(both.typed.code, code, "{} {new}", entry.style),
                Err(Unlike::Unsaid(_)) => continue,
                Err(Unlike::Differs(why)) => panic!("{why}"),
            }
            compared += 1;
        }
    }
    assert!(compared >= 3, "{compared}");
}
