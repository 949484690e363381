//! Input: any text, used as documents and as the schema of an otherwise valid document, through every stage
//! of the compiler. Diagnostics have spans in the text, and accepted documents give Rust.
#![no_main]

use crdc_codegen::{Options, generate};
use crdc_plan::explain;
use crdc_check as check;
use crdc_source::diag::Severity;
use crdc_source::{Source, parse};
use libfuzzer_sys::fuzz_target;

const HEAD: &str = "metadata: {name: things.example.com}
spec:
  group: example.com
  names: {kind: Thing, plural: things, singular: thing, listKind: ThingList}
  scope: Namespaced
";

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    compile(text);
    let indented: String = text.lines().map(|line| format!("        {line}\n")).collect();
    compile(&format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n{HEAD}  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:\n{indented}"
    ));
    compile(&format!(
        "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\n{HEAD}  version: v1
  preserveUnknownFields: false
  validation:
      openAPIV3Schema:\n{indented}"
    ));
});

fn compile(text: &str) {
    let source = Source::new("fuzz.yaml", text);
    let (documents, mut problems) = parse(&source);
    let (crds, more) = crdc_schema::read(&documents);
    problems.extend(more);
    let names: Vec<String> =
        crds.iter().filter_map(|crd| crd.name.as_ref()).map(|at| at.value.clone()).collect();
    for crd in crds {
        problems.extend(check::unsupported(&crd));
        problems.extend(check::check(crd).1);
    }
    for problem in &problems {
        let spans = problem.notes.iter().map(|(span, _)| *span).chain([problem.span]);
        for span in spans {
            assert!(text.get(span.start as usize..span.end as usize).is_some(), "{problem:?}");
        }
    }
    let sources = [source];
    let generated = generate(&sources, &Options::default());
    // Two documents with one name are an error of all sources together.
    let duplicate = names.iter().enumerate().any(|(at, name)| names[..at].contains(name));
    let refused = duplicate || problems.iter().any(|problem| problem.severity() == Severity::Error);
    assert!(refused || !generated.has_errors(), "accepted, and yet not compiled");
    let plans = explain(&sources, None);
    assert_eq!(plans.is_empty(), generated.files.is_empty());
    for file in &generated.files {
        if let Err(error) = syn::parse_file(&file.text) {
            panic!("{error}\n{}", file.text);
        }
    }
}
