//! The rules of a node: the types that they see, and the program of each.

use super::patterns::CompiledPatterns;
use super::precheck::Precheck;
use crate::NodeId;
use crdc_cel::compile::program::{Program, ValueTypeId};
use crdc_check::rule_compiler::RuleTypes;
use crdc_schema::RuleWords;
use crdc_source::Span;

/// The rules of a resource.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The rules of each node that has rules at or below it and that the root reaches.
    pub nodes: Vec<Option<RuleNode>>,
    /// The type of values for rules.
    pub types: RuleTypes,
    /// The nodes whose values decoding records as candidates, since their rules may not hold, ascending.
    /// Their indices are their numbers.
    pub candidates: Vec<NodeId>,
    /// The size of an object up to which no rule and no object can exceed its budget.
    pub uncounted_up_to: u32,
    /// The rules that have no program.
    pub uncompiled: Vec<UncompiledRule>,
    /// The constant patterns that were asked for.
    pub patterns: CompiledPatterns,
}

impl Rules {
    /// Whether all rules of all values may be known to hold, so that nothing else has to run.
    #[must_use]
    pub fn all_prechecked(&self) -> bool {
        let mut nodes = self.nodes.iter().flatten();
        nodes.all(|node| node.rules.is_empty() || node.precheck.is_some() && !node.has_transitions())
    }
}

/// A node with rules at or below it.
#[derive(Clone, Debug)]
pub struct RuleNode {
    /// The type of its values for rules.
    pub of: ValueTypeId,
    /// The places of rules below it.
    pub below: Below,
    /// The rules of the node itself.
    pub rules: Vec<Rule>,
    /// The check that knows that all rules without `oldSelf` hold, if they are simple.
    pub precheck: Option<Precheck>,
}

impl RuleNode {
    /// Whether one of its own rules compares with the old value.
    #[must_use]
    pub fn has_transitions(&self) -> bool {
        self.rules.iter().any(|rule| rule.transition)
    }
}

/// The rules at and below a node, for the walk.
#[derive(Clone, Debug)]
pub struct Below {
    /// The type in the schema, which the server shows instead of a value.
    pub kind: &'static str,
    /// Fields with rules at or below them, by ascending number.
    pub fields: Vec<(u16, NodeId)>,
    /// The values of a map, if there are rules at or below them.
    pub each: Option<NodeId>,
    /// The items of a list, if there are rules at or below them.
    pub items: Option<NodeId>,
    /// The keys of a list map, as written between quotes.
    pub keys: Vec<String>,
}

/// A rule with what evaluates it.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The text.
    pub words: RuleWords,
    /// The program of the rule.
    pub program: Program,
    /// Whether the rule compares with the old value.
    pub transition: bool,
    /// `messageExpression`: its text and program.
    pub message: Option<(String, Program)>,
}

/// A rule that has no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncompiledRule {
    /// The path of the value.
    pub place: String,
    /// The rule.
    pub rule: String,
    /// The index in the schema.
    pub index: usize,
    /// The place in the document, and its expression.
    pub spans: Vec<(Span, Span)>,
    /// The reason, as the end of a sentence that begins with the rule.
    pub reason: String,
}
