//! Tests the interpreter with the small record, since the property tests compare compiled code with it.

use std::collections::BTreeMap;

use crdc_oracle::load;
use crdc_oracle::record::{Given, Subject, cases, compare};
use crdc_oracle::stack::deep;

#[test]
fn answers_as_the_record_does() {
    deep(check);
}

fn check() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/record");
    let all = cases(&std::fs::read_to_string(format!("{root}/cases.jsonl")).unwrap());
    let mut servers = BTreeMap::new();
    let mut failed = Vec::new();
    for case in &all {
        let server = servers.entry((&case.crd, &case.version)).or_insert_with(|| {
            let file = case.crd.rsplit('/').next().unwrap();
            let text = std::fs::read_to_string(format!("{root}/crds/{file}")).unwrap();
            load::server(file, &text, &case.version)
        });
        let given = Given::interpreted(server, case);
        for mismatch in compare(Subject::Interpreter, case, &given) {
            failed.push(format!("{} {}: {}", case.id, mismatch.level, mismatch.text));
        }
    }
    println!("{} cases, {} mismatches", all.len(), failed.len());
    assert!(failed.is_empty(), "{} mismatches\n{}", failed.len(), failed[..failed.len().min(20)].join("\n"));
}
