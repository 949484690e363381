//! The folders of `unions/`: `crd.yaml`, and `cases.jsonl` with one request per row. `new` and `old` are the
//! members beside kind and metadata, `answer` is the result of compiled code and of the interpreter.
//! `BLESS=1` writes the result of compiled code; the interpreter must still agree. Review the diff.

use std::fs;
use std::path::{Path, PathBuf};

use crdc_oracle::interpreter::Server;
use crdc_oracle::json::{Json, members, object, read};
use crdc_oracle::record::{Case, Given, GivenError, cases};
use crdc_oracle::{golden, load};
use crdc_tests::compiled;

#[test]
fn every_folder_holds() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/unions"));
    let mut folders: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.is_dir());
    folders.sort();
    assert!(folders.len() >= 11, "only {} folders", folders.len());
    let failed: Vec<String> = folders.iter().flat_map(|folder| check(folder)).collect();
    assert!(failed.is_empty(), "{} differences (BLESS=1 rewrites)\n{}", failed.len(), failed.join("\n"));
}

fn check(folder: &Path) -> Vec<String> {
    let topic = folder.file_name().unwrap().to_string_lossy().into_owned();
    let text = fs::read_to_string(folder.join("crd.yaml")).unwrap();
    let server = load::server(&topic, &text, "v1");
    let name = format!("{}s.{}/{}", server.kind.to_lowercase(), server.group, server.version);
    let compiled = compiled::find(&name);
    let mut scratch = crdc::Scratch::new();
    let path = folder.join("cases.jsonl");
    let rows = fs::read_to_string(&path).unwrap();
    let (mut now, mut failed) = (String::new(), Vec::new());
    for row in rows.lines() {
        let case = request(&server, row);
        let given = compiled::answer(compiled, &case, &mut scratch);
        let new = read(&case.new).unwrap().value;
        let answered = answer(&given, &new);
        let interpreted = answer(&Given::interpreted(&server, &case), &new);
        // Answers with immutability errors are not compared.
        let immutable = given.errors.iter().any(|error| error.source == "immutable");
        if !immutable && answered.to_string() != interpreted.to_string() {
            failed
                .push(format!("{topic}/{}:\n  compiled    {answered}\n  interpreted {interpreted}", case.id));
        }
        let asked = members(row).into_iter().filter(|(key, _)| *key != "answer");
        let asked: Vec<String> = asked.map(|(key, value)| format!("\"{key}\":{value}")).collect();
        let line = format!("{{{},\"answer\":{answered}}}", asked.join(","));
        if line != row && !golden::is_blessing() {
            failed.push(format!("{topic}/{}: the row is\n  {row}\n  now\n  {line}", case.id));
        }
        now.push_str(&line);
        now.push('\n');
    }
    if golden::is_blessing() {
        fs::write(&path, now).unwrap();
    }
    failed
}

/// The request of a row: its objects with kind and metadata.
fn request(server: &Server, row: &str) -> Case {
    let whole = |value: &str| {
        let kind = read(value.as_bytes()).unwrap().value;
        let kind = kind.get("kind").and_then(Json::as_str).unwrap_or(&server.kind).to_owned();
        let rest: Vec<String> = members(value)
            .into_iter()
            .filter(|(key, _)| *key != "kind")
            .map(|(key, value)| format!(",\"{key}\":{value}"))
            .collect();
        format!(
            r#"{{"apiVersion":"{}/{}","kind":"{kind}","metadata":{{"name":"sample","namespace":"default","resourceVersion":"7","generation":1}}{}}}"#,
            server.group,
            server.version,
            rest.concat()
        )
    };
    let line: Vec<String> = members(row)
        .into_iter()
        .filter_map(|(key, value)| match key {
            "name" | "op" => Some(format!("\"{key}\":{value}")),
            "new" => Some(format!("\"object\":{}", whole(value))),
            "old" => Some(format!("\"old\":{}", whole(value))),
            _ => None,
        })
        .collect();
    cases(&format!("{{{}}}", line.join(","))).remove(0)
}

/// The parts of an answer that concern unions: the object without metadata, errors as printed.
fn answer(given: &Given, new: &Json) -> Json {
    let beside = |object: &Json| {
        let members = object.as_object().cloned().unwrap_or_default();
        let own = |key: &str| !matches!(key, "apiVersion" | "kind" | "metadata");
        let mut members: Vec<(String, Json)> = members.into_iter().filter(|(key, _)| own(key)).collect();
        members.sort_by(|a, b| a.0.cmp(&b.0));
        Json::Object(members)
    };
    let mut out = vec![("code", Json::from(given.code))];
    if given.code == 400 {
        out.push(("message", given.message.as_str().into()));
    }
    if let Some(stored) = given.object.as_ref().map(beside) {
        let same = stored.same_stored(&beside(new));
        out.push(("object", if same { "same".into() } else { sorted(stored) }));
    }
    let texts = |errors: &[GivenError]| {
        let mut texts: Vec<String> = errors.iter().map(text).collect();
        texts.sort();
        texts.dedup();
        Json::Array(texts.iter().map(|text| text.as_str().into()).collect())
    };
    for (name, errors) in [("errors", &given.errors), ("ratcheted", &given.ratcheted)] {
        if !errors.is_empty() {
            out.push((name, texts(errors)));
        }
    }
    if !given.strict.is_empty() {
        out.push(("strict", given.strict.iter().map(|text| text.as_str().into()).collect::<Vec<_>>().into()));
    }
    object(out)
}

fn text(error: &GivenError) -> String {
    let kind = error.error_type.trim_start_matches("FieldValue");
    let bad = match &error.bad_value {
        Some(value) if kind != "Required" => format!(" {}", sorted(value.clone())),
        _ => String::new(),
    };
    format!("{} {}{bad}: {} ({})", kind, error.field, error.detail, error.source)
}

/// With sorted members at all levels.
fn sorted(value: Json) -> Json {
    match value {
        Json::Object(members) => {
            let mut members: Vec<_> = members.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            members.sort_by(|a, b| a.0.cmp(&b.0));
            Json::Object(members)
        }
        Json::Array(items) => Json::Array(items.into_iter().map(sorted).collect()),
        scalar => scalar,
    }
}
