//! The three ratcheting policies for each construct: `policies/cases.jsonl` has one request per row,
//! `policies/table.txt` the results. `BLESS=1` writes the table.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crdc_oracle::golden;
use crdc_oracle::record::{Given, GivenError, cases};
use crdc_tests::compiled;
use crdc_vocabulary::Ratcheting;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/policies");

#[test]
fn every_construct_under_every_policy() {
    let mut table = String::from("construct | api-server | off | kep-4008\n");
    let mut scratch = crdc::Scratch::new();
    let all = cases(&fs::read_to_string(format!("{FOLDER}/cases.jsonl")).unwrap());
    assert!(all.len() > 40, "{} rows", all.len());
    for case in all {
        let answers = Ratcheting::ALL.map(|policy| {
            let suffix = if policy == Ratcheting::ApiServer { "" } else { policy.as_str() };
            let name = format!("constructs.policies.example.com/v1{suffix}");
            cell(&compiled::answer(compiled::find(&name), &case, &mut scratch))
        });
        writeln!(table, "{} | {}", case.id, answers.join(" | ")).unwrap();
    }
    assert_eq!(golden::differs(&Path::new(FOLDER).join("table.txt"), &table), None);
}

/// `accepted`, or the reported errors; then the ratcheted ones in brackets.
fn cell(given: &Given) -> String {
    let places = |errors: &[GivenError]| {
        let mut places: Vec<String> = errors
            .iter()
            .map(|error| {
                let kind = error.error_type.trim_start_matches("FieldValue");
                let all_of = if error.detail.contains("allOf") { " (allOf)" } else { "" };
                format!("{kind} {}{all_of}", error.field)
            })
            .collect();
        places.sort();
        places.join(", ")
    };
    let verdict = if given.code < 300 { "accepted".to_owned() } else { places(&given.errors) };
    if given.ratcheted.is_empty() { verdict } else { format!("{verdict} [{}]", places(&given.ratcheted)) }
}
