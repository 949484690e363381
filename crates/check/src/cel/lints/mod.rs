//! Warns of rules that a server accepts, but that fail or decide nothing when they run. In: the rules of a
//! version that compile. Out: warnings, each at a part of a rule.
//!
//! `value` numbers the values of expressions. `facts`, `laws` and `bounds` express as formulas what the
//! schema settles about these values. `evaluate` (with `calls`, `loops` and `dynamic`) computes formulas for
//! when each node is true, false or an error. `paths` finds the errors that no operand hides, and `hides`
//! names the operand that can hide an error. `texts` evaluates functions of literals. `place` relates the
//! rules of a value to the values around it, and `unset` finds values that can be removed and set again.
//! `unique` and `reserved` look at the tree alone. `absences` reports each field once. `found` has the
//! findings about a rule, `words` the texts.
//!
//! **For each warning there must be an object** that the schema accepts, and on which the rule fails. An
//! expression that the analysis does not understand is a free variable. A rule that is too large is not
//! examined.

mod absences;
mod bounds;
mod calls;
mod dynamic;
mod evaluate;
mod facts;
mod folded;
mod formula;
mod found;
mod hides;
mod laws;
mod loops;
mod paths;
mod place;
mod reserved;
#[cfg(test)]
mod tests;
mod texts;
mod unique;
mod unset;
mod value;
mod words;

use absences::Absences;
use evaluate::{Evaluation, Known};
use facts::Facts;
use formula::Formula;
use found::RuleFindings;
use paths::RiskKind;
use place::{MOST_NODES, MOST_RULES};
pub(super) use place::{Place, Places};
use value::{ValueId, Values};
use words::Read;

use crate::report::Report;
use crate::rule_compiler::RuleCompiler;
use crdc_cel::compile::Checked;
use crdc_schema::{Rule, Schema};
use crdc_source::diag::Diagnostic;

/// The conditions under which another rule refuses the object.
struct OtherCondition {
    /// The rule is false.
    no: Formula,
    /// The rule is false for the old object; never, if it is a rule about updates.
    was_no: Formula,
    transition: bool,
    optional: bool,
}

/// A field that may be absent where a rule reads it.
struct Absent {
    field: ValueId,
    read: Read,
}

/// The warnings about the rules of a single schema, which is not that of a resource. Checks nothing else.
#[must_use]
pub fn rule_warnings(schema: &Schema) -> Vec<Diagnostic> {
    let (Some((mut compiler, root)), Some(rules)) = (RuleCompiler::for_value(schema), &schema.x_validations)
    else {
        return Vec::new();
    };
    let compiled = rules.value.iter().filter_map(|rule| Some((rule, compiler.rule(rule, root).1?)));
    let rules: Vec<(&Rule, Checked)> = compiled.collect();
    let mut report = Report::default();
    let (key, around, property, list, is_key) = (schema.span, None, None, None, false);
    let place = Place { schema, key, around, property, list, is_key, rules };
    let list = &[place];
    let places = Places {
        list,
        resource: false,
        compiler: &compiler,
        text: None,
        server: None,
        left: Places::budget(),
    };
    lints(&places, &mut report);
    report.finish()
}

/// Warns about rules that compile.
pub(super) fn lints(places: &Places<'_>, report: &mut Report) {
    let mut absences = Absences::default();
    for (index, place) in places.list.iter().enumerate() {
        if !place.rules.is_empty() {
            of_place(places, index, &mut absences, report);
        }
    }
    absences.finish(report);
    folded::folded(places, report);
    unset::unset(places, report);
}

fn of_place(places: &Places<'_>, index: usize, absences: &mut Absences, report: &mut Report) {
    let (Some(place), Some(root)) = (places.list.get(index), places.root()) else { return };
    let (scope, environment) = (places.compiler.scope(), places.compiler.environment());
    let mut facts = Facts::new(Values::new(root, places.resource));
    let fields = places.keys(index);
    let same = places.same(index, &fields, false, &mut facts);
    let mut all = Vec::new();
    let small = place.rules.iter().filter(|(_, checked)| checked.ast.len() <= MOST_NODES);
    for (rule, checked) in small.take(MOST_RULES) {
        let mut evaluation = Evaluation::of(checked, scope, environment, &mut facts, same);
        let Some(root) = checked.ast.root().and_then(|root| evaluation.get(root)) else { continue };
        let risks = paths::risks(&mut evaluation);
        let risks = risks.into_iter().map(|risk| {
            let example = match risk.kind {
                RiskKind::Absent(_) => None,
                RiskKind::Overload => dynamic::of_node(&mut evaluation, risk.node, risk.when),
            };
            (risk, example)
        });
        let risks = risks.collect();
        let unique = unique::unique(&evaluation);
        let used_same = evaluation.used_same;
        let optional = rule.has_optional_old_self();
        let transition = checked.names("oldSelf");
        all.push(RuleFindings { rule, checked, root, risks, used_same, unique, transition, optional });
    }
    // Other rules matter only for errors that can occur: they may refuse the object first.
    let is_at_risk = all.iter().any(|found| !found.risks.is_empty());
    let others = if is_at_risk { others(places, index, &all, &mut facts) } else { Some(Vec::new()) };
    let exists = place::exists(same.new, &mut facts);
    let existed = place::exists(same.before, &mut facts);
    let laws = facts.laws();
    let laws = facts.formulas.and(laws, exists);
    let laws_of_updates = facts.formulas.and(laws, existed);
    for (index, found) in all.iter().enumerate() {
        let laws = if found.transition && !found.optional { laws_of_updates } else { laws };
        constant(places, found, laws, &mut facts, report);
        if let Some(others) = &others {
            let refused = refused(others, index, found);
            risks(places, found, (laws, &refused), &mut facts, absences, report);
        }
        // If the user names a server, the lint `rule-server` reports whether it accepts reserved words.
        let reserved = if places.server.is_none() { reserved::reserved(found.checked) } else { Vec::new() };
        for (node, field) in reserved {
            words::reserved(places, found, node, &field, report);
        }
        if let Some(unique) = &found.unique {
            words::unique(places, found, unique, report);
        }
    }
}

