//! Builds the tree of values with rules.

use std::collections::{HashMap, HashSet};

use super::builder::RuleBuilder;
use super::node::Below;
use crate::actions::reached::{last_first, reached};
use crate::{Field, Node, NodeId, Rule};
use crdc_cel::compile::escape;
use crdc_check::rule_compiler::{NAMES, Schemas, Seen};
use crdc_schema::field_path::{Notation, Step, resolve};
use crdc_schema::{Reason, RuleWords};
use crdc_source::json::escaped;

impl RuleBuilder<'_> {
    /// Finds the nodes with rules at or below them.
    pub(super) fn find_holders(&mut self) {
        let nodes = &self.plan.nodes;
        self.holds = nodes.iter().map(|node| !node.rules.is_empty()).collect();
        // Children come before their parents, except in cycles, which only documents without rules have.
        for (id, node) in nodes.iter().enumerate() {
            self.holds[id] |= node.children().any(|child| self.holds[child]);
        }
    }

    /// The child nodes of a node that have rules at or below them.
    fn held_by(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        self.plan.nodes[id].children().filter(|child| self.holds[*child])
    }

    /// The nodes that the root reaches and that have rules at or below them, the last first.
    pub(super) fn reached(&self) -> Vec<NodeId> {
        let root = Some(self.plan.root).filter(|root| self.holds[*root]);
        last_first(&reached(self.plan.nodes.len(), root, |id| self.held_by(id)))
    }

    /// The rules at and below a node, for the walk.
    pub(super) fn below(&mut self, id: NodeId) -> Below {
        let plan = self.plan;
        let node: &Node = &plan.nodes[id];
        let kind = node.types.first().map_or("", |kind| kind.as_str());
        // For the server, values of `x-kubernetes-int-or-string` have no type.
        let kind = if node.types.len() > 1 { "" } else { kind };
        let is_resource = plan.is_resource(id);
        let (mut fields, mut unnumbered) = (Vec::new(), None);
        let declared: HashMap<&str, Seen> = self.schemas.fields_of(self.seen(id)).into_iter().collect();
        for field in &node.object.fields {
            if !self.holds[field.node] {
                continue;
            }
            // Fields that rules cannot see are skipped with everything below them.
            let seen = match escape(&field.name) {
                Some(_) => declared.get(field.name.as_str()).copied(),
                None => Some(self.seen(field.node)),
            };
            let visible = seen.is_some_and(|seen| self.compiler.see(&self.schemas, seen).is_some());
            if visible && is_resource && field.name == "metadata" && !self.has_numbers_of_metadata(field.node)
            {
                unnumbered = Some(field.node);
            } else if visible {
                let number =
                    self.fields[id].number(&field.name).and_then(|number| u16::try_from(number).ok());
                fields.extend(number.map(|number| (number, field.node)));
            }
        }
        if let Some(metadata) = unnumbered {
            self.leave_out_metadata(metadata);
        }
        fields.sort_unstable();
        let held = |id: Option<NodeId>| id.filter(|id| self.holds[*id]);
        Below {
            kind,
            fields,
            each: held(node.object.each()),
            items: held(node.array.items),
            keys: match node.array.list_type.as_deref() {
                Some("map") => node.array.keys.iter().map(|key| escaped(key)).collect(),
                _ => Vec::new(),
            },
        }
    }

    /// Whether the fields of a node have the numbers that they have in metadata.
    fn has_numbers_of_metadata(&self, id: NodeId) -> bool {
        let fields = &self.plan.nodes[id].object.fields;
        let is_first = |(field, name): (&Field, &str)| field.name == name;
        self.fields[id].are_metadata || fields.len() <= NAMES.len() && fields.iter().zip(NAMES).all(is_first)
    }

    /// Leaves out the rules at and below metadata that shares its schema with other values, since the fields
    /// of these values have other numbers.
    fn leave_out_metadata(&mut self, id: NodeId) {
        // Values with equal schemas share a node.
        let (mut todo, mut seen) = (vec![id], HashSet::new());
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            for index in 0..self.plan.nodes[id].rules.len() {
                let reason = "is in the metadata of a resource, whose schema another value has too; let them differ in a limit";
                self.leave_out(id, index, reason.to_owned());
            }
            todo.extend(self.held_by(id));
        }
    }

    /// The name and the message of a rule.
    pub(super) fn words(&self, id: NodeId, index: usize, rule: &Rule) -> RuleWords {
        RuleWords {
            text: rule.rule.trim().to_owned(),
            index,
            message: trimmed(rule.message.as_ref()).to_owned(),
            reason: Reason::of(rule.reason.as_deref()),
            field_path: self.field_path(id, rule),
            optional_old_self: rule.optional_old_self,
        }
    }

    /// The path of a rule as the server prints it.
    fn field_path(&self, id: NodeId, rule: &Rule) -> String {
        let path = trimmed(rule.field_path.as_ref());
        let resolved = resolve(path, id, Notation::Brackets, |id, name| {
            let object = &self.plan.nodes[id].object;
            match object.field(name) {
                Some(field) => Some(Step::Field(field.node)),
                None => object.fields.is_empty().then(|| Step::Entry(object.each())),
            }
        });
        resolved.map_or_else(|_| String::new(), |found| found.canonical)
    }
}

/// The text of a rule without white space around it.
fn trimmed(text: Option<&String>) -> &str {
    text.map_or("", |text| text.trim())
}
