//! Times creates through an admission chain and without one. Prints a line of JSON for each object.
//!
//! The storage stores nothing, so what is compared is crdc's create with the chain around it. The objects
//! have no labels, or others: the mutator adds one to the text.

use std::cell::RefCell;
use std::path::Path;
use std::process::ExitCode;

use crdc::{Compiled, Request, Scratch};
use crdc_admission::{
    Attributes, Chain, Context, Creator, Refusal, Saved, UserInfo, Workspace, mutator_fn, validator_fn,
};
use crdc_bench_contest::{Contestant, contest, print_each};

type Entry = fn() -> &'static Compiled;

include!(concat!(env!("CRDC_BENCH_GENERATED"), "/compiled.rs"));

struct Nowhere;

impl Creator for Nowhere {
    fn create(&self, _: &Attributes<'_>) -> Result<Saved, Refusal> {
        Ok(Saved::AsGiven)
    }
}

fn main() -> ExitCode {
    let objects: Vec<String> = std::env::args().skip(1).collect();
    print_each(&objects, measure)
}

/// Two validators that look at the metadata.
fn validating(chain: Chain) -> Chain {
    let named = |attributes: &Attributes<'_>| {
        if attributes.name().is_empty() { Err(attributes.forbidden("no name")) } else { Ok(()) }
    };
    let in_use = |attributes: &Attributes<'_>| {
        let object = attributes.object();
        match object.and_then(|object| object.string(&["metadata", "deletionTimestamp"])) {
            Some(_) => Err(attributes.forbidden("it is being deleted")),
            None => Ok(()),
        }
    };
    chain.validator(validator_fn("named", named)).validator(validator_fn("in-use", in_use))
}

fn label(attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
    if let Some(object) = attributes.object_mut() {
        object.set_label("example.com/team", "a");
    }
    Ok(())
}

fn measure(path: &Path) -> Result<serde_json::Value, Box<dyn std::error::Error>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let kind = name.split('-').next().unwrap_or_default();
    let (_, compiled) = KINDS.iter().find(|(known, _)| *known == kind).ok_or("no such kind")?;
    let resource = compiled();
    let text = std::fs::read(path)?;
    let object: serde_json::Value = serde_json::from_slice(&text)?;
    let namespace = object["metadata"]["namespace"].as_str().unwrap_or("default");
    let user = UserInfo::new("bench");
    let context = Context::new(&user).namespace(namespace);
    let none = Chain::of_compiled(resource);
    let validators = validating(Chain::of_compiled(resource));
    let labelling = Chain::of_compiled(resource).mutator(mutator_fn("label", label));
    let scratch = RefCell::new(Scratch::new());
    let workspace = RefCell::new(Workspace::new());
    let plain = || {
        let request = Request::create(&text).namespace(namespace);
        crdc::answer(resource, request, &mut scratch.borrow_mut()).accepted()
    };
    let through =
        |chain: &Chain| chain.create(&Nowhere, context, &text, &mut workspace.borrow_mut()).accepted();
    let mut trouble = Vec::new();
    for (what, accepted) in
        [("create", plain()), ("validators", through(&validators)), ("label", through(&labelling))]
    {
        if !accepted {
            trouble.push(format!("{what} refused"));
        }
    }
    let mut contestants: Vec<(&str, Contestant<'_>)> = vec![
        ("create", Box::new(plain)),
        ("none", Box::new(|| through(&none))),
        ("validators", Box::new(|| through(&validators))),
        ("label", Box::new(|| through(&labelling))),
    ];
    let times = contest(&mut contestants);
    Ok(serde_json::json!({ "object": name, "trouble": trouble, "times": times }))
}
