//! Builds the constants of extensions: immutable values, unions, and normalized values.

use super::constants::Maker;
use super::layers::layered;
use super::runtime::{ListKey, Rule, Steps};
use crdc::__private::extensions::{
    ImmutabilityRule, immutability, normalize_fields, normalize_numbers, normalize_unions, unions,
};
use crdc::__private::plan::{Edge, ExtensionNode, ItemKind, Member, Older, Union};
use crdc_plan::actions::{self, Step};

impl<'p> Maker<'p> {
    /// Fills the slots of extensions, and builds the entry of the root.
    pub(super) fn extensions(
        self,
        of: &'p actions::Extensions,
        root: usize,
        steps: &mut Steps<'p>,
    ) -> &'p ExtensionNode<'p> {
        let named = |id: usize| of.nodes[id].iter().flat_map(named_by).collect();
        let made = layered(of.nodes.len(), named, |id, known| {
            Some(self.extension_node(of.nodes.get(id)?.as_ref()?, known))
        });
        for step in &of.steps {
            match step {
                Step::NormalizeFields => steps.normalize_fields = Some(normalize_fields),
                Step::NormalizeUnions => steps.normalize_unions = Some(normalize_unions),
                Step::NormalizeNumbers => steps.normalize_numbers = Some(normalize_numbers),
                Step::Immutability => steps.immutability = Some(immutability),
                Step::Unions => steps.unions = Some(unions),
            }
        }
        made.get(root).copied().flatten().unwrap_or(ExtensionNode::NONE)
    }

    fn extension_node(
        self,
        of: &'p actions::ExtensionNode,
        known: &dyn Fn(usize) -> Option<&'p ExtensionNode<'p>>,
    ) -> &'p ExtensionNode<'p> {
        let edge = |edge: &'p actions::Edge| Edge {
            field: edge.field as u16,
            name: &edge.name,
            place: edge.node.and_then(known).unwrap_or(ExtensionNode::NONE),
            mark: edge.mark.map(|mark| ImmutabilityRule {
                marked: mark.marked,
                dialect: mark.dialect,
                presence: mark.presence,
            }),
            normalize: edge.normalize,
            below: edge.below,
        };
        let option = |of: &'p Option<actions::Edge>| of.as_ref().map(|of| &*self.arena.alloc(edge(of)));
        self.arena.alloc(ExtensionNode {
            fields: self.slice(of.fields.iter().map(edge)),
            each: option(&of.each),
            items: option(&of.items),
            list: match &of.list {
                actions::ItemKind::Index => ItemKind::Index,
                actions::ItemKind::Value => ItemKind::Value,
                actions::ItemKind::Keys(keys) => ItemKind::Keys(self.list_keys(keys)),
            },
            unions: self.slice(of.unions.iter().map(|union| self.union(union))),
        })
    }

    fn union(self, of: &'p actions::Union) -> Union<'p> {
        // A field that the object does not have is never present.
        let number = |number: Option<usize>| number.map_or(u16::MAX, |number| number as u16);
        let (union, discriminator) = (&of.of, of.of.discriminator.as_str());
        let members = || union.members.iter().zip(&of.members);
        let made = members().map(|(member, field)| {
            Member::new(discriminator, (number(*field), &member.name), &member.value, member.optional)
        });
        let numbers = members().map(|(member, field)| (number(*field), member.name.as_str()));
        Union {
            discriminator: number(of.discriminator),
            members: self.slice(made),
            others: self.slice(union.others()),
            several: Rule::UnionSeveral { discriminator, members: self.slice(numbers) },
            unknown: union.reports_unknown().then(|| Rule::UnionUnknown {
                discriminator,
                values: self.slice(union.values.iter().map(String::as_str)),
            }),
            absent: union.reports_absent().then_some(Rule::UnionAbsent(discriminator)),
            older: union.is_older().then_some(Older { deduced: &of.deduced }),
        }
    }

    /// The keys of a list map.
    pub(super) fn list_keys(self, keys: &'p [(String, Option<usize>)]) -> &'p [ListKey<'p>] {
        let keys = keys.iter();
        self.slice(keys.map(|(name, field)| ListKey { name, field: field.map(|field| field as u16) }))
    }
}

/// The nodes that edges lead to.
fn named_by(of: &actions::ExtensionNode) -> impl Iterator<Item = usize> {
    of.fields.iter().chain(&of.each).chain(&of.items).filter_map(|edge| edge.node)
}
