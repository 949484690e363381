//! Tests `docs/immutability.md`: the build script compiles its document, its updates are run, and the
//! diagnostic codes that it names exist.

use std::collections::BTreeSet;

use crdc_oracle::json::{Json, read};
use crdc_source::diag::Code;
use crdc_tests::compiled;

const PAGE: &str = include_str!("../../../docs/immutability.md");

/// The fenced blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let open = format!("```{language}\n");
    PAGE.split(open.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

fn object(spec: &str) -> String {
    format!(
        r#"{{"apiVersion":"docs.example.com/v1","kind":"Database","metadata":{{"name":"sample","namespace":"default","resourceVersion":"7","generation":1}},"spec":{spec}}}"#
    )
}

/// The lines of an example that begin with a word.
fn lines<'a>(example: &'a str, word: &str) -> Vec<&'a str> {
    example.lines().filter_map(|line| line.strip_prefix(word)).map(str::trim).collect()
}

#[test]
fn examples_are_answered_as_the_page_says() {
    let compiled = compiled::find("databases.docs.example.com/v1");
    let mut scratch = crdc::Scratch::new();
    let mut count = 0;
    let updates = blocks("update").into_iter().flat_map(|block| block.split("\n\n"));
    for example in updates.chain(blocks("status")) {
        let [old, new] = ["before:", "after:"].map(|word| object(lines(example, word)[0]));
        let request = crdc::Request::update(new.as_bytes(), old.as_bytes());
        let outcome = crdc::answer(compiled, request, &mut scratch);
        count += 1;
        let status: String = lines(example, "status:").concat();
        if !status.is_empty() {
            let tree = |text: &str| read(text.as_bytes()).unwrap().value;
            assert_eq!(tree(&outcome.status().unwrap().to_json()), tree(&status));
            continue;
        }
        let mut given: Vec<String> =
            outcome.errors().map(|error| format!("{}: {}", error.field, error.detail)).collect();
        given.sort();
        assert_eq!(outcome.code(), if given.is_empty() { 200 } else { 400 }, "{example}");
        if given.is_empty() {
            given.push("accepted".to_owned());
        }
        assert_eq!(lines(example, "answer:"), given, "{example}");
    }
    assert_eq!(count, 12);
    // A field that is normalized away is not stored.
    let new = object(r#"{"engine":"x","notes":[]}"#);
    let outcome = crdc::answer(compiled, crdc::Request::create(new.as_bytes()), &mut scratch);
    let stored = read(outcome.accepted_object().unwrap()).unwrap().value;
    assert_eq!(stored.get("spec").and_then(|spec| spec.get("notes")), None::<&Json>);
}

#[test]
fn the_page_names_every_code() {
    let named: BTreeSet<&str> = PAGE.split('`').skip(1).step_by(2).collect();
    let starts = ["immutable-", "normalize-", "dialect-", "list-keys-"];
    for code in Code::all().iter().map(|code| code.name()) {
        let own = starts.iter().any(|start| code.starts_with(start));
        assert!(!own || named.contains(code), "{code} is not on the page");
    }
}
