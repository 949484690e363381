//! The rules of nodes: their programs, and the types by which they read values.

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
    /// By node: its rules, and the rules below it. `None` if there are no rules, or the root does not reach
    /// the node.
    pub nodes: Vec<Option<RuleNode>>,
    /// The types by which rules read values.
    pub types: RuleTypes,
    /// The nodes whose values decoding records as candidates if their rules may not hold, ascending. The
    /// number of a candidate is its index here.
    pub candidates: Vec<NodeId>,
    /// The size of an object up to which its rules cannot exceed their budgets, so that their costs need not
    /// be counted.
    pub uncounted_up_to: u32,
    /// The rules that have no program.
    pub uncompiled: Vec<UncompiledRule>,
    /// The constant patterns of the rules.
    pub patterns: CompiledPatterns,
}

impl Rules {
    /// Whether pre-checks can prove all rules of all values, so that no program has to run.
    #[must_use]
    pub fn all_prechecked(&self) -> bool {
        let mut nodes = self.nodes.iter().flatten();
        nodes.all(|node| node.rules.is_empty() || node.precheck.is_some() && !node.has_transitions())
    }
}

/// A node that has rules, or has nodes with rules below it.
#[derive(Clone, Debug)]
pub struct RuleNode {
    /// The type by which rules read its values.
    pub of: ValueTypeId,
    /// The children with rules at or below them.
    pub below: Below,
    /// The rules of the node itself.
    pub rules: Vec<Rule>,
    /// The pre-check of all rules without `oldSelf`, if they are simple.
    pub precheck: Option<Precheck>,
}

impl RuleNode {
    /// Whether a rule of the node itself compares with the old value.
    #[must_use]
    pub fn has_transitions(&self) -> bool {
        self.rules.iter().any(|rule| rule.transition)
    }
}

/// The rules at and below a node, for the walk.
#[derive(Clone, Debug)]
pub struct Below {
    /// The type in the schema, which the server's error contains instead of a value.
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

/// A rule with its programs.
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
