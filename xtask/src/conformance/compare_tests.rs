//! Tests of the comparison of answers.
#![allow(clippy::unwrap_used)]

use super::*;

fn answer(json: &str) -> Answer {
    serde_json::from_str(json).unwrap()
}

/// An answer of 422 with errors written `source Type field detail bad_value`.
fn refused(errors: &[&str]) -> Answer {
    let error = |text: &&str| {
        let words: Vec<_> = text.split(' ').collect();
        let bad_value = words.get(4).map_or(String::new(), |bad| format!(r#","bad_value":{bad}"#));
        let [source, kind, field, detail] = words[..4] else { panic!("{text}") };
        format!(r#"{{"source":"{source}","type":"{kind}","field":"{field}","detail":"{detail}"{bad_value}}}"#)
    };
    let errors: Vec<_> = errors.iter().map(error).collect();
    answer(&format!(r#"{{"accepted":false,"code":422,"object":{{}},"errors":[{}]}}"#, errors.join(",")))
}

fn missed(expected: &Answer, got: &Answer, ignore: &[&str]) -> Vec<&'static str> {
    let ignored = Ignored::new(&ignore.iter().map(|source| (*source).to_owned()).collect::<Vec<_>>());
    let comparison = compare(br#"{"a":1.0}"#, expected, got, &ignored);
    comparison.missed().map(Level::as_str).collect()
}

#[test]
fn objects_are_compared_by_value_and_same_is_the_request() {
    let same = answer(r#"{"accepted":true,"code":200,"object":"same"}"#);
    let equal = answer(r#"{"accepted":true,"code":200,"object":{"a":1}}"#);
    let other = answer(r#"{"accepted":true,"code":200,"object":{"a":2}}"#);
    let none = answer(r#"{"accepted":true,"code":200}"#);
    assert!(missed(&same, &equal, &[]).is_empty());
    assert!(missed(&equal, &same, &[]).is_empty());
    assert_eq!(missed(&same, &other, &[]), ["object"]);
    assert_eq!(missed(&same, &none, &[]), ["object"]);
}

#[test]
fn a_bad_request_has_no_object_but_a_message() {
    let expected = answer(r#"{"accepted":false,"code":400,"message":"no"}"#);
    let other = answer(r#"{"accepted":false,"code":400,"message":"yes"}"#);
    let refused = refused(&[]);
    assert!(missed(&expected, &expected, &[]).is_empty());
    assert_eq!(missed(&expected, &other, &[]), ["messages"]);
    assert_eq!(missed(&expected, &refused, &[]), ["object", "messages"]);
}

#[test]
fn errors_are_sets_of_places_and_messages_of_all() {
    let expected = refused(&["schema A f d 1", "schema B g e", "schema A f d 1"]);
    let turned = refused(&["schema B g e 7", "schema A f d 1.0"]);
    let words = refused(&["schema A f other 1", "schema B g e"]);
    let value = refused(&["schema A f d 2", "schema B g e"]);
    let no_value = refused(&["schema A f d", "schema B g e"]);
    let more = refused(&["schema A f d 1", "schema B g e", "schema C h i"]);
    assert!(missed(&expected, &turned, &[]).is_empty());
    assert_eq!(missed(&expected, &words, &[]), ["messages"]);
    assert_eq!(missed(&expected, &value, &[]), ["messages"]);
    assert_eq!(missed(&expected, &no_value, &[]), ["messages"]);
    assert_eq!(missed(&expected, &more, &[]), ["errors", "messages"]);
    assert_eq!(missed(&more, &expected, &[]), ["errors", "messages"]);
}

#[test]
fn ignored_sources_leave_the_other_errors() {
    let accepted = answer(r#"{"accepted":true,"code":201,"object":{}}"#);
    let cel = refused(&["cel Invalid s r"]);
    assert_eq!(missed(&cel, &accepted, &[]), ["verdict", "errors", "messages"]);
    assert!(missed(&cel, &accepted, &["cel"]).is_empty());
    let both = refused(&["cel Invalid s r", "schema Invalid f d"]);
    assert_eq!(missed(&both, &accepted, &["cel"]), ["verdict", "errors", "messages"]);
    assert!(missed(&both, &refused(&["schema Invalid f d"]), &["cel"]).is_empty());
    // Nothing was ignored: refused without errors stays refused.
    assert_eq!(missed(&accepted, &refused(&[]), &["cel"]), ["verdict"]);
}

#[test]
fn blocked_goes_with_the_errors_that_block() {
    let accepted = answer(r#"{"accepted":true,"code":201,"object":{}}"#);
    let blocked = "blocked FieldValueInvalid <nil> not";
    let by_metadata = refused(&["metadata FieldValueRequired m r", blocked]);
    let by_both = refused(&["metadata FieldValueRequired m r", "schema FieldValueTooLong s t", blocked]);
    let ignore = ["metadata", "cel"];
    assert!(missed(&by_metadata, &accepted, &ignore).is_empty());
    assert!(missed(&accepted, &by_metadata, &ignore).is_empty());
    // The schema error blocks as well, so it is compared.
    let without = refused(&["schema FieldValueTooLong s t"]);
    assert_eq!(missed(&by_both, &without, &ignore), ["errors", "messages"]);
    let with = refused(&["schema FieldValueTooLong s t", blocked]);
    assert!(missed(&by_both, &with, &ignore).is_empty());
    // Nothing blocks: this is a mismatch.
    let wrong = refused(&["schema FieldValueInvalid s t", blocked]);
    let right = refused(&["schema FieldValueInvalid s t"]);
    assert_eq!(missed(&right, &wrong, &ignore), ["errors", "messages"]);
}

#[test]
fn what_an_ignored_error_ended_is_not_validated() {
    let ended = refused(&["typemeta FieldValueInvalid kind k"]);
    let ours = refused(&["schema FieldValueInvalid f d"]);
    assert_eq!(missed(&ended, &ours, &[]), ["errors", "messages"]);
    assert!(missed(&ended, &ours, &["typemeta"]).is_empty());
    let mut early = refused(&["immutable FieldValueInvalid f d"]);
    (early.code, early.object) = (400, None);
    assert!(missed(&early, &ours, &["immutable"]).is_empty());
    assert_eq!(missed(&early, &ours, &[]), ["object"]);
}

#[test]
fn trouble_is_missed_everywhere() {
    let accepted = answer(r#"{"accepted":true,"code":201,"object":{}}"#);
    assert_eq!(missed(&accepted, &Answer::trouble("died"), &[]).len(), Level::COUNT);
}

#[test]
fn costs_are_compared_where_rules_ran() {
    let of = |cost: &str| answer(&format!(r#"{{"accepted":true,"code":200,"object":"same"{cost}}}"#));
    let (seven, eight, none) = (of(r#","cel_cost":7"#), of(r#","cel_cost":8"#), of(""));
    assert!(missed(&seven, &seven, &[]).is_empty());
    assert_eq!(missed(&seven, &eight, &[]), ["cel_cost"]);
    assert_eq!(missed(&seven, &none, &[]), ["cel_cost"]);
    // The record leaves out zero.
    assert!(missed(&none, &eight, &[]).is_empty());
    let blocked = Answer { cel_cost: Some(7), ..refused(&["schema A f d", "blocked B g e"]) };
    let got = Answer { cel_cost: None, ..blocked.clone() };
    assert!(missed(&blocked, &got, &[]).is_empty());
}
