//! Tests of warnings that are reported once, and of updates.

use super::{style, usual_style_codes};
use crdc_schema::Crd;
use crdc_source::diag::Code;
use crdc_source::{Source, parse};

/// A document with these versions and the properties of their specs.
fn crd(versions: &[(&str, &str)]) -> Crd {
    let mut text = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n\
                    metadata: {name: a.b.c}\nspec:\n  versions:\n"
        .to_owned();
    for (name, properties) in versions {
        let spec = format!("{{type: object, properties: {{{properties}}}}}");
        let root = format!("{{type: object, properties: {{spec: {spec}}}}}");
        text += &format!("  - {{name: {name}, schema: {{openAPIV3Schema: {root}}}}}\n");
    }
    crdc_schema::read(&parse(&Source::new("crd.yaml", text)).0).0.remove(0)
}

fn messages(new: &Crd, old: Option<&Crd>) -> Vec<String> {
    let fields = |message: &str| message.split('`').nth(1).unwrap_or_default().to_owned();
    style(new, old, &usual_style_codes()).iter().map(|found| fields(&found.message)).collect()
}

#[test]
fn updates_are_told_what_is_new_in_the_same_version() {
    let old = crd(&[("v1", "a: {type: boolean}, c: {type: array, items: {type: string}}")]);
    let new = "a: {type: boolean}, b: {type: boolean}, c: {type: array, items: {type: boolean}}";
    assert_eq!(messages(&crd(&[("v1", new)]), Some(&old)), ["spec.b", "spec.c[]"]);
    assert_eq!(
        messages(&crd(&[("v1", "a: {type: boolean}"), ("v2", "b: {type: boolean}")]), Some(&old)),
        ["spec.b"]
    );
    // Another type at the same field is new, and so are versions of another name.
    assert_eq!(messages(&crd(&[("v1", "a: {type: number}")]), Some(&old)), ["spec.a"]);
    assert_eq!(messages(&crd(&[("v2", "a: {type: boolean}")]), Some(&old)), ["spec.a"]);
}

#[test]
fn equal_versions_and_aliases_count_once() {
    let flag = "a: {type: boolean}";
    let old = crd(&[("v1", flag)]);
    assert_eq!(messages(&crd(&[("v1", flag), ("v2", flag)]), None), ["spec.a"]);
    for order in [["v1", "v2"], ["v2", "v1"]] {
        assert!(messages(&crd(&order.map(|name| (name, flag))), Some(&old)).is_empty());
    }
    assert_eq!(messages(&crd(&[("v1", "a: &a {type: boolean}, b: *a")]), None), ["spec.a"]);
}

#[test]
fn only_codes_that_are_asked_for_are_reported() {
    let new = crd(&[("v1", "a: {type: boolean}, b: {type: number}")]);
    let found = style(&new, None, &[Code::StyleFloat]);
    assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), [Code::StyleFloat]);
    assert!(style(&new, None, &[]).is_empty());
}

#[test]
fn branches_and_what_servers_define_are_not_read() {
    let branches = "a: {x-kubernetes-int-or-string: true, anyOf: [{type: number}, {type: boolean}]}";
    let own = "b: {type: object, x-kubernetes-embedded-resource: true, properties: \
               {metadata: {type: object, additionalProperties: {type: string}}}}";
    assert!(messages(&crd(&[("v1", branches)]), None).is_empty());
    assert!(messages(&crd(&[("v1", own)]), None).is_empty());
}