/// The conditions under which other rules refuse the object of a rule anyway. For a rule about updates, the
/// other rules have also accepted the old object, unless they are about updates.
fn refused(others: &[OtherCondition], index: usize, found: &RuleFindings<'_>) -> Vec<Formula> {
    let mut refused = Vec::new();
    for (_, other) in others.iter().enumerate().filter(|(other, _)| *other != index) {
        if !other.optional && (found.transition || !other.transition) {
            refused.push(other.no);
        }
        if found.transition {
            refused.push(other.was_no);
        }
    }
    refused
}

/// The conditions of the rules of a place, in order, and of the rules of the places around it; none if there
/// are too many.
fn others(
    places: &Places<'_>,
    index: usize,
    own: &[RuleFindings<'_>],
    facts: &mut Facts<'_>,
) -> Option<Vec<OtherCondition>> {
    let updates = own.iter().any(|found| found.transition);
    let mut evaluate = |of: usize, checked: &Checked, old: bool| {
        let fields = places.keys(of);
        let same = places.same(of, &fields, old, facts);
        let (scope, environment) = (places.compiler.scope(), places.compiler.environment());
        let evaluation = Evaluation::of(checked, scope, environment, facts, same);
        checked.ast.root().and_then(|root| evaluation.get(root)).map_or(Formula::FALSE, |root| root.no)
    };
    let mut all = Vec::new();
    for RuleFindings { root, checked, transition, optional, .. } in own {
        let was_no = if updates && !transition { evaluate(index, checked, true) } else { Formula::FALSE };
        all.push(OtherCondition { no: root.no, was_no, transition: *transition, optional: *optional });
    }
    for (of, rule, checked) in places.rules_around(index)? {
        let (transition, optional) = (checked.names("oldSelf"), rule.has_optional_old_self());
        all.push(OtherCondition {
            was_no: if updates && !transition { evaluate(of, checked, true) } else { Formula::FALSE },
            no: evaluate(of, checked, false),
            transition,
            optional,
        });
    }
    Some(all)
}

fn constant(
    places: &Places<'_>,
    found: &RuleFindings<'_>,
    laws: Formula,
    facts: &mut Facts<'_>,
    report: &mut Report,
) {
    let formulas = &mut facts.formulas;
    let Known { yes, no, .. } = found.root;
    let (no, yes) = (formulas.and(no, laws), formulas.and(yes, laws));
    if formulas.is_full() || laws == Formula::FALSE {
        return;
    }
    if yes == laws {
        words::constant(places, found, true, report);
    } else if yes == Formula::FALSE && no != Formula::FALSE {
        words::constant(places, found, false, report);
    }
}

fn risks(
    places: &Places<'_>,
    found: &RuleFindings<'_>,
    (laws, refused): (Formula, &[Formula]),
    facts: &mut Facts<'_>,
    absences: &mut Absences,
    report: &mut Report,
) {
    let mut seen: Vec<ValueId> = Vec::new();
    let mut absent: Vec<Absent> = Vec::new();
    for (risk, example) in &found.risks {
        let mut when = facts.formulas.and(risk.when, laws);
        for other in refused {
            when = facts.formulas.without(when, *other);
        }
        if facts.formulas.is_full() {
            return;
        }
        if when == Formula::FALSE || matches!(risk.kind, RiskKind::Absent(field) if seen.contains(&field)) {
            continue;
        }
        match (risk.kind, example) {
            (RiskKind::Absent(field), _) => {
                seen.push(field);
                let null = facts.values.schema(field).is_some_and(Schema::is_nullable);
                let declared = facts.values.schema(field).is_some();
                let is_hidden = is_hidden(found, field, (laws, refused), facts);
                let within = risk.within.filter(|_| is_hidden);
                let hides = within.map(|within| hides::all(found.checked, within)).unwrap_or_default();
                let hidden = words::hidden(found, &hides);
                let read = Read { null, declared, hidden, ..words::read(places, found, risk.node) };
                // Fields of a field that may be absent are reported with it.
                let around = absent.iter_mut().find(|known| facts.values.is_within(field, known.field));
                match around {
                    Some(around) => around.read.inner.push((read.span, read.text)),
                    None => absent.push(Absent { field, read }),
                }
            }
            (RiskKind::Overload, Some(example)) => {
                words::overload(places, found, risk.node, *example, report)
            }
            (RiskKind::Overload, None) => {}
        }
    }
    for Absent { field, read } in absent {
        absences.add(facts.values.property_of(field), read);
    }
}

/// Whether a rule can be true or false although the field is absent.
fn is_hidden(
    found: &RuleFindings<'_>,
    field: ValueId,
    (laws, refused): (Formula, &[Formula]),
    facts: &mut Facts<'_>,
) -> bool {
    let present = facts.present(field);
    let answers = facts.formulas.or(found.root.yes, found.root.no);
    let answers = facts.formulas.and(answers, laws);
    let mut hidden = facts.formulas.without(answers, present);
    for other in refused {
        hidden = facts.formulas.without(hidden, *other);
    }
    hidden != Formula::FALSE && !facts.formulas.is_full()
}
