//! Tests as you would write them for your own CRD: no cluster, no mocks.
#![allow(clippy::unwrap_used)]

use crdc::{ErrorType, FieldValidation, Outcome, Request, Resource, Scratch, Value};
use serde_json::json;

use crate::database::Database;
use crate::database::object_views::SpecEngine;
use crate::{COMPLETE, ORDERS, ORDERS_LARGER, ORDERS_STATUS, REFUSED, UNQUOTED, stored_as};

fn stored(outcome: &Outcome<'_>) -> serde_json::Value {
    serde_json::from_slice(outcome.accepted_object().unwrap()).unwrap()
}

#[test]
fn defaults_are_filled_in_and_unknown_fields_dropped() {
    let mut scratch = Scratch::new();
    let outcome = Database::create(ORDERS, &mut scratch);
    assert!(outcome.accepted());
    assert_eq!(outcome.pruned().collect::<Vec<_>>(), ["spec.replica"]);
    assert_eq!(
        outcome.warnings().collect::<Vec<_>>(),
        [r#"duplicate field "spec.version""#, r#"unknown field "spec.replica""#]
    );
    let object = stored(&outcome);
    assert_eq!(object["spec"]["replicas"], 1);
    assert_eq!(object["spec"]["users"][1], json!({"name": "report", "role": "reader"}));
    assert_eq!(object["spec"]["backup"]["keep"], 7);
    assert_eq!(object["spec"]["extraConfig"]["log"]["level"], "info");
    assert_eq!(object.get("status"), None);
}

#[test]
fn fields_are_read_from_the_answer() {
    let mut scratch = Scratch::new();
    let accepted = Database::create(ORDERS, &mut scratch).into_result().unwrap();
    let spec = Database::view(accepted.value()).spec();
    assert_eq!((spec.engine(), spec.replicas()), (SpecEngine::Postgres, 1));
    assert_eq!(spec.users_by_name("report").map(|user| user.role().as_str()), Some("reader"));
    assert_eq!(spec.backup().map(|backup| (backup.schedule(), backup.keep())), Some(("@daily", 7)));
    assert_eq!(accepted.at("spec.extraConfig.log.level").and_then(Value::as_str), Some("info"));
}

#[test]
fn a_complete_object_is_stored_as_it_is() {
    let mut scratch = Scratch::new();
    let outcome = Database::create(COMPLETE, &mut scratch);
    assert!(outcome.accepted() && outcome.unchanged());
    assert_eq!(outcome.accepted_object(), Some(COMPLETE));
}

#[test]
fn strictness_is_the_callers_choice() {
    let mut scratch = Scratch::new();
    let request = Request::create(ORDERS).field_validation(FieldValidation::Strict);
    let outcome = Database::answer(request, &mut scratch);
    assert_eq!(outcome.code(), 400);
    assert!(outcome.message().unwrap().ends_with(r#"unknown field "spec.replica""#));
    assert_eq!((outcome.accepted_object(), outcome.rejected_object()), (None, None));
}

#[test]
fn what_is_refused_is_no_stored_object() {
    let mut scratch = Scratch::new();
    let outcome = Database::create(REFUSED, &mut scratch);
    assert!(outcome.accepted_object().is_none() && outcome.rejected_object().is_some());
    assert!(!outcome.unchanged() && !outcome.unchanged_but_system_fields());
    let (errors, status) = (outcome.errors().collect::<Vec<_>>(), outcome.status().unwrap());
    let refused = outcome.into_result().unwrap_err();
    assert_eq!((refused.code(), refused.errors()), (422, errors.as_slice()));
    assert_eq!((refused.to_string(), refused.status()), (status.message.clone(), &status));
    // It is an error for `?`, of anybody: it borrows nothing.
    let boxed: Box<dyn std::error::Error + Send + Sync> = refused.into();
    drop(scratch);
    assert!(boxed.to_string().starts_with("Database.example.com \"stock\" is invalid: "), "{boxed}");
}

#[test]
fn what_is_accepted_has_an_object() {
    let mut scratch = Scratch::new();
    let outcome = Database::create(ORDERS, &mut scratch);
    assert!(outcome.accepted_object().is_some() && outcome.rejected_object().is_none());
    let accepted = outcome.into_result().unwrap();
    assert_eq!((Some(accepted.object()), accepted.warnings().count()), (accepted.accepted_object(), 2));
    assert!(matches!(accepted.stored(), std::borrow::Cow::Owned(_)));
    let accepted = Database::create(COMPLETE, &mut scratch).into_result().unwrap();
    assert!(matches!(accepted.stored(), std::borrow::Cow::Borrowed(COMPLETE)));
}

#[test]
fn errors_have_a_type_a_place_and_the_servers_words() {
    let mut scratch = Scratch::new();
    let outcome = Database::create(REFUSED, &mut scratch);
    assert_eq!(outcome.code(), 422);
    let lines: Vec<String> = outcome.errors().map(|error| error.to_string()).collect();
    assert!(lines.contains(&"spec.storage: Required value".to_owned()), "{lines:#?}");
    let engine = outcome.errors().find(|error| error.field == "spec.engine").unwrap();
    assert_eq!(engine.error_type, ErrorType::NotSupported);
    assert_eq!(engine.bad_value.as_deref(), Some(r#""oracle""#));
    assert_eq!(outcome.status().unwrap().reason, "Invalid");
}

#[test]
fn what_is_no_json_is_a_bad_request() {
    let mut scratch = Scratch::new();
    assert_eq!(Database::create(UNQUOTED, &mut scratch).code(), 400);
}

#[test]
fn spec_and_status_are_set_apart() {
    let mut scratch = Scratch::new();
    let old = stored_as(Database::create(ORDERS, &mut scratch).accepted_object().unwrap(), "1");

    let outcome = Database::update(ORDERS_LARGER, &old, &mut scratch);
    assert_eq!(outcome.code(), 200);
    let object = stored(&outcome);
    assert_eq!(object["metadata"]["generation"], 2);
    assert_eq!(object.get("status"), None);

    let outcome = Database::update_status(ORDERS_STATUS, &old, &mut scratch);
    let object = stored(&outcome);
    assert_eq!(object["status"], json!({"phase": "Ready", "readyReplicas": 1}));
    assert_eq!(object["spec"]["engine"], "postgres");
    assert_eq!(object["metadata"]["generation"], 1);
}

/// The README begins with a request body and its errors.
#[test]
fn the_readme_is_right() {
    let readme = include_str!("../../../README.md");
    let (_, rest) = readme.split_once("br#\"").unwrap();
    let (body, rest) = rest.split_once("\"#;").unwrap();
    let (_, rest) = rest.split_once("```text\n").unwrap();
    let (expected, _) = rest.split_once("```").unwrap();
    let mut scratch = Scratch::new();
    let outcome = Database::create(body.as_bytes(), &mut scratch);
    let printed: String = outcome.errors().map(|error| format!("{error}\n")).collect();
    assert_eq!(printed, expected);
}
