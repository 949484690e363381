//! Visits the values in a default in the server's order: runs the rules of a value, then visits its items or
//! members.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go validate, validateMap, validateArray

use super::items::OldItems;
use super::own;
use super::runs::Runs;
use super::site::{Part, Site};
use crate::path::Path;
use crate::report::Report;
use crdc_cel::compile::escape;
use crdc_source::{Member, Node, Value};

impl Runs<'_, '_> {
    /// Runs the rules of a value and of all values inside of it.
    pub(super) fn value(&mut self, site: Site<'_>, path: &Path<'_>, report: &mut Report) {
        if site.node.value == Value::Null || !self.walk.spend(1, self.default, report) {
            return;
        }
        own::rules(self, site, path, report);
        if self.walk.budget.is_over() {
            return;
        }
        match &site.node.value {
            Value::Array(items) => self.items(site, items, path, report),
            Value::Object(members) => self.members(site, members, path, report),
            _ => {}
        }
    }

    fn items(&mut self, site: Site<'_>, items: &[Node], path: &Path<'_>, report: &mut Report) {
        let Some((schema, _)) = site.schema.one_item() else { return };
        let of = site.of.and_then(|of| self.walk.prepared.compiler.element(of));
        let before = match site.old {
            Some((at, Node { value: Value::Array(old), .. })) => {
                OldItems::of(site.schema, self.sizes.numbers(at + 1, old))
            }
            _ => OldItems::default(),
        };
        for (index, (at, item)) in self.sizes.numbers(site.at + 1, items).enumerate() {
            let old = before.find(site.schema, item);
            self.value(Site { schema, of, node: item, at, old }, &path.index(index), report);
            if self.walk.budget.is_over() {
                return;
            }
        }
    }

    fn members(&mut self, site: Site<'_>, members: &[Member], path: &Path<'_>, report: &mut Report) {
        let map_type = site.schema.x_map_type.as_ref().map(|at| at.value.as_str());
        let correlates = map_type.is_none_or(|name| ["granular", "atomic"].contains(&name));
        // Almost always the old value is the value itself, so the old members are its own members.
        let same = site.old.is_some_and(|(at, _)| at == site.at);
        let others = site.old.filter(|_| correlates && !same).map(|old| self.old_members(old));
        for (at, member) in self.sizes.numbers(site.at + 1, members) {
            let old = match &others {
                Some(others) => others.get(member.key.as_str()).copied(),
                None => (same && correlates).then_some((at, &member.value)),
            };
            let inner = Site { node: &member.value, at, old, ..site };
            if let Some((schema, _)) = site.schema.additional_schema() {
                let of = site.of.and_then(|of| self.walk.prepared.compiler.element(of));
                self.value(Site { schema, of, ..inner }, &path.key(&member.key), report);
            } else if let Some(property) = site.schema.property(&member.key) {
                let schema = &property.schema;
                // Fields that rules cannot see are skipped; those that they cannot name are not.
                let of = match escape(&member.key) {
                    Some(_) => site.of.and_then(|of| self.walk.prepared.compiler.field(of, &member.key)),
                    None => self.walk.prepared.compiler.own(schema),
                };
                if of.is_some() {
                    self.value(Site { schema, of, ..inner }, &path.child(&member.key), report);
                }
            }
            if self.walk.budget.is_over() {
                return;
            }
        }
    }

    fn old_members<'s>(&self, (at, old): Part<'s>) -> std::collections::HashMap<&'s str, Part<'s>> {
        let members: &[Member] = match &old.value {
            Value::Object(members) => members,
            _ => &[],
        };
        let parts = self.sizes.numbers(at + 1, members);
        parts.map(|(at, member)| (member.key.as_str(), (at, &member.value))).collect()
    }
}
