//! The schemas of a version with their rules, and the values of these schemas as parts of the whole object.
//! So a rule of a value, and a rule of an object around it, refer to the same values.

use std::cell::Cell;
use std::collections::HashMap;

use super::evaluate::Same;
use super::facts::Facts;
use super::formula::Formula;
use super::value::{Value, ValueId};
use crate::rule_compiler::RuleCompiler;
use crdc_cel::compile::Checked;
use crdc_cel::compile::ast::Kind;
use crdc_cel::compile::escape;
use crdc_schema::{Rule, Schema, member};
use crdc_source::Span;
use crdc_vocabulary::Minor;

/// All schemas of a version, each after the schema around it.
pub(in crate::cel) struct Places<'a> {
    pub(in crate::cel) list: &'a [Place<'a>],
    /// Whether the first schema is that of a resource.
    pub(in crate::cel) resource: bool,
    pub(in crate::cel) compiler: &'a RuleCompiler,
    /// The text of the document, if it is known.
    pub(in crate::cel) text: Option<&'a str>,
    /// The oldest server that the document is applied to, if one is named.
    pub(in crate::cel) server: Option<Minor>,
    /// The work that is left, in nodes of rules. Each value looks at all rules around it, so the work must be
    /// bounded.
    pub(in crate::cel) left: Cell<usize>,
}

/// The most nodes of an expression; longer ones are not examined.
pub(super) const MOST_NODES: usize = 1 << 12;
/// The most rules of a schema that are examined together.
pub(super) const MOST_RULES: usize = 64;

/// A rule of a place.
#[derive(Clone, Copy)]
pub(super) struct Written<'a> {
    pub(super) rule: &'a Rule,
    pub(super) checked: &'a Checked,
}

/// The most nodes of rules that are looked at from values inside, for all values of a version together.
const MOST_AROUND: usize = 1 << 20;

/// A schema and its rules that compile.
pub(in crate::cel) struct Place<'a> {
    pub(in crate::cel) schema: &'a Schema,
    /// The span of the schema's key in the document.
    pub(in crate::cel) key: Span,
    /// The index of the schema around it.
    pub(in crate::cel) around: Option<usize>,
    /// The name, if this is a property; none for items, entries, and the whole object.
    pub(in crate::cel) property: Option<&'a str>,
    /// The list map around it, if this is the schema of its items.
    pub(in crate::cel) list: Option<&'a Schema>,
    /// Whether the value is a key of a list map.
    pub(in crate::cel) is_key: bool,
    pub(in crate::cel) rules: Vec<(&'a Rule, Checked)>,
}

impl Place<'_> {
    /// Whether a rule says that the value never changes: `self == oldSelf`.
    pub(super) fn keeps_its_value(&self) -> bool {
        self.rules.iter().any(|(rule, checked)| !rule.has_optional_old_self() && keeps(checked))
    }

    /// Whether every object around the value has it, because it is required or has a default.
    pub(super) fn is_certain(&self, around: &Schema) -> bool {
        let required = self.property.is_none_or(|name| around.requires(name));
        (required || self.schema.default.is_some()) && !self.schema.is_nullable()
    }
}

/// Whether a rule runs only if there is an old value.
pub(super) fn is_transition(rule: &Rule, checked: &Checked) -> bool {
    checked.names("oldSelf") && !rule.has_optional_old_self()
}

impl<'a> Places<'a> {
    /// The work that is allowed for a version.
    pub(in crate::cel) fn budget() -> Cell<usize> {
        Cell::new(MOST_AROUND)
    }

    /// Spends work; none if too little is left.
    fn spends(&self, nodes: usize) -> Option<()> {
        self.left.set(self.left.get().checked_sub(nodes)?);
        Some(())
    }

    /// A place and all places around it, the whole object last.
    pub(super) fn chain(&self, index: usize) -> Vec<usize> {
        std::iter::successors(Some(index), |index| self.list.get(*index)?.around).collect()
    }

