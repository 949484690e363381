//! CEL rules that servers accept and crdc cannot compile: errors with their places, or left out if the
//! options say so.
#![allow(clippy::unwrap_used)]

use crdc_check::check_source;
use crdc_codegen::{Generated, Options, generate, generate_openapi};
use crdc_plan::check_openapi;
use crdc_source::Source;
use crdc_source::diag::{Code, Diagnostic};
use crdc_source::render::{self, Format};

const CRD: &str = include_str!("uncompiled_rules/crd.yaml");

fn generated(skip: bool) -> Generated {
    let options = Options { skip_uncompiled_rules: skip, ..Options::default() };
    generate(&[Source::new("crd.yaml", CRD)], &options)
}

/// Code and text of each problem.
fn places(text: &str, problems: impl Iterator<Item = Diagnostic>) -> Vec<(Code, &str)> {
    problems.map(|one| (one.code, &text[one.span.start as usize..one.span.end as usize])).collect()
}

#[test]
fn they_are_errors_at_their_places_all_at_once() {
    let parts = ["google.protobuf.ListValue{values: [1]}", "google.protobuf.Struct{}"];
    let expected = parts.map(|part| (Code::RuleUncompiled, part));
    let source = Source::new("crd.yaml", CRD);
    let checked = check_source(&source, None);
    assert_eq!(places(CRD, checked.diagnostics.clone().into_iter()), expected);
    let human = render::render(&source, &checked.diagnostics, Format::Human);
    assert!(human.contains("--> crd.yaml:18:69"), "{human}");
    let generated = generated(false);
    assert!(generated.files.is_empty());
    let found = generated.diagnostics.into_iter().map(|located| located.diagnostic);
    assert_eq!(places(CRD, found), expected);
}

#[test]
fn they_are_left_out_by_name() {
    let Generated { files, diagnostics, .. } = generated(true);
    let found = places(CRD, diagnostics.into_iter().map(|located| located.diagnostic));
    assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [Code::RuleSkipped; 2]);
    let code: String = files[0].text.split_whitespace().collect();
    assert!(code.contains("self.replicas<10"), "{code}");
    let left_out = "uncompiled_rules:&[::crdc::__private::UncompiledRule::new(\"spec\",\"self.replicas>size(google.\
                    protobuf.ListValue{values:[1]})\",0,),::crdc::__private::UncompiledRule::new(\"spec\",\"self.engine!='oracle'\",2),],";
    let exact = left_out.replace(",)", ")").replace(",]", "]");
    assert!(code.replace(",)", ")").replace(",]", "]").contains(&exact), "{code}");
}

#[test]
fn rules_of_published_documents_are_found_too() {
    let document = r##"{
  "swagger": "2.0",
  "definitions": {
    "com.example.v1.Note": {
      "type": "object",
      "properties": {
        "metadata": {"$ref": "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"},
        "text": {"type": "string", "x-kubernetes-validations": [{"rule": "self != dyn(google.protobuf.Struct{})"}]},
        "count": {"type": "integer", "x-kubernetes-validations": [{"rule": "self.size() > 0"}]}
      },
      "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Note"}]
    }
  }
}"##;
    let source = Source::new("example.json", document);
    let kinds = ["example.com/v1/Note".to_owned()];
    let of = |problems: Vec<Diagnostic>| {
        let ours = problems.into_iter().filter(|one| one.code.name().starts_with("rule-"));
        places(document, ours)
    };
    let rules = ["\"self != dyn(google.protobuf.Struct{})\"", "\"self.size() > 0\""];
    let expected = rules.map(|rule| (Code::RuleUncompiled, rule));
    assert_eq!(of(check_openapi(&source, &kinds).diagnostics), expected);
    let Generated { files, diagnostics, .. } = generate_openapi(&source, &kinds, &Options::default());
    assert!(files.is_empty());
    assert_eq!(of(diagnostics.into_iter().map(|one| one.diagnostic).collect()), expected);
    let options = Options { skip_uncompiled_rules: true, ..Options::default() };
    let Generated { files, diagnostics, .. } = generate_openapi(&source, &kinds, &options);
    assert_eq!(files.len(), 1);
    let found = of(diagnostics.into_iter().map(|one| one.diagnostic).collect());
    assert_eq!(found, rules.map(|rule| (Code::RuleSkipped, rule)));
}

#[test]
fn rules_of_published_documents_are_held_to_what_servers_accept() {
    let found = |rule: &str| {
        let document = format!(
            r##"{{"swagger": "2.0", "definitions": {{"com.example.v1.Note": {{"type": "object", "properties": {{
  "metadata": {{"$ref": "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}},
  "text": {{"type": "string", "x-kubernetes-validations": [{{{rule}}}]}}}},
  "x-kubernetes-group-version-kind": [{{"group": "example.com", "version": "v1", "kind": "Note"}}]}}}}}}"##
        );
        let checked =
            check_openapi(&Source::new("example.json", document), &["example.com/v1/Note".to_owned()]);
        let ours = checked.diagnostics.into_iter().filter(|one| one.code == Code::RuleUncompiled);
        ours.map(|one| one.label).collect::<Vec<_>>()
    };
    let message = r#""rule": "self != ''", "messageExpression": "#;
    for (rule, why) in [
        (r#""rule": "self""#.to_owned(), "cel expression must evaluate to a bool"),
        (r#""rule": "self.size()""#.to_owned(), "cel expression must evaluate to a bool"),
        (r#""rule": "dyn(self == '')""#.to_owned(), "cel expression must evaluate to a bool"),
        (format!(r#"{message}"1""#), "messageExpression must evaluate to a string"),
        (format!(r#"{message}"dyn(self)""#), "messageExpression must evaluate to a string"),
        (r#""rule": "self == '' || int('a') > 0""#.to_owned(), "program instantiation failed"),
        (r#""rule": "uint('a') > 1u""#.to_owned(), "program instantiation failed"),
    ] {
        let found = found(&rule);
        let [label] = found.as_slice() else { panic!("{rule}: {found:?}") };
        assert!(format!("{label:?}").contains(why), "{rule}: {label:?}");
    }
    assert!(found(&format!(r#"{message}"'not ' + self""#)).is_empty());
}
