//! Runs every row of the dialect table: an update of the topology table is run under all three dialects, and
//! each must answer as the row claims. A row without an example fails.

use std::collections::BTreeSet;

use crdc_codegen::Dialect;
use crdc_documents::dialects::{Answer, GENERAL, ROWS, Row};
use crdc_oracle::record::{Given, GivenError, Op};
use crdc_oracle::topologies::position;
use crdc_oracle::updates::update;
use crdc_tests::compiled::{self, run};

/// Rows, with matching updates: topology, marker, operation.
const EXAMPLES: &[(&str, &str, &str, &str)] = &[
    ("answer", "scalar", "immutable", "modify"),
    ("other-errors", "scalar", "immutable", "type changed"),
    ("inside", "object", "immutable", "modify"),
    ("inside", "map", "immutable", "add"),
    ("inside", "list", "immutable", "modify"),
    ("inside", "mapInMap", "immutable", "remove"),
    ("inside", "listMapItem", "immutable", "modify"),
    ("set", "scalar", "immutable", "set"),
    ("set", "map", "immutable", "set"),
    ("set", "listMapField", "immutable", "set"),
    ("cleared", "scalar", "immutable", "unset"),
    ("cleared", "list", "immutable", "unset"),
    ("unnameable", "unnameable", "immutable", "set"),
    ("unnameable", "unnameable", "immutable", "unset"),
    ("null", "scalar", "immutable", "set to null"),
    ("null", "object", "immutable", "set to null"),
    ("empty", "map", "immutable", "set to empty"),
    ("empty", "list", "immutable", "set to empty"),
    ("empty", "set", "immutable", "set to empty"),
    ("empty", "listMap", "immutable", "set to empty"),
    ("set-order", "set", "immutable", "reorder"),
    ("set-order", "setInMap", "immutable", "reorder"),
    ("list-map-order", "listMap", "immutable", "reorder"),
    ("new-parent", "scalar", "immutable", "parent added"),
    ("new-parent", "object", "immutable", "parent added"),
    // The keys of the items are immutable themselves, and the items with them are new.
    ("new-parent", "listMap", "addition-only", "add"),
    ("added-entry", "mapValue", "immutable", "set"),
    ("added-entry", "listMapItem", "immutable", "set"),
    ("index-changed", "listItem", "immutable", "modify"),
    ("index-changed", "atomicItem", "immutable", "modify"),
    ("index-added", "listItem", "immutable", "set"),
    ("set-item", "setItem", "immutable", "set"),
    ("key-added", "map", "immutable-keys", "add"),
    ("key-added", "map", "deletion-only", "add"),
    ("key-added", "listMap", "immutable-keys", "add"),
    ("key-added", "set", "deletion-only", "add"),
    ("key-added", "mapInMap", "immutable-keys", "add"),
    ("key-removed", "map", "addition-only", "remove"),
    ("key-removed", "listMap", "immutable-keys", "remove"),
    ("key-removed", "set", "addition-only", "remove"),
    ("keys-new-parent", "map", "immutable-keys", "parent added"),
    ("keys-new-parent", "listMap", "deletion-only", "parent added"),
    ("keys-index-added", "mapInList", "immutable-keys", "add"),
    ("keys-index-removed", "mapInList", "addition-only", "remove"),
];

/// Violations of markers, recognized by their messages. Violations by immutable keys of new items belong to
/// the row about new parents.
fn violations<'a>(row: &Row, given: &'a Given) -> Vec<&'a GivenError> {
    const WORDS: [&str; 5] = [
        "field is immutable",
        "field cannot be set once created",
        "field cannot be cleared once set",
        "item may not be added",
        "item may not be removed",
    ];
    let own = |error: &&GivenError| row.id == "new-parent" || !error.field.ends_with("].name");
    given.errors.iter().filter(own).filter(|error| WORDS.contains(&error.detail.as_str())).collect()
}

/// The quoted messages in an answer of the table.
fn quoted(words: &str) -> BTreeSet<&str> {
    words.split('`').skip(1).step_by(2).filter(|word| word.contains(' ')).collect()
}

