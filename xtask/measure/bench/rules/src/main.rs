//! Times creates of kinds with and without their CEL rules, and kube's evaluation of the same rules, compiled
//! in advance, on the object as a parsed value. Prints a line of JSON for each object. Arguments: the
//! directory of the schemas, objects.

use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;

use crdc::{Outcome, Request, Scratch};
use crdc_bench_contest::{Contestant, contest, print_each};
use kube_cel::{Validator, compile_schema};
use serde_json::{Value, json};

type Entry = for<'a> fn(Request<'a>, &'a mut Scratch) -> Outcome<'a>;

include!(concat!(env!("CRDC_BENCH_GENERATED"), "/ruled.rs"));

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [schemas, objects @ ..] = arguments.as_slice() else { return ExitCode::FAILURE };
    print_each(objects, |object| measure(Path::new(schemas), object))
}

fn entry(name: &str) -> Result<&'static Entry, String> {
    let found = KINDS.iter().find(|(known, _)| *known == name);
    found.map(|(_, entry)| entry).ok_or(format!("no kind {name}"))
}

fn measure(schemas: &Path, object: &Path) -> Result<Value, Box<dyn std::error::Error>> {
    let name = object.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let kind = name.split('-').next().unwrap_or_default();
    let (with, without) = (entry(&format!("{kind}_ruled"))?, entry(&format!("{kind}_unruled"))?);
    let text = std::fs::read(object)?;
    let value: Value = serde_json::from_slice(&text)?;
    let schema: Value = serde_json::from_slice(&std::fs::read(schemas.join(format!("{kind}_ruled.json")))?)?;
    let (compiled, validator) = (compile_schema(&schema), Validator::new());

    let mut trouble = Vec::new();
    let mut scratch = Scratch::default();
    for (what, entry) in [("with", with), ("without", without)] {
        let outcome = entry(Request::create(&text), &mut scratch);
        if !outcome.accepted() {
            let said = outcome.message().map(str::to_owned);
            let said = said.or_else(|| outcome.errors().next().map(|error| error.detail.to_string()));
            trouble.push(format!("create {what} rules refused: {}", said.unwrap_or_default()));
        }
    }
    // Its times count even if it refuses the object.
    let mut said = Vec::new();
    if compiled.has_errors() {
        said.push("kube-cel does not compile all rules".to_owned());
    }
    if let Err(errors) = validator.validate_compiled(&compiled, &value, None) {
        said.push(format!(
            "kube-cel refuses the object: {}",
            errors.to_string().lines().next().unwrap_or_default()
        ));
    }

    let (mut of_with, mut of_without) = (Scratch::default(), Scratch::default());
    let mut contestants: Vec<(&str, Contestant<'_>)> = vec![
        ("with", Box::new(|| with(Request::create(&text), &mut of_with).accepted())),
        ("without", Box::new(|| without(Request::create(&text), &mut of_without).accepted())),
        (
            "kube",
            Box::new(|| black_box(validator.validate_compiled(&compiled, black_box(&value), None)).is_ok()),
        ),
    ];
    let times = contest(&mut contestants);
    Ok(json!({ "object": name, "bytes": text.len(), "trouble": trouble, "said": said, "times": times }))
}
