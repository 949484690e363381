//! Rules run wherever their values come from: they are noted as they are decoded, and a value that is not
//! noted would be accepted with a broken rule (`policies/noted-rules.yaml`). The interpreter, which notes
//! nothing, answers each request as well.

use crdc_oracle::interpreter::{Answer, Server};
use crdc_oracle::load;
use crdc_oracle::record::{Given, Op};
use crdc_tests::compiled::{find, run};

fn server(version: &str) -> Server {
    let crd = include_str!("../../policies/noted-rules.yaml");
    let mut servers = load::servers("noted-rules.yaml", crd).into_iter();
    servers.find(|server| server.version == version).unwrap()
}

fn object(version: &str, rest: &str) -> Vec<u8> {
    let head = format!(r#""apiVersion":"policies.example.com/{version}","kind":"NotedRule""#);
    let metadata = r#""metadata":{"name":"a","namespace":"default","resourceVersion":"1","generation":1}"#;
    format!("{{{head},{metadata},{rest}}}").into_bytes()
}

/// The errors of rules, and warnings.
fn rules(given: &Given) -> Vec<String> {
    let found = given.errors.iter().filter(|error| error.source == "cel");
    let mut found: Vec<String> = found.map(|error| format!("{}: {}", error.field, error.detail)).collect();
    found.extend(given.warnings.iter().cloned());
    found.sort();
    found
}

/// What generated code and the interpreter say.
fn answered(op: Op, new: &str, old: &str) -> Vec<String> {
    answered_by("v1", op, new, old)
}

fn answered_by(version: &str, op: Op, new: &str, old: &str) -> Vec<String> {
    let old = if old.is_empty() { Vec::new() } else { object(version, old) };
    let new = object(version, new);
    let name = format!("notedrules.policies.example.com/{version}");
    let compiled = run(find(&name), op, &new, &old, &mut crdc::Scratch::new());
    let interpreted: Answer = match op {
        Op::Create => server(version).create(&new),
        Op::Update => server(version).update(&new, &old),
        Op::UpdateStatus => server(version).update_status(&new, &old),
    };
    let found = rules(&compiled);
    assert_eq!(rules(&Given::from(interpreted)), found);
    found
}

#[test]
fn rules_run_wherever_values_come_from() {
    for (spec, expected) in [
        ("{}", &[][..]),
        (r#"{"text":"ok","count":1,"items":[{"text":"x"}],"names":["a"],"map":{"a":"b"}}"#, &[]),
        (r#"{"text":"bad"}"#, &["spec.text: text"]),
        (r#"{"count":9}"#, &["spec.count: count"]),
        // Escaped and repeated keys, of which the last counts.
        (r#"{"te\u0078t":"bad"}"#, &["spec.text: text"]),
        (r#"{"text":"ok","text":"bad"}"#, &["spec.text: text"]),
        (r#"{"text":"bad","text":"ok"}"#, &[]),
        (r#"{"items":[{"other":true}],"items":[]}"#, &[]),
        (r#"{"text":"b\u0061d"}"#, &["spec.text: text"]),
        // Values with defaults below them, and defaults for null.
        (r#"{"preset":{"other":"x"}}"#, &["spec.preset: preset"]),
        (r#"{"preset":{"text":null,"other":"x"}}"#, &["spec.preset: preset"]),
        (r#"{"preset":null}"#, &[]),
        (r#"{"items":[{},{"other":true,"text":null}]}"#, &["spec.items[1]: item"]),
        (r#"{"items":[{"other":true,"text":"x"},{},{}]}"#, &["spec.items: items"]),
        (r#"{"names":["a","bad","b","bad"]}"#, &["spec.names[1]: name", "spec.names[3]: name"]),
        (r#"{"map":{"text":"bad","b":"c"}}"#, &["spec.map[text]: value"]),
        (
            r#"{"resource":{"apiVersion":"v1","kind":"A","metadata":{"name":"a"},"spec":{"text":"bad"}}}"#,
            &["spec.resource.spec.text: inner"],
        ),
    ] {
        let whole = format!(r#""spec":{spec}"#);
        assert_eq!(answered(Op::Create, &whole, ""), expected, "{spec}");
        assert_eq!(answered(Op::Update, &whole, r#""spec":{}"#), expected, "{spec}");
        // Another order of the root's members, and white space, which is no fast path.
        let spaced = format!(" \n\"spec\" : {spec} , \"unknown\" : [ ]");
        assert_eq!(answered(Op::Create, &spaced, ""), expected, "{spec}");
    }
}

/// An update keeps the status of the old object, which is decoded after the new one.
#[test]
fn rules_run_in_a_status_that_is_kept() {
    let old = r#""spec":{},"status":{"text":"bad"}"#;
    let changed = r#""spec":{"count":1},"status":{"text":"ok"}"#;
    // Nothing changed there, so that it is a warning.
    let warning = [r#"status.text: Invalid value: "bad": status"#];
    assert_eq!(answered(Op::Update, changed, old), warning);
    assert_eq!(answered(Op::Update, r#""spec":{"count":1}"#, old), warning);
    assert_eq!(answered(Op::Create, r#""spec":{},"status":{"text":"bad"}"#, ""), [""; 0]);
    assert_eq!(
        answered(Op::UpdateStatus, r#""spec":{},"status":{"text":"bad"}"#, r#""spec":{}"#),
        ["status.text: status"]
    );
}

/// Extensions change objects after they are decoded.
#[test]
fn rules_run_on_what_extensions_leave() {
    for (version, spec, expected) in [
        ("v2", r#"{"text":"bad"}"#, &["spec.text: text"][..]),
        ("v2", r#"{"text":""}"#, &[]),
        ("v2", r#"{"choice":{"a":"x"}}"#, &[]),
        ("v2", r#"{"choice":{"b":"x"}}"#, &["spec.choice: choice"]),
        ("v3", r#"{"choice":{"a":"x"}}"#, &[]),
        ("v3", r#"{"choice":{"b":"x"}}"#, &["spec.choice.by: by"]),
    ] {
        assert_eq!(answered_by(version, Op::Create, &format!(r#""spec":{spec}"#), ""), expected, "{spec}");
    }
}
