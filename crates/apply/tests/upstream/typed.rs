//! Operations on typed values.

use std::borrow::Cow;

use crdc_apply::{Duplicates, FieldSet, Typed};
use serde_json::Value;

use crate::schemas::{self, Schemas};

fn set(value: &Value) -> FieldSet {
    FieldSet::from_value(value).expect("fields")
}

/// The field of a case as a typed value; the server's tests allow duplicates where they matter.
fn value<'s>(schemas: &'s Schemas, case: &'s Value, field: &str) -> Typed<'s> {
    typed(schemas, case, field, Duplicates::Allowed).unwrap_or_else(|error| panic!("{case}: {error}"))
}

fn typed<'s>(
    schemas: &'s Schemas,
    case: &'s Value,
    field: &str,
    duplicates: Duplicates,
) -> Result<Typed<'s>, String> {
    let schema = &schemas[case["schema"].as_str().expect("a schema")];
    let name = case["type"].as_str().expect("a type");
    let type_ref =
        schema.find(name).ok_or_else(|| format!("schema error: no type found matching: {name}"))?;
    Typed::new(Cow::Borrowed(&case[field]), schema, type_ref, duplicates).map_err(|error| error.to_string())
}

/// What came out, in the form of the record; none if it is right.
fn difference(schemas: &Schemas, case: &Value) -> Option<String> {
    let sets_differ = |field: &str, actual: &FieldSet| {
        (set(&case[field]) != *actual)
            .then(|| format!("{field}:\n{actual}\nexpected:\n{}", set(&case[field])))
    };
    let values_differ =
        |actual: &Value| (case["out"] != *actual).then(|| format!("{actual}\nexpected:\n{}", case["out"]));
    match case["op"].as_str().expect("an operation") {
        "validate" => {
            let duplicates =
                if case["duplicates"] == true { Duplicates::Allowed } else { Duplicates::Refused };
            let actual = typed(schemas, case, "value", duplicates).err();
            (sorted(actual.as_deref()) != sorted(case["error"].as_str()))
                .then(|| format!("{actual:?}\nexpected:\n{:?}", case["error"]))
        }
        "fields" => sets_differ("fields", &value(schemas, case, "value").to_fields().expect("fields")),
        "merge" => match value(schemas, case, "left").merge(&value(schemas, case, "right")) {
            Ok(merged) => values_differ(merged.value())
                .or_else(|| case["error"].as_str().map(|error| format!("no error {error}"))),
            Err(error) => {
                (Some(error.to_string().as_str()) != case["error"].as_str()).then(|| format!("error {error}"))
            }
        },
        "compare" => {
            let compared =
                value(schemas, case, "left").compare(&value(schemas, case, "right")).expect("a comparison");
            let found = [
                ("added", &compared.added),
                ("modified", &compared.modified),
                ("removed", &compared.removed),
            ];
            found.into_iter().find_map(|(field, actual)| sets_differ(field, actual))
        }
        "remove" => values_differ(value(schemas, case, "value").without(&set(&case["fields"])).value()),
        "extract" => values_differ(value(schemas, case, "value").extract(&set(&case["fields"])).value()),
        "reconcile" => {
            let actual = value_for_reconcile(schemas, case).reconcile(&set(&case["fields"])).expect("a set");
            let expected = case.get("out").filter(|out| !out.is_null()).map(set);
            (actual != expected).then(|| format!("{actual:?}\nexpected:\n{expected:?}"))
        }
        other => panic!("operation {other}"),
    }
}

/// Go walks maps in a random order, so the order of errors was left to chance.
fn sorted(errors: Option<&str>) -> Option<Vec<&str>> {
    let mut lines: Vec<&str> = errors?.lines().collect();
    lines.sort_unstable();
    Some(lines)
}

/// Only the type matters.
fn value_for_reconcile<'s>(schemas: &'s Schemas, case: &'s Value) -> Typed<'s> {
    value(schemas, case, "no value")
}

#[test]
fn typed_values_are_as_upstream_has_them() {
    let schemas = schemas::read(include_str!("schemas.jsonl"));
    let mut failures = Vec::new();
    let mut count = 0;
    for line in include_str!("typed.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        count += 1;
        if let Some(problem) = difference(&schemas, &case) {
            failures.push(format!("{line}\n{problem}"));
        }
    }
    assert_eq!(count, 973);
    assert!(failures.is_empty(), "{} of {count} fail:\n{}", failures.len(), failures.join("\n\n"));
}
