//! Times a create and reading its object as a type, against serde_json reading the same type from the bytes
//! without validating them. Prints a line of JSON for each object.
//!
//! Arguments: objects. With `--only SIDE COUNT` as well, it runs one side that often, for a profiler.

mod types;

use std::cell::RefCell;
use std::path::Path;
use std::process::ExitCode;

use crdc::{Compiled, Request, Scratch};
use crdc_bench_contest::{Contestant, contest, print_each};
use serde::de::DeserializeOwned;
use serde_json::Value;
use types::{Certificate, HttpRoute, Object, Prometheus};

type Entry = fn() -> &'static Compiled;

include!(concat!(env!("CRDC_BENCH_GENERATED"), "/compiled.rs"));

/// A side to run alone, and how often.
type Only = Option<(String, u32)>;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let only = arguments.iter().position(|argument| argument == "--only").and_then(|at| {
        let mut taken = arguments.split_off(at).into_iter().skip(1);
        Some((taken.next()?, taken.next()?.parse::<u32>().ok()?))
    });
    print_each(&arguments, |object| measure(object, &only))
}

fn measure(path: &Path, only: &Only) -> Result<Value, Box<dyn std::error::Error>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match name.split('-').next().unwrap_or_default() {
        "httproute" => times::<HttpRoute>(path, &name, only),
        "certificate" => times::<Certificate>(path, &name, only),
        "prometheus" => times::<Prometheus>(path, &name, only),
        _ => Err("no such kind".into()),
    }
}

fn times<S: DeserializeOwned>(
    path: &Path,
    name: &str,
    only: &Only,
) -> Result<Value, Box<dyn std::error::Error>> {
    let kind = name.split('-').next().unwrap_or_default();
    let (_, compiled) = KINDS.iter().find(|(known, _)| *known == kind).ok_or("no such kind")?;
    let compiled = compiled();
    let text = std::fs::read(path)?;
    let scratch = RefCell::new(Scratch::new());
    let mut contestants: Vec<(&str, Contestant<'_>)> = vec![
        (
            "create",
            Box::new(|| crdc::answer(compiled, Request::create(&text), &mut scratch.borrow_mut()).accepted()),
        ),
        ("typed", Box::new(|| reads::<Object<S>>(compiled, &text, &scratch))),
        ("serde_json typed", Box::new(|| serde_json::from_slice::<Object<S>>(&text).is_ok())),
        ("tree", Box::new(|| reads::<Value>(compiled, &text, &scratch))),
        ("serde_json tree", Box::new(|| serde_json::from_slice::<Value>(&text).is_ok())),
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
        return Ok(Value::Null);
    }
    let times = contest(&mut contestants);
    Ok(serde_json::json!({ "object": name, "trouble": trouble, "times": times }))
}

/// A create whose object is read as a type.
fn reads<T: DeserializeOwned>(compiled: &'static Compiled, text: &[u8], scratch: &RefCell<Scratch>) -> bool {
    let mut scratch = scratch.borrow_mut();
    let outcome = crdc::answer(compiled, Request::create(text), &mut scratch);
    outcome.into_result().is_ok_and(|accepted| accepted.read::<T>().is_ok())
}
