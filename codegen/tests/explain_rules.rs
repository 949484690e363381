//! The programs of rules as `crdc explain` prints them. `BLESS=1` writes `explain_rules/expected.txt`; review
//! the diff.
#![allow(clippy::unwrap_used)]

use crdc_plan::explain;
use crdc_source::Source;

#[test]
fn programs_follow_the_plan() {
    let text = explain(&[Source::new("crd.yaml", include_str!("explain_rules/crd.yaml"))], None);
    let (_, programs) = text.split_once("\n\n#").map(|(head, _)| text.split_at(head.len())).unwrap();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/explain_rules/expected.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, programs).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap();
    assert!(programs == expected, "explain_rules/expected.txt differs; BLESS=1 writes it\n{programs}");
}

/// What a path on one line costs does not depend on what is around it.
#[test]
fn long_expressions_are_printed_in_linear_time() {
    let crd = |terms: usize| {
        let path = ".?a".repeat(terms);
        let list = vec!["1"; terms].join(",");
        let rule = format!("dyn(self){path}.hasValue() || 1 in [{list}]");
        include_str!("explain_rules/crd.yaml").replace("self.count == 7", &rule)
    };
    let length = |terms: usize| explain(&[Source::new("crd.yaml", crd(terms))], None).len();
    let (small, large) = (length(20), length(80));
    assert!(large > small && large < 20 * small, "{small} {large}");
}
