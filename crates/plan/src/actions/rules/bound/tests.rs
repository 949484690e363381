//! Tests of the sizes up to which rules are not counted.

use super::LARGEST;
use crate::actions::{Actions, Policies};
use crate::build;
use crdc_check::check_source;
use crdc_check::{CheckedCrd, Outcome};
use crdc_source::Source;

/// The size for a schema of `spec` with this rule.
fn size_for(keywords: &str, rule: &str) -> u32 {
    let crd = format!(
        r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{{"name":"things.example.com"}},
"spec":{{"group":"example.com","scope":"Namespaced","names":{{"plural":"things","singular":"thing","kind":"Thing","listKind":"ThingList"}},
"versions":[{{"name":"v1","served":true,"storage":true,"schema":{{"openAPIV3Schema":{{"type":"object","properties":{{"spec":
{{{keywords},"x-kubernetes-validations":[{{"rule":"{rule}"}}]}}}}}}}}}}]}}}}"#
    );
    let checked = check_source(&Source::new("crd.json", crd), None);
    let version = checked.crds.iter().filter_map(Outcome::accepted).flat_map(CheckedCrd::versions).next();
    let version = version.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let actions = Actions::of(&build(version), Policies::default());
    actions.rules.map_or(0, |rules| rules.uncounted_up_to)
}

const TEXTS: &str = r#""type":"array","maxItems":20,"items":{"type":"string","maxLength":30}"#;
const OBJECTS: &str = r#""type":"array","maxItems":500,"items":{"type":"object","required":["name"],
"properties":{"name":{"type":"string","maxLength":50},"value":{"type":"string","maxLength":50}}}"#;

#[test]
fn limits_of_the_schema_bound_any_object() {
    assert_eq!(size_for(TEXTS, "self.all(a, self.exists_one(b, a == b))"), LARGEST);
    assert_eq!(size_for(r#""type":"string","enum":["a","b"]"#, "self.contains('a')"), LARGEST);
}

#[test]
fn without_limits_the_size_of_the_object_counts() {
    // About 8 for each pair of items, of which each has 11 bytes or more.
    let size = size_for(OBJECTS, "self.all(a, self.exists_one(b, a.name == b.name))");
    assert!((3_000..5_000).contains(&size), "{size}");
    let texts = r#""type":"string","maxLength":100000000"#;
    let size = size_for(texts, "self.startsWith('a')");
    assert!((9_000_000..10_000_000).contains(&size), "{size}");
}

#[test]
fn an_old_value_may_break_its_schema() {
    assert_eq!(size_for(TEXTS, "self.all(a, a.startsWith('x'))"), LARGEST);
    // It may have an item for every two bytes.
    let size = size_for(TEXTS, "oldSelf.all(a, a.startsWith('x'))");
    assert!((300_000..500_000).contains(&size), "{size}");
}

#[test]
fn items_share_the_bytes_of_their_list() {
    // One traversal of each text costs as much as one of all together.
    let list = r#""type":"array","maxItems":1000000,"items":{"type":"string","maxLength":100000000}"#;
    let size = size_for(list, "self.all(a, a.startsWith('x'))");
    assert!((400_000..700_000).contains(&size), "{size}");
}

#[test]
fn values_of_unknown_size_are_counted() {
    let text = r#""type":"string","maxLength":10"#;
    assert_eq!(size_for(text, "'%s'.format([self]).startsWith('a')"), 0);
    assert_eq!(size_for(text, "self.replace('a', 'bc').size() < 15"), LARGEST);
    assert_eq!(size_for(text, "self.split(',').map(a, a + '.').all(a, a.endsWith('.'))"), LARGEST);
}
