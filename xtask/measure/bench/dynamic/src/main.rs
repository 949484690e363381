//! Times creates and updates by plans that are not compiled, against generated code and serde_json's parser.
//! Prints a line of JSON for each object.
//!
//! Arguments: the directory with the CRD of each kind, then objects. With `--only SIDE COUNT` as well, it
//! runs creates and updates of one side that often, for a profiler.

use std::cell::RefCell;
use std::path::Path;
use std::process::ExitCode;

use crdc::{Compiled, Request, Scratch};
use crdc_bench_contest::updates::update;
use crdc_bench_contest::{Contestant, contest, print_each};
use crdc_dynamic::validators::Validators;
use crdc_source::Source;

type Entry = fn() -> &'static Compiled;

include!(concat!(env!("CRDC_BENCH_GENERATED"), "/compiled.rs"));

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let only = arguments.iter().position(|argument| argument == "--only").and_then(|at| {
        let mut taken = arguments.split_off(at).into_iter().skip(1);
        Some((taken.next()?, taken.next()?.parse::<u32>().ok()?))
    });
    let Some((home, objects)) = arguments.split_first() else { return ExitCode::from(2) };
    print_each(objects, |object| measure(Path::new(home), object, only.as_ref()))
}

fn measure(
    home: &Path,
    path: &Path,
    only: Option<&(String, u32)>,
) -> Result<serde_json::Value, Box<dyn std::error::Error>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let kind = name.split('-').next().unwrap_or_default();
    let (_, compiled) = KINDS.iter().find(|(known, _)| *known == kind).ok_or("no such kind")?;
    let compiled = compiled();
    let crd = Source::new(kind, std::fs::read_to_string(home.join(format!("{kind}.crd.yaml")))?);
    let validators = Validators::load(&[crd]).map_err(|error| error.to_string())?;
    let validator = validators.get(compiled.group, compiled.version, compiled.kind).ok_or("no validator")?;
    let text = std::fs::read(path)?;
    let (next, changed, _) = update(&text)?;
    let scratch = RefCell::new(Scratch::new());
    let of_code =
        |request: Request<'_>| crdc::answer(compiled, request, &mut scratch.borrow_mut()).accepted();
    let of_plan = |request: Request<'_>| validator.answer(request, &mut scratch.borrow_mut()).accepted();
    let (create, edit) = (Request::create(&text), Request::update(&next, &changed));
    let mut contestants: Vec<(&str, Contestant<'_>)> = vec![
        ("create", Box::new(|| of_code(create))),
        ("dynamic create", Box::new(|| of_plan(create))),
        ("update", Box::new(|| of_code(edit))),
        ("dynamic update", Box::new(|| of_plan(edit))),
        ("serde_json", Box::new(|| serde_json::from_slice::<serde_json::Value>(&text).is_ok())),
    ];
    let mut trouble = Vec::new();
    for (what, run) in &mut contestants {
        if !run() {
            trouble.push(format!("{what} refused"));
        }
    }
    if let Some((side, count)) = only {
        for (_, run) in contestants.iter_mut().filter(|(what, _)| what == side) {
            (0..*count).for_each(|_| assert!(run()));
        }
        return Ok(serde_json::Value::Null);
    }
    let times = contest(&mut contestants);
    Ok(serde_json::json!({ "object": name, "trouble": trouble, "times": times }))
}
