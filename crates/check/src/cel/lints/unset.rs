//! Finds rules about updates that two updates can circumvent. A rule with `oldSelf` runs only if the value
//! exists before and after. So one update can remove the value, or a value around it, and the next update can
//! set it again. In: the schemas of a version. Out: one warning for each value that can be removed in this
//! way.
//!
//! **A value is guarded if the rules around it refuse to remove it, or to add it.** Both questions are
//! formulas over the schema and the rules of the old and the new object. Items and entries of lists and maps
//! are not reported, since lists are made for removing one item and adding another. The status is not
//! reported either, since only controllers write it.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go

use std::collections::{BTreeMap, HashMap};

use super::evaluate::Evaluation;
use super::facts::Facts;
use super::formula::Formula;
use super::place::{MOST_NODES, Place, Places, Written, exists, is_transition};
use super::value::{Value, Values};
use super::words;
use crate::report::Report;
use crdc_cel::compile::Checked;
use crdc_cel::compile::escape;

pub(super) fn unset(places: &Places<'_>, report: &mut Report) {
    let mut removable: BTreeMap<usize, Vec<Written<'_>>> = BTreeMap::new();
    let mut guarded: BTreeMap<usize, bool> = BTreeMap::new();
    let unchanging = places.unchanging();
    for (index, place) in places.list.iter().enumerate() {
        let updates: Vec<_> =
            place.rules.iter().filter(|(rule, checked)| is_transition(rule, checked)).collect();
        if updates.is_empty() || is_controllers(places, index) {
            continue;
        }
        // A rule that protects nothing cannot be circumvented.
        let updates = updates.into_iter().filter(|(_, checked)| !is_reset(places, index, checked));
        let written: Vec<Written<'_>> = updates.map(|(rule, checked)| Written { rule, checked }).collect();
        if written.is_empty() {
            continue;
        }
        for link in links(places, index) {
            if !*guarded.entry(link).or_insert_with(|| is_guarded(places, link, &unchanging)) {
                removable.entry(link).or_default().extend(&written);
            }
        }
    }
    for (link, rules) in &removable {
        words::unset(places, *link, rules, report);
    }
}

/// Whether a rule lets the value change to a literal, and the literal to any value, such as `self == '' ||
/// oldSelf == '' || self == oldSelf`.
fn is_reset(places: &Places<'_>, index: usize, checked: &Checked) -> bool {
    let Some(root) = places.root().filter(|_| checked.ast.len() <= MOST_NODES) else { return false };
    let mut facts = Facts::new(Values::new(root, places.resource));
    let same = places.same(index, &[], false, &mut facts);
    let (scope, environment) = (places.compiler.scope(), places.compiler.environment());
    let evaluation = Evaluation::of(checked, scope, environment, &mut facts, same);
    let Some(holds) = checked.ast.root().and_then(|root| evaluation.get(root)) else { return false };
    let laws = facts.laws();
    facts.resets([same.new, same.before], holds.yes, laws) && !facts.formulas.is_full()
}

/// Whether the value is in the status, which only controllers write, or in metadata.
fn is_controllers(places: &Places<'_>, index: usize) -> bool {
    let chain = places.chain(index);
    let first = chain.iter().rev().nth(1).and_then(|index| places.list.get(*index));
    places.resource && first.is_some_and(|place| matches!(place.property, Some("status" | "metadata")))
}

/// The value, and the values around it, that may be absent, the innermost first. The search ends at the first
/// item or entry.
fn links(places: &Places<'_>, index: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for step in places.chain(index).windows(2) {
        let [Some(place), Some(around)] = [step[0], step[1]].map(|index| places.list.get(index)) else {
            break;
        };
        if place.property.is_none() {
            break;
        }
        if !place.is_certain(around.schema) {
            found.push(step[0]);
        }
    }
    found
}

/// Whether no update can remove a value, or no update can add it.
fn is_guarded(places: &Places<'_>, link: usize, unchanging: &HashMap<usize, Vec<String>>) -> bool {
    let Some(place) = places.list.get(link) else { return true };
    let (Some(around), Some(name), Some(root)) = (place.around, place.property, places.root()) else {
        return true;
    };
    // A value is guarded by its own rules with `optionalOldSelf`, by immutability extensions, and by values
    // around it that never change.
    let own = place.rules.iter().any(|(rule, _)| rule.has_optional_old_self());
    let chain = places.chain(link).into_iter().filter_map(|index| places.list.get(index));
    let keeps = |(index, place): (usize, &Place<'_>)| {
        place.schema.marks.set().next().is_some() || (index > 0 && place.keeps_its_value())
    };
    if own || chain.enumerate().any(keeps) {
        return true;
    }
    let mut facts = Facts::new(Values::new(root, places.resource));
    let [new, old] = [false, true].map(|old| places.value(around, old, &mut facts));
    let field = escape(name).unwrap_or_else(|| format!("#{name}"));
    let [new, old] = [new, old].map(|of| (of, facts.values.of(Value::Field(of, field.clone().into()))));
    let [around_new, around_old] = [new.0, old.0].map(|of| exists(of, &mut facts));
    let [is, was] = [new.1, old.1].map(|field| facts.present(field));
    let mut accepted = facts.formulas.and(around_new, around_old);
    // An unknown condition may guard the field.
    let Some(rules) = places.rules_around(link) else { return true };
    for (of, rule, checked) in rules.into_iter().filter(|(_, rule, _)| !rule.has_optional_old_self()) {
        let mut fixed = places.keys(of);
        fixed.extend(unchanging.get(&of).into_iter().flatten().cloned());
        let sides: &[bool] = if is_transition(rule, checked) { &[false] } else { &[false, true] };
        for before in sides {
            let same = places.same(of, &fixed, *before, &mut facts);
            let (scope, environment) = (places.compiler.scope(), places.compiler.environment());
            let evaluation = Evaluation::of(checked, scope, environment, &mut facts, same);
            let Some(root) = checked.ast.root().and_then(|root| evaluation.get(root)) else { continue };
            accepted = facts.formulas.and(accepted, root.yes);
        }
    }
    let laws = facts.laws();
    accepted = facts.formulas.and(accepted, laws);
    let removed = facts.formulas.without(was, is);
    let added = facts.formulas.without(is, was);
    let [removed, added] = [removed, added].map(|how| facts.formulas.and(accepted, how));
    if removed == Formula::FALSE || added == Formula::FALSE {
        return true;
    }
    // Nothing changes if one value stands for none: `self.?a.orValue("x") == oldSelf.?a.orValue("x")`.
    facts.is_one_literal([(removed, old.1), (added, new.1)]) || facts.formulas.is_full()
}
