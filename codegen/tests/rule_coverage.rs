//! Code that records what rules do: which rules and conditions it names, and that nothing of it is there by
//! default.
#![allow(clippy::unwrap_used)]

use crdc_codegen::{Options, generate};
use crdc_source::Source;

const CRD: &str = include_str!("explain_rules/crd.yaml");

fn code(rule_coverage: bool) -> String {
    let options = Options { rule_coverage, ..Options::default() };
    let generated = generate(&[Source::new("/home/me/crds/things.yaml", CRD)], &options);
    generated.files[0].text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn nothing_is_recorded_by_default() {
    let code = code(false);
    for word in ["cfg(", "COVERED", "Point(", "coverage"] {
        assert!(!code.contains(word), "{word}");
    }
}

#[test]
fn rules_and_conditions_are_named_with_their_lines() {
    let code = code(true);
    // The folder is that of one machine.
    assert!(!code.contains("/home"));
    for expected in [
        r#"rule: "!has(self.count) || self.count == 7", path: "spec", place: "things.yaml:19""#,
        r#"conditions: &["!has(self.count)", "self.count == 7"]"#,
        r#"conditions: &[ "i.name.startsWith('a')", "i.size > 1", "i.size < -1", "has(i.name)", ]"#,
        r#"conditions: &["self.items.exists_one(i, i.size in [1, 2, 3])"]"#,
        r#"place: "things.yaml:23""#,
        r#"conditions: &["oldSelf.hasValue()"]"#,
    ] {
        assert!(code.contains(expected), "{expected}");
    }
}

/// A build that is no test records nothing.
#[test]
fn only_tests_record() {
    let code = code(true);
    for (item, before) in [
        ("static COVERED", "#[cfg(test)] pub(super) "),
        ("covered_rules:", "#[cfg(test)] "),
        ("const RECORDED: Option<&'static cel::coverage::CoveredRules> = Some(&COVERED);", "#[cfg(test)] "),
        ("const RECORDED: Option<&'static cel::coverage::CoveredRules> = None;", "#[cfg(not(test))] "),
    ] {
        let (head, _) = code.split_once(item).unwrap_or_else(|| panic!("{item}: {code}"));
        assert!(head.trim_end().ends_with(before.trim_end()), "{item}");
    }
}
