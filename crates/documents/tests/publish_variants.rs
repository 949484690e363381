//! Variants of a tagged enum that ask different things of one value, for which a document has one schema.

use crdc_documents::publish::{Format, Fragment, Publish};

/// A document whose `spec` has these properties.
fn crd(properties: &str) -> String {
    r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "ports.example.com"},
    "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "ports", "singular": "port", "kind": "Port", "listKind": "PortList"},
    "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object",
    "properties": {"type": {"type": "string", "enum": ["A", "B"]}, PROPERTIES}, "required": ["type"]}}}}}]}}"#
        .replace("PROPERTIES", properties)
}

const NUMBER: &str = r#""n": {"type": "integer", "format": "int32"}"#;
const OBJECT: &str = r#""n": {"type": "object", "properties": {"p": {"type": "string"}}}"#;

/// The contradictions that are reported for these rules of an enum, and the document.
fn published(properties: &str, fragment: &'static Fragment) -> (Vec<String>, String) {
    let published = Publish::new(crd(properties)).rules("spec", fragment).run();
    let report = published.report(Format::Plain);
    let errors: Vec<String> = report
        .lines()
        .filter_map(|line| line.split_once(" error["))
        .map(|(_, error)| error.to_owned())
        .collect();
    assert_eq!(published.has_errors(), !errors.is_empty(), "{report}");
    let yaml = published.yaml().to_owned();
    assert!(!yaml.contains("x-crdc"), "{yaml}");
    (errors, yaml)
}

/// Rules of an enum that refer to no other types.
macro_rules! fragment {
    ($text:expr) => {{
        static FRAGMENT: Fragment = Fragment { name: "Target", text: $text, refs: &[] };
        &FRAGMENT
    }};
    ($text:expr, $($of:expr),*) => {{
        static FRAGMENT: Fragment = Fragment { name: "Target", text: $text, refs: &[$($of),*] };
        &FRAGMENT
    }};
}

/// Types in fields of variants.
fn one() -> Option<&'static Fragment> {
    static ONE: Fragment = Fragment {
        name: "One",
        text: r#"{"type":"object","properties":{"p":{"type":"string","maxLength":3}}}"#,
        refs: &[],
    };
    Some(&ONE)
}

fn alike() -> Option<&'static Fragment> {
    static ALIKE: Fragment = Fragment {
        name: "Alike",
        text: r#"{"type":"object","properties":{"p":{"maxLength":3,"type":"string","x-crdc-default":true}}}"#,
        refs: &[],
    };
    Some(&ALIKE)
}

fn other() -> Option<&'static Fragment> {
    static OTHER: Fragment = Fragment {
        name: "Other",
        text: r#"{"type":"object","properties":{"p":{"type":"string"}}}"#,
        refs: &[],
    };
    Some(&OTHER)
}

fn leaf() -> Option<&'static Fragment> {
    None
}

/// The branches of variants that are beside their tag.
macro_rules! tagged {
    ($($rest:tt)*) => {
        concat!(
            r#"{"type":"object","required":["type"],"oneOf":[{"properties":{"type":{"enum":["A"]}},"required":["type"]},"#,
            r#"{"properties":{"type":{"enum":["B"]}},"required":["type"]}],"#, $($rest)*, "}"
        )
    };
}

