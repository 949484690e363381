//! Interprets the nodes of a plan, in place of generated functions. The runtime calls the interpreter for a
//! node, and the interpreter calls the runtime.
//!
//! Easy to break: nodes refer to the interpreter, so it is created before them, and is empty at first.

use std::sync::OnceLock;

use super::decode::Decoding;
use super::node::{Branch, Node};
use super::runtime::{
    DecodePlan, DecodeResult, Decoder, Member, RulesPlan, ValidatePlan, Validation, Validator,
};
use super::validate::Branches;
use crdc::__private::{cel, plan::Rules};

/// The interpreter of a plan's nodes.
#[derive(Debug)]
pub(super) struct Nodes<'p> {
    pub(super) decoded: &'p [Option<Node<'p>>],
    pub(super) branches: &'p [Option<Branch<'p>>],
    pub(super) whole: Option<Branch<'p>>,
    pub(super) rules: Option<Rules<'p>>,
}

/// A plan in an arena. Nodes refer to it, so it is made before them.
#[derive(Debug, Default)]
pub(super) struct Plan<'p> {
    pub(super) nodes: OnceLock<Nodes<'p>>,
}

impl DecodePlan for Plan<'_> {
    fn decode<'p>(&'p self, node: u32, decoder: &mut Decoder<'_, 'p>, member: Member) -> DecodeResult {
        match self.nodes.get() {
            Some(nodes) => Decoding { plan: self, nodes: nodes.decoded }.node(node as usize, decoder, member),
            None => decoder.any(member),
        }
    }
}

impl ValidatePlan for Plan<'_> {
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

impl RulesPlan for Plan<'_> {
    fn rules<'p>(&'p self, validation: &mut Validation<'_, 'p>) {
        if let Some(rules) = self.nodes.get().and_then(|nodes| nodes.rules.as_ref()) {
            cel::run(validation, rules);
        }
    }
}
