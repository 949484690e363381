//! `vectors/number-formats.jsonl`: which numbers an integer or number format allows, and the server's error
//! for others, with compiled code and the interpreter. The table has the errors that name their item; range
//! errors name none.

use std::collections::BTreeMap;

use crdc_oracle::json::{Json, members, read};
use crdc_oracle::load;
use crdc_oracle::record::{Given, Op};
use crdc_tests::compiled;

#[test]
fn formats_hold_what_they_hold() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors");
    let servers =
        load::servers("numbers.yaml", &std::fs::read_to_string(format!("{root}/numbers.yaml")).unwrap());
    let rows = std::fs::read_to_string(format!("{root}/number-formats.jsonl")).unwrap();
    assert_eq!(rows.lines().count(), servers.len());
    let mut scratch = crdc::Scratch::new();
    for (line, server) in rows.lines().zip(&servers) {
        let row = read(line.as_bytes()).unwrap().value;
        // As written: 3.5e+38 is a float because of its spelling.
        let values = members(line).into_iter().find(|(key, _)| *key == "values").unwrap().1;
        let body = format!(
            r#"{{"apiVersion":"vectors.example.com/{}","kind":"Number","metadata":{{"name":"n"}},"spec":{{"v":{values}}}}}"#,
            server.version
        );
        let compiled = compiled::find(&format!("numbers.vectors.example.com/{}", server.version));
        let given = compiled::run(compiled, Op::Create, body.as_bytes(), b"", &mut scratch);
        let interpreted = Given::from(server.create(body.as_bytes()));
        let wanted = wanted(&row);
        assert_eq!(wanted, named(&interpreted), "interpreter, {line}");
        assert_eq!(wanted, named(&given), "compiled, {line}");
    }
}

/// Texts by field.
fn wanted(row: &Json) -> BTreeMap<String, String> {
    let errors = row.get("errors").and_then(Json::as_object).unwrap();
    let text = |value: &Json| value.as_str().unwrap().to_owned();
    errors.iter().map(|(index, error)| (format!("spec.v[{index}]"), text(error))).collect()
}

fn named(given: &Given) -> BTreeMap<String, String> {
    let named = given.errors.iter().filter(|error| error.field != "<nil>");
    named.map(|error| (error.field.clone(), error.detail.clone())).collect()
}