#[test]
fn variants_that_differ_are_not_published() {
    let named = "publish-contradiction]: `spec.n`: the variants `A` and `B` of `Target` have different markers for it";
    let cases: &[(&str, &str, &'static Fragment)] = &[
        (
            NUMBER,
            named,
            fragment!(tagged!(
                r#""properties":{"type":{"type":"string","enum":["A","B"]},"n":{"type":"integer","format":"int32","#,
                r#""x-crdc-variants":{"A":{"type":"integer","format":"int32"},"B":{"type":"integer","format":"int32","minimum":1}}}}"#
            )),
        ),
        (
            NUMBER,
            named,
            fragment!(tagged!(
                r#""properties":{"n":{"type":"integer","format":"int32","x-kubernetes-immutable":true,"#,
                r#""x-crdc-variants":{"A":{"type":"integer","format":"int32","x-kubernetes-immutable":true},"B":{"type":"integer","format":"int32"}}}}"#
            )),
        ),
        (
            OBJECT,
            named,
            fragment!(
                tagged!(
                    r##""properties":{"n":{"$ref":"#/refs/0","x-crdc-variants":{"A":{"$ref":"#/refs/0"},"B":{"$ref":"#/refs/1"}}}}"##
                ),
                one,
                other
            ),
        ),
        // Newtype variants, whose fields are beside the tag.
        (
            r#""p": {"type": "string"}"#,
            "publish-contradiction]: `spec.p`: the variants `A` and `B` of `Target`",
            fragment!(
                tagged!(
                    r##""x-crdc-flatten":[{"$ref":"#/refs/0","nullable":true,"x-crdc-variant":"A"},"##,
                    r##"{"$ref":"#/refs/1","nullable":true,"x-crdc-variant":"B"}]"##
                ),
                one,
                other
            ),
        ),
        (
            r#""p": {"type": "string"}"#,
            "publish-contradiction]: `spec.p`: the variant `B` of `Target` and another one",
            fragment!(
                tagged!(
                    r##""properties":{"p":{"type":"string"}},"x-crdc-flatten":[{"$ref":"#/refs/0","nullable":true,"x-crdc-variant":"B"}]"##
                ),
                one
            ),
        ),
        (
            NUMBER,
            "publish-contradiction]: `spec`: the variant `B` of `Target` and another one",
            fragment!(tagged!(
                r#""properties":{"n":{"type":"integer"}},"x-crdc-flatten":[{"type":"object","x-kubernetes-map-type":"atomic","x-crdc-variant":"B"}]"#
            )),
        ),
        // Contents below another field.
        (
            OBJECT,
            "publish-contradiction]: `spec.n.p`: the variants `A` and `B` of `Target`",
            fragment!(
                r##"{"type":"object","properties":{"n":{"x-crdc-flatten":[{"$ref":"#/refs/0","nullable":true,"x-crdc-variant":"A"},
                {"type":"object","properties":{"p":{"type":"string"}},"nullable":true,"x-crdc-variant":"B"}]}},"required":["type"]}"##,
                one
            ),
        ),
        (
            NUMBER,
            named,
            fragment!(
                r#"{"type":"object","properties":{"n":{"x-crdc-flatten":[{"type":"integer","minimum":2,"nullable":true,"x-crdc-variant":"A"},
                {"type":"integer","nullable":true,"x-crdc-variant":"B"}]}},"required":["type"]}"#
            ),
        ),
    ];
    for (properties, expected, fragment) in cases {
        let (errors, _) = published(properties, fragment);
        assert!(errors.iter().any(|error| error.starts_with(expected)), "{}: {errors:#?}", fragment.text);
    }
}

#[test]
fn variants_that_agree_are_published() {
    let cases: &[(&str, &str, &'static Fragment)] = &[
        (
            NUMBER,
            "minimum: 1",
            fragment!(tagged!(r#""properties":{"n":{"type":"integer","format":"int32","minimum":1}}"#)),
        ),
        // Types that ask for the same.
        (
            OBJECT,
            "maxLength: 3",
            fragment!(
                tagged!(
                    r##""properties":{"n":{"$ref":"#/refs/0","x-crdc-variants":{"A":{"$ref":"#/refs/0"},"B":{"$ref":"#/refs/1"}}}}"##
                ),
                one,
                alike
            ),
        ),
        (
            OBJECT,
            "n:",
            fragment!(
                tagged!(
                    r##""properties":{"n":{"$ref":"#/refs/0","x-crdc-variants":{"A":{"$ref":"#/refs/0"},"B":{"$ref":"#/refs/1"}}}}"##
                ),
                leaf,
                other
            ),
        ),
        (
            r#""p": {"type": "string"}"#,
            "maxLength: 3",
            fragment!(
                tagged!(
                    r##""x-crdc-flatten":[{"$ref":"#/refs/0","nullable":true,"x-crdc-variant":"A"},"##,
                    r##"{"$ref":"#/refs/1","nullable":true,"x-crdc-variant":"B"}]"##
                ),
                one,
                alike
            ),
        ),
        (
            OBJECT,
            "maxLength: 3",
            fragment!(
                r##"{"type":"object","properties":{"n":{"x-crdc-flatten":[{"$ref":"#/refs/0","nullable":true,"x-crdc-variant":"A"},
                {"type":"object","properties":{"p":{"type":"string","maxLength":3}},"nullable":true,"x-crdc-variant":"B"}]}},"required":["type"]}"##,
                one
            ),
        ),
    ];
    for (properties, expected, fragment) in cases {
        let (errors, yaml) = published(properties, fragment);
        assert_eq!(errors, [""; 0], "{}", fragment.text);
        assert!(yaml.contains(expected), "{}: {yaml}", fragment.text);
    }
}
