//! The immutability table with structs: every topology, marker and operation, with the derive and with
//! generated code for JSON, in three styles of structs. Rows that structs cannot express are named and
//! counted.

use std::collections::BTreeMap;

use crdc_oracle::json::Json;
use crdc_oracle::topologies::{Holder, MARKS, OPERATIONS, POSITIONS, Position, Shape, refused};
use crdc_oracle::updates::update;
use crdc_tests::typed::{self, Entry, Unlike, compare, expressed};

const TABLE: &str = "tables.immutability.example.com/v1";

const NEVER_ABSENT: &str = "an option that is always written is never absent";

/// Why structs cannot express an update.
fn unsaid(entry: &Entry, position: &Position, operation: &str) -> Option<&'static str> {
    let of_field = matches!(position.holder, Holder::Field(_) | Holder::ItemField);
    let keyed = matches!(position.holder, Holder::List("map" | "set"));
    match operation {
        "type changed" => Some("values of a field have one type"),
        "null" | "set to null" if keyed => Some("items of sets and list maps are never null"),
        "null" | "set to null" if of_field && entry.style == "plain" => {
            Some("an option that is not written where it is none is never null")
        }
        // The field of an item has no siblings in its struct.
        _ if position.holder == Holder::ItemField && entry.style == "written" => Some(NEVER_ABSENT),
        "set" | "set to null" | "set to empty" | "unset" if of_field && entry.style == "written" => {
            Some(NEVER_ABSENT)
        }
        "empty" | "set to empty" if position.shape == Shape::Keyed && entry.style != "open" => {
            Some("a field that is no option is always there")
        }
        _ => None,
    }
}

#[test]
fn every_topology_under_every_mark() {
    let entries: Vec<&Entry> = typed::of(TABLE).collect();
    let mut scratch = crdc::Scratch::new();
    let mut failed = Vec::new();
    let (mut rows, mut none, mut refusals) = (0, 0, 0);
    let mut ran: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (position, mark, operation) in rows_of_the_table() {
        rows += 1;
        let Some(Ok((old, new))) =
            refused(&position, mark).is_none().then(|| update(&position, mark, operation))
        else {
            // As in the table for JSON: the marker is refused there, or the update is impossible.
            none += 1;
            continue;
        };
        let [old, new] = [old, new].map(|object| object.get("spec").unwrap().to_string());
        for entry in &entries {
            let row = format!("{} {mark} {operation} {}", position.name, entry.style);
            let can = expressed(entry, &old).and_then(|()| expressed(entry, &new));
            if let Some(why) = unsaid(entry, &position, operation) {
                *reasons.entry((entry.style, why)).or_default() += 1;
                if can.is_ok() {
                    failed.push(format!("{row}: is said, but {why}"));
                }
                continue;
            }
            if let Err(why) = can {
                failed.push(format!("{row}: {why}"));
                continue;
            }
            match compare(entry, &new, Some(&old), &mut scratch) {
                Ok(compared) => {
                    let [all, broken] = ran.entry(entry.style).or_default();
                    *all += 1;
                    *broken += usize::from(compared.typed.code == 400);
                    refusals += usize::from(compared.given.code == 400);
                }
                Err(Unlike::Unsaid(why) | Unlike::Differs(why)) => failed.push(format!("{row}: {why}")),
            }
        }
    }
    println!(
        "{rows} rows, {none} of which are no update; ran {ran:?}, {refusals} refused; unsaid {reasons:#?}"
    );
    assert!(failed.is_empty(), "{} rows\n{}", failed.len(), failed.join("\n"));
    assert_eq!(rows, 18 * 4 * 15);
    // Every other row runs or has a reason.
    for (style, [all, _]) in &ran {
        let named: usize = reasons.iter().filter(|((of, _), _)| of == style).map(|(_, count)| count).sum();
        assert_eq!(all + named + none, rows, "{style}");
    }
    let ran: Vec<_> = ran.into_iter().collect();
    assert_eq!(ran, [("open", [403, 175]), ("plain", [367, 152]), ("written", [328, 126])]);
}

fn rows_of_the_table() -> impl Iterator<Item = (Position, &'static str, &'static str)> {
    POSITIONS.into_iter().flat_map(|position| {
        MARKS.into_iter().flat_map(move |mark| OPERATIONS.map(|operation| (position, mark, operation)))
    })
}

/// Creates have no violations, whatever is marked.
#[test]
fn creates_break_no_mark() {
    let mut scratch = crdc::Scratch::new();
    let mut ran = 0;
    for (position, mark, operation) in rows_of_the_table() {
        let Some(Ok((_, new))) =
            refused(&position, mark).is_none().then(|| update(&position, mark, operation))
        else {
            continue;
        };
        let new: Json = new.get("spec").unwrap().clone();
        for entry in typed::of(TABLE) {
            match compare(entry, &new.to_string(), None, &mut scratch) {
                Ok(compared) => {
                    assert!(compared.typed.errors.iter().all(|error| error.source != "immutable"));
                    ran += 1;
                }
                Err(Unlike::Unsaid(_)) => {}
                Err(Unlike::Differs(why)) => panic!("{why}"),
            }
        }
    }
    assert!(ran > 750, "only {ran}");
}