    /// The schema of the whole object.
    pub(super) fn root(&self) -> Option<&'a Schema> {
        self.list.first().map(|place| place.schema)
    }

    /// The path of a value, such as `spec.ports[].port`.
    pub(super) fn path(&self, index: usize) -> String {
        let steps = self.chain(index).into_iter().rev().skip(1);
        steps.fold(String::new(), |path, step| match self.list.get(step).and_then(|place| place.property) {
            Some(name) => member(&path, name),
            None => path + "[]",
        })
    }

    /// The value of a place, as a part of the whole object, or of the old one.
    pub(super) fn value(&self, index: usize, old: bool, facts: &mut Facts<'_>) -> ValueId {
        let mut value = facts.values.of(if old { Value::Old } else { Value::New });
        for step in self.chain(index).into_iter().rev().skip(1) {
            value = match self.list.get(step).and_then(|place| place.property) {
                // Rules cannot see a field without a name.
                Some(name) => {
                    let name = escape(name).unwrap_or_else(|| format!("#{name}"));
                    facts.values.of(Value::Field(value, name.into()))
                }
                None => facts.values.of(Value::Element(value, 0)),
            };
        }
        value
    }

    /// `self` and `oldSelf` of the rules of a place. `fixed` are fields of `self` that equal the fields of
    /// `oldSelf` in every update.
    pub(super) fn same<'f>(
        &self,
        index: usize,
        fixed: &'f [String],
        old: bool,
        facts: &mut Facts<'_>,
    ) -> Same<'f> {
        Same {
            fields: fixed,
            whole: self.list.get(index).is_some_and(|place| place.is_key),
            resource: self.resource && index == 0,
            old,
            new: self.value(index, false, facts),
            before: self.value(index, true, facts),
        }
    }

    /// The keys of the list map around an item, by which the server finds its old value.
    pub(super) fn keys(&self, index: usize) -> Vec<String> {
        let list = self.list.get(index).and_then(|place| place.list);
        let keys = list.iter().flat_map(|list| &list.x_list_map_keys).flat_map(|keys| &keys.value);
        keys.filter_map(|key| escape(&key.value)).collect()
    }

    /// For each value, the fields that never change, because they have the rule `self == oldSelf`.
    pub(super) fn unchanging(&self) -> HashMap<usize, Vec<String>> {
        let mut found: HashMap<usize, Vec<String>> = HashMap::new();
        for place in self.list {
            let around = place.around.and_then(|index| Some((index, self.list.get(index)?)));
            if let Some((index, around)) = around
                && place.keeps_its_value()
                && place.is_certain(around.schema)
            {
                found.entry(index).or_default().extend(place.property.and_then(escape));
            }
        }
        found
    }

    /// The rules of the places around a place, the nearest place first, if they name the field that leads to
    /// it. Rules beyond [`MOST_NODES`] and [`MOST_RULES`] are left out. None if too little work is left.
    pub(super) fn rules_around(&self, index: usize) -> Option<Vec<(usize, &'a Rule, &'a Checked)>> {
        let chain = self.chain(index);
        let mut found = Vec::new();
        for step in chain.windows(2) {
            let &[inner, outer] = step else { continue };
            let name = self.list.get(inner).and_then(|place| place.property);
            let escaped = name.and_then(escape);
            let rules = self.list.get(outer).map_or(&[][..], |place| place.rules.as_slice());
            for (rule, checked) in rules.iter().take(MOST_RULES) {
                let text = rule.expression(false);
                // Reading a byte takes less work than evaluating a node.
                self.spends(1 + text.len() / 16)?;
                let is_named = |name: &str| text.contains(name);
                let names =
                    name.is_none_or(|name| is_named(name) || escaped.as_deref().is_some_and(is_named));
                if names && checked.ast.len() <= MOST_NODES && found.len() < MOST_RULES {
                    self.spends(checked.ast.len())?;
                    found.push((outer, *rule, checked));
                }
            }
        }
        Some(found)
    }
}

/// The condition under which a value and all values around it exist.
pub(super) fn exists(mut value: ValueId, facts: &mut Facts<'_>) -> Formula {
    let mut all = Vec::new();
    loop {
        let (here, of) = match *facts.values.get(value) {
            Value::Field(of, _) => (facts.present(value), of),
            Value::Element(of, _) => (facts.some(of), of),
            _ => break,
        };
        all.push(here);
        value = of;
    }
    // The last variable first: then each variable that is joined comes before all variables of the formula,
    // which is the cheapest order for a decision diagram.
    all.into_iter().rev().fold(Formula::TRUE, |all, here| facts.formulas.and(here, all))
}

/// Whether an expression is `self == oldSelf`.
fn keeps(checked: &Checked) -> bool {
    let root = checked.ast.root().map(|root| checked.ast.kind(root));
    let Some(Kind::Call { function, target: None, args }) = root else { return false };
    let &[first, second] = args.as_slice() else { return false };
    let names = [first, second].map(|id| checked.ast.ident(id).map(|name| name.as_ref()));
    function == "_==_" && matches!(names, [Some("self"), Some("oldSelf")] | [Some("oldSelf"), Some("self")])
}
