//! Times crdc and other libraries on the same objects in one process, alternating, so that other load affects
//! all of them. Prints a line of JSON for each object.

mod peers;

use std::path::Path;
use std::process::ExitCode;

use crdc::{Outcome, Request, Scratch};
use crdc_bench_contest::{Contestant, contest, print_each, updates};
use crdc_bench_validators::VALIDATORS;

type Entry = for<'a> fn(Request<'a>, &'a mut Scratch) -> Outcome<'a>;

include!(concat!(env!("CRDC_BENCH_GENERATED"), "/kinds.rs"));

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [schemas, objects @ ..] = arguments.as_slice() else { return ExitCode::FAILURE };
    print_each(objects, |object| measure(Path::new(schemas), object))
}

fn measure(schemas: &Path, object: &Path) -> Result<serde_json::Value, Box<dyn std::error::Error>> {
    let name = object.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let kind = name.split('-').next().unwrap_or_default();
    let (_, entry) = KINDS.iter().find(|(known, _)| *known == kind).ok_or("no such kind")?;
    let (_, is_valid) = VALIDATORS.iter().find(|(known, _)| *known == kind).ok_or("no such kind")?;
    let text = std::fs::read(object)?;
    let schema = serde_json::from_slice(&std::fs::read(schemas.join(format!("{kind}.json")))?)?;
    let validator = jsonschema::options().with_draft(jsonschema::Draft::Draft4).build(&schema)?;
    let (equal, changed, next) = updates::update(&text)?;

    let mut trouble = Vec::new();
    let mut scratch = Scratch::default();
    let mut check = |what: &str, entry: &Entry, request| {
        let outcome = entry(request, &mut scratch);
        if !outcome.accepted() {
            let said = outcome.message().map(str::to_owned);
            let said = said.or_else(|| outcome.errors().next().map(|error| error.detail.to_string()));
            trouble.push(format!("{what} refused: {}", said.unwrap_or_default()));
        }
    };
    check("create", entry, Request::create(&text));
    check("update with an equal object", entry, Request::update(&next, &equal));
    check("update with a changed object", entry, Request::update(&next, &changed));
    let value: serde_json::Value = serde_json::from_slice(&text)?;
    for (what, valid) in
        [("jsonschema", validator.is_valid(&value)), ("jsonschema's macro", is_valid(&value))]
    {
        if !valid {
            trouble.push(format!("{what} says that it is not valid"));
        }
    }

    let (mut create, mut next_create) = (Scratch::default(), Scratch::default());
    let (mut of_equal, mut of_changed) = (Scratch::default(), Scratch::default());
    // All errors, as crdc reports them; the macro only gives a boolean.
    let finds_nothing = |value: &serde_json::Value| validator.iter_errors(value).next().is_none();
    let mut of_macro = |value: &serde_json::Value| is_valid(value);
    let mut contestants: Vec<(&str, Contestant<'_>)> = vec![
        ("create", Box::new(|| entry(Request::create(&text), &mut create).accepted())),
        ("serde_json", Box::new(|| peers::serde_json(&text))),
        ("jsonschema", Box::new(|| peers::validated(&text, &mut |value| finds_nothing(value)))),
        ("jsonschema_macro", Box::new(|| peers::validated(&text, &mut of_macro))),
        ("simd_json", peers::simd_json(&text)),
        ("copy", peers::copy(&text)),
        ("sonic_rs", Box::new(|| peers::sonic_rs(&text))),
        ("create_next", Box::new(|| entry(Request::create(&next), &mut next_create).accepted())),
        ("update_equal", Box::new(|| entry(Request::update(&next, &equal), &mut of_equal).accepted())),
        ("update_changed", Box::new(|| entry(Request::update(&next, &changed), &mut of_changed).accepted())),
    ];
    let times = contest(&mut contestants);
    Ok(serde_json::json!({
        "object": name, "kind": kind, "bytes": text.len(), "trouble": trouble, "times": times,
    }))
}
