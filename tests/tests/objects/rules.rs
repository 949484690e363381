//! The interface for CEL rules, with a substitute step that reports `spec.name` and `status.phase` whenever
//! they are present, as errors of a rule on the value and of a transition rule.

use crdc::__private::{Definition, RunRules, Steps, Validation};
use crdc::{Compiled, ErrorSource, ErrorType, FieldError, Ratcheting, Request, Scratch};
use crdc_tests::compiled;

fn step(validation: &mut Validation<'_, '_>) {
    for path in [["spec", "name"], ["status", "phase"]] {
        let Some(at) = validation.find(&path) else { continue };
        for transition in [false, true] {
            let error = FieldError::new(
                ErrorType::Invalid,
                path.join(".").as_str(),
                Some("\"x\"".into()),
                if transition { "transition" } else { "alone" },
                ErrorSource::Cel,
            );
            validation.broken(at, transition, error);
        }
    }
}

fn with_rules(ratcheting: Ratcheting) -> &'static Compiled {
    let compiled = compiled::find("constructs.policies.example.com/v1");
    let steps = Steps { rules: Some(RunRules::Function(step)), ..Steps::NONE };
    let definition = Definition { ratcheting, ..compiled.definition };
    Box::leak(Box::new(Compiled { definition, steps }))
}

fn object(name: &str, other: &str, phase: &str) -> Vec<u8> {
    format!(
        r#"{{"apiVersion":"policies.example.com/v1","kind":"Construct",
            "metadata":{{"name":"sample","namespace":"default","resourceVersion":"1"}},
            "spec":{{"name":"{name}","other":"{other}"}},"status":{{"phase":"{phase}"}}}}"#
    )
    .into_bytes()
}

/// Errors of rules, and warnings.
fn answer(compiled: &'static Compiled, request: Request<'_>) -> (Vec<String>, Vec<String>) {
    let mut scratch = Scratch::new();
    let outcome = crdc::answer(compiled, request, &mut scratch);
    let errors: Vec<String> =
        outcome.errors().map(|error| format!("{} {}", error.field, error.detail)).collect();
    assert_eq!(outcome.accepted(), errors.is_empty());
    (errors, outcome.warnings().map(String::from).collect())
}

const NAME: &str = "spec.name: Invalid value: \"x\": alone";
const PHASE: &str = "status.phase: Invalid value: \"x\": alone";

#[test]
fn rules_over_what_did_not_change_are_warnings() {
    for policy in [Ratcheting::ApiServer, Ratcheting::Kep4008] {
        let (new, old) = (object("x", "b", "x"), object("x", "a", "x"));
        let (errors, warnings) = answer(with_rules(policy), Request::update(&new, &old));
        assert_eq!(errors, ["spec.name transition", "status.phase transition"]);
        assert_eq!(warnings, [NAME, PHASE]);
    }
}

#[test]
fn rules_over_what_changed_are_errors() {
    let compiled = with_rules(Ratcheting::ApiServer);
    let (new, old) = (object("y", "a", "x"), object("x", "a", "x"));
    let (errors, warnings) = answer(compiled, Request::update(&new, &old));
    assert_eq!(errors, ["spec.name alone", "spec.name transition", "status.phase transition"]);
    assert_eq!(warnings, [PHASE]);
}

#[test]
fn nothing_is_as_it_was_when_an_object_is_made() {
    let (errors, warnings) =
        answer(with_rules(Ratcheting::ApiServer), Request::create(&object("x", "a", "x")));
    assert_eq!(errors, ["spec.name alone", "spec.name transition"]);
    assert!(warnings.is_empty());
}

#[test]
fn status_updates_compare_with_the_old_status() {
    let compiled = with_rules(Ratcheting::ApiServer);
    let (new, old) = (object("y", "b", "y"), object("x", "a", "x"));
    let (errors, warnings) = answer(compiled, Request::update_status(&new, &old));
    assert_eq!(errors, ["spec.name transition", "status.phase alone", "status.phase transition"]);
    assert_eq!(warnings, [NAME]);
}

#[test]
fn without_ratcheting_all_are_errors() {
    let (new, old) = (object("x", "b", "x"), object("x", "a", "x"));
    let (errors, warnings) = answer(with_rules(Ratcheting::Off), Request::update(&new, &old));
    assert_eq!(errors.len(), 4);
    assert!(warnings.is_empty());
}