#[test]
fn every_row_is_what_happens() {
    let rows = || GENERAL.iter().chain(ROWS);
    let mut scratch = crdc::Scratch::new();
    let mut wrong = Vec::new();
    for row in rows() {
        let examples: Vec<_> = EXAMPLES.iter().filter(|example| example.0 == row.id).collect();
        assert!(!examples.is_empty(), "no example of {}", row.id);
        for dialect in Dialect::ALL {
            let suffix = if dialect == Dialect::default() { "" } else { dialect.as_str() };
            let compiled = compiled::find(&format!("tables.immutability.example.com/v1{suffix}"));
            let mut said = BTreeSet::new();
            for (_, place, mark, operation) in &examples {
                let (old, new) = update(position(place), mark, operation).unwrap();
                let (old, new) = (old.to_string(), new.to_string());
                let given = run(compiled, Op::Update, new.as_bytes(), old.as_bytes(), &mut scratch);
                said.extend(violations(row, &given).into_iter().map(|error| error.detail.clone()));
                if let Err(why) = holds(row, dialect, &given) {
                    let errors: Vec<String> = given
                        .errors
                        .iter()
                        .map(|error| format!("{} {} {}", error.error_type, error.field, error.detail))
                        .collect();
                    wrong.push(format!(
                        "{} {dialect:?} {place} {mark} {operation}: {why}; {} {errors:?}",
                        row.id, given.code
                    ));
                }
            }
            // A message that no dialect gives.
            if let Answer::Refuses(words) = row.answer(dialect) {
                for word in quoted(words).into_iter().filter(|word| !said.contains(*word)) {
                    wrong.push(format!("{} {dialect:?}: nobody says {word}", row.id));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let known: BTreeSet<&str> = rows().map(|row| row.id).collect();
    assert!(EXAMPLES.iter().all(|example| known.contains(example.0)));
}

/// Whether an answer is the one that the row claims.
fn holds(row: &Row, dialect: Dialect, given: &Given) -> Result<(), String> {
    let found = violations(row, given);
    let words = match row.answer(dialect) {
        Answer::Accepts(_) if found.is_empty() && given.code == 200 => return Ok(()),
        Answer::Accepts(_) => return Err("it is refused".to_owned()),
        Answer::Refuses(words) => words,
    };
    let code = if dialect == Dialect::Kep { 400 } else { 422 };
    if given.code != code {
        return Err(format!("not with {code}"));
    }
    // The only row with an additional error.
    let others = given.errors.iter().filter(|error| error.source != "immutable").count();
    let (wanted_others, wanted_own) = match (row.id, dialect) {
        ("other-errors", Dialect::Kep) => (false, true),
        ("other-errors", Dialect::Declarative) => (true, true),
        ("other-errors", Dialect::Cel) => (true, false),
        _ => (false, true),
    };
    if (others > 0, !found.is_empty()) != (wanted_others, wanted_own) {
        return Err("other errors".to_owned());
    }
    let allowed = quoted(words);
    for error in found {
        let forbidden = error.error_type == "FieldValueForbidden";
        if words.contains("Forbidden") != forbidden {
            return Err(error.error_type.clone());
        }
        if !allowed.is_empty() && !allowed.contains(error.detail.as_str()) {
            return Err(format!("{} is not what it should say", error.detail));
        }
        if words.contains("at the map or list") && error.field.ends_with(']') && !error.field.contains("key]")
        {
            return Err(error.field.clone());
        }
    }
    Ok(())
}

/// A dialect beside a marker overrides that of the build.
#[test]
fn a_dialect_beside_a_mark_wins() {
    let object = |value: &str| {
        format!(
            r#"{{"apiVersion":"immutability.example.com/v1","kind":"Fixture","metadata":{{"name":"x","namespace":"default","resourceVersion":"7","generation":1}},"spec":{value}}}"#
        )
    };
    let mut scratch = crdc::Scratch::new();
    for build in Dialect::ALL {
        let suffix = if build == Dialect::default() { "" } else { build.as_str() };
        let compiled = compiled::find(&format!("fixtures.immutability.example.com/v1{suffix}"));
        for field in Dialect::ALL {
            let name = field.as_str();
            let (old, new) = (object("{}"), object(&format!(r#"{{"{name}":"set"}}"#)));
            let given = run(compiled, Op::Update, new.as_bytes(), old.as_bytes(), &mut scratch);
            let (code, detail) = match field {
                Dialect::Kep => (400, "field cannot be set once created"),
                Dialect::Declarative | Dialect::Cel => (422, "field is immutable"),
            };
            assert_eq!(given.code, code, "{name} in {build:?}");
            let all: Vec<&str> = given.errors.iter().map(|error| error.detail.as_str()).collect();
            assert_eq!(all, [detail], "{name} in {build:?}");
        }
    }
}
