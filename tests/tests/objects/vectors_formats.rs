//! `vectors/formats.jsonl`: which strings match a format, and the server's error for others, with compiled
//! code and the interpreter. Formats that the server defines by a regular expression are also compared with
//! that expression, using the pattern compiler.

use std::collections::BTreeMap;

use crdc_oracle::interpreter::has_format;
use crdc_oracle::json::{Json, go_quote, read};
use crdc_oracle::load;
use crdc_oracle::random::Rng;
use crdc_oracle::random::formats::{FORMATS, near};
use crdc_oracle::record::{Given, Op};
use crdc_schema::pattern::compile;
use crdc_tests::compiled;

fn has(format: &str, text: &str) -> bool {
    let known = crdc::__private::format::find(format).and_then(|format| format.check);
    known.is_none_or(|check| check(text.as_bytes()))
}

fn rows() -> Vec<Json> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/formats.jsonl");
    let table = std::fs::read_to_string(path).unwrap();
    table.lines().map(|line| read(line.as_bytes()).unwrap().value).collect()
}

fn texts<'r>(row: &'r Json, key: &str) -> Vec<&'r str> {
    row.get(key).and_then(Json::as_array).into_iter().flatten().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn texts_have_the_formats_they_have() {
    let yaml = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/strings.yaml");
    let servers = load::servers("strings.yaml", &std::fs::read_to_string(yaml).unwrap());
    let rows = rows();
    assert_eq!(rows.len(), servers.len());
    let mut scratch = crdc::Scratch::new();
    for (row, server) in rows.iter().zip(&servers) {
        let format = row.get("format").and_then(Json::as_str).unwrap();
        let (valid, invalid) = (texts(row, "valid"), texts(row, "invalid"));
        let all: Vec<Json> = valid.iter().chain(&invalid).map(|text| Json::from(*text)).collect();
        let body = format!(
            r#"{{"apiVersion":"vectors.example.com/{}","kind":"String","metadata":{{"name":"n"}},"spec":{{"v":{}}}}}"#,
            server.version,
            Json::Array(all)
        );
        let wanted: BTreeMap<String, (String, Option<String>)> = invalid
            .iter()
            .enumerate()
            .map(|(index, text)| {
                let field = format!("spec.v[{}]", valid.len() + index);
                let words = format!("{field} in body must be of type {format}: {}", go_quote(text));
                (field, (words, Some((*text).to_owned())))
            })
            .collect();
        let named = |given: &Given| -> BTreeMap<_, _> {
            let value = |bad: &Option<Json>| bad.as_ref().and_then(Json::as_str).map(str::to_owned);
            let errors = given.errors.iter();
            errors
                .map(|error| (error.field.clone(), (error.detail.clone(), value(&error.bad_value))))
                .collect()
        };
        let compiled = compiled::find(&format!("strings.vectors.example.com/{}", server.version));
        let given = compiled::run(compiled, Op::Create, body.as_bytes(), b"", &mut scratch);
        assert!(given.errors.iter().all(|error| error.error_type == "FieldValueTypeInvalid"));
        assert_eq!(wanted, named(&given), "compiled, {format}");
        let interpreted = Given::from(server.create(body.as_bytes()));
        assert_eq!(wanted, named(&interpreted), "interpreter, {format}");
    }
}

/// Expressions of kube-openapi's strfmt and govalidator.
const EXPRESSIONS: [(&str, &str); 12] = [
    ("byte", r"^(?:[A-Za-z0-9+\/]{4})*(?:[A-Za-z0-9+\/]{2}==|[A-Za-z0-9+\/]{3}=|[A-Za-z0-9+\/]{4})$"),
    ("bsonobjectid", "^[0-9a-fA-F]{24}$"),
    ("hexcolor", "^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"),
    (
        "rgbcolor",
        r"^rgb\(\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*\)$",
    ),
    ("ssn", r"^\d{3}[- ]\d{2}[- ]\d{4}$"),
    ("uuid", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$"),
    ("uuid3", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$"),
    ("uuid4", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$"),
    ("uuid5", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$"),
    ("k8s-short-name", "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"),
    ("k8s-long-name", r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"),
    (
        // Without the limits that the lengths of labels imply.
        "hostname",
        r"^([a-zA-Z0-9\p{S}\p{L}](-?[a-zA-Z0-9\p{S}\p{L}]*)?|([a-zA-Z0-9\p{S}\p{L}]([-a-zA-Z0-9\p{S}\p{L}]*[a-zA-Z0-9\p{S}\p{L}])?\.)+[a-zA-Z\p{L}]{2,})$",
    ),
];

#[test]
fn checks_by_hand_are_the_servers_expressions() {
    let rows = rows();
    for (format, expression) in EXPRESSIONS {
        let matcher = compile(expression).unwrap();
        let short = |text: &str| match format {
            "k8s-short-name" => text.len() <= 63,
            "k8s-long-name" => text.len() <= 253,
            "hostname" => text.len() <= 255 && text.split('.').all(|label| label.len() <= 63),
            _ => true,
        };
        let mut rng = Rng::new(7);
        let mut all: Vec<String> =
            rows.iter().flat_map(|row| texts(row, "valid")).map(str::to_owned).collect();
        all.extend((0..5_000).map(|_| near(&mut rng, format)));
        for text in all {
            let wanted = matcher.is_match(text.as_bytes()) && short(&text);
            assert_eq!(has(format, &text), wanted, "{format}, {text:?}");
        }
    }
}

#[test]
fn letters_and_symbols_are_those_of_the_servers_unicode() {
    let inside = compile(r"^[a-zA-Z0-9\p{S}\p{L}]$").unwrap();
    let letter = compile(r"^[a-zA-Z\p{L}]$").unwrap();
    // Unicode has given nothing to the planes between, nor to those for private use.
    for c in ('\0'..='\u{3ffff}').chain('\u{e0000}'..='\u{e0fff}').chain([char::MAX]) {
        let one = c.to_string();
        assert_eq!(has("hostname", &one), inside.is_match(one.as_bytes()), "{c:?}");
        let top = format!("a.a{c}");
        assert_eq!(has("hostname", &top), letter.is_match(one.as_bytes()), "{c:?} in the last label");
    }
}

#[test]
fn checks_agree_with_the_interpreters() {
    for (format, _) in FORMATS {
        let mut rng = Rng::new(11);
        let (mut good, mut bad) = (0, 0);
        for _ in 0..3_000 {
            let text = near(&mut rng, format);
            let answer = has(format, &text);
            assert_eq!(answer, has_format(format, &text), "{format}, {text:?}");
            if answer { good += 1 } else { bad += 1 }
        }
        let any = matches!(format, "password" | "made-up");
        assert!(good > 100 && (any || bad > 100), "{format}: {good} have it, {bad} have not");
    }
}

#[test]
fn every_format_has_texts() {
    for format in crdc::__private::format::ALL {
        let name = |text: &str| text.replace('-', "") == format.name;
        assert!(FORMATS.iter().any(|(spelt, _)| name(spelt)), "{}", format.name);
    }
}
