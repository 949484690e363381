//! `vectors/json.jsonl`: every text as the value of `spec.v`, decoded or refused as by the server, with
//! compiled code and the interpreter.

use crdc_oracle::json::{Json, read};
use crdc_oracle::load;
use crdc_oracle::record::{Given, Op};
use crdc_tests::compiled;

const BODY: [&str; 2] = [
    r#"{"apiVersion":"vectors.example.com/v1","kind":"Probe","metadata":{"name":"probe"},"spec":{"v":"#,
    "}}",
];

#[test]
fn texts_are_read_as_the_server_reads_them() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors");
    let server = {
        let text = std::fs::read_to_string(format!("{root}/probe.yaml")).unwrap();
        load::server("probe.yaml", &text, "v1")
    };
    let compiled = compiled::find("probes.vectors.example.com/v1");
    let mut scratch = crdc::Scratch::new();
    let rows = std::fs::read_to_string(format!("{root}/json.jsonl")).unwrap();
    let mut failed = Vec::new();
    for row in rows.lines() {
        let row = read(row.as_bytes()).unwrap().value;
        let text = row.get("text").and_then(Json::as_str).unwrap();
        let body = format!("{}{text}{}", BODY[0], BODY[1]).into_bytes();
        let given = compiled::run(compiled, Op::Create, &body, b"", &mut scratch);
        let interpreted = Given::from(server.create(&body));
        for (who, given) in [("compiled", given), ("interpreter", interpreted)] {
            if let Err(why) = check(&row, &given) {
                failed.push(format!("{who}: {text}: {why}"));
            }
        }
    }
    assert!(failed.is_empty(), "{} rows\n{}", failed.len(), failed.join("\n"));
}

fn check(row: &Json, given: &Given) -> Result<(), String> {
    let code = row.get("code").and_then(Json::as_int).unwrap();
    if given.code != code {
        return Err(format!("expected {code}, given {} {}", given.code, given.message));
    }
    if let Some(message) = row.get("message").and_then(Json::as_str)
        && given.message != message
    {
        return Err(format!("expected {message}\n  given {}", given.message));
    }
    let Some(stored) = row.get("stored").and_then(Json::as_str) else { return Ok(()) };
    let stored = read(stored.as_bytes()).unwrap().value;
    let found = given.object.as_ref().and_then(|object| object.get("spec")?.get("v"));
    if !found.is_some_and(|found| found.same_stored(&stored)) {
        return Err(format!("expected {stored}, stored {found:?}"));
    }
    let strict = row.get("strict").and_then(Json::as_array).cloned().unwrap_or_default();
    let strict: Vec<&str> = strict.iter().filter_map(Json::as_str).collect();
    if given.strict != strict {
        return Err(format!("expected {strict:?}, given {:?}", given.strict));
    }
    Ok(())
}

/// Found by fuzzing: normalizing one string of a text must not turn invalid JSON into valid JSON.
#[test]
fn control_characters_are_refused_beside_invalid_utf8() {
    let compiled = compiled::find("probes.vectors.example.com/v1");
    let mut scratch = crdc::Scratch::new();
    for value in
        [&b"[\"\xff\",\"\x01\"]"[..], b"\"\xff\x01\"", b"{\"\\u0061\":\"a\nb\"}", b"{\"\\u0061\x1f\":1}"]
    {
        let body = [BODY[0].as_bytes(), value, BODY[1].as_bytes()].concat();
        let given = compiled::run(compiled, Op::Create, &body, b"", &mut scratch);
        assert_eq!(given.code, 400, "{}", String::from_utf8_lossy(&body));
        assert!(given.message.contains("in string literal"), "{}", given.message);
    }
}
