//! Hostile documents, and small ones whose diagnostics no golden test covers. Run through `check_openapi`, on
//! a thread with a stack of two megabytes.

use std::fmt::Write;

use crdc_plan::check_openapi;
use crdc_source::Source;
use crdc_source::diag::Severity;

const ROOT: &str = r##""R":{"type":"object","properties":{
    "metadata":{"$ref":"#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"},
    "spec":{"$ref":"#/definitions/D0"}},
    "x-kubernetes-group-version-kind":[{"group":"g","version":"v1","kind":"R"}]}"##;

/// Errors of a document whose root has a `spec` of the first of these definitions.
fn errors(definitions: &str) -> Vec<String> {
    let text = format!(r#"{{"swagger":"2.0","definitions":{{{ROOT},{definitions}}}}}"#);
    let run = move || {
        let checked = check_openapi(&Source::new("o.json", text), &["g/v1/R".to_owned()]);
        let mut texts = Vec::new();
        for problem in &checked.diagnostics {
            if problem.severity() == Severity::Error {
                texts.push(format!("{}: {}", problem.code, problem.message));
            }
        }
        assert_eq!(checked.plans().len(), usize::from(texts.is_empty()));
        texts
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(|| vec!["panicked".to_owned()])
}

/// A chain of definitions, each made from its number and the next one's.
fn row(count: usize, mut each: impl FnMut(usize, usize) -> String) -> String {
    let mut text = String::new();
    for at in 0..count {
        let _ = write!(text, "\"D{at}\":{},", each(at, at + 1));
    }
    let _ = write!(text, "\"D{count}\":{{\"type\":\"string\"}}");
    text
}

fn reference(to: usize) -> String {
    format!("{{\"$ref\":\"#/definitions/D{to}\"}}")
}

#[test]
fn a_long_row_of_definitions_is_refused() {
    let fields =
        row(20_000, |_, next| format!(r#"{{"type":"object","properties":{{"a":{}}}}}"#, reference(next)));
    assert_eq!(errors(&fields), ["schema-too-deep: the definitions that R reaches nest more than 256 deep"]);
    let aliases = row(20_000, |_, next| reference(next));
    assert_eq!(errors(&aliases), ["schema-too-deep: the definitions that R reaches nest more than 256 deep"]);
    let most = row(120, |_, next| format!(r#"{{"type":"object","properties":{{"a":{}}}}}"#, reference(next)));
    assert_eq!(errors(&most), [""; 0]);
    let aliases = row(200, |_, next| reference(next));
    assert_eq!(errors(&aliases), [""; 0]);
}

#[test]
fn what_doubles_from_definition_to_definition_is_read_once() {
    let twice = row(100, |_, next| {
        let next = reference(next);
        format!(r#"{{"type":"object","properties":{{"a":{next},"b":{next}}}}}"#)
    });
    assert_eq!(errors(&twice), [""; 0]);
}

/// Nothing is inlined, but a value would be validated with each of them.
#[test]
fn branches_that_double_from_definition_to_definition_are_refused() {
    let refused = "schema-too-large: the references of these alternatives expand to more than 65536 schemas";
    for (branches, most) in [
        (r#""allOf":[REF,REF]"#, 14),
        (r#""anyOf":[REF,{"maxLength":3,"allOf":[REF]}]"#, 14),
        (r#""oneOf":[REF],"anyOf":[REF]"#, 14),
        (r#""anyOf":[REF],"not":REF"#, 14),
        (r#""anyOf":[{"not":{"allOf":[REF,REF]}}]"#, 13),
        // One of each grows by as many schemas as are written.
        (r#""anyOf":[REF,{"maxLength":3}]"#, 70),
    ] {
        let chain = |count| {
            row(count, |_, next| {
                format!(r#"{{"type":"string",{}}}"#, branches.replace("REF", &reference(next)))
            })
        };
        assert_eq!(errors(&chain(most)), [""; 0], "{branches}");
        if branches.matches("REF").count() > 1 {
            assert_eq!(errors(&chain(most + 2)), [refused], "{branches}");
            assert_eq!(errors(&chain(60)), [refused], "{branches}");
        }
    }
}

/// The number of branches of one schema times that of the schemas that each refers to.
#[test]
fn many_branches_that_refer_to_many_are_refused() {
    let many = |branch: &str| vec![branch; 300].join(",");
    let two = |below: &str| {
        format!(r#""D0":{{"type":"string","anyOf":[{}]}},"D1":{{"anyOf":[{}]}}"#, many(&reference(1)), below)
    };
    assert_eq!(errors(&two(&vec![r#"{"minLength":1}"#; 200].join(","))), [""; 0]);
    assert_eq!(
        errors(&two(&many(r#"{"minLength":1}"#))),
        ["schema-too-large: the references of these alternatives expand to more than 65536 schemas"]
    );
}

#[test]
fn defaults_that_double_are_refused() {
    let twice = row(100, |_, next| {
        let next = format!(r##"{{"$ref":"#/definitions/D{next}","default":{{}}}}"##);
        format!(r#"{{"type":"object","default":{{}},"properties":{{"a":{next},"b":{next}}}}}"#)
    });
    let found = errors(&twice);
    assert!(found.iter().all(|error| error.starts_with("default-")), "{found:?}");
    assert!(found.iter().any(|error| error.starts_with("default-endless")), "{found:?}");
}

#[test]
fn different_things_beside_references_to_something_large_are_refused() {
    let fields = |each: &dyn Fn(usize) -> String| {
        let list: Vec<String> = (0..3_000).map(|at| format!(r#""f{at}":{}"#, each(at))).collect();
        format!(r#"{{"type":"object","properties":{{{}}}}}"#, list.join(","))
    };
    let over = fields(&|at| format!(r##"{{"$ref":"#/definitions/D1","default":{{"f0":"{at}"}}}}"##));
    let large = fields(&|_| r#"{"type":"string"}"#.to_owned());
    let found = errors(&format!(r#""D0":{over},"D1":{large}"#));
    assert_eq!(
        found,
        [
            "schema-too-deep: R has too many keywords next to its references: the definitions would be inlined too often"
        ]
    );
}

#[test]
fn one_large_cycle_is_no_deeper_than_it_says() {
    let cycle = |count: usize| {
        row(count, |_, next| format!(r#"{{"type":"array","items":{}}}"#, reference(next % count)))
    };
    assert_eq!(errors(&cycle(100)), [""; 0]);
    assert_eq!(errors(&cycle(5_000)).len(), 1);
}

#[test]
fn what_no_published_schema_has_is_named() {
    let with = |text: &str| errors(&format!(r#""D0":{{"type":"object",{text}}}"#));
    let named = |text: &str, code: &str| {
        let found = with(text);
        assert!(found.iter().any(|error| error.starts_with(code)), "{text}: {found:?}");
    };
    named(r#""properties":{"a":{"type":"strin"}}"#, "type-unknown");
    named(r#""properties":{"a":{"type":"string","pattern":"(?=a)"}}"#, "pattern-invalid");
    named(r#""properties":{"a":{"type":"string","default":1}}"#, "default-invalid");
    named(
        r#""properties":{"a":{"type":"array","uniqueItems":true,"items":{"type":"string"}}}"#,
        "unique-items",
    );
    named(r#""patternProperties":{"a":{"type":"string"}}"#, "keyword-unsupported");
    named(r#""dependencies":{"a":["b"]}"#, "keyword-unsupported");
    named(r#""properties":{"a":{"type":"array","x-kubernetes-list-type":"maps"}}"#, "wrong-topology");
    named(
        r##""properties":{"a":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["nam"],
            "items":{"type":"object","properties":{"name":{"type":"string"}}}}}"##,
        "list-map-keys",
    );
    named(
        r#""properties":{"a":{"type":"string"}},"anyOf":[{"properties":{"hidden":{"minLength":1}}}]"#,
        "nested-incomplete",
    );
    named(
        r##""properties":{"a":{"allOf":[{"$ref":"#/definitions/D0","maxProperties":1}]}}"##,
        "reference-invalid",
    );
    assert_eq!(
        with(r##""properties":{"a":{"allOf":[{"$ref":"#/definitions/D0"}],"maxProperties":1}}"##),
        [""; 0]
    );
}

#[test]
fn what_asks_nothing_of_values_is_told_from_what_nobody_knows() {
    let text = format!(
        r#"{{"swagger":"2.0","definitions":{{{ROOT},"D0":{{"type":"object","readOnly":true,"x-kubernetes-patch-strategy":"merge",
        "x-vendor":1,"mimimum":3,"properties":{{"a":{{"type":"string","format":"date-tme"}}}}}}}}}}"#
    );
    let checked = check_openapi(&Source::new("o.json", text), &["g/v1/R".to_owned()]);
    let found: Vec<&str> = checked.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    let expected = [
        "no path serves R: assuming namespaced `rs`",
        "unknown key `x-vendor` in a schema",
        "unknown key `mimimum` in a schema",
        "unknown format `date-tme` for type `string`",
    ];
    assert_eq!(found, expected);
    assert!(checked.diagnostics.iter().all(|problem| problem.server.is_empty()));
}

/// Equal definitions are one in the plan, and each has its own error.
#[test]
fn a_rule_that_is_left_out_is_reported_wherever_it_stands() {
    let rule = r#"[{"rule":"size(google.protobuf.ListValue{values: [1]}) > 0"}]"#;
    let of = format!(
        r#"{{"type":"object","properties":{{"a":{{"type":"string"}}}},"x-kubernetes-validations":{rule}}}"#
    );
    let root = r##""D0":{"type":"object","properties":{"x":{"$ref":"#/definitions/X"},"y":{"$ref":"#/definitions/Y"}}}"##;
    let text = format!(r#"{{"swagger":"2.0","definitions":{{{ROOT},{root},"X":{of},"Y":{of}}}}}"#);
    let source = Source::new("o.json", text);
    let checked = check_openapi(&source, &["g/v1/R".to_owned()]);
    let found = checked.diagnostics.iter().filter(|problem| problem.code.name() == "rule-uncompiled");
    let mut columns: Vec<usize> = found.map(|problem| source.line_column(problem.span.start).1).collect();
    columns.dedup();
    assert_eq!(columns.len(), 2, "{columns:?}");
}
