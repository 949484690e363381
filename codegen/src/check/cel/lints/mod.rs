//! Rules that a server accepts and that fail or decide nothing when they run. Warnings only. In: the rules of a
//! schema that compile. Out: warnings at the part of the rule that they are about.
//!
//! `value` numbers the values of expressions, `facts` and `bounds` say what the schema settles about them, `evaluate`
//! (with `calls`, `loops` and `dynamic`) computes as formulas when each node is true, false or an error, and `paths`
//! which errors no operand hides. `unique` and `reserved` look at the tree alone. `words` has the texts.
//!
//! **A warning must be certain to be possible**: an object that the schema accepts, on which the rule fails. What is
//! not understood is a free variable, and what is too large is not looked at.

mod bounds;
mod calls;
mod dynamic;
mod evaluate;
mod facts;
mod formula;
mod loops;
mod paths;
mod reserved;
#[cfg(test)]
mod tests;
mod unique;
mod value;
mod words;

use evaluate::{Evaluation, Known, Same};
use facts::Facts;
use formula::Formula;
use paths::{Risk, RiskKind};
use unique::Unique;
use value::{ValueId, Values};

use super::compile::RuleCompiler;
use crate::cel::Checked;
use crate::cel::ast::ExprId;
use crate::check::report::Report;
use crate::diag::Diagnostic;
use crate::schema::{Rule, Schema};

/// Longer expressions are not looked at.
const MOST_NODES: usize = 1 << 12;
/// The most rules of a schema that are looked at together.
const MOST_RULES: usize = 64;

/// The rules of a schema.
pub(super) struct Site<'a> {
    /// The schema.
    pub(super) schema: &'a Schema,
    /// The list with keys of which this is an item.
    pub(super) list: Option<&'a Schema>,
    /// Whether this is the schema of the resource.
    pub(super) resource: bool,
    /// Whether the value is a key of a list.
    pub(super) is_key: bool,
    /// The text of the document, if it is known.
    pub(super) text: Option<&'a str>,
}

/// A rule, and what was found about it.
struct Found<'a> {
    rule: &'a Rule,
    checked: &'a Checked,
    root: Known,
    risks: Vec<(Risk, Option<(ExprId, &'static str)>)>,
    used_same: bool,
    unique: Option<Unique>,
    /// Whether it runs only if there is an old value.
    transition: bool,
    /// Whether it has `optionalOldSelf`.
    optional: bool,
}

/// A field that is read and may be absent.
struct Absent {
    node: ExprId,
    field: ValueId,
    /// Whether it may also be null.
    null: bool,
    /// Whether the schema can say that it is always there.
    declared: bool,
    /// What is read in it and may be absent too.
    inner: Vec<ExprId>,
}

/// The warnings about the own rules of a schema that is no resource, without checking anything else.
#[must_use]
pub fn rule_warnings(schema: &Schema) -> Vec<Diagnostic> {
    let (Some((mut compiler, root)), Some(rules)) = (RuleCompiler::for_value(schema), &schema.x_validations)
    else {
        return Vec::new();
    };
    let compiled = rules.value.iter().filter_map(|rule| Some((rule, compiler.checked_rule(rule, root).1?)));
    let compiled: Vec<(&Rule, Checked)> = compiled.collect();
    let mut report = Report::default();
    let site = Site { schema, list: None, resource: false, is_key: false, text: None };
    lints(&site, &compiled, &compiler, &mut report);
    report.finish()
}

/// Warns about rules that compile.
pub(super) fn lints(
    site: &Site<'_>,
    rules: &[(&Rule, Checked)],
    compiler: &RuleCompiler,
    report: &mut Report,
) {
    let fields: Vec<String> = site
        .list
        .iter()
        .flat_map(|list| list.x_list_map_keys.iter().flat_map(|keys| &keys.value))
        .filter_map(|key| super::declare::escape(&key.value))
        .collect();
    let same = Same { fields: &fields, whole: site.is_key, resource: site.resource, old: false };
    let mut facts = Facts::new(Values::new(site.schema, site.resource));
    let mut all = Vec::new();
    let small = rules.iter().filter(|(_, checked)| checked.ast.len() <= MOST_NODES);
    for (rule, checked) in small.take(MOST_RULES) {
        let mut evaluation =
            Evaluation::of(checked, compiler.scope(), compiler.environment(), &mut facts, same);
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
        let optional = rule.optional_old_self.as_ref().is_some_and(|at| at.value);
        let transition = checked.names("oldSelf");
        all.push(Found { rule, checked, root, risks, used_same, unique, transition, optional });
    }
    // Old values were accepted by the rules that are not about updates.
    let mut were = Vec::new();
    let updates = all.iter().any(|found| found.transition);
    for found in all.iter().filter(|found| updates && !found.transition) {
        let of_old = Same { old: true, ..same };
        let evaluation =
            Evaluation::of(found.checked, compiler.scope(), compiler.environment(), &mut facts, of_old);
        were.extend(found.checked.ast.root().and_then(|root| evaluation.get(root)).map(|root| root.no));
    }
    let laws = facts.laws();
    for (index, found) in all.iter().enumerate() {
        constant(site, found, laws, &mut facts, report);
        let others = all.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, other)| other);
        let others = others.filter(|other| !other.optional && (found.transition || !other.transition));
        // An object on which another rule is false is refused anyway.
        let mut refused: Vec<Formula> = others.map(|other| other.root.no).collect();
        if found.transition {
            refused.extend(&were);
        }
        risks(site, found, (laws, &refused), &mut facts, report);
        for (node, field) in reserved::reserved(found.checked) {
            words::reserved(site, found, node, &field, report);
        }
        if let Some(unique) = &found.unique {
            words::unique(site, found, unique, report);
        }
    }
}

fn constant(site: &Site<'_>, found: &Found<'_>, laws: Formula, facts: &mut Facts<'_>, report: &mut Report) {
    let formulas = &mut facts.formulas;
    let Known { yes, no, .. } = found.root;
    let (no, yes) = (formulas.and(no, laws), formulas.and(yes, laws));
    if formulas.is_full() || laws == Formula::FALSE {
        return;
    }
    if yes == laws {
        words::constant(site, found, true, report);
    } else if yes == Formula::FALSE && no != Formula::FALSE {
        words::constant(site, found, false, report);
    }
}

fn risks(
    site: &Site<'_>,
    found: &Found<'_>,
    (laws, refused): (Formula, &[Formula]),
    facts: &mut Facts<'_>,
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
                // What is in a field that may be absent is told with it.
                let around = absent.iter_mut().find(|known| facts.values.is_within(field, known.field));
                match around {
                    Some(around) => around.inner.push(risk.node),
                    None => {
                        let declared = facts.values.schema(field).is_some();
                        absent.push(Absent { node: risk.node, field, null, declared, inner: Vec::new() });
                    }
                }
            }
            (RiskKind::Overload, Some(example)) => words::overload(site, found, risk.node, *example, report),
            (RiskKind::Overload, None) => {}
        }
    }
    for absent in &absent {
        words::absent(site, found, absent, report);
    }
}
