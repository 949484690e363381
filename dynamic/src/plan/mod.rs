//! Plans run without compiling them: the decoder, the rules and the steps of the runtime, called by an interpreter instead
//! of generated functions.
//!
//! In: a plan and what it does, as data (`crdc_codegen::actions`). Out: the description of a resource, as generated code has
//! it. `build` makes the constants in an arena, `decode` and `validate` call the runtime as generated functions do. Easy to
//! break: constants borrow the data, so nothing in the arena may own memory, which it would never free.

mod build;
mod constants;
mod decode;
mod extensions;
mod layers;
mod node;
mod rules;
mod runtime;
mod topology;
mod validate;

use std::sync::OnceLock;

use decode::Decoding;
use node::{Branch, Node};
use runtime::{DecodeResult, Decoder, Member, Validation, Validator};
use validate::Branches;

use crdc::__private::{cel, plan::Rules};

pub(crate) use build::compile;

/// What the nodes of a plan do.
#[derive(Debug)]
struct Nodes<'p> {
    decoded: &'p [Option<Node<'p>>],
    branches: &'p [Option<Branch<'p>>],
    whole: Option<Branch<'p>>,
    rules: Option<Rules<'p>>,
}

/// A plan in an arena. Nodes refer to it, so it is made before them.
#[derive(Debug, Default)]
struct Plan<'p> {
    nodes: OnceLock<Nodes<'p>>,
}

impl runtime::DecodePlan for Plan<'_> {
    fn decode<'p>(&'p self, node: u32, decoder: &mut Decoder<'_, 'p>, member: Member) -> DecodeResult {
        match self.nodes.get() {
            Some(nodes) => Decoding { plan: self, nodes: nodes.decoded }.node(node as usize, decoder, member),
            None => decoder.any(member),
        }
    }
}

impl runtime::ValidatePlan for Plan<'_> {
    fn validate<'p>(&'p self, node: u32, validator: &mut Validator<'_, 'p>) {
        if let Some(nodes) = self.nodes.get() {
            Branches(nodes.branches).node(node as usize, validator);
        }
    }

    fn whole<'p>(&'p self, validator: &mut Validator<'_, 'p>) {
        if let Some(nodes) = self.nodes.get()
            && let Some(whole) = &nodes.whole
        {
            Branches(nodes.branches).branch(whole, validator);
        }
    }
}

impl runtime::RulesPlan for Plan<'_> {
    fn rules<'p>(&'p self, validation: &mut Validation<'_, 'p>) {
        if let Some(rules) = self.nodes.get().and_then(|nodes| nodes.rules.as_ref()) {
            cel::run(validation, rules);
        }
    }
}
