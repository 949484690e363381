//! Documents with many parts outside of the schema: versions, names, columns, documents.

use super::{Family, HEAD, crd, many, names, object, version};

/// The families, each with a function from a size to a document.
pub const FAMILIES: &[Family] = &[
    ("versions", |n| {
        let version = |i: usize| {
            version(&format!("v{}", i + 1), i == 0, "{type: object, properties: {a: {type: string}}}")
        };
        format!("{HEAD}{}", (0..n / 4).map(version).collect::<String>())
    }),
    ("different versions", |n| {
        let spec =
            |i: usize| format!("{{type: object, properties: {{a: {{type: string, maxLength: {i}}}}}}}");
        format!(
            "{HEAD}{}",
            (0..n / 4).map(|i| version(&format!("v{}", i + 1), i == 0, &spec(i))).collect::<String>()
        )
    }),
    ("equal versions", |n| format!("{HEAD}{}", version("v1", true, "{type: object}").repeat(n / 4))),
    ("versions with extensions in an annotation", |n| {
        let rule = "x-kubernetes-validations: [{rule: self == oldSelf // crdc x-kubernetes-immutable, message: field is immutable}]";
        let spec = format!("{{type: object, properties: {{a: {{type: string, {rule}}}}}}}");
        let kept = |i: usize| {
            let place = "/properties/spec/properties/a";
            format!("\"v{}\": {{\"{place}\": {{\"x-kubernetes-immutable\": true}}}}", i + 1)
        };
        let kept: Vec<String> = (0..n / 4).map(kept).collect();
        let metadata = format!("annotations: {{crdc/apply-safe: '{{{}}}'}}", kept.join(", "));
        let head = HEAD.replace("metadata: {", &format!("metadata: {{{metadata}, "));
        let versions = (0..n / 4).map(|i| version(&format!("v{}", i + 1), i == 0, &spec));
        format!("{head}{}", versions.collect::<String>())
    }),
    ("documents", |n| {
        let document = |i: usize| crd("{type: object}").replace("things", &format!("things{i}"));
        (0..n / 8).map(document).collect::<Vec<_>>().join("---\n")
    }),
    ("documents of other kinds", |n| "kind: ConfigMap\n---\n".repeat(n)),
    ("documents below many handles of tags", |n| {
        let handles: String = (0..20 * n).map(|i| format!("%TAG !a{i}! b\n")).collect();
        format!("{handles}---\n{}", "!!str a\n---\n".repeat(20 * n))
    }),
    ("documents below many anchors", |n| {
        let anchors: String = (0..20 * n).map(|i| format!("- &a{i} x\n")).collect();
        format!("{anchors}{}", "---\n&a x\n".repeat(20 * n))
    }),
    ("long kind", |n| crd("{type: object}").replace("Thing", &format!("T{}", "h".repeat(20 * n)))),
    ("printer columns", |n| {
        let columns = many(n, |i| format!("{{name: c{i}, type: string, jsonPath: .spec.p{i}}}"));
        object(n, |_| "{type: string}".to_owned())
            .replace("served: true", &format!("served: true\n    additionalPrinterColumns: [{columns}]"))
    }),
    ("selectable fields", |n| {
        let fields = many(n, |i| format!("{{jsonPath: .spec.p{i}}}"));
        object(n, |_| "{type: string}".to_owned())
            .replace("served: true", &format!("served: true\n    selectableFields: [{fields}]"))
    }),
    ("labels", |n| {
        let labels = many(n, |i| format!("l{i}: a"));
        let metadata =
            format!("{{name: things.example.com, labels: {{{labels}}}, annotations: {{{labels}}}}}");
        crd("{type: object}").replace("{name: things.example.com}", &metadata)
    }),
    ("short names", |n| {
        crd("{type: object}")
            .replace("kind: Thing", &format!("shortNames: [{0}], categories: [{0}], kind: Thing", names(n)))
    }),
];
