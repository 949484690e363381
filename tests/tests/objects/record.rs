//! The small record with compiled code: verdict, object, errors, messages, strict. `record/reasons.rs` lists
//! the ignored sources of errors.

use std::collections::BTreeMap;

use crdc_oracle::record::{Subject, cases, compare};
use crdc_oracle::stack::deep;
use crdc_tests::compiled;

#[test]
fn answers_as_the_server_did() {
    deep(check);
}

fn check() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/record");
    let all = cases(&std::fs::read_to_string(format!("{root}/cases.jsonl")).unwrap());
    let mut scratch = crdc::Scratch::new();
    let mut failed: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for case in &all {
        let file = case.crd.rsplit('/').next().unwrap();
        let name = format!("{}/{}", file.trim_end_matches(".yaml"), case.version);
        let given = compiled::answer(compiled::find(&name), case, &mut scratch);
        for mismatch in compare(Subject::Compiled, case, &given) {
            failed.entry(mismatch.level).or_default().push(format!("{}: {}", case.id, mismatch.text));
        }
    }
    let counts: Vec<_> = failed.iter().map(|(level, all)| format!("{level} {}", all.len())).collect();
    println!("{} cases; mismatches: {}", all.len(), counts.join(", "));
    let shown: Vec<_> = failed
        .iter()
        .flat_map(|(level, all)| all.iter().take(8).map(move |text| format!("{level} {text}")))
        .collect();
    assert!(failed.is_empty(), "{}\n{}", counts.join(", "), shown.join("\n"));
}
