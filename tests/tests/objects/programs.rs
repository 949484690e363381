//! Rules and messages that are constants of generated code (`policies/programs.yaml`): each part of a
//! program, as the interpreter evaluates it.

use crdc_oracle::interpreter::Server;
use crdc_oracle::load;
use crdc_oracle::record::{GivenError, Op};
use crdc_tests::compiled::{find, run};

fn server() -> Server {
    let crd = include_str!("../../policies/programs.yaml");
    load::servers("programs.yaml", crd).into_iter().next().unwrap()
}

/// The errors of generated code, which are those of the interpreter.
fn errors(spec: &str) -> Vec<String> {
    let object = format!(
        r#"{{"apiVersion":"policies.example.com/v1","kind":"Program","metadata":{{"name":"a","namespace":"default"}},"spec":{spec}}}"#
    );
    let given = run(
        find("programs.policies.example.com/v1"),
        Op::Create,
        object.as_bytes(),
        b"",
        &mut crdc::Scratch::new(),
    );
    let interpreted = server().create(object.as_bytes());
    assert!(interpreted.unknown.is_empty(), "{:?}", interpreted.unknown);
    let text = |error: &GivenError| format!("{}: {}", error.field, error.detail);
    let found: Vec<String> = given.errors.iter().map(text).collect();
    let theirs: Vec<String> =
        interpreted.errors.iter().map(|error| format!("{}: {}", error.field, error.detail)).collect();
    assert_eq!(found, theirs, "{spec}");
    found
}

#[test]
fn messages_have_every_part() {
    let found =
        errors(r#"{"name":"a","size":2,"ratio":0.5,"names":["c","b"],"labels":{"k":"v"},"port":"http"}"#);
    let said: Vec<&str> = found.iter().map(|error| error.strip_prefix("spec: ").unwrap()).collect();
    assert_eq!(
        said,
        [
            "bytes",
            "numbers",
            "lists",
            "maps",
            "optionals",
            "optional items",
            "loops",
            "lists of loops",
            "pairs",
            "patterns",
            "found",
            "in",
            "dyn",
            "sorted",
            "formats",
            "times",
            "quantities",
            "null",
            "instead",
        ]
    );
}

/// What a message needs may be absent, and what a plain function does not know is evaluated.
#[test]
fn messages_and_rules_fail_as_the_servers_do() {
    assert_eq!(errors(r#"{"name":"b"}"#), [""; 0]);
    assert_eq!(errors(r#"{"name":"b","size":100}"#), ["spec: too large"]);
    assert_eq!(errors(r#"{"name":"b","size":-100}"#), ["spec.size: too small"]);
    let bare = errors(r#"{"name":"a"}"#);
    assert_eq!(bare.len(), 19);
    assert_eq!(bare[7], "spec: failed rule: self.name != 'a'");
}
